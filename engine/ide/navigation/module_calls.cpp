#include "engine/ide/navigation/module_calls.h"

#include <algorithm>
#include <string>

#include "engine/base/path.h"
#include "engine/ide/place/bound_place.h"
#include "engine/language/call_folder.h"
#include "engine/world/called_folders.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"

namespace hcl::ide {

namespace {

using bind::BoundBlock;
using bind::UnitSlot;

CallItem item_of_file(const world::Snapshot& snapshot, FileId file) {
    std::string_view folder = folder_of(snapshot.file(file)->info().path);
    while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    const std::string_view name = file_name_of(folder);
    return {std::string(name.empty() ? folder : name), "module", file, {0, 0}, {0, 0}, false};
}

std::string name_of_called(const world::Snapshot& snapshot, const bind::Module& from,
                           const bind::ModuleFile& file, std::string_view folder) {
    return world::name_of_foreign(snapshot, from.language(), file.input.path, folder, "");
}

// Visits the calls in a file, with the folder as it is written and the place that the call has.
template <typename Visit>
void each_call(const bind::ModuleFile& file, const Cancel& cancel, Visit visit) {
    file.each_unit([&](const UnitSlot& slot) {
        cancel.poll();
        if (slot.unit->folders.empty()) return;
        for (const BoundBlock& block : slot.unit->blocks) {
            if (!block.def || !block.def->call) continue;
            const std::string folder = bind::called_folder(*slot.unit, block);
            const Span name = block.labels.empty() ? block.type_span : block.labels.back().span;
            if (!folder.empty()) visit(folder, name.shifted(slot.base));
        }
    });
}

// The same for calls that only the language's extension knows.
template <typename Visit>
void each_extension_call(const world::Snapshot& snapshot, const BoundPlace& place, const Cancel& cancel,
                         Visit visit) {
    if (place.module->language().native.empty()) return;
    const world::ExtensionOf native = world::extension_of(snapshot, place.module, cancel);
    if (!native.extension) return;
    for (const check::ExtensionPath& path : native.extension->paths(native.context, place.file->input.id))
        if (!path.language.empty())
            visit(
                language::kOtherLanguage + path.language + language::kOtherLanguage + path.folder + path.text,
                path.span);
}

// Whether a file of another language may call a module in a folder of that name.
bool may_call_as_other(const world::Snapshot& snapshot, const world::FileState& state,
                       const language::Language& called, const std::string& folder) {
    const language::LanguagePtr language = world::language_of(snapshot, state);
    const bool may_call = language && (language->modules.may_call || !language->native.empty());
    if (!may_call || language->id == called.id) return false;
    return (state.raw_text() ? *state.raw_text() : state.tree()->text()).find(folder) != std::string::npos;
}

// Whether the place is in the header of the block that a path is written in, or at the path itself.
bool is_header_of(const BoundPlace& place, Span written) {
    if (written.touches(place.offset + place.slot->base)) return true;
    for (const BoundBlock& block : place.unit().blocks)
        if (block.header_span.touches(place.offset) && place.in_file(block.span).start <= written.start &&
            written.end <= place.in_file(block.span).end &&
            std::ranges::none_of(place.unit().bodies[block.body].blocks, [&](std::uint32_t inner) {
                return place.in_file(place.unit().blocks[inner].span).contains(written.start);
            }))
            return true;
    return false;
}

void add(std::vector<CallLink>& links, CallItem item, std::optional<Span> place) {
    auto known =
        std::ranges::find_if(links, [&](const CallLink& link) { return link.item.file == item.file; });
    if (known == links.end()) known = links.insert(links.end(), {std::move(item), {}});
    if (place) known->places.push_back(*place);
}

}  // namespace

std::optional<FileId> file_of_called(const world::Snapshot& snapshot, const bind::Module& from,
                                     const bind::ModuleFile& file, std::string_view folder) {
    std::optional<FileId> first;
    for (FileId id : world::files_of_module(snapshot, name_of_called(snapshot, from, file, folder))) {
        if (file_name_of(snapshot.file(id)->info().path).starts_with("main.")) return id;
        if (!first) first = id;
    }
    return first;
}

std::optional<CallItem> module_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                       const Cancel& cancel) {
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place || !place->file) return std::nullopt;
    std::optional<FileId> called;
    each_extension_call(snapshot, *place, cancel, [&](const std::string& folder, Span written) {
        if (place->slot && is_header_of(*place, written))
            called = file_of_called(snapshot, *place->module, *place->file, folder);
    });
    if (!called && !place->module->language().modules.may_call) return std::nullopt;
    if (!called && place->slot)
        for (const BoundBlock& block : place->unit().blocks) {
            const bool is_on_header =
                block.header_span.start <= place->offset && place->offset <= block.header_span.end;
            if (is_on_header && block.def && block.def->call)
                called = file_of_called(snapshot, *place->module, *place->file,
                                        bind::called_folder(place->unit(), block));
        }
    if (called) return item_of_file(snapshot, *called);
    if (offset == 0) return item_of_file(snapshot, file);
    return std::nullopt;
}

std::vector<CallLink> calls_of_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<CallLink> links;
    auto target = bound_at(snapshot, file, 0, cancel);
    if (!target || !target->file) return links;
    const std::string wanted = name_of_called(snapshot, *target->module, *target->file, "");
    const std::string own_folder = item_of_file(snapshot, file).name;
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        const std::string& path = state->info().path;
        const bool may_call =
            std::ranges::any_of(*world::called_folders(snapshot, *state),
                                [&](const std::string& folder) {
                                    return world::name_of_foreign(snapshot, target->module->language(), path,
                                                                  folder, "") == wanted;
                                }) ||
            may_call_as_other(snapshot, *state, target->module->language(), own_folder);
        auto place = may_call ? bound_at(snapshot, state->id(), 0, cancel) : std::nullopt;
        if (!place || !place->file) continue;
        auto look = [&](const std::string& folder, Span name) {
            if (name_of_called(snapshot, *place->module, *place->file, folder) == wanted)
                add(links, item_of_file(snapshot, state->id()), name);
        };
        each_call(*place->file, cancel, look);
        each_extension_call(snapshot, *place, cancel, look);
    }
    std::ranges::sort(links, {},
                      [&](const CallLink& link) { return snapshot.file(link.item.file)->info().path; });
    return links;
}

std::vector<CallLink> calls_in_module(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<CallLink> links;
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place || !place->file) return links;
    for (const bind::ModuleFile& one : place->module->files()) {
        auto look = [&](const std::string& folder, Span name) {
            const bool is_here = one.input.id == file;
            if (auto called = file_of_called(snapshot, *place->module, one, folder))
                add(links, item_of_file(snapshot, *called), is_here ? std::optional(name) : std::nullopt);
        };
        each_call(one, cancel, look);
        if (one.input.id == file) each_extension_call(snapshot, *place, cancel, look);
    }
    return links;
}

}  // namespace hcl::ide
