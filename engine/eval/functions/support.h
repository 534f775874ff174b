// Helpers of the function families: definitions, reading arguments, charging
// the budget. Private to this folder.
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

// Values that a parameter accepts in addition to known, non-null, unmarked ones.
enum Accept : unsigned { kPlain = 0, kNull = 1, kUnknown = 2, kDynamic = 4, kMarked = 8 };

Parameter parameter(std::string name, Type type, unsigned accept, std::string doc);

// A total function whose results are never null. Set further fields on the returned object.
Function define(std::string description, Type result, std::vector<Parameter> parameters,
                Implementation implementation);
Function define(std::string description, ResultTypeFunction compute_type, std::vector<Parameter> parameters,
                Implementation implementation);
Function variadic(Function function, Parameter parameter);
// Marks the function's results as possibly null.
Function nullable(Function function);
// Marks the function as partial: known arguments may give an unknown result.
Function partial(Function function);
// With what it refuses by the types of unknown arguments.
Function checked(Function function, TypeCheck check);

// Lists, tuples and sets.
inline bool is_sequence(const Type& type) {
    return type.is_list() || type.is_tuple() || type.is_set();
}

// The integer value of a known number; an error when it is not a 64-bit integer.
FunctionResult<std::int64_t> whole_number(const Value& number);

// A string result, charged to the budget. `text` need not be normalised.
FunctionResult<Value> text_result(std::string_view text, CallContext& call);
// Charges `count` elements of a list or other container; on false, return out_of_budget().
bool pay_elements(std::size_t count, CallContext& call);
// Charges `bytes` bytes of text.
bool pay_text(std::size_t bytes, CallContext& call);

// As std::string_view::find, in time that is linear also for long texts that repeat themselves.
std::size_t find_text(std::string_view text, std::string_view wanted, std::size_t from = 0);

// Charges a walk over all parts of a value (to compare, convert or order it).
bool pay_walk(const Value& value, CallContext& call);
bool pay_walk(Arguments values, CallContext& call);

// The type that all arguments convert to; an error when there is none, or no arguments.
FunctionResult<Type> common_argument_type(Arguments arguments, CallContext& call);

// Converts an error of a value operation to the function's own error.
FunctionResult<Value> from_value_result(ValueResult result);

// The elements of a known, non-null, unmarked list, set, tuple or object, in order; for a map, the
// values.
std::vector<Value> element_values(const Value& container);

// Whether the number of elements is known: false for an unknown collection, and for a set with unknown
// elements that may turn out equal.
bool has_known_length(const Value& unmarked_container);

// The function families.
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
// Conversions that leave the marks of elements where they are.
void add_marked_conversions(FunctionTable& table);
void add_mark_functions(FunctionTable& table);
void add_search_functions(FunctionTable& table);
void add_file_functions(FunctionTable& table);
void add_template_functions(FunctionTable& table);
void add_definition_functions(FunctionTable& table);

}  // namespace hcl::eval::functions
