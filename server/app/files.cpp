#include "server/app/files.h"

#include <mutex>

#include "protocol/uri.h"

namespace hcl::server {

FileId FileTable::intern(Row row) {
    std::unique_lock lock(mutex_);
    FileId next = free_.empty() ? FileId(static_cast<std::uint32_t>(rows_.size())) : free_.back();
    auto [it, is_new] = by_key_.try_emplace(row.key, next);
    if (!is_new) return it->second;
    if (free_.empty()) {
        rows_.push_back(std::move(row));
    } else {
        rows_[next.value] = std::move(row);
        free_.pop_back();
    }
    return next;
}

FileId FileTable::intern_uri(std::string_view uri) {
    std::string key = lsp::uri_key(uri);
    {
        std::shared_lock lock(mutex_);
        if (auto it = by_key_.find(key); it != by_key_.end()) return it->second;
    }
    std::string path = lsp::uri_to_path(uri).value_or("");
    std::string name = path.empty() ? lsp::parse_uri(uri).path : path;
    return intern({std::move(key), std::string(uri), std::move(path), std::move(name)});
}

FileId FileTable::intern_path(const std::string& path) {
    return intern_uri(lsp::path_to_uri(path));
}

FileId FileTable::find_uri(std::string_view uri) const {
    std::string key = lsp::uri_key(uri);
    std::shared_lock lock(mutex_);
    auto it = by_key_.find(key);
    return it == by_key_.end() ? FileId() : it->second;
}

FileId FileTable::find_path(const std::string& path) const {
    return find_uri(lsp::path_to_uri(path));
}

std::string FileTable::uri(FileId id) const {
    std::shared_lock lock(mutex_);
    return id.value < rows_.size() ? rows_[id.value].uri : std::string();
}

void FileTable::set_spelling(FileId id, std::string_view uri) {
    std::unique_lock lock(mutex_);
    if (id.value < rows_.size()) rows_[id.value].uri = uri;
}

std::string FileTable::path(FileId id) const {
    std::shared_lock lock(mutex_);
    return id.value < rows_.size() ? rows_[id.value].path : std::string();
}

std::string FileTable::name(FileId id) const {
    std::shared_lock lock(mutex_);
    return id.value < rows_.size() ? rows_[id.value].name : std::string();
}

std::size_t FileTable::size() const {
    std::shared_lock lock(mutex_);
    return by_key_.size();
}

void FileTable::forget_unless(const std::function<bool(FileId)>& is_known) {
    std::unique_lock lock(mutex_);
    free_.clear();
    for (std::size_t i = rows_.size(); i-- > 0;) {
        const FileId id(static_cast<std::uint32_t>(i));
        if (is_known(id)) continue;
        if (!rows_[i].key.empty()) by_key_.erase(rows_[i].key);
        rows_[i] = {};
        free_.push_back(id);
    }
}

}  // namespace hcl::server
