// Completion of what stands outside of expressions: names of arguments and blocks, labels, texts in quotes.
#include <algorithm>

#include "engine/ide/completion/completer.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::ide {

using syntax::NodeKind;

namespace {

// The last name of these that a scope of text can hold: the part before the cursor.
std::string_view last_segment(std::string_view path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

void Completer::attribute_name(const AttributeDef& def, CompletionKind kind) {
    if (def.is_read_only || !def.notes.is_available) return;
    Candidate c{def.name, kind};
    c.attribute = &def;
    if (kind == CompletionKind::Member && (style.in_quotes || !style.json))
        c.inserted = key_as_written(def.name, style.in_quotes);
    c.rank = def.notes.is_deprecated ? rank::kDeprecated : def.is_required ? rank::kExpected : rank::kPlain;
    list.add(std::move(c));
}

void Completer::body_names() {
    std::vector<std::string> set;
    std::vector<const BlockDef*> there;
    if (body == kNone) {
        for (const bind::ModuleFile& file : module().files())
            file.each_unit([&](const bind::UnitSlot& other) {
                const bind::BoundUnit& unit = *other.unit;
                for (std::uint32_t i : unit.bodies[0].attributes)
                    if (&file != at_cursor.file || !is_here(other, unit.attributes[i].name_span))
                        set.push_back(unit.attributes[i].name);
                for (std::uint32_t i : unit.bodies[0].blocks)
                    if (unit.blocks[i].def && unit.blocks[i].def->max_items > 0)
                        there.push_back(unit.blocks[i].def);
            });
    } else {
        const bind::BoundUnit& unit = *slot->unit;
        for (std::uint32_t i : unit.bodies[body].attributes)
            if (!is_here(*slot, unit.attributes[i].name_span)) set.push_back(unit.attributes[i].name);
        for (std::uint32_t i : unit.bodies[body].blocks)
            if (!is_here(*slot, unit.blocks[i].type_span)) there.push_back(unit.blocks[i].def);
    }
    std::ranges::sort(set);
    for (const BodyDef* def : body_defs()) {
        for (const AttributeDef& attribute : def->attributes) {
            if (!std::ranges::binary_search(set, attribute.name))
                attribute_name(attribute, CompletionKind::Attribute);
        }
        for (const BlockDef& block : def->blocks) {
            if (!block.notes.is_available) continue;
            auto count = static_cast<std::uint64_t>(std::ranges::count(there, &block));
            if (block.max_items > 0 && count >= block.max_items) continue;
            Candidate c{block.type, CompletionKind::Block};
            c.block = &block;
            c.rank = block.notes.is_deprecated ? rank::kDeprecated
                     : block.min_items > count ? rank::kExpected
                                               : rank::kPlain;
            list.add(std::move(c));
        }
    }
    for (const AttributeDef& input : inputs())
        if (!std::ranges::binary_search(set, input.name)) attribute_name(input, CompletionKind::Attribute);
    style.is_followed = is_followed_by_header();
    if (body != kNone && !style.json) style.is_one_line = is_one_line_block();
}

bool Completer::is_here(const bind::UnitSlot& other, Span span) const {
    return span.shifted(other.base).touches(offset);
}

bool Completer::is_one_line_block() const {
    for (std::size_t i = path.size(); i-- > 0;)
        if (path[i].is(NodeKind::Block)) return path[i].has(syntax::kOneLine);
    return false;
}

// A name that has its "=", its labels or its brace already.
bool Completer::is_followed_by_header() const {
    const syntax::File& original = *state.tree();
    std::uint32_t end = std::min(replaced.end + 80, original.size());
    std::string rest = original.text({replaced.end, end});
    std::size_t at = rest.find_first_not_of(" \t");
    if (at == std::string::npos || replaced.is_empty()) return false;
    return rest[at] == '=' || rest[at] == '{' || rest[at] == '"' || rest[at] == ':';
}

bool Completer::is_followed_by_parenthesis() const {
    const syntax::File& original = *state.tree();
    return replaced.end < original.size() && original.text({replaced.end, replaced.end + 1}) == "(";
}

void Completer::choices(const language::ValueRules& from, bool quoted, bool is_keyword) {
    for (const language::Choice& choice : from.values) {
        if (!choice.is_available) continue;
        bool is_string = choice.value.is_known_string();
        Candidate c{is_string ? std::string(choice.value.as_string()) : choice.value.to_display(80),
                    CompletionKind::Value};
        c.rank = choice.is_deprecated ? rank::kDeprecated : rank::kExpected;
        c.documentation = choice.doc;
        c.detail = choice.doc.size() <= 60 ? choice.doc : "";
        if (is_string && quoted && !is_keyword) c.inserted = "\"" + c.label + "\"";
        list.add(std::move(c));
    }
}

void Completer::named_symbols(const std::vector<std::string>& kinds, bool quoted, bool by_path) {
    for (const std::string& kind : kinds) {
        for (bind::Symbol id : module().by_kind(kind)) {
            if (is_around(id)) continue;
            const bind::Declaration& d = module().declaration(id);
            Candidate c{d.address.back(), CompletionKind::Symbol};
            if (by_path && !d.def->is_name_only) {
                c.label.clear();
                for (const std::string& step : d.address) {
                    if (!c.label.empty()) c.label += '.';
                    c.label += step;
                }
            }
            c.rank = rank::kExpected;
            c.detail = kind;
            if (quoted && (!by_path || style.json)) c.inserted = "\"" + c.label + "\"";
            list.add(std::move(c));
        }
    }
}

// Where no language knows the file: blocks are named by their type and labels, or by their labels alone, as
// navigation takes it; behind all of those stand their arguments.
void Completer::names_by_syntax(const std::vector<std::string>& steps) {
    if (!language().is_fallback) return;
    auto offer = [&](std::string_view name, bool is_last) {
        if (!syntax::is_valid_identifier(name)) return;
        Candidate c{std::string(name), is_last ? CompletionKind::Member : CompletionKind::Symbol};
        if (!is_last) c.commit = ".";
        list.add(std::move(c));
    };
    at_cursor.file->each_unit([&](const bind::UnitSlot& other) {
        const bind::BoundUnit& unit = *other.unit;
        for (std::uint32_t index : unit.bodies[0].blocks) {
            const bind::BoundBlock& block = unit.blocks[index];
            if (block.labels.empty() || (block.def && block.def->symbol)) continue;
            if (block.span.shifted(other.base).touches(offset)) continue;
            std::vector<std::string_view> names{block.type};
            for (const bind::BoundLabel& label : block.labels) names.push_back(label.value);
            for (std::size_t from = 0; from < 2 && names.size() - from > 1; ++from) {
                auto way = std::span(names).subspan(from);
                if (steps.size() > way.size() || !std::ranges::equal(steps, way.first(steps.size())))
                    continue;
                if (steps.size() < way.size()) {
                    offer(way[steps.size()], false);
                } else {
                    for (std::uint32_t i : unit.bodies[block.body].attributes)
                        offer(unit.attributes[i].name, true);
                }
            }
        }
    });
}

void Completer::paths(std::string_view typed, bool folders_only) {
    if (!options.list_folder) return;
    std::string_view name =
        last_segment(typed.substr(0, std::min<std::size_t>(typed.size(), offset - replaced.start)));
    std::string_view before = typed.substr(0, std::min<std::size_t>(typed.size(), offset - replaced.start));
    std::string_view folder = before.substr(0, before.size() - name.size());
    const std::string& own = state.info().path;
    std::string base = own.substr(0, own.rfind('/') == std::string::npos ? 0 : own.rfind('/') + 1);
    for (const FolderItem& item : options.list_folder(world::path_from(base, folder))) {
        if (folders_only && !item.is_folder) continue;
        if (item.name.starts_with('.') && !name.starts_with('.')) continue;
        Candidate c{item.name + (item.is_folder ? "/" : ""),
                    item.is_folder ? CompletionKind::Folder : CompletionKind::File};
        c.rank = item.is_folder ? rank::kPlain : rank::kFitting;
        list.add(std::move(c));
    }
    replaced.start += static_cast<std::uint32_t>(folder.size());
}

void Completer::text(const language::ValueRules& of, std::string_view typed, bool by_path) {
    choices(of, false, false);
    named_symbols(of.refers_to, false, by_path);
    if (of.format == language::Format::File || of.format == language::Format::Path ||
        of.format == language::Format::Glob)
        paths(typed, false);
    else if (of.format == language::Format::Folder)
        paths(typed, true);
}

void Completer::label(const BlockDef& def, std::size_t index, bool quoted) {
    if (index >= def.labels.size()) return;
    const language::ValueRules& of = def.labels[index].rules;
    choices(of, quoted, false);
    named_symbols(of.refers_to, quoted);
    // The kinds of bodies that a label chooses from.
    for (const language::CaseDef& choice : def.cases)
        for (std::size_t k = 0; k < choice.keys.size(); ++k)
            if (choice.keys[k].is_label && choice.keys[k].name == def.labels[index].name)
                for (const language::CaseDef::Choice& option : choice.choices) {
                    if (k >= option.patterns.size() || option.patterns[k].ends_with('*')) continue;
                    Candidate c{option.patterns[k], CompletionKind::Value};
                    c.rank = rank::kExpected;
                    c.detail = def.labels[index].name;
                    if (quoted) c.inserted = "\"" + c.label + "\"";
                    list.add(std::move(c));
                }
}

}  // namespace hcl::ide
