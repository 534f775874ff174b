#include "server/app/disk_checks.h"

#include <utility>

namespace hcl::server {

namespace {

// Files that are read together are reported together.
constexpr Duration kPatienceForReading = std::chrono::milliseconds(500);

}  // namespace

void DiskChecks::set_roots(const std::vector<std::string>& roots, std::function<void()> when_reading) {
    auto disk = std::make_shared<WorkspaceDisk>(*core_.host.files, roots, open_);
    disk->when_reading([&core = core_, when_reading = std::move(when_reading)] {
        core.post([&core, when_reading] {
            core.timers.set("watch read files", core.now() + kPatienceForReading, when_reading);
        });
    });
    set(std::move(disk));
}

void DiskChecks::set(WorkspaceDiskPtr disk) {
    disk_ = std::move(disk);
    core_.world.set_disk(disk_);
}

std::vector<std::string> DiskChecks::read_files() const {
    return disk_ ? disk_->read_files() : std::vector<std::string>();
}

void DiskChecks::text_changed(FileId id) {
    std::string path = core_.files.path(id);
    world::FileStatePtr state = core_.world.snapshot()->shared_file(id);
    if (path.empty() || !state) return;
    // What is held here must be cheap to give up, and templates are short.
    if (state->size() < Core::kLargeText)
        open_->set(path, std::move(state));
    else if (!open_->remove(path))
        return;
    look_at_text(path);
}

void DiskChecks::closed(FileId id) {
    const std::string path = core_.files.path(id);
    if (open_->remove(path)) look_at_text(path);
}

void DiskChecks::look_at_text(const std::string& path) {
    if (disk_ && disk_->note_text(path)) check(std::vector{path});
}

void DiskChecks::check(std::optional<std::vector<std::string>> changed) {
    if (!disk_ || !disk_->was_asked()) return;
    if (!changed)
        changed_.reset();
    else if (changed_)
        changed_->insert(changed_->end(), changed->begin(), changed->end());
    // One check at a time: changes meanwhile are left to the next one.
    checks_again_ = is_checking_;
    if (is_checking_) return;
    is_checking_ = true;
    auto paths = std::exchange(changed_, std::vector<std::string>());
    core_.workers.submit(Lane::Background,
                         [this, disk = disk_, paths = paths.value_or(std::vector<std::string>())] {
                             std::string fault;
                             WorkspaceDiskPtr now;
                             run_guarded([&] { now = disk->refreshed(paths); }, fault);
                             core_.post([this, disk, now = std::move(now)] {
                                 is_checking_ = false;
                                 if (now && disk_ == disk) {
                                     set(now);
                                     ++core_.edits;
                                     if (on_change) on_change();
                                 }
                                 if (checks_again_) check(std::vector<std::string>());
                             });
                         });
}

}  // namespace hcl::server
