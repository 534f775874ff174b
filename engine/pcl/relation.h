// Conversion and unification, which call each other: the state and the intermediate results
// of one query. Private to this room.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/pcl/unify.h"

namespace hcl::pcl {

// The path to a nested type, for explanations; lives on the stack.
struct PathStep {
    const PathStep* outer = nullptr;
    enum class Kind : std::uint8_t { Property, Index, Element } kind = Kind::Element;
    std::string_view name = {};
    std::size_t index = 0;
};

class Relation {
  public:
    enum class Mode : std::uint8_t {
        Plain,
        Unifying,  // objects and tuples convert into each other if their parts can be merged
        Lossless,  // objects do not convert to objects that lack one of their properties
    };

    Conversion convert(const Type& to, const Type& from, Mode mode);
    Unified unify(const Type& a, const Type& b);
    // Call it between the pairs of a query over many types: resets the step limit for the next pair. Returns
    // false when all pairs together exceed the total limit.
    bool next_pair();

    // Collects the reasons when the result is None.
    void explain(std::vector<Misfit>& misfits) { misfits_ = &misfits; }

  private:
    struct Key {
        Type a;
        Type b;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept {
            return key.a.hash() * 0x9E37'79B9'7F4A'7C15u ^ key.b.hash();
        }
    };
    // False when the query is too deep or too long; the result is then the permissive one.
    class Enter;

    Conversion convert_to(const Type& to, const Type& from, Mode mode);
    Conversion convert_simple(Kind to, const Type& whole_to, const Type& from);
    Conversion convert_union(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_union(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_enum(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_list(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_set(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_map(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_tuple(const Type& to, const Type& from, Mode mode);
    Conversion convert_to_object(const Type& to, const Type& from, Mode mode);
    Conversion part(const PathStep& step, const Type& to, const Type& from, Mode mode);
    Conversion misfit(const Type& to, const Type& from, Misfit::Reason reason = Misfit::Reason::Type,
                      std::vector<Misfit> alternatives = {});

    bool keeps_all(const Type& better, const Type& other, Conversion kind);
    Unified unify_whole(const Type& a, const Type& b);
    Unified unify_by_kind(const Type& a, const Type& b);
    Unified unify_with_union(const Type& whole, const Type& other);
    Unified unify_simple(const Type& a, const Type& b);
    Unified fold(const Type& start, std::span<const Type> others, Conversion best);
    Unified merge_objects(const Type& a, const Type& b);
    Unified merge_tuples(const Type& a, const Type& b);

    int depth_ = 0;
    int steps_ = 0;
    int unify_steps_ = 0;
    int total_ = 0;                            // steps of earlier pairs
    std::uint64_t work_ = 0;                   // the sizes of all pairs unified
    std::vector<std::pair<Type, Type>> open_;  // pairs of references being converted
    static constexpr std::size_t kNoAssumption = ~std::size_t{0};
    std::size_t assumption_ = kNoAssumption;  // the outermost of them that the current result assumes
    std::vector<std::pair<Type, Type>> open_unified_;            // pairs being unified
    std::unordered_map<Key, Conversion, KeyHash> converted_[3];  // by mode
    std::unordered_map<Key, Unified, KeyHash> unified_;
    std::vector<Misfit>* misfits_ = nullptr;
    const PathStep* at_ = nullptr;
};

inline bool is_simple(const Type& type) {
    return type.kind() >= Kind::Bool && type.kind() <= Kind::Id;
}

// The worse of the conversions of two parts: None as soon as one is None.
inline Conversion worse(Conversion a, Conversion b) {
    return a < b ? a : b;
}

}  // namespace hcl::pcl
