#include "engine/world/named_files.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/function.h"
#include "engine/language/path_functions.h"

namespace hcl::world {

namespace {

using syntax::Node;
using syntax::NodeKind;

// The name of a file in an expression, and what tells who reads that file.
struct Written {
    std::string name{};
    std::vector<std::string> around{};  // the functions of the calls in which it stands
    std::vector<std::string> within{};  // those of the calls in the same text: `"${dirname(f("a"))}/b.hcl"`
    std::string block{};                // the type of the block at the top
    std::string attribute{};
    bool operator==(const Written&) const = default;
};

constexpr std::size_t kMostNames = 100;
constexpr std::string_view kFileEnd = ".hcl";

std::string_view without_steps(std::string_view path) {
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view step : {"../", "./", "/"})
            if (path.starts_with(step)) {
                path.remove_prefix(step.size());
                found = true;
            }
    }
    return path;
}

struct NameSearch {
    static constexpr int kDeepest = 100;
    std::vector<Written> found{};
    Written place{};

    void add(std::string_view text, std::vector<std::string> within) {
        const std::string_view name = without_steps(text);
        if (!name.ends_with(kFileEnd) || name.size() == kFileEnd.size() || found.size() == kMostNames) return;
        found.push_back(place);
        found.back().name = name;
        found.back().within = std::move(within);
    }

    // `"../common.hcl"`, `"${...}/common.hcl"`
    void add_text(Node text) {
        Node last;
        for (const Node part : text.children()) last = part;
        if (!last || !last.is(NodeKind::TemplateLiteral)) return;
        std::vector<std::string> within;
        eval::each_call(text, [&](Node, std::string_view name) { within.emplace_back(name); });
        add(last.text(), std::move(within));
    }

    void add_json(Node string, int depth) {
        const eval::JsonText text(string);
        if (!text.may_be_template()) return add(text.text(), {});
        const eval::JsonTemplate parsed = text.as_template();
        if (!parsed.root) return;
        add_text(parsed.root);
        look_inside(parsed.root, depth);
    }

    static bool is_at_beginning(Node expr) { return expr.span().start < language::kLanguageHints; }

    void look_inside(Node expr, int depth) {
        for (const Node child : expr.children()) look(child, depth + 1);
    }

    void look(Node expr, int depth) {
        if (depth > kDeepest || found.size() == kMostNames || !is_at_beginning(expr) ||
            !expr.text().substr(0, language::kLanguageHints).contains(kFileEnd))
            return;
        if (expr.is(NodeKind::JsonString)) return add_json(expr, depth);
        if (expr.is(NodeKind::Template)) add_text(expr);
        const bool is_call = expr.is(NodeKind::Call);
        if (is_call) place.around.emplace_back(eval::call_name(expr).view());
        const std::string attribute = place.attribute;
        if (expr.is(NodeKind::JsonProperty)) {
            place.attribute = eval::JsonText(expr.child(0)).text();
            if (depth == 1) place.block = place.attribute;
            if (expr.child(1)) look(expr.child(1), depth + 1);
        } else {
            look_inside(expr, depth);
        }
        place.attribute = attribute;
        if (is_call) place.around.pop_back();
    }

    void look_in(const syntax::BodyView& body, int depth) {
        for (const syntax::BodyItem& item : body.items()) {
            if (item.span.start >= language::kLanguageHints || depth > kDeepest) return;
            if (item.kind == syntax::BodyItem::Kind::Attribute) {
                place.attribute = item.attribute().name;
                look(item.attribute().expr, 0);
            } else if (item.kind == syntax::BodyItem::Kind::Block) {
                if (depth == 0) place.block = item.block().type();
                look_in(item.block().body(), depth + 1);
            }
            if (depth == 0) place = {};
        }
    }
};

// The names at the beginning of the file.
const std::vector<Written>& written_in(const FileState& state) {
    struct InFile {
        std::vector<Written> list;
    };
    return state.memo()
        .get<InFile>([&] {
            // Most files name none, and need not be parsed for that.
            if (state.raw_text() &&
                !std::string_view(*state.raw_text()).substr(0, language::kLanguageHints).contains(kFileEnd))
                return InFile{};
            NameSearch search;
            if (state.info().options.syntax == syntax::Syntax::Json) {
                if (state.tree()->root()) search.look(state.tree()->root(), 0);
            } else {
                search.look_in(state.tree()->body(), 0);
            }
            return InFile{std::move(search.found)};
        })
        .list;
}

// Whether a function reads the file, but none that reads files of the language: `file(`.
bool is_read_as_text(const Written& written, const language::Language& language,
                     const std::vector<std::string>& functions) {
    return std::ranges::any_of(written.around, [&](const std::string& name) {
        const eval::Function* function = language.evaluation.functions->find(name);
        return function && function->reads_files && std::ranges::find(functions, name) == functions.end();
    });
}

// Whether the name is an argument of a function that names files, or the path of a call.
bool names_a_file(const Written& written, const language::Language& language,
                  const std::vector<std::string>& functions) {
    if (is_read_as_text(written, language, functions)) return false;
    const auto names_files = [&](const std::string& name) {
        return std::ranges::find(functions, name) != functions.end();
    };
    if (std::ranges::any_of(written.around, names_files) || std::ranges::any_of(written.within, names_files))
        return true;
    return std::ranges::any_of(language.root().blocks, [&](const language::BlockDef& block) {
        return block.call && block.call->language.empty() && !block.call->folder.empty() &&
               written.block == block.type && written.attribute == block.call->folder;
    });
}

std::vector<std::string> names_in(const FileState& state, const language::Language& language,
                                  const std::vector<std::string>& functions) {
    std::vector<std::string> out;
    if (functions.empty()) return out;
    for (const Written& written : written_in(state))
        if (names_a_file(written, language, functions)) out.push_back(written.name);
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

}  // namespace

bool names_same_files(const FileState& a, const FileState& b, const language::Language& language) {
    const std::vector<std::string> functions = language::functions_naming_files(language);
    return names_in(a, language, functions) == names_in(b, language, functions);
}

bool gives_values_to(const language::Language& from, std::string_view language) {
    if (from.modules.sets.language == language) return true;
    return from.modules.may_call &&
           std::ranges::any_of(from.root().blocks, [&](const language::BlockDef& block) {
               return block.call && block.call->folder.empty() && block.call->language == language;
           });
}

const std::vector<std::string>& NamedFiles::functions_of(const language::Language& language) {
    auto [found, is_new] = functions_.try_emplace(&language);
    if (is_new) found->second = language::functions_naming_files(language);
    return found->second;
}

void NamedFiles::add(const FileState& state, const language::LanguagePtr& language) {
    for (std::string& name : names_in(state, *language, functions_of(*language))) {
        std::vector<Name>& list = by_name_[std::string(file_name_of(name))];
        list.push_back({std::move(name), std::string(folder_of(state.info().path)), language});
    }
}

language::LanguagePtr NamedFiles::language_of(std::string_view path) const {
    const auto found = by_name_.find(std::string(file_name_of(path)));
    if (found == by_name_.end()) return nullptr;
    for (const Name& name : found->second) {
        if (!path.ends_with(name.end)) continue;
        const std::string_view start = path.substr(0, path.size() - name.end.size());
        if (!start.ends_with('/')) continue;
        if (name.folder.starts_with(start) || start.starts_with(name.folder)) return name.language;
    }
    return nullptr;
}

}  // namespace hcl::world
