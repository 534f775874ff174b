// Quick fixes of findings. Their edits lie in the file of the finding. Private to this room.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::pcl {

// Offers the name that was probably meant; nothing where it is empty.
void offer_name(Diagnostic& d, Span span, std::string_view meant);
// The same for a string in quotes.
void offer_string(Diagnostic& d, Span span, std::string_view meant);
// Offers functions and brackets that convert the expression at `span` from type `from` to `to`.
void offer_conversions(Diagnostic& d, Span span, const Type& to, const Type& from);

// A placeholder expression of the type.
std::string placeholder(const Type& type);
struct MissingArgument {
    std::string name;
    std::string value;
};
// Offers to write arguments at the start of a block's body.
void offer_arguments(Diagnostic& d, const syntax::File& tree, const syntax::BlockView& block,
                     std::span<const MissingArgument> arguments);

// The same at the start of an object that is written out.
void offer_members(Diagnostic& d, syntax::Node object, std::span<const MissingArgument> members);

}  // namespace hcl::pcl
