// The digest functions, here for strings and in file_functions.cpp for files. Private to this folder.
#pragma once

#include <array>
#include <string_view>

#include "engine/eval/functions/crypto.h"
#include "engine/eval/functions/support.h"

namespace hcl::eval::functions {

struct DigestFunction {
    std::string_view name;
    std::string_view file_name;  // of the variant that reads a file
    std::string_view title;
    DigestKind kind;
    bool as_base64;
};
inline constexpr std::array<DigestFunction, 6> kDigestFunctions{{
    {"md5", "filemd5", "MD5", DigestKind::Md5, false},
    {"sha1", "filesha1", "SHA-1", DigestKind::Sha1, false},
    {"sha256", "filesha256", "SHA-256", DigestKind::Sha256, false},
    {"sha512", "filesha512", "SHA-512", DigestKind::Sha512, false},
    {"base64sha256", "filebase64sha256", "SHA-256", DigestKind::Sha256, true},
    {"base64sha512", "filebase64sha512", "SHA-512", DigestKind::Sha512, true},
}};

// A string; unknown when the crypto library does not support the digest.
FunctionResult<Value> digest_of(DigestKind kind, bool as_base64, std::string_view bytes, CallContext& call);

}  // namespace hcl::eval::functions
