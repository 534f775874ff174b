#include "engine/bind/module_files.h"

#include <algorithm>
#include <array>

#include "engine/base/path.h"
#include "engine/bind/written_path.h"
#include "engine/language/call_folder.h"

namespace hcl::bind {

namespace {

using OnDisk = DiskAnswer::Found;

const DiskAnswerPtr& nothing_known() {
    static const DiskAnswerPtr answer = std::make_shared<const DiskAnswer>();
    return answer;
}

DiskAnswerPtr answer_of(const Disk& disk, const std::string& path, unsigned depth) {
    DiskAnswerPtr answer = depth == 0 ? disk.file(path) : disk.folder(path, depth);
    return answer ? answer : nothing_known();
}

// A build makes these, often with their folder.
bool is_archive(std::string_view path) {
    constexpr std::array<std::string_view, 8> kEndings{".zip", ".jar", ".war", ".tar",
                                                       ".gz",  ".tgz", ".bz2", ".whl"};
    return std::ranges::any_of(kEndings, [&](std::string_view end) { return path.ends_with(end); });
}

// `path.module` is ".", so these count from the folder of a module, whoever calls it.
bool starts_in_module(std::string_view path) {
    return path == "." || path.starts_with("./");
}

// The answer that all folders give; unknown where they differ.
template <typename Ask>
DiskAnswerPtr common_answer(const std::vector<std::string>& folders, const Ask& ask) {
    DiskAnswerPtr common;
    for (const std::string& folder : folders) {
        DiskAnswerPtr answer = ask(folder);
        if (!common)
            common = std::move(answer);
        else if (answer != common && *answer != *common)
            return nothing_known();
    }
    return common ? common : nothing_known();
}

}  // namespace

std::vector<std::string> ModuleFiles::bases_of(std::string_view path) const {
    if (path.starts_with('/') || !working_ || !working_->is_called) return {folder_};
    if (!starts_in_module(path)) return working_->roots;
    std::vector<std::string> bases{folder_};
    if (is_of_call_) bases.insert(bases.end(), working_->callers.begin(), working_->callers.end());
    return bases;
}

std::shared_ptr<const ModuleFiles> ModuleFiles::of_call() const {
    if (!working_ || working_->roots.empty()) return nullptr;
    auto out = std::make_shared<ModuleFiles>(disk_, folder_, working_, paths_);
    out->is_of_call_ = true;
    out->answers_ = answers_;
    return out;
}

DiskAnswerPtr ModuleFiles::ask(const std::string& path, unsigned depth) const {
    {
        std::lock_guard lock(answers_->mutex);
        if (auto known = answers_->known.find({path, depth}); known != answers_->known.end())
            return known->second;
    }
    DiskAnswerPtr answer = answer_of(*disk_, path, depth);
    std::lock_guard lock(answers_->mutex);
    return answers_->known.try_emplace({path, depth}, std::move(answer)).first->second;
}

std::string ModuleFiles::absolute_in(const std::string& base, std::string_view path) const {
    if (path.starts_with('~') || !base.starts_with('/')) return {};
    return clean_path(path.starts_with('/') ? std::string(path) : base + std::string(path));
}

std::string ModuleFiles::absolute(std::string_view path) const {
    const std::vector<std::string> bases = bases_of(path);
    return bases.size() == 1 ? absolute_in(bases.front(), path) : std::string();
}

// The path in the nearest of the folders, from this one up, in which something is there.
std::string ModuleFiles::found_around(std::string folder, std::string_view path) const {
    constexpr int kMostFolders = 40;
    for (int depth = 0; depth < kMostFolders && folder.size() > 1; ++depth) {
        std::string at = clean_path(folder + std::string(path));
        const DiskAnswerPtr there = ask(at, kFile);
        if (there->found == OnDisk::File || there->found == OnDisk::Folder) return at;
        if (there->found == OnDisk::Unknowable) break;
        folder.pop_back();
        folder.resize(folder.rfind('/') + 1);
    }
    return {};
}

std::string ModuleFiles::meant_by(syntax::Node expr) const {
    std::string path = paths_ && folder_.starts_with('/') ? written_path(expr, *paths_) : std::string();
    if (path.starts_with(language::kInRepository)) {
        const std::string root(folder_of(found_around(folder_, ".git")));
        if (root.empty()) return {};
        path = root + path.substr(language::kInRepository.size());
    } else if (path.starts_with(language::kInParents)) {
        const std::string_view name = std::string_view(path).substr(language::kInParents.size());
        const std::size_t end = name.find(language::kFromThere);
        const std::string above(folder_of(std::string_view(folder_).substr(0, folder_.size() - 1)));
        const std::string found = name.empty() ? std::string() : found_around(above, name.substr(0, end));
        if (found.empty() || end == std::string_view::npos) return found;
        path = found + "/" + std::string(name.substr(end + language::kFromThere.size()));
    } else if (path == "." || path.starts_with("./")) {
        path = folder_ + path;
    } else {
        return {};
    }
    path = clean_path(path);
    const DiskAnswerPtr there = ask(path, kFile);
    return there->found == OnDisk::File || there->found == OnDisk::Folder ? path : std::string();
}

DiskAnswerPtr ModuleFiles::file_in(const std::string& base, std::string_view path) const {
    const std::string at = absolute_in(base, path);
    if (at.empty()) return nothing_known();
    DiskAnswerPtr answer = ask(at, kFile);
    if (answer->found != OnDisk::Nothing) return answer;
    // Other programs run where the folder is.
    if ((!working_ || is_archive(at)) && ask(clean_path(folder_of(at)), kFile)->found == OnDisk::Nothing)
        return nothing_known();
    // Relative paths start in the working directory, which may be a parent folder.
    if (path.starts_with('/')) return answer;
    for (std::string above = base; above.size() > 1;) {
        above.pop_back();
        above.resize(above.rfind('/') + 1);
        const DiskAnswerPtr there = ask(clean_path(above + std::string(path)), kFile);
        if (there->found == OnDisk::Unknowable) break;
        if (there->found != OnDisk::Nothing) return nothing_known();
    }
    return answer;
}

DiskAnswerPtr ModuleFiles::file(std::string_view path) const {
    return common_answer(bases_of(path), [&](const std::string& base) { return file_in(base, path); });
}

DiskAnswerPtr ModuleFiles::folder(std::string_view path, unsigned depth) const {
    return common_answer(bases_of(path), [&](const std::string& base) {
        const std::string at = absolute_in(base, path);
        return at.empty() || depth == kFile ? nothing_known() : ask(at, depth);
    });
}

bool ModuleFiles::differs_in(const Disk* disk) const {
    if (disk == disk_.get()) return false;
    std::lock_guard lock(answers_->mutex);
    for (const auto& [question, answer] : answers_->known) {
        if (!disk) return true;
        const DiskAnswerPtr now = answer_of(*disk, question.first, question.second);
        if (now != answer && *now != *answer) return true;
    }
    return false;
}

}  // namespace hcl::bind
