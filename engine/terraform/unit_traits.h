// Properties by which rules select units, computed from each unit alone. Cached with the leaf of the tree of
// units, so that after an edit only changed units are read again. Private to terraform/.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::terraform {

enum class Trait : std::uint8_t {
    OfModule,         // blocks that ModuleShape describes: settings, providers and calls
    Referring,        // `terraform` blocks with references
    Import,           // `import` blocks
    Move,             // `moved` and `removed` blocks
    DataCheck,        // `check` blocks with data sources
    Condition,        // conditions of what a plan makes, and of checks
    ReadingOthers,    // variables with validations that read more than the variable
    BuiltInProvider,  // configurations of the built-in provider "terraform"
    Provided,         // resources of the built-in provider that name a provider
    Configured,       // names_configuration()
    ElementPart,      // reads_part_of_element()
    ReadingInstance,  // reads_instance()
    ReadingRoot,      // reads_root()
    Logic,            // has_logic()
    Keyed,            // has_key_behind_instance()
    MisnamedLocal,    // is_misnamed_local()
    OfOpenTofu,       // needs_opentofu()
    Dated,            // names that only some versions have
    Connection,       // `connection` blocks in others
    Generator,        // is_misplaced_generator(), makes_common_block(), blocks `_`
    IgnoredChanges,   // `ignore_changes`
    Triggered,        // is_trigger()
    SelfRepeated,     // is_repeated_by_itself()
    SelfReferring,    // refers_to_itself()
    ReadingWhole,     // reads_whole()
    Provisioned,      // resources of the built-in provider with provisioners
    Count,
};

class Traits {
  public:
    bool any() const { return bits_ != 0; }
    bool has(Trait trait) const { return (bits_ & bit(trait)) != 0; }
    void add(Trait trait) { bits_ |= bit(trait); }
    template <typename Visit>
    void each(const Visit& visit) const {
        for (std::uint32_t left = bits_; left != 0; left &= left - 1)
            visit(static_cast<Trait>(std::countr_zero(left)));
    }

  private:
    static std::uint32_t bit(Trait trait) { return std::uint32_t{1} << static_cast<std::uint8_t>(trait); }
    std::uint32_t bits_ = 0;
};

Traits traits_of(const bind::BoundUnit& unit);

// The children of an inner node, or the units of a leaf, that have traits.
struct Traited {
    struct One {
        std::uint32_t index = 0;
        Traits traits;
    };
    std::vector<One> list;
};

const Traited& traited_in(const bind::UnitTree& tree);

// Whether `dynamic` generates blocks in a body: those of what providers define.
bool has_generated_blocks(const bind::BoundUnit& unit, std::uint32_t body);
// A `dynamic` block in another body.
bool is_misplaced_generator(const bind::BoundUnit& unit, const bind::BoundBlock& block);

// A type of blocks that every resource can have, and a body that can have them.
bool is_common_type(std::string_view type);
bool is_common_body(const bind::BoundUnit& unit, std::uint32_t body);
// A block `_`: its arguments are those of the type, even where they have the names of arguments that all
// types have. A block has one at most.
bool is_escaping(const bind::BoundUnit& unit, const bind::BoundBlock& block);
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

// A reference to the variable of that name.
bool reads_variable(const bind::Reference& reference, std::string_view name);

// A reference to the key or the value of an instance.
bool reads_instance(const bind::Reference& reference);

// Whether the block is a dynamic one that gives the name `each` to its own elements.
bool is_iterated_as_each(const bind::BoundUnit& unit, const bind::BoundBlock& block);

// A resource without a part of it, in an expression with texts or conditions.
bool reads_whole(const bind::BoundUnit& unit, const bind::Reference& reference);
// A reference to `path.root`.
bool reads_root(const bind::Reference& reference);

// A resource or data source whose type only the built-in provider has.
bool is_of_built_in_provider(const bind::BoundBlock& block);

// The arguments `count` and `for_each` of resources, data sources and calls, in a unit with references
// or calls of functions.
std::vector<std::uint32_t> instance_arguments(const bind::BoundUnit& unit);

// A local whose name is no identifier.
bool is_misnamed_local(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute);

// An argument with `&&` or `||` in its text.
bool has_logic(const bind::BoundAttribute& attribute);

// The argument `replace_triggered_by` of a resource.
bool is_trigger(const bind::BoundAttribute& attribute);

// A block with a condition that is looked at in a plan.
bool is_condition(const bind::BoundBlock& block);

const bind::BoundAttribute* attribute_of(const bind::BoundUnit& unit, std::uint32_t body,
                                         std::string_view name);

}  // namespace hcl::terraform
