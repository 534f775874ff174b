// The values that stacks pass to their units and stacks, and that these read as `values.NAME`. Also what
// checks of stacks and units share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

inline constexpr std::string_view kStack = "terragrunt-stack";

// A path without what stands for the folder of the repository.
std::string shown(const std::string& path);
// The expression of an attribute in a block; null when it is not set.
syntax::Node expression_in(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

// The block around a place at the top level of the file; null when there is none.
struct PlacedBlock {
    bind::UnitSlot slot;
    const bind::BoundBlock* block = nullptr;
};
PlacedBlock block_around(const bind::ModuleFile& file, Span place);

// Whether a stack of the workspace names this module as the source of a unit or stack: what it writes holds
// where that is generated.
bool is_source_of_stack(const check::ExtensionContext& context);
// Whether a stack adds the dependency to what it makes of this unit, in a block `autoinclude`.
bool is_added_by_stack(const check::ExtensionContext& context, std::string_view dependency);

// Checks the values that a unit reads against the file of values that its stack generated beside it.
void check_values_beside(const check::ExtensionContext& context, const bind::ModuleFile& file,
                         Diagnostics& out);
// The values that a stack passes to a unit or a stack against those that are read there.
void check_passed_values(const check::ExtensionContext& context, const bind::UnitSlot& slot,
                         const bind::BoundBlock& block, Diagnostics& out);

// Where the value at the offset, `values.NAME`, is passed: in the file beside, or else in the stacks.
std::optional<check::ExtensionDefinition> passed_value_at(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file, std::uint32_t offset);
// The values that can be read at the cursor, behind `values.`, or passed there, as keys.
std::vector<check::ExtensionItem> values_to_complete(const check::ExtensionContext& context,
                                                     const bind::ModuleFile& file,
                                                     const check::ExtensionCursor& cursor);

}  // namespace hcl::terragrunt
