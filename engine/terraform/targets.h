// What addresses of resources and calls lead to. Private to terraform/.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// Why an address without keys (`names_of`) is not there; empty when it is, or when that is unknown.
// The module that a call of this name has as its source; null: it is not known.
bind::ModulePtr module_of_call(const check::ExtensionContext& context, const bind::Module& module,
                               std::string_view name);

std::string why_missing(const check::ExtensionContext& context, bind::ModulePtr module,
                        std::span<const std::string> names);

// A resource or a call in an address, with the key of its instance.
struct AddressPart {
    std::vector<std::string> names;  // "module" and a name, a type and a name, or those behind "data"
    std::optional<Value> key{};      // unknown when it is not a literal

    bool is_call() const { return names.front() == "module"; }
    // As in the text: `module.m["a"]`.
    std::string text() const;
};
// From the outermost call on; empty when it is no address. `key_of` gives the values of keys; by default only
// literals have one.
std::vector<AddressPart> parts_of_address(syntax::Node expr,
                                          const std::function<Value(syntax::Node)>& key_of = {});
// The same for an address as `address_in` gives it.
std::vector<AddressPart> parts_of_address(std::string_view address);

struct AddressedInstance {
    enum class Presence : std::uint8_t {
        Unknown,
        There,
        Missing,     // other instances may be there
        OtherKinds,  // it is repeated by something else, or not at all
        Undeclared,
    } presence = Presence::Unknown;
    std::string why{};                   // when it is missing: a sentence
    std::optional<Location> declared{};  // the block of the last part
    bool is_in_call = false;             // `presence` is that of a call before the last part
};
// The block that an address leads to, whatever its keys are.
std::optional<Location> declaration_at(const check::ExtensionContext& context, bind::ModulePtr module,
                                       std::span<const AddressPart> parts);
// Looks for an instance in a plan of the module. With `is_whole` a last part without a key stands for all of
// its instances.
AddressedInstance find_instance(const check::ExtensionContext& context, bind::ModulePtr module,
                                std::span<const AddressPart> parts, bool is_whole);

}  // namespace hcl::terraform
