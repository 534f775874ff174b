#include "engine/atlas/misspelt.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::atlas {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundBody;
using bind::UnitSlot;

constexpr std::size_t kMostWords = 9;

// The words that an argument of a block takes.
struct WordsOf {
    std::string_view block;
    std::string_view argument;
    std::array<std::string_view, kMostWords> words;
};

constexpr std::array kWords{
    WordsOf{"as", "type", {"PERSISTED", "PERSISTENT", "STORED", "VIRTUAL"}},
    WordsOf{"identity", "generated", {"ALWAYS", "BY_DEFAULT"}},
    WordsOf{"index",
            "type",
            {"BRIN", "BTREE", "FULLTEXT", "GIN", "GIST", "HASH", "SPATIAL", "SPGIST", "COLUMNSTORE"}},
    WordsOf{"partition", "type", {"HASH", "LIST", "RANGE"}},
    WordsOf{"primary_key", "type", {"BTREE", "FULLTEXT", "HASH", "SPATIAL"}},
    WordsOf{"table", "engine", {"CSV", "InnoDB", "MEMORY", "MyISAM", "NDB"}},
};

struct Speller {
    const UnitSlot& slot;
    Diagnostics& out;

    void report(DiagCode code, Span place, std::string_view word, std::string_view nearest) {
        const std::string hint = did_you_mean(nearest);
        Diagnostic d = code == DiagCode::UndeclaredText
                           ? make_diagnostic(code, place.shifted(slot.base), {"data source", word, hint})
                           : make_diagnostic(code, place.shifted(slot.base), {word, hint});
        d.file = slot.file;
        d.severity = Severity::Warning;
        if (place.length() == word.size())
            d.fixes.push_back({.title = "Change to \"" + std::string(nearest) + "\"",
                               .edits = {{{}, {place.shifted(slot.base), std::string(nearest)}}},
                               .preferred = true,
                               .is_guess = true});
        out.push_back(std::move(d));
    }

    void word(std::string_view block, const BoundAttribute& attribute) {
        const auto* const known = std::ranges::find_if(
            kWords, [&](const WordsOf& one) { return one.block == block && one.argument == attribute.name; });
        if (known == kWords.end() || !attribute.expr) return;
        const eval::Traversal path = eval::traversal_of(eval::without_parens(attribute.expr));
        if (path.size() != 1) return;
        const std::string& written = path[0].name;
        Suggester near(written);
        for (const std::string_view one : known->words) {
            // Both ways of writing a name of several words are known: GiST, GIST.
            if (one == written || written == "GiST" || written == "SPGiST") return;
            if (!one.empty()) near.offer(one);
        }
        if (!near.best().empty()) report(DiagCode::UnknownVariable, path[0].span, written, near.best());
    }

    static bool is_listed(const BoundBody& body, std::string_view name) {
        return body.attribute(name) || body.block_def(name);
    }

    // The names of this kind that the body lists, but for those that it has already.
    std::string nearest(const BoundBody& body, std::string_view name, bool is_block) const {
        auto is_set = [&](std::string_view other) {
            return std::ranges::any_of(
                body.attributes, [&](std::uint32_t i) { return slot.unit->attributes[i].name == other; });
        };
        Suggester near(name);
        for (const bind::BodyDef* def : body.defs) {
            if (is_block) {
                for (const bind::BlockDef& block : def->blocks) near.offer(block.type);
            } else {
                for (const bind::AttributeDef& attribute : def->attributes)
                    if (!is_set(attribute.name)) near.offer(attribute.name);
            }
        }
        return near.best();
    }

    // Where the body takes any names. Those of an environment's arguments are the user's.
    void names(const BoundBody& body, std::string_view block) {
        for (const std::uint32_t i : body.attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (block == "env" || is_listed(body, attribute.name)) continue;
            if (const std::string near = nearest(body, attribute.name, false); !near.empty())
                report(DiagCode::UnsupportedArgument, attribute.name_span, attribute.name, near);
        }
        for (const std::uint32_t i : body.blocks) {
            const BoundBlock& inner = slot.unit->blocks[i];
            if (is_listed(body, inner.type)) continue;
            if (const std::string near = nearest(body, inner.type, true); !near.empty())
                report(DiagCode::UnsupportedBlockType, inner.type_span, inner.type, near);
        }
    }

    void source(const BoundBlock& block) {
        if (block.labels.empty() || block.def->labels.empty()) return;
        const bind::BoundLabel& label = block.labels[0];
        const language::ValueRules& rules = block.def->labels[0].rules;
        if (label.value.empty() || rules.choice_of(label.value)) return;
        Suggester near(label.value);
        for (const language::Choice& known : rules.values) near.offer(known.value.as_string());
        if (near.best().empty()) return;
        const bool is_quoted = label.span.length() == label.value.size() + 2;
        const Span place = is_quoted ? Span{label.span.start + 1, label.span.end - 1} : label.span;
        report(DiagCode::UndeclaredText, place, label.value, near.best());
    }

    void look(const BoundBlock& block) {
        if (block.type == "data") source(block);
        // Its names are the user's.
        if (block.type == "locals") return;
        const BoundBody& body = slot.unit->bodies[block.body];
        for (const std::uint32_t i : body.attributes) word(block.type, slot.unit->attributes[i]);
        const bool takes_any = std::ranges::any_of(body.defs, [](const bind::BodyDef* def) {
            return def->is_lenient || def->any_attribute || def->any_block;
        });
        if (takes_any && !body.is_unknown) names(body, block.type);
    }
};

}  // namespace

void add_misspelt(const UnitSlot& slot, Diagnostics& out) {
    Speller speller{slot, out};
    for (const BoundBlock& block : slot.unit->blocks)
        if (block.def && !block.is_elsewhere) speller.look(block);
}

}  // namespace hcl::atlas
