// Tests which files functions of configurations may read.
#include "server/app/workspace_disk.h"

#include <doctest/doctest.h>

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
    CHECK(now->was_asked("/w/a.txt"));
    CHECK(!now->was_asked("/w/c.txt"));
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
    CHECK(first->was_asked("/w/made/later.txt"));
    CHECK(!first->was_asked("/w/other.txt"));

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

}  // namespace
}  // namespace workspace_disk_tests
}  // namespace hcl::test
