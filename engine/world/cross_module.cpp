#include "engine/world/cross_module.h"

#include <algorithm>

#include "engine/bind/instance_members.h"
#include "engine/bind/resolution.h"
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

using Member = bind::InstanceMember;

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
    std::vector<Member> out = bind::members_of_instances(unit, reference);
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
