#include "engine/language/foreign.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/file/file.h"

namespace hcl::language {

namespace {

void add_keys(const syntax::Node& object, std::vector<std::string>& out) {
    for (const syntax::Node property : object.children())
        if (property.is(syntax::NodeKind::JsonProperty) && property.child(0).is(syntax::NodeKind::JsonString))
            out.emplace_back(eval::JsonText(property.child(0)).text());
}

std::vector<std::string> names_of_items(const syntax::File& file) {
    std::vector<std::string> out;
    if (file.options().syntax == syntax::Syntax::Json) {
        const syntax::Node root = file.root();
        if (root.is(syntax::NodeKind::JsonObject)) add_keys(root, out);
        if (root.is(syntax::NodeKind::JsonArray))
            for (const syntax::Node element : root.children())
                if (element.is(syntax::NodeKind::JsonObject)) add_keys(element, out);
        return out;
    }
    for (const syntax::BodyItem& item : file.body().items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute) out.emplace_back(item.attribute().name);
        if (item.kind == syntax::BodyItem::Kind::Block) out.emplace_back(item.block().type());
    }
    return out;
}

}  // namespace

bool has_own_items(const Language& language, std::string_view path, std::string_view text) {
    if (!language.is_hcl1) return true;
    const BodyDef& root = language.root();
    if (root.is_lenient || root.any_attribute || root.any_block) return true;
    syntax::ParseOptions options;
    options.hcl1 = true;
    if (path.ends_with(".json")) options.syntax = syntax::Syntax::Json;
    const std::vector<std::string> names = names_of_items(*syntax::File::parse(text, options));
    auto is_known = [&](const std::string& name) { return root.attribute(name) || root.block(name); };
    auto is_nearly_known = [&](const std::string& name) {
        Suggester nearest(name);
        for (const auto& [known, slot] : root.slots) nearest.offer(known);
        return !nearest.best().empty();
    };
    return std::ranges::any_of(names, is_known) || std::ranges::all_of(names, is_nearly_known);
}

}  // namespace hcl::language
