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
    WordsOf{"lint", "review", {"ALWAYS", "WARNING", "ERROR"}},
    WordsOf{"migration", "format", {"atlas", "dbmate", "flyway", "golang-migrate", "goose", "liquibase"}},
    WordsOf{"partition", "type", {"HASH", "LIST", "RANGE"}},
    WordsOf{"primary_key", "type", {"BTREE", "FULLTEXT", "HASH", "SPATIAL"}},
    WordsOf{"table", "engine", {"CSV", "InnoDB", "MEMORY", "MyISAM", "NDB"}},
};

struct Speller {
    const UnitSlot& slot;
    Diagnostics& out;

    void report(DiagCode code, Span place, std::string_view word, std::string_view nearest) {
        Diagnostic& d = add_diagnostic(out, code, place.shifted(slot.base), {word, did_you_mean(nearest)});
        d.file = slot.file;
        d.severity = Severity::Warning;
        if (place.length() == word.size())
            d.fixes.push_back({.title = "Change to \"" + std::string(nearest) + "\"",
                               .edits = {{{}, {place.shifted(slot.base), std::string(nearest)}}},
                               .preferred = true,
                               .is_guess = true});
    }

    void word(std::string_view block, const BoundAttribute& attribute) {
        const auto* const known = std::ranges::find_if(
            kWords, [&](const WordsOf& one) { return one.block == block && one.argument == attribute.name; });
        if (known == kWords.end()) return;
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

    // `enumm.state`: a type that another object of the schema declares.
    void declared_type(const BoundAttribute& attribute) {
        const eval::Traversal path = eval::traversal_of(eval::without_parens(attribute.expr));
        if (path.size() < 2) return;
        constexpr std::array<std::string_view, 3> kRoots{"composite", "domain", "enum"};
        const std::string& root = path[0].name;
        if (std::ranges::count(kRoots, root) != 0) return;
        const std::string near = suggest(root, kRoots);
        if (!near.empty()) report(DiagCode::UnknownVariable, path[0].span, root, near);
    }

    static bool is_listed(const BoundBody& body, std::string_view name) {
        return body.attribute(name) || body.block_def(name);
    }

    // The names of this kind that the body lists, but for those that it has already, and for those that it
    // lacks: these are reported with what is nearly their name.
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
                    if (!is_set(attribute.name) && !attribute.is_required) near.offer(attribute.name);
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

    void look(const BoundBlock& block) {
        // Its names are the user's.
        if (block.type == "locals") return;
        const BoundBody& body = slot.unit->bodies[block.body];
        for (const std::uint32_t i : body.attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.expr) continue;
            word(block.type, attribute);
            if (block.type == "column" && attribute.name == "type") declared_type(attribute);
        }
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
