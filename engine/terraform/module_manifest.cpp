#include "engine/terraform/module_manifest.h"

#include <array>
#include <string>

#include "engine/eval/analysis/json_string.h"

namespace hcl::terraform {

using syntax::Node;
using syntax::NodeKind;

namespace {

// More are not read.
constexpr std::size_t kMostModules = 5000;

Node member_of(Node object, std::string_view name) {
    Node found;
    if (object && object.is(NodeKind::JsonObject))
        for (Node property : object.children())
            if (const Node key = property.child(0);
                key && key.is(NodeKind::JsonString) && eval::JsonText(key).text() == name)
                found = property.child(1);
    return found;
}

std::string text_of(Node object, std::string_view name) {
    const Node value = member_of(object, name);
    return value && value.is(NodeKind::JsonString) ? std::string(eval::JsonText(value).text())
                                                   : std::string();
}

// `a.b`: the call "b" in the module that the call "a" leads to.
std::vector<std::string> calls_of_key(std::string_view key) {
    std::vector<std::string> out;
    while (!key.empty()) {
        const std::size_t dot = key.find('.');
        out.emplace_back(key.substr(0, dot));
        key.remove_prefix(dot == std::string_view::npos ? key.size() : dot + 1);
    }
    return out;
}

void remove_prefix(std::string& text, std::string_view prefix) {
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
}

// Short forms of addresses and the forms that they stand for, made alike.
std::string plain_source(std::string_view source) {
    std::string out(source);
    constexpr std::array<std::string_view, 8> kPrefixes{"registry.terraform.io/",
                                                        "registry.opentofu.org/",
                                                        "git::",
                                                        "hg::",
                                                        "https://",
                                                        "http://",
                                                        "ssh://",
                                                        "git@"};
    for (const std::string_view prefix : kPrefixes) remove_prefix(out, prefix);
    // The path of `git@HOST:PATH`.
    const std::size_t colon = out.find(':');
    if (source.find("git@") != std::string_view::npos && colon < out.find('/')) out[colon] = '/';
    for (std::size_t at = out.find(".git"); at != std::string::npos; at = out.find(".git", at + 1)) {
        const std::string_view rest = std::string_view(out).substr(at + 4);
        if (!rest.empty() && !rest.starts_with("//") && !rest.starts_with('?')) continue;
        out.erase(at, 4);
        break;
    }
    return out;
}

}  // namespace

std::vector<check::InstalledModule> modules_of_manifest(std::string_view text) {
    std::vector<check::InstalledModule> out;
    const eval::JsonTemplate json = eval::parse_json_expression(text);
    const Node list = member_of(json.root, "Modules");
    if (!list || !list.is(NodeKind::JsonArray)) return out;
    for (Node one : list.children()) {
        if (out.size() == kMostModules) break;
        std::string folder = text_of(one, "Dir");
        if (folder.empty()) continue;
        out.push_back({calls_of_key(text_of(one, "Key")), text_of(one, "Source"), text_of(one, "Version"),
                       std::move(folder)});
    }
    return out;
}

bool is_same_source(std::string_view written, std::string_view listed) {
    return written == listed || plain_source(written) == plain_source(listed);
}

}  // namespace hcl::terraform
