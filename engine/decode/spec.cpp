// What a spec implies without looking at any input: schema, type, expectations.
#include "engine/decode/spec.h"

#include <algorithm>
#include <functional>
#include <span>

#include "engine/decode/spec_plan.h"

namespace hcl::decode {

namespace {

// Children that read the same body as their parent.
std::span<const SpecPtr> same_body_children(const Spec& spec) {
    if (asks_for_block(spec.kind)) return {};
    return spec.children;
}

BlockHeaderSchema header_of(const Spec& spec) {
    return {.type = spec.name, .label_names = spec.label_names};
}

// As the reference collects a default's schema: each step of the chain repeats what the steps below it ask
// for, so a required attribute is asked for, and reported, more than once.
void collect_default_as_tool(const Spec& spec, BodySchema& schema) {
    std::size_t last = spec.children.size() - 1;
    for (std::size_t end = last; end >= 1; --end) {
        for (std::size_t i = 0; i <= end; ++i) {
            const Spec& child = *spec.children[i];
            if (child.kind == Spec::Kind::Attr) schema.attributes.push_back({child.name, child.required});
        }
        const Spec& first = *spec.children.front();
        if (asks_for_block(first.kind)) schema.blocks.push_back(header_of(first));
    }
}

void collect(const Spec& spec, const Rules& rules, bool is_fallback, BodySchema& schema) {
    if (spec.kind == Spec::Kind::Attr) {
        // A fallback imposes nothing, yet its name may be used.
        schema.attributes.push_back({spec.name, spec.required && !is_fallback});
    } else if (asks_for_block(spec.kind)) {
        schema.blocks.push_back(header_of(spec));
    } else if (spec.kind == Spec::Kind::Default && rules.decode_as_tool) {
        collect_default_as_tool(spec, schema);
    }
    bool is_first = true;
    for (const SpecPtr& child : same_body_children(spec)) {
        bool falls_back = spec.kind == Spec::Kind::Default && !is_first && !rules.decode_as_tool;
        collect(*child, rules, is_fallback || falls_back, schema);
        is_first = false;
    }
}

// A name is asked for once; it is required when any of those who ask require it.
void merge_repeats(BodySchema& schema) {
    std::vector<AttributeSchema> merged;
    for (AttributeSchema& a : schema.attributes) {
        auto same = std::ranges::find(merged, a.name, &AttributeSchema::name);
        if (same == merged.end())
            merged.push_back(std::move(a));
        else
            same->required = same->required || a.required;
    }
    schema.attributes = std::move(merged);
}

}  // namespace

BodySchema implied_schema(const Spec& spec, const Rules& rules) {
    BodySchema schema;
    collect(spec, rules, false, schema);
    if (!rules.decode_as_tool) merge_repeats(schema);
    return schema;
}

Type implied_type(const Spec& spec, const Rules& rules) {
    std::vector<Type> types;
    types.reserve(spec.children.size());
    for (const SpecPtr& child : spec.children) types.push_back(implied_type(*child, rules));
    return result_type(spec, types, rules);
}

namespace {

void visit_same_body(const Spec& spec, const std::function<void(const Spec&)>& visit) {
    visit(spec);
    for (const SpecPtr& child : same_body_children(spec)) visit_same_body(*child, visit);
}

}  // namespace

std::vector<std::pair<std::string, SpecPtr>> child_block_specs(const Spec& spec) {
    std::vector<std::pair<std::string, SpecPtr>> found;
    visit_same_body(spec, [&](const Spec& s) {
        if (asks_for_block(s.kind))
            found.emplace_back(s.name, s.children.empty() ? nullptr : s.children.front());
    });
    return found;
}

std::vector<Expectation> expectations(const Spec& spec) {
    std::vector<Expectation> found;
    visit_same_body(spec, [&](const Spec& s) {
        if (s.kind == Spec::Kind::Attr)
            found.push_back({Expectation::Kind::Attribute, s.name, s.required, {}, &s});
        else if (asks_for_block(s.kind))
            found.push_back(
                {Expectation::Kind::Block, s.name, s.required || s.min_items > 0, s.label_names, &s});
    });
    return found;
}

}  // namespace hcl::decode
