// Decoder specs: a tree that says what a body may hold and what value is made of it.
//
// A spec is immutable and may be shared by any number of decodes on any thread. It knows, without decoding
// anything, which schema it implies for a body, which type its result has, which variables an input needs,
// and where in the spec file each expectation was written (for editors).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/parallel_for.h"
#include "engine/decode/body.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::decode {

using eval::TypeConstraint;

struct Spec;
using SpecPtr = std::shared_ptr<const Spec>;

struct Spec {
    enum class Kind : std::uint8_t {
        Object,      // children by names
        Array,       // children in order
        Attr,        // the attribute `name`, converted to `type`
        Literal,     // `literal`
        Block,       // the only block of type `name`, by children[0]
        BlockList,   // all blocks of type `name`
        BlockSet,    // likewise, without order and duplicates
        BlockMap,    // likewise, by their labels
        BlockAttrs,  // the only block of type `name` as a map of `type`
        Default,     // the first of children that is not null
        Transform,   // `result` of children[0]
    };

    Kind kind = Kind::Literal;
    Location place;  // the header of the spec block; invalid file for specs made by code
    std::vector<SpecPtr> children;
    std::vector<std::string> names;  // Object: of each child

    std::string name;
    Location name_place;  // where the name was written
    bool required = false;
    TypeConstraint type;  // Attr, BlockAttrs: a capsule type with a decoder takes the expression itself
    std::int64_t min_items = 0;  // BlockList, BlockSet; 0: no bound
    std::int64_t max_items = 0;
    std::vector<std::string> label_names;    // BlockMap
    Value literal;                           // Literal
    std::optional<eval::Expression> result;  // Transform; the variable `nested` holds the wrapped result
    std::shared_ptr<const eval::Scope> result_scope;  // Transform: the functions that `result` may use
};

// The schema of a body for this spec: all names that it and its same-body descendants read.
BodySchema implied_schema(const Spec& spec, const Rules& rules);

// Names that several specs of one body read, and block types that they read with different labels: an error
// by the document. Loading a spec file reports them; whoever makes specs by code asks here.
Diagnostics check_names(const Spec& spec);

// The type of the result; for a literal, of its value; dynamic where it cannot be said.
Type implied_type(const Spec& spec, const Rules& rules);

// The nested spec of each block type that a body may hold.
std::vector<std::pair<std::string, SpecPtr>> child_block_specs(const Spec& spec);

struct Expectation {
    enum class Kind : std::uint8_t { Attribute, Block } kind;
    std::string name;
    bool required = false;
    std::vector<std::string> label_names;
    const Spec* spec = nullptr;  // lives as long as the spec that was asked
};
// The attributes and blocks that a body may hold, each with the spec that reads it.
std::vector<Expectation> expectations(const Spec& spec);

struct DecodeResult {
    Value value;
    Diagnostics diagnostics;
};
// Exhaustive: whatever the spec does not ask for is an error. With threads, bodies of many blocks are decoded
// by several of them; the result is the same.
DecodeResult decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                    const eval::EvalOptions& options, const ParallelFor& parallel = {});

class SpecPlan;

// A spec with all that it implies worked out, for whoever decodes many bodies by it.
class PreparedSpec {
  public:
    PreparedSpec(SpecPtr spec, const Rules& rules);
    PreparedSpec(PreparedSpec&&) noexcept;
    PreparedSpec& operator=(PreparedSpec&&) noexcept;
    ~PreparedSpec();

    const Spec& spec() const { return *spec_; }
    const BodySchema& schema() const;
    const Type& type() const;  // of values that decoding gives, as implied_type
    // As the function; the rules are those the spec was prepared for.
    DecodeResult decode(const Body& body, const eval::Scope* scope, const eval::EvalOptions& options,
                        const ParallelFor& parallel = {}) const;

  private:
    SpecPtr spec_;
    std::unique_ptr<const SpecPlan> plan_;
};

struct PartialDecodeResult {
    Value value;
    Body remain;
    Diagnostics diagnostics;
};
PartialDecodeResult partial_decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                                   const eval::EvalOptions& options);

// Where the input gives the part of a decoded value that `path` names; nothing for what the spec itself
// gives.
std::optional<Location> place_of_part(const Body& body, const Spec& spec, const Path& path,
                                      const Rules& rules);

// ---- What decoding will need, found without evaluating anything

// A call that an expression makes.
struct FunctionUse {
    std::string name;  // with its namespaces
    Location place;    // of the name and the opening parenthesis
};
// The functions that decoding will call, in source order within each attribute, with repetitions.
std::vector<FunctionUse> functions_used(const Body& body, const Spec& spec, const Rules& rules);

// The references that decoding will evaluate, in source order within each attribute.
std::vector<Reference> references(const Body& body, const Spec& spec, const Rules& rules);

}  // namespace hcl::decode
