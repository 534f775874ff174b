#include "engine/language/value_format.h"

#include <algorithm>
#include <array>

#include "engine/base/ascii.h"
#include "engine/base/check.h"
#include "engine/base/ip_address.h"
#include "engine/eval/functions/calendar.h"
#include "engine/language/go_template.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::language {

namespace {

constexpr std::array<std::string_view, 18> kFormatNames = {
    "",         "base64", "cidr",  "color",       "duration",   "file",
    "file_url", "folder", "glob",  "go_template", "identifier", "ip",
    "json",     "path",   "regex", "semver",      "url",        "version_constraint"};

using ascii::is_digit;
using ascii::is_letter;

bool all(std::string_view text, bool (*test)(char)) {
    return !text.empty() && std::ranges::all_of(text, test);
}

// At most `limit`, without leading zeros.
bool is_number_up_to(std::string_view text, unsigned limit) {
    if (text.size() > 3 || !all(text, is_digit) || (text.size() > 1 && text[0] == '0')) return false;
    unsigned n = 0;
    for (char c : text) n = n * 10 + static_cast<unsigned>(c - '0');
    return n <= limit;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

bool is_ipv4(std::string_view text) {
    return parse_ipv4(text, LeadingZeros::Refused).has_value();
}

bool is_ipv6(std::string_view text) {
    return parse_ipv6(text.substr(0, text.find('%')), LeadingZeros::Refused).has_value();
}

bool is_semver(std::string_view text) {
    if (!text.empty() && text[0] == 'v') text.remove_prefix(1);
    if (std::size_t plus = text.find('+'); plus != std::string_view::npos) text = text.substr(0, plus);
    if (std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        if (dash + 1 == text.size()) return false;
        text = text.substr(0, dash);
    }
    auto parts = split(text, '.');
    return parts.size() == 3 && std::ranges::all_of(parts, [](std::string_view p) {
               return all(p, is_digit) && (p.size() == 1 || p[0] != '0');
           });
}

// ">= 1.2, != 1.2.5, ~> 1.0"
bool is_version_constraint(std::string_view text) {
    auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    auto trim = [&](std::string_view part) {
        while (!part.empty() && is_blank(part.front())) part.remove_prefix(1);
        while (!part.empty() && is_blank(part.back())) part.remove_suffix(1);
        return part;
    };
    return std::ranges::all_of(split(text, ','), [&](std::string_view part) {
        part = trim(part);
        for (std::string_view sign : {"!=", ">=", "<=", "~>", "=", ">", "<"})
            if (part.starts_with(sign)) {
                part = trim(part.substr(sign.size()));
                break;
            }
        if (part.starts_with('v')) part.remove_prefix(1);
        std::size_t end = std::min(part.find_first_of("-+"), part.size());
        // A dash without a pre-release behind it is accepted by all who read such constraints.
        if (end + 1 == part.size() && part[end] == '+') return false;
        return std::ranges::all_of(split(part.substr(0, end), '.'),
                                   [](std::string_view number) { return all(number, is_digit); }) &&
               std::ranges::all_of(part.substr(end), [](char c) {
                   return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
               });
    });
}

bool is_base64(std::string_view text) {
    if (text.size() % 4 != 0) return false;
    while (text.ends_with('=')) text.remove_suffix(1);
    return std::ranges::all_of(text,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '/'; });
}

bool is_url(std::string_view text) {
    std::size_t colon = text.find(':');
    if (colon == 0 || colon == std::string_view::npos || !is_letter(text[0])) return false;
    std::string_view scheme = text.substr(0, colon);
    return std::ranges::all_of(
               scheme,
               [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }) &&
           text.size() > colon + 1 && text.find_first_of(" \n\t") == std::string_view::npos;
}

}  // namespace

std::optional<Format> format_by_name(std::string_view name) {
    for (std::size_t i = 1; i < kFormatNames.size(); ++i)
        if (kFormatNames[i] == name) return static_cast<Format>(i);
    return std::nullopt;
}

std::string format_names() {
    std::string all;
    for (std::string_view name : kFormatNames)
        if (!name.empty()) all += (all.empty() ? "" : ", ") + std::string(name);
    return all;
}

std::string_view format_name(Format format) {
    return kFormatNames[static_cast<std::size_t>(format)];
}

namespace {

eval::functions::PatternCache& compiled_patterns() {
    // A configuration is read for several purposes, a pack after each edit, and both can have thousands.
    constexpr std::int64_t kPatternBytes = 256 << 10;
    static eval::functions::PatternCache cache(kPatternBytes);
    return cache;
}

std::string of_whole_text(std::string_view pattern) {
    return "^(?:" + std::string(pattern) + ")$";
}

}  // namespace

std::expected<std::shared_ptr<const Pattern>, std::string> Pattern::compile(std::string_view text) {
    eval::functions::PatternCache& cache = compiled_patterns();
    auto compiled = cache.get(of_whole_text(text));
    const bool is_too_large = !compiled && compiled.error().ends_with(eval::functions::kPatternTooLarge);
    // Errors are those of the text as it was written; and "a)|(b" must not end the group.
    if (!is_too_large && (!compiled || text.contains(')')))
        if (auto written = cache.get(text); !written) return std::unexpected(written.error());
    if (!compiled) return std::unexpected(compiled.error());
    std::shared_ptr<const Pattern> pattern = later(std::string(text));
    pattern->compiled_.get([&] { return std::move(*compiled); });
    return pattern;
}

std::shared_ptr<const Pattern> Pattern::later(std::string text) {
    return std::shared_ptr<const Pattern>(new Pattern(std::move(text)));
}

const Pattern::Compiled& Pattern::compiled() const {
    return compiled_.get([&] {
        auto result = compiled_patterns().get(of_whole_text(text_));
        HCL_CHECK(result);
        return std::move(*result);
    });
}

bool Pattern::matches(std::string_view text) const {
    return compiled()->has_match(text);
}

std::uint64_t Pattern::steps_for(std::string_view text) const {
    // A long pattern can be in very many states, each of which looks at each byte.
    constexpr std::uint64_t kBytesOfCost = 64;
    return compiled()->cost() * text.size() / kBytesOfCost;
}

std::uint64_t format_steps(Format format, std::string_view text) {
    // Compiling a regular expression with counted repetitions can take as much as one of many times its
    // length.
    constexpr std::uint64_t kOrdinary = 100;
    constexpr std::uint64_t kStepsOfByte = 32;
    return format == Format::Regex && text.size() > kOrdinary && text.contains('{')
               ? text.size() * kStepsOfByte
               : 0;
}

std::string format_problem(Format format, std::string_view text) {
    switch (format) {
        case Format::Base64:
            return is_base64(text) ? "" : "this is not Base64";
        case Format::Cidr: {
            std::size_t slash = text.find('/');
            std::string_view address = text.substr(0, slash);
            std::string_view bits = slash == std::string_view::npos ? "" : text.substr(slash + 1);
            bool good = (is_ipv4(address) && is_number_up_to(bits, 32)) ||
                        (is_ipv6(address) && is_number_up_to(bits, 128));
            return good ? "" : "an address range such as 10.0.0.0/16 is needed";
        }
        case Format::Color: {
            // By a number, a name, or a function such as "rgb(255, 136, 0)".
            const bool is_number =
                text.size() == 4 || text.size() == 5 || text.size() == 7 || text.size() == 9;
            const bool good =
                text.starts_with('#')
                    ? is_number && all(text.substr(1), ascii::is_hex_digit)
                    : all(text.substr(0, text.ends_with(')') ? text.find('(') : text.npos), ascii::is_letter);
            return good && !text.empty() ? "" : "a colour such as #ff8800 or orange is needed";
        }
        case Format::Duration:
            return eval::functions::parse_duration(text) ? "" : "a duration such as 1h30m or 250ms is needed";
        case Format::GoTemplate:
            return go_template_problem(text);
        case Format::Identifier:
            return syntax::is_valid_identifier(text) ? ""
                                                     : "a name of letters, digits, \"_\" and \"-\" is "
                                                       "needed, which begins with a letter or \"_\"";
        case Format::Ip:
            return is_ipv4(text) || is_ipv6(text) ? "" : "an IP address is needed";
        case Format::Json: {
            auto file = syntax::File::parse(text, {.syntax = syntax::Syntax::Json});
            Diagnostics found = file->diagnostics();
            return has_errors(found) ? "this is not JSON: " + found.front().message : "";
        }
        case Format::Regex: {
            auto compiled = eval::functions::Pattern::compile(text);
            return compiled ? "" : compiled.error();
        }
        case Format::Semver:
            return is_semver(text) ? "" : "a version such as 1.2.3 is needed";
        case Format::Url:
            return is_url(text) ? "" : "a URL such as https://example.com is needed";
        case Format::VersionConstraint:
            return is_version_constraint(text) ? "" : "conditions such as \">= 1.2, < 2.0\" are needed";
        case Format::None:
        case Format::File:
        case Format::FileUrl:
        case Format::Folder:
        case Format::Glob:
        case Format::Path:
            return text.find('\0') == std::string_view::npos ? "" : "a path cannot hold a zero byte";
    }
    return "";
}

}  // namespace hcl::language
