#include "engine/ide/refactor/hidden_reads.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/ide/place/expressions.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/callers.h"
#include "engine/world/cross_module.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

// The word of a step behind a value, with its quotes; empty when it is another one.
std::optional<Span> word_of(Node step, const std::string& name) {
    if (step.is(NodeKind::GetAttr)) {
        if (eval::attribute_name(step) != name) return std::nullopt;
        const std::uint32_t end = step.span().end;
        return Span{end - static_cast<std::uint32_t>(name.size()), end};
    }
    if (!step.is(NodeKind::Index)) return std::nullopt;
    const Node key = step.child(1);
    const bool is_literal = key && key.is(NodeKind::Template) && syntax::is_string_literal(key);
    if (!is_literal || syntax::template_items(key)[0].text != name) return std::nullopt;
    return key.span();
}

class HiddenReads {
  public:
    HiddenReads(const world::Snapshot& snapshot, const BoundName& name, const std::vector<NameUse>& known,
                const Cancel& cancel)
        : snapshot_(snapshot), name_(name), known_(known), cancel_(cancel) {}

    std::optional<Location> find() {
        std::set<const bind::Module*> seen;
        for (const FileId id : world::files_giving_values(snapshot_, *name_.module)) {
            const bind::ModulePtr caller = world::module_of(snapshot_, id, cancel_);
            if (!caller || caller == name_.module || !seen.insert(caller.get()).second) continue;
            if (!uses_whole_module(*caller)) continue;
            if (auto found = read_in(*caller)) return found;
        }
        return std::nullopt;
    }

  private:
    template <typename Visit>
    void each_reference(const bind::Module& module, const Visit& visit) const {
        for (const bind::ModuleFile& file : module.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                cancel_.poll();
                for (const bind::Reference& reference : slot.unit->references)
                    if (!reference.is_text && !reference.is_address) visit(slot, reference);
            });
    }

    bool is_of_ours(const bind::Module& caller, bind::Symbol symbol) const {
        if (!symbol.is_declaration()) return false;
        const bind::Declaration& d = caller.declaration(symbol);
        if (d.block == bind::kNone) return false;
        const bind::BoundUnit& unit = caller.unit_of(symbol);
        const bind::BoundBlock& block = unit.blocks[d.block];
        // The value of a module has its outputs only.
        if (!block.def || !block.def->call ||
            block.def->call->outputs != name_.module->declaration(name_.ids[0]).def->kind)
            return false;
        const std::string folder = bind::called_folder(unit, block);
        return !folder.empty() &&
               world::foreign_module(snapshot_, caller, folder, "", cancel_) == name_.module;
    }

    bool uses_whole_module(const bind::Module& caller) const {
        bool found = false;
        each_reference(caller, [&](const bind::UnitSlot& slot, const bind::Reference& reference) {
            if (found) return;
            const bind::Resolution to = bind::resolve(caller, slot, reference);
            found = to.kind == bind::Resolution::Kind::Symbol && !to.symbols.empty() &&
                    is_of_ours(caller, to.symbols.back()) &&
                    world::members_named(snapshot_, caller, slot, reference, cancel_).empty();
        });
        return found;
    }

    // The collection of the nearest `for` expression that binds the name; null: none does.
    static Node collection_of(Node name, Node expr) {
        Node found;
        const syntax::Chunk& chunk = expr.chunk();
        for (std::uint32_t id = expr.id(); id < name.id(); ++id) {
            const Node outer(&chunk, expr.base(), id);
            if (!is_for(outer) || id + outer.data().size <= name.id()) continue;
            const Node collection = for_collection(outer);
            const bool is_in_collection = collection && collection.id() <= name.id() &&
                                          name.id() < collection.id() + collection.data().size;
            for (const Node bound : for_names(outer))
                if (!is_in_collection && bound.text() == name.text()) found = collection;
        }
        return found;
    }

    // Whether the value of a chain may be a module: a named value, an element of a loop, the result of a
    // call.
    static bool may_be_module(const bind::Module& caller, const bind::UnitSlot& slot, Node value, Node expr) {
        while (value.is(NodeKind::GetAttr) || value.is(NodeKind::Index) || value.is(NodeKind::LegacyIndex) ||
               value.is(NodeKind::Paren) || value.is(NodeKind::FullSplat) || value.is(NodeKind::AttrSplat))
            value = value.child(0);
        if (!value.is(NodeKind::Variable)) return value.is(NodeKind::Call) || value.is(NodeKind::Conditional);
        if (const Node collection = collection_of(value, expr))
            return may_be_module(caller, slot, collection, expr);
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.span.start != value.span().start) continue;
            const bind::Resolution to = bind::resolve(caller, slot, reference);
            if (to.kind != bind::Resolution::Kind::Symbol || to.symbols.empty()) return false;
            const bind::Symbol symbol = to.symbols.back();
            if (!symbol.is_declaration()) return false;
            const language::SymbolDef& def = *caller.declaration(symbol).def;
            return !def.value;
        }
        return true;
    }

    std::optional<Location> read_in(const bind::Module& caller) const {
        std::optional<Location> found;
        for (const bind::ModuleFile& file : caller.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                cancel_.poll();
                for (const bind::BoundAttribute& attribute : slot.unit->attributes)
                    if (!found && attribute.expr) found = read_in(caller, slot, attribute.expr);
            });
        return found;
    }

    std::optional<Location> read_in(const bind::Module& caller, const bind::UnitSlot& slot, Node expr) const {
        const syntax::Chunk& chunk = expr.chunk();
        for (std::uint32_t id = expr.id(); id < expr.id() + expr.data().size; ++id) {
            const Node step(&chunk, expr.base(), id);
            const std::optional<Span> word = word_of(step, name_.name);
            if (!word || !step.child(0) || !may_be_module(caller, slot, step.child(0), expr)) continue;
            const Location place{slot.file, word->shifted(slot.base)};
            const bool is_known =
                std::ranges::any_of(known_, [&](const NameUse& use) { return use.where == place; });
            if (!is_known) return place;
        }
        return std::nullopt;
    }

    const world::Snapshot& snapshot_;
    const BoundName& name_;
    const std::vector<NameUse>& known_;
    const Cancel& cancel_;
};

}  // namespace

std::optional<Location> hidden_read(const world::Snapshot& snapshot, const BoundName& name,
                                    const std::vector<NameUse>& known, const Cancel& cancel) {
    if (name.kind != BoundName::Kind::Symbol || name.ids.empty() || !name.ids[0].is_declaration())
        return std::nullopt;
    const language::SymbolDef& def = *name.module->declaration(name.ids[0]).def;
    const auto& shown = name.module->language().modules.public_kinds;
    if (std::ranges::find(shown, def.kind) == shown.end()) return std::nullopt;
    return HiddenReads(snapshot, name, known, cancel).find();
}

}  // namespace hcl::ide
