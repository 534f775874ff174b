// The hash keys of names: units are found by the names that they declare or read. Equal keys can be
// collisions, so rows are verified. Private to bind/.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"

namespace hcl::bind {

// Further steps of an address are members of values.
inline constexpr std::size_t kLongestAddress = 6;

enum class KeyKind : std::uint8_t {
    Address,   // all steps of an address
    Prefix,    // a proper prefix of an address
    Named,     // kind and last step
    Kind,      // kind alone
    Function,  // name of a function
    Root,      // the first step of every declaration
    Same,      // an address, for declarations that repeat it
    Open,      // a kind, for readers that need to know whether all its names are written out
    Counted,   // a top-level name whose count the language restricts
    Foreign,   // the module of another folder or language
    Labels,    // type and labels of a block that must be unique
    Exported,  // every declaration that is exported to callers
    Text,      // kind and name, or all steps, as strings and addresses of refers_to have them
    Computed,  // a kind, for strings of refers_to that are computed
    Inner,     // all names of a unit that are visible only in its blocks
};

// Hashes a sequence of steps; each prefix has its key.
class KeyMaker {
  public:
    explicit KeyMaker(KeyKind kind)
        : state_(mix(0x9E37'79B9'7F4A'7C15ull + static_cast<std::uint64_t>(kind))) {}
    KeyMaker& add(std::string_view step) {
        std::uint64_t h = state_ ^ (step.size() * 0xD6E8'FEB8'6659'FD93ull);
        for (unsigned char c : step) h = (h ^ c) * 0x1000'0000'01B3ull;
        state_ = mix(h);
        return *this;
    }
    std::uint64_t key() const { return state_; }

  private:
    static std::uint64_t mix(std::uint64_t x) {
        x ^= x >> 32;
        x *= 0xD6E8'FEB8'6659'FD93ull;
        x ^= x >> 32;
        x *= 0xD6E8'FEB8'6659'FD93ull;
        return x ^ (x >> 32);
    }
    std::uint64_t state_;
};

inline std::uint64_t key_of(KeyKind kind, std::string_view name) {
    return KeyMaker(kind).add(name).key();
}

// The steps as one string, used as a cache key.
template <typename Steps, typename Text>
std::string joined(const Steps& steps, const Text& text) {
    std::string out;
    for (const auto& step : steps) {
        out += text(step);
        out += '\0';
    }
    return out;
}

// A key under which a symbol of the unit is found, and the symbol's place (see Symbol::place).
struct UnitName {
    std::uint64_t key;
    std::uint32_t place;
};
std::vector<UnitName> names_of(const BoundUnit& unit);
std::uint64_t labels_key(const BoundBlock& block);
// The keys of a declaration's readers: its value, and its existence.
// Calls holds(key) for the former until it returns true.
template <typename Holds>
bool any_value_key_of(const Declaration& d, const Holds& holds) {
    if (d.def->is_name_only) return false;
    KeyMaker address(KeyKind::Address);
    KeyMaker prefix(KeyKind::Prefix);
    for (std::size_t i = 0; i < d.address.size(); ++i) {
        address.add(d.address[i]);
        if (i + 1 < d.address.size() && holds(prefix.add(d.address[i]).key())) return true;
    }
    return holds(address.key());
}
// Read by strings (the name alone) and addresses (all steps) of refers_to that name a symbol of the kind.
std::uint64_t text_key(std::string_view kind, std::span<const std::string> steps);
// Read by all declarations of the same address.
std::uint64_t same_key(const Declaration& declaration);
void value_keys_of(const Declaration& declaration, std::vector<std::uint64_t>& out);
void keys_of(const Declaration& declaration, std::vector<std::uint64_t>& out);
// Calls visit(key) for each key that a reference reads.
void each_key_of(const Reference& reference, const std::function<void(std::uint64_t)>& visit);
// Calls visit(word) for the prefixes that make all names below this root valid once declared: `free_names =
// ["dependency:include"]`.
void each_opener(const language::Language& language, std::string_view root,
                 const std::function<void(const std::string& opener)>& visit);
// The keys that affect the unit, sorted, without duplicates.
std::vector<std::uint64_t> reads_of(const BoundUnit& unit, const language::Language& language);

}  // namespace hcl::bind
