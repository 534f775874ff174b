// A parsed file: the persistent sequence of its chunks, and the views of bodies, attributes and blocks.
//
// Parsing never fails: any bytes produce a File and diagnostics. An edit produces a new File that shares all
// chunks it did not touch; its cost follows the edit, not the file. Lines and columns are computed here
// because each chunk counts its own (see source/position.h for the units).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/parallel_for.h"
#include "engine/source/edit.h"
#include "engine/source/position.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::syntax {

enum class Syntax : std::uint8_t { Native, Json, Template };

struct ParseOptions {
    Syntax syntax = Syntax::Native;
    // Also accept syntax that only HCL 1 has, without diagnostics. With Syntax::Json: such a file holds JSON,
    // whatever its name is.
    bool hcl1 = false;
};

class File;
using FilePtr = std::shared_ptr<const File>;

// A label of a block header.
struct LabelView {
    std::string value;  // decoded
    Span span;          // including quotes
    bool is_quoted = false;
};

class BodyView;
class BlockView;
class ChunkTree;
struct SplitBlock;

// name = expr
struct AttributeView {
    Node node;
    std::string_view name;  // without quotes (HCL 1)
    Span name_span;
    Span equals_span;  // empty when missing
    Node expr;         // never null; kind Missing when absent
    Span span;
};

// An item of a body.
struct BodyItem {
    enum class Kind : std::uint8_t { Attribute, Block, Bogus };
    Kind kind;
    Node node;
    Span span;
    const SplitBlock* split = nullptr;  // of a block whose items are in separate chunks

    AttributeView attribute() const;
    BlockView block() const;
};

// The items of a file or block in source order.
class BodyView {
  public:
    using ItemKind = BodyItem::Kind;
    using Item = BodyItem;

    BodyView() = default;

    std::vector<BodyItem> items() const;
    std::vector<BodyItem> items_at(std::uint32_t offset) const;  // those that touch it, in logarithmic time
    std::vector<AttributeView> attributes() const;
    std::vector<BlockView> blocks() const;
    Span span() const { return span_; }  // between the braces; the whole file at top level
    Span end_span() const { return {span_.end, span_.end}; }  // insertion point for missing items

  private:
    friend class BlockView;
    friend class File;
    Node node_;                          // the Body, unless the items are in separate chunks
    const ChunkTree* chunks_ = nullptr;  // these chunks
    std::uint32_t base_ = 0;             // their start in the file
    Span span_;
};

// type "label" ... { body }. Can span several chunks: a long block is split like a file.
class BlockView {
  public:
    BlockView() = default;
    explicit BlockView(const BodyItem& item) : node_(item.node), split_(item.split), span_(item.span) {}

    explicit operator bool() const { return static_cast<bool>(node_); }
    Node node() const { return node_; }  // the Block; its Body is empty when the block is split
    std::string_view type() const;
    Span type_span() const;
    std::vector<LabelView> labels() const;
    BodyView body() const;
    Span open_brace() const;   // empty when missing
    Span close_brace() const;  // empty when missing
    Span header_span() const;  // from the type to the last label
    Span span() const { return span_; }
    bool is_one_line() const { return node_.has(kOneLine); }
    bool is_broken() const { return node_.is_broken(); }

  private:
    Node node_;
    const SplitBlock* split_ = nullptr;
    Span span_;
};

// Limits diagnostics per file: more do not help users, and the cost of an edit stays bounded.
inline constexpr std::size_t kMostDiagnostics = 200;

class File {
  public:
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    static FilePtr parse(std::string_view text, ParseOptions options = {});
    // The same, with the parts of a long text parsed in parallel.
    static FilePtr parse(std::string_view text, ParseOptions options, const ParallelFor& run);
    // Applies the edits in order; each refers to the text after the previous one.
    FilePtr edited(std::span<const Edit> edits) const;

    const ParseOptions& options() const;
    std::uint32_t size() const;  // bytes
    BodyView body() const;       // native syntax
    Node root() const;           // JSON: the root value; Template: the TemplateBody
    // Sorted by position, lexical errors first within an item; limited to kMostDiagnostics, or to a greater
    // number (JSON: never more).
    Diagnostics diagnostics() const;
    Diagnostics diagnostics(std::size_t most) const;

    std::string text() const;
    std::string text(Span span) const;

    // The chunks in source order, including those of split blocks.
    std::uint32_t chunk_count() const;
    ChunkPtr chunk(std::uint32_t index) const;
    std::uint32_t chunk_start(std::uint32_t index) const;
    std::uint32_t chunk_at(std::uint32_t offset) const;  // index of the chunk that contains the offset

    std::uint32_t line_count() const;  // with ColumnUnit::Grapheme line ends
    Position position(std::uint32_t offset, ColumnUnit unit) const;
    std::uint32_t offset(Position position, ColumnUnit unit) const;  // clamped to the line

  private:
    friend struct FileBuilder;
    File();
    struct Data;
    std::unique_ptr<Data> data_;
};

// A single expression or template, parsed as a one-chunk file whose root is the expression or TemplateBody.
FilePtr parse_expression(std::string_view text);
FilePtr parse_template(std::string_view text);

}  // namespace hcl::syntax
