// Conversion and unification, which need each other: one question and what was found out on the way to its
// answer. Private to this room.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/pcl/unify.h"

namespace hcl::pcl {

// Where a type stands inside another, for explanations; lives on the stack.
struct PathStep {
    const PathStep* outer = nullptr;
    enum class Kind : std::uint8_t { Property, Index, Element } kind = Kind::Element;
    std::string_view name = {};
    std::size_t index = 0;
};

class Relation {
  public:
    // Conversion as such, and while unifying: there objects and tuples always "convert" into each other, as
    // well as their parts can be merged.
    enum class Mode : bool { Plain, Unifying };

    Conversion convert(const Type& to, const Type& from, Mode mode);
    Unified unify(const Type& a, const Type& b);
    // Between the pairs of a long question: each has all the steps of one. Fails when all of them together
    // took too many.
    bool next_pair();

    // Collects why there is no conversion, where the answer is None.
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
    // Fails where the question became too deep or too long; then the answer errs on the permissive side.
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
    std::vector<std::pair<Type, Type>> open_;  // references that are being compared
    static constexpr std::size_t kNoAssumption = ~std::size_t{0};
    std::size_t assumption_ = kNoAssumption;  // the outermost of them that the answer at hand relies on
    std::vector<std::pair<Type, Type>> open_unified_;            // and unified
    std::unordered_map<Key, Conversion, KeyHash> converted_[2];  // by mode
    std::unordered_map<Key, Unified, KeyHash> unified_;
    std::vector<Misfit>* misfits_ = nullptr;
    const PathStep* at_ = nullptr;
};

inline bool is_simple(const Type& type) {
    return type.kind() >= Kind::Bool && type.kind() <= Kind::Id;
}

// The worst conversion of a source's parts: stops at the first that does not exist.
inline Conversion worse(Conversion a, Conversion b) {
    return a < b ? a : b;
}

}  // namespace hcl::pcl
