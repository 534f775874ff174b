#include "server/host/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace hcl::server {

namespace {

std::unexpected<Error> system_error(const std::string& path) {
    return fail(path + ": " + std::strerror(errno));
}

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    int get() const { return fd_; }
    int release() {
        int fd = fd_;
        fd_ = -1;
        return fd;
    }

  private:
    int fd_;
};

class RealFileSystem final : public FileSystem {
  public:
    Result<std::string> read(const std::string& path) const override {
        // Not blocking: opening a pipe that nobody writes to must not hang the server.
        Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (fd.get() < 0) return system_error(path);
        struct stat info{};
        if (::fstat(fd.get(), &info) != 0) return system_error(path);
        if (S_ISDIR(info.st_mode)) return fail(path + ": is a folder");
        if (!S_ISREG(info.st_mode)) return fail(path + ": is no regular file");
        // One byte more than there is, so that the read which finds the end has room already.
        std::string text(static_cast<std::size_t>(info.st_size) + 1, '\0');
        std::size_t size = 0;
        for (;;) {
            // The file may grow while it is read.
            if (size == text.size()) text.resize(std::max<std::size_t>(text.size() + text.size() / 2, 64));
            ssize_t got = ::read(fd.get(), text.data() + size, text.size() - size);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return system_error(path);
            if (got == 0) break;
            size += static_cast<std::size_t>(got);
        }
        text.resize(size);
        return text;
    }

    Result<std::vector<FolderEntry>> list(const std::string& path) const override {
        DIR* folder = ::opendir(path.c_str());
        if (!folder) return system_error(path);
        std::vector<FolderEntry> entries;
        while (dirent* entry = ::readdir(folder)) {
            std::string name = entry->d_name;
            if (name == "." || name == "..") continue;
            FolderEntry found{name, entry->d_type == DT_DIR, entry->d_type == DT_LNK};
            if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) {
                struct stat info{};
                std::string full = path + "/" + name;
                if (entry->d_type == DT_UNKNOWN && ::lstat(full.c_str(), &info) == 0)
                    found.is_link = S_ISLNK(info.st_mode);
                found.is_folder = ::stat(full.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
            }
            entries.push_back(std::move(found));
        }
        ::closedir(folder);
        std::ranges::sort(entries, {}, &FolderEntry::name);
        return entries;
    }

    std::optional<FileStat> stat(const std::string& path) const override {
        struct stat info{};
        if (::stat(path.c_str(), &info) != 0) return std::nullopt;
        return FileStat{S_ISDIR(info.st_mode), static_cast<std::uint64_t>(info.st_size),
                        std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec};
    }

    Result<void> replace(const std::string& path, std::string_view text) override {
        std::string target = path;
        if (char* resolved = ::realpath(path.c_str(), nullptr)) {
            target = resolved;
            std::free(resolved);
        }
        // A folder that may be written would let a file be replaced that may not.
        if (::access(target.c_str(), W_OK) != 0 && errno != ENOENT) return system_error(target);
        std::string temporary = target + ".XXXXXX";
        Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
        if (fd.get() < 0) return system_error(target);
        auto give_up = [&]() -> std::unexpected<Error> {
            auto error = system_error(target);
            ::unlink(temporary.c_str());
            return error;
        };
        struct stat old{};
        mode_t mode = 0;
        if (::stat(target.c_str(), &old) == 0) {
            mode = old.st_mode & 07777;
        } else {
            mode_t mask = ::umask(0);
            ::umask(mask);
            mode = 0666 & ~mask;
        }
        if (::fchmod(fd.get(), mode) != 0) return give_up();
        while (!text.empty()) {
            ssize_t written = ::write(fd.get(), text.data(), text.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return give_up();
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        if (::fsync(fd.get()) != 0) return give_up();
        if (::close(fd.release()) != 0) return give_up();
        if (::rename(temporary.c_str(), target.c_str()) != 0) return give_up();
        return {};
    }
};

}  // namespace

std::unique_ptr<FileSystem> make_real_file_system() {
    return std::make_unique<RealFileSystem>();
}

}  // namespace hcl::server
