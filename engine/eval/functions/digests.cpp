// Digests and identifiers based on them. Results that differ on every run are unknown, refined by their form.
#include "engine/eval/functions/digests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "engine/base/ascii.h"
#include "engine/base/base64.h"
#include "engine/base/utf8.h"

namespace hcl::eval::functions {
namespace {

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out.append({kDigits[byte >> 4], kDigits[byte & 15]});
    }
    return out;
}

// An unknown string with that prefix and length.
Value unknown_text(std::string_view prefix, std::uint64_t least, std::uint64_t most) {
    Refinements known = Refinements::present();
    known.prefix = prefix;
    known.min_length = least;
    known.max_length = most;
    return Value::unknown(Type::string()).refined(known);
}

FunctionResult<Value> bcrypt(Arguments arguments, const Type&, CallContext&) {
    constexpr std::int64_t kUsualCost = 10;
    constexpr std::int64_t kLeastCost = 4;
    constexpr std::int64_t kMostCost = 31;
    constexpr std::size_t kMostBytes = 72;
    constexpr std::uint64_t kLength = 60;
    std::int64_t cost = kUsualCost;
    if (arguments.size() > 2) return function_error("there can be a password and a cost, and nothing else");
    if (arguments.size() == 2) {
        auto given = whole_number(arguments[1]);
        if (!given) return argument_error(1, std::move(given.error().message));
        if (*given > kMostCost) return argument_error(1, fmt::format("must be at most {}", kMostCost));
        if (*given >= kLeastCost) cost = *given;
    }
    if (arguments[0].as_string().size() > kMostBytes)
        return argument_error(0, fmt::format("must not have more than {} bytes", kMostBytes));
    return unknown_text(fmt::format("$2a${:02}$", cost), kLength, kLength);
}

// The 16 bytes of a UUID in one of its notations.
std::optional<std::string> uuid_bytes(std::string_view text) {
    constexpr std::string_view kUrn = "urn:uuid:";
    constexpr std::size_t kDigits = 32;
    const bool is_urn = text.size() == kDigits + 4 + kUrn.size() &&
                        ascii::equal_but_for_case(text.substr(0, kUrn.size()), kUrn);
    if (is_urn) text.remove_prefix(kUrn.size());
    if (text.size() == kDigits + 6 && text.starts_with('{') && text.ends_with('}'))
        text = text.substr(1, text.size() - 2);
    const bool has_hyphens = text.size() == kDigits + 4;
    if (!has_hyphens && text.size() != kDigits) return std::nullopt;
    std::string bytes;
    unsigned value = 0;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (has_hyphens && (i == 8 || i == 13 || i == 18 || i == 23)) {
            if (c != '-') return std::nullopt;
            continue;
        }
        const int digit = ascii::hex_digit(c);
        if (digit < 0) return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit);
        if (++digits % 2 == 0) {
            bytes += static_cast<char>(value);
            value = 0;
        }
    }
    return bytes;
}

FunctionResult<Value> uuid_v5(Arguments arguments, const Type& type, CallContext&) {
    struct Namespace {
        std::string_view name;
        char kind;  // the byte that distinguishes the name spaces of RFC 4122
    };
    static constexpr std::array<Namespace, 4> kNamespaces{
        {{"dns", '\x10'}, {"url", '\x11'}, {"oid", '\x12'}, {"x500", '\x14'}}};
    const std::string_view space = arguments[0].as_string();
    std::optional<std::string> bytes;
    if (const auto known = std::ranges::find(kNamespaces, space, &Namespace::name);
        known != kNamespaces.end()) {
        bytes = uuid_bytes("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        (*bytes)[3] = known->kind;
    } else {
        bytes = uuid_bytes(space);
    }
    if (!bytes)
        return function_error(fmt::format(
            "the namespace must be \"dns\", \"url\", \"oid\", \"x500\" or a UUID, not \"{}\"", space));
    bytes->append(arguments[1].as_string());
    auto hash = digest(DigestKind::Sha1, *bytes);
    if (!hash) return Value::unknown(type);
    (*hash)[6] = static_cast<char>(((*hash)[6] & 0x0F) | 0x50);
    (*hash)[8] = static_cast<char>(((*hash)[8] & 0x3F) | 0x80);
    const std::string hex = to_hex(hash->substr(0, 16));
    return Value::string_nfc(hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" +
                             hex.substr(16, 4) + "-" + hex.substr(20));
}

FunctionResult<Value> rsa_decrypted(Arguments arguments, const Type& type, CallContext& call) {
    const auto bytes = from_base64(arguments[0].as_string());
    if (!bytes) return argument_error(0, "is not Base64");
    const std::string_view pem = arguments[1].as_string();
    // Keys in OpenSSH format are not supported.
    if (pem.find("-----BEGIN OPENSSH PRIVATE KEY-----") != std::string_view::npos)
        return Value::unknown(type);
    constexpr std::string_view kNoKey = "must be a private key in PEM form that needs no password";
    if (pem.find("-----BEGIN ") == std::string_view::npos) return argument_error(1, std::string(kNoKey));
    constexpr std::size_t kSteps = 1'000'000;  // cost of the exponentiation: up to 0.3 s
    if (!call.budget.spend(kSteps)) return out_of_budget();
    const auto text = rsa_decrypt(*bytes, pem);
    // Bytes that are not valid UTF-8 have no value here.
    if (text && !is_valid_utf8(*text)) return Value::unknown(type);
    if (text) return text_result(*text, call);
    switch (text.error()) {
        case RsaFault::TooLarge:
            return Value::unknown(type);
        case RsaFault::UnreadableKey:
            return argument_error(1, std::string(kNoKey));
        case RsaFault::NotRsa:
            return argument_error(1, "must be an RSA key");
        case RsaFault::CannotDecrypt:
            break;
    }
    return function_error("the ciphertext was not encrypted for this key");
}

// The fixed start of the reference's output: the header has no time and no name.
FunctionResult<Value> base64_gzip(Arguments, const Type&, CallContext&) {
    return unknown_text("H4sIAAAAAAAA/", 40, Refinements::kNoMaxLength);
}

}  // namespace

FunctionResult<Value> digest_of(DigestKind kind, bool as_base64, std::string_view bytes, CallContext& call) {
    // A digest is slower than a copy.
    if (!call.budget.spend(1 + bytes.size() / 16, 0)) return out_of_budget();
    const auto raw = digest(kind, bytes);
    if (!raw) return Value::unknown(Type::string());
    return Value::string_nfc(as_base64 ? to_base64(*raw) : to_hex(*raw));
}

void add_digest_functions(FunctionTable& table) {
    const Type string = Type::string();
    for (const DigestFunction& f : kDigestFunctions)
        table.add(std::string(f.name),
                  partial(define(fmt::format("Returns the {} digest of a string, in {}.", f.title,
                                             f.as_base64 ? "Base64" : "hexadecimal"),
                                 string, {parameter("str", string, kPlain, "The string, taken as UTF-8.")},
                                 [&f](Arguments arguments, const Type&, CallContext& call) {
                                     return digest_of(f.kind, f.as_base64, arguments[0].as_string(), call);
                                 })));
    table.add("bcrypt",
              partial(variadic(
                  define("Returns a Blowfish hash of a password, different each time.", string,
                         {parameter("str", string, kPlain, "The password, of up to 72 bytes.")}, bcrypt),
                  parameter("cost", Type::number(), kPlain,
                            "How expensive the hash is, from 4 to 31; by default 10."))));
    table.add("uuid", partial(define("Returns a random UUID, different each time.", string, {},
                                     [](Arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                                         return unknown_text("", 36, 36);
                                     })));
    table.add("uuidv5", partial(define(
                            "Returns the UUID of a name in a namespace.", string,
                            {parameter("namespace", string, kPlain, "`dns`, `url`, `oid`, `x500` or a UUID."),
                             parameter("name", string, kPlain, "The name.")},
                            uuid_v5)));
    table.add("rsadecrypt",
              partial(define("Decrypts an RSA ciphertext with a private key.", string,
                             {parameter("ciphertext", string, kPlain, "The ciphertext, in Base64."),
                              parameter("privatekey", string, kPlain, "The private key, in PEM form.")},
                             rsa_decrypted)));
    table.add("base64gzip", partial(define("Returns a string compressed with gzip, in Base64.", string,
                                           {parameter("str", string, kPlain, "The string.")}, base64_gzip)));
    auto moment = [](Arguments, const Type&, CallContext&) -> FunctionResult<Value> {
        return unknown_text("", 20, 20);
    };
    table.add("timestamp", partial(define("Returns the present time as RFC 3339, different at each run.",
                                          string, {}, moment)));
    table.add("plantimestamp",
              partial(define("Returns the time of the plan as RFC 3339.", string, {}, moment)));
}

}  // namespace hcl::eval::functions
