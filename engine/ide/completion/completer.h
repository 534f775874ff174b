// The state of one completion: where the cursor is, what is expected there, and the ways to gather
// candidates. Private to completion.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ide/completion/completion_list.h"
#include "engine/ide/place/expressions.h"
#include "engine/world/bound.h"

namespace hcl::ide {

using bind::AttributeDef;
using bind::BlockDef;
using bind::BodyDef;
using bind::kNone;
using syntax::Node;

// Put in where the cursor stands on no word, so that every half-typed place has a name to ask about.
inline constexpr std::string_view kMarker = "hcl_ls_here";

// What an expression is expected to be.
struct Expectation {
    Type type;
    const language::ValueRules* rules = nullptr;  // of the attribute, while they speak of this place
    const AttributeDef* def = nullptr;            // the attribute itself, at the top of its expression
    const BodyDef* fields = nullptr;              // of objects: what the pack says of their attributes
    bool by_path = false;                         // what it refers to is written as `a.b`, no text
    static Expectation of(const AttributeDef& def) {
        return {def.type, &def.rules, &def, def.fields ? &def.fields->get() : nullptr,
                def.decoder == language::Decoder::Traversal || def.decoder == language::Decoder::Traversals ||
                    language::reads_addresses(def.decoder)};
    }
};

struct Completer {
    const world::Snapshot& snapshot;
    const world::FileState& state;
    const BoundPlace& at_cursor;
    std::uint32_t offset;
    const CompletionOptions& options;
    CompletionList& list;
    ItemStyle style{};
    Span replaced{};
    syntax::FilePtr tree{};                // with the marker
    std::vector<Node> path{};              // in that tree, file's bytes
    std::optional<bind::UnitSlot> slot{};  // around the cursor
    std::uint32_t body = kNone;            // of the slot's unit; none: the top
    ScopePtr scope{};
    mutable std::optional<std::deque<AttributeDef>> known_inputs{};
    const bind::Module& module() const { return *at_cursor.module; }
    const language::Language& language() const { return module().language(); }
    const Rules& rules() const { return *language().rules; }

    // ---- Where we are

    bool native();

    // The block whose body holds the cursor, as a bound body.
    void find_body();
    bool is_in_header(std::uint32_t index) const;
    std::vector<const BodyDef*> body_defs() const;
    // What arguments of the body set in another module.
    const std::deque<AttributeDef>& inputs() const;
    const AttributeDef* attribute_def(std::string_view name) const;
    const ScopePtr& names();

    // ---- Names of a body

    void body_names();
    bool is_here(const bind::UnitSlot& other, Span span) const;
    bool is_one_line_block() const;

    // A name that has its "=", its labels or its brace already.
    bool is_followed_by_header() const;
    bool is_followed_by_parenthesis() const;

    // ---- Texts

    void choices(const language::ValueRules& from, bool quoted, bool is_keyword);
    void named_symbols(const std::vector<std::string>& kinds, bool quoted, bool by_path = false);
    void paths(std::string_view typed, bool folders_only);
    void names_by_syntax(const std::vector<std::string>& steps);
    void text(const language::ValueRules& of, std::string_view typed, bool by_path = false);
    void label(const BlockDef& def, std::size_t index, bool quoted);

    // ---- Expressions

    void keyword(std::string_view word, int rank);
    void variable(std::string_view name, const Value& value, const Expectation& wanted, CompletionKind kind);
    void roots(const Expectation& wanted, std::span<const Node> around);

    // Whether the pack lets the cursor's place name the symbol.
    bool sees(bind::Symbol symbol) const;
    std::vector<bind::Symbol> seen_at(const std::vector<std::string>& address) const;

    // A declaration cannot be made of itself.
    bool holds_cursor(Span in_unit) const;
    bool is_around(bind::Symbol symbol) const;
    bool is_own(bind::Symbol symbol) const;
    void functions(const Expectation& wanted);

    void type_words(bool quoted);

    // What the place asks for beside references.
    void expected(const Expectation& wanted, bool quoted);
    void expression(const Expectation& wanted, std::span<const Node> around);

    // ---- Members

    // What a node is worth, also where it stands for the elements of a splat.
    Value worth(Node node, std::span<const Node> around, int depth = 0);
    static Value member_of(const Value& whole, std::string_view name);

    // A path that begins with a symbol, without asking for all that its first word may mean.
    std::optional<Value> followed(Node node);
    Value element_at(const Value& marked, const Value& key) const;
    bool is_local(std::string_view name) const;
    void members(Node operand, std::span<const Node> around, const Expectation& wanted);

    // What a person wrote about a declaration in its own block.
    std::string declared_documentation(const bind::UnitSlot& where, const bind::Declaration& d) const;
    void keys_of(const Value& marked, const Expectation& wanted, bool quoted);

    // A name that stands before a value, unless nobody can write it.
    void attribute_name(const AttributeDef& def, CompletionKind kind);
    std::string key_as_written(std::string_view name, bool in_quotes) const;
    // The names that an object may still get.
    void object_keys(Node object, const Expectation& wanted, bool in_quotes);

    const AttributeDef* field_of(const Expectation& wanted, Node item) const;

    // What is expected of the node at `path[from]`, when `path[first]` is what `wanted` speaks of.
    Expectation along(Expectation wanted, std::size_t first, std::size_t to);
    static Type operand_type(syntax::BinaryOp op);

    // The other side of a comparison says what this one will be.
    Expectation compared(Node binary, Node side, std::size_t depth);
    std::string key_text(Node key) const;

    // ---- Native syntax

    void run_native();

    // Outside of values: names, labels.
    void native_item();
    const BlockDef* outer_block_def(Node block) const;

    // Nothing but blanks, an opening brace or the word itself stands before the cursor on its line.
    bool is_at_item_start() const;

    // `path[first]` is the attribute's expression.
    void value(std::size_t first, const AttributeDef* def);
    bool is_text_token(std::uint32_t at) const;
    void quoted_text(std::size_t first, std::size_t at, const Expectation& top);

    // ---- JSON

    void run_json();
    bool json_template(Node string, std::size_t at, const Expectation& wanted);
    bool is_replacing_text = false;
};

}  // namespace hcl::ide
