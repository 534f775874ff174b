// Bodies and schemata: the schema-driven half of the information model.
//
// A Body is opaque: what is an attribute and what is a block is known only when a schema asks. Bodies come
// from native and JSON syntax, from several files merged, and from wrappers (dynamic blocks, transforms);
// everybody reads them through the same four questions. A Body is a cheap handle to immutable parts and keeps
// its syntax tree alive.
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
    // Blocks with another number of labels are no error: they are read only where nothing else gave a value.
    bool any_labels = false;
};

struct BodySchema {
    std::vector<AttributeSchema> attributes;
    std::vector<BlockHeaderSchema> blocks;
    // Names that are asked for twice are no error: the reference takes them, or whoever made the schema has
    // reported them where they were written.
    bool may_repeat = false;

    const AttributeSchema* find_attribute(std::string_view name) const;
    const BlockHeaderSchema* find_block(std::string_view type) const;
};

// Attributes asked for twice, names of both an attribute and a block type, and block types with different
// numbers of labels: an error of the schema, which Body::content reports unless it `may_repeat`.
std::vector<std::string> conflicting_names(const BodySchema& schema);

class Iteration;

// An attribute's expression together with what a dynamic block adds around it.
struct Attribute {
    std::string name;
    eval::Expression expr;
    Location span;
    Location name_span;
    std::shared_ptr<const Iteration> iteration;  // names that a dynamic block defines for this expression
    Marks marks;                                 // of a dynamic block's for_each
    bool is_unknown = false;                     // inside a block whose for_each is unknown

    // The place of the expression.
    Location place() const { return {span.file, expr.span()}; }
};

// A reference that an expression makes.
struct Reference {
    eval::Traversal traversal;  // not empty
    FileId file;
};

class Body;

struct Block;

struct BodyContent {
    std::vector<Attribute> attributes;  // in source order
    std::vector<Block> blocks;          // in source order
    Location missing_item;              // where something missing would be reported

    // Quick in large bodies too, once the names were put in order; without that it looks through all.
    const Attribute* find(std::string_view name) const;
    // For whoever makes a content, after the last change of `attributes`.
    void index_names();

  private:
    std::vector<std::uint32_t> by_name_;  // the numbers of attributes sorted by name; empty for few
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
    Body();  // no attributes, no blocks, no place
    explicit Body(std::shared_ptr<const BodySource> source) : source_(std::move(source)) {}

    // Everything must be in the schema; what is not is an error. Names are compared by their NFC.
    ContentResult content(const BodySchema& schema) const;
    // The items in the schema, and a body of the remaining ones.
    PartialResult partial_content(const BodySchema& schema) const;
    // Dynamic-attributes mode: every name is an attribute.
    AttributesResult just_attributes() const;
    Location missing_item() const;

    // True inside a dynamic block whose for_each is unknown: any number of such blocks may exist.
    bool is_unknown() const;
    // Marks that a value made from this body must carry.
    Marks value_marks() const;
    const BodySource& source() const { return *source_; }

  private:
    std::shared_ptr<const BodySource> source_;
};

struct Block {
    std::string type;
    std::vector<std::string> labels;
    Body body;
    Location header_span;  // type and labels; for JSON, the bracket that opens the value
    Location type_span;
    std::vector<Location> label_spans;
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
    // The syntax tree of an untouched native body, which the decoder reads directly; null for others.
    virtual const NativeTree* native_tree() const { return nullptr; }
};

// The body of a parsed file of either syntax. Diagnostics name `file_id`.
Body file_body(syntax::FilePtr file, FileId file_id);

// Several bodies as one, in order. A name that two of them set is an error.
Body merge_bodies(std::vector<Body> bodies);

}  // namespace hcl::decode
