#include "engine/ide/refactor/move_files.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/ide/navigation/path_targets.h"
#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/literals.h"
#include "engine/language/path_functions.h"
#include "engine/world/callers.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/installed_modules.h"

namespace hcl::ide {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;

// Where a path leads once everything is moved.
std::string moved(const std::string& path, const std::vector<MovedPath>& moves) {
    for (const MovedPath& move : moves) {
        if (path == move.from) return move.to;
        if (path.starts_with(move.from) && path[move.from.size()] == '/')
            return move.to + path.substr(move.from.size());
    }
    return path;
}

std::string with_slash(std::string folder) {
    if (!folder.ends_with('/')) folder += '/';
    return folder;
}

bool is_address(std::string_view text) {
    return text.find("://") != std::string_view::npos || text.find("::") != std::string_view::npos;
}

struct Mover {
    const world::Snapshot& snapshot;
    const std::vector<MovedPath>& moves;
    const Cancel& cancel;
    std::vector<FileEdit>& out;

    FileId file{};
    std::string folder{};      // of the file, with a slash at its end
    std::string new_folder{};  // the same after the move

    // `text`: the path as it is written at `span`, without quotes.
    // Other strings than paths may be taken where a path is.
    void path(Span span, const std::string& text, bool needs_dot, bool is_surely_path = true) {
        if (text.empty() || text.starts_with('/') || is_address(text)) return;
        // The part after two slashes is a folder inside of a package.
        const std::string target = path_from(folder, text);
        const std::string new_target = moved(target, moves);
        if (new_target == target && (new_folder == folder || !is_surely_path)) return;
        std::string fresh = relative_path(new_folder, new_target);
        if (!fresh.starts_with("../") && fresh != ".." && fresh != "." &&
            (needs_dot || text.starts_with("./")))
            fresh.insert(0, "./");
        const bool is_only_dots = fresh == "." || fresh == "..";
        const bool is_folder = text.ends_with('/');
        if ((is_folder || (needs_dot && is_only_dots)) && !fresh.ends_with('/')) fresh += '/';
        // "../" is written so also where there was no slash, "../.." is not.
        if (!is_folder && fresh.size() > 3 && fresh.ends_with('/')) fresh.pop_back();
        if (relative_path(folder, target) == relative_path(new_folder, new_target)) return;
        out.push_back({file, {span, std::move(fresh)}});
    }

    void unit(const BoundPlace& place, const bind::UnitSlot& slot) {
        for (const BoundBlock& block : slot.unit->blocks) {
            if (!block.def || !block.def->call) continue;
            const std::string called = bind::called_folder(*slot.unit, block);
            Span label = bind::place_of_called_folder(*slot.unit, block);
            if (block.def->call->folder.starts_with("label.") && label.length() == called.size() + 2) {
                label = {label.start + 1, label.end - 1};
                path(label.shifted(slot.base), called, true);
            }
            for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
                const BoundAttribute& attribute = slot.unit->attributes[i];
                if (attribute.name != block.def->call->folder || !attribute.expr) continue;
                const std::string text = bind::literal_text(attribute.expr);
                const Span span = attribute.expr.span().shifted(slot.base);
                // Other strings are names in a registry: "." and ".." alone, too.
                if (is_relative_path(text) && span.length() == text.size() + 2)
                    path({span.start + 1, span.end - 1}, text, true);
            }
        }
        each_read_path(*place.module, slot, [&](const ReadPath& one) {
            // In a called module `path.root` is unknown: it is the folder of some caller.
            if (!one.is_of_root || !world::is_called(snapshot, *place.module))
                path(one.span, one.text, false);
        });
    }

    // "${local.units}/vpc": what is written behind the expression, as long as that still leads there.
    void ends_of_paths(const BoundPlace& place, const bind::UnitSlot& slot) {
        if (slot.unit->folders.empty() || new_folder != folder) return;
        each_path_target(snapshot, place, slot, [&](const PathTarget& target) {
            const std::string text = place.file->input.tree->text(target.span);
            const std::size_t end = text.rfind("}/");
            if (end == std::string::npos || !text.starts_with("${")) return;
            const std::string old_end = text.substr(end + 1);
            std::string from = snapshot.file(target.file)->info().path;
            std::string to = moved(from, moves);
            if (from == to) return;
            // It leads to the file, or to its folder.
            if (!from.ends_with(old_end)) {
                from.resize(folder_of(from).size() - 1);
                to.resize(folder_of(to).size() - 1);
            }
            if (!from.ends_with(old_end)) return;
            const std::string start = from.substr(0, from.size() - old_end.size()) + '/';
            if (!to.starts_with(start)) return;
            out.push_back({file,
                           {{target.span.start + static_cast<std::uint32_t>(end) + 1, target.span.end},
                            "/" + to.substr(start.size())}});
        });
    }

    // `find_in_parent_folders("env.hcl")`, when that file gets another name.
    void files_above(const BoundPlace& place, const bind::UnitSlot& slot) {
        const std::string above = language::path_functions(place.module->language()).above;
        if (above.empty() || !std::ranges::binary_search(slot.unit->calls, above)) return;
        each_path_target(snapshot, place, slot, [&](const PathTarget& target) {
            const std::string& path = snapshot.file(target.file)->info().path;
            const std::string_view name = file_name_of(path);
            const std::string fresh(file_name_of(moved(path, moves)));
            const std::string call = place.file->input.tree->text(target.span);
            const std::string argument = hcl_string(name);
            const std::size_t at = call.find(argument);
            if (fresh == name || !call.starts_with(above) || at == std::string::npos) return;
            const std::uint32_t start = target.span.start + static_cast<std::uint32_t>(at);
            out.push_back(
                {file, {{start, start + static_cast<std::uint32_t>(argument.size())}, hcl_string(fresh)}});
        });
    }

    void look(const world::FileState& state) {
        file = state.id();
        folder = std::string(folder_of(state.info().path));
        const std::string new_path = moved(state.info().path, moves);
        new_folder = std::string(folder_of(new_path));
        auto place = bound_at(snapshot, file, 0, cancel);
        if (!place || !place->file) return;
        each_path_literal(*place, cancel, [&](const PathLiteral& one) {
            const bool has_dot = one.text.starts_with('.');
            in_folder(one.folder).path(one.span, one.text, has_dot, has_dot);
        });
        place->file->each_unit([&](const bind::UnitSlot& slot) {
            cancel.poll();
            unit(*place, slot);
            files_above(*place, slot);
            ends_of_paths(*place, slot);
        });
        const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
        if (!native.extension) return;
        for (const check::ExtensionPath& one : native.extension->paths(native.context, file)) {
            if (!one.is_computed) in_folder(one.folder).path(one.span, one.text, true);
        }
    }

    // The same for paths that start in a folder, which is written from that of the file.
    Mover in_folder(const std::string& written) const {
        Mover other = *this;
        if (written.empty()) return other;
        const std::string home = path_from(folder, written);
        other.folder = with_slash(home);
        other.new_folder =
            with_slash(moved(home.ends_with('/') ? home.substr(0, home.size() - 1) : home, moves));
        return other;
    }
};

}  // namespace

std::vector<FileEdit> edits_for_moves(const world::Snapshot& snapshot, const std::vector<MovedPath>& moves,
                                      const Cancel& cancel) {
    std::vector<FileEdit> out;
    Mover mover{snapshot, moves, cancel, out};
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        if (world::is_downloaded(snapshot.extensions(), state->info().path)) continue;
        if (state->info().options.syntax != syntax::Syntax::Template) mover.look(*state);
    }
    auto key = [](const FileEdit& edit) {
        return std::tuple(edit.file.value, edit.edit.range.start, edit.edit.range.end);
    };
    std::ranges::sort(out, {}, key);
    // An argument may be both declared as a path and the source of a call.
    auto same = std::ranges::unique(out, {}, key);
    out.erase(same.begin(), same.end());
    return out;
}

}  // namespace hcl::ide
