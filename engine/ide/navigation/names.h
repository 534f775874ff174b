// The names of one file, as syntax alone tells: what is defined, what is referred to, what is called. Packs
// know more of a language; this is what holds for any HCL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A word of a reference with its place. Quoted keys count as words, other indexes are passed over:
// `a[0].b["c"]` is a, b, c.
struct NameStep {
    std::string_view name;
    Span span;
};

// Something at the top of a file that expressions may name: a block by its labels, an attribute, an attribute
// of a block without labels.
struct NameDefinition {
    std::string_view type;            // of the block; empty for an attribute at the top
    std::vector<std::string> names;   // labels, or the attribute's name
    bool is_reached_by_names = true;  // without the block's type in front
    bool is_block = true;
    Span header;  // type and labels, or the attribute's name
    Span name;    // the last label, or the attribute's name
    Span span;    // the whole
};

struct NameIndex {
    syntax::FilePtr tree;  // what the views above look into
    std::vector<NameStep> steps;
    std::vector<std::uint32_t> references;  // where each begins in `steps`; one more at the end
    std::vector<NameDefinition> definitions;
    std::vector<NameStep> calls;

    std::size_t reference_count() const { return references.size() - 1; }
    std::span<const NameStep> reference(std::size_t index) const {
        return std::span(steps).subspan(references[index], references[index + 1] - references[index]);
    }
};

// Computed once for a state of a file. Native syntax; empty for others.
const NameIndex& name_index(const world::FileState& state, const Cancel& cancel);

// How many steps of the reference name the definition; 0 when they do not. The first step may be the block's
// type, the beginning of it (`var.x` for `variable "x"`, `local.x` for `locals { x = 1 }`), or left out
// (`aws_vpc.main` for `resource "aws_vpc" "main"`).
std::size_t match(const NameDefinition& definition, std::span<const NameStep> reference);

// The word of a reference that a node is, from its root on; empty when its root is no name.
std::vector<NameStep> steps_of(syntax::Node chain);

}  // namespace hcl::ide
