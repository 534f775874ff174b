// What all refactorings look at. Private to refactor*.cpp.
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
    Span span;                        // what is selected, without blanks around it
    std::optional<BoundPlace> place;  // at its start; nothing when no language knows the file
    std::vector<syntax::Node> path;   // around its start, outermost first; file's bytes
    const Cancel& cancel;
    std::vector<Refactoring>& out;

    std::string text(Span of) const { return tree.text(of); }
    void add(std::string id, std::string title, std::string_view kind, std::vector<Edit> edits) const;
    // The blanks that the line of the offset begins with.
    std::string indent_at(std::uint32_t offset) const;
    std::uint32_t line_start(std::uint32_t offset) const;
    // Behind the line's end, or the end of the file.
    std::uint32_t line_end(std::uint32_t offset) const;
    // The innermost expression that covers the selection; null when there is none.
    syntax::Node expression() const;
    // The place of a node in `path`.
    syntax::Node around(syntax::Node node) const;
};

bool is_expression(syntax::Node node);
// Binds as tightly as a literal: needs no parentheses wherever it is put.
bool is_primary(syntax::Node node);

void extract_and_inline(const RefactorContext& context, bool extract, bool inlines);
void convert_forms(const RefactorContext& context);
void rewrite_blocks(const RefactorContext& context);

}  // namespace hcl::ide
