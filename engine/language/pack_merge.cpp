#include "engine/language/pack_merge.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/language/pack_includes.h"
#include "engine/language/pack_names.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::language {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

namespace {

constexpr int kMaxDepth = 100;
// Arguments whose lists are joined; others replace each other.
constexpr std::array<std::string_view, 10> kLists{"at_least_one", "conflicts",  "content",   "exactly_one",
                                                  "files",        "formatting", "functions", "ids",
                                                  "include",      "public"};
constexpr std::array<std::string_view, 2> kMaps{"names", "severity"};

bool is_one_of(std::string_view word, const auto& words) {
    return std::ranges::find(words, word) != words.end();
}

bool is_written(Node expr) {
    return expr && !expr.is(NodeKind::Missing);
}

Node argument(const BlockView& block, std::string_view name) {
    for (const AttributeView& attribute : block.body().attributes())
        if (attribute.name == name && is_written(attribute.expr)) return attribute.expr;
    return {};
}

std::string first_label(const BlockView& block) {
    const auto labels = block.labels();
    return labels.empty() ? std::string() : labels[0].value;
}

// Identifies what a block describes: blocks with equal keys are merged. Without a form, a block is only
// added.
struct Key {
    std::string form;
    std::string name;
    bool operator==(const Key&) const = default;
};

Key key_of(const BlockView& block) {
    const std::string type(block.type());
    const bool is_attribute = type == "attr";
    if (is_attribute || is_block_spec(type)) {
        const Node given = argument(block, is_attribute ? "name" : "block_type");
        std::string name = given ? syntax::quoted_text(given).value_or("") : first_label(block);
        return {is_attribute ? "attr" : "block", std::move(name)};
    }
    if (type == "label" || type == "body" || type == "function" || type == "check")
        return {type, first_label(block)};
    if (type == "language" || type == "variables" || type == "symbol" || type == "call") return {type, {}};
    return {};
}

bool replaces(const Key& key) {
    return key.form == "symbol" || key.form == "call" || key.form == "function" || key.form == "check";
}

struct KeyHash {
    std::size_t operator()(const Key& key) const {
        return std::hash<std::string>()(key.form) * 31 + std::hash<std::string>()(key.name);
    }
};

struct OwnItem {
    BodyItem item;
    bool is_in_group = false;
    bool is_used = false;

    bool is_attribute() const { return item.kind == BodyItem::Kind::Attribute; }
    bool is_block() const { return item.kind == BodyItem::Kind::Block; }
};

// The specs of the extending pack in one body. Specs in an `object` count as specs around it.
class OwnItems {
  public:
    explicit OwnItems(const BodyView& view) {
        add(view, false, 0);
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            const OwnItem& one = items_[i];
            Key key = one.is_block() ? key_of(one.item.block()) : Key();
            if (one.is_attribute() && is_written(one.item.attribute().expr))
                key = argument_key(one.item.attribute().name);
            if (!key.form.empty()) by_key_[std::move(key)].push_back(i);
        }
    }

    std::vector<OwnItem>& all() { return items_; }
    const std::vector<OwnItem>& all() const { return items_; }

    // The first of these that no one used; null: there is none.
    OwnItem* unused(const Key& key) {
        const auto found = by_key_.find(key);
        if (found == by_key_.end()) return nullptr;
        Places& places = found->second;
        while (places.next < places.list.size() && items_[places.list[places.next]].is_used) ++places.next;
        return places.next < places.list.size() ? &items_[places.list[places.next]] : nullptr;
    }
    OwnItem* unused_argument(std::string_view name) { return unused(argument_key(name)); }

  private:
    struct Places {
        std::vector<std::uint32_t> list{};
        std::size_t next = 0;
        void push_back(std::uint32_t place) { list.push_back(place); }
    };

    static Key argument_key(std::string_view name) { return {"argument", std::string(name)}; }

    void add(const BodyView& view, bool is_in_group, int depth) {
        for (const BodyItem& item : view.items()) {
            if (item.kind == BodyItem::Kind::Block && item.block().type() == "object" && depth < kMaxDepth)
                add(item.block().body(), true, depth + 1);
            else
                items_.push_back({item, is_in_group});
        }
    }

    std::vector<OwnItem> items_;
    std::unordered_map<Key, Places, KeyHash> by_key_;
};

// The specs in a body of the extended pack, with those that it includes.
using KnownSpecs =
    std::unordered_map<Key, std::string, KeyHash>;  // the included body; empty: the body itself

struct Merger {
    const PackSource& base;
    const PackFile& own;
    Diagnostics& findings;
    MergedText out{};
    int depth = 0;
    std::optional<std::unordered_map<std::string, BodyView>> bodies{};  // of the extended pack

    void copy_base(Span span) { out.copy(*base.tree, base.pieces, base.file, span); }
    void copy_own(Span span) { out.copy(*own.tree, {}, own.id, span); }
    static Span header_of(const BlockView& block) {
        const Span brace = block.open_brace();
        return {block.span().start, brace.is_empty() ? block.header_span().end : brace.end};
    }
    void open(const BlockView& block, bool is_own) {
        is_own ? copy_own(header_of(block)) : copy_base(header_of(block));
        out.add(block.open_brace().is_empty() ? " {\n" : "\n");
    }

    Diagnostic& clash(Span place, const std::string& sentence) {
        findings.push_back(make_diagnostic(DiagCode::PackContradiction, place, {sentence}));
        return findings.back();
    }

    // ---- Parts of one of the packs

    // Without what is broken: an open bracket would take in what follows.
    void own_item(const BodyItem& item) {
        if (item.kind == BodyItem::Kind::Attribute && is_written(item.attribute().expr)) {
            copy_own(item.span);
            out.add("\n");
        }
        if (item.kind != BodyItem::Kind::Block || ++depth > kMaxDepth) return;
        open(item.block(), true);
        for (const BodyItem& inner : item.block().body().items()) own_item(inner);
        out.add("}\n");
        --depth;
    }
    void base_item(const BodyItem& item) {
        copy_base(item.span);
        out.add("\n");
    }

    // ---- Arguments of both

    struct Part {
        Node node;
        bool is_own;
    };
    void add_parts(Node expr, bool is_own, std::vector<Part>& parts) const {
        const Node inner = eval::without_parens(expr);
        if (!inner.is(NodeKind::Tuple) && !inner.is(NodeKind::Object)) return parts.push_back({expr, is_own});
        for (Node child : inner.children()) parts.push_back({child, is_own});
    }
    void joined(const AttributeView& ours, const AttributeView& theirs, bool is_map) {
        std::vector<Part> all;
        add_parts(theirs.expr, false, all);
        add_parts(ours.expr, true, all);
        auto key = [](const Part& part) {
            return part.node.child(0) ? part.node.child(0).text() : std::string_view();
        };
        std::unordered_set<std::string_view> own_keys;
        for (const Part& part : all)
            if (is_map && part.is_own) own_keys.insert(key(part));
        std::erase_if(all, [&](const Part& part) { return !part.is_own && own_keys.contains(key(part)); });
        out.add(ours.name);
        out.add(is_map ? " = {\n" : " = [\n");
        for (const Part& part : all) {
            part.is_own ? copy_own(part.node.span()) : copy_base(part.node.span());
            out.add(",\n");
        }
        out.add(is_map ? "}\n" : "]\n");
    }

    // False when the pack says nothing of the argument.
    bool attribute(const BodyItem& theirs, OwnItems& ours) {
        const AttributeView before = theirs.attribute();
        OwnItem* one = ours.unused_argument(before.name);
        if (!one) return false;
        one->is_used = true;
        const AttributeView now = one->item.attribute();
        const bool is_map = is_one_of(now.name, kMaps) && eval::without_parens(now.expr).is(NodeKind::Object);
        if (is_map || is_one_of(now.name, kLists))
            joined(now, before, is_map);
        else
            own_item(one->item);
        return true;
    }

    // ---- Blocks of both

    void merge_block(const BlockView& theirs, const BlockView& ours, const Key& key) {
        if (++depth > kMaxDepth) return;
        const bool is_language = key.form == "language";
        open(is_language ? ours : theirs, is_language);
        if (key.form == "block") check_form(theirs, ours);
        OwnItems items(ours.body());
        for (OwnItem& one : items.all()) {
            const bool is_labels =
                key.form == "block" && one.is_attribute() && one.item.attribute().name == "labels";
            const bool is_done = is_language && one.is_attribute() && one.item.attribute().name == "extends";
            one.is_used = is_done || is_labels;
        }
        merge_body(theirs.body(), items, is_language && first_label(theirs) != first_label(ours));
        rest_of(items, theirs.body());
        out.add("}\n");
        --depth;
    }

    // A block keeps its form and its labels, which addresses name.
    void check_form(const BlockView& theirs, const BlockView& ours) {
        const std::string form(theirs.type());
        const std::string name = key_of(ours).name;
        if (ours.type() != form) {
            Diagnostic& d = clash(ours.type_span(), "\"" + name + "\" is a \"" + form +
                                                        "\" in the pack that this one extends.");
            d.fixes.push_back({.title = "Change to \"" + form + "\"",
                               .edits = {{own.id, {ours.type_span(), form}}},
                               .preferred = true});
        }
        const Node labels = argument(ours, "labels");
        const Node before = argument(theirs, "labels");
        if (labels && (!before || labels.text() != before.text()))
            clash(labels.span(),
                  "The labels of \"" + name +
                      "\" are those of the pack that this one extends, whose addresses name them. Leave "
                      "\"labels\" out.");
    }

    void merge_body(const BodyView& theirs, OwnItems& ours, bool is_renamed = false) {
        for (const BodyItem& item : theirs.items()) {
            if (item.kind == BodyItem::Kind::Attribute) {
                const bool is_left_out = is_renamed && item.attribute().name == "title";
                if (!attribute(item, ours) && !is_left_out) base_item(item);
            }
            if (item.kind == BodyItem::Kind::Block) block(item, ours);
        }
    }

    void block(const BodyItem& item, OwnItems& ours) {
        const BlockView theirs = item.block();
        if (theirs.type() == "object") {
            open(theirs, false);
            if (++depth <= kMaxDepth) merge_body(theirs.body(), ours);
            --depth;
            return out.add("}\n");
        }
        const Key key = key_of(theirs);
        OwnItem* found = key.form.empty() ? nullptr : ours.unused(key);
        if (!found) return base_item(item);
        found->is_used = true;
        if (replaces(key))
            own_item(found->item);
        else
            merge_block(theirs, found->item.block(), key);
    }

    // Specs that only the extending pack has. Specs of an `object` stay in one.
    void rest_of(const OwnItems& items, const BodyView& theirs) {
        bool is_open = false;
        for (const OwnItem& one : items.all()) {
            if (one.is_used || !one.is_in_group) continue;
            if (!std::exchange(is_open, true)) out.add("object {\n");
            own_item(one.item);
        }
        if (is_open) out.add("}\n");
        std::optional<KnownSpecs> known;
        for (const OwnItem& one : items.all()) {
            if (one.is_used) continue;
            if (one.is_block()) {
                if (!known) known = specs_of(theirs);
                check_new(one.item.block(), *known);
            }
            if (!one.is_in_group) own_item(one.item);
        }
    }

    // ---- Names that clash

    KnownSpecs specs_of(const BodyView& view) {
        KnownSpecs specs;
        std::unordered_set<std::string> included;
        add_specs(view, {}, 0, included, specs);
        return specs;
    }
    void add_specs(const BodyView& view, const std::string& through, int nesting,
                   std::unordered_set<std::string>& included, KnownSpecs& specs) {
        if (nesting > kMaxDepth) return;
        for (const BlockView& block : view.blocks()) {
            if (is_group(block.type())) add_specs(block.body(), through, nesting + 1, included, specs);
            specs.try_emplace(key_of(block), through);
        }
        for (const AttributeView& attribute : view.attributes()) {
            if (attribute.name != "include" || !is_written(attribute.expr)) continue;
            std::vector<Part> names;
            add_parts(attribute.expr, false, names);
            for (const Part& one : names) {
                const eval::Traversal path = eval::traversal_of(one.node);
                if (path.size() != 2 || path[0].name != "body") continue;
                const auto named = named_bodies().find(path[1].name);
                if (named == named_bodies().end() || !included.insert(path[1].name).second) continue;
                add_specs(named->second, path[1].name, nesting + 10, included, specs);
            }
        }
    }
    // The first of each name.
    const std::unordered_map<std::string, BodyView>& named_bodies() {
        if (bodies) return *bodies;
        bodies.emplace();
        for (const BlockView& block : base.tree->body().blocks())
            if (block.type() == "body") bodies->emplace(first_label(block), block.body());
        return *bodies;
    }

    void check_new(const BlockView& block, const KnownSpecs& known) {
        const Key key = key_of(block);
        if (key.name.empty() || key.name == "*" || (key.form != "attr" && key.form != "block")) return;
        const auto labels = block.labels();
        const Span place = labels.empty() ? block.type_span() : labels[0].span;
        if (const auto same = known.find(key); same != known.end() && !same->second.empty()) {
            const std::string& through = same->second;
            clash(place, "\"" + key.name + "\" is described in the body \"" + through +
                             "\" of the pack that this one extends. Add to it there: body \"" + through +
                             "\" { object { ... } }.");
            return;
        }
        const bool is_attribute = key.form == "attr";
        if (known.contains({is_attribute ? "block" : "attr", key.name}))
            clash(place, "\"" + key.name + "\" is " + (is_attribute ? "a block" : "an attribute") +
                             " in the pack that this one extends. Choose another name.");
    }
};

}  // namespace

void MergedText::copy(const syntax::File& tree, const std::vector<PackSource::Piece>& from, FileId file,
                      Span span) {
    const auto start = static_cast<std::uint32_t>(text.size());
    text += tree.text(span);
    if (from.empty()) return pieces.push_back({start, span.length(), file, span.start});
    auto piece_at = std::ranges::upper_bound(from, span.start, {}, &PackSource::Piece::start);
    if (piece_at != from.begin()) --piece_at;
    for (; piece_at != from.end() && piece_at->start < span.end; ++piece_at) {
        const PackSource::Piece& piece = *piece_at;
        const std::uint32_t first = std::max(piece.start, span.start);
        const std::uint32_t last = std::min(piece.start + piece.length, span.end);
        if (first < last)
            pieces.push_back(
                {start + (first - span.start), last - first, piece.file, piece.from + (first - piece.start)});
    }
}

MergedText merge_packs(const PackSource& base, const PackFile& own, Diagnostics& findings) {
    Merger merger{base, own, findings};
    std::string mark(kMergedMark);
    for (const std::string& id : base.bases) mark += " " + id;
    merger.out.add(mark + "\n");
    OwnItems items(own.tree->body());
    merger.merge_body(base.tree->body(), items);
    merger.rest_of(items, base.tree->body());
    return std::move(merger.out);
}

}  // namespace hcl::language
