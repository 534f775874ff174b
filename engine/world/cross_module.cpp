#include "engine/world/cross_module.h"

#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::world {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

std::optional<ForeignSymbols> symbols_of(const bind::ModulePtr& module, std::string_view kind,
                                         std::string_view name) {
    if (!module) return std::nullopt;
    bind::SymbolList found = module->symbols().by_kind_and_name(kind, name);
    if (found.empty()) return std::nullopt;
    return ForeignSymbols{module, std::string(kind), std::string(name), {found.begin(), found.end()}};
}

// The call that a declaration represents; null when it is none.
const language::CallDef* call_of(const BoundUnit& unit, const bind::Declaration& declaration) {
    if (declaration.block == kNone) return nullptr;
    const BoundBlock& block = unit.blocks[declaration.block];
    return block.def ? block.def->call.get() : nullptr;
}

struct Member {
    std::string name;
    Span span;
};

// The name of an attribute step, if it is not missing.
std::optional<Member> member_of(Node attr) {
    std::uint32_t last = attr.token_end() - 1;
    if (attr.token_kind(last) != TokenKind::Ident) return std::nullopt;
    return Member{std::string(attr.token_text(last)), attr.token_span(last)};
}

// The first attribute step of `node` that is applied to each element of a splat.
std::optional<Member> member_of_each(Node node) {
    for (; node; node = node.child(0))
        if (node.is(NodeKind::GetAttr) && node.child(0) && node.child(0).is(NodeKind::SplatItem))
            return member_of(node);
    return std::nullopt;
}

// The attribute step after the instance key of a referenced call: `x` in `a.b[0].x`,
// `a.b[each.key].x` and `a.b[*].x`.
std::optional<Member> member_of_instance(const BoundUnit& unit, const bind::Reference& reference) {
    std::vector<Node> around;           // around the start of the reference, outermost first
    std::shared_ptr<const void> owner;  // owns the nodes of a JSON string
    for (Node node = unit.attributes[reference.attribute].expr; node;) {
        if (node.is(NodeKind::JsonString) && !owner) {
            eval::JsonTemplate inside = eval::JsonText(node).as_template();
            owner = inside.owner;
            node = inside.root;
            continue;
        }
        around.push_back(node);
        Node inner;
        for (Node child : node.children())
            if (!inner && child.span().start <= reference.span.start &&
                reference.span.start < child.span().end)
                inner = child;
        node = inner;
    }
    Node chain;  // at first only the literal steps, then the enclosing nodes
    const std::uint32_t end = reference.steps.back().span.end;
    for (std::size_t i = around.size(); i-- > 0;) {
        Node node = around[i];
        if (!chain || node.span().end <= end) {
            chain = node;
            continue;
        }
        bool is_next = node.child(0) == chain;
        if (!is_next) return std::nullopt;
        if (node.is(NodeKind::GetAttr)) return member_of(node);
        if (node.is(NodeKind::FullSplat) || node.is(NodeKind::AttrSplat))
            return member_of_each(node.child(1));
        if (!node.is(NodeKind::Index) && !node.is(NodeKind::LegacyIndex)) return std::nullopt;
        chain = node;
    }
    return std::nullopt;
}

// The member of a called module that a reference names. An instance key of the call may come between.
std::optional<Member> member_named(const bind::Module& called, const language::CallDef& call,
                                   const BoundUnit& unit, const bind::Reference& reference,
                                   std::size_t from) {
    auto is_known = [&](const std::string& name) {
        return !called.symbols().by_kind_and_name(call.outputs, name).empty();
    };
    for (std::size_t i = from; i < reference.steps.size() && i < from + 2; ++i)
        if (is_known(reference.steps[i].name))
            return Member{reference.steps[i].name, reference.steps[i].span};
    if (reference.steps.size() > from) return std::nullopt;
    auto behind = member_of_instance(unit, reference);
    return behind && is_known(behind->name) ? behind : std::nullopt;
}

bool sets_elsewhere(const bind::BoundBody& body, const bind::BoundAttribute& attribute) {
    return !body.attribute(attribute.name);
}

}  // namespace

bind::ModulePtr foreign_module(const Snapshot& snapshot, const bind::Module& from, std::string_view folder,
                               std::string_view language, const Cancel& cancel) {
    if (from.files().empty()) return nullptr;
    std::string name =
        name_of_foreign(snapshot, from.language(), from.files().front().input.path, folder, language);
    std::span<const FileId> files = files_of_module(snapshot, name);
    return files.empty() ? nullptr : module_of(snapshot, files.front(), cancel);
}

std::optional<ForeignSymbols> set_by(const Snapshot& snapshot, const bind::Module& module,
                                     const UnitSlot& slot, std::uint32_t index, const Cancel& cancel) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundAttribute& attribute = unit.attributes[index];
    const bind::BoundBody& body = unit.bodies[attribute.body];
    if (!sets_elsewhere(body, attribute)) return std::nullopt;
    if (body.block == kNone) {
        const auto& sets = module.language().modules.sets;
        if (sets.language.empty()) return std::nullopt;
        return symbols_of(foreign_module(snapshot, module, "", sets.language, cancel), sets.kind,
                          attribute.name);
    }
    const BoundBlock& block = unit.blocks[body.block];
    if (!block.def || !block.def->call) return std::nullopt;
    std::string folder = called_folder(unit, block);
    if (folder.empty()) return std::nullopt;
    return symbols_of(foreign_module(snapshot, module, folder, "", cancel), block.def->call->inputs,
                      attribute.name);
}

std::optional<ForeignMember> member_named(const Snapshot& snapshot, const bind::Module& module,
                                          const UnitSlot& slot, const bind::Reference& reference,
                                          const Cancel& cancel) {
    if (reference.is_text) return std::nullopt;
    bind::Resolution found = bind::resolve(module, slot, reference);
    if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
        return std::nullopt;
    UnitSlot home = module.slot_of(found.symbols.back());
    const bind::Declaration& declaration = home.unit->declarations[found.symbols.back().index()];
    const language::CallDef* call = call_of(*home.unit, declaration);
    if (!call) return std::nullopt;
    std::string folder = called_folder(*home.unit, home.unit->blocks[declaration.block]);
    bind::ModulePtr called = folder.empty() ? nullptr : foreign_module(snapshot, module, folder, "", cancel);
    if (!called) return std::nullopt;
    auto member = member_named(*called, *call, *slot.unit, reference, found.steps);
    if (!member) return std::nullopt;
    return ForeignMember{*symbols_of(called, call->outputs, member->name), member->span};
}

std::vector<Location> uses_elsewhere(const Snapshot& snapshot, const bind::Module& module, Symbol symbol,
                                     const Cancel& cancel, const bind::Module* only) {
    std::vector<Location> out;
    if (!symbol.is_declaration()) return out;
    const language::SymbolDef& def = *module.declaration(symbol).def;
    const std::string kind = def.kind;
    const std::string name = module.declaration(symbol).address.back();
    if (def.visibility != language::Visibility::Callers &&
        std::ranges::find(module.language().modules.public_kinds, kind) ==
            module.language().modules.public_kinds.end())
        return out;
    std::string own = name_of_foreign(snapshot, module.language(), module.files().front().input.path, "", "");
    auto look_at = [&](const bind::Module& other) {
        const language::Language& language = other.language();
        const std::string& path = other.files().front().input.path;
        bool asks_ours = std::ranges::any_of(other.foreign().by_name, [&](const auto& asked) {
            return name_of_foreign(snapshot, language, path, asked.first.first, asked.first.second) == own;
        });
        if (!asks_ours) return;
        bool sets_ours = language.modules.sets.kind == kind && !language.modules.sets.language.empty() &&
                         name_of_foreign(snapshot, language, path, "", language.modules.sets.language) == own;
        for (const bind::ModuleFile& file : other.files())
            file.each_unit([&](const UnitSlot& slot) {
                cancel.poll();
                const BoundUnit& unit = *slot.unit;
                auto add = [&](Span span) { out.push_back({slot.file, span.shifted(slot.base)}); };
                if (sets_ours)
                    for (std::uint32_t i : unit.bodies[0].attributes)
                        if (unit.attributes[i].name == name &&
                            sets_elsewhere(unit.bodies[0], unit.attributes[i]))
                            add(unit.attributes[i].name_span);
                if (unit.folders.empty()) return;
                for (std::uint32_t d = 0; d < unit.declarations.size(); ++d) {
                    const language::CallDef* call = call_of(unit, unit.declarations[d]);
                    if (!call || call->outputs != kind) continue;
                    const BoundBlock& block = unit.blocks[unit.declarations[d].block];
                    std::string folder = called_folder(unit, block);
                    if (folder.empty() || name_of_foreign(snapshot, language, path, folder, "") != own)
                        continue;
                    auto self = Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration, d);
                    other.symbols().each_possible_use(
                        self, [&](const UnitSlot& at, const bind::Reference& reference) {
                            bind::Resolution found = bind::resolve(other, at, reference);
                            if (reference.is_text ||
                                std::ranges::find(found.symbols, self) == found.symbols.end())
                                return;
                            auto member = member_named(module, *call, *at.unit, reference, found.steps);
                            if (member && member->name == name)
                                out.push_back({at.file, member->span.shifted(at.base)});
                        });
                }
                for (const BoundBlock& block : unit.blocks) {
                    if (!block.def || !block.def->call || block.def->call->inputs != kind) continue;
                    std::string folder = called_folder(unit, block);
                    if (folder.empty() || name_of_foreign(snapshot, language, path, folder, "") != own)
                        continue;
                    const bind::BoundBody& body = unit.bodies[block.body];
                    for (std::uint32_t i : body.attributes)
                        if (unit.attributes[i].name == name && sets_elsewhere(body, unit.attributes[i]))
                            add(unit.attributes[i].name_span);
                }
            });
    };
    if (only) {
        if (!only->files().empty()) look_at(*only);
    } else {
        // Downloaded modules know nothing of those that call them.
        const bool is_ours = !is_downloaded(snapshot.extensions(), module.files().front().input.path);
        for (FileId first : first_files_of_modules(snapshot, module.language().id)) {
            cancel.poll();
            if (is_ours && is_downloaded(snapshot.extensions(), snapshot.file(first)->info().path)) continue;
            if (bind::ModulePtr other = module_of(snapshot, first, cancel); other && !other->files().empty())
                look_at(*other);
        }
    }
    std::ranges::sort(out, PathOrder(snapshot));
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

check::ForeignPlaces foreign_places(const Snapshot& snapshot, const bind::Module& module,
                                    const Cancel& cancel) {
    return [&snapshot, &module, &cancel](std::string_view folder, std::string_view language,
                                         std::string_view kind,
                                         std::string_view name) -> std::optional<Location> {
        auto found = symbols_of(foreign_module(snapshot, module, folder, language, cancel), kind, name);
        if (!found) return std::nullopt;
        return name_place(*found->module, found->symbols.back());
    };
}

}  // namespace hcl::world
