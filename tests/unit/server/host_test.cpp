// The operating system's side: files, folders, ignore rules, watching.
#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "engine/base/cancel.h"
#include "server/host/for_each_index.h"
#include "server/host/ignore.h"
#include "server/host/memory_file_system.h"
#include "server/host/process.h"
#include "server/host/reactor.h"
#include "server/host/walk.h"
#include "server/host/watcher.h"

namespace hcl::server {

namespace {

namespace fs = std::filesystem;

struct TemporaryFolder {
    std::string path;
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "hcl-ls-test-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~TemporaryFolder() { fs::remove_all(path); }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories(fs::path(path + "/" + name).parent_path());
        std::ofstream(path + "/" + name, std::ios::binary) << text;
    }
};

std::vector<std::string> walked(const FileSystem& files, const std::string& root) {
    std::vector<std::string> found;
    WalkVisitor visitor;
    visitor.file = [&](const std::string& path) {
        found.push_back(path.substr(root.size() + 1));
        return true;
    };
    walk(files, root, {}, visitor);
    return found;
}

}  // namespace

TEST_CASE("what one of many threads throws is thrown to whoever waits") {
    std::atomic<int> done = 0;
    hcl::server::for_each_index(100, 4, [&](std::size_t) { ++done; });
    CHECK(done == 100);
    auto fail = [](std::size_t i) {
        if (i == 7) throw hcl::Cancelled{};
    };
    CHECK_THROWS_AS(hcl::server::for_each_index(100, 4, fail), hcl::Cancelled);
    CHECK_THROWS_AS(hcl::server::for_each_index(100, 1, fail), hcl::Cancelled);
}

TEST_CASE("ignore rules: order, folders, anchors, negation") {
    IgnoreRules rules =
        IgnoreRules::parse("# note\n*.log\n!keep.log\nbuild/\n/top.tf\na/b.tf\ntrailing.tf   \r\n\\#odd\n");
    using Verdict = IgnoreRules::Verdict;
    CHECK(rules.match("x.log", false) == Verdict::Ignore);
    CHECK(rules.match("deep/x.log", false) == Verdict::Ignore);
    CHECK(rules.match("keep.log", false) == Verdict::Keep);
    CHECK(rules.match("build", true) == Verdict::Ignore);
    CHECK(rules.match("build", false) == Verdict::None);
    CHECK(rules.match("top.tf", false) == Verdict::Ignore);
    CHECK(rules.match("x/top.tf", false) == Verdict::None);
    CHECK(rules.match("a/b.tf", false) == Verdict::Ignore);
    CHECK(rules.match("x/a/b.tf", false) == Verdict::None);
    CHECK(rules.match("trailing.tf", false) == Verdict::Ignore);
    CHECK(rules.match("#odd", false) == Verdict::Ignore);
}

TEST_CASE("walks obey ignore files at every level, above the root too") {
    MemoryFileSystem files({{"/r/.git/info/exclude", "secret.tf\n"},
                            {"/r/.gitignore", "*.tmp\n/sub/gone.tf\n"},
                            {"/r/sub/.ignore", "!back.tmp\nlocal/\n"},
                            {"/r/sub/a.tf", ""},
                            {"/r/sub/gone.tf", ""},
                            {"/r/sub/secret.tf", ""},
                            {"/r/sub/x.tmp", ""},
                            {"/r/sub/back.tmp", ""},
                            {"/r/sub/local/l.tf", ""},
                            {"/r/sub/node_modules/n.tf", ""},
                            {"/r/z.tf", ""}});
    CHECK(walked(files, "/r/sub") == std::vector<std::string>{".ignore", "a.tf", "back.tmp"});
    CHECK_FALSE(is_left_out(files, "/r", "/r/sub/a.tf"));
    CHECK_FALSE(is_left_out(files, "/r", "/r/sub/back.tmp"));
    CHECK(is_left_out(files, "/r", "/r/sub/gone.tf"));
    CHECK(is_left_out(files, "/r", "/r/sub/local/l.tf"));
    CHECK(is_left_out(files, "/r", "/r/sub/node_modules/n.tf"));
    CHECK(is_left_out(files, "/r", "/elsewhere/a.tf"));
}

TEST_CASE("real files: read, list, replace in one step") {
    TemporaryFolder folder;
    folder.write("a.tf", "a = 1\n");
    fs::create_directory_symlink(folder.path, folder.path + "/loop");
    fs::create_symlink(folder.path + "/a.tf", folder.path + "/link.tf");
    fs::permissions(folder.path + "/a.tf", fs::perms::owner_read | fs::perms::owner_write);
    auto files = make_real_file_system();
    CHECK(files->read(folder.path + "/a.tf").value() == "a = 1\n");
    CHECK_FALSE(files->read(folder.path + "/none.tf"));
    CHECK_FALSE(files->read(folder.path));
    CHECK_FALSE(files->list(folder.path + "/a.tf"));
    auto entries = files->list(folder.path);
    REQUIRE(entries);
    REQUIRE(entries->size() == 3);
    CHECK((*entries)[2].name == "loop");
    CHECK((*entries)[2].is_link);
    CHECK((*entries)[2].is_folder);
    CHECK(walked(*files, folder.path) == std::vector<std::string>{"a.tf", "link.tf"});
    // Through a link the file itself is replaced, and keeps its permissions.
    REQUIRE(files->replace(folder.path + "/link.tf", "a = 2\n"));
    CHECK(fs::is_symlink(folder.path + "/link.tf"));
    CHECK(files->read(folder.path + "/a.tf").value() == "a = 2\n");
    CHECK((fs::status(folder.path + "/a.tf").permissions() & fs::perms::group_read) == fs::perms::none);
    CHECK_FALSE(files->replace(folder.path + "/none/x.tf", ""));
    CHECK(walked(*files, folder.path).size() == 2);
}

TEST_CASE("watching folders, by the system's means and by looking") {
    for (bool only_poll : {false, true}) {
        CAPTURE(only_poll);
        TemporaryFolder folder;
        folder.write("old.tf", "a = 1\n");
        auto files = make_real_file_system();
        std::mutex mutex;
        std::condition_variable came;
        std::vector<FileChange> changes;
        auto watcher = make_watcher(*files,
                                    [&](std::vector<FileChange> news) {
                                        std::lock_guard lock(mutex);
                                        for (FileChange& change : news) changes.push_back(std::move(change));
                                        came.notify_all();
                                    },
                                    {only_poll, 20});
        watcher->watch({folder.path});
        auto wait_for = [&](FileChange::Kind kind, const std::string& name) {
            std::unique_lock lock(mutex);
            return came.wait_for(lock, std::chrono::seconds(10), [&] {
                for (const FileChange& change : changes)
                    if (change.kind == kind && change.path == folder.path + "/" + name) return true;
                return false;
            });
        };
        // The watcher's thread sets itself up; until then nothing is missed that is repeated.
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        folder.write("new.tf", "a = 1\n");
        CHECK(wait_for(FileChange::Kind::Created, "new.tf"));
        folder.write("old.tf", "a = 1234\n");
        CHECK(wait_for(FileChange::Kind::Changed, "old.tf"));
        fs::remove(folder.path + "/new.tf");
        CHECK(wait_for(FileChange::Kind::Deleted, "new.tf"));
        folder.write("deep/er/x.tf", "a = 1\n");
        CHECK(wait_for(FileChange::Kind::Created, "deep/er/x.tf"));
    }
}

TEST_CASE("the reactor: tasks, timers, the death of a process") {
    Reactor reactor;
    std::string order;
    reactor.after(std::chrono::milliseconds(20), [&] {
        order += 'b';
        // No process has the largest number there is.
        reactor.watch_process(0x7FFFFFFE, [&] {
            order += 'c';
            reactor.stop();
        });
    });
    reactor.post([&] { order += 'a'; });
    reactor.run();
    CHECK(order == "abc");
    CHECK(resident_memory() > 0);
}

}  // namespace hcl::server
