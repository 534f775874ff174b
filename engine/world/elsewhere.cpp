#include "engine/world/elsewhere.h"

#include <algorithm>

#include "engine/world/bound.h"

namespace hcl::world {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;

namespace {

std::optional<ForeignSymbols> symbols_of(bind::ModulePtr module, std::string_view kind,
                                         std::string_view name) {
    if (!module) return std::nullopt;
    ForeignSymbols out{module, std::string(kind), std::string(name), module->by_kind_and_name(kind, name)};
    if (out.symbols.empty()) return std::nullopt;
    return out;
}

// The call that a declaration stands for; null when it is none.
const language::CallDef* call_of(const BoundUnit& unit, const bind::Declaration& declaration) {
    if (declaration.block == kNone) return nullptr;
    const BoundBlock& block = unit.blocks[declaration.block];
    return block.def ? block.def->call.get() : nullptr;
}

// The step behind a call's address that names something of the module: instances of it come between.
std::optional<std::size_t> member_step(const bind::Module& called, const language::CallDef& call,
                                       const bind::Reference& reference, std::size_t from) {
    for (std::size_t i = from; i < reference.steps.size() && i < from + 2; ++i)
        if (!called.by_kind_and_name(call.outputs, reference.steps[i].name).empty()) return i;
    return std::nullopt;
}

bool sets_elsewhere(const bind::BoundBody& body, const bind::BoundAttribute& attribute) {
    return !body.attribute(attribute.name);
}

}  // namespace

bind::ModulePtr foreign_module(const Snapshot& snapshot, const bind::Module& from, std::string_view folder,
                               std::string_view language, const Cancel& cancel) {
    if (from.files().empty()) return nullptr;
    std::string name = name_of_foreign(from.language(), from.files().front().input.path, folder, language);
    std::optional<FileId> first = first_file_of(snapshot, name);
    return first ? module_of(snapshot, *first, cancel) : nullptr;
}

std::optional<ForeignSymbols> set_by(const Snapshot& snapshot, const bind::Module& module,
                                     const UnitSlot& slot, std::uint32_t index, const Cancel& cancel) {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundAttribute& attribute = unit.attributes[index];
    const bind::BoundBody& body = unit.bodies[attribute.body];
    if (!sets_elsewhere(body, attribute)) return std::nullopt;
    if (body.block == kNone) {
        const auto& sets = module.language().sets;
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
    bind::Resolution found = module.resolve(slot, reference);
    if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
        return std::nullopt;
    UnitSlot home = module.slot_of(found.symbols.back());
    const bind::Declaration& declaration = home.unit->declarations[found.symbols.back().index()];
    const language::CallDef* call = call_of(*home.unit, declaration);
    if (!call) return std::nullopt;
    std::string folder = called_folder(*home.unit, home.unit->blocks[declaration.block]);
    bind::ModulePtr called = folder.empty() ? nullptr : foreign_module(snapshot, module, folder, "", cancel);
    if (!called) return std::nullopt;
    auto step = member_step(*called, *call, reference, found.steps);
    if (!step) return std::nullopt;
    return ForeignMember{*symbols_of(called, call->outputs, reference.steps[*step].name), *step};
}

std::vector<Location> uses_elsewhere(const Snapshot& snapshot, const bind::Module& module, Symbol symbol,
                                     const Cancel& cancel) {
    std::vector<Location> out;
    if (!symbol.is_declaration()) return out;
    const std::string kind = module.declaration(symbol).def->kind;
    const std::string name = module.declaration(symbol).address.back();
    std::string own = name_of_foreign(module.language(), module.files().front().input.path, "", "");
    auto look_at = [&](const bind::Module& other) {
        const language::Language& language = other.language();
        const std::string& path = other.files().front().input.path;
        bool sets_ours = language.sets.kind == kind && !language.sets.language.empty() &&
                         name_of_foreign(language, path, "", language.sets.language) == own;
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
                    if (folder.empty() || name_of_foreign(language, path, folder, "") != own) continue;
                    auto self = Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration, d);
                    other.each_possible_use(self, [&](const UnitSlot& at, const bind::Reference& reference) {
                        bind::Resolution found = other.resolve(at, reference);
                        if (reference.is_text ||
                            std::ranges::find(found.symbols, self) == found.symbols.end())
                            return;
                        auto step = member_step(module, *call, reference, found.steps);
                        if (step && reference.steps[*step].name == name)
                            out.push_back({at.file, reference.steps[*step].span.shifted(at.base)});
                    });
                }
                for (const BoundBlock& block : unit.blocks) {
                    if (!block.def || !block.def->call || block.def->call->inputs != kind) continue;
                    std::string folder = called_folder(unit, block);
                    if (folder.empty() || name_of_foreign(language, path, folder, "") != own) continue;
                    const bind::BoundBody& body = unit.bodies[block.body];
                    for (std::uint32_t i : body.attributes)
                        if (unit.attributes[i].name == name && sets_elsewhere(body, unit.attributes[i]))
                            add(unit.attributes[i].name_span);
                }
            });
    };
    for (FileId first : first_files_of_modules(snapshot, module.language().id)) {
        cancel.poll();
        if (bind::ModulePtr other = module_of(snapshot, first, cancel); other && !other->files().empty())
            look_at(*other);
    }
    std::ranges::sort(out);
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
        return found->module->name_place(found->symbols.back());
    };
}

}  // namespace hcl::world
