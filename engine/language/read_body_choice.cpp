// Named bodies, and `case` blocks, which choose one by the values of labels and attributes.
#include <algorithm>

#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/language/body_parts.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

NamedBody find_body(Reading& read, Node node) {
    const eval::Traversal path = eval::traversal_of(node);
    const bool is_path = (path.size() == 2 || path.size() == 3) && path[0].name == "body";
    const bool is_elsewhere = is_path && path.size() == 3;
    const LanguagePtr other = is_elsewhere ? builtin_pack(path[1].name) : nullptr;
    if (is_elsewhere && !other) {
        read.report(DiagCode::UnsuitablePackValue, node.span(),
                    {"body", "no pack of this build is called \"" + path[1].name + "\""});
        return {};
    }
    const Language* home = other ? other.get() : &read.language();
    const std::string name = is_path ? path.back().name : read.word(node, "body");
    LazyBodyPtr body = home->body(name);
    if (!body) {
        Suggester near(name);
        // Each use may be misspelt; packs have some hundred bodies.
        constexpr std::size_t kMostCompared = 1'000;
        if (home->bodies().size() <= kMostCompared)
            for (const auto& [known, one] : home->bodies()) near.offer(known);
        const std::string advice = did_you_mean(near.best());
        if (is_elsewhere)
            read.report(DiagCode::UnsuitablePackValue, node.span(),
                        {"body", "the pack \"" + path[1].name + "\" has no body \"" + name + "\"" +
                                     (advice.empty() ? "" : " (" + advice.substr(1) + ")")});
        else
            read.report(DiagCode::UnknownPackBody, node.span(), {name, advice});
    }
    return {std::move(body), home};
}

std::optional<KeyDef> read_key(Reading& read, Node node, std::string_view what,
                               const std::vector<LabelDef>* labels) {
    eval::Traversal path = eval::traversal_of(node);
    bool is_label = path.size() == 2 && path[0].name == "label";
    bool is_known = is_label && (!labels || std::ranges::count(*labels, path[1].name, &LabelDef::name) > 0);
    if (is_known || (path.size() == 2 && path[0].name == "self")) return KeyDef{is_label, path[1].name};
    read.report(DiagCode::UnsuitablePackValue, node.span(),
                {what, "label.NAME of a label that the block has, or self.NAME, is needed"});
    return std::nullopt;
}

bool CaseDef::takes_any() const {
    auto is_for_all = [](const Choice& choice) {
        return std::ranges::all_of(choice.patterns, [](const std::string& one) { return one == "*"; });
    };
    return !from.empty() || (is_lenient && std::ranges::none_of(choices, is_for_all));
}

void read_case(Reading& read, const BlockView& view, std::vector<CaseDef>& cases,
               const std::vector<LabelDef>* labels) {
    PackBlock block(view.body());
    CaseDef result;
    for (Node key : read.elements(block.find("on")))
        if (auto one = read_key(read, key, "on", labels)) result.keys.push_back(std::move(*one));
    result.is_lenient =
        read.pick<bool>(block.find("unknown"), "unknown", {{"allowed", true}, {"error", false}}, true);
    if (Node package = block.find("package"))
        for (const auto& [word, node] : read.members(package, "package", {"kind", "name", "join"})) {
            if (word == "kind") result.from = read.word(node, "package");
            if (word == "join") result.separator = read.text(node, "package");
            if (word != "name") continue;
            for (Node key : read.elements(node))
                if (auto one = read_key(read, key, "package", labels))
                    result.package.push_back(std::move(*one));
        }
    for (const KeyDef& key : result.package)
        if (labels && key.is_label)
            for (const LabelDef& label : *labels)
                result.is_of_reference |= label.name == key.name && label.naming != nullptr;
    for (auto& [pattern, node] : read.entries(block.find("is"), "is", true)) {
        CaseDef::Choice choice;
        choice.body = find_body(read, node).body;
        if (!choice.body) continue;
        for (std::size_t from = 0;;) {
            std::size_t slash = result.keys.size() > 1 ? pattern.find('/', from) : std::string::npos;
            choice.patterns.push_back(pattern.substr(from, slash - from));
            if (slash == std::string::npos || choice.patterns.size() == result.keys.size()) break;
            from = slash + 1;
        }
        std::string joined;
        for (const std::string& part : choice.patterns) joined += part + '\0';
        choice.fixed =
            static_cast<std::size_t>(std::ranges::count_if(joined, [](char c) { return c != '*'; }));
        if (const std::size_t wildcards = joined.size() - choice.fixed; wildcards == 0) {
            result.exact.emplace(joined, static_cast<std::uint32_t>(result.choices.size()));
        } else if (!read.language().may_compare(wildcards)) {
            read.report(DiagCode::UnsuitablePackValue, node.span(),
                        {"is", "the keys of cases in this pack have more than " +
                                   std::to_string(limits::case_wildcards) + " \"*\" in all"});
            break;
        }
        result.choices.push_back(std::move(choice));
    }
    if (!result.keys.empty()) cases.push_back(std::move(result));
}

}  // namespace hcl::language
