// URIs and paths as strings: PathStyle selects the platform's rules, independent of the host. Paths use '/'
// everywhere and lower-case drive letters: "c:/x", "//server/share/x". Bytes that are not UTF-8 survive the
// round trip, because POSIX file names are bytes.
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

// The components, with percent escapes decoded in authority and path. Without a scheme, everything is path.
struct Uri {
    std::string scheme;  // lower case
    std::string authority;
    std::string path;
    std::string query;     // as written
    std::string fragment;  // as written
    bool operator==(const Uri&) const = default;
};

// "%2F" becomes "/"; a percent sign without two hex digits is kept.
std::string percent_decoded(std::string_view text);

Uri parse_uri(std::string_view text);

// The normalised local path of a file: URI, without ".", "..", doubled or trailing slashes. Empty for other
// schemes, remote hosts under POSIX, relative paths and paths with a NUL. Also accepts an absolute path
// instead of a URI, which some clients send.
std::optional<std::string> uri_to_path(std::string_view uri, PathStyle style = kNativePathStyle);

// The file: URI of an absolute path, as VS Code writes it (file:///c%3A/x%20y). Under Windows backslashes and
// the \\?\ prefix are accepted.
std::string path_to_uri(std::string_view path, PathStyle style = kNativePathStyle);

// A canonical form of equivalent URIs, used as document key. Case is significant except in the
// scheme, drives and host names.
std::string uri_key(std::string_view uri, PathStyle style = kNativePathStyle);

// The last segment of the path, which selects the language: "main.tf" for git:/a/main.tf?ref=HEAD.
std::string uri_file_name(std::string_view uri);

}  // namespace hcl::lsp
