#include "server/host/ignore.h"

#include "engine/base/glob.h"

namespace hcl::server {

IgnoreRules IgnoreRules::parse(std::string_view text) {
    IgnoreRules result;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        Rule rule;
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
        rule.pattern = line;
        result.rules_.push_back(std::move(rule));
    }
    return result;
}

IgnoreRules::Verdict IgnoreRules::match(std::string_view path, bool is_folder) const {
    std::string_view name = path.substr(path.rfind('/') + 1);
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
        if (rule->folders_only && !is_folder) continue;
        if (match_glob(rule->pattern, rule->anchored ? path : name, {.braces = false}))
            return rule->keep ? Verdict::Keep : Verdict::Ignore;
    }
    return Verdict::None;
}

}  // namespace hcl::server
