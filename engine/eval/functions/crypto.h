// Digests and RSA decryption of bytes. Only crypto.cpp includes OpenSSL.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::eval::functions {

enum class DigestKind : std::uint8_t { Md5, Sha1, Sha256, Sha512 };

// The raw digest; empty when the crypto library does not support that kind.
std::optional<std::string> digest(DigestKind kind, std::string_view bytes);

enum class RsaFault : std::uint8_t {
    UnreadableKey,  // not an unencrypted private key in PEM form
    NotRsa,         // a key of another kind
    CannotDecrypt,  // the bytes were not encrypted with this key
    TooLarge,       // decryption would take too long
};
// Decrypts data with PKCS #1 v1.5 padding.
std::expected<std::string, RsaFault> rsa_decrypt(std::string_view bytes, std::string_view pem);

}  // namespace hcl::eval::functions
