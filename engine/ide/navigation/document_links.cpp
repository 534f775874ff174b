#include "engine/ide/navigation/document_links.h"

#include <algorithm>

#include "engine/base/path.h"
#include "engine/bind/pack_text.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/ide/place/literals.h"
#include "engine/language/call_folder.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

namespace {

bool is_address(std::string_view text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

// Folders of called modules, and files that functions read.
struct ReadLinks {
    const world::Snapshot& snapshot;
    const BoundPlace& place;
    const std::string& folder;  // of the file, with a slash at its end
    std::vector<DocumentLink>& links;

    void of_unit(const bind::UnitSlot& slot) const {
        for (const bind::BoundBlock& block : slot.unit->blocks)
            if (block.def && block.def->call) of_call(slot, block);
        each_read_path(*place.module, slot, [&](const ReadPath& path) {
            links.push_back({path.span, path_from(folder, path.text), true});
        });
    }
    void of_call(const bind::UnitSlot& slot, const bind::BoundBlock& block) const {
        const std::string called = bind::called_folder(*slot.unit, block);
        Span span = bind::place_of_called_folder(*slot.unit, block);
        if (called.empty() || span.length() != language::as_written(called).size() + 2) return;
        span = {span.start + 1, span.end - 1};
        if (auto target = file_of_called(snapshot, *place.module, *place.file, called))
            links.push_back({span.shifted(slot.base), snapshot.file(*target)->info().path, true});
    }
};

}  // namespace

std::vector<DocumentLink> document_links(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<DocumentLink> links;
    const world::FileState* state = snapshot.file(file);
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return links;
    const std::string folder(folder_of(state->info().path));
    each_literal(*place, cancel, [&](const bind::BoundAttribute& attribute, Span span, std::string text) {
        using language::Format;
        Format format = attribute.def->rules.format;
        bool names_file = format == Format::File || format == Format::Path;
        if (text.empty()) return;
        if (is_address(text) && (names_file || format == Format::Url))
            links.push_back({span, std::move(text), false});
        else if (names_file && text.find("://") == std::string::npos)
            links.push_back({span, path_from(folder, text), true});
    });
    // Links that the pack computes for headers; a link shared by all blocks of a type is shown by hover.
    const ReadLinks read{snapshot, *place, folder, links};
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        read.of_unit(slot);
        for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (!block.def || !block.def->link) continue;
            auto target = bind::pack_text(*place->module, slot, i, block.def->link);
            if (!target || !is_address(*target)) continue;
            Span span = block.type_span;
            if (block.is_key_elsewhere && (block.labels.empty() || block.labels.back().is_elsewhere))
                continue;
            if (!block.labels.empty()) {
                span = block.labels.back().span;
                if (span.length() > 2) span = {span.start + 1, span.end - 1};
            }
            links.push_back({span.shifted(slot.base), std::move(*target), false});
        }
    });
    const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
    if (native.extension)
        for (check::ExtensionLink& link : native.extension->links(native.context, file))
            links.push_back({link.span, std::move(link.url), false});
    std::ranges::stable_sort(links, {}, &DocumentLink::span);
    // An argument may be both declared as a path and the source of a call.
    auto same = std::ranges::unique(links, {}, &DocumentLink::span);
    links.erase(same.begin(), same.end());
    return links;
}

}  // namespace hcl::ide
