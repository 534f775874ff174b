// A spec compiled for decoding many bodies: implied data is precomputed, and names become slot indices.
// Private to decode/; use a PreparedSpec (spec.h).
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/decode/spec.h"

namespace hcl::decode {

struct BodyPlan;

// A spec and its position below the spec that reads the body.
struct SpecNode {
    const Spec* spec = nullptr;
    Type type;                              // of the result, without optional attributes
    std::vector<const SpecNode*> children;  // of the same body; those of nested bodies are in `nested`
    std::vector<std::size_t> order;         // Object: index of the child for each attribute of `type`
    bool needs_value = false;               // Attr: null is not accepted
    bool imposes = true;                    // false for a fallback, which requires nothing of the body
    std::uint32_t slot = 0;                 // Attr and block specs: index in the body's plan
    const BodyPlan* nested = nullptr;       // block specs with a child: the plan for their bodies
};

// Maps names to slots. Open addressing, at most half full.
class SlotTable {
  public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    void build(const std::vector<std::string_view>& names);
    // `hint` is tried first: items usually have the order of the spec.
    std::uint32_t find(std::string_view name, std::uint32_t hint) const {
        if (hint < names_.size() && names_[hint] == name) return hint;
        if (table_.empty()) return kNone;
        for (std::size_t at = hash(name) & mask_;; at = (at + 1) & mask_) {
            std::uint32_t slot = table_[at];
            if (slot == kNone || names_[slot] == name) return slot;
        }
    }

  private:
    static std::size_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }

    std::vector<std::string_view> names_;
    std::vector<std::uint32_t> table_;
    std::size_t mask_ = 0;
};

// The plan for reading a body with a spec.
struct BodyPlan {
    struct Slot {
        bool is_block = false;
        bool required = false;
        std::uint32_t label_count = 0;
    };

    const SpecNode* root = nullptr;
    BodySchema schema;
    // False when a name is both an argument and a block: then the general path is needed.
    bool has_slots = true;
    std::vector<Slot> slots;
    SlotTable names;
};

class SpecPlan {
  public:
    SpecPlan(const Spec& spec, const Rules& rules);
    SpecPlan(const SpecPlan&) = delete;
    SpecPlan& operator=(const SpecPlan&) = delete;

    const BodyPlan& root() const { return *root_; }
    const Rules& rules() const { return rules_; }

  private:
    const BodyPlan* plan_body(const Spec& spec);
    const SpecNode* plan_spec(const Spec& spec, BodyPlan& body,
                              std::unordered_map<std::string_view, std::uint32_t>& slots, bool imposes);

    const Rules& rules_;
    std::deque<SpecNode> nodes_;
    std::deque<BodyPlan> bodies_;
    std::unordered_map<const Spec*, const BodyPlan*> planned_;
    const BodyPlan* root_ = nullptr;
};

// The type of a spec's result, from the types of its children.
Type result_type(const Spec& spec, const std::vector<Type>& children, const Rules& rules);

// Whether specs of this kind read a nested body.
bool asks_for_block(Spec::Kind kind);

}  // namespace hcl::decode
