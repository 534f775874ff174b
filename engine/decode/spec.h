// Decoder specs: a tree that defines the content of a body and the value that it decodes to.
//
// A spec is immutable and can be shared between decodes on any thread. Without decoding, it provides the
// implied schema of a body, the type of the result, the variables that an input needs, and the place of each
// expectation in the spec file (for editors).
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
        Object,      // children by name
        Array,       // children in order
        Attr,        // the attribute `name`, converted to `type`
        Literal,     // `literal`
        Block,       // the only block of type `name`, by children[0]
        BlockList,   // all blocks of type `name`
        BlockSet,    // likewise, without order and duplicates
        BlockMap,    // likewise, by their labels
        BlockAttrs,  // the only block of type `name`, as a map of `type`
        Default,     // the first child that is not null
        Transform,   // `result`, from the value of children[0]
    };

    Kind kind = Kind::Literal;
    Location place;  // header of the spec block; invalid file for specs built in code
    std::vector<SpecPtr> children;
    std::vector<std::string> names;  // Object: one per child

    std::string name;
    Location name_place;  // of the name in the spec file
    bool required = false;
    TypeConstraint type;  // Attr, BlockAttrs: a capsule type with a decoder takes the expression itself
    std::vector<Type> alternatives;  // Attr: the value has one of these types; `type` is any then
    std::int64_t min_items = 0;      // BlockList, BlockSet; 0: no bound
    std::int64_t max_items = 0;
    std::vector<std::string> label_names;    // BlockMap
    Value literal;                           // Literal
    std::optional<eval::Expression> result;  // Transform; the variable `nested` holds the wrapped result
    std::shared_ptr<const eval::Scope> result_scope;  // Transform: functions available to `result`
};

// The schema of a body for this spec: all names that it and its same-body descendants read.
BodySchema implied_schema(const Spec& spec, const Rules& rules);

// Reports names that several specs of one body read, and block types that they read with different labels:
// errors by the specification. Loading a spec file includes this check; specs built in code need the call.
Diagnostics check_names(const Spec& spec);

// The type of the result; for a literal, of its value; dynamic when it is not known.
Type implied_type(const Spec& spec, const Rules& rules);

// The nested spec of each block type in a body.
std::vector<std::pair<std::string, SpecPtr>> child_block_specs(const Spec& spec);

struct Expectation {
    enum class Kind : std::uint8_t { Attribute, Block } kind;
    std::string name;
    bool required = false;
    std::vector<std::string> label_names;
    const Spec* spec = nullptr;  // lives as long as the spec that was queried
};
// The attributes and blocks that a body can contain, each with the spec that reads it.
std::vector<Expectation> expectations(const Spec& spec);

struct DecodeResult {
    Value value;
    Diagnostics diagnostics;
};
// Exhaustive: items that the spec does not read are errors. With `parallel`, bodies with many blocks are
// decoded on several threads; the result is the same.
DecodeResult decode(const Body& body, const Spec& spec, const eval::Scope* scope,
                    const eval::EvalOptions& options, const ParallelFor& parallel = {});

class SpecPlan;

// A spec with its implied schema and types precomputed, for decoding many bodies.
class PreparedSpec {
  public:
    PreparedSpec(SpecPtr spec, const Rules& rules);
    PreparedSpec(PreparedSpec&&) noexcept;
    PreparedSpec& operator=(PreparedSpec&&) noexcept;
    ~PreparedSpec();

    const Spec& spec() const { return *spec_; }
    const BodySchema& schema() const;
    const Type& type() const;  // of decoded values, as implied_type
    // Like the free function, with the rules that the spec was prepared for.
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

// The location in the input that a part of the decoded value comes from; empty for
// parts that the spec itself provides.
std::optional<Location> place_of_part(const Body& body, const Spec& spec, const Path& path,
                                      const Rules& rules);

// ---- Requirements of decoding, found without evaluation

// A function call in an expression.
struct FunctionUse {
    std::string name;  // including namespaces
    Location place;    // of the name and the opening parenthesis
};
// The functions that decoding will call, in source order within each attribute, with duplicates.
std::vector<FunctionUse> functions_used(const Body& body, const Spec& spec, const Rules& rules);

// The references that decoding will evaluate, in source order within each attribute.
std::vector<Reference> references(const Body& body, const Spec& spec, const Rules& rules);

}  // namespace hcl::decode
