// Literal strings among the arguments of a file, and in calls of functions that read files.
#pragma once

#include <functional>
#include <optional>
#include <string>

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
