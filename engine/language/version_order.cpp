#include "engine/language/version_order.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hcl::language {

namespace {

std::string_view take_part(std::string_view& rest) {
    std::size_t dot = rest.find('.');
    std::string_view part = rest.substr(0, dot);
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    return part;
}

bool is_number(std::string_view part) {
    return std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
}

std::weak_ordering compare_parts(std::string_view a, std::string_view b) {
    if (is_number(a) && is_number(b)) {
        while (a.starts_with('0')) a.remove_prefix(1);
        while (b.starts_with('0')) b.remove_prefix(1);
        if (a.size() != b.size()) return a.size() <=> b.size();
    }
    return a <=> b;
}

struct Split {
    std::string_view numbers;
    std::string_view pre_release;

    explicit Split(std::string_view text) {
        if (text.starts_with('v')) text.remove_prefix(1);
        text = text.substr(0, text.find('+'));
        std::size_t dash = text.find('-');
        numbers = text.substr(0, dash);
        if (dash != std::string_view::npos) pre_release = text.substr(dash + 1);
    }
};

std::weak_ordering compare_lists(std::string_view a, std::string_view b) {
    while (!a.empty() || !b.empty()) {
        std::weak_ordering order = compare_parts(take_part(a), take_part(b));
        if (order != 0) return order;
    }
    return std::weak_ordering::equivalent;
}

}  // namespace

bool is_version(std::string_view text) {
    const Split split(text);
    std::string_view rest = split.numbers;
    if (rest.empty() || rest.ends_with('.') || !(rest[0] >= '0' && rest[0] <= '9')) return false;
    const bool has_first_number = is_number(rest.substr(0, rest.find('.')));
    while (!rest.empty()) {
        const std::string_view part = take_part(rest);
        const bool is_word = std::ranges::all_of(part, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        });
        if (part.empty() || !is_word) return false;
    }
    return has_first_number;
}

std::weak_ordering compare_versions(std::string_view a, std::string_view b) {
    Split x(a);
    Split y(b);
    std::weak_ordering order = compare_lists(x.numbers, y.numbers);
    if (order != 0) return order;
    if (x.pre_release.empty() != y.pre_release.empty())
        return x.pre_release.empty() ? std::weak_ordering::greater : std::weak_ordering::less;
    return compare_lists(x.pre_release, y.pre_release);
}

bool is_available(std::string_view version, std::string_view since, std::string_view until) {
    if (version.empty()) return true;
    if (!since.empty() && compare_versions(version, since) < 0) return false;
    // "until 1.2" includes all of 1.2: only the given parts are compared.
    if (!until.empty()) {
        Split named(until);
        Split pinned(version);
        std::string_view wanted = named.numbers;
        std::string_view have = pinned.numbers;
        while (!wanted.empty()) {
            std::weak_ordering order = compare_parts(take_part(have), take_part(wanted));
            if (order != 0) return order < 0;
        }
    }
    return true;
}

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

// The next version after this one.
std::string next_version(std::string_view version) {
    std::string text(Split(version).numbers);
    for (std::size_t dots = static_cast<std::size_t>(std::ranges::count(text, '.')); dots < 2; ++dots)
        text += ".0";
    return text + ".1";
}

// More is compared with nothing: the cost is that of each pair.
constexpr std::size_t kMostConditions = 100;
constexpr std::size_t kLongestVersion = 200;

}  // namespace

VersionConstraint::Condition VersionConstraint::condition_of(std::string_view part) {
    for (std::string_view sign : {"!=", ">=", "<=", "~>", "=", ">", "<"})
        if (part.starts_with(sign)) return {sign, trimmed(part.substr(sign.size()))};
    return {"=", part};
}

VersionConstraint::VersionConstraint(std::string_view text) {
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const Condition condition = condition_of(trimmed(text.substr(0, comma)));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
        if (condition.version.empty()) continue;
        conditions_.insert(condition);
        if (conditions_.size() <= kMostConditions && condition.version.size() <= kLongestVersion) continue;
        conditions_.clear();
        return;
    }
}

bool VersionConstraint::Condition::is_lower_bound() const {
    return sign == "=" || sign == ">=" || sign == ">" || sign == "~>";
}

bool VersionConstraint::Condition::holds(std::string_view of) const {
    const std::weak_ordering order = compare_versions(of, version);
    if (sign == "=") return order == 0;
    if (sign == "!=") return order != 0;
    if (sign == ">=") return order >= 0;
    if (sign == "<=") return order <= 0;
    if (sign == ">") return order > 0;
    if (sign == "<") return order < 0;
    // "~> 1.2.3": only the last part can increase.
    if (order < 0) return false;
    const std::string_view numbers = Split(version).numbers;
    const std::size_t last = numbers.rfind('.');
    if (last == std::string_view::npos) return true;
    std::string_view wanted = numbers.substr(0, last);
    std::string_view have = Split(of).numbers;
    while (!wanted.empty())
        if (compare_parts(take_part(have), take_part(wanted)) != 0) return false;
    return true;
}

bool VersionConstraint::admits(std::string_view version) const {
    return version.size() > kLongestVersion ||
           std::ranges::all_of(conditions_,
                               [&](const Condition& condition) { return condition.holds(version); });
}

bool VersionConstraint::admits_from(std::string_view oldest) const {
    // The bounds of a constraint are versions that it names, so it suffices to test these.
    std::vector<std::string> candidates{std::string(oldest), "999999.0.0"};
    std::string_view lowest = oldest;
    for (const Condition& condition : conditions_) {
        candidates.emplace_back(condition.version);
        candidates.push_back(next_version(condition.version));
        if (condition.is_lower_bound() && compare_versions(condition.version, lowest) > 0)
            lowest = condition.version;
    }
    return std::ranges::any_of(candidates, [&](const std::string& version) {
        return compare_versions(version, lowest) >= 0 && admits(version);
    });
}

bool is_admitted(std::string_view version, std::string_view constraint) {
    return VersionConstraint(constraint).admits(version);
}

bool admits_from(std::string_view oldest, std::string_view constraint) {
    return VersionConstraint(constraint).admits_from(oldest);
}

}  // namespace hcl::language
