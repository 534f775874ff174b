// csvdecode: a table in CSV text as a list of objects.
#include <fmt/format.h>

#include <algorithm>

#include "engine/eval/functions/csv_reader.h"
#include "engine/eval/functions/support.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<std::vector<std::string>> read_header(CsvReader& reader) {
    auto header = reader.next();
    if (!header) return function_error(header.error());
    if (!*header) return function_error("the CSV text has no header line");
    std::vector<std::string> sorted = **header;
    std::ranges::sort(sorted);
    if (const auto repeated = std::ranges::adjacent_find(sorted); repeated != sorted.end())
        return function_error(
            fmt::format("the header line of the CSV text names the column \"{}\" twice", *repeated));
    return std::move(**header);
}

FunctionResult<Type> csvdecode_type(Arguments arguments, CallContext&) {
    if (arguments[0].is_unknown()) return Type::dynamic();
    CsvReader reader(arguments[0].as_string());
    auto header = read_header(reader);
    if (!header) return std::unexpected(std::move(header.error()));
    std::vector<ObjectAttribute> attributes;
    for (std::string& name : *header) attributes.push_back({std::move(name), Type::string()});
    return Type::list(Type::object(std::move(attributes)));
}

FunctionResult<Value> csvdecode(Arguments arguments, const Type& type, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    if (!pay_text(text.size(), call)) return out_of_budget();
    CsvReader reader(text);
    auto header = read_header(reader);
    if (!header) return std::unexpected(std::move(header.error()));

    // The attribute of the row's type for each column.
    const Type& row_type = type.element();
    const auto attributes = row_type.attributes();
    std::vector<std::size_t> columns;
    for (const std::string& name : *header) {
        const ObjectAttribute* attribute = row_type.find_attribute(to_nfc(name));
        columns.push_back(static_cast<std::size_t>(attribute - attributes.data()));
    }

    std::vector<Value> rows;
    while (true) {
        auto record = reader.next();
        if (!record) return function_error(record.error());
        if (!*record) break;
        if ((*record)->size() != header->size())
            return function_error(
                fmt::format("line {} of the CSV text has {} fields, but the header line has {}",
                            reader.record_line(), (*record)->size(), header->size()));
        if (!pay_elements(1 + columns.size(), call)) return out_of_budget();
        std::vector<Value> values(attributes.size(), Value::null(Type::string()));
        for (std::size_t i = 0; i < columns.size(); ++i) values[columns[i]] = Value::string((**record)[i]);
        rows.push_back(Value::object(row_type, std::move(values)));
    }
    return Value::list(row_type, std::move(rows));
}

}  // namespace

void add_csv_functions(FunctionTable& table) {
    table.add("csvdecode",
              define("Reads comma-separated values and returns a list of objects: one for each line, with "
                     "an attribute for each column. The first line names the columns.",
                     csvdecode_type,
                     {parameter("str", Type::string(), kPlain, "Text in CSV form (RFC 4180).")}, csvdecode));
}

}  // namespace hcl::eval::functions
