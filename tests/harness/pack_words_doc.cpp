#include "tests/harness/pack_words_doc.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/language/language.h"
#include "tests/harness/paths.h"
#include "tests/harness/texts.h"

namespace hcl::test {

namespace {

using language::AttributeDef;
using language::BlockDef;
using language::BodyDef;

// The words of the specification of hcldec.
constexpr auto kWordsOfSpecs = std::to_array<std::string_view>(
    {"array",      "attr",    "block",        "block_attrs",   "block_list", "block_map", "block_set",
     "block_type", "default", "element_type", "function",      "labels",     "literal",   "max_items",
     "min_items",  "name",    "object",       "params",        "required",   "result",    "transform",
     "type",       "value",   "variables",    "variadic_param"});

const language::Language& packs() {
    static const language::LanguagePtr found = language::LanguageSet::builtin().find("pack");
    return *found;
}

const BodyDef& body(std::string_view name) {
    return packs().body(name)->get();
}

// Bodies contain each other, so each place of the pack counts once.
using Places = std::set<std::pair<std::uint32_t, std::uint32_t>>;

void add_words(const BodyDef& def, std::set<std::string>& words, Places& seen);

void add_words(const language::LazyBody& lazy, std::set<std::string>& words, Places& seen) {
    const Span place = lazy.source().span();
    if (seen.emplace(place.start, place.end).second) add_words(lazy.get(), words, seen);
}

void add_words(const BodyDef& def, std::set<std::string>& words, Places& seen) {
    for (const AttributeDef& a : def.attributes) {
        words.insert(a.name);
        if (a.fields) add_words(*a.fields, words, seen);
    }
    for (const BlockDef& b : def.blocks) {
        words.insert(b.type);
        add_words(*b.body, words, seen);
    }
}

std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string choices_of(const AttributeDef& def) {
    std::string out;
    for (const language::Choice& choice : def.rules.values) {
        const std::string doc = choice.doc;
        out += (out.empty()   ? " "
                : doc.empty() ? ", "
                              : " ") +
               std::string("`") + std::string(choice.value.as_string()) + "`" +
               (doc.empty() ? "" : ": " + doc);
    }
    return out;
}

// The members of an object that the word takes.
std::string members_of(const AttributeDef& def) {
    std::string out;
    if (!def.fields) return out;
    for (const AttributeDef& member : def.fields->get().attributes)
        out += " `" + member.name + "`: " + member.notes.doc;
    return out;
}

struct Page {
    std::string out;

    void row(const std::string& word, const std::string& text) {
        out += "| `" + word + "` | " + cell(text) + " |\n";
    }

    void attributes(const BodyDef& def, const std::set<std::string>& without) {
        std::vector<const AttributeDef*> sorted;
        for (const AttributeDef& a : def.attributes)
            if (!without.contains(a.name)) sorted.push_back(&a);
        std::ranges::sort(sorted, {}, &AttributeDef::name);
        for (const AttributeDef* a : sorted) row(a->name, a->notes.doc + choices_of(*a) + members_of(*a));
    }

    void table(std::string_view title, std::string_view text, const BodyDef& def,
               const std::vector<const BodyDef*>& without = {}) {
        std::set<std::string> other;
        for (const BodyDef* one : without)
            for (const AttributeDef& a : one->attributes) other.insert(a.name);
        out +=
            "\n## " + std::string(title) + "\n" + std::string(text) + "\n\n| word | meaning |\n|---|---|\n";
        attributes(def, other);
    }

    // The blocks inside of a block, each with its words.
    void blocks(const BodyDef& def) {
        for (const BlockDef& b : def.blocks) {
            if (b.type == "label") continue;
            out += "\n### `" + b.type;
            for (const language::LabelDef& label : b.labels) out += " \"" + label.name + "\"";
            out += "`\n" + b.notes.doc + "\n\n| word | meaning |\n|---|---|\n";
            attributes(b.body->get(), {});
        }
    }
};

}  // namespace

std::set<std::string> pack_words() {
    std::set<std::string> words;
    Places seen;
    add_words(packs().root(), words, seen);
    for (std::string_view one : kWordsOfSpecs) words.erase(std::string(one));
    return words;
}

std::string pack_words_document() {
    Page page;
    page.out =
        "# Words of packs\n"
        "All words of [packs](packs.md), as completion and hover in packs show them: " +
        std::to_string(pack_words().size()) + " in addition to the " + std::to_string(kWordsOfSpecs.size()) +
        " of hcldec specs.\n"
        "This page is generated by `hcl-tests packs --update` from `engine/packs/pack.hcl`.\n";
    const BodyDef& root = packs().root();
    const BlockDef& language = *root.block("language");
    page.table("`language \"id\"`", language.notes.doc, language.body->get());
    page.blocks(language.body->get());
    const BlockDef& function = *root.block("function");
    page.table("`function \"name\"`", function.notes.doc, function.body->get());
    const BodyDef& notes = body("notes");
    const BodyDef& values = body("value_rules");
    const BodyDef& icon = body("icon");
    page.table("Attributes and blocks", "In `attr` and in blocks.", notes);
    page.attributes(icon, {});
    page.table("Values", "In `attr` and `label`.", values);
    page.table("`attr`", root.block("attr") ? root.block("attr")->notes.doc : "", body("attr"),
               {&notes, &values, &icon});
    const BlockDef& label = *body("label").block("label");
    page.table("`label \"name\"`", label.notes.doc, label.body->get(), {&values});
    page.table("Bodies", "Among the specs in `object`.", body("of_bodies"));
    page.table("Blocks", "In `block`, `block_list`, `block_set`, `block_map` and `block_attrs`.",
               body("of_blocks"), {&notes, &icon});
    page.blocks(body("of_blocks"));
    const BodyDef& specs = body("specs_without_names");
    page.out +=
        "\n## Specs\nThese are hcldec's. Inside of `object`, each has a label.\n\n| word | meaning "
        "|\n|---|---|\n";
    for (const BlockDef& b : specs.blocks) page.row(b.type, b.notes.doc);
    page.attributes(body("block_attrs"), {"required"});
    page.attributes(body("block_map"), {"block_type"});
    return page.out;
}

int run_packs(int argc, const char* const* argv) {
    const std::string text = pack_words_document();
    if (argc == 0) {
        std::fputs(text.c_str(), stdout);
        return 0;
    }
    if (std::string_view(argv[0]) != "--update") {
        std::fputs("usage: hcl-tests packs [--update]\n", stderr);
        return 2;
    }
    const std::filesystem::path path = source_root() / "docs" / "pack-words.md";
    if (read_whole_file(path) != text) std::ofstream(path, std::ios::binary) << text;
    return 0;
}

}  // namespace hcl::test
