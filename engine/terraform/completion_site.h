// A cursor in a file of one of Terraform's languages, and the items offered there. Private to terraform/.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

struct CompletionSite {
    using Kind = check::ExtensionItem::Kind;

    const check::ExtensionContext& context;
    const check::ExtensionCursor& cursor;
    std::string path{};                // types of the blocks around the cursor
    syntax::Node outer{};              // the outermost block
    syntax::Node block{};              // the innermost one
    syntax::Node attribute{};          // may be null
    syntax::Node item{};               // of an object in the value; may be null
    std::string argument{};            // the name of the attribute
    std::vector<std::string> words{};  // before the one at the cursor: `a.b.` gives a, b
    bool is_key = false;               // a key of the object that is the value belongs there
    std::vector<check::ExtensionItem> out{};
    std::set<std::string> seen{};

    CompletionSite(const check::ExtensionContext& of, const check::ExtensionCursor& at);

    bool is_value() const {
        return cursor.at == check::ExtensionCursor::At::Value && attribute && !cursor.in_string;
    }
    // The first one with a label counts.
    void add(check::ExtensionItem item_to_add);
    // An address, as far as it goes on behind the words.
    void add_address(std::string_view address, std::string detail, bool is_expected);
    // Hides an address that the general completion offers.
    void leave_out_address(std::string_view address);
    // An address behind the words; empty when it does not begin with them.
    std::string rest_of(std::string_view address) const;
    // The declarations of a kind, with their types and descriptions.
    void add_symbols(const bind::Module& module, std::string_view kind, Kind as,
                     const std::set<std::string>& there = {});
    // The keys of objects that lead from the argument's value to the object of which the cursor is at a key;
    // nothing when it is at no key.
    std::optional<std::vector<std::string>> keys_around() const;
    // The keys that an object of a type takes, for the object around the cursor, to which `steps` lead.
    void add_keys(Type type, std::span<const std::string> steps);
    // Attributes of a value.
    void add_members(const Type& type);

    // The bound block at the top level around the cursor.
    struct Around {
        bind::UnitSlot slot;
        const bind::BoundBlock* block = nullptr;
    };
    Around around() const;
    // The keys of the object, except the one at the cursor.
    std::set<std::string> keys() const;
};

// The text of a name, or of a string without interpolations.
std::string word_of_key(syntax::Node key);

// A type as people read it, on one short line; empty for any.
std::string shown_type(const Type& type);

// What the languages offer.
void complete_in_test(CompletionSite& site);
void complete_in_mock(CompletionSite& site);
void complete_in_stack(CompletionSite& site);

}  // namespace hcl::terraform
