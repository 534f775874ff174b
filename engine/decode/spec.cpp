// Schema, type and expectations that a spec implies for any input.
#include "engine/decode/spec.h"

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>

#include "engine/base/counted.h"
#include "engine/decode/spec_plan.h"

namespace hcl::decode {

namespace {

// Children that read the same body as their parent.
std::span<const SpecPtr> same_body_children(const Spec& spec) {
    if (asks_for_block(spec.kind)) return {};
    return spec.children;
}

BlockHeaderSchema header_of(const Spec& spec, bool is_fallback = false) {
    return {.type = spec.name, .label_names = spec.label_names, .any_labels = is_fallback};
}

// Collects the schema of a default like the reference: each step of the chain repeats the requirements of the
// steps below, so a required attribute is requested, and reported, more than once.
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
        // A fallback has no requirements, but its names are allowed.
        schema.attributes.push_back({spec.name, spec.required && !is_fallback});
    } else if (asks_for_block(spec.kind)) {
        schema.blocks.push_back(header_of(spec, is_fallback));
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

// Labels are required as soon as one spec for the block type is not a fallback.
void settle_labels(BodySchema& schema) {
    for (BlockHeaderSchema& block : schema.blocks)
        if (block.any_labels)
            block.any_labels = std::ranges::all_of(schema.blocks, [&](const BlockHeaderSchema& other) {
                return other.type != block.type || other.any_labels;
            });
}

}  // namespace

BodySchema implied_schema(const Spec& spec, const Rules& rules) {
    BodySchema schema;
    collect(spec, rules, false, schema);
    settle_labels(schema);
    // Conflicts are reported when the spec is loaded (check_names).
    schema.may_repeat = true;
    return schema;
}

namespace {

class NameCheck {
  public:
    explicit NameCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void check(const Spec& spec) {
        if (spec.kind != Spec::Kind::Attr && !asks_for_block(spec.kind)) {
            for (const SpecPtr& child : spec.children) check(*child);
            return;
        }
        note(spec);
        // A nested body starts here.
        if (asks_for_block(spec.kind))
            for (const SpecPtr& child : spec.children) NameCheck(diagnostics_).check(*child);
    }

  private:
    void note(const Spec& spec) {
        auto [it, is_new] = seen_.emplace(spec.name, &spec);
        if (is_new) return;
        const Spec& other = *it->second;
        const bool both_blocks = asks_for_block(spec.kind) && asks_for_block(other.kind);
        if (both_blocks && spec.label_names.size() == other.label_names.size()) return;
        Diagnostic d =
            both_blocks ? make_diagnostic(DiagCode::ConflictingSpecLabels, spec.name_place.span,
                                          {spec.name, counted(other.label_names.size(), "label"),
                                           counted(spec.label_names.size(), "label")})
                        : make_diagnostic(DiagCode::ConflictingSpecNames, spec.name_place.span, {spec.name});
        if (both_blocks) use_singular(d.message, " 1 labels", " 1 label");
        d.file = spec.name_place.file;
        d.related.push_back({other.name_place, "the other one is here"});
        diagnostics_.push_back(std::move(d));
    }

    Diagnostics& diagnostics_;
    std::unordered_map<std::string_view, const Spec*> seen_;
};

}  // namespace

Diagnostics check_names(const Spec& spec) {
    Diagnostics found;
    NameCheck(found).check(spec);
    return found;
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
