// URIs and paths as data: the rules of every platform work on any platform, selected by PathStyle. Paths use
// '/' everywhere and lower-case drive letters: "c:/x", "//server/share/x". Bytes that are not UTF-8 survive
// the round trip, since POSIX file names are bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::lsp {

enum class PathStyle : std::uint8_t { Posix, Windows };

#ifdef _WIN32
inline constexpr PathStyle kNativePathStyle = PathStyle::Windows;
#else
inline constexpr PathStyle kNativePathStyle = PathStyle::Posix;
#endif

// The components, with percent escapes decoded in authority and path. A text without a scheme is all path.
struct Uri {
    std::string scheme;  // lower case
    std::string authority;
    std::string path;
    std::string query;     // as written
    std::string fragment;  // as written
    bool operator==(const Uri&) const = default;
};

// "%2F" is "/"; a percent sign without two hex digits stands for itself.
std::string percent_decoded(std::string_view text);

Uri parse_uri(std::string_view text);

// The local path of a file: URI, normalised: no ".", "..", doubled or trailing slashes. Empty for other
// schemes, remote hosts under POSIX, relative paths and paths with a NUL. An absolute path in place of a URI,
// which some clients send, is accepted.
std::optional<std::string> uri_to_path(std::string_view uri, PathStyle style = kNativePathStyle);

// The file: URI of an absolute path, as VS Code writes it (file:///c%3A/x%20y). Under Windows backslashes and
// the \\?\ prefix are accepted.
std::string path_to_uri(std::string_view path, PathStyle style = kNativePathStyle);

// One spelling for all equivalent URIs, used as document key. Case is significant except in the scheme,
// drives and host names.
std::string uri_key(std::string_view uri, PathStyle style = kNativePathStyle);

// The last segment of the path, which selects the language: "main.tf" for git:/a/main.tf?ref=HEAD.
std::string uri_file_name(std::string_view uri);

}  // namespace hcl::lsp
