#include "engine/ide/navigation/document_links.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/path.h"
#include "engine/bind/pack_text.h"
#include "engine/eval/analysis/variables.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/ide/navigation/path_targets.h"
#include "engine/ide/place/literals.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"
#include "engine/world/callers.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"

namespace hcl::ide {

namespace {

bool is_address(std::string_view text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

// A folder that is written in another one, with a slash at its end.
std::string folder_in(const std::string& folder, const std::string& written) {
    if (written.empty()) return folder;
    std::string inner = path_from(folder, written);
    if (!inner.ends_with('/')) inner += '/';
    return inner;
}

// Files and folders of modules, and files that functions read.
struct ReadLinks {
    const world::Snapshot& snapshot;
    const BoundPlace& place;
    const std::string& folder;  // of the file, with a slash at its end
    std::vector<DocumentLink>& links;

    void of_unit(const bind::UnitSlot& slot) const {
        each_path_target(snapshot, place, slot, [&](const PathTarget& target) {
            links.push_back({target.span, snapshot.file(target.file)->info().path, true});
        });
        each_read_path(*place.module, slot, [&](const ReadPath& path) {
            if (!path.is_of_root || !world::is_called(snapshot, *place.module))
                links.push_back({path.span, path_from(folder, path.text), true});
        });
        of_files_above(slot);
    }

    // Calls of the function that finds files in the folders above, which may be of any kind.
    void of_files_above(const bind::UnitSlot& slot) const {
        const language::Language& language = place.module->language();
        const std::string above = language::path_functions(language).above;
        if (above.empty() || !std::ranges::binary_search(slot.unit->calls, above) || !snapshot.disk() ||
            !world::starts_paths(snapshot, language, place.file->input.path))
            return;
        for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
            if (!attribute.expr) continue;
            eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
                const std::string text =
                    name == above && call.child(1) ? bind::literal_text(call.child(1)) : std::string();
                const std::string found = text.empty() ? text : file_above(text);
                if (!found.empty()) links.push_back({call.span().shifted(slot.base), found, true});
            });
        }
    }
    std::string file_above(const std::string& name) const {
        std::string at = folder;
        while (at.size() > 1) {
            at.pop_back();
            at.resize(folder_of(at).size());
            const DiskAnswerPtr there = at.empty() ? nullptr : snapshot.disk()->file(at + name);
            if (there && there->found == DiskAnswer::Found::File) return at + name;
        }
        return {};
    }
};

}  // namespace

std::vector<DocumentLink> document_links(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    std::vector<DocumentLink> links;
    const world::FileState* state = snapshot.file(file);
    auto place = bound_at(snapshot, file, 0, cancel);
    if (!place) return links;
    const std::string folder(folder_of(state->info().path));
    using language::Format;
    each_literal(*place, cancel, [&](const bind::BoundAttribute& attribute, Span span, std::string text) {
        const language::ValueRules& rules = attribute.def->rules;
        const bool names_file = rules.path != Format::None && rules.path != Format::Folder;
        if (is_address(text) && (names_file || rules.format == Format::Url))
            links.push_back({span, std::move(text), false});
    });
    each_path_literal(*place, cancel, [&](const PathLiteral& path) {
        if (path.kind != Format::Folder && path.text.find("://") == std::string::npos)
            links.push_back({path.span, path_from(folder_in(folder, path.folder), path.text), true});
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
    if (native.extension) {
        for (check::ExtensionLink& link : native.extension->links(native.context, file))
            links.push_back({link.span, std::move(link.url), false});
        for (const check::ExtensionPath& path : native.extension->paths(native.context, file)) {
            if (path.language.empty()) continue;
            const auto there = file_of_called(snapshot, *place->module, *place->file,
                                              language::kOtherLanguage + path.language +
                                                  language::kOtherLanguage + path.folder + path.text);
            if (there) links.push_back({path.span, snapshot.file(*there)->info().path, true});
        }
    }
    // An argument may be both declared as a path and the source of a call. Of links inside of others, the
    // whole one is left.
    std::ranges::stable_sort(links, {}, [](const DocumentLink& link) {
        return std::pair(link.span.start, std::numeric_limits<std::uint32_t>::max() - link.span.end);
    });
    std::uint32_t end = 0;
    std::erase_if(links, [&](const DocumentLink& link) {
        if (link.span.end <= end) return true;
        end = link.span.end;
        return false;
    });
    return links;
}

}  // namespace hcl::ide
