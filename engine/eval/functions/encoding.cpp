// Text as bytes in other encodings: Base64, character encodings, URLs.
#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/uenum.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "engine/base/ascii.h"
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

FunctionResult<Value> url_decode(Arguments arguments, const Type& type, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    if (!pay_text(text.size(), call)) return out_of_budget();
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? ascii::hex_digit(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? ascii::hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0)
            return argument_error(0, fmt::format("has \"{}\", which stands for no byte", text.substr(i, 3)));
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    if (!is_valid_utf8(out)) return Value::unknown(type);
    return Value::string(out);
}

// Does not decompress: only checks the Base64 text.
FunctionResult<Value> base64_gunzip(Arguments arguments, const Type& type, CallContext& call) {
    if (!pay_text(arguments[0].as_string().size(), call)) return out_of_budget();
    if (!from_base64(arguments[0].as_string())) return argument_error(0, "is not Base64");
    return Value::unknown(type);
}

struct CloseConverter {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

// The encodings that the reference supports, by their preferred IANA names.
constexpr std::array<std::string_view, 54> kEncodings{
    "US-ASCII",     "UTF-8",        "UTF-16",       "UTF-16BE",     "UTF-16LE",     "IBM037",
    "IBM437",       "IBM850",       "IBM852",       "IBM855",       "IBM00858",     "IBM860",
    "IBM862",       "IBM863",       "IBM865",       "IBM866",       "IBM1047",      "IBM01140",
    "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",   "ISO-8859-5",   "ISO-8859-6",
    "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",   "ISO-8859-10",  "ISO-8859-13",  "ISO-8859-14",
    "ISO-8859-15",  "ISO-8859-16",  "KOI8-R",       "KOI8-U",       "macintosh",    "windows-874",
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "EUC-JP",       "ISO-2022-JP",  "Shift_JIS",
    "EUC-KR",       "HZ-GB-2312",   "GBK",          "GB18030",      "Big5",         "ISO-8859-8-I"};

// ICU accepts more encoding names than IANA registered, with any punctuation.
bool is_registered(const std::string& name) {
    auto is_known = [](std::string_view one) {
        return std::ranges::any_of(
            kEncodings, [&](std::string_view known) { return ascii::equal_but_for_case(known, one); });
    };
    if (is_known(name)) return true;
    struct CloseNames {
        void operator()(UEnumeration* names) const { uenum_close(names); }
    };
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<UEnumeration, CloseNames> names(
        ucnv_openStandardNames(name.c_str(), "IANA", &error));
    bool is_offered = false;
    bool is_name = false;
    while (U_SUCCESS(error) && names) {
        const char* alias = uenum_next(names.get(), nullptr, &error);
        if (!alias) break;
        is_offered = is_offered || is_known(alias);
        is_name = is_name || ascii::equal_but_for_case(alias, name);
    }
    return is_offered && is_name;
}

// A converter that stops at unconvertible input; null for unknown names.
Converter open_converter(const std::string& name) {
    UErrorCode error = U_ZERO_ERROR;
    if (!is_registered(name)) return nullptr;
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
    // Without a byte order in its name, UTF-16 is big-endian, with a byte order mark.
    const bool has_mark = ascii::equal_but_for_case(name, "UTF-16");
    Converter converter = open_converter(has_mark ? "UTF-16BE" : name);
    if (!converter) return argument_error(1, fmt::format("no encoding is called \"{}\"", name));
    auto bytes = convert_bytes(converter.get(), utf8.get(), text);
    if (!bytes) return argument_error(0, fmt::format("has characters that {} cannot represent", name));
    return Value::string(to_base64(has_mark ? "\xFE\xFF" + *bytes : *bytes));
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
    table.add("urldecode", define("Returns the string that is written in the query of a URL.", string,
                                  {parameter("str", string, kPlain, "The encoded string.")}, url_decode));
    table.add("base64gunzip",
              partial(define("Returns the string that was compressed with gzip and written in Base64.",
                             string, {parameter("str", string, kPlain, "The Base64 digits, with padding.")},
                             base64_gunzip)));
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
