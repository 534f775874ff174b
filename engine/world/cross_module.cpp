#include "engine/world/cross_module.h"

#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/lex/literal.h"
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
    bool is_in_loop = false;  // behind the name of an element, not behind the reference itself
};

// The name of an attribute step or of a literal index, if it is not missing.
std::optional<Member> member_of(Node attr) {
    if (attr.is(NodeKind::Index)) {
        const Node key = attr.child(1);
        if (!key || !key.is(NodeKind::Template) || !syntax::is_string_literal(key)) return std::nullopt;
        return Member{syntax::template_items(key)[0].text, key.span()};
    }
    if (!attr.is(NodeKind::GetAttr)) return std::nullopt;
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

// The nodes around the start of a reference, outermost first.
struct NodesAround {
    std::vector<Node> list;
    std::shared_ptr<const void> owner;  // of the nodes of a JSON string

    NodesAround(const BoundUnit& unit, const bind::Reference& reference) {
        for (Node node = unit.attributes[reference.attribute].expr; node;) {
            if (node.is(NodeKind::JsonString) && !owner) {
                eval::JsonTemplate inside = eval::JsonText(node).as_template();
                owner = inside.owner;
                node = inside.root;
                continue;
            }
            list.push_back(node);
            Node inner;
            for (Node child : node.children())
                if (!inner && child.span().start <= reference.span.start &&
                    reference.span.start < child.span().end)
                    inner = child;
            node = inner;
        }
    }
};

bool is_loop(Node node) {
    return node.is(NodeKind::ForTuple) || node.is(NodeKind::ForObject);
}

// Names of a loop, its collection, and what is computed for each element.
struct Loop {
    std::string_view key;
    std::string_view value;
    Node collection;
    std::vector<Node> parts{};

    explicit Loop(Node node) {
        const std::uint32_t first = node.has(syntax::kHasKeyName) ? 1 : 0;
        if (first == 1) key = node.child(0).text();
        value = node.child(first).text();
        collection = node.child(first + 1);
        std::uint32_t index = 0;
        for (Node child : node.children())
            if (index++ > first + 1) parts.push_back(child);
    }
};

// The first attribute step behind each use of a name.
void add_members_of(Node node, std::string_view name, int depth, std::vector<Member>& out) {
    constexpr int kMaxDepth = 200;
    if (!node || depth > kMaxDepth) return;
    const bool is_step = node.is(NodeKind::GetAttr) || node.is(NodeKind::Index);
    if (is_step && node.child(0) && node.child(0).is(NodeKind::Variable) && node.child(0).text() == name) {
        if (auto member = member_of(node))
            out.push_back({std::move(member->name), member->span, true});
        else if (node.is(NodeKind::Index))
            add_members_of(node.child(1), name, depth + 1, out);
        return;
    }
    if (is_loop(node)) {
        const Loop loop(node);
        add_members_of(loop.collection, name, depth + 1, out);
        if (loop.key == name || loop.value == name) return;
        for (Node part : loop.parts) add_members_of(part, name, depth + 1, out);
        return;
    }
    for (Node child : node.children()) add_members_of(child, name, depth + 1, out);
}

// `element(LIST, INDEX)`, `one(LIST)`.
bool picks_one(Node call, Node list) {
    if (!call.is(NodeKind::Call) || !call.child(0) || !(call.child(1) == list)) return false;
    return call.child(0).text() == "element" || call.child(0).text() == "one";
}

// The attribute steps that are applied to instances of a referenced call: `x` in `a.b[0].x`,
// `a.b[each.key].x`, `a.b[*].x`, `values(a.b)[*].x`, and in `[for v in a.b : v.x]`.
std::vector<Member> members_of_instances(const BoundUnit& unit, const bind::Reference& reference) {
    const NodesAround around(unit, reference);
    std::vector<Member> out;
    auto add = [&](std::optional<Member> member) {
        if (member) out.push_back(std::move(*member));
    };
    Node chain;  // at first only the literal steps, then the enclosing nodes
    bool is_instance = false;
    const std::uint32_t end = reference.steps.back().span.end;
    for (std::size_t i = around.list.size(); i-- > 0;) {
        Node node = around.list[i];
        if (!chain || node.span().end <= end) {
            chain = node;
            continue;
        }
        const bool is_of_values =
            node.is(NodeKind::Call) && node.child(0) && node.child(0).text() == "values";
        if (is_of_values || node.is(NodeKind::Paren)) {
            chain = node;
            continue;
        }
        if (picks_one(node, chain)) {
            chain = node;
            is_instance = true;
            continue;
        }
        if (is_loop(node)) {
            if (is_instance) break;
            const Loop loop(node);
            if (loop.collection == chain)
                for (Node part : loop.parts) add_members_of(part, loop.value, 0, out);
            break;
        }
        if (node.child(0) != chain) break;
        if (node.is(NodeKind::GetAttr)) {
            add(member_of(node));
            break;
        }
        if (node.is(NodeKind::FullSplat) || node.is(NodeKind::AttrSplat)) {
            if (is_instance) break;
            add(member_of_each(node.child(1)));
            break;
        }
        if (!node.is(NodeKind::Index) && !node.is(NodeKind::LegacyIndex)) break;
        if (is_instance) {
            add(member_of(node));
            break;
        }
        chain = node;
        is_instance = true;
    }
    return out;
}

// A call that may be made several times.
struct CallSite {
    const language::CallDef& def;
    bool is_repeated;
};

// The members of a called module that a reference names. An instance key of the call may come between.
std::vector<Member> members_named(const bind::Module& called, const CallSite& call, const BoundUnit& unit,
                                  const bind::Reference& reference, std::size_t from) {
    auto is_known = [&](const std::string& name) {
        return !called.symbols().by_kind_and_name(call.def.outputs, name).empty();
    };
    for (std::size_t i = from; i < reference.steps.size() && i < from + 2; ++i)
        if (is_known(reference.steps[i].name))
            return {Member{reference.steps[i].name, reference.steps[i].span}};
    if (reference.steps.size() > from || !call.is_repeated) return {};
    std::vector<Member> out = members_of_instances(unit, reference);
    std::erase_if(out, [&](const Member& member) { return !is_known(member.name); });
    return out;
}

bool is_repeated(const UnitSlot& slot, std::uint32_t declaration) {
    return slot.state && slot.state->facts_of(declaration).may_be_indexed;
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

std::vector<ForeignMember> members_named(const Snapshot& snapshot, const bind::Module& module,
                                         const UnitSlot& slot, const bind::Reference& reference,
                                         const Cancel& cancel) {
    if (reference.is_text) return {};
    bind::Resolution found = bind::resolve(module, slot, reference);
    if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration()) return {};
    UnitSlot home = module.slot_of(found.symbols.back());
    const std::uint32_t index = found.symbols.back().index();
    const bind::Declaration& declaration = home.unit->declarations[index];
    const language::CallDef* call = call_of(*home.unit, declaration);
    if (!call) return {};
    std::string folder = called_folder(*home.unit, home.unit->blocks[declaration.block]);
    bind::ModulePtr called = folder.empty() ? nullptr : foreign_module(snapshot, module, folder, "", cancel);
    if (!called) return {};
    std::vector<ForeignMember> out;
    for (const Member& member :
         members_named(*called, {*call, is_repeated(home, index)}, *slot.unit, reference, found.steps))
        out.push_back({*symbols_of(called, call->outputs, member.name), member.span, member.is_in_loop});
    return out;
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
                            for (const Member& member : members_named(module, {*call, is_repeated(slot, d)},
                                                                      *at.unit, reference, found.steps))
                                if (member.name == name)
                                    out.push_back({at.file, member.span.shifted(at.base)});
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
