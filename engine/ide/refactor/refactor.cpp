#include "engine/ide/refactor/refactor.h"

#include <algorithm>

#include "engine/format/format.h"
#include "engine/ide/place/places.h"
#include "engine/ide/refactor/refactor_context.h"
#include "engine/ide/refactor/tidy_edits.h"
#include "engine/syntax/file/held_text.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

using syntax::Node;
using syntax::NodeKind;

void RefactorContext::add(std::string id, std::string title, std::string_view kind,
                          std::vector<Edit> edits) const {
    Refactoring& made = out.emplace_back();
    made.id = std::move(id);
    made.title = std::move(title);
    made.kind = kind;
    for (Edit& edit : edits) made.edits.push_back({state.id(), std::move(edit)});
}

std::uint32_t RefactorContext::line_start(std::uint32_t offset) const {
    Position at = tree.position(offset, ColumnUnit::Utf8);
    return offset - at.column;
}

std::uint32_t RefactorContext::line_end(std::uint32_t offset) const {
    Position at = tree.position(offset, ColumnUnit::Utf8);
    if (at.line + 1 >= tree.line_count()) return tree.size();
    return tree.offset({at.line + 1, 0}, ColumnUnit::Utf8);
}

std::string RefactorContext::indent_at(std::uint32_t offset) const {
    std::uint32_t start = line_start(offset);
    std::string line = tree.text({start, std::min(start + 400, tree.size())});
    std::size_t end = line.find_first_not_of(" \t");
    return line.substr(0, end == std::string::npos ? line.size() : end);
}

bool is_expression(Node node) {
    NodeKind kind = node.kind();
    return (kind >= NodeKind::Number && kind <= NodeKind::FullSplat) || kind == NodeKind::Call ||
           (kind >= NodeKind::Unary && kind <= NodeKind::Object) || kind == NodeKind::ForTuple ||
           kind == NodeKind::ForObject || kind == NodeKind::Template || kind == NodeKind::Heredoc;
}

bool is_primary(Node node) {
    switch (node.kind()) {
        case NodeKind::Unary:
        case NodeKind::Binary:
        case NodeKind::Conditional:
            return false;
        default:
            return true;
    }
}

Node RefactorContext::expression() const {
    for (std::size_t i = path.size(); i-- > 0;) {
        Node node = path[i];
        if (!is_expression(node)) continue;
        Span s = node.span();
        if (s.start > span.start || s.end < span.end) continue;
        // Object keys and splat items are not expressions of their own.
        if (i > 0 && path[i - 1].is(NodeKind::ObjectItem) && path[i - 1].child(0) == node) continue;
        return node;
    }
    return {};
}

Node RefactorContext::around(Node node) const {
    for (std::size_t i = 1; i < path.size(); ++i)
        if (path[i] == node) return path[i - 1];
    return {};
}

std::vector<Refactoring> refactorings(const world::Snapshot& snapshot, FileId file, Span span,
                                      const std::function<bool(std::string_view kind)>& is_wanted,
                                      const Cancel& cancel) {
    std::vector<Refactoring> out;
    const world::FileState* state = snapshot.file(file);
    if (!state || state->info().options.syntax == syntax::Syntax::Template) return out;
    const bool is_native = state->info().options.syntax == syntax::Syntax::Native;
    const bool extract = is_wanted(kExtract);
    const bool inlines = is_wanted(kInline);
    const bool rewrite = is_wanted(kRewrite);
    if (!extract && !inlines && !rewrite) return out;
    const syntax::File& tree = *state->tree();
    if (syntax::is_held_as_text(tree)) return out;
    span.end = std::min(span.end, tree.size());
    span.start = std::min(span.start, span.end);
    // Very long selections are not expressions.
    if (span.length() > 100'000) return out;
    std::string selected = tree.text(span);
    std::size_t first = selected.find_first_not_of(" \t\r\n");
    if (first != std::string::npos) {
        std::size_t last = selected.find_last_not_of(" \t\r\n");
        span = {span.start + static_cast<std::uint32_t>(first),
                span.start + static_cast<std::uint32_t>(last) + 1};
    }
    RefactorContext context{snapshot, *state, tree, span, bound_at(snapshot, file, span.start, cancel),
                            {},       cancel, out};
    if (!is_native) {
        if (rewrite) fill_body(context);
        return out;
    }
    auto wants = [](syntax::TokenKind kind) {
        return kind != syntax::TokenKind::Whitespace && kind != syntax::TokenKind::Newline;
    };
    auto token = span.is_empty() ? token_touching(tree, span.start, wants) : token_at(tree, span.start);
    if (!token) return out;
    context.path = nodes_around(*token);
    if (extract || inlines) extract_and_inline(context, extract, inlines);
    if (rewrite) {
        convert_forms(context);
        rewrite_blocks(context);
    }
    if (context.place && (rewrite || extract)) {
        const world::ExtensionOf native = world::extension_of(snapshot, context.place->module, cancel);
        if (native.extension)
            for (check::ExtensionRefactoring& one :
                 native.extension->refactorings(native.context, file, span)) {
                if (!(one.is_extraction ? extract : rewrite)) continue;
                for (check::NewFile& made : one.new_files) made.text = format::format_text(made.text);
                out.push_back({std::move(one.id), std::move(one.title),
                               std::string(one.is_extraction ? kExtract : kRewrite), std::move(one.edits),
                               std::move(one.new_files)});
            }
    }
    for (Refactoring& made : out)
        if (made.id != "align") made.edits = tidy_edits(snapshot, std::move(made.edits));
    return out;
}

}  // namespace hcl::ide
