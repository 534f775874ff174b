#include "engine/ide/navigation/document_links.h"

#include <algorithm>
#include <optional>

#include "engine/base/path.h"
#include "engine/bind/pack_text.h"
#include "engine/ide/place/literals.h"
#include "engine/world/cross_module.h"

namespace hcl::ide {

namespace {

bool is_address(std::string_view text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

// The folder that a block calls, when a label names it.
struct CalledFolder {
    Span span;  // without quotes
    std::string path;
};

std::optional<CalledFolder> called_folder(const bind::BoundBlock& block) {
    constexpr std::string_view kLabel = "label.";
    if (!block.def || !block.def->call || !block.def->call->folder.starts_with(kLabel)) return std::nullopt;
    const auto& labels = block.def->labels;
    const auto found =
        std::ranges::find(labels, block.def->call->folder.substr(kLabel.size()), &language::LabelDef::name);
    const auto index = static_cast<std::size_t>(found - labels.begin());
    if (found == labels.end() || index >= block.labels.size()) return std::nullopt;
    Span span = block.labels[index].span;
    const std::string text(block.labels[index].value);
    if (span.length() == text.size() + 2) span = {span.start + 1, span.end - 1};
    return CalledFolder{span, text};
}

// The first file of a module; empty when it has none.
std::string first_file(const bind::ModulePtr& module) {
    std::string first;
    if (module)
        for (const bind::ModuleFile& file : module->files())
            if (first.empty() || file.input.path < first) first = file.input.path;
    return first;
}

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
    place->file->each_unit([&](const bind::UnitSlot& slot) {
        for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (const auto called = called_folder(block); called && !called->path.empty())
                if (std::string target = first_file(
                        world::foreign_module(snapshot, *place->module, called->path + "/", "", cancel));
                    !target.empty())
                    links.push_back({called->span.shifted(slot.base), std::move(target), true});
            if (!block.def || !block.def->link) continue;
            auto target = bind::pack_text(*place->module, slot, i, block.def->link);
            if (!target || !is_address(*target)) continue;
            Span span = block.type_span;
            if (!block.labels.empty()) {
                span = block.labels.back().span;
                if (span.length() > 2) span = {span.start + 1, span.end - 1};
            }
            links.push_back({span.shifted(slot.base), std::move(*target), false});
        }
    });
    std::ranges::sort(links, {}, &DocumentLink::span);
    return links;
}

}  // namespace hcl::ide
