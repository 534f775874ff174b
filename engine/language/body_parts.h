// Reads the parts of a body from the blocks of a pack: one function per kind of block or annotation. Private
// to language/.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/language/reading.h"

namespace hcl::language {

// read_values.cpp
Notes read_notes(Reading& read, const PackBlock& block);
// `>= 1.2`, `<= 2.0`, or both with a comma between them.
struct VersionRange {
    std::string since;
    std::string until;
};
VersionRange read_versions(Reading& read, syntax::Node node, std::string_view what);
Icon read_icon(Reading& read, const PackBlock& block);
// Whether editors show a hint about the value.
bool read_hint(Reading& read, const PackBlock& block);
// Adds `values`: a list, or an object of values and their documentation.
void read_choices(Reading& read, syntax::Node node, const Type& scalar, ValueRules& rules);
// The first word that strings of this form of `refers_to` may leave out, "[root.]*", or always do,
// "(root.)*"; empty: there is none.
std::string root_of_text_form(std::string_view form);
// For values of the type, or for the elements of a collection.
ValueRules read_value_rules(Reading& read, const PackBlock& block, const Type& type);
// An expression over `self` and `label`.
TextDef computed_text(syntax::Node node);
// Whether it is always required: true or false. A condition is returned in `when` instead.
bool read_required(Reading& read, const PackBlock& block, TextDef& when);

// read_symbol.cpp: null when the symbol has no address. `labels` are those of the block that declares it.
std::shared_ptr<const SymbolDef> read_symbol(Reading& read, const syntax::BlockView& view,
                                             const std::vector<LabelDef>& labels);

// read_body_choice.cpp
struct NamedBody {
    LazyBodyPtr body;                // null when there is none
    const Language* home = nullptr;  // the language that declares it
};
// `body.NAME`, or `body.PACK.NAME` of another built-in pack.
NamedBody find_body(Reading& read, syntax::Node node);
// label.NAME or self.NAME. Labels of named bodies are known only where the body is used: `labels` is null
// there.
std::optional<KeyDef> read_key(Reading& read, syntax::Node node, std::string_view what,
                               const std::vector<LabelDef>* labels);
void read_case(Reading& read, const syntax::BlockView& view, std::vector<CaseDef>& cases,
               const std::vector<LabelDef>* labels);

// read_attribute.cpp
void read_attribute(Reading& read, AttributeDef& def, const PackBlock& block);

// read_check.cpp
void read_check(Reading& read, const syntax::BlockView& view, std::vector<CheckDef>& checks);

// read_block.cpp
void read_labels(Reading& read, BlockDef& def, const PackBlock& block);
void read_block(Reading& read, BlockDef& def, const syntax::BlockView& view, const PackBlock& items);

}  // namespace hcl::language
