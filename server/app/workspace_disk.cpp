#include "server/app/workspace_disk.h"

#include <algorithm>
#include <utility>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "server/host/walk.h"

namespace hcl::server {

using Found = DiskAnswer::Found;

namespace {

// Queries beyond this number are not answered; no real workspace needs more.
constexpr std::size_t kMostQuestions = 20'000;
// The number of disk states after which a query that was not repeated is dropped.
constexpr unsigned kMostIdle = 3;
// How often an answer is read again because something changed meanwhile.
constexpr unsigned kMostReads = 20;

// The revision takes the place of the time, which no file on disk has before 1970.
FileStat stat_of(const world::FileState& open) {
    return {false, open.size(), -static_cast<std::int64_t>(open.revision())};
}

}  // namespace

WorkspaceDisk::WorkspaceDisk(const FileSystem& files, const std::vector<std::string>& roots,
                             std::shared_ptr<const OpenTexts> open)
    : files_(files), open_(std::move(open)), roots_(roots) {
    for (const std::string& root : roots) resolved_roots_.push_back(files.resolve(root));
}

bool WorkspaceDisk::is_inside(const std::string& path) const {
    auto is_in = [](const std::string& at, const std::vector<std::string>& folders) {
        return std::ranges::any_of(
            folders, [&](const std::string& folder) { return at == folder || is_below(at, folder); });
    };
    // Paths outside the roots are rejected without file access.
    if (!is_in(path, roots_) && !is_in(path, resolved_roots_)) return false;
    // From the root on down: nothing behind a link that leads out of the roots is accessed.
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (is_in(part, roots_) || is_in(part, resolved_roots_)) {
            const std::string resolved = files_.resolve(part);
            if (!is_in(resolved, resolved_roots_) && !is_in(resolved, roots_)) return false;
        }
        if (end == std::string::npos) return true;
    }
}

// Counts the visited entries; too many make the result unknown.
void WorkspaceDisk::list(const std::string& folder, const std::string& prefix, unsigned depth,
                         DiskAnswer& out, std::size_t& entries) const {
    auto listed = files_.list(folder);
    if (!listed) return;
    for (const FolderEntry& entry : *listed) {
        if (++entries > limits::listed_entries) return;
        if (!entry.is_folder)
            out.files.push_back(prefix + entry.name);
        else if (depth > 1 && !entry.is_link)
            list(folder + "/" + entry.name, prefix + entry.name + "/", depth - 1, out, entries);
    }
}

std::optional<FileStat> WorkspaceDisk::stat(const std::string& path) const {
    if (const world::FileStatePtr open = open_ ? open_->find(path) : nullptr) return stat_of(*open);
    return files_.stat(path);
}

WorkspaceDisk::Known WorkspaceDisk::ask(const Question& question) const {
    const auto& [path, depth] = question;
    DiskAnswer out;
    Known known;
    if (!is_inside(path)) {
        out.found = Found::Unknowable;
    } else if (const world::FileStatePtr open = open_ ? open_->find(path) : nullptr) {
        out.found = Found::File;
        if (depth == 0) {
            known.stat = stat_of(*open);
            out.bytes = open->tree()->text();
            bytes_ += out.bytes.size();
        }
    } else if (const auto stat = files_.stat(path); !stat) {
        // What version control ignores is made by something else.
        const bool is_made = std::ranges::any_of(roots_, [&](const std::string& root) {
            return is_below(path, root) && is_left_out(files_, root, path, roots_);
        });
        out.found = is_made ? Found::Unknowable : Found::Nothing;
    } else if (stat->is_folder) {
        out.found = Found::Folder;
        std::size_t entries = 0;
        if (depth > 0) list(path, "", depth, out, entries);
        if (entries > limits::listed_entries) out = {};
        std::ranges::sort(out.files);
    } else if (depth > 0) {
        out.found = Found::File;
    } else {
        known.stat = stat;
        const bool fits = stat->size <= limits::read_file && bytes_ + stat->size <= limits::read_files;
        if (auto text = fits ? files_.read(path, limits::read_file) : fail(path)) {
            out.found = Found::File;
            out.bytes = std::move(*text);
            bytes_ += out.bytes.size();
        }
    }
    known.answer = std::make_shared<const DiskAnswer>(std::move(out));
    return known;
}

DiskAnswerPtr WorkspaceDisk::answer(const Question& question) const {
    std::unique_lock lock(mutex_);
    if (auto it = known_.find(question); it != known_.end()) {
        it->second.idle = 0;
        return it->second.answer;
    }
    if (known_.size() >= kMostQuestions) return std::make_shared<const DiskAnswer>();
    for (unsigned reads = 1;; ++reads) {
        // Reads without the lock, because the main loop needs it.
        const std::uint64_t changes = changes_;
        lock.unlock();
        Known known = ask(question);
        const std::uint64_t size = known.answer->bytes.size();
        lock.lock();
        // A change that was noted during the read would not be noted again.
        if (changes != changes_ && reads < kMostReads) {
            bytes_ -= size;
            continue;
        }
        auto [it, is_new] = known_.try_emplace(question, std::move(known));
        if (!is_new) bytes_ -= size;  // another thread was faster
        const DiskAnswerPtr answer = it->second.answer;
        lock.unlock();
        if (question.second == 0 && when_reading_) when_reading_();
        return answer;
    }
}

DiskAnswerPtr WorkspaceDisk::file(const std::string& path) const {
    return answer({path, 0});
}

DiskAnswerPtr WorkspaceDisk::folder(const std::string& path, unsigned depth) const {
    return answer({path, std::max(depth, 1U)});
}

bool WorkspaceDisk::was_asked() const {
    std::lock_guard lock(mutex_);
    return !known_.empty();
}

bool WorkspaceDisk::may_change(const Question& question, const Known& known, const std::string& path) {
    const auto& [asked, depth] = question;
    // Its rules tell whether something else makes what is missing.
    if (is_ignore_file(path) && !known.stat && asked.starts_with(folder_of(path))) return true;
    // A path that does not exist may become a folder.
    const bool is_folder = depth > 0 || known.answer->found == Found::Nothing;
    return asked == path || is_below(asked, path) || (is_folder && is_below(path, asked));
}

bool WorkspaceDisk::note_change(const std::string& path) const {
    std::lock_guard lock(mutex_);
    ++changes_;
    return std::ranges::any_of(
        known_, [&](const auto& entry) { return may_change(entry.first, entry.second, path); });
}

bool WorkspaceDisk::note_text(const std::string& path) const {
    std::lock_guard lock(mutex_);
    ++changes_;
    return known_.contains({path, 0});
}

std::vector<std::string> WorkspaceDisk::read_files() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> files;
    for (const auto& [question, known] : known_)
        if (question.second == 0) files.push_back(question.first);
    return files;
}

WorkspaceDiskPtr WorkspaceDisk::refreshed(const std::vector<std::string>& changed) const {
    std::map<Question, Known> before;
    {
        std::lock_guard lock(mutex_);
        before = known_;
    }
    auto now = std::make_shared<WorkspaceDisk>(files_, roots_, open_);
    now->when_reading_ = when_reading_;
    bool is_same = true;
    for (auto& [question, known] : before) {
        const bool is_dropped = ++known.idle > kMostIdle;
        const bool is_untouched =
            !changed.empty() && std::ranges::none_of(changed, [&](const std::string& path) {
                return may_change(question, known, path);
            });
        if (is_untouched || (known.stat && stat(question.first) == known.stat && is_inside(question.first))) {
            if (is_dropped) continue;
            now->bytes_ += known.answer->bytes.size();
            now->known_.emplace(question, std::move(known));
            continue;
        }
        // The answer may have changed: the new state makes whoever used it ask again.
        if (is_dropped) {
            is_same = false;
            continue;
        }
        Known fresh = now->ask(question);
        const bool is_equal = *fresh.answer == *known.answer;
        is_same = is_same && is_equal;
        if (is_equal) fresh.answer = std::move(known.answer);
        fresh.idle = known.idle;
        now->known_.emplace(question, std::move(fresh));
    }
    return is_same ? nullptr : now;
}

}  // namespace hcl::server
