// Raw bytes as a capsule type: length, and slices.
#include <fmt/format.h>

#include <memory>

#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/value/capsule.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Value> bytes_slice(Arguments arguments, const Type&, CallContext& call) {
    const auto& bytes = arguments[0].capsule_as<std::string>();
    auto offset = whole_number(arguments[1]);
    if (!offset) return std::unexpected(std::move(offset.error()));
    auto length = whole_number(arguments[2]);
    if (!length) return std::unexpected(std::move(length.error()));
    if (*offset < 0 || *length < 0) return function_error("offset and length must not be negative");
    const auto begin = static_cast<std::uint64_t>(*offset);
    const auto count = static_cast<std::uint64_t>(*length);
    if (begin > bytes.size() || count > bytes.size() - begin)
        return function_error(
            fmt::format("{} bytes from offset {} are more than the buffer has: its length is {}", count,
                        begin, bytes.size()));
    if (!pay_text(count, call)) return out_of_budget();
    return bytes_value(bytes.substr(begin, count));
}

}  // namespace

const CapsuleType& bytes_type() {
    static constexpr CapsuleType kBytes("bytes");
    return kBytes;
}

Value bytes_value(std::string bytes) {
    return Value::capsule(bytes_type(), std::make_shared<const std::string>(std::move(bytes)));
}

void add_bytes_functions(FunctionTable& table) {
    const Type bytes = Type::capsule(bytes_type());
    const Type number = Type::number();
    table.add("byteslen", define("Returns how many bytes a buffer has.", number,
                                 {parameter("buf", bytes, kDynamic, "The buffer.")},
                                 [](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                                     const auto& buffer = arguments[0].capsule_as<std::string>();
                                     return Value::integer(static_cast<std::int64_t>(buffer.size()));
                                 }));
    table.add("bytesslice", define("Returns a part of a buffer.", bytes,
                                   {parameter("buf", bytes, kDynamic, "The buffer."),
                                    parameter("offset", number, kDynamic, "Where the part begins, from 0."),
                                    parameter("length", number, kDynamic, "How many bytes it has.")},
                                   bytes_slice));
}

}  // namespace hcl::eval::functions
