// URIs and paths, as data: the rules of every system work on any system, chosen by PathStyle.
//
// Paths here use '/' on every system (Windows takes it), drive letters are small: "c:/x", "//server/share/x".
// Bytes that are not UTF-8 survive the way there and back, for POSIX file names are bytes.
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

// The parts, percent signs decoded in authority and path. A text without a scheme is all path.
struct Uri {
    std::string scheme;  // small letters
    std::string authority;
    std::string path;
    std::string query;     // as written
    std::string fragment;  // as written
    bool operator==(const Uri&) const = default;
};

Uri parse_uri(std::string_view text);

// The local path of a file: URI, normalised: no ".", "..", doubled or trailing slashes. Nothing for other
// schemes, for other machines under POSIX, for relative paths and for paths with a NUL. An absolute path in
// place of a URI, which some clients send, is taken as the path it is.
std::optional<std::string> uri_to_path(std::string_view uri, PathStyle style = kNativePathStyle);

// The file: URI of an absolute path, written as VS Code writes it (file:///c%3A/x%20y). Under Windows,
// backslashes and the \\?\ prefix are understood.
std::string path_to_uri(std::string_view path, PathStyle style = kNativePathStyle);

// One text for all spellings of a URI: compare and hash documents by this. Letter case matters, except in the
// scheme, in drives and in the names of servers.
std::string uri_key(std::string_view uri, PathStyle style = kNativePathStyle);

// The last part of the path, by which a language is told: "main.tf" for git:/a/main.tf?ref=HEAD.
std::string uri_file_name(std::string_view uri);

}  // namespace hcl::lsp
