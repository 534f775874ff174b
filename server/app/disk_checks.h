// Keeps the world's view of files that functions read up to date. Main thread only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/app/core.h"
#include "server/app/open_texts.h"
#include "server/app/workspace_disk.h"

namespace hcl::server {

class DiskChecks {
  public:
    explicit DiskChecks(Core& core) : core_(core) {}

    // Starts afresh; `when_reading` is called on the main loop, a while after a file was read for the first
    // time.
    void set_roots(const std::vector<std::string>& roots, std::function<void()> when_reading);
    // Checks whether files that functions read have changed: those at or below these paths, or all.
    void check(std::optional<std::vector<std::string>> changed = std::nullopt);
    // Whether functions have read that file, or listed a folder that contains it: then check() is needed.
    bool note_change(const std::string& path) { return disk_ && disk_->note_change(path); }
    std::vector<std::string> read_files() const;
    // The document has another text, which takes the place of that on disk; or it was closed.
    void text_changed(FileId id);
    void closed(FileId id);
    std::shared_ptr<const OpenTexts> open_texts() const { return open_; }

    // Some have changed.
    std::function<void()> on_change;

  private:
    void set(WorkspaceDiskPtr disk);
    void look_at_text(const std::string& path);

    Core& core_;
    std::shared_ptr<OpenTexts> open_ = std::make_shared<OpenTexts>();
    WorkspaceDiskPtr disk_;
    bool is_checking_ = false;   // a job runs
    bool checks_again_ = false;  // another check was requested meanwhile
    // The paths to check next; none: everything.
    std::optional<std::vector<std::string>> changed_ = std::vector<std::string>();
};

}  // namespace hcl::server
