#include "tests/harness/replay.h"

#include <algorithm>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/file_syntax.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "server/app/extensions.h"
#include "tests/harness/all_answers.h"

namespace hcl::test {

namespace {

// Pieces of edits that create and break names, blocks, values and comments.
constexpr std::string_view kPieces[] = {
    "",
    "\n",
    "}",
    "{",
    "\"",
    "1",
    "x",
    "a",
    ".",
    "= ",
    " = 2\n",
    "[",
    "]",
    "(",
    ")",
    "${",
    "var.",
    "local.",
    "each.key",
    "*/",
    "/*",
    "# hcl-ls:ignore\n",
    "<<A\n",
    "A\n",
    "true",
    "null",
    "for_each",
    "count = 2\n",
    "variable \"b\" {\n  default = 1\n}\n",
    "locals {\n  c = local.a\n}\n",
    "module.",
    "name = \"a\"\n",
    "\n}\n",
};

std::string shown(const Diagnostics& found) {
    std::string out;
    auto place = [](FileId file, Span span) {
        return std::to_string(file.value) + ":" + std::to_string(span.start) + "-" + std::to_string(span.end);
    };
    for (const Diagnostic& d : found) {
        out += place(d.file, d.span) + " " + diag_id(d.code) + " " +
               std::to_string(static_cast<int>(d.severity)) + " " + d.message + "\n";
        for (const RelatedPlace& r : d.related)
            out += "  " + place(r.where.file, r.where.span) + " " + r.message + "\n";
        for (const Fix& fix : d.fixes) {
            out += "  fix " + fix.title;
            for (const FileEdit& e : fix.edits)
                out += " " + place(e.file, e.edit.range) + " " + e.edit.replacement;
            out += "\n";
        }
    }
    return out;
}

void add(world::World& world, std::uint32_t id, const ReplayFile& file) {
    world.set_file({FileId(id), file.path, "", world::parse_options(file.path, ""), false, 0},
                   std::make_shared<const std::string>(file.text));
}

// The lines of both texts around the first difference, and those that begin both when something is wrong in
// both.
std::string difference(const std::string& now, const std::string& expected) {
    constexpr std::size_t kShown = 1500;
    auto differs = std::ranges::mismatch(now, expected);
    std::size_t at = static_cast<std::size_t>(differs.in1 - now.begin());
    if (at == now.size() && at == expected.size()) return now.substr(0, kShown) + "\n";
    std::size_t line = at == 0 ? 0 : now.rfind('\n', at - 1) + 1;  // 0 when there is none
    return "--- after edits\n" + now.substr(line, kShown) + "\n--- fresh\n" + expected.substr(line, kShown) +
           "\n";
}

// The value of each declaration of the file.
std::string values_in(const world::Snapshot& snapshot, FileId id) {
    bind::ModulePtr module = world::module_of(snapshot, id, {});
    const bind::ModuleFile* file = module ? module->file(id) : nullptr;
    std::string out;
    if (!file) return out;
    file->each_unit([&](const bind::UnitSlot& slot) {
        for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
            Value value =
                module->value_of(bind::Symbol::of(id, slot.label, bind::Symbol::Kind::Declaration, i));
            for (const std::string& step : slot.unit->declarations[i].address) out += step + ".";
            out += " " + value.unmarked().to_display(200) + (value.is_marked() ? " marked" : "") + "\n";
        }
    });
    return out;
}

// Where to ask besides the findings; nothing is asked without places.
using Places = std::vector<Location>;

std::string found_in(world::World& world, std::size_t files, const Places& places) {
    world::SnapshotPtr snapshot = world.snapshot();
    std::string out, wrong;
    for (std::uint32_t id = 0; id < files; ++id) {
        out += shown(ide::diagnostics_for(*snapshot, FileId(id), {}));
        out += values_in(*snapshot, FileId(id));
        if (!places.empty()) out += answers_for(*snapshot, FileId(id), wrong);
    }
    for (const Location& place : places) {
        if (!snapshot->file(place.file)) continue;
        out += "at " + std::to_string(place.file.value) + ":" + std::to_string(place.span.start) + "-" +
               std::to_string(place.span.end) + "\n";
        out += answers_at(*snapshot, place.file, place.span, wrong);
    }
    return wrong.empty() ? out : "WRONG " + wrong + out;
}

Places some_places(const std::vector<ReplayFile>& files,
                   const std::function<std::uint32_t(std::uint32_t)>& pick) {
    Places places;
    for (std::uint32_t id = 0; id < files.size(); ++id) {
        auto size = static_cast<std::uint32_t>(files[id].text.size());
        for (int i = 0; i < 3; ++i) {
            std::uint32_t start = pick(size + 1);
            std::uint32_t length = pick(2) == 0 ? 0 : pick(std::min(size - start, 40u) + 1);
            places.push_back({FileId(id), {start, start + length}});
        }
    }
    return places;
}

}  // namespace

std::string replay(std::vector<ReplayFile> files, std::size_t rounds,
                   const std::function<std::uint32_t(std::uint32_t)>& pick, ReplayCompares compares) {
    world::World world;
    world.set_extensions(server::language_extensions());
    auto count = static_cast<std::uint32_t>(files.size());
    std::vector<bool> there(count, true);
    for (std::uint32_t id = 0; id < count; ++id) add(world, id, files[id]);
    found_in(world, count, {});
    std::string log;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::uint32_t id = pick(count);
        ReplayFile& file = files[id];
        std::uint32_t action = pick(40);
        if (!there[id] || action == 0) {
            there[id] = !there[id];
            if (there[id])
                add(world, id, file);
            else
                world.remove(FileId(id));
            log += (there[id] ? "added " : "removed ") + file.path + "\n";
        } else if (action == 1) {
            world.forget_trees(0);
            log += "forgot the trees\n";
        } else {
            auto size = static_cast<std::uint32_t>(file.text.size());
            std::uint32_t start = pick(size + 1);
            std::uint32_t length =
                pick(4) == 0 ? pick(std::min(size - start, 60u) + 1) : pick(std::min(size - start, 4u) + 1);
            std::string piece(kPieces[pick(static_cast<std::uint32_t>(std::size(kPieces)))]);
            // Sometimes copy a part of another file, to create duplicate names.
            if (pick(5) == 0) {
                const std::string& other = files[pick(count)].text;
                std::uint32_t from = pick(static_cast<std::uint32_t>(other.size()) + 1);
                piece = other.substr(from, pick(80));
            }
            if (size > 20'000) piece.clear();
            Edit edit{{start, start + length}, piece};
            world.edit(FileId(id), std::span(&edit, 1), 0);
            file.text.replace(start, length, piece);
            log += "edited " + file.path + " at " + std::to_string(start) + "-" +
                   std::to_string(start + length) + ": " + piece + "\n";
        }
        Places places;
        if (compares == ReplayCompares::AllAnswers) places = some_places(files, pick);
        std::string now = found_in(world, count, places);
        world::World fresh;
        fresh.set_extensions(server::language_extensions());
        for (std::uint32_t other = 0; other < count; ++other)
            if (there[other]) add(fresh, other, files[other]);
        std::string expected = found_in(fresh, count, places);
        if (now == expected && !now.starts_with("WRONG")) continue;
        std::string out = "round " + std::to_string(round) + "\n" + log + difference(now, expected);
        for (std::uint32_t other = 0; other < count; ++other)
            if (there[other]) out += "=== " + files[other].path + "\n" + files[other].text + "\n";
        return out;
    }
    return {};
}

}  // namespace hcl::test
