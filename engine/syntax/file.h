// A parsed file: the persistent sequence of its chunks, and the views of bodies, attributes and blocks.
//
// Parsing never fails: any bytes give a File and diagnostics. An edit gives a new File that shares every chunk it did
// not touch; its cost follows the edit, not the file. Columns and lines are answered here since each chunk counts its
// own (see source/position.h for the units).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/edit.h"
#include "engine/source/position.h"
#include "engine/syntax/tree.h"

namespace hcl::syntax {

enum class Syntax : std::uint8_t { Native, Json, Template };

struct ParseOptions {
    Syntax syntax = Syntax::Native;
    bool hcl1 = false;  // also take what only HCL 1 accepts, without complaint
};

class File;
using FilePtr = std::shared_ptr<const File>;

// A label of a block header.
struct LabelView {
    std::string value;  // decoded
    Span span;          // with its quotes
    bool is_quoted = false;
};

class BodyView;

// name = expr
struct AttributeView {
    Node node;
    std::string_view name;  // without the quotes of HCL 1
    Span name_span;
    Span equals_span;  // empty when missing
    Node expr;         // never null; kind Missing when there is none
    Span span;
};

// type "label" ... { body }. Its parts may lie in several chunks: a long block is split like a file.
class BlockView {
  public:
    std::string_view type() const;
    Span type_span() const;
    std::vector<LabelView> labels() const;
    BodyView body() const;
    Span open_brace() const;   // empty when missing
    Span close_brace() const;  // empty when missing
    Span header_span() const;  // from the type to the last label
    Span span() const;
    bool is_one_line() const;
    bool is_broken() const;

  private:
    friend class BodyView;
    const File* file_ = nullptr;
    std::uint32_t chunk_index_ = 0;
    Node node_;
};

// The items of a file or block in source order.
class BodyView {
  public:
    enum class ItemKind : std::uint8_t { Attribute, Block, Bogus };
    struct Item {
        ItemKind kind;
        Node node;
        AttributeView attribute() const;
        BlockView block() const;
        // ... position in the file, for blocks that span chunks
        const File* file = nullptr;
        std::uint32_t chunk_index = 0;
    };
    std::vector<Item> items() const;
    std::vector<AttributeView> attributes() const;
    std::vector<BlockView> blocks() const;
    Span span() const;      // between the braces; the whole file at top level
    Span end_span() const;  // where something missing would be added
};

class File {
  public:
    static FilePtr parse(std::string_view text, ParseOptions options = {});
    // Applies the edits in order (each in terms of the text after the one before it).
    FilePtr edited(std::span<const Edit> edits) const;

    const ParseOptions& options() const;
    std::uint32_t size() const;  // bytes
    BodyView body() const;       // native syntax
    Node root() const;           // JSON: the root value; Template: the TemplateBody
    Diagnostics diagnostics() const;

    std::string text() const;
    std::string text(Span span) const;

    std::uint32_t chunk_count() const;
    ChunkPtr chunk(std::uint32_t index) const;
    std::uint32_t chunk_start(std::uint32_t index) const;
    std::uint32_t chunk_at(std::uint32_t offset) const;  // index of the chunk that holds the offset

    std::uint32_t line_count() const;
    Position position(std::uint32_t offset, ColumnUnit unit) const;
    std::uint32_t offset(Position position, ColumnUnit unit) const;  // clamped into the line
};

// A lone expression, traversal or template, parsed as a one-chunk file whose root is the expression.
FilePtr parse_expression(std::string_view text);

}  // namespace hcl::syntax
