// State shared by all refactorings. Private to refactor*.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ide/place/bound_place.h"
#include "engine/ide/refactor/refactor.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::ide {

inline constexpr std::string_view kExtract = "refactor.extract";
inline constexpr std::string_view kInline = "refactor.inline";
inline constexpr std::string_view kRewrite = "refactor.rewrite";

struct RefactorContext {
    const world::Snapshot& snapshot;
    const world::FileState& state;
    const syntax::File& tree;
    Span span;                        // the selection without surrounding whitespace
    std::optional<BoundPlace> place;  // at its start; empty when no language applies
    std::vector<syntax::Node> path;   // around its start, outermost first; bytes of the file
    const Cancel& cancel;
    std::vector<Refactoring>& out;

    std::string text(Span of) const { return tree.text(of); }
    void add(std::string id, std::string title, std::string_view kind, std::vector<Edit> edits) const;
    // The indentation of the line at the offset.
    std::string indent_at(std::uint32_t offset) const;
    std::uint32_t line_start(std::uint32_t offset) const;
    // After the line end, or the end of the file.
    std::uint32_t line_end(std::uint32_t offset) const;
    // The innermost expression that covers the selection, or null.
    syntax::Node expression() const;
    // The index of a node in `path`.
    syntax::Node around(syntax::Node node) const;
};

bool is_expression(syntax::Node node);
// True for expressions that never need parentheses.
bool is_primary(syntax::Node node);

void extract_and_inline(const RefactorContext& context, bool extract, bool inlines);
void convert_forms(const RefactorContext& context);
void rewrite_blocks(const RefactorContext& context);
// Adds missing arguments to a body; also in JSON.
void fill_body(const RefactorContext& context);

}  // namespace hcl::ide
