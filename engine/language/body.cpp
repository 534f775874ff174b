// Compiles the spec blocks and annotations of one body into a BodyDef.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "engine/base/limits.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_builder.h"
#include "engine/language/body_parts.h"
#include "engine/language/pack_names.h"

namespace hcl::language {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

namespace {

struct NameInPack {
    std::string text;
    Span place;
};

std::optional<BlockDef::Repeats> repetition_of(std::string_view spec_type) {
    using Repeats = BlockDef::Repeats;
    if (spec_type == "block") return Repeats::Single;
    if (spec_type == "block_list") return Repeats::List;
    if (spec_type == "block_set") return Repeats::Set;
    if (spec_type == "block_map") return Repeats::Map;
    if (spec_type == "block_attrs") return Repeats::Attributes;
    return std::nullopt;
}

// The structure of a body: which attributes and blocks it has, and the named bodies that it includes.
class BodyCompiler {
  public:
    BodyCompiler(const Language& language, BodyDef& out, Diagnostics& findings)
        : language_(language), out_(out), read_(language, findings) {}

    // Spec blocks and annotations of one level. A `case` directly in a block belongs to the block.
    void compile(const BodyView& view) {
        if (depth_++ < kMaxDepth) level(view);
        --depth_;
    }

  private:
    static constexpr int kMaxDepth = 100;  // of specs of one body, and of nested includes

    void level(const BodyView& view) {
        const PackBlock items(view);
        relations(items);
        const std::size_t blocks_before = out_.blocks.size();
        const std::size_t attributes_before = out_.attributes.size();
        make_room(items.blocks);
        unknown_items(items.find("unknown"));
        for (const BlockView& child : items.blocks) {
            if (child.type() == "case" && depth_ > 1)
                read_case(read_, child, out_.cases, nullptr);
            else if (child.type() == "check")
                read_check(read_, child, out_.checks);
            else
                spec(child);
        }
        for (Node node : read_.elements(items.find("include")))
            if (const NamedBody named = find_body(read_, node); named.body) include(named, node);
        if (Node condition = items.find("when")) only_if(condition, attributes_before, blocks_before);
        // Directly in a block, labels are those of the block.
        if (depth_ > 1) every_block(items, blocks_before);
    }

    // Definitions are large: they are moved as rarely as possible.
    void make_room(const std::vector<BlockView>& specs) {
        const auto more = static_cast<std::size_t>(
            std::ranges::count_if(specs, [](const BlockView& view) { return view.type() == "attr"; }));
        const std::size_t needed = out_.attributes.size() + more;
        if (needed > out_.attributes.capacity())
            out_.attributes.reserve(std::max(needed, 2 * out_.attributes.capacity()));
    }

    // The condition is about all items from these on.
    void only_if(Node condition, std::size_t attribute, std::size_t block) {
        AllowedDef& def = out_.allowed.emplace_back();
        def.condition = computed_text(condition);
        for (; attribute < out_.attributes.size(); ++attribute)
            def.names.push_back(out_.attributes[attribute].name);
        for (; block < out_.blocks.size(); ++block) def.names.push_back(out_.blocks[block].type);
        std::ranges::sort(def.names);
        def.names.erase(std::unique(def.names.begin(), def.names.end()), def.names.end());
    }

    // Names that the body does not list: allowed, or reported with this severity.
    void unknown_items(Node node) {
        if (read_.word(node, "unknown") == "allowed") {
            out_.is_lenient = true;
            return;
        }
        out_.unknown_names = read_.pick<std::optional<Severity>>(node, "unknown",
                                                                 {{"allowed", std::nullopt},
                                                                  {"error", Severity::Error},
                                                                  {"warning", Severity::Warning},
                                                                  {"info", Severity::Info},
                                                                  {"hint", Severity::Hint}},
                                                                 out_.unknown_names);
    }

    void relations(const PackBlock& items) {
        relation(items, "conflicts", Relation::Kind::Conflicts);
        relation(items, "exactly_one", Relation::Kind::ExactlyOne);
        relation(items, "at_least_one", Relation::Kind::AtLeastOne);
        if (Node order = items.find("order"))
            out_.relations.push_back({Relation::Kind::Order, read_.words(order, "order")});
    }

    void relation(const PackBlock& items, std::string_view name, Relation::Kind kind) {
        for (Node group : read_.elements(items.find(name))) {
            Relation relation{kind, read_.words(group, name)};
            if (relation.names.size() > 1) out_.relations.push_back(std::move(relation));
        }
    }

    void any_attribute(const BlockView& view) {
        auto any = std::make_shared<AttributeDef>();
        any->place = view.type_span();
        attribute(*any, PackBlock(view.body()));
        out_.any_attribute = std::move(any);
    }

    void any_block(const BlockView& view) {
        auto any = std::make_shared<BlockDef>();
        any->place = view.type_span();
        any->hides_type = true;
        any->repeats = repetition_of(view.type()).value_or(BlockDef::Repeats::List);
        block(*any, view, PackBlock(view.body()));
        if (!language_.dynamic_blocks.empty()) out_.any_generator = generator_of(language_, *any);
        out_.any_block = std::move(any);
    }

    void attribute(AttributeDef& def, const PackBlock& items) {
        read_attribute(read_, def, items);
        if (is_fallback_) def.is_required = false;
    }

    void block(BlockDef& def, const BlockView& view, const PackBlock& items) {
        read_block(read_, def, view, items);
        if (is_fallback_) def.min_items = 0;
    }

    void spec(const BlockView& view) {
        const std::string_view type = view.type();
        if (is_any(view))
            type == "attr" ? any_attribute(view) : any_block(view);
        else if (type == "attr")
            attribute_spec(view);
        else if (const auto repeats = repetition_of(type))
            block_spec(view, *repeats);
        else if (type == "object" || type == "array" || type == "transform")
            compile(view.body());
        else if (type == "default")
            default_spec(view);
    }

    // The label, unless an argument gives another name.
    NameInPack name_of(const BlockView& view, const PackBlock& items, std::string_view argument) {
        if (const AttributeView* given = items.attribute(argument))
            return {read_.text(given->expr, argument), given->expr.span()};
        const auto names = view.labels();
        if (names.empty()) return {"", view.type_span()};
        return {std::string(names[0].value), names[0].span};
    }

    void attribute_spec(const BlockView& view) {
        const PackBlock items(view.body());
        const auto [name, place] = name_of(view, items, "name");
        if (name.empty()) return;
        AttributeDef def;
        def.name = name;
        def.place = place;
        attribute(def, items);
        if (Node also = items.find("also"); also && read_.word(also, "also") == "block")
            if (!def.type.is_primitive()) build_.add(build_.as_block(def));
        build_.add(std::move(def));
    }

    void block_spec(const BlockView& view, BlockDef::Repeats repeats) {
        const PackBlock items(view.body());
        const auto [type, place] = name_of(view, items, "block_type");
        if (type.empty()) return;
        BlockDef def;
        def.repeats = repeats;
        def.type = type;
        def.place = place;
        block(def, view, items);
        const std::string also = read_.word(items.find("also"), "also");
        if (also == "attr" || also == "any") build_.add(as_attribute(def, also == "any"));
        build_.add(std::move(def));
    }

    // The keys of the object are the labels.
    static AttributeDef as_attribute(const BlockDef& def, bool is_any) {
        AttributeDef twin;
        twin.name = def.type;
        twin.notes = def.notes;
        twin.place = def.place;
        if (is_any) return twin;
        if (def.labels.size() < 2) twin.fields = def.body;
        twin.has_described_elements = def.labels.size() == 1;
        return twin;
    }

    // Only the first spec requires anything: the others are its fallbacks.
    void default_spec(const BlockView& view) {
        const bool outer = is_fallback_;
        const PackBlock items(view.body());
        for (const BlockView& child : items.blocks) {
            if (++depth_ < kMaxDepth) spec(child);
            --depth_;
            is_fallback_ = true;
        }
        is_fallback_ = outer;
    }

    // Labels that all blocks of a level have before their own.
    void every_block(const PackBlock& items, std::size_t from) {
        BlockDef shared;
        read_labels(read_, shared, items);
        if (shared.labels.empty()) return;
        for (std::size_t i = from; i < out_.blocks.size(); ++i) {
            BlockDef& def = out_.blocks[i];
            def.labels.insert(def.labels.begin(), shared.labels.begin(), shared.labels.end());
            if (!def.symbol) continue;
            SymbolDef moved = *def.symbol;
            for (AddressStep& step : moved.address)
                if (step.kind == AddressStep::Kind::Label)
                    step.label += static_cast<std::uint32_t>(shared.labels.size());
            def.symbol = std::make_shared<const SymbolDef>(std::move(moved));
        }
    }

    // Includes each body once: a body that includes itself, even indirectly, adds nothing more.
    void include(const NamedBody& named, Node place) {
        if (std::ranges::find(included_, named.body.get()) != included_.end()) return;
        included_.push_back(named.body.get());
        if (!language_.may_include(named.body->source().span().length())) {
            if (std::exchange(is_cut_, true)) return;
            return read_.report(
                DiagCode::UnsuitablePackValue, place.span(),
                {"include",
                 "the bodies of this pack include each other too often: what they include has more "
                 "than " +
                     std::to_string(limits::included_bytes >> 20) + " MiB in all"});
        }
        if (named.home == &language_) return compile(named.body->source());
        // Another built-in pack: its own tests check it.
        Diagnostics ignored;
        BodyCompiler other(*named.home, out_, ignored);
        other.is_fallback_ = is_fallback_;
        other.depth_ = depth_;
        other.included_ = std::move(included_);
        other.compile(named.body->source());
        included_ = std::move(other.included_);
    }

    const Language& language_;
    BodyDef& out_;
    Reading read_;
    BodyBuilder build_{language_, out_};
    bool is_fallback_ = false;
    bool is_cut_ = false;
    int depth_ = 0;
    std::vector<const LazyBody*> included_{};
};

}  // namespace

bool Needs::contains(std::string_view name) const {
    return all || std::ranges::find(names, name) != names.end();
}

void Needs::add(Node expression) {
    if (!expression || expression.is(NodeKind::Missing)) return;
    for (const eval::Traversal& path : eval::variables(expression)) {
        if (path.front().name == "set") {
            set = true;
            if (path.size() > 1 && path[1].kind == eval::TraversalStep::Kind::Attr)
                set_names.push_back(path[1].name);
            else
                all_of_set = true;
        }
        if (path.front().name == "outcome") outcome = true;
        if (path.front().name != "self") continue;
        if (path.size() > 1 && path[1].kind == eval::TraversalStep::Kind::Attr)
            names.push_back(path[1].name);
        else
            all = true;
    }
}

namespace {

// Where the successor of a name has a successor in turn, the last one is meant.
void follow_successors(BodyDef& body) {
    const BodyDef& known = body;
    auto follow = [&](Notes& notes) {
        for (std::size_t steps = known.slots.size(); steps > 0 && !notes.replaced_by.empty(); --steps) {
            const AttributeDef* attribute = known.attribute(notes.replaced_by);
            const BlockDef* block = attribute ? nullptr : known.block(notes.replaced_by);
            const Notes* next = attribute ? &attribute->notes : block ? &block->notes : nullptr;
            if (!next || next->replaced_by.empty() || !next->is_available) return;
            notes.replaced_by = std::string(next->replaced_by);
        }
    };
    for (AttributeDef& attribute : body.attributes) follow(attribute.notes);
    for (BlockDef& block : body.blocks) follow(block.notes);
}

}  // namespace

BodyDef compile_body(const Language& language, const BodyView& source) {
    BodyDef out;
    BodyCompiler(language, out, out.findings).compile(source);
    follow_successors(out);
    for (Diagnostic& finding : out.findings) finding.file = language.pack_id;
    return out;
}

LazyBody::LazyBody(const Language& language, BodyDef ready) : language_(language), place_{} {
    compiled_.get([&] { return std::move(ready); });
}

LazyBody::~LazyBody() = default;

const BodyDef& LazyBody::get() const {
    return compiled_.get(
        [&] { return stored_ ? stored_->compile(language_) : compile_body(language_, source_); });
}

Type LazyBody::type() const {
    return stored_ ? stored_->type() : object_type(get());
}

}  // namespace hcl::language
