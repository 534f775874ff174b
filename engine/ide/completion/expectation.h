// The value that an expression is expected to have. Private to completion.
#pragma once

#include "engine/ide/completion/cursor_scope.h"

namespace hcl::ide {

struct Expectation {
    Type type;
    const language::ValueRules* rules = nullptr;  // of the attribute, where they apply to this node
    const AttributeDef* def = nullptr;            // the attribute, for its whole expression
    const BodyDef* fields = nullptr;              // of objects: the pack's definition of their attributes
    bool by_path = false;                         // symbols are written as paths `a.b`, not as strings
    bool names_argument = false;                  // names of arguments of the declaration around it
    bool is_first_step = false;                   // the first step of a path that is there
    bool is_element = false;                      // of a list or an object

    // Words that stand for all addresses do not belong into a list of them.
    bool takes_words() const { return !(by_path && is_element); }

    static Expectation of(const AttributeDef& def) {
        return {def.has_described_elements && def.type.is_dynamic() ? Type::map(Type::dynamic()) : def.type,
                &def.rules,
                &def,
                def.fields ? &def.fields->get() : nullptr,
                def.decoder == language::Decoder::Traversal || def.decoder == language::Decoder::Traversals ||
                    language::reads_addresses(def.decoder),
                def.names_argument};
    }
    // For an element of a list.
    Expectation element() const;
    // For the value of an object item.
    Expectation member(Node item) const;
};

// The expectation at path[to] of the cursor, when `wanted` is that at path[from].
Expectation expectation_at(const Cursor& cursor, CursorScope& scope, Expectation wanted, std::size_t from,
                           std::size_t to);

}  // namespace hcl::ide
