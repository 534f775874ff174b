// The keys by which a module finds names and who reads them. A key is a hash: rows with equal keys are looked
// at before they are believed. Private to bind/.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"

namespace hcl::bind {

// Address steps beyond this are members of values.
inline constexpr std::size_t kLongestAddress = 6;

enum class KeyKind : std::uint8_t {
    Address,   // all steps of an address
    Prefix,    // the first steps of longer addresses
    Named,     // kind and last step
    Kind,      // kind alone
    Function,  // name of a function
    Root,      // every declaration, for its first step
    Same,      // an address, as those see it who declare it
    Open,      // kind, as those see it who need to know whether all names are written out
    Counted,   // a name of the top level whose number the language restricts
    Foreign,   // the module of another folder or language
    Labels,    // type and labels of a block that must differ from others
    Exported,  // every declaration that callers see by its own word
};

// Keys of the beginnings of a sequence of steps.
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

// The steps as one string, for a map of what was looked up.
template <typename Steps, typename Text>
std::string joined(const Steps& steps, const Text& text) {
    std::string out;
    for (const auto& step : steps) {
        out += text(step);
        out += '\0';
    }
    return out;
}

// Every key under which something of the unit is found, with the place of it (see Symbol::place).
struct UnitName {
    std::uint64_t key;
    std::uint32_t place;
};
std::vector<UnitName> names_of(const BoundUnit& unit);
std::uint64_t labels_key(const BoundBlock& block);
// The keys that readers of a declaration depend on: on what it is worth, and on whether it is there.
// Asks holds(key) for the first until one of them does.
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
// Read by whoever declares the same address.
std::uint64_t same_key(const Declaration& declaration);
void value_keys_of(const Declaration& declaration, std::vector<std::uint64_t>& out);
void keys_of(const Declaration& declaration, std::vector<std::uint64_t>& out);
// Calls visit(key) for the keys that one reference reads.
void each_key_of(const BoundUnit& unit, const Reference& reference,
                 const std::function<void(std::uint64_t)>& visit);
// Calls visit(word) for the first words of addresses that, once declared, let any name with this root be:
// `free_names = ["dependency:include"]`.
void each_opener(const language::Language& language, std::string_view root,
                 const std::function<void(const std::string& opener)>& visit);
// The keys whose meaning matters to the unit, sorted, each once.
std::vector<std::uint64_t> reads_of(const BoundUnit& unit, const language::Language& language);

}  // namespace hcl::bind
