// Editor features of programs: hover, types, definitions, arguments that a block lacks. Private to this
// room; completion is beside it.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/check/language_extension.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

std::optional<check::ExtensionHover> hover_at(const Program& program, FileId file, std::uint32_t offset,
                                              const Cancel& cancel);
// Types of locals, outputs, configs and loop variables that do not write theirs.
std::vector<check::ExtensionHint> type_hints(const Program& program, FileId file, Span span,
                                             const Cancel& cancel);
// Definitions of properties of resources and objects, and of inputs and outputs of components.
std::optional<check::ExtensionDefinition> definition_at(const Program& program, FileId file,
                                                        std::uint32_t offset, const Cancel& cancel);
// ---- refactoring.cpp

std::vector<check::ExtensionArgument> missing_arguments(const Program& program, FileId file,
                                                        std::uint32_t offset);
bool may_extract(const Program& program, FileId file, Span expression);

}  // namespace hcl::pcl
