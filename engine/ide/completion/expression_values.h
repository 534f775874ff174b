// Candidates inside expressions: references, functions, members, keywords. Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"
#include "engine/ide/completion/expectation.h"

namespace hcl::ide {

// The description in the block of a declaration; may be empty.
std::string description_of(const bind::UnitSlot& slot, const bind::Declaration& d);
// Keywords of type expressions that the attribute takes; `quoted`: as JSON strings in JSON files.
void add_type_words(Draft& draft, const AttributeDef& def, bool quoted);
// Values that the attribute expects, without references.
void add_expected_values(Draft& draft, const Expectation& wanted);
// Names of the arguments and blocks that a case adds to the declaration around the cursor.
void add_arguments_around(Draft& draft, const Expectation& wanted);
// Names that references start with, and functions.
void add_roots(Draft& draft, const Expectation& wanted, std::span<const Node> around);
void add_functions(Draft& draft, const Expectation& wanted);
// Everything at the start of an expression. `around` are the enclosing nodes.
void add_expression(Draft& draft, const Expectation& wanted, std::span<const Node> around);
// Names after the dot that follows `operand`.
void add_members(Draft& draft, Node operand, std::span<const Node> around, const Expectation& wanted);

enum class KeyForm : std::uint8_t { Member, QuotedKey, InsideQuotes };
// Attributes and keys of a value.
void add_keys(Draft& draft, const Value& value, const Expectation& wanted, KeyForm form);
void add_keyword(Draft& draft, std::string_view word, int rank);
// Literal keywords, after everything else.
void add_fallback_words(Draft& draft, const Expectation& wanted);

}  // namespace hcl::ide
