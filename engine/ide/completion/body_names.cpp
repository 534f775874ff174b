#include "engine/ide/completion/body_names.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/bind/address.h"
#include "engine/bind/resolution.h"
#include "engine/bind/top_conditions.h"
#include "engine/ide/completion/expression_values.h"
#include "engine/ide/place/foreign_inputs.h"
#include "engine/language/pack_source.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/cross_module.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"
#include "engine/world/rule_names.h"

namespace hcl::ide {

namespace {

// The items of a body, except those at the cursor.
struct ExistingItems {
    std::vector<std::string> attributes;  // sorted
    std::vector<const BlockDef*> blocks;

    explicit ExistingItems(const Cursor& cursor) {
        if (cursor.body == kNone)
            of_module(cursor);
        else
            of_body(cursor);
        std::ranges::sort(attributes);
    }
    bool has(const std::string& attribute) const { return std::ranges::binary_search(attributes, attribute); }
    std::uint64_t count(const BlockDef& block) const {
        return static_cast<std::uint64_t>(std::ranges::count(blocks, &block));
    }

  private:
    void of_module(const Cursor& cursor) {
        for (const bind::ModuleFile& file : cursor.module().files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                const bind::BoundUnit& unit = *slot.unit;
                for (std::uint32_t i : unit.bodies[0].attributes)
                    if (&file != cursor.place.file || !cursor.touches(slot, unit.attributes[i].name_span))
                        attributes.push_back(unit.attributes[i].name);
                for (std::uint32_t i : unit.bodies[0].blocks)
                    if (unit.blocks[i].def && unit.blocks[i].def->max_items > 0)
                        blocks.push_back(unit.blocks[i].def);
            });
    }
    void of_body(const Cursor& cursor) {
        const bind::BoundUnit& unit = *cursor.slot->unit;
        for (std::uint32_t i : unit.bodies[cursor.body].attributes)
            if (!cursor.touches(*cursor.slot, unit.attributes[i].name_span))
                attributes.push_back(unit.attributes[i].name);
        for (std::uint32_t i : unit.bodies[cursor.body].blocks)
            if (!cursor.touches(*cursor.slot, unit.blocks[i].type_span)) blocks.push_back(unit.blocks[i].def);
    }
};

// The names at the top level that other items there rule out.
std::set<std::string, std::less<>> names_ruled_out(const Cursor& cursor) {
    std::set<std::string, std::less<>> names;
    if (cursor.body != kNone) return names;
    bind::TopConditions conditions(cursor.module(), cursor.module().limits().file_steps);
    for (const language::AllowedDef& allowed : cursor.language().root().allowed)
        if (conditions.fails(allowed.condition)) names.insert(allowed.names.begin(), allowed.names.end());
    return names;
}

// The source of an object key, without its quotes when the cursor is inside them.
std::string key_source(const ItemStyle& style, std::string_view name, bool in_quotes) {
    const std::string quoted = style.json ? json_string(name) : hcl_string(name);
    if (in_quotes) return quoted.substr(1, quoted.size() - 2);
    const bool is_bare = !style.json && syntax::is_valid_identifier(name) && name != "for" && name != "null";
    return is_bare ? std::string(name) : quoted;
}

void add_attribute(Draft& draft, const AttributeDef& def, CompletionKind kind) {
    if (def.is_read_only || !def.notes.is_available) return;
    Candidate c{def.name, kind};
    c.attribute = &def;
    if (kind == CompletionKind::Member && (draft.style.in_quotes || !draft.style.json))
        c.inserted = key_source(draft.style, def.name, draft.style.in_quotes);
    c.rank = def.notes.is_deprecated ? rank::kDeprecated : def.is_required ? rank::kExpected : rank::kPlain;
    draft.list.add(std::move(c));
}

void add_block(Draft& draft, const BlockDef& block, std::uint64_t count) {
    if (!block.notes.is_available) return;
    if (block.max_items > 0 && count >= block.max_items) return;
    Candidate c{block.type, CompletionKind::Block};
    c.block = &block;
    c.rank = block.notes.is_deprecated ? rank::kDeprecated
             : block.min_items > count ? rank::kExpected
                                       : rank::kPlain;
    draft.list.add(std::move(c));
}

// Whether packages define the body, and this one is unknown.
bool is_of_unknown_package(const Cursor& cursor) {
    if (!cursor.slot || cursor.body == kNone) return false;
    const std::uint32_t block = cursor.slot->unit->bodies[cursor.body].block;
    const BlockDef* def = block == kNone ? nullptr : cursor.slot->unit->blocks[block].def;
    return cursor.slot->unit->bodies[cursor.body].is_lenient && def &&
           (!def->cases.empty() || def->place.is_empty());
}

// Whether the outermost block around the cursor declares an input with a default.
bool is_in_input(const Cursor& cursor) {
    const bind::BoundUnit& unit = *cursor.slot->unit;
    const std::uint32_t outermost = bind::outermost_block(unit, unit.bodies[cursor.body].block);
    const BlockDef* def = outermost == kNone ? nullptr : unit.blocks[outermost].def;
    return def && def->symbol && !def->symbol->fallback.empty();
}

// Whether something that may be an argument too is usually a block: it has a label, or required content, or
// the pack describes a block that can also be written as the argument.
bool is_rather_block(const BlockDef* block, const AttributeDef& attribute) {
    if (!block || !block->notes.is_available) return false;
    if (!block->place.is_empty() && attribute.place == block->place) return true;
    return !block->labels.empty() ||
           std::ranges::any_of(block->body->get().attributes, &AttributeDef::is_required);
}

// Adds the block type that generates others (such as "dynamic") once, however many types it can generate.
void add_generator(Draft& draft) {
    // Dynamic blocks generate no blocks of the top level, and none inside of the declaration of an input.
    const Cursor& cursor = draft.cursor;
    if (draft.style.json || cursor.body == kNone || !cursor.slot || is_in_input(cursor)) return;
    for (const BodyDef* def : draft.cursor.body_defs()) {
        for (const BlockDef& block : def->blocks)
            if (const BlockDef* generator = def->generator(block.type);
                generator && is_generated(draft.language(), block))
                return add_block(draft, *generator, 0);
    }
    const BlockDef* any = draft.language().free_generator.get();
    if (any && is_of_unknown_package(draft.cursor)) add_block(draft, *any, 0);
}

// With the descriptions of what they set.
void add_inputs(Draft& draft, const ExistingItems& existing) {
    const Cursor& cursor = draft.cursor;
    if (cursor.inputs.empty()) return;
    const bind::BoundUnit* unit = cursor.slot ? cursor.slot->unit : nullptr;
    const std::optional<InputsOf> of = inputs_in(cursor.module(), unit, cursor.body);
    const bind::ModulePtr there =
        of && draft.options.documentation
            ? world::foreign_module(draft.snapshot, cursor.module(), of->folder, of->language, draft.cancel)
            : nullptr;
    for (const AttributeDef& input : cursor.inputs) {
        if (existing.has(input.name)) continue;
        Candidate c{input.name, CompletionKind::Attribute};
        c.attribute = &input;
        c.rank = input.is_required ? rank::kExpected : rank::kPlain;
        const bind::SymbolList found =
            there ? there->symbols().by_kind_and_name(of->kind, input.name) : bind::SymbolList();
        if (!found.empty() && found.front().is_declaration())
            c.documentation =
                description_of(there->slot_of(found.front()), there->declaration(found.front()));
        draft.list.add(std::move(c));
    }
}

}  // namespace

bool is_generated(const language::Language& language, const BlockDef& block) {
    return !language.generates_stored_only || block.place.is_empty();
}

void add_body_names(Draft& draft) {
    const Cursor& cursor = draft.cursor;
    const ExistingItems existing(cursor);
    const std::set<std::string, std::less<>> ruled_out = names_ruled_out(cursor);
    const world::ExtensionOf native = world::extension_of(draft.snapshot, cursor.place.module, draft.cancel);
    const std::string path =
        cursor.slot && cursor.body != kNone ? path_of_body(*cursor.slot->unit, cursor.body) : std::string();
    auto is_offered = [&](const std::string& name, const language::Notes& notes) {
        return !ruled_out.contains(name) &&
               (!native.extension ||
                native.extension->offers(native.context, cursor.state.id(), path + name, notes, false));
    };
    for (const BodyDef* def : cursor.body_defs()) {
        for (const AttributeDef& attribute : def->attributes)
            if (!existing.has(attribute.name) && is_offered(attribute.name, attribute.notes) &&
                (draft.style.json || !is_rather_block(def->block(attribute.name), attribute)))
                add_attribute(draft, attribute, CompletionKind::Attribute);
        for (const BlockDef& block : def->blocks)
            if (is_offered(block.type, block.notes)) add_block(draft, block, existing.count(block));
    }
    add_generator(draft);
    add_inputs(draft, existing);
    draft.style.is_followed = cursor.is_followed_by_header();
    if (cursor.body != kNone && !draft.style.json) draft.style.is_one_line = cursor.is_in_one_line_block();
}

namespace {

void add_finding_names(Draft& draft, const std::vector<std::string>& existing, bool in_quotes,
                       bool is_followed) {
    auto add = [&](std::string label, std::string detail, std::string_view title, bool is_own = false) {
        if (std::ranges::find(existing, label) != existing.end()) return;
        Candidate c{std::move(label), CompletionKind::Member};
        c.detail = std::move(detail);
        c.documentation = title;
        // There are more codes than a list shows at first.
        if (is_own) c.rank = rank::kExpected;
        c.inserted = key_source(draft.style, c.label, in_quotes);
        if (!in_quotes && !is_followed) c.inserted += draft.style.json ? ": " : " = ";
        draft.list.add(std::move(c));
    };
    for (const DiagInfo& info : all_diag_infos()) {
        add(std::string(info.name), diag_id(info.code), info.title);
        add(diag_id(info.code), std::string(info.name), info.title);
    }
    const world::FileState& state = draft.cursor.state;
    if (draft.language().describes_packs) {
        const std::string text = state.tree()->text();
        for (std::string_view name : language::check_names_in(text))
            add(std::string(name), "", "A check of this pack.", true);
    } else if (world::is_configuration(draft.snapshot, state.info().path)) {
        const world::RuleNames known(draft.snapshot, world::workspace_languages(draft.snapshot));
        for (const std::string& name : known.of_rules())
            add(name, "", "A check of a language, or a rule.", true);
    }
}

// Keys that name symbols.
void add_named_keys(Draft& draft, const language::ValueRules& rules, const std::vector<std::string>& existing,
                    bool in_quotes) {
    const bool is_followed = draft.cursor.is_followed_by_header();
    std::set<std::string_view> known(existing.begin(), existing.end());
    for (const std::string& kind : rules.refers_to)
        for (bind::Symbol symbol : draft.module().symbols().by_kind(kind)) {
            const std::string& name = draft.module().declaration(symbol).address.back();
            if (!draft.scope.sees(symbol) || !known.insert(name).second) continue;
            Candidate c{name, CompletionKind::Member};
            c.rank = rank::kExpected;
            c.detail = kind;
            c.inserted = key_source(draft.style, name, in_quotes);
            if (!in_quotes && !is_followed) c.inserted += draft.style.json ? ": " : " = ";
            draft.list.add(std::move(c));
        }
}

}  // namespace

bool add_passed_keys(Draft& draft, Node object, const Expectation& wanted, std::string_view before,
                     bool in_quotes) {
    const Cursor& cursor = draft.cursor;
    if (!wanted.def || cursor.body == kNone) return false;
    const std::uint32_t block = cursor.slot->unit->bodies[cursor.body].block;
    if (block == kNone) return false;
    const bind::BoundBlock& call = cursor.slot->unit->blocks[block];
    if (!call.def || !call.def->call || call.def->call->passes != wanted.def->name) return false;
    const bind::InterfacePtr called =
        cursor.module().foreign().find(bind::called_folder(*cursor.slot->unit, call), "");
    if (!called) return true;
    std::vector<std::string> existing;
    for (Node item : object.children())
        if (item.child(0) && !item.child(0).span().touches(cursor.offset))
            existing.emplace_back(item.child(0).text());
    const bool is_followed = cursor.is_followed_by_header();
    for (const bind::InterfaceItem& item : called->items) {
        const std::string address = bind::address_text(item.address);
        const bool is_there = std::ranges::find(existing, address) != existing.end();
        if (item.kind != call.def->call->passed || is_there || !address.starts_with(before)) continue;
        Candidate c{address.substr(before.size()), CompletionKind::Member};
        c.rank = rank::kExpected;
        c.inserted = draft.style.json && !in_quotes ? json_string(c.label) : c.label;
        if (!in_quotes && !is_followed) c.inserted += draft.style.json ? ": " : " = ";
        draft.list.add(std::move(c));
    }
    return true;
}

void add_object_keys(Draft& draft, Node object, const Expectation& wanted, bool in_quotes) {
    if (add_passed_keys(draft, object, wanted, "", in_quotes)) return;
    const bool are_findings = wanted.def && wanted.def->keys == language::Keys::Findings;
    const bool has_fields = wanted.fields && !wanted.type.is_map();
    const bool are_names =
        wanted.def && wanted.def->has_described_elements && !wanted.def->rules.refers_to.empty();
    if (!has_fields && !are_findings && !are_names && !wanted.type.is_object()) return;
    std::vector<std::string> existing;
    for (Node item : object.children())
        if (item.child(0) && !item.child(0).span().touches(draft.cursor.offset))
            existing.push_back(syntax::label_text(item.child(0)));
    const bool is_followed = draft.cursor.is_followed_by_header();
    if (are_names) return add_named_keys(draft, wanted.def->rules, existing, in_quotes);
    if (are_findings) return add_finding_names(draft, existing, in_quotes, is_followed);
    if (has_fields) {
        draft.style.is_followed = is_followed;
        draft.style.in_quotes = in_quotes;
        for (const AttributeDef& field : wanted.fields->attributes)
            if (std::ranges::find(existing, field.name) == existing.end())
                add_attribute(draft, field, CompletionKind::Member);
        return;
    }
    for (const ObjectAttribute& attribute : wanted.type.attributes()) {
        if (std::ranges::find(existing, attribute.name) != existing.end()) continue;
        Candidate c{attribute.name, CompletionKind::Member};
        c.rank = attribute.optional ? rank::kPlain : rank::kExpected;
        c.type = attribute.type;
        c.inserted = key_source(draft.style, attribute.name, in_quotes);
        if (!in_quotes && !is_followed) c.inserted += draft.style.json ? ": " : " = ";
        draft.list.add(std::move(c));
    }
}

}  // namespace hcl::ide
