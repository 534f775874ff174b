// Text as bytes in other forms: Base64, character encodings, URLs.
#include <fmt/format.h>
#include <unicode/ucnv.h>

#include <memory>
#include <optional>

#include "engine/base/base64.h"
#include "engine/base/utf8.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Value> base64_encode(Arguments arguments, const Type&, CallContext& call) {
    const auto& text = arguments[0].as_string();
    if (!pay_text(text.size() / 3 * 4, call)) return out_of_budget();
    return Value::string(to_base64(text));
}

FunctionResult<Value> base64_decode(Arguments arguments, const Type&, CallContext& call) {
    const auto& text = arguments[0].as_string();
    if (!pay_text(text.size(), call)) return out_of_budget();
    auto bytes = from_base64(text);
    if (!bytes) return function_error("str is not Base64");
    if (!is_valid_utf8(*bytes)) return function_error("str stands for bytes that are not UTF-8");
    return text_result(*bytes, call);
}

FunctionResult<Value> url_encode(Arguments arguments, const Type&, CallContext& call) {
    const auto& text = arguments[0].as_string();
    if (!pay_text(text.size() * 3, call)) return out_of_budget();
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                              (byte >= '0' && byte <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
        if (is_plain)
            out += c;
        else if (c == ' ')
            out += '+';
        else
            (out += '%').append({kDigits[byte >> 4], kDigits[byte & 15]});
    }
    return Value::string(std::move(out));
}

struct CloseConverter {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

// A converter that stops at what it cannot convert; null for unknown names.
Converter open_converter(const std::string& name) {
    UErrorCode error = U_ZERO_ERROR;
    Converter converter(ucnv_open(name.c_str(), &error));
    if (U_FAILURE(error) || name.empty()) return nullptr;
    ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    return U_FAILURE(error) ? nullptr : std::move(converter);
}

std::optional<std::string> convert_bytes(UConverter* to, UConverter* from, std::string_view text) {
    std::string out(text.size() * 4 + 16, '\0');
    char* target = out.data();
    const char* source = text.data();
    UErrorCode error = U_ZERO_ERROR;
    ucnv_convertEx(to, from, &target, out.data() + out.size(), &source, text.data() + text.size(), nullptr,
                   nullptr, nullptr, nullptr, true, true, &error);
    if (U_FAILURE(error)) return std::nullopt;
    out.resize(static_cast<std::size_t>(target - out.data()));
    return out;
}

FunctionResult<Value> text_encode(Arguments arguments, const Type&, CallContext& call) {
    const std::string text(arguments[0].as_string());
    const std::string name(arguments[1].as_string());
    if (!pay_text(text.size() * 6, call)) return out_of_budget();
    Converter utf8 = open_converter("UTF-8");
    Converter converter = open_converter(name);
    if (!converter) return argument_error(1, fmt::format("no encoding is called \"{}\"", name));
    auto bytes = convert_bytes(converter.get(), utf8.get(), text);
    if (!bytes) return argument_error(0, fmt::format("has characters that {} cannot represent", name));
    return Value::string(to_base64(*bytes));
}

FunctionResult<Value> text_decode(Arguments arguments, const Type&, CallContext& call) {
    const std::string name(arguments[1].as_string());
    const auto& digits = arguments[0].as_string();
    if (!pay_text(digits.size() * 4, call)) return out_of_budget();
    Converter utf8 = open_converter("UTF-8");
    Converter converter = open_converter(name);
    if (!converter) return argument_error(1, fmt::format("no encoding is called \"{}\"", name));
    auto bytes = from_base64(digits);
    if (!bytes) return argument_error(0, "is not Base64");
    auto text = convert_bytes(utf8.get(), converter.get(), *bytes);
    if (!text) return argument_error(0, fmt::format("has bytes that mean nothing in {}", name));
    return text_result(*text, call);
}

}  // namespace

void add_encoding_functions(FunctionTable& table) {
    const Type string = Type::string();
    table.add("base64encode", define("Returns a string as UTF-8 in Base64.", string,
                                     {parameter("str", string, kPlain, "The string.")}, base64_encode));
    table.add("base64decode",
              define("Returns the string that Base64 stands for, which must be UTF-8.", string,
                     {parameter("str", string, kPlain, "The Base64 digits, with padding.")}, base64_decode));
    table.add("urlencode", define("Returns a string as it is written in the query of a URL.", string,
                                  {parameter("str", string, kPlain, "The string.")}, url_encode));
    table.add("textencodebase64",
              define("Returns a string in another character encoding, as Base64.", string,
                     {parameter("string", string, kPlain, "The string."),
                      parameter("encoding", string, kPlain, "The name of the encoding, such as `UTF-16LE`.")},
                     text_encode));
    table.add("textdecodebase64",
              define("Returns the string that Base64 stands for in another character encoding.", string,
                     {parameter("source", string, kPlain, "The Base64 digits, with padding."),
                      parameter("encoding", string, kPlain, "The name of the encoding, such as `UTF-16LE`.")},
                     text_decode));
}

}  // namespace hcl::eval::functions
