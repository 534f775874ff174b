// Digests and RSA, on bytes. OpenSSL is included by crypto.cpp alone.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::eval::functions {

enum class DigestKind : std::uint8_t { Md5, Sha1, Sha256, Sha512 };

// The bytes of the digest; nothing where the library at hand does not offer that kind.
std::optional<std::string> digest(DigestKind kind, std::string_view bytes);

enum class RsaFault : std::uint8_t {
    UnreadableKey,  // no private key in PEM form, or one that needs a password
    NotRsa,         // a key of another kind
    CannotDecrypt,  // the bytes were not encrypted for this key
    TooLarge,       // decrypting takes longer than anybody waits
};
// Decrypts what was encrypted with the padding of PKCS #1 v1.5.
std::expected<std::string, RsaFault> rsa_decrypt(std::string_view bytes, std::string_view pem);

}  // namespace hcl::eval::functions
