// Where a name is defined and used: by its language, in all modules of the workspace; or from syntax alone,
// where files of one folder see each other's definitions (see names.h for what counts as naming something).
#pragma once

#include <optional>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/syntax/tree/tree.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct NameUse {
    Location where;  // the word alone
    bool is_definition = false;
    bool operator==(const NameUse&) const = default;
};

// What kind of word the offset is on, as syntax alone tells.
enum class WordKind : std::uint8_t {
    None,
    Loop,        // bound by a for
    Call,        // a function
    Reference,   // part of a path
    Definition,  // the name of an attribute or block at the top
    Key,         // any other name
};
struct WordPlace {
    WordKind kind = WordKind::None;
    Span span;
    syntax::Node loop;  // Loop: the for; valid while the file's tree lives
};
WordPlace word_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset, const Cancel& cancel);

enum class UseScope : std::uint8_t { File, Workspace };

// All uses of what is named at the offset, definitions included, by file and place.
std::vector<NameUse> uses_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                             UseScope scope, const Cancel& cancel);

struct DefinitionPlace {
    FileId file;
    Span span;  // the whole construct
    Span name;  // the part that names it
};

struct FoundDefinition {
    Span origin;  // what was asked about: the words that name the definition
    std::vector<DefinitionPlace> places;
};

// Nothing when there is none.
std::optional<FoundDefinition> definition_at(const world::Snapshot& snapshot, FileId file,
                                             std::uint32_t offset, const Cancel& cancel);

// Where the type of what is named at the offset is written down: the attribute that declares it, or the
// construct that the value comes from. Nothing when that is nowhere.
std::optional<FoundDefinition> type_definition_at(const world::Snapshot& snapshot, FileId file,
                                                  std::uint32_t offset, const Cancel& cancel);

// Of two brackets that belong together, both, when the offset touches one.
std::vector<Span> bracket_pair_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel);

}  // namespace hcl::ide
