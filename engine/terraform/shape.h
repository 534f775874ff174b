// The parts of a module that the rules check: provider configurations,
// settings and calls. Private to terraform/.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::terraform {

// Calls of calls are followed so far.
constexpr int kDeepestCalls = 20;

// A `provider` block.
struct ProviderBlock {
    std::string name;          // with its alias: "aws.west"
    bool configures = false;   // it has arguments other than the alias
    bool is_repeated = false;  // one for each element of `for_each`
    bool is_override = false;
    Location place;
};

// A provider of `required_providers`.
struct RequiredProvider {
    std::string name;
    std::string source;      // "HOST/NAMESPACE/NAME"
    std::string constraint;  // on the version; may be empty
    struct Alias {
        std::string name;  // "aws.west"
        Span place;        // in the file
    };
    std::vector<Alias> aliases;       // configurations that callers pass
    std::vector<Span> wrong_aliases;  // of them, what is no address
    // Values that must be strings and are not: of "source", "version", or of the whole when it has no name.
    struct WrongText {
        std::string_view argument;
        Span place;
    };
    std::vector<WrongText> wrong_texts;
    bool is_override = false;
    Location place;
};

// An entry of the `providers` argument of a call.
struct PassedProvider {
    std::string in_child;
    std::string in_parent;  // empty: not a literal
    bool has_key = false;   // in the child, or other parts than a name and an alias
    Span child_place;
    Span parent_place;
};

// A call of a module in a folder.
struct Call {
    std::string folder;  // bind::called_folder()
    bind::UnitSlot slot;
    std::uint32_t block = 0;
    std::vector<PassedProvider> providers;
    std::string repeated_by;  // "count", "for_each" or "depends_on"; empty when it has none of them
    Span repetition;          // its value, in the file
    std::optional<Span> wrong_providers;  // the `providers` argument, where it is no object

    const bind::BoundBlock& bound() const { return slot.unit->blocks[block]; }
};

// A block inside `terraform` that a module can have only once.
struct Setting {
    std::string type;
    std::string label;      // its first label; may be empty
    std::size_t owner = 0;  // index of the `terraform` block that contains it
    bool is_override = false;
    Location place;
};

struct ModuleShape {
    std::vector<ProviderBlock> providers;
    std::vector<RequiredProvider> required;
    std::vector<Call> calls;
    std::vector<Setting> settings;
    std::string required_version;   // of all `terraform` blocks, or of the last file that overrides them
    FileId overriding_version;      // that file; invalid: none does
    std::vector<Setting> reserved;  // reserved names in `provider` blocks; the label of blocks is "block"
    std::vector<bind::UnitSlot> referring;    // `terraform` blocks with references
    std::vector<bind::UnitSlot> imports;      // `import` blocks
    std::vector<bind::UnitSlot> moves;        // `moved` and `removed` blocks
    std::vector<bind::UnitSlot> checks;       // `check` blocks with data sources
    std::vector<bind::UnitSlot> conditions;   // with conditions of what a plan makes, and of checks
    std::vector<bind::UnitSlot> validated;    // variables with validations that read more than the variable
    std::vector<bind::UnitSlot> built_in;     // configurations of the built-in provider "terraform"
    std::vector<bind::UnitSlot> configured;   // blocks that names_configuration()
    std::vector<bind::UnitSlot> elements;     // blocks that read parts of `each.value`
    std::vector<bind::UnitSlot> keyed;        // that has_key_behind_instance()
    std::vector<bind::UnitSlot> misnamed;     // with locals whose names are no identifiers
    std::vector<bind::UnitSlot> provided;     // resources of the built-in provider that name a provider
    std::vector<bind::UnitSlot> of_opentofu;  // that needs_opentofu()
    std::vector<bind::UnitSlot> dated;        // with names that only some versions have
    // Blocks with connections, blocks that makes_common_block(), ignored changes, repeated by themselves, or
    // that refer to themselves.
    std::vector<bind::UnitSlot> resources;

    // The first ones of these names, when index() was called.
    const ProviderBlock* provider(std::string_view name) const;
    const RequiredProvider* requirement(std::string_view name) const;
    void index();

  private:
    using Places = std::map<std::string, std::size_t, std::less<>>;
    Places provider_places_{};
    Places requirement_places_{};
};

// Cached with the module; valid while it lives. Holds only what rules look at, so that the cost follows the
// edit and not the size of the module.
const ModuleShape& shape_of(const bind::Module& module);

// Whether the module is not made for calls alone: it stores a state, configures providers or imports.
bool is_surely_root(const ModuleShape& shape);

// The full address of a provider with this source or local name: "registry.terraform.io/hashicorp/aws".
std::string provider_address(std::string_view source, std::string_view name);

// A block in `terraform` that tells where the state is stored.
bool keeps_state(std::string_view type);

// A type of blocks that `provider` blocks cannot have.
bool is_reserved_in_providers(std::string_view type);

// A resource or data source whose type only the built-in provider has.
bool is_of_built_in_provider(const bind::BoundBlock& block);

// A local whose name is no identifier.
bool is_misnamed_local(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute);

// Whether `dynamic` generates blocks in a body: those of what providers define.
bool has_generated_blocks(const bind::BoundUnit& unit, std::uint32_t body);
// A `dynamic` block in another body.
bool is_misplaced_generator(const bind::BoundUnit& unit, const bind::BoundBlock& block);

// A type of blocks that every resource can have, and a body that can have them.
bool is_common_type(std::string_view type);
bool is_common_body(const bind::BoundUnit& unit, std::uint32_t body);
// A `dynamic` block that generates blocks which every resource can have.
bool makes_common_block(const bind::BoundBlock& block);

// `count` in the argument `count` of a block, `each` in `for_each`, which exist only because of it; in calls
// either in both.
bool is_repeated_by_itself(const bind::BoundUnit& unit, const bind::Reference& reference);

// A resource or data source that names itself in an argument of its type.
bool refers_to_itself(const bind::BoundUnit& unit, const bind::Reference& reference);

// A configuration of a provider other than its default one: `aws.west` in `provider` or `providers`.
bool names_configuration(const bind::BoundUnit& unit, const bind::Reference& reference);

// A reference such as `each.value.name`.
bool reads_part_of_element(const bind::Reference& reference);

// The name of a provider, or with that of a configuration of it: "aws.west".
bool is_configuration_name(std::string_view text);

// A block with a condition that is looked at in a plan.
bool is_condition(const bind::BoundBlock& block);

const bind::BoundAttribute* attribute_of(const bind::BoundUnit& unit, std::uint32_t body,
                                         std::string_view name);

}  // namespace hcl::terraform
