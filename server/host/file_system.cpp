#include "server/host/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace hcl::server {

namespace {

std::unexpected<Error> system_error(const std::string& path) {
    return fail(path + ": " + std::strerror(errno));
}

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    int get() const { return fd_; }

  private:
    int fd_;
};

std::string bytes_for_people(std::uint64_t bytes) {
    if (bytes >= std::uint64_t{1} << 30) return std::to_string(bytes >> 30) + " GiB";
    if (bytes >= std::uint64_t{1} << 20) return std::to_string(bytes >> 20) + " MiB";
    return std::to_string(bytes >> 10) + " KiB";
}

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Whether the file has, or can be given, this owner and group.
bool gives_to(int fd, uid_t owner, gid_t group) {
    struct stat now{};
    if (::fstat(fd, &now) != 0) return false;
    return (now.st_uid == owner && now.st_gid == group) || ::fchown(fd, owner, group) == 0;
}

// Gives an existing file another text.
bool write_over(const std::string& path, std::string_view text) {
    Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    return fd.get() >= 0 && write_all(fd.get(), text) &&
           ::ftruncate(fd.get(), static_cast<off_t>(text.size())) == 0 && ::fsync(fd.get()) == 0;
}

// Writes to a device, a pipe or a socket, which must not be replaced.
Result<void> write_to_node(const std::string& path, std::string_view text) {
    Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (fd.get() < 0 || !write_all(fd.get(), text)) return system_error(path);
    return {};
}

// The target of a link, which need not exist.
std::string follow_links(std::string path) {
    constexpr int kMostLinks = 40;
    for (int i = 0; i < kMostLinks; ++i) {
        char buffer[PATH_MAX];
        ssize_t size = ::readlink(path.c_str(), buffer, sizeof buffer);
        if (size <= 0) break;
        std::string next(buffer, static_cast<std::size_t>(size));
        if (next.starts_with('/'))
            path = std::move(next);
        else
            path.replace(path.rfind('/') + 1, std::string::npos, next);
    }
    return path;
}

// Temporary files have a recognisable name, so that a later run can remove them.
constexpr std::string_view kTemporary = ".hcl-ls-write-";
constexpr std::string_view kUnique = "XXXXXX";

bool is_temporary(std::string_view name) {
    return name.starts_with(kTemporary) && name.size() == kTemporary.size() + kUnique.size();
}

// A new file in the folder of `target`, locked while it is open.
bool make_temporary(const std::string& target, std::string& path, Descriptor& fd) {
    constexpr int kTries = 5;
    for (int i = 0; i < kTries; ++i) {
        path = target.substr(0, target.rfind('/') + 1) + std::string(kTemporary) + std::string(kUnique);
        fd = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
        if (fd.get() < 0) return false;
        struct stat info{};
        // On file systems without locks, cleanup removes nothing either.
        ::flock(fd.get(), LOCK_EX);
        // Another process may have removed it as a leftover before the lock.
        if (::fstat(fd.get(), &info) == 0 && info.st_nlink > 0) return true;
    }
    return false;
}

class OpenFile final : public schemas::StoredBytes {
  public:
    OpenFile(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
    std::uint64_t size() const override { return size_; }
    std::string read(std::uint64_t offset, std::size_t size) const override {
        if (offset > size_) return {};
        std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(size, size_ - offset)), '\0');
        std::size_t done = 0;
        while (done < text.size()) {
            ssize_t got =
                ::pread(fd_.get(), text.data() + done, text.size() - done, static_cast<off_t>(offset + done));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            done += static_cast<std::size_t>(got);
        }
        text.resize(done);
        return text;
    }

  private:
    Descriptor fd_;
    std::uint64_t size_;
};

class RealFileSystem final : public FileSystem {
  public:
    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t most) const override {
        // Non-blocking: opening a pipe without a writer must not hang the server.
        Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (fd.get() < 0) return system_error(path);
        struct stat info{};
        if (::fstat(fd.get(), &info) != 0) return system_error(path);
        if (S_ISDIR(info.st_mode)) return fail(path + ": is a folder");
        if (!S_ISREG(info.st_mode)) return fail(path + ": is not a regular file");
        auto too_large = [&] { return fail(path + ": is larger than " + bytes_for_people(most)); };
        if (static_cast<std::uint64_t>(info.st_size) > most) return too_large();
        // One byte more than the size, so that the read that detects the end has room.
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
            if (size > most) return too_large();
        }
        text.resize(size);
        return text;
    }

    Result<schemas::StoredBytesPtr> open(const std::string& path) const override {
        int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0) return system_error(path);
        struct stat info{};
        if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
            ::close(fd);
            return fail(path + ": is not a regular file");
        }
        return std::make_shared<const OpenFile>(fd, static_cast<std::uint64_t>(info.st_size));
    }

    Result<void> make_folder(const std::string& path) override {
        for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
            std::string part = path.substr(0, slash);
            if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return system_error(part);
            if (slash == std::string::npos) return {};
        }
    }

    Result<void> remove_file(const std::string& path) override {
        if (::unlink(path.c_str()) != 0) return system_error(path);
        return {};
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
                std::string full = path;
                full.append("/").append(name);
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

    std::string resolve(const std::string& path) const override {
        char* resolved = ::realpath(path.c_str(), nullptr);
        if (!resolved) return path;
        std::string result = resolved;
        std::free(resolved);
        return result;
    }

    Result<void> replace(const std::string& path, std::string_view text) override {
        // The process's own output may be a file that the shell has open: write to it, so
        // that later output follows.
        struct stat old{};
        bool is_there = ::stat(path.c_str(), &old) == 0;
        for (int fd : {STDOUT_FILENO, STDERR_FILENO}) {
            struct stat stream{};
            if (!is_there || ::fstat(fd, &stream) != 0) continue;
            if (stream.st_dev != old.st_dev || stream.st_ino != old.st_ino) continue;
            std::fflush(fd == STDOUT_FILENO ? stdout : stderr);
            return write_all(fd, text) ? Result<void>{} : system_error(path);
        }
        if (is_there && !S_ISREG(old.st_mode)) return write_to_node(path, text);
        std::string target = is_there ? resolve(path) : follow_links(path);
        // Write permission for the folder must not allow replacing a read-only file.
        if (::access(target.c_str(), W_OK) != 0 && errno != ENOENT) return system_error(target);
        std::string temporary;
        Descriptor fd(-1);
        if (!make_temporary(target, temporary, fd)) return system_error(target);
        auto give_up = [&]() -> std::unexpected<Error> {
            auto error = system_error(target);
            ::unlink(temporary.c_str());
            return error;
        };
        mode_t mode = old.st_mode & 07777;
        if (!is_there) {
            mode_t mask = ::umask(0);
            ::umask(mask);
            mode = 0666 & ~mask;
        }
        // A file with other names, or of an owner that a new one cannot have, stays the same file. The text
        // is written twice, so that a full disk is found before the file is touched.
        const bool is_kept = is_there && (old.st_nlink > 1 || !gives_to(fd.get(), old.st_uid, old.st_gid));
        if (::fchmod(fd.get(), mode) != 0) return give_up();
        if (!write_all(fd.get(), text)) return give_up();
        if (::fsync(fd.get()) != 0) return give_up();
        if (is_kept) {
            if (!write_over(target, text)) return give_up();
            ::unlink(temporary.c_str());
            return {};
        }
        if (::rename(temporary.c_str(), target.c_str()) != 0) return give_up();
        return {};
    }

    void remove_leftovers(const std::string& folder) override {
        DIR* open = ::opendir(folder.c_str());
        if (!open) return;
        while (dirent* entry = ::readdir(open)) {
            if (!is_temporary(entry->d_name)) continue;
            int at = ::dirfd(open);
            Descriptor fd(::openat(at, entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
            // A running writer holds the lock; the kernel releases it when a process ends.
            if (fd.get() >= 0 && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) ::unlinkat(at, entry->d_name, 0);
        }
        ::closedir(open);
    }
};

}  // namespace

Result<schemas::StoredBytesPtr> FileSystem::open(const std::string& path) const {
    HCL_TRY(std::string bytes, read(path));
    return std::make_shared<const schemas::BytesInMemory>(std::move(bytes));
}

std::unique_ptr<FileSystem> make_real_file_system() {
    return std::make_unique<RealFileSystem>();
}

}  // namespace hcl::server
