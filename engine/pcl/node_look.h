// The expressions of one node of a program, for features: their types, what is expected at a place, what
// functions they call, and what schemas say of the parts. Private to this room.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"
#include "engine/pcl/package_functions.h"
#include "engine/pcl/program.h"

namespace hcl::pcl {

// The node at a place of a file; nothing between nodes.
std::optional<std::uint32_t> node_at(const Program& program, FileId file, std::uint32_t offset);

bool is_same_node(syntax::Node a, syntax::Node b);
// The nodes around the offset, from an expression to the smallest.
std::vector<syntax::Node> path_to(syntax::Node expr, std::uint32_t offset);
// The attribute around the offset, of the block or of a block inside of it.
std::optional<syntax::AttributeView> attribute_at(const syntax::BodyView& body, std::uint32_t offset);
// Whether an option takes a list of names of inputs.
bool is_input_list(std::string_view option);

// The functions that expressions of a program call.
class ProgramFunctions final : public PackageFunctions {
  public:
    explicit ProgramFunctions(const Program& program) : PackageFunctions({}), program_(program) {}

  protected:
    PackagePtr package(std::string_view name) const override { return program_.package(name); }

  private:
    const Program& program_;
};

class NodeLook {
  public:
    NodeLook(const Program& program, std::uint32_t index, const Cancel& cancel);

    const PlacedNode& node() const { return program_.nodes()[index_]; }
    const syntax::BlockView& block() const { return block_; }  // none for a local
    const Program& program() const { return program_; }

    // The type of an expression of the node; nothing when it was not typed.
    std::optional<Type> type_of(syntax::Node expr) const;
    // The innermost "options" block holds the offset.
    bool is_in_options(std::uint32_t offset) const;
    // The type that an attribute of the node requires; `offset` is in its expression.
    Type wanted_of(std::string_view attribute, std::uint32_t offset) const;
    // The type that path[last] requires when path[first], the expression of an attribute, requires `wanted`.
    Type wanted_at(Type wanted, std::span<const syntax::Node> path, std::size_t first, std::size_t last,
                   std::uint32_t cursor) const;

    std::optional<Signature> signature(syntax::Node call) const;
    // With documentation, for people. Without a call, of no arguments.
    std::optional<check::ExtensionSignature> described_call(std::string_view name, syntax::Node call) const;
    // The function that `invoke` or `call` names.
    const FunctionSpec* package_function(std::string_view name, syntax::Node call) const;

    // The schema of an object's property; null when there is none.
    const PropertySpec* property(const Type& object, std::string_view name) const;

  private:
    std::vector<Argument> arguments_of(syntax::Node call) const;

    const Program& program_;
    std::uint32_t index_;
    syntax::BlockView block_;
    const Cancel& cancel_;
    mutable std::vector<PackagePtr> used_;  // whose definitions were given out
};

// The objects that a value of the type may be.
void each_object(const Type& whole, const std::function<void(const Type&)>& visit);
// The same for a value that is written out: without those that have another constant than it writes. A part
// that holds the cursor counts for nothing.
void each_fitting_object(const Type& whole, syntax::Node written, std::uint32_t cursor,
                         const std::function<void(const Type&)>& visit);
// The type of the parts of a collection that a value of the type may be: `at` of a tuple.
Type element_of(const Type& whole, std::size_t at);

// A resource or schema type by its name, in lists and such too: "list(RandomPet)".
std::string hint_text(const Type& type);
// A schema's documentation as Markdown, without examples in other languages.
std::string notes_text(const Notes& notes);
// "join(separator: string, strings: list(string)): string"
std::string line_of(std::string_view name, const check::ExtensionSignature& signature);

}  // namespace hcl::pcl
