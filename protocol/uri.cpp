#include "protocol/uri.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/base/path.h"

namespace hcl::lsp {

namespace {

using ascii::is_digit;
using ascii::is_letter;
using ascii::lower;
using ascii::lowered;

bool is_unreserved(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// The byte encoded by "%XX" at `at`, or -1.
int escaped_byte(std::string_view text, std::size_t at) {
    if (at + 2 >= text.size() || text[at] != '%') return -1;
    const int high = ascii::hex_digit(text[at + 1]);
    const int low = ascii::hex_digit(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

void append_escaped(std::string& out, char c) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
}

std::string encoded_path(std::string_view path) {
    std::string out;
    out.reserve(path.size());
    for (char c : path) {
        if (c == '/' || is_unreserved(c)) {
            out += c;
        } else {
            append_escaped(out, c);
        }
    }
    return out;
}

// Canonical form: unnecessary escapes are decoded, the others in upper case.
std::string with_tidy_escapes(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int byte = escaped_byte(text, i);
        if (byte < 0) {
            const auto raw = static_cast<unsigned char>(text[i]);
            if (raw <= 0x20 || raw >= 0x7F) {
                append_escaped(out, text[i]);
            } else {
                out += text[i];
            }
            continue;
        }
        const char c = static_cast<char>(byte);
        if (is_unreserved(c)) {
            out += c;
        } else {
            append_escaped(out, c);
        }
        i += 2;
    }
    return out;
}

// Length of the scheme before its colon, or 0. A single letter is a drive.
std::size_t scheme_length(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon < 2 || !is_letter(text[0])) return 0;
    const bool is_scheme =
        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                    [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
    return is_scheme ? colon : 0;
}

bool has_drive(std::string_view path) {
    return path.size() >= 2 && is_letter(path[0]) && path[1] == ':' && (path.size() == 2 || path[2] == '/');
}

// A path from the root with "." and ".." resolved; the root itself is empty.
std::string joined_parts(std::string_view path) {
    std::string clean = clean_path("/" + std::string(path));
    return clean == "/" ? std::string() : clean;
}

// An absolute path in canonical form; empty for relative paths.
std::string normal_path(std::string path, PathStyle style) {
    if (style == PathStyle::Posix) {
        if (path.empty() || path[0] != '/') return {};
        std::string out = joined_parts(path);
        return out.empty() ? "/" : out;
    }
    std::replace(path.begin(), path.end(), '\\', '/');
    std::string_view rest = path;
    if (rest.starts_with("//?/") || rest.starts_with("//./")) {
        rest.remove_prefix(4);
        if (rest.size() >= 4 && lowered(rest.substr(0, 4)) == "unc/") {
            path = "//" + std::string(rest.substr(4));
            rest = path;
        }
    }
    if (rest.starts_with("//")) {
        // Server and share are the root: ".." does not leave them.
        rest.remove_prefix(2);
        const std::size_t server = std::min(rest.find('/'), rest.size());
        const std::size_t share = std::min(rest.find('/', server + 1), rest.size());
        if (server == 0) return {};
        return "//" + lowered(rest.substr(0, server)) + std::string(rest.substr(server, share - server)) +
               joined_parts(rest.substr(share));
    }
    if (rest.starts_with("/")) rest.remove_prefix(1);
    if (!has_drive(rest)) return {};
    std::string out{lower(rest[0]), ':'};
    std::string parts = joined_parts(rest.substr(2));
    return out + (parts.empty() ? "/" : parts);
}

}  // namespace

std::string percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int byte = escaped_byte(text, i);
        if (byte < 0) {
            out += text[i];
        } else {
            out += static_cast<char>(byte);
            i += 2;
        }
    }
    return out;
}

Uri parse_uri(std::string_view text) {
    Uri uri;
    const std::size_t length = scheme_length(text);
    if (length == 0) {
        uri.path = text;
        return uri;
    }
    uri.scheme = lowered(text.substr(0, length));
    text.remove_prefix(length + 1);
    if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
        uri.fragment = text.substr(hash + 1);
        text = text.substr(0, hash);
    }
    if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
        uri.query = text.substr(mark + 1);
        text = text.substr(0, mark);
    }
    if (text.starts_with("//")) {
        text.remove_prefix(2);
        const std::size_t slash = std::min(text.find('/'), text.size());
        uri.authority = percent_decoded(text.substr(0, slash));
        text.remove_prefix(slash);
    }
    uri.path = percent_decoded(text);
    return uri;
}

std::optional<std::string> uri_to_path(std::string_view text, PathStyle style) {
    Uri uri = parse_uri(text);
    if (!uri.scheme.empty() && uri.scheme != "file") return std::nullopt;
    std::string path = std::move(uri.path);
    if (!uri.authority.empty() && lowered(uri.authority) != "localhost") {
        if (style == PathStyle::Posix) return std::nullopt;
        // Some clients omit the third slash: file://c:/x, file://c%3A/x.
        path = has_drive(uri.authority) ? uri.authority + path : "//" + uri.authority + path;
    }
    if (path.find('\0') != std::string::npos) return std::nullopt;
    path = normal_path(std::move(path), style);
    if (path.empty()) return std::nullopt;
    return path;
}

std::string path_to_uri(std::string_view text, PathStyle style) {
    std::string path = normal_path(std::string(text), style);
    if (path.empty()) path = text;
    std::string out = "file://";
    if (style == PathStyle::Windows && path.starts_with("//")) {
        const std::size_t slash = std::min(path.find('/', 2), path.size());
        out += encoded_path(std::string_view(path).substr(2, slash - 2));
        path.erase(0, slash);
    } else if (!path.starts_with("/")) {
        out += '/';
    }
    return out + encoded_path(path);
}

std::string uri_key(std::string_view text, PathStyle style) {
    if (std::optional<std::string> path = uri_to_path(text, style)) return path_to_uri(*path, style);
    const std::size_t length = scheme_length(text);
    std::string out = lowered(text.substr(0, length));
    std::string_view rest = text.substr(length);
    return out + with_tidy_escapes(rest);
}

std::string uri_file_name(std::string_view text) {
    const std::string path = parse_uri(text).path;
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace hcl::lsp
