#include "engine/language/pack_structure.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/language/pack_includes.h"
#include "engine/language/pack_names.h"
#include "engine/language/pack_source.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

namespace {

std::vector<BlockView> specs_of(const PackBlock& items) {
    std::vector<BlockView> specs;
    for (const BlockView& inner : items.blocks) {
        const std::string_view type = inner.type();
        if (!is_any(inner) && (type == "attr" || type == "literal" || is_group(type) || is_block_spec(type)))
            specs.push_back(inner);
    }
    return specs;
}

void only_one(const Language& language, const std::vector<BlockView>& specs, DiagCode code,
              std::string_view type, Diagnostics& out) {
    if (specs.size() < 2) return;
    Diagnostic& d = out.emplace_back(make_diagnostic(code, specs[1].type_span(), {type}));
    d.related.push_back({{language.pack_id, specs[0].type_span()}, "the first one is here"});
}

}  // namespace

void check_structure(const Language& language, const BlockView& view, Diagnostics& out) {
    const std::string_view type = view.type();
    const PackBlock items(view.body());
    const bool has_label = !view.labels().empty();
    if (type == "attr" && !has_label && !items.find("name"))
        out.push_back(make_diagnostic(DiagCode::MissingSpecName, view.type_span(), {}));
    if (is_block_spec(type) && !has_label && !items.find("block_type"))
        out.push_back(make_diagnostic(DiagCode::MissingSpecBlockType, view.type_span(), {type}));
    if (type == "block_map" && !items.find("labels"))
        out.push_back(make_diagnostic(DiagCode::MissingRequiredArgument, view.header_span(), {"labels"}));
    if (type == "default" && items.blocks.empty())
        out.push_back(make_diagnostic(DiagCode::PackContradiction, view.type_span(),
                                      {"This \"default\" holds no specs to choose from."}));
    // A pack that extends another one adds its specs beside those of the base.
    const bool has_one =
        is_block_spec(type) && !is_any(view) && type != "block_attrs" && !is_merged_pack(*language.pack);
    if (!has_one && type != "transform") return;
    const std::vector<BlockView> specs = specs_of(items);
    if (type == "transform" && specs.size() != 1)
        out.push_back(make_diagnostic(DiagCode::InvalidTransformSpec, view.type_span(), {}));
    const bool is_described = items.find("include") || items.find("unknown") ||
                              std::ranges::any_of(items.blocks, [](const BlockView& inner) {
                                  return inner.type() == "case" || is_any(inner);
                              });
    if (has_one && specs.empty() && !is_described)
        out.push_back(make_diagnostic(DiagCode::MissingNestedSpec, view.type_span(), {type}));
    if (has_one) only_one(language, specs, DiagCode::ExtraneousNestedSpec, type, out);
}

void check_root_structure(const Language& language, Diagnostics& out) {
    if (!is_merged_pack(*language.pack))
        only_one(language, specs_of(PackBlock(language.pack->body())), DiagCode::ExtraneousRootSpec, "", out);
}

void check_groups(Reading& read, const PackBlock& items, Diagnostics& out) {
    for (std::string_view word : {"conflicts", "exactly_one", "at_least_one"})
        for (Node group : read.elements(items.find(word)))
            // A group of one name says nothing.
            if (read.elements(group).size() < 2)
                out.push_back(make_diagnostic(
                    DiagCode::UnsuitablePackValue, group.span(),
                    {word, "it is a list of groups, each with at least two names: [[a, b]]"}));
}

}  // namespace hcl::language
