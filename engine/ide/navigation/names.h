// The definitions, references and calls of a file from syntax alone, for files without a language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A word of a reference. Quoted keys count as words and other indexes are skipped: `a[0].b["c"]` is a, b, c.
struct NameStep {
    std::string_view name;
    Span span;
};

// A top-level definition that expressions can refer to: a block by its labels, an attribute, or an
// attribute of a block without labels.
struct NameDefinition {
    std::string_view type;            // of the block; empty for a top-level attribute
    std::vector<std::string> names;   // labels, or the attribute's name
    bool is_reached_by_names = true;  // can be referred to without the block type
    bool is_block = true;
    Span header;  // type and labels, or the attribute's name
    Span name;    // the last label, or the attribute's name
    Span span;    // the whole construct
};

struct NameIndex {
    syntax::FilePtr tree;  // owns the text that the views refer to
    std::vector<NameStep> steps;
    std::vector<std::uint32_t> references;  // start of each reference in `steps`, then an end marker
    std::vector<NameDefinition> definitions;
    std::vector<NameStep> calls;

    std::size_t reference_count() const { return references.size() - 1; }
    std::span<const NameStep> reference(std::size_t index) const {
        return std::span(steps).subspan(references[index], references[index + 1] - references[index]);
    }
};

// Cached with the file's state. Native syntax only; empty for other files.
const NameIndex& name_index(const world::FileState& state, const Cancel& cancel);

// The number of steps that refer to the definition, or 0. The first step can be the block type, a
// prefix of it (`var.x` for `variable "x"`, `local.x` for `locals { x = 1 }`), or missing
// (`aws_vpc.main` for `resource "aws_vpc" "main"`).
std::size_t match(const NameDefinition& definition, std::span<const NameStep> reference);

// The steps of a reference from its root to `node`; empty when the root is not a name.
std::vector<NameStep> steps_of(syntax::Node chain);

}  // namespace hcl::ide
