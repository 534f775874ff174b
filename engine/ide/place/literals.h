// Literal strings among the arguments of a file, and in calls of functions that read files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

// Visits every string without interpolation in the value of a known argument, including those inside of lists
// and objects. The span is the text between the quotes, in bytes of the file.
void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit);

// The same for one argument, whatever it is.
void each_literal(const bind::UnitSlot& slot, const bind::BoundAttribute& attribute,
                  const std::function<void(Span span, std::string text)>& visit);

// A literal string that the pack declares as a path.
struct PathLiteral {
    Span span;                                       // in the file, without quotes, and without `file://`
    std::string text;                                // as it is written there
    language::Format kind = language::Format::None;  // File, FileUrl, Folder or Path
    std::string folder{};  // in which it starts, from that of the file; empty: there
};
void each_path_literal(const BoundPlace& place, const Cancel& cancel,
                       const std::function<void(const PathLiteral& path)>& visit);

// The folder in which paths of an argument start, from that of the file; nothing when it is not known.
std::optional<std::string> folder_of_paths(const bind::UnitSlot& slot, std::uint32_t body,
                                           const language::ValueRules& rules);

// What precedes a relative path in a URL of a file.
inline constexpr std::string_view kFileUrl = "file://";

// A path as it counts from the folder of the module, or from that of the root module.
struct ReadPath {
    Span span;         // in the file, without quotes and without what stands for the folder
    std::string text;  // as it is written there
    bool is_of_root = false;
    bool is_of_module = false;  // it begins with the folder of the module
};

// The path in a string: `"a"`, `"${path.module}/a"`, `"${path.root}/a"`. `base`: of the unit in its file.
std::optional<ReadPath> read_path_in(syntax::Node string, std::uint32_t base);

// Visits the literal paths of a unit: those that functions read, and all that begin with such a folder.
void each_read_path(const bind::Module& module, const bind::UnitSlot& slot,
                    const std::function<void(const ReadPath& path)>& visit);

}  // namespace hcl::ide
