// Tests which files functions of configurations may read.
#include "server/app/workspace_disk.h"

#include <doctest/doctest.h>

#include <functional>

#include "engine/base/limits.h"
#include "server/host/memory_file_system.h"

namespace hcl::test {
namespace workspace_disk_tests {
namespace {

using Found = DiskAnswer::Found;

TEST_CASE("files below the roots are read, others are not looked at") {
    server::MemoryFileSystem files({{"/w/a.txt", "one"}, {"/w/sub/b.txt", "two"}, {"/secret/key", "three"}});
    const server::WorkspaceDisk disk(files, {"/w"});
    CHECK(disk.file("/w/a.txt")->bytes == "one");
    CHECK(disk.file("/w/none")->found == Found::Nothing);
    CHECK(disk.file("/w/sub")->found == Found::Folder);
    const int reads = files.reads();
    CHECK(disk.file("/secret/key")->found == Found::Unknowable);
    CHECK(disk.file("/w2/x")->found == Found::Unknowable);
    CHECK(disk.file("/w/a.txt")->bytes == "one");
    CHECK(files.reads() == reads);
    CHECK(disk.folder("/w", 1)->files == std::vector<std::string>{"a.txt"});
    CHECK(disk.folder("/w", 2)->files == std::vector<std::string>{"a.txt", "sub/b.txt"});
}

TEST_CASE("what version control ignores may be there elsewhere") {
    server::MemoryFileSystem files({{"/w/.gitignore", "/made/\n*.pem\n"}, {"/w/made/a.txt", "one"}});
    const server::WorkspaceDisk disk(files, {"/w"});
    CHECK(disk.file("/w/made/a.txt")->bytes == "one");
    CHECK(disk.file("/w/made/b.txt")->found == Found::Unknowable);
    CHECK(disk.file("/w/keys/a.pem")->found == Found::Unknowable);
    CHECK(disk.file("/w/keys/a.txt")->found == Found::Nothing);
    CHECK(disk.file("/w/.terraform/a.txt")->found == Found::Unknowable);
}

TEST_CASE("too much is no answer") {
    server::MemoryFileSystem files({{"/w/large", std::string(limits::read_file + 1, 'x')}});
    for (std::size_t i = 0; i <= limits::listed_entries; ++i) files.write("/w/many/" + std::to_string(i), "");
    const server::WorkspaceDisk disk(files, {"/w"});
    CHECK(disk.file("/w/large")->found == Found::Unknowable);
    CHECK(disk.folder("/w/many", 1)->found == Found::Unknowable);
}

TEST_CASE("another state comes about when an answer is another, and shares the rest") {
    server::MemoryFileSystem files({{"/w/a.txt", "one"}, {"/w/b.txt", "two"}});
    const auto disk = std::make_shared<const server::WorkspaceDisk>(files, std::vector<std::string>{"/w"});
    const DiskAnswerPtr a = disk->file("/w/a.txt");
    disk->file("/w/b.txt");
    disk->file("/w/new.txt");
    files.write("/w/c.txt", "three");
    CHECK(disk->refreshed() == nullptr);
    files.write("/w/b.txt", "TWO");
    files.write("/w/new.txt", "four");
    const auto now = disk->refreshed();
    REQUIRE(now != nullptr);
    CHECK(now->file("/w/a.txt") == a);
    CHECK(now->file("/w/b.txt")->bytes == "TWO");
    CHECK(now->file("/w/new.txt")->bytes == "four");
    CHECK(disk->file("/w/b.txt")->bytes == "two");
    CHECK(now->note_change("/w/a.txt"));
    CHECK(!now->note_change("/w/c.txt"));
}

TEST_CASE("only entries that may have changed are read again, and unused ones are dropped") {
    server::MemoryFileSystem files({{"/w/a.txt", "one"}, {"/w/b.txt", "two"}});
    auto first = std::make_shared<server::WorkspaceDisk>(files, std::vector<std::string>{"/w"});
    int calls = 0;
    first->when_reading([&] { ++calls; });
    first->file("/w/a.txt");
    first->file("/w/b.txt");
    first->file("/w/made/later.txt");
    CHECK(calls == 3);
    CHECK(first->read_files() == std::vector<std::string>{"/w/a.txt", "/w/b.txt", "/w/made/later.txt"});
    CHECK(first->note_change("/w/made/later.txt"));
    CHECK(!first->note_change("/w/other.txt"));

    files.write("/w/a.txt", "ONE");
    files.write("/w/b.txt", "TWO");
    server::WorkspaceDiskPtr disk = first->refreshed({"/w/b.txt"});
    REQUIRE(disk != nullptr);
    CHECK(disk->file("/w/a.txt")->bytes == "one");
    CHECK(disk->file("/w/b.txt")->bytes == "TWO");

    for (int round = 0; round < 6; ++round) {
        files.write("/w/b.txt", "round " + std::to_string(round));
        disk = disk->refreshed({"/w/b.txt"});
        REQUIRE(disk != nullptr);
        disk->file("/w/b.txt");
    }
    CHECK(disk->read_files() == std::vector<std::string>{"/w/b.txt"});
}

TEST_CASE("an unused entry that may have changed makes another state") {
    server::MemoryFileSystem files({{"/w/a.txt", ""}, {"/w/net/a.tf", ""}});
    server::WorkspaceDiskPtr disk =
        std::make_shared<server::WorkspaceDisk>(files, std::vector<std::string>{"/w"});
    CHECK(disk->folder("/w/net", 1)->files.size() == 1);
    disk->file("/w/a.txt");
    for (int round = 0; round < 3; ++round) {
        files.write("/w/a.txt", "round " + std::to_string(round));
        disk = disk->refreshed({"/w/a.txt"});
        REQUIRE(disk != nullptr);
    }
    // Somebody may still use the list that was read at the beginning.
    files.remove("/w/net/a.tf");
    CHECK(disk->note_change("/w/net/a.tf"));
    disk = disk->refreshed({"/w/net/a.tf"});
    REQUIRE(disk != nullptr);
    CHECK(disk->folder("/w/net", 1)->files.empty());
}

// Calls `after_list` when a folder was listed, before the list is returned.
class ChangingFiles final : public server::FileSystem {
  public:
    explicit ChangingFiles(const server::MemoryFileSystem& files) : files_(files) {}

    Result<std::string> read(const std::string& path, std::uint64_t most) const override {
        return files_.read(path, most);
    }
    Result<std::vector<server::FolderEntry>> list(const std::string& path) const override {
        auto listed = files_.list(path);
        if (after_list) after_list();
        return listed;
    }
    std::optional<server::FileStat> stat(const std::string& path) const override { return files_.stat(path); }
    Result<void> replace(const std::string& path, std::string_view /*text*/) override {
        return fail(path + ": is not written");
    }

    std::function<void()> after_list;

  private:
    const server::MemoryFileSystem& files_;
};

TEST_CASE("an answer is read again if something changes meanwhile") {
    server::MemoryFileSystem memory({{"/w/net/a.tf", ""}, {"/w/net/b.tf", ""}});
    ChangingFiles files(memory);
    const server::WorkspaceDisk disk(files, {"/w"});
    int lists = 0;
    files.after_list = [&] {
        if (++lists > 1) return;
        memory.remove("/w/net/a.tf");
        disk.note_change("/w/net/a.tf");
    };
    CHECK(disk.folder("/w/net", 1)->files == std::vector<std::string>{"b.tf"});
    CHECK(lists == 2);
    CHECK(disk.folder("/w/net", 1)->files == std::vector<std::string>{"b.tf"});
    CHECK(lists == 2);
}

}  // namespace
}  // namespace workspace_disk_tests
}  // namespace hcl::test
