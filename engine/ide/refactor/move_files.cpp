#include "engine/ide/refactor/move_files.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/ide/navigation/path_targets.h"
#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/literals.h"
#include "engine/language/path_functions.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/callers.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/installed_modules.h"

namespace hcl::ide {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using syntax::Node;
using syntax::NodeKind;

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

// A path without the second of two slashes.
std::string with_single_slashes(std::string_view path) {
    std::string out;
    for (const char c : path)
        if (c != '/' || !out.ends_with('/')) out += c;
    return out;
}

// Rewrites expressions that make paths, where what they are made of stands.
struct ComputedPath {
    const world::Snapshot& snapshot;
    const bind::Module& module;
    const std::vector<MovedPath>& moves;
    std::vector<FileEdit>& out;

    // The expression leads to the path: a file, or a module with this file.
    void lead_to(const bind::UnitSlot& slot, Node expr, const std::string& from) const {
        std::string to = moved(from, moves);
        if (from == to) return;
        if (!from.ends_with('/') && rewrite(slot, expr, from, to, 0)) return;
        const std::string folder(folder_of(from));
        const std::string new_folder(folder_of(to));
        if (folder.size() > 1 && new_folder.size() > 1 && folder != new_folder)
            rewrite(slot, expr, folder.substr(0, folder.size() - 1),
                    new_folder.substr(0, new_folder.size() - 1), 0);
    }

  private:
    static constexpr int kDeepest = 8;

    void add(const bind::UnitSlot& slot, Span span, std::string text) const {
        out.push_back({slot.file, {span.shifted(slot.base), std::move(text)}});
    }

    bool rewrite(const bind::UnitSlot& slot, Node expr, const std::string& from, const std::string& to,
                 int depth) const {
        if (!expr || depth > kDeepest) return false;
        const Node inner = eval::without_parens(expr);
        if (inner.is(NodeKind::Call)) return call(slot, inner, from, to);
        if (const auto text = syntax::quoted_text(inner); text && !text->empty())
            return depth > 0 && literal(slot, inner, *text, from, to);
        if (inner.is(NodeKind::Template)) return ending(slot, inner, from, to, depth);
        const eval::Traversal path = eval::traversal_of(inner);
        if (path.size() != 2 || path[1].kind != eval::TraversalStep::Kind::Attr) return false;
        for (const bind::Symbol symbol : module.symbols().by_address({path[0].name, path[1].name})) {
            if (!symbol.is_declaration()) continue;
            const bind::UnitSlot home = module.slot_of(symbol);
            const std::uint32_t attribute = home.unit->declarations[symbol.index()].attribute;
            if (attribute != bind::kNone &&
                rewrite(home, home.unit->attributes[attribute].expr, from, to, depth + 1))
                return true;
        }
        return false;
    }

    // Strings that stand in calls themselves are rewritten without an expression.
    bool literal(const bind::UnitSlot& slot, Node string, const std::string& text, const std::string& from,
                 const std::string& to) const {
        const std::string folder(folder_of(snapshot.file(slot.file)->info().path));
        const Span span = string.span();
        if (span.length() != text.size() + 2 || path_from(folder, text) != from) return false;
        std::string fresh = relative_path(folder, to);
        if (!fresh.starts_with('.') && text.starts_with('.')) fresh.insert(0, "./");
        if (fresh.ends_with('/') && !text.ends_with('/')) fresh.pop_back();
        add(slot, {span.start + 1, span.end - 1}, std::move(fresh));
        return true;
    }

    // `find_in_parent_folders("env.hcl")`, when that file gets another name.
    bool call(const bind::UnitSlot& slot, Node call, const std::string& from, const std::string& to) const {
        const std::string above = language::path_functions(module.language()).above;
        const Node argument = call.child(1);
        if (above.empty() || eval::call_name(call).view() != above || !argument) return false;
        const std::string fresh(file_name_of(to));
        const std::string name = bind::literal_text(argument);
        if (name != file_name_of(from) || argument.span().length() != name.size() + 2 || fresh == name)
            return false;
        add(slot, argument.span(), hcl_string(fresh));
        return true;
    }

    // `"${local.units}/vpc"`: what is written behind the expression, as long as that still leads there; else
    // the expression.
    bool ending(const bind::UnitSlot& slot, Node string, const std::string& from, const std::string& to,
                int depth) const {
        const Node start = string.child_count() == 2 ? string.child(0) : Node();
        const Node end = start ? string.child(1) : Node();
        if (!start || !start.is(NodeKind::Interpolation) || !end.is(NodeKind::TemplateLiteral) ||
            !end.text().starts_with('/') || end.text().find_first_of("\\$%") != std::string_view::npos)
            return false;
        const std::string_view written = end.text();
        const std::string old_end = with_single_slashes(written);
        if (!from.ends_with(old_end)) return false;
        const std::string head = from.substr(0, from.size() - old_end.size());
        if (to.starts_with(head + '/')) {
            std::string fresh = to.substr(head.size());
            // Behind two slashes is a folder inside of a package.
            const std::size_t package = written.find("//");
            const std::string kept(written.substr(0, std::min(package, written.size())));
            if (package != std::string_view::npos && fresh.starts_with(kept + '/'))
                fresh.insert(package, 1, '/');
            add(slot, end.span(), std::move(fresh));
            return true;
        }
        // Other paths begin with the same name, so all that is there must move.
        if (moved(head, moves) + old_end != to) return false;
        return rewrite(slot, start.child(0), head, to.substr(0, to.size() - old_end.size()), depth + 1);
    }
};

struct Mover {
    const world::Snapshot& snapshot;
    const std::vector<MovedPath>& moves;
    const Cancel& cancel;
    std::vector<FileEdit>& out;

    FileId file{};
    std::string folder{};      // of the file, with a slash at its end
    std::string new_folder{};  // the same after the move

    // The path with two slashes where `text` has them: what follows is a folder inside of a package.
    std::string relative_to(const std::string& new_target, const std::string& text) const {
        std::string fresh = relative_path(new_folder, new_target);
        const std::size_t end = text.find("//");
        if (end == std::string::npos) return fresh;
        const std::string package = moved(path_from(folder, text.substr(0, end)), moves);
        if (!new_target.starts_with(with_slash(package))) return fresh;
        const std::string before = relative_path(new_folder, package);
        return (before.ends_with('/') ? before.substr(0, before.size() - 1) : before) + "//" +
               new_target.substr(package.size() + 1);
    }

    // `text`: the path as it is written at `span`, without quotes.
    // Other strings than paths may be taken where a path is.
    void path(Span span, const std::string& text, bool needs_dot, bool is_surely_path = true) {
        if (text.empty() || text.starts_with('/') || is_address(text)) return;
        const std::string target = path_from(folder, text);
        const std::string new_target = moved(target, moves);
        if (new_target == target && (new_folder == folder || !is_surely_path)) return;
        std::string fresh = relative_to(new_target, text);
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

    // Paths that expressions make: `"${local.units}/vpc"`, `find_in_parent_folders("env.hcl")`.
    void computed_paths(const BoundPlace& place, const bind::UnitSlot& slot) {
        if (new_folder != folder) return;
        const ComputedPath computed{snapshot, *place.module, moves, out};
        each_path_target(snapshot, place, slot, [&](const PathTarget& target) {
            if (target.expr) computed.lead_to(slot, target.expr, snapshot.file(target.file)->info().path);
        });
        files_above_users(place, slot, computed);
    }

    // An expression of which the extension tells the path.
    void source_elsewhere(const BoundPlace& place, const check::ExtensionPath& one) {
        const std::optional<bind::UnitSlot> slot = place.file->unit_at(one.span.start);
        if (!slot) return;
        const ComputedPath computed{snapshot, *place.module, moves, out};
        for (const BoundAttribute& attribute : slot->unit->attributes)
            if (attribute.expr && attribute.expr.span().shifted(slot->base) == one.span)
                computed.lead_to(*slot, attribute.expr,
                                 path_from(path_from(folder, one.folder), one.text) + "/");
    }

    // Files that only those that include this one find above them, where all find the same.
    void files_above_users(const BoundPlace& place, const bind::UnitSlot& slot,
                           const ComputedPath& computed) {
        const language::PathFunctions paths = language::path_functions(place.module->language());
        if (paths.above.empty() || !std::ranges::binary_search(slot.unit->calls, paths.above)) return;
        for (const BoundAttribute& attribute : slot.unit->attributes) {
            if (!attribute.expr) continue;
            eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
                const std::string path = name == paths.above ? bind::written_path(call, paths) : "";
                if (path.empty() || file_of_called(snapshot, *place.module, *place.file, path)) return;
                std::set<FileId> found;
                for (const FileId id : world::files_calling(snapshot, *place.module)) {
                    const auto user = bound_at(snapshot, id, 0, cancel);
                    if (!user || !user->file) continue;
                    if (const auto there = file_of_called(snapshot, *user->module, *user->file, path))
                        found.insert(*there);
                }
                if (found.size() == 1)
                    computed.lead_to(slot, call, snapshot.file(*found.begin())->info().path);
            });
        }
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
            computed_paths(*place, slot);
        });
        const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
        if (!native.extension) return;
        for (const check::ExtensionPath& one : native.extension->paths(native.context, file)) {
            if (!one.is_computed)
                in_folder(one.folder).path(one.span, one.text, true);
            else if (new_folder == folder)
                source_elsewhere(*place, one);
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
