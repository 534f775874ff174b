#include "server/host/memory_file_system.h"

namespace hcl::server {

MemoryFileSystem::MemoryFileSystem(std::map<std::string, std::string> files) {
    for (auto& [path, text] : files) write(path, std::move(text));
}

void MemoryFileSystem::write(const std::string& path, std::string text) {
    std::lock_guard lock(mutex_);
    files_[path] = {std::move(text), ++changes_};
}

void MemoryFileSystem::remove(const std::string& path) {
    std::lock_guard lock(mutex_);
    files_.erase(path);
}

int MemoryFileSystem::reads() const {
    std::lock_guard lock(mutex_);
    return reads_;
}

Result<std::string> MemoryFileSystem::read(const std::string& path, std::uint64_t most) const {
    std::lock_guard lock(mutex_);
    ++reads_;
    auto it = files_.find(path);
    if (it == files_.end()) return fail(path + ": no such file");
    if (it->second.text.size() > most) return fail(path + ": is too large");
    return it->second.text;
}

Result<std::vector<FolderEntry>> MemoryFileSystem::list(const std::string& path) const {
    std::lock_guard lock(mutex_);
    std::string prefix = path.ends_with('/') ? path : path + "/";
    std::vector<FolderEntry> entries;
    for (auto it = files_.lower_bound(prefix); it != files_.end() && it->first.starts_with(prefix); ++it) {
        std::string rest = it->first.substr(prefix.size());
        std::size_t slash = rest.find('/');
        FolderEntry entry{rest.substr(0, slash), slash != std::string::npos, false};
        if (entries.empty() || entries.back().name != entry.name) entries.push_back(std::move(entry));
    }
    if (entries.empty()) return fail(path + ": no such folder");
    return entries;
}

std::optional<FileStat> MemoryFileSystem::stat(const std::string& path) const {
    std::lock_guard lock(mutex_);
    if (auto it = files_.find(path); it != files_.end())
        return FileStat{false, it->second.text.size(), it->second.modified_ns};
    std::string prefix = path.ends_with('/') ? path : path + "/";
    auto it = files_.lower_bound(prefix);
    if (it != files_.end() && it->first.starts_with(prefix)) return FileStat{true, 0, 0};
    return std::nullopt;
}

Result<void> MemoryFileSystem::remove_file(const std::string& path) {
    if (!stat(path)) return fail(path + ": no such file");
    remove(path);
    return {};
}

Result<void> MemoryFileSystem::replace(const std::string& path, std::string_view text) {
    write(path, std::string(text));
    return {};
}

}  // namespace hcl::server
