// Files on disk that expressions read, as an input: an immutable state of them. The host implements it and
// passes in a new object when something changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hcl {

struct DiskAnswer {
    enum class Found : std::uint8_t {
        Unknowable,  // not readable: outside the allowed folders, too large, or not loaded
        Nothing,
        Folder,
        File
    };
    Found found = Found::Unknowable;
    std::string bytes;               // of a file
    std::vector<std::string> files;  // in a folder, sorted relative paths
    bool operator==(const DiskAnswer&) const = default;
};
using DiskAnswerPtr = std::shared_ptr<const DiskAnswer>;

// All functions are thread-safe. Paths are absolute and normalised, with forward slashes.
class Disk {
  public:
    virtual ~Disk() = default;
    virtual DiskAnswerPtr file(const std::string& path) const = 0;
    // The regular files in a folder and its subfolders, up to `depth` levels.
    virtual DiskAnswerPtr folder(const std::string& path, unsigned depth) const = 0;
};
using DiskPtr = std::shared_ptr<const Disk>;

}  // namespace hcl
