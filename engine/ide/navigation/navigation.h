// Definitions and references: by language across all modules of the workspace, or from syntax alone within
// one folder (names.h has the matching rules).
#pragma once

#include <optional>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/syntax/tree/tree.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct NameUse {
    Location where;  // the word itself
    bool is_definition = false;
    bool operator==(const NameUse&) const = default;
};

// The kind of word at an offset, from syntax alone.
enum class WordKind : std::uint8_t {
    None,
    Loop,        // bound by a for expression or directive
    Call,        // a function name
    Reference,   // part of a path
    Definition,  // the name of a top-level attribute or block
    Key,         // any other name
};
struct WordPlace {
    WordKind kind = WordKind::None;
    Span span;
    syntax::Node loop;  // Loop: the for node; valid while the tree is alive
};
WordPlace word_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset, const Cancel& cancel);

enum class UseScope : std::uint8_t { File, Workspace };

// All references to the name at the offset, definitions included, sorted by file and position.
std::vector<NameUse> uses_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                             UseScope scope, const Cancel& cancel);

struct DefinitionPlace {
    FileId file;
    Span span;  // the whole construct
    Span name;  // the name inside of it
};

struct FoundDefinition {
    Span origin;  // the words of the request that name the definition
    std::vector<DefinitionPlace> places;
};

// Empty when there is none.
std::optional<FoundDefinition> definition_at(const world::Snapshot& snapshot, FileId file,
                                             std::uint32_t offset, const Cancel& cancel);

// Where the type of the name at the offset is declared: the attribute with the type, or the construct that
// provides the value. Empty when there is none.
std::optional<FoundDefinition> type_definition_at(const world::Snapshot& snapshot, FileId file,
                                                  std::uint32_t offset, const Cancel& cancel);

// Both brackets of the pair that the offset touches.
std::vector<Span> bracket_pair_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel);

}  // namespace hcl::ide
