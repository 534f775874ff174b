#include "engine/ide/annotation/code_lens.h"

#include <algorithm>

#include "engine/bind/pack_text.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/world/callers.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

namespace {

using bind::BoundBlock;
using language::LensDef;

enum class Counts : std::uint8_t { No, Any, All };  // Any: only when there is a reference

// Whether the block shows a reference count. A pack with a lens for references gives its condition.
Counts counts_uses(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t index) {
    const BoundBlock& block = slot.unit->blocks[index];
    bool has_lens = false;
    if (block.def)
        for (const LensDef& lens : block.def->lenses) {
            if (lens.kind != LensDef::Kind::References) continue;
            has_lens = true;
            if (bind::pack_condition(module, slot, index, lens.when))
                return lens.needs_any ? Counts::Any : Counts::All;
        }
    return has_lens ? Counts::No : Counts::All;
}

// Whether something in its module refers to the name of a declaration.
bool is_referred_to(const world::Snapshot& snapshot, BoundPlace place, const bind::UnitSlot& slot,
                    const bind::Declaration& d, const Cancel& cancel) {
    place.slot = slot;
    place.offset = declared_word(*slot.unit, d).start;
    const auto name = own_name_at(place);
    return name && std::ranges::any_of(uses_of(snapshot, *name, cancel, place.module.get()),
                                       [](const SymbolUse& use) { return !use.is_definition; });
}

std::string identity(const bind::Declaration& declaration) {
    std::string text = declaration.def->kind;
    for (const std::string& step : declaration.address) text += ' ' + step;
    return text;
}

std::string identity(const bind::Callable& callable) {
    return callable.name + "()";
}

// The lens of each name that the unit declares by a block: add(lens, declaration or nullptr).
template <typename Add>
void each_name(const bind::UnitSlot& slot, const Add& add) {
    for (const bind::Declaration& d : slot.unit->declarations)
        if (d.block != bind::kNone) add(CodeLens{d.name_span.shifted(slot.base), {}, identity(d)}, &d);
    for (const bind::Callable& callable : slot.unit->callables) {
        const BoundBlock& block = slot.unit->blocks[callable.block];
        if (block.labels.empty()) continue;
        add(CodeLens{block.labels[0].span.shifted(slot.base), {}, identity(callable)}, nullptr);
    }
}

// The lens of the module itself.
constexpr std::string_view kCalls = "calls";

// The header of the first block, where a module that is called shows its calls: in the file that stands for
// it.
std::optional<Span> place_of_calls(const world::Snapshot& snapshot, const BoundPlace& place) {
    if (!place.module->language().modules.may_call || !world::is_called(snapshot, *place.module))
        return std::nullopt;
    if (file_of_called(snapshot, *place.module, *place.file, "") != place.file->input.id) return std::nullopt;
    std::optional<Span> first;
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        if (!first && !slot.unit->blocks.empty()) first = slot.unit->blocks[0].header_span.shifted(slot.base);
    });
    return first;
}

std::optional<Span> place_of(const BoundPlace& place, std::string_view of, std::uint32_t near) {
    std::optional<Span> found;
    std::optional<Span> renamed;
    auto distance = [&](Span span) { return span.start > near ? span.start - near : near - span.start; };
    auto look = [&](const CodeLens& lens, const bind::Declaration*) {
        if (lens.span.start == near) renamed = lens.span;
        if (lens.of == of && (!found || distance(lens.span) < distance(*found))) found = lens.span;
    };
    // Nearly always nothing has moved.
    if (place.slot) each_name(*place.slot, look);
    if (!found || found->start != near)
        place.file->each_unit([&](const bind::UnitSlot& slot) { each_name(slot, look); });
    return found ? found : renamed;
}

// The texts of lenses, where the module does not tell them with the values that its inputs usually have.
struct LensTexts {
    const world::Snapshot& snapshot;
    const BoundPlace& place;
    const Cancel& cancel;
    std::optional<check::UsualModule> usual{};

    std::string text(const bind::UnitSlot& slot, std::uint32_t block, const LensDef& lens) {
        if (auto own = bind::pack_text(*place.module, slot, block, lens.text)) return *std::move(own);
        const bind::BoundUnit& unit = *slot.unit;
        if (std::ranges::none_of(unit.bodies[unit.blocks[block].body].attributes, [&](std::uint32_t i) {
                return lens.text.needs.contains(unit.attributes[i].name);
            }))
            return {};
        if (!usual) {
            const world::ExtensionOf with = world::extension_of(snapshot, place.module, cancel);
            usual = with.extension ? with.extension->usual_module(with.context) : check::UsualModule();
        }
        if (!usual->module) return {};
        const bind::UnitSlot there = usual->module->slot_of({slot.label, slot.file, 0});
        if (!there.state || there.state == slot.state) return {};
        auto text = bind::pack_text(*usual->module, there, block, lens.text);
        return text && !text->empty() ? *text + std::string(usual->origin) : std::string();
    }
};

}  // namespace

std::vector<CodeLens> code_lenses(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<CodeLens> lenses;
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return lenses;
    const bind::Module& module = *place->module;
    const bool counts = snapshot.settings().reference_lenses;
    if (counts)
        if (auto header = place_of_calls(snapshot, *place))
            lenses.push_back({*header, {}, std::string(kCalls)});
    LensTexts texts{snapshot, *place, cancel};
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        const bind::BoundUnit& unit = *slot.unit;
        if (counts)
            each_name(slot, [&](CodeLens&& lens, const bind::Declaration* d) {
                const Counts shown = d ? counts_uses(module, slot, d->block) : Counts::All;
                if (shown == Counts::All ||
                    (shown == Counts::Any && is_referred_to(snapshot, *place, slot, *d, cancel)))
                    lenses.push_back(std::move(lens));
            });
        for (std::uint32_t i = 0; i < unit.blocks.size(); ++i) {
            if (!unit.blocks[i].def) continue;
            for (const LensDef& lens : unit.blocks[i].def->lenses) {
                if (lens.kind != LensDef::Kind::Text || !bind::pack_condition(module, slot, i, lens.when))
                    continue;
                if (std::string text = texts.text(slot, i, lens); !text.empty())
                    lenses.push_back({unit.blocks[i].header_span.shifted(slot.base), std::move(text), {}});
            }
        }
    });
    std::ranges::stable_sort(lenses, {}, &CodeLens::span);
    return lenses;
}

std::optional<LensUses> lens_uses(const world::Snapshot& snapshot, FileId file, std::string_view of,
                                  std::uint32_t near, const Cancel& cancel) {
    auto place = bound_at(snapshot, file, near, cancel);
    if (!place) return std::nullopt;
    if (of == kCalls) {
        const std::optional<Span> header = place_of_calls(snapshot, *place);
        if (!header) return std::nullopt;
        LensUses calls{*header, {}};
        for (const CallLink& link : calls_of_module(snapshot, file, cancel))
            for (Span call : link.places) calls.uses.push_back({link.item.file, call});
        return calls;
    }
    const std::optional<Span> span = place_of(*place, of, near);
    if (!span) return std::nullopt;
    place = bound_at(snapshot, file, span->start, cancel);
    // The lens is at the header; the declared name may be inside the block.
    if (place->slot)
        for (const bind::Declaration& d : place->unit().declarations)
            if (d.block != bind::kNone && d.name_span.start == place->offset)
                place->offset = declared_word(place->unit(), d).start;
    LensUses found{*span, {}};
    if (auto name = name_at(snapshot, *place, cancel))
        for (const SymbolUse& use : uses_of(snapshot, *name, cancel))
            if (!use.is_definition) found.uses.push_back(use.where);
    return found;
}

std::string lens_title(std::string_view of, std::size_t uses) {
    const std::string word = of == kCalls ? "call" : "reference";
    if (uses == 0) return "no " + word + "s";
    return uses == 1 ? "1 " + word : std::to_string(uses) + " " + word + "s";
}

}  // namespace hcl::ide
