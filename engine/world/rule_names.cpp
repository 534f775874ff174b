#include "engine/world/rule_names.h"

#include <algorithm>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/check/language_extension.h"
#include "engine/eval/function.h"
#include "engine/language/pack_source.h"
#include "engine/source/diagnostic.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

const std::vector<std::string_view>& checks_of_build() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> out;
        for (const language::BuiltinPack& pack : language::builtin_packs()) {
            const std::vector<std::string_view> of_pack = language::check_names_in(pack.text);
            out.insert(out.end(), of_pack.begin(), of_pack.end());
        }
        return out;
    }();
    return names;
}

}  // namespace

bool is_check_of_build(std::string_view name) {
    return std::ranges::find(checks_of_build(), name) != checks_of_build().end();
}

const std::set<std::string, std::less<>>& RuleNames::of_rules() const {
    if (!of_rules_.empty()) return of_rules_;
    auto add = [&](const std::vector<std::string_view>& names) {
        for (std::string_view name : names) of_rules_.emplace(name);
    };
    add(checks_of_build());
    add({eval::kMissingFileRule});
    for (const auto& extension : snapshot_.extensions()) add(extension->rule_names());
    for (FileId pack : languages_.packs)
        if (const FileState* state = snapshot_.file(pack)) {
            const std::string text = state->tree()->text();
            add(language::check_names_in(text));
        }
    for (const WorkspaceConfig& config : languages_.configs)
        if (config.house_rules)
            for (const check::HouseRule& rule : config.house_rules->rules) of_rules_.insert(rule.id);
    return of_rules_;
}

bool RuleNames::has(std::string_view name) const {
    return name == "*" || find_diag(name) || of_rules().contains(name);
}

std::string RuleNames::nearest(std::string_view name) const {
    Suggester near(name);
    for (std::string_view known : of_rules()) near.offer(known);
    return near.best().empty() ? nearest_diag(name) : near.best();
}

}  // namespace hcl::world
