// Bodies and schemas: the schema-driven half of the information model.
//
// A Body is opaque: only a schema determines which items are attributes and which are blocks.
// Bodies come from native and JSON syntax, from merged files, and from wrappers (dynamic
// blocks, transforms); all provide the same four queries. A Body is a cheap handle to immutable
// parts and keeps its syntax tree alive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/traversal.h"
#include "engine/eval/decoder.h"
#include "engine/source/diagnostic.h"
#include "engine/source/span.h"
#include "engine/syntax/file/file.h"
#include "engine/value/marks.h"

namespace hcl::decode {

struct AttributeSchema {
    std::string name;
    bool required = false;
};

struct BlockHeaderSchema {
    std::string type;
    std::vector<std::string> label_names;
    // Blocks with a different number of labels are no error: they are used if nothing else gives a value.
    bool any_labels = false;
};

struct BodySchema {
    std::vector<AttributeSchema> attributes;
    std::vector<BlockHeaderSchema> blocks;
    // Names that are requested twice are no error: the reference implementation accepts them, or the creator
    // of the schema has reported them.
    bool may_repeat = false;

    const AttributeSchema* find_attribute(std::string_view name) const;
    const BlockHeaderSchema* find_block(std::string_view type) const;
};

// Attributes that occur twice, names of both an attribute and a block type, and block types with different
// numbers of labels: a schema error, which Body::content reports unless it `may_repeat`.
std::vector<std::string> conflicting_names(const BodySchema& schema);

class Iteration;

// An attribute's expression with the context that dynamic blocks add.
struct Attribute {
    std::string name;
    eval::Expression expr;
    Location span;
    Location name_span;
    std::shared_ptr<const Iteration> iteration;  // iterators that dynamic blocks define for this expression
    Marks marks;                                 // of a dynamic block's for_each
    bool is_unknown = false;                     // inside a block whose for_each is unknown

    // The location of the expression.
    Location place() const { return {span.file, expr.span()}; }
};

// A reference in an expression.
struct Reference {
    eval::Traversal traversal;  // not empty
    FileId file;
};

class Body;

struct Block;

struct BodyContent {
    std::vector<Attribute> attributes;  // in source order
    std::vector<Block> blocks;          // in source order
    Location missing_item;              // position for findings about missing items

    // Fast in large bodies after index_names(); otherwise a linear search.
    const Attribute* find(std::string_view name) const;
    // Call it after the last change of `attributes`.
    void index_names();

  private:
    std::vector<std::uint32_t> by_name_;  // indices of attributes, sorted by name; empty when there are few
};

struct ContentResult {
    BodyContent content;
    Diagnostics diagnostics;
};

struct PartialResult;

struct AttributesResult {
    std::vector<Attribute> attributes;
    Diagnostics diagnostics;
};

class BodySource;

class Body {
  public:
    Body();  // no attributes, no blocks, no position
    explicit Body(std::shared_ptr<const BodySource> source) : source_(std::move(source)) {}

    // All items must be in the schema; others are errors. Names are compared in NFC.
    ContentResult content(const BodySchema& schema) const;
    // The items in the schema, and a body with the remaining ones.
    PartialResult partial_content(const BodySchema& schema) const;
    // Dynamic-attributes mode: every item is an attribute.
    AttributesResult just_attributes() const;
    Location missing_item() const;

    // True inside a dynamic block whose for_each is unknown: any number of such blocks may exist.
    bool is_unknown() const;
    // Marks that values decoded from this body must carry.
    Marks value_marks() const;
    const BodySource& source() const { return *source_; }

  private:
    std::shared_ptr<const BodySource> source_;
};

struct Block {
    std::string type;
    std::vector<std::string> labels;
    Body body;
    Location header_span;  // type and labels; for JSON, the opening bracket of the value
    Location type_span;
    std::vector<Location> label_spans;
    Location
        own_place{};  // where a repeated block is reported, if not at its header: its part of the JSON value
};

struct PartialResult {
    BodyContent content;
    Body remain;
    Diagnostics diagnostics;
};

struct NativeTree;

// The interface of a kind of body.
class BodySource {
  public:
    virtual ~BodySource() = default;
    virtual ContentResult content(const BodySchema& schema) const = 0;
    virtual PartialResult partial_content(const BodySchema& schema) const = 0;
    virtual AttributesResult just_attributes() const = 0;
    virtual Location missing_item() const = 0;
    virtual bool is_unknown() const { return false; }
    virtual Marks value_marks() const { return {}; }
    // The syntax tree of an unmodified native body, which the decoder reads directly; null for others.
    virtual const NativeTree* native_tree() const { return nullptr; }
};

// The body of a parsed file of either syntax. Diagnostics refer to `file_id`.
Body file_body(syntax::FilePtr file, FileId file_id);

// Merges bodies in order. A name that two of them set is an error.
Body merge_bodies(std::vector<Body> bodies);

}  // namespace hcl::decode
