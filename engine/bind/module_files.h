// The files that functions of a module read, by paths relative to the module's folder or to that in which the
// program runs. Records all queries, so that the next module can check whether an answer has changed.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/files.h"
#include "engine/language/schema.h"

namespace hcl::bind {

// The folders in which the program runs when it reads a module that others call. All end with a slash.
struct WorkingFolders {
    bool is_called = false;
    // The folders of its root modules: those that call it, directly or not, and that no other module calls.
    // Empty when they are unknown.
    std::vector<std::string> roots{};
    // The folders of all its direct and indirect callers.
    std::vector<std::string> callers{};
    bool operator==(const WorkingFolders&) const = default;
};

class ModuleFiles final : public eval::Files {
  public:
    // `folder` ends with a slash. `working`: nothing where no function of the module reads files, or the
    // program may run in any folder.
    // `paths`: the functions whose results are paths from this file, where these are known.
    ModuleFiles(DiskPtr disk, std::string folder, std::optional<WorkingFolders> working = {},
                std::optional<language::PathFunctions> paths = {})
        : disk_(std::move(disk)),
          folder_(std::move(folder)),
          working_(std::move(working)),
          paths_(std::move(paths)) {}

    DiskAnswerPtr file(std::string_view path) const override;
    DiskAnswerPtr folder(std::string_view path, unsigned depth) const override;
    std::string absolute(std::string_view path) const override;
    std::string meant_by(syntax::Node expr) const override;

    const DiskPtr& disk() const { return disk_; }
    const std::optional<WorkingFolders>& working() const { return working_; }
    bool knows_paths() const { return paths_.has_value(); }
    // The same files for a module with the values that a call passes: paths among them count from the folder
    // of a caller. Null where the callers are unknown.
    std::shared_ptr<const ModuleFiles> of_call() const;
    // Whether a query has another answer in another state of the disk.
    bool differs_in(const Disk* disk) const;

  private:
    static constexpr unsigned kFile = 0;  // marks a query for a file; otherwise it is the folder depth
    using Question = std::pair<std::string, unsigned>;
    struct Answers {
        std::mutex mutex;
        std::map<Question, DiskAnswerPtr> known;
    };

    // The folders from which a path may count; an answer holds where all give the same.
    std::vector<std::string> bases_of(std::string_view path) const;
    std::string absolute_in(const std::string& base, std::string_view path) const;
    DiskAnswerPtr file_in(const std::string& base, std::string_view path) const;
    DiskAnswerPtr ask(const std::string& path, unsigned depth) const;
    std::string found_around(std::string folder, std::string_view path) const;

    DiskPtr disk_;
    std::string folder_;
    std::optional<WorkingFolders> working_;
    std::optional<language::PathFunctions> paths_;
    bool is_of_call_ = false;
    std::shared_ptr<Answers> answers_ = std::make_shared<Answers>();
};
using ModuleFilesPtr = std::shared_ptr<const ModuleFiles>;

}  // namespace hcl::bind
