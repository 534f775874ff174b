#include "engine/atlas/schema_objects.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/ascii.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::atlas {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

constexpr std::array<std::string_view, 8> kObjects{"composite",    "domain", "enum",  "extension",
                                                   "materialized", "schema", "table", "view"};

bool is_word(std::string_view text) {
    auto is_letter = [](char c) { return ascii::is_letter(c) || c == '_'; };
    return !text.empty() && is_letter(text[0]) &&
           std::ranges::all_of(text, [&](char c) { return is_letter(c) || ascii::is_digit(c); });
}

struct ReferenceChecker {
    const UnitSlot& slot;
    Diagnostics& out;

    Diagnostic& report(Severity severity, Span place, const std::string& sentence) {
        Diagnostic& d = add_diagnostic(out, DiagCode::CheckFailed, place.shifted(slot.base), {sentence});
        d.file = slot.file;
        d.severity = severity;
        d.rule = kReferenceRule;
        return d;
    }

    // A name in quotes where the object itself is due.
    void text(std::string_view argument, std::string_view root, Node expr) {
        const std::optional<std::string> name = syntax::quoted_text(expr);
        if (!name || name->empty()) return;
        const bool is_name = is_word(*name) && root != "table";
        const std::string address = std::string(root) + "." + (is_name ? *name : "NAME");
        Diagnostic& d = report(Severity::Error, expr.span(),
                               "`" + std::string(argument) + "` takes references, not names in quotes: `" +
                                   address + (root == "table" ? ".column.NAME`." : "`."));
        if (is_name)
            d.fixes.push_back({.title = "Change to " + address,
                               .edits = {{{}, {expr.span().shifted(slot.base), address}}},
                               .preferred = true,
                               .is_guess = true});
    }

    // The table around a block of keys; null for views and where it is in another unit.
    const BoundBlock* table_around(const BoundBlock& block) const {
        for (std::uint32_t body = block.parent; slot.unit->bodies[body].block != bind::kNone;) {
            const BoundBlock& around = slot.unit->blocks[slot.unit->bodies[body].block];
            if (around.type == "table") return &around;
            if (body == around.parent) break;
            body = around.parent;
        }
        return nullptr;
    }

    // table.NAME.column.X or table.SCHEMA.NAME.column.X, where the keys of a table have columns of their own.
    void foreign_column(std::string_view argument, const BoundBlock& block, Node expr) {
        const eval::Traversal path = eval::traversal_of(eval::without_parens(expr));
        if (path.size() < 4 || path[0].name != "table" || path[path.size() - 2].name != "column") return;
        const BoundBlock* table = table_around(block);
        if (!table || table->labels.empty()) return;
        const std::string& name = path[path.size() - 3].name;
        const bool is_other =
            name != table->labels.back().value ||
            (path.size() == 5 && table->labels.size() == 2 && path[1].name != table->labels[0].value);
        if (name.empty() || !is_other) return;
        report(Severity::Warning, expr.span(),
               "`" + std::string(argument) + "` takes columns of this table, and this is one of \"" + name +
                   "\".");
    }

    void columns(std::string_view root, const BoundBlock& block, const BoundAttribute& attribute) {
        const Node list = eval::without_parens(attribute.expr);
        if (!list.is(NodeKind::Tuple)) {
            const eval::Traversal path = eval::traversal_of(list);
            const bool is_column = path.size() > 1 && path[path.size() - 2].name == "column";
            if (!is_column && !syntax::quoted_text(list)) return;
            Diagnostic& d = report(Severity::Error, list.span(),
                                   "`" + attribute.name + "` takes a list of columns: `[column.NAME]`.");
            if (!is_column) return;
            const Span place = list.span().shifted(slot.base);
            d.fixes.push_back(
                {.title = "Put it in a list",
                 .edits = {{{}, {{place.start, place.start}, "["}}, {{}, {{place.end, place.end}, "]"}}},
                 .preferred = true});
            return;
        }
        for (const Node element : list.children()) {
            text(attribute.name, root, element);
            if (root == "column") foreign_column(attribute.name, block, element);
        }
    }

    void quoted_type(Node expr) {
        const std::optional<std::string> name = syntax::quoted_text(expr);
        if (!name || name->empty()) return;
        Diagnostic& d = report(Severity::Error, expr.span(),
                               "Types are written without quotes: `int`, `varchar(255)`, `sql(\"...\")`.");
        if (is_word(*name))
            d.fixes.push_back({.title = "Remove the quotes",
                               .edits = {{{}, {expr.span().shifted(slot.base), *name}}},
                               .preferred = true,
                               .is_guess = true});
    }

    void look(const BoundBlock& block) {
        const bool is_top = block.parent == 0;
        for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.expr) continue;
            const std::string& name = attribute.name;
            if (is_top && name == "schema" && std::ranges::count(kObjects, block.type) != 0)
                text(name, "schema", eval::without_parens(attribute.expr));
            if (is_top) continue;
            if (block.type == "column" && name == "type") quoted_type(eval::without_parens(attribute.expr));
            const bool is_key = block.type == "index" || block.type == "primary_key" ||
                                block.type == "unique" || block.type == "foreign_key";
            if (is_key && name == "columns") columns("column", block, attribute);
            if (block.type == "foreign_key" && name == "ref_columns") columns("table", block, attribute);
            if (block.type == "on" && name == "column") {
                text(name, "column", eval::without_parens(attribute.expr));
                foreign_column(name, block, attribute.expr);
            }
        }
    }
};

// The kind, schema and name of an object, as a key; empty where one of them is not certain.
std::string identity_of(const UnitSlot& slot, const BoundBlock& block) {
    if (block.labels.empty() || std::ranges::count(kObjects, block.type) == 0) return {};
    constexpr char kBetween = '\n';
    std::string out = block.type;
    for (const bind::BoundLabel& label : block.labels) {
        if (label.value.empty()) return {};
        out += kBetween + label.value;
    }
    if (block.labels.size() > 1 || block.type == "schema" || block.type == "extension") return out;
    const std::uint32_t schema =
        block.has_parts ? bind::kNone : bind::attribute_in(*slot.unit, block.body, "schema");
    if (schema == bind::kNone || !slot.unit->attributes[schema].expr) return {};
    const eval::Traversal path = eval::traversal_of(eval::without_parens(slot.unit->attributes[schema].expr));
    return path.size() == 2 ? path[1].name + kBetween + out : std::string();
}

}  // namespace

void add_wrong_references(const UnitSlot& slot, Diagnostics& out) {
    ReferenceChecker checker{slot, out};
    for (const BoundBlock& block : slot.unit->blocks)
        if (!block.is_elsewhere) checker.look(block);
}

void add_declared_twice(const bind::ModuleFile& file, Diagnostics& out) {
    std::map<std::string, Span> first;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            const std::string identity = block.is_elsewhere ? std::string() : identity_of(slot, block);
            if (identity.empty()) continue;
            const Span place = block.header_span.shifted(slot.base);
            const auto [other, is_new] = first.emplace(identity, place);
            if (is_new) continue;
            const std::string where = block.type == "schema" ? "." : " in this schema.";
            Diagnostic& d = add_diagnostic(
                out, DiagCode::CheckFailed, place,
                {"There is another " + block.type + " called \"" + block.labels.back().value + "\"" + where});
            d.file = slot.file;
            d.rule = kTwiceRule;
            d.related.push_back({{slot.file, other->second}, "the other one"});
        }
    });
}

}  // namespace hcl::atlas
