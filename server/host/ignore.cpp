#include "server/host/ignore.h"

#include "engine/base/glob.h"
#include "engine/base/limits.h"

namespace hcl::server {

namespace {

constexpr std::string_view kSpecial = "*?[\\";

}  // namespace

IgnoreRules IgnoreRules::parse(std::string_view text) {
    IgnoreRules result;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        Wild rule;
        if (line[0] == '!') {
            rule.keep = true;
            line.remove_prefix(1);
        }
        if (line.ends_with('/')) {
            rule.folders_only = true;
            line.remove_suffix(1);
        }
        rule.anchored = line.find('/') != std::string_view::npos;
        if (line.starts_with('/')) line.remove_prefix(1);
        if (line.empty()) continue;
        rule.number = ++result.count_;
        if (line.find_first_of(kSpecial) == std::string_view::npos) {
            Plain& plain = rule.anchored ? result.paths_ : result.names_;
            plain[std::string(line)][rule.folders_only ? 1 : 0] = rule;
            continue;
        }
        rule.pattern = line;
        result.wild_.push_back(std::move(rule));
    }
    for (Wild& rule : result.wild_) {
        const std::string_view whole = rule.pattern;
        rule.start = whole.find_first_of(kSpecial);
        const std::size_t last = whole.find_last_of("*?[]\\");
        rule.end = whole.size() - last - 1;
        // `**/` can match nothing, including its slash.
        if (rule.end > 0 && whole[last + 1] == '/' && whole.substr(0, last + 1).ends_with("**")) --rule.end;
    }
    return result;
}

IgnoreRules::Verdict IgnoreRules::match(std::string_view path, bool is_folder) const {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    Rule best;
    auto look = [&](const Plain& plain, std::string_view text) {
        const auto found = plain.find(text);
        if (found == plain.end()) return;
        for (const Rule& rule : found->second)
            if (rule.number > best.number && (is_folder || !rule.folders_only)) best = rule;
    };
    look(names_, name);
    look(paths_, path);
    std::size_t steps = 0;
    for (auto rule = wild_.rbegin(); rule != wild_.rend() && rule->number > best.number; ++rule) {
        if (rule->folders_only && !is_folder) continue;
        const std::string_view text = rule->anchored ? path : name;
        const std::string_view pattern = rule->pattern;
        if (!text.starts_with(pattern.substr(0, rule->start)) ||
            !text.ends_with(pattern.substr(pattern.size() - rule->end)))
            continue;
        steps += pattern.size() * (text.size() + 1);
        if (steps > limits::ignore_steps) return Verdict::TooLong;
        if (match_glob(pattern, text, {.braces = false})) best = *rule;
    }
    return best.number == 0 ? Verdict::None : best.keep ? Verdict::Keep : Verdict::Ignore;
}

}  // namespace hcl::server
