#include "engine/language/pack_names.h"

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/function.h"
#include "engine/language/pack_includes.h"
#include "engine/language/pack_kinds.h"
#include "engine/language/reading.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

bool is_block_spec(std::string_view type) {
    return type == "block" || type == "block_list" || type == "block_set" || type == "block_map" ||
           type == "block_attrs";
}

bool is_any(const BlockView& view) {
    if (view.type() != "attr" && !is_block_spec(view.type())) return false;
    const auto labels = view.labels();
    return !labels.empty() && labels[0].value == "*";
}

struct PackNames::Collector {
    PackNames& names;
    std::set<const Language*>& packs;  // that were read
    const Language& language;
    Diagnostics unwanted{};
    Reading read{language, unwanted};
    int depth = 0;
    static constexpr int kMaxDepth = 100;

    void body(const BodyView& view) {
        if (++depth < kMaxDepth) {
            for (const syntax::AttributeView& attribute : view.attributes()) elsewhere(attribute.expr);
            for (const BlockView& block : view.blocks()) {
                one(block);
                body(block.body());
            }
        }
        --depth;
    }

    void one(const BlockView& block) {
        const std::string_view type = block.type();
        const PackBlock parts(block.body());
        if (type == "attr" && !is_any(block)) item(block, parts, "name");
        if (is_block_spec(type) && !is_any(block)) item(block, parts, "block_type");
        if (type == "symbol") symbol(parts);
        if (type == "check")
            if (auto labels = block.labels(); !labels.empty()) names.check_ids.insert(labels[0].value);
        if (type == "scope") scope(parts.find("names"));
        if (type == "variables")
            for (const syntax::AttributeView& variable : parts.attributes) names.roots.emplace(variable.name);
        if (type == "language" && Reading::is_object(parts.find("names")))
            for (auto& [name, treatment] : read.entries(parts.find("names"), "names"))
                if (read.word(treatment, "names") == "optional") names.roots.insert(std::move(name));
    }

    void item(const BlockView& block, const PackBlock& parts, std::string_view argument) {
        if (Node given = parts.find(argument))
            names.items.insert(read.text(given, argument));
        else if (auto labels = block.labels(); !labels.empty())
            names.items.insert(labels[0].value);
    }

    void symbol(const PackBlock& parts) {
        std::string first;
        for (Node step : read.elements(parts.find("address"))) {
            first = read.word(step, "address");
            break;
        }
        std::string kind = read.word(parts.find("kind"), "kind");
        if (kind.empty()) kind = first;
        const bool is_free = first.empty() || first == "name";
        names.has_free_roots = names.has_free_roots || is_free;
        if (!is_free) names.roots.insert(first);
        names.first_by_kind_[kind].insert(is_free ? "*" : first);
        names.kinds.insert(std::move(kind));
    }

    void scope(Node given) {
        if (!given) return;
        const Node object = eval::without_parens(given);
        if (!object.is(NodeKind::Object)) {
            names.has_free_roots = true;
            return;
        }
        for (Node entry : object.children()) {
            if (!entry.child(0)) continue;
            const std::string key = read.word(entry.child(0), "names");
            names.has_free_roots = names.has_free_roots || key.empty();
            if (!key.empty()) names.roots.insert(key);
        }
    }

    // body.PACK.NAME
    void elsewhere(Node expression) {
        if (!expression || expression.is(NodeKind::Missing)) return;
        for (const eval::Traversal& path : eval::variables(expression)) {
            if (path.size() != 3 || path[0].name != "body") continue;
            const LanguagePtr other = builtin_pack(path[1].name);
            if (other && packs.insert(other.get()).second)
                Collector{names, packs, *other}.body(other->pack->body());
        }
    }
};

PackNames::PackNames(const Language& language) {
    check_ids.emplace(eval::kMissingFileRule);
    std::set<const Language*> packs{&language};
    Collector{*this, packs, language}.body(language.pack->body());
}

std::vector<std::string> kinds_of_symbols(const Language& pack) {
    const PackNames names(pack);
    std::vector<std::string> out(names.kinds.begin(), names.kinds.end());
    std::erase(out, "");
    return out;
}

std::optional<BlockView> spec_at(const syntax::File& pack, std::uint32_t offset) {
    constexpr int kMostNested = 100;
    std::optional<BlockView> spec;
    std::optional<BodyView> body = pack.body();
    for (int depth = 0; body && depth < kMostNested; ++depth) {
        std::optional<BodyView> inner;
        for (const BlockView& block : body->blocks()) {
            if (!block.span().contains(offset)) continue;
            if (is_block_spec(block.type()) || block.type() == "body") spec = block;
            inner = block.body();
        }
        body = inner;
    }
    return spec;
}

std::vector<std::string> labels_of(const Language& pack, const BlockView& spec) {
    Diagnostics unwanted;
    Reading read(pack, unwanted);
    const PackBlock items(spec.body());
    std::vector<std::string> out;
    for (const Node label : read.elements(items.find("labels"))) out.push_back(read.text(label, "labels"));
    std::erase(out, "");
    for (const BlockView& inner : items.blocks)
        if (const auto labels = inner.labels(); inner.type() == "label" && !labels.empty())
            out.emplace_back(labels[0].value);
    return out;
}

namespace {

void add_described(const Language& pack, const BodyView& body, int depth, Words& included,
                   std::vector<DescribedName>& out) {
    if (depth == 0) return;
    for (const BlockView& block : body.blocks()) {
        const bool is_block = is_block_spec(block.type());
        const auto labels = block.labels();
        if ((is_block || block.type() == "attr") && !labels.empty() && !is_any(block))
            out.push_back({std::string(labels[0].value), is_block});
        if (is_group(block.type())) add_described(pack, block.body(), depth - 1, included, out);
    }
    for (const syntax::AttributeView& attribute : body.attributes()) {
        if (attribute.name != "include" || !attribute.expr) continue;
        for (const Node named : eval::without_parens(attribute.expr).children()) {
            const eval::Traversal path = eval::traversal_of(named);
            if (path.size() != 2 || path[0].name != "body" || !included.insert(path[1].name).second) continue;
            if (const LazyBodyPtr other = pack.body(path[1].name))
                add_described(pack, other->source(), depth - 1, included, out);
        }
    }
}

}  // namespace

std::vector<DescribedName> described_in(const Language& pack, const BodyView& body) {
    constexpr int kMostNested = 100;
    std::vector<DescribedName> out;
    Words included;
    add_described(pack, body, kMostNested, included, out);
    return out;
}

Words PackNames::first_words(const std::vector<std::string>& of_kinds) const {
    Words out;
    for (const std::string& kind : of_kinds)
        if (auto it = first_by_kind_.find(kind); it != first_by_kind_.end())
            out.insert(it->second.begin(), it->second.end());
    return out;
}

}  // namespace hcl::language
