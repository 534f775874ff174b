#include "engine/ide/completion/pack_values.h"

#include <algorithm>
#include <array>

#include "engine/bind/unit.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/ide/completion/completion_list.h"
#include "engine/language/pack_kinds.h"
#include "engine/world/language_lookup.h"
#include "engine/world/pack_lookup.h"

namespace hcl::ide {

namespace {

using syntax::NodeKind;

bool is_about_kinds(const AttributeDef& def) {
    return std::ranges::find(def.rules.refers_to, "kind") != def.rules.refers_to.end();
}

// The other attribute of the body, if it is a string or a word; empty otherwise.
std::string literal_beside(const Cursor& cursor, std::string_view name) {
    if (!cursor.slot || cursor.body == kNone) return {};
    const bind::BoundUnit& unit = *cursor.slot->unit;
    for (std::uint32_t i : unit.bodies[cursor.body].attributes)
        if (unit.attributes[i].name == name && unit.attributes[i].expr)
            return bind::literal_text(unit.attributes[i].expr);
    return {};
}

void add_kinds(Draft& draft, bool is_call) {
    const Cursor& cursor = draft.cursor;
    const std::string called = is_call ? literal_beside(cursor, "language") : std::string();
    const language::LanguagePtr pack = called.empty()
                                           ? world::pack_in(draft.snapshot, cursor.state)
                                           : world::language_called(draft.snapshot, cursor.state, called);
    if (!pack) return;
    for (const std::string& kind : language::kinds_of_symbols(*pack)) {
        Candidate c{kind, CompletionKind::Symbol};
        c.rank = rank::kExpected;
        c.detail = "kind";
        draft.list.add(std::move(c));
    }
}

void add_languages(Draft& draft) {
    for (const language::LanguagePtr& one : language::LanguageSet::builtin().all()) {
        Candidate c{one->id, CompletionKind::Value};
        c.rank = rank::kExpected;
        c.detail = one->title;
        if (!draft.cursor.in_string) c.inserted = "\"" + one->id + "\"";
        draft.list.add(std::move(c));
    }
}

// In `functions`: of a language, what it can name; of a block, the functions that the pack keeps for blocks.
void add_functions(Draft& draft) {
    const Cursor& cursor = draft.cursor;
    if (!cursor.slot || cursor.body == kNone) return;
    auto add = [&](std::string name, std::string_view detail, CompletionKind kind) {
        Candidate c{std::move(name), kind};
        c.rank = kind == CompletionKind::Value ? rank::kExpected : rank::kFitting;
        c.detail = detail;
        draft.list.add(std::move(c));
    };
    const bind::BoundUnit& unit = *cursor.slot->unit;
    const std::uint32_t block = unit.bodies[cursor.body].block;
    if (block != kNone && unit.blocks[block].type == "language") {
        const language::NamedFunctions named = language::functions_by_name();
        for (const std::string& name : named.libraries) add(name, "functions", CompletionKind::Value);
        for (const std::string& name : named.functions) add(name, "", CompletionKind::Function);
        return;
    }
    const language::LanguagePtr pack = world::pack_in(draft.snapshot, cursor.state);
    for (const auto& [name, function] : pack->evaluation.scoped_functions->all())
        add(name, "", CompletionKind::Function);
}

void add_member(Draft& draft, std::string name, std::string_view detail) {
    Candidate c{std::move(name), CompletionKind::Member};
    c.rank = rank::kExpected;
    c.detail = detail;
    draft.list.add(std::move(c));
}

enum class Described : std::uint8_t { All, Attributes, Blocks };

// The names in the body that the cursor is in, or in the one around the block that it describes.
void add_described(Draft& draft, std::uint32_t offset, Described which) {
    const auto spec = language::spec_at(*draft.cursor.tree, offset);
    const language::LanguagePtr pack = world::pack_in(draft.snapshot, draft.cursor.state);
    if (!pack) return;
    for (language::DescribedName& one :
         language::described_in(*pack, spec ? spec->body() : draft.cursor.tree->body()))
        if (which == Described::All || one.is_block == (which == Described::Blocks))
            add_member(draft, std::move(one.name), one.is_block ? "block" : "attribute");
}

// Behind `self.`, `set.` and `label.` in an expression about a block, `attr.` and `block.` in a place.
void add_members_of_block(Draft& draft, Node operand) {
    const eval::Traversal path = eval::traversal_of(operand);
    if (path.size() != 1) return;
    const std::string& root = path[0].name;
    const std::uint32_t offset = draft.cursor.offset;
    if (root == "self" || root == "set") add_described(draft, offset, Described::All);
    if (root == "attr") add_described(draft, offset, Described::Attributes);
    if (root == "block") add_described(draft, offset, Described::Blocks);
    if (root != "label") return;
    const auto spec = language::spec_at(*draft.cursor.tree, offset);
    const language::LanguagePtr pack = spec ? world::pack_in(draft.snapshot, draft.cursor.state) : nullptr;
    if (!pack) return;
    for (std::string& label : language::labels_of(*pack, *spec)) add_member(draft, std::move(label), "label");
}

// In `at`: the places in full.
void add_places(Draft& draft) {
    const Cursor& cursor = draft.cursor;
    const auto spec = language::spec_at(*cursor.tree, cursor.offset);
    const language::LanguagePtr pack = spec ? world::pack_in(draft.snapshot, cursor.state) : nullptr;
    if (!pack || !cursor.slot || cursor.body == kNone) return;
    const bind::BoundUnit& unit = *cursor.slot->unit;
    const std::uint32_t block = unit.bodies[cursor.body].block;
    const bool takes_blocks = block != kNone && unit.blocks[block].type == "restrict";
    for (const language::DescribedName& one : language::described_in(*pack, spec->body()))
        if (!one.is_block || takes_blocks)
            add_member(draft, (one.is_block ? "block." : "attr.") + one.name,
                       one.is_block ? "block" : "attribute");
}

// `needs` of a block is about names beside it, the others about names inside.
bool lists_names(std::string_view word) {
    constexpr std::array<std::string_view, 5> kWords{"needs", "conflicts", "exactly_one", "at_least_one",
                                                     "order"};
    return std::ranges::find(kWords, word) != kWords.end();
}
void add_names_of_body(Draft& draft, std::string_view word) {
    std::uint32_t offset = draft.cursor.offset;
    const auto spec = language::spec_at(*draft.cursor.tree, offset);
    const auto attributes = spec ? spec->body().attributes() : std::vector<syntax::AttributeView>();
    const bool is_of_block = std::ranges::any_of(attributes, [&](const syntax::AttributeView& one) {
        return one.name == word && one.span.start <= offset && offset <= one.span.end;
    });
    if (word == "needs" && is_of_block) offset = std::max(spec->span().start, 1U) - 1;
    add_described(draft, offset, Described::All);
}

}  // namespace

void add_pack_names(Draft& draft, const AttributeDef& def, std::size_t first) {
    const Cursor& cursor = draft.cursor;
    if (!draft.language().describes_packs) return;
    if (def.name == "extends") return add_languages(draft);
    if (def.name == "functions") return add_functions(draft);
    if (cursor.in_string) return;
    if (const Node node = cursor.path.back(); node.is(NodeKind::GetAttr) && node.child(0))
        return add_members_of_block(draft, node.child(0));
    if (def.name == "at") return add_places(draft);
    if (lists_names(def.name)) return add_names_of_body(draft, def.name);
    const bool is_inputs = def.name == "inputs";
    if (!is_inputs && !is_about_kinds(def)) return;
    const std::size_t last = cursor.last();
    const Node node = cursor.path[last];
    const Node parent = last > first ? cursor.path[last - 1] : Node();
    const bool is_item = parent && parent.is(NodeKind::ObjectItem);
    const bool is_key = node.is(NodeKind::Object) || (is_item && parent.child(0) == node);
    // The kinds of `inputs` are keys, those of `refers_to` values.
    if (is_inputs ? is_item && !is_key : is_key) return;
    add_kinds(draft, is_inputs || def.name == "outputs");
}

}  // namespace hcl::ide
