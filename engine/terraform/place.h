// The blocks and the argument at a place of a file. Private to terraform/.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::terraform {

struct Place {
    bind::UnitSlot slot;
    Span span;                                        // in the unit
    std::vector<std::uint32_t> blocks{};              // outermost first
    const bind::BoundAttribute* attribute = nullptr;  // of the innermost block
    std::string path{};  // types of blocks, then the argument: "resource/lifecycle/destroy"

    const bind::BoundBlock* outer() const {
        return blocks.empty() ? nullptr : &slot.unit->blocks[blocks.front()];
    }
    const bind::BoundBlock* inner() const {
        return blocks.empty() ? nullptr : &slot.unit->blocks[blocks.back()];
    }
    // The label of the innermost block that has any; empty when there is none.
    std::string_view label(std::size_t index) const;
};

std::optional<Place> place_at(const bind::ModuleFile& file, Span span);

// The references of the argument at the place that begin there or before it, in the order of the text. Only
// the nearest: those around the place, and those that may be in an index between.
std::span<const bind::Reference> references_before(const Place& place);

// Whether a provisioner runs when its resource is destroyed.
bool runs_at_destruction(const bind::BoundUnit& unit, const bind::BoundBlock& provisioner);
// Whether the place is in a provisioner that runs when its resource is destroyed.
bool is_in_destroying_provisioner(const Place& place);

bool is_in_moved_block(const bind::ModuleFile& file, Span span);

// The address that an argument of a block is; empty when it has none.
std::string address_in(const bind::UnitSlot& slot, const bind::BoundAttribute* argument);

// The names of an address without its keys: `module.a["x"].t.n` gives module, a, t, n.
std::vector<std::string> names_of(std::string_view address);

// The nodes of an expression from the outermost one to the one that is exactly there; empty when none is.
std::vector<syntax::Node> nodes_to(syntax::Node expr, Span place);

// The name behind an address in an expression and its keys: `c` in `a.b["x"].c`.
struct MemberBehind {
    std::string name;
    Span span;
};
std::optional<MemberBehind> member_behind(syntax::Node expr, Span address);

// Whether a path ends with `pattern`, where "*" stands for one part. The empty pattern fits every path.
bool path_fits(std::string_view path, std::string_view pattern);

}  // namespace hcl::terraform
