// Helpers shared by the function families: definitions, reading arguments, charging the budget. Private to
// this folder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

using Arguments = std::span<const Value>;

// Values that a parameter accepts besides known, non-null, unmarked ones.
enum Accept : unsigned { kPlain = 0, kNull = 1, kUnknown = 2, kDynamic = 4, kMarked = 8 };

Parameter parameter(std::string name, Type type, unsigned accept, std::string doc);

// A total function whose results are never null. Fields that it has besides are set on what this returns.
Function define(std::string description, Type result, std::vector<Parameter> parameters,
                Implementation implementation);
Function define(std::string description, ResultTypeFunction compute_type, std::vector<Parameter> parameters,
                Implementation implementation);
Function variadic(Function function, Parameter parameter);
// Results may be null.
Function nullable(Function function);
// Known arguments may give an unknown result.
Function partial(Function function);

// The whole number that a known number is, if 64 bits hold it.
FunctionResult<std::int64_t> whole_number(const Value& number);

// A string result, paid for. `text` need not be normalised.
FunctionResult<Value> text_result(std::string_view text, CallContext& call);
// Pays for `count` elements of a list or other container; false: give up with out_of_budget().
bool pay_elements(std::size_t count, CallContext& call);
// Pays for `bytes` bytes of text.
bool pay_text(std::size_t bytes, CallContext& call);

// Pays for a walk over all parts of a value (comparing, converting, ordering it).
bool pay_walk(const Value& value, CallContext& call);
bool pay_walk(Arguments values, CallContext& call);

// The type that all arguments convert to; an error without arguments, and where there is no such type.
FunctionResult<Type> common_argument_type(Arguments arguments, CallContext& call);

// An error of an operation on values, as the function's own.
FunctionResult<Value> from_value_result(ValueResult result);

// List, set, tuple or object: the elements of a known, non-null, unmarked container, in order. Map: the
// values.
std::vector<Value> element_values(const Value& container);

// The number of elements when the container's length is known: not that of an unknown collection, nor of a
// set with unknown elements of which some may turn out equal.
bool has_known_length(const Value& unmarked_container);

// The families.
void add_operator_functions(FunctionTable& table);
void add_general_functions(FunctionTable& table);
void add_conversion_functions(FunctionTable& table);
void add_number_functions(FunctionTable& table);
void add_string_functions(FunctionTable& table);
void add_regexp_functions(FunctionTable& table);
void add_format_functions(FunctionTable& table);
void add_datetime_functions(FunctionTable& table);
void add_json_functions(FunctionTable& table);
void add_csv_functions(FunctionTable& table);
void add_collection_functions(FunctionTable& table);
void add_sequence_functions(FunctionTable& table);
void add_mapping_functions(FunctionTable& table);
void add_set_functions(FunctionTable& table);
void add_bytes_functions(FunctionTable& table);
void add_encoding_functions(FunctionTable& table);
void add_extended_functions(FunctionTable& table);
void add_network_functions(FunctionTable& table);
void add_digest_functions(FunctionTable& table);
void add_yaml_functions(FunctionTable& table);
void add_mark_functions(FunctionTable& table);
void add_search_functions(FunctionTable& table);
void add_file_functions(FunctionTable& table);
void add_template_functions(FunctionTable& table);
void add_definition_functions(FunctionTable& table);

}  // namespace hcl::eval::functions
