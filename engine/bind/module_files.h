// The files that functions of a module read, by paths relative to the module's folder. Records all queries,
// so that the next module can check whether an answer has changed.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "engine/eval/files.h"

namespace hcl::bind {

class ModuleFiles final : public eval::Files {
  public:
    // `folder` ends with a slash.
    ModuleFiles(DiskPtr disk, std::string folder) : disk_(std::move(disk)), folder_(std::move(folder)) {}

    DiskAnswerPtr file(std::string_view path) const override;
    DiskAnswerPtr folder(std::string_view path, unsigned depth) const override;
    std::string absolute(std::string_view path) const override;

    const DiskPtr& disk() const { return disk_; }
    // Whether a query has another answer in another state of the disk.
    bool differs_in(const Disk* disk) const;

  private:
    static constexpr unsigned kFile = 0;  // marks a query for a file; otherwise it is the folder depth
    using Question = std::pair<std::string, unsigned>;

    DiskAnswerPtr ask(const std::string& path, unsigned depth) const;

    DiskPtr disk_;
    std::string folder_;
    mutable std::mutex mutex_;
    mutable std::map<Question, DiskAnswerPtr> answers_;
};
using ModuleFilesPtr = std::shared_ptr<const ModuleFiles>;

}  // namespace hcl::bind
