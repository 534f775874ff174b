#include "engine/bind/module_files.h"

#include "engine/base/path.h"

namespace hcl::bind {

namespace {

using Found = DiskAnswer::Found;

const DiskAnswerPtr& nothing_known() {
    static const DiskAnswerPtr answer = std::make_shared<const DiskAnswer>();
    return answer;
}

DiskAnswerPtr answer_of(const Disk& disk, const std::string& path, unsigned depth) {
    DiskAnswerPtr answer = depth == 0 ? disk.file(path) : disk.folder(path, depth);
    return answer ? answer : nothing_known();
}

}  // namespace

DiskAnswerPtr ModuleFiles::ask(const std::string& path, unsigned depth) const {
    {
        std::lock_guard lock(mutex_);
        if (auto known = answers_.find({path, depth}); known != answers_.end()) return known->second;
    }
    DiskAnswerPtr answer = answer_of(*disk_, path, depth);
    std::lock_guard lock(mutex_);
    return answers_.try_emplace({path, depth}, std::move(answer)).first->second;
}

std::string ModuleFiles::absolute(std::string_view path) const {
    if (path.starts_with('~') || !folder_.starts_with('/')) return {};
    return clean_path(path.starts_with('/') ? std::string(path) : folder_ + std::string(path));
}

DiskAnswerPtr ModuleFiles::file(std::string_view path) const {
    const std::string at = absolute(path);
    if (at.empty()) return nothing_known();
    DiskAnswerPtr answer = ask(at, kFile);
    if (answer->found != Found::Nothing) return answer;
    // A missing folder is usually created by a build, so its contents are unknown.
    if (ask(clean_path(folder_of(at)), kFile)->found == Found::Nothing) return nothing_known();
    // Relative paths start in the working directory, which may be a parent folder.
    if (path.starts_with('/')) return answer;
    for (std::string above = folder_; above.size() > 1;) {
        above.pop_back();
        above.resize(above.rfind('/') + 1);
        const DiskAnswerPtr there = ask(clean_path(above + std::string(path)), kFile);
        if (there->found == Found::Unknowable) break;
        if (there->found != Found::Nothing) return nothing_known();
    }
    return answer;
}

DiskAnswerPtr ModuleFiles::folder(std::string_view path, unsigned depth) const {
    const std::string at = absolute(path);
    return at.empty() || depth == kFile ? nothing_known() : ask(at, depth);
}

bool ModuleFiles::differs_in(const Disk* disk) const {
    if (disk == disk_.get()) return false;
    std::lock_guard lock(mutex_);
    for (const auto& [question, answer] : answers_) {
        if (!disk) return true;
        const DiskAnswerPtr now = answer_of(*disk, question.first, question.second);
        if (now != answer && *now != *answer) return true;
    }
    return false;
}

}  // namespace hcl::bind
