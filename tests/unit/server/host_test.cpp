// The operating system's side: files, folders, ignore rules, watching.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
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

TEST_CASE("an exception of a thread is rethrown to the waiting thread") {
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
    // The last rule counts, whether it has wildcards or not.
    rules = IgnoreRules::parse("a*\n!ab\nab/\nb\n!b*\n**/c\nd/**/e.tf\n!/c\nx[ab]\n\\!y\n[\n");
    CHECK(rules.match("ac", false) == Verdict::Ignore);
    CHECK(rules.match("ab", false) == Verdict::Keep);
    CHECK(rules.match("ab", true) == Verdict::Ignore);
    CHECK(rules.match("b", false) == Verdict::Keep);
    CHECK(rules.match("z/c", false) == Verdict::Ignore);
    CHECK(rules.match("c", false) == Verdict::Keep);
    CHECK(rules.match("d/e.tf", false) == Verdict::Ignore);
    CHECK(rules.match("d/x/y/e.tf", false) == Verdict::Ignore);
    CHECK(rules.match("xb", false) == Verdict::Ignore);
    CHECK(rules.match("xc", false) == Verdict::None);
    CHECK(rules.match("!y", false) == Verdict::Ignore);
    CHECK(rules.match("[", false) == Verdict::Ignore);
    CHECK(rules.match("", false) == Verdict::None);
}

TEST_CASE("ignore rules: the work for one path is bounded, and plain names cost nothing") {
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "name" + std::to_string(i) + "\n" + "/a/b" + std::to_string(i) + "\n";
    IgnoreRules rules = IgnoreRules::parse(text);
    using Verdict = IgnoreRules::Verdict;
    CHECK(rules.match("x/name7", false) == Verdict::Ignore);
    CHECK(rules.match("a/b19999", true) == Verdict::Ignore);
    CHECK(rules.match("x/a/b7", false) == Verdict::None);
    text = "last*\n";
    for (int i = 0; i < 20'000; ++i) text += "*a*b" + std::to_string(i) + "*\n";
    rules = IgnoreRules::parse("plain.tf\n" + text + "first*\n");
    CHECK(rules.match("first.tf", false) == Verdict::Ignore);
    CHECK(rules.match("last.tf", false) == Verdict::TooLong);
    // A rule with wildcards behind it could keep it.
    CHECK(rules.match("plain.tf", false) == Verdict::TooLong);
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
                            {"/r/sub/vendor/modules.txt", ""},
                            {"/r/sub/vendor/v.tf", ""},
                            {"/r/z.tf", ""}});
    CHECK(walked(files, "/r/sub") == std::vector<std::string>{".ignore", "a.tf", "back.tmp"});
    CHECK_FALSE(is_left_out(files, "/r", "/r/sub/a.tf", {}));
    CHECK_FALSE(is_left_out(files, "/r", "/r/sub/back.tmp", {}));
    CHECK(is_left_out(files, "/r", "/r/sub/gone.tf", {}));
    CHECK(is_left_out(files, "/r", "/r/sub/local/l.tf", {}));
    CHECK(is_left_out(files, "/r", "/r/sub/node_modules/n.tf", {}));
    CHECK(is_left_out(files, "/r", "/r/sub/vendor/v.tf", {}));
    CHECK(is_left_out(files, "/r", "/elsewhere/a.tf", {}));
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

TEST_CASE("real files: a file with two names, or of another owner, stays the same file") {
    TemporaryFolder folder;
    folder.write("a.tf", "a=1\n");
    fs::create_hard_link(folder.path + "/a.tf", folder.path + "/b.tf");
    auto files = make_real_file_system();
    REQUIRE(files->replace(folder.path + "/a.tf", "a\n"));
    CHECK(files->read(folder.path + "/b.tf").value() == "a\n");
    CHECK(fs::hard_link_count(folder.path + "/a.tf") == 2);
    CHECK(walked(*files, folder.path) == std::vector<std::string>{"a.tf", "b.tf"});
    folder.write("c.tf", "c=1\n");
    // Only root may give files away.
    if (::chown((folder.path + "/c.tf").c_str(), 12, 34) != 0) return;
    REQUIRE(files->replace(folder.path + "/c.tf", "c = 1\n"));
    struct stat now{};
    REQUIRE(::stat((folder.path + "/c.tf").c_str(), &now) == 0);
    CHECK(now.st_uid == 12);
    CHECK(now.st_gid == 34);
}

TEST_CASE("reading stops at a limit, even if the reported size is smaller") {
    TemporaryFolder folder;
    folder.write("large.tf", "");
    fs::resize_file(folder.path + "/large.tf", std::uintmax_t{20} << 30);
    auto files = make_real_file_system();
    auto text = files->read(folder.path + "/large.tf");
    REQUIRE_FALSE(text);
    CHECK(text.error().message.ends_with("is larger than 1 GiB"));
    folder.write("exact.tf", std::string(1024, '#'));
    CHECK(files->read(folder.path + "/exact.tf", 1024));
    CHECK_FALSE(files->read(folder.path + "/exact.tf", 1023));
    // Files of the system have no size before they are read.
    CHECK_FALSE(files->read("/proc/self/smaps", 100));
}

TEST_CASE("only regular files are replaced; links are followed, pipes and devices written to") {
    TemporaryFolder folder;
    auto files = make_real_file_system();
    REQUIRE(files->replace("/dev/null", "lost"));
    CHECK(fs::is_character_file("/dev/null"));
    CHECK_FALSE(files->replace("/dev/full", "too much"));
    CHECK(fs::is_character_file("/dev/full"));

    std::string pipe = folder.path + "/pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(files->replace(pipe, "through"));
    char buffer[16];
    CHECK(::read(reader, buffer, sizeof buffer) == 7);
    ::close(reader);
    CHECK(fs::is_fifo(pipe));

    // A link to a file that is not there yet, over a second link in another folder.
    fs::create_directory(folder.path + "/sub");
    fs::create_symlink("sub/second", folder.path + "/first");
    fs::create_symlink("target", folder.path + "/sub/second");
    REQUIRE(files->replace(folder.path + "/first", "text"));
    CHECK(fs::is_symlink(folder.path + "/first"));
    CHECK(fs::is_symlink(folder.path + "/sub/second"));
    CHECK(files->read(folder.path + "/sub/target").value() == "text");

    // A descriptor under /proc is a link without a name: the file behind it is what counts.
    int open = ::open((folder.path + "/sub/target").c_str(), O_RDONLY);
    REQUIRE(files->replace("/proc/self/fd/" + std::to_string(open), "again"));
    CHECK(files->read(folder.path + "/sub/target").value() == "again");
    ::close(open);
}

TEST_CASE("temporary files of an interrupted write are removed, those of a running one are not") {
    TemporaryFolder folder;
    folder.write(".hcl-ls-write-AbC123", "half");
    folder.write(".hcl-ls-write-busy99", "half");
    folder.write(".hcl-ls-write-", "a person's");
    folder.write("a.tf", "a = 1\n");
    int busy = ::open((folder.path + "/.hcl-ls-write-busy99").c_str(), O_RDONLY);
    REQUIRE(::flock(busy, LOCK_EX) == 0);
    auto files = make_real_file_system();
    files->remove_leftovers(folder.path);
    ::close(busy);
    std::vector<std::string> left;
    auto entries = files->list(folder.path);
    REQUIRE(entries);
    for (const FolderEntry& entry : *entries) left.push_back(entry.name);
    CHECK(left == std::vector<std::string>{".hcl-ls-write-", ".hcl-ls-write-busy99", "a.tf"});
    REQUIRE(files->replace(folder.path + "/a.tf", "a = 2\n"));
    CHECK(files->list(folder.path)->size() == 3);
}

TEST_CASE("walks do not follow links out of the roots, and skip ignore files that are too large") {
    TemporaryFolder folder;
    folder.write("secret.tf", "password = 1\n");
    folder.write("root/a.tf", "");
    folder.write("other/b.tf", "");
    std::string root = folder.path + "/root";
    fs::create_symlink("../secret.tf", root + "/out.tf");
    fs::create_symlink("../other/b.tf", root + "/b.tf");
    fs::create_symlink("a.tf", root + "/in.tf");
    fs::create_symlink("/proc/self/environ", root + "/env.tf");
    fs::create_symlink("nowhere", root + "/none.tf");
    folder.write("root/.gitignore", "a.tf\n");
    fs::resize_file(root + "/.gitignore", std::uintmax_t{3} << 30);
    auto files = make_real_file_system();
    CHECK(walked(*files, root) == std::vector<std::string>{".gitignore", "a.tf", "in.tf", "none.tf"});
    CHECK(is_left_out(*files, root, root + "/out.tf", {}));
    CHECK(is_left_out(*files, root, root + "/b.tf", {}));
    CHECK_FALSE(is_left_out(*files, root, root + "/b.tf", {folder.path + "/other"}));
    CHECK_FALSE(is_left_out(*files, root, root + "/in.tf", {}));

    std::vector<std::string> outside;
    std::vector<std::string> problems;
    WalkVisitor visitor;
    visitor.file = [](const std::string&) { return true; };
    visitor.outside = [&](const std::string& path) { outside.push_back(path.substr(root.size() + 1)); };
    visitor.problem = [&](const std::string& message) { problems.push_back(message); };
    WalkOptions options;
    options.roots = {folder.path + "/other"};
    walk(*files, root, options, visitor);
    CHECK(outside == std::vector<std::string>{"env.tf", "out.tf"});
    CHECK(problems ==
          std::vector<std::string>{root + "/.gitignore: is larger than 256 KiB, its rules are ignored"});
    // Excluded folders are reported: a missing file may be in one of them.
    fs::create_directory_symlink("../other", root + "/linked");
    folder.write("root/.ignore", "gen/\n*.bak\n");
    folder.write("root/gen/deep/g.tf", "");
    folder.write("root/old.bak", "");
    folder.write("root/.terraform/t.tf", "");
    folder.write("root/one/two/t.tf", "");
    std::vector<std::string> unseen;
    WalkVisitor looks;
    looks.file = [](const std::string&) { return true; };
    looks.unseen = [&](const std::string& path, bool is_folder) {
        unseen.push_back(path.substr(root.size() + 1) + (is_folder ? "/" : ""));
    };
    options.max_depth = 1;
    walk(*files, root, options, looks);
    CHECK(unseen == std::vector<std::string>{"gen/", "linked/", "old.bak", "one/two/"});
    CHECK(is_left_out(*files, root, root + "/gen/", {}));
    CHECK_FALSE(is_left_out(*files, root, root + "/one/", {}));
    for (const char* name : {"linked", ".ignore", "gen", "old.bak", ".terraform", "one"})
        fs::remove_all(root + "/" + name);
    // Links are not ignore files, as in Git.
    fs::remove(root + "/.gitignore");
    folder.write("rules", "a.tf\n");
    fs::create_symlink("../rules", root + "/.gitignore");
    CHECK(walked(*files, root).size() == 3);
    fs::remove(root + "/.gitignore");
    folder.write("root/.gitignore", "other\n");
    // A root that is a link itself.
    fs::create_directory_symlink("root", folder.path + "/linked");
    CHECK(walked(*files, folder.path + "/linked").size() == 4);
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

TEST_CASE("a file that was read and goes before a comparison is gone") {
    TemporaryFolder folder;
    folder.write("a.tf", "a = 1\n");
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
                                {true, 300});
    watcher->watch({folder.path});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    // Neither was there; what is elsewhere stays.
    watcher->note_read({folder.path + "/short.tf", "/proc/self/status"});
    std::unique_lock lock(mutex);
    CHECK(came.wait_for(lock, std::chrono::seconds(10), [&] { return !changes.empty(); }));
    CHECK(changes == std::vector<FileChange>{{FileChange::Kind::Deleted, folder.path + "/short.tf"}});
}

TEST_CASE("a root that is removed and made again is seen again") {
    TemporaryFolder folder;
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
                                {false, 20});
    std::string root = folder.path + "/around/top";
    auto wait_for = [&](FileChange wanted) {
        std::unique_lock lock(mutex);
        bool seen = came.wait_for(lock, std::chrono::seconds(10),
                                  [&] { return std::ranges::find(changes, wanted) != changes.end(); });
        changes.clear();
        return seen;
    };
    // It may come later than the editor.
    watcher->watch({root});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    folder.write("around/top/a.tf", "a = 1\n");
    CHECK(wait_for({FileChange::Kind::Rescan, root}));
    // The folder around it goes, too; then it is moved away.
    fs::remove_all(folder.path + "/around");
    CHECK(wait_for({FileChange::Kind::Rescan, root}));
    folder.write("around/top/a.tf", "a = 1\n");
    CHECK(wait_for({FileChange::Kind::Rescan, root}));
    folder.write("around/top/b.tf", "b = 1\n");
    CHECK(wait_for({FileChange::Kind::Created, root + "/b.tf"}));
    // For a link to a folder, only its existence is known.
    fs::create_directory_symlink("..", root + "/linked");
    CHECK(wait_for({FileChange::Kind::Rescan, root + "/linked"}));
    fs::rename(root, folder.path + "/gone");
    CHECK(wait_for({FileChange::Kind::Rescan, root}));
    folder.write("around/top/c.tf", "c = 1\n");
    CHECK(wait_for({FileChange::Kind::Rescan, root}));
    folder.write("around/top/c.tf", "c = 2\n");
    CHECK(wait_for({FileChange::Kind::Changed, root + "/c.tf"}));
    // A link that leads elsewhere.
    const std::string link = folder.path + "/link";
    fs::create_directory_symlink("around/top", link);
    watcher->watch({link});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    fs::remove(link);
    fs::create_directory_symlink("gone", link);
    CHECK(wait_for({FileChange::Kind::Rescan, link}));
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    folder.write("gone/d.tf", "d = 1\n");
    CHECK(wait_for({FileChange::Kind::Created, link + "/d.tf"}));
}

TEST_CASE(
    "after an overflow of the system's queue everything is looked at again, and new folders are watched") {
    std::size_t queue = 0;
    std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> queue;
    if (queue == 0 || queue > 100'000) {
        std::puts("SKIP overflow of the watcher: the system's queue is too long to fill");
        return;
    }
    TemporaryFolder folder;
    folder.write("a.tf", "a = 1\n");
    auto files = make_real_file_system();
    std::mutex mutex;
    std::condition_variable came;
    std::vector<FileChange> changes;
    bool is_busy = false;
    auto watcher = make_watcher(*files,
                                [&](std::vector<FileChange> news) {
                                    std::unique_lock lock(mutex);
                                    for (FileChange& change : news) changes.push_back(std::move(change));
                                    came.notify_all();
                                    came.wait(lock, [&] { return !is_busy; });
                                },
                                {false, 20});
    auto wait_for = [&](const FileChange& wanted) {
        std::unique_lock lock(mutex);
        return came.wait_for(lock, std::chrono::seconds(20),
                             [&] { return std::ranges::find(changes, wanted) != changes.end(); });
    };
    watcher->watch({folder.path});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    {
        std::lock_guard lock(mutex);
        is_busy = true;
    }
    folder.write("a.tf", "a = 2\n");
    REQUIRE(wait_for({FileChange::Kind::Changed, folder.path + "/a.tf"}));
    // Its thread does not read now. Two events a round; the folder's own comes too late for the queue.
    const std::string coming = folder.path + "/coming.tf";
    const std::string going = folder.path + "/going.tf";
    folder.write("coming.tf", "");
    for (std::size_t i = 0; i < queue / 2 + 1; ++i) {
        fs::rename(coming, going);
        fs::rename(going, coming);
    }
    folder.write("new/b.tf", "b = 1\n");
    {
        std::lock_guard lock(mutex);
        changes.clear();
        is_busy = false;
        came.notify_all();
    }
    CHECK(wait_for({FileChange::Kind::Rescan, folder.path}));
    folder.write("new/c.tf", "c = 1\n");
    CHECK(wait_for({FileChange::Kind::Created, folder.path + "/new/c.tf"}));
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
