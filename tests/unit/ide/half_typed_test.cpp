// Completion in every half-typed state of the syntax fixtures, with and without the rest of the line: answers
// fit their position, and are not empty where something can be typed.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "engine/ide/completion/completion.h"
#include "engine/ide/place/places.h"
#include "tests/harness/fixture/fixture.h"
#include "tests/harness/fixture/parse.h"
#include "tests/harness/fixture/runner.h"
#include "tests/harness/paths.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

using syntax::TokenKind;

constexpr std::size_t kMostPlaces = 80;  // per file

enum class Wanted { Anything, Nothing, Something };

// The expectation after the text before the cursor, where that is certain.
Wanted wanted_behind(const std::string& before) {
    syntax::FilePtr tree = syntax::File::parse(before);
    if (tree->chunk_count() == 0) return Wanted::Something;
    TokenKind last = TokenKind::EndOfFile;
    bool in_heredoc = false;
    int templates = 0;
    for (std::uint32_t c = 0; c < tree->chunk_count(); ++c)
        for (TokenKind kind : tree->chunk(c)->token_kinds) {
            if (kind == TokenKind::EndOfFile) continue;
            last = kind;
            if (kind == TokenKind::OHeredoc) in_heredoc = true;
            if (kind == TokenKind::CHeredoc) in_heredoc = false;
            if (kind == TokenKind::TemplateInterp || kind == TokenKind::TemplateControl) ++templates;
            if (kind == TokenKind::TemplateSeqEnd) --templates;
        }
    if (last == TokenKind::TemplateInterp) return Wanted::Something;
    if (last == TokenKind::Comment && !before.ends_with('\n') && !before.ends_with("*/"))
        return Wanted::Nothing;
    if (last == TokenKind::StringLit) return Wanted::Nothing;
    if (in_heredoc || templates != 0) return Wanted::Anything;
    std::string line = before.substr(before.rfind('\n') + 1);
    static const std::regex kValue(R"(^\s*[A-Za-z_][A-Za-z0-9_]*\s*=\s*$)");
    static const std::regex kOperand(
        R"(^\s*[A-Za-z_][A-Za-z0-9_]*\s*=\s*[a-z0-9. ]+(\+|\*|/|%|&&|\|\||\?)\s*$)");
    if (std::regex_search(line, kValue) || std::regex_search(line, kOperand)) return Wanted::Something;
    return Wanted::Anything;
}

void check_place(const std::string& name, const std::string& text, std::uint32_t offset) {
    SmallWorld small;
    FileId file = small.add("main.hcl", text);
    auto snapshot = small.world.snapshot();
    ide::CompletionOptions options;
    ide::Completions found = ide::complete(*snapshot, file, offset, options, {});
    std::string before = text.substr(0, offset);
    INFO(name << ": " << before.substr(before.size() > 60 ? before.size() - 60 : 0) << "|"
              << text.substr(offset, 20));
    // An unterminated string may end elsewhere, depending on the text after the cursor.
    const syntax::File& tree = *snapshot->file(file)->tree();
    auto last = ide::token_at(tree, offset > 0 ? offset - 1 : 0);
    bool is_open = last && (last->span().end > offset || offset == tree.size());
    bool is_text = is_open && (last->kind() == TokenKind::StringLit || last->kind() == TokenKind::Comment);
    Wanted wanted = wanted_behind(before);
    if (wanted == Wanted::Nothing && !is_text) wanted = Wanted::Anything;
    switch (wanted) {
        case Wanted::Anything:
            break;
        case Wanted::Nothing:
            CHECK(found.items.empty());
            break;
        case Wanted::Something:
            CHECK_FALSE(found.items.empty());
            break;
    }
    if (found.items.empty()) return;
    // Accepting an item replaces the word at the cursor, on its line.
    CHECK(found.replaced.touches(offset));
    CHECK(small.text(file, found.replaced).find('\n') == std::string::npos);
    std::set<std::string> labels;
    for (const ide::CompletionItem& item : found.items) {
        CHECK_FALSE(item.label.empty());
        CHECK_FALSE(item.inserted.empty());
        CHECK(labels.insert(item.label).second);
    }
}

std::vector<std::uint32_t> places_in(const FixtureFile& file) {
    std::vector<std::uint32_t> all;
    syntax::FilePtr tree = parse_file(file);
    for (std::uint32_t c = 0; c < tree->chunk_count(); ++c)
        for (std::uint32_t start : tree->chunk(c)->token_starts) all.push_back(tree->chunk_start(c) + start);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<std::uint32_t> some;
    const std::size_t step = all.size() / kMostPlaces + 1;
    for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
    return some;
}

}  // namespace

TEST_CASE("completion: every half-typed state of the syntax fixtures has an answer that fits") {
    std::size_t states = 0;
    for (const std::filesystem::path& path : fixture_files()) {
        if (path.parent_path().filename() != "syntax") continue;
        Fixture fixture = read_fixture(path.string(), read_whole_file(path));
        for (const FixtureFile& file : fixture.files) {
            if (parse_options(file).syntax != syntax::Syntax::Native || file.hcl1) continue;
            for (std::uint32_t offset : places_in(file)) {
                std::string name = path.filename().string();
                check_place(name, file.text, offset);
                // Once without the rest of the line, once with the whole file.
                std::string cut = file.text.substr(0, offset);
                std::size_t line_end = file.text.find('\n', offset);
                check_place(name, line_end == std::string::npos ? cut : cut + file.text.substr(line_end),
                            offset);
                check_place(name, cut, offset);
                states += 3;
            }
        }
    }
    CHECK(states > 1000);
}

}  // namespace hcl::test
