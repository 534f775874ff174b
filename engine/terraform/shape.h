// The parts of a module that the rules check: provider configurations,
// settings and calls. Private to terraform/.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"
#include "engine/terraform/unit_traits.h"

namespace hcl::terraform {

// Calls of calls are followed so far.
constexpr int kDeepestCalls = 20;

constexpr std::string_view kBuiltInProvider = "terraform.io/builtin/terraform";
constexpr std::array<std::string_view, 3> kBuiltInFunctions{"decode_tfvars", "encode_expr", "encode_tfvars"};

// A `provider` block.
struct ProviderBlock {
    std::string name;          // with its alias: "aws.west"
    bool configures = false;   // it has arguments other than the alias
    bool is_repeated = false;  // one for each element of `for_each`
    Value elements{};          // of that, as the module knows them
    bool is_override = false;
    Location place;
    std::string constraint{};  // on the version; may be empty
    Span constraint_place{};   // in the file
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

    // The units with a trait, in the order of files and texts.
    const std::vector<bind::UnitSlot>& units(Trait trait) const {
        return units_[static_cast<std::size_t>(trait)];
    }
    void add(const bind::UnitSlot& slot, Traits traits);

    // The first ones of these names, when index() was called.
    const ProviderBlock* provider(std::string_view name) const;
    const RequiredProvider* requirement(std::string_view name) const;
    void index();

  private:
    using Places = std::map<std::string, std::size_t, std::less<>>;
    Places provider_places_{};
    Places requirement_places_{};
    std::array<std::vector<bind::UnitSlot>, static_cast<std::size_t>(Trait::Count)> units_{};
};

// Cached with the module; valid while it lives. Holds only what rules look at, so that the cost follows the
// edit and not the size of the module.
const ModuleShape& shape_of(const bind::Module& module);

// Whether a `provider` block has arguments other than the alias.
bool configures(const bind::BoundUnit& unit, const bind::BoundBody& body);

// Whether the module is not made for calls alone: it stores a state, imports, or configures providers and
// expects none from callers.
bool is_surely_root(const ModuleShape& shape);

// The full address of a provider with this source or local name: "registry.terraform.io/hashicorp/aws".
std::string provider_address(std::string_view source, std::string_view name);

// A block in `terraform` that tells where the state is stored.
bool keeps_state(std::string_view type);

// A type of blocks that `provider` blocks cannot have.
bool is_reserved_in_providers(std::string_view type);

// The name of a provider, or with that of a configuration of it: "aws.west".
bool is_configuration_name(std::string_view text);

}  // namespace hcl::terraform
