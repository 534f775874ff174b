// Worlds and snapshots: what is shared, what is new, what is forgotten.
#include "engine/world/world.h"

#include <doctest/doctest.h>

#include <thread>

#include "engine/base/cancel.h"
#include "engine/world/file_syntax.h"

namespace hcl::world {

namespace {

std::shared_ptr<const std::string> text(std::string value) {
    return std::make_shared<const std::string>(std::move(value));
}

FileInfo info(std::uint32_t id, bool is_open = false) {
    FileInfo result;
    result.id = FileId(id);
    result.path = "/f" + std::to_string(id) + ".tf";
    result.is_open = is_open;
    return result;
}

}  // namespace

TEST_CASE("snapshots do not change, and the same state is the same snapshot") {
    World world;
    world.set_file(info(0), text("a = 1\n"));
    SnapshotPtr before = world.snapshot();
    CHECK(world.snapshot() == before);
    Edit edit{Span{4, 5}, "2"};
    world.edit(FileId(0), std::span(&edit, 1), 7);
    SnapshotPtr after = world.snapshot();
    CHECK(after != before);
    CHECK(before->file(FileId(0))->tree()->text() == "a = 1\n");
    CHECK(after->file(FileId(0))->tree()->text() == "a = 2\n");
    CHECK(after->file(FileId(0))->info().version == 7);
    CHECK(after->revision() > before->revision());
    world.remove(FileId(0));
    CHECK(world.snapshot()->file(FileId(0)) == nullptr);
    CHECK(after->file(FileId(0)) != nullptr);
}

TEST_CASE("an edit leaves other files' states as they are") {
    World world;
    for (std::uint32_t i = 0; i < 200; ++i) world.set_file(info(i), text("a = 1\n"));
    SnapshotPtr before = world.snapshot();
    Edit edit{Span{0, 0}, "b = 1\n"};
    world.edit(FileId(77), std::span(&edit, 1), 1);
    SnapshotPtr after = world.snapshot();
    REQUIRE(after->files().size() == 200);
    for (std::uint32_t i = 0; i < 200; ++i)
        CHECK((after->file(FileId(i)) == before->file(FileId(i))) == (i != 77));
    CHECK(after->file(FileId(1000)) == nullptr);
    CHECK(after->file(FileId()) == nullptr);
}

TEST_CASE("trees of closed files are forgotten beyond the budget and come back equal") {
    World world;
    std::string big(10'000, '#');
    for (std::uint32_t i = 0; i < 4; ++i) world.set_file(info(i, i == 0), text(big + "\na = 1\n"));
    for (const FileState* state : world.snapshot()->files()) CHECK(state->tree()->size() == big.size() + 7);
    CHECK(world.snapshot()->memory().parsed == 4);
    std::uint64_t revision = world.revision();
    CHECK(world.forget_trees(70'000) == 2);
    CHECK(world.snapshot()->memory().parsed == 2);
    CHECK(world.file(FileId(0))->tree_if_parsed() != nullptr);
    CHECK(world.revision() == revision);
    for (const FileState* state : world.snapshot()->files())
        CHECK(state->tree()->text() == big + "\na = 1\n");
}

TEST_CASE("large states that are replaced are given to whom destroys them") {
    World world;
    std::vector<std::shared_ptr<const void>> given;
    world.set_release([&](std::shared_ptr<const void> object) { given.push_back(std::move(object)); });
    std::string large(2u << 20, '#');
    large += "\na = 1\n";
    std::weak_ptr<const FileState> old;
    auto is_given = [&] {
        // Nothing else keeps it: what was given goes last.
        const bool is_kept = !old.expired();
        given.clear();
        return is_kept && old.expired();
    };
    world.set_file(info(0), text(large));
    old = world.snapshot()->shared_file(FileId(0));
    world.set_file(info(0), text(large + "b = 1\n"));
    CHECK(is_given());
    old = world.snapshot()->shared_file(FileId(0));
    Edit edit{Span{0, 0}, "c = 1\n"};
    world.edit(FileId(0), std::span(&edit, 1), 1);
    CHECK(is_given());
    old = world.snapshot()->shared_file(FileId(0));
    world.remove(FileId(0));
    CHECK(is_given());
    // Many small ones together, too.
    for (std::uint32_t i = 0; i < 4; ++i) {
        world.set_file(info(i), text(std::string(10'000, '#')));
        world.snapshot()->file(FileId(i))->tree();
    }
    old = world.snapshot()->shared_file(FileId(0));
    given.clear();
    CHECK(world.forget_trees(0) == 4);
    CHECK(is_given());
}

TEST_CASE("what is known beside the text changes without parsing, unless it decides how to parse") {
    World world;
    world.set_file(info(0), text("{}"));
    syntax::FilePtr tree = world.file(FileId(0))->tree();
    FileInfo changed = info(0, true);
    world.set_info(changed);
    CHECK(world.file(FileId(0))->tree() == tree);
    CHECK(world.file(FileId(0))->info().is_open);
    changed.options.syntax = syntax::Syntax::Json;
    world.set_info(changed);
    CHECK(world.file(FileId(0))->tree()->options().syntax == syntax::Syntax::Json);
}

TEST_CASE("memo slots keep the first value, and none of a computation that unwinds") {
    struct Count {
        int value;
    };
    struct Other {
        int value;
    };
    Memo memo;
    std::atomic<bool> stop{true};
    Cancel cancel(&stop);
    CHECK_THROWS_AS(memo.get<Count>([&]() -> Count {
        cancel.poll();
        return {1};
    }),
                    Cancelled);
    CHECK(memo.peek<Count>() == nullptr);
    CHECK(memo.get<Count>([] { return Count{1}; }).value == 1);
    CHECK(memo.get<Count>([] { return Count{2}; }).value == 1);
    CHECK(memo.get<Other>([] { return Other{3}; }).value == 3);
    CHECK(memo.peek<Count>()->value == 1);
}

TEST_CASE("many threads see one value") {
    struct Value {
        std::size_t value;
    };
    Memo memo;
    Once<int> once;
    std::atomic<const Value*> seen[4] = {};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            once.get([&] { return static_cast<int>(i); });
            seen[i] = &memo.get<Value>([&] { return Value{i}; });
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 1; i < 4; ++i) CHECK(seen[i] == seen[0]);
    CHECK(once.peek() != nullptr);
}

TEST_CASE("names tell how to parse") {
    using syntax::Syntax;
    CHECK(parse_options("/a/main.tf", "").syntax == Syntax::Native);
    CHECK(parse_options("/a/main.tf.json", "").syntax == Syntax::Json);
    CHECK(parse_options("/a/x.tftpl", "").syntax == Syntax::Template);
    CHECK(parse_options("Untitled-1", "hcl-json").syntax == Syntax::Json);
    CHECK(is_hcl_path("/a/b.nomad"));
    CHECK(is_hcl_path("/a/b.tf.json"));
    CHECK_FALSE(is_hcl_path("/a/package.json"));
    CHECK_FALSE(is_hcl_path("/a/notes.txt"));
}

}  // namespace hcl::world
