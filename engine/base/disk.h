// Files on disk that expressions read, as an input: one unchanging state of them. Whoever runs the engine
// implements it, and passes another object in when something changed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hcl {

struct DiskAnswer {
    enum class Found : std::uint8_t {
        Unknowable,  // outside of what may be read, too large, or not looked at
        Nothing,
        Folder,
        File
    };
    Found found = Found::Unknowable;
    std::string bytes;               // of a file
    std::vector<std::string> files;  // below a folder, relative to it, in order
    bool operator==(const DiskAnswer&) const = default;
};
using DiskAnswerPtr = std::shared_ptr<const DiskAnswer>;

// All functions may be called from any thread. Paths are absolute and clean, with forward slashes.
class Disk {
  public:
    virtual ~Disk() = default;
    virtual DiskAnswerPtr file(const std::string& path) const = 0;
    // The regular files of a folder and of the folders in it, `depth` levels of them.
    virtual DiskAnswerPtr folder(const std::string& path, unsigned depth) const = 0;
};
using DiskPtr = std::shared_ptr<const Disk>;

}  // namespace hcl
