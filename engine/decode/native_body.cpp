// Bodies in native syntax, where attributes and blocks differ in syntax: a schema only selects and checks.
#include <algorithm>
#include <optional>

#include "engine/base/counted.h"
#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/decode/body_sources.h"

namespace hcl::decode {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::LabelView;

namespace {

std::string_view written_name(const AttributeView& attribute) {
    return attribute.node.child(0).text();
}

}  // namespace

std::shared_ptr<const NativeBody::Items> NativeBody::items() const {
    if (items_) return items_;
    auto items = std::make_shared<Items>();
    std::vector<syntax::BodyView::Item> all = tree_.view.items();
    NameIndex names;
    names.reserve(all.size());
    auto nfc = [&](std::string_view name) -> std::string_view {
        return is_ascii(name) ? name : std::string_view(items->normalised.emplace_back(to_nfc(name)));
    };
    for (const syntax::BodyView::Item& item : all) {
        switch (item.kind) {
            case syntax::BodyView::ItemKind::Attribute: {
                AttributeView attr = item.attribute();
                const std::string_view written = attr.name;
                attr.name = nfc(written);
                if (std::size_t first = names.find(attr.name); first != NameIndex::kNone) {
                    // The parser reports names with identical bytes.
                    const AttributeView& other = items->attributes[first];
                    if (written_name(other) != written) items->repeats.push_back({attr, other.name_span});
                    break;
                }
                names.add(attr.name, items->attributes.size());
                items->attributes.push_back(attr);
                break;
            }
            case syntax::BodyView::ItemKind::Block: {
                BlockView block = item.block();
                items->blocks.push_back({nfc(block.type()), block});
                break;
            }
            case syntax::BodyView::ItemKind::Bogus:
                break;
        }
    }
    return items;
}

void NativeBody::report_repeats(const Items& items, Diagnostics& diagnostics) const {
    // The body from before partial processing has reported them.
    if (items_) return;
    for (const Items::Repeat& repeat : items.repeats) {
        Diagnostic d =
            make_diagnostic(DiagCode::DuplicateArgument, repeat.attribute.name_span, {repeat.attribute.name});
        d.file = tree_.file_id;
        d.related.push_back({at(repeat.first), "first set here"});
        diagnostics.push_back(std::move(d));
    }
}

Location NativeBody::missing_item() const {
    return at({tree_.missing, tree_.missing});
}

namespace {

// At the opening brace; for a one-line block, the start of its only argument.
std::uint32_t missing_place(const BlockView& view) {
    if (view.is_one_line())
        if (auto attributes = view.body().attributes(); !attributes.empty())
            return attributes.front().span.start;
    return view.open_brace().start;
}

}  // namespace

NativeTree native_tree_of(const syntax::FilePtr& file, FileId file_id, const BlockView& block) {
    return {.file = file, .file_id = file_id, .view = block.body(), .missing = missing_place(block)};
}

Attribute native_attribute(const syntax::FilePtr& file, FileId file_id, const AttributeView& view) {
    return {.name = normalised(std::string(view.name)),
            .expr = eval::Expression(view.expr, file),
            .span = {file_id, view.span},
            .name_span = {file_id, view.name_span},
            .iteration = {},
            .marks = {},
            .is_unknown = false};
}

Block NativeBody::block(const BlockView& view, std::vector<LabelView> labels) const {
    Block block{.type = normalised(std::string(view.type())),
                .labels = {},
                .body = Body(std::make_shared<NativeBody>(native_tree_of(tree_.file, tree_.file_id, view))),
                .header_span = at(view.header_span()),
                .type_span = at(view.type_span()),
                .label_spans = {}};
    for (LabelView& label : labels) {
        block.labels.push_back(std::move(label.value));
        block.label_spans.push_back(at(label.span));
    }
    return block;
}

namespace {

std::string join(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

// A wrong number of labels: the finding, or nothing.
std::optional<Diagnostic> check_labels(const BlockView& view, const std::vector<LabelView>& labels,
                                       const BlockHeaderSchema& schema) {
    std::size_t wanted = schema.label_names.size();
    if (labels.size() == wanted) return std::nullopt;
    std::string type(view.type());
    std::string count = counted(wanted, "label");
    Diagnostic diagnostic;
    if (labels.size() > wanted) {
        Span place = labels[wanted].span;
        diagnostic = wanted == 0 ? make_diagnostic(DiagCode::UnexpectedLabel, place, {type})
                                 : make_diagnostic(DiagCode::ExtraneousLabel, place,
                                                   {type, count, join(schema.label_names)});
        Span surplus = {place.start, labels.back().span.end};
        diagnostic.fixes.push_back(
            {.title = "Remove the surplus label" + std::string(labels.size() - wanted > 1 ? "s" : ""),
             .edits = {{{}, {surplus, ""}}},
             .preferred = false});
    } else {
        Span brace = view.open_brace();
        diagnostic =
            make_diagnostic(DiagCode::MissingLabel, brace,
                            {schema.label_names[labels.size()], type, count, join(schema.label_names)});
        std::string added;
        for (std::size_t i = labels.size(); i < wanted; ++i) added += "\"" + schema.label_names[i] + "\" ";
        diagnostic.fixes.push_back({.title = "Add the missing label",
                                    .edits = {{{}, {{brace.start, brace.start}, added}}},
                                    .preferred = false});
    }
    diagnostic.context = cover(view.type_span(), view.open_brace());
    return diagnostic;
}

}  // namespace

BodyContent NativeBody::take(const Items& items, const BodySchema& schema, Diagnostics& diagnostics) const {
    BodyContent content;
    content.missing_item = missing_item();

    NameIndex by_name;
    by_name.reserve(items.attributes.size());
    for (std::size_t i = 0; i < items.attributes.size(); ++i) by_name.add(items.attributes[i].name, i);
    std::vector<std::size_t> taken;
    taken.reserve(schema.attributes.size());
    std::vector<bool> is_taken(items.attributes.size());
    for (const AttributeSchema& wanted : schema.attributes) {
        std::size_t found = by_name.find(wanted.name);
        // A name that is requested twice exists only once.
        bool is_there =
            found != NameIndex::kNone && !is_taken[found] && !hidden_attributes_.contains(wanted.name);
        if (is_there) {
            taken.push_back(found);
            is_taken[found] = true;
        } else if (wanted.required) {
            Diagnostic diagnostic =
                make_diagnostic(DiagCode::MissingRequiredArgument, content.missing_item.span, {wanted.name});
            diagnostic.file = tree_.file_id;
            diagnostics.push_back(std::move(diagnostic));
        }
    }
    std::ranges::sort(taken);
    content.attributes.reserve(taken.size());
    for (std::size_t i : taken)
        content.attributes.push_back(native_attribute(tree_.file, tree_.file_id, items.attributes[i]));
    content.index_names();

    NameIndex wanted_blocks;
    wanted_blocks.reserve(schema.blocks.size());
    for (std::size_t i = 0; i < schema.blocks.size(); ++i) wanted_blocks.add(schema.blocks[i].type, i, true);
    for (const auto& [type, view] : items.blocks) {
        std::size_t wanted = wanted_blocks.find(type);
        if (wanted == NameIndex::kNone || hidden_blocks_.contains(type)) continue;
        std::vector<LabelView> labels = view.labels();
        auto diagnostic = check_labels(view, labels, schema.blocks[wanted]);
        if (diagnostic && !schema.blocks[wanted].any_labels) {
            diagnostic->file = tree_.file_id;
            diagnostics.push_back(std::move(*diagnostic));
            continue;
        }
        content.blocks.push_back(block(view, std::move(labels)));
    }
    return content;
}

void NativeBody::report_unexpected(const Items& items, const BodySchema& schema, const BodyContent& content,
                                   Diagnostics& diagnostics) const {
    NameIndex known_attributes;
    known_attributes.reserve(schema.attributes.size());
    for (const AttributeSchema& a : schema.attributes) known_attributes.add(a.name, 0);
    NameIndex known_blocks;
    known_blocks.reserve(schema.blocks.size());
    for (const BlockHeaderSchema& b : schema.blocks) known_blocks.add(b.type, 0);

    auto report = [&](DiagCode code, Span place, std::string_view name, std::string_view suggestion,
                      std::string_view hint) {
        std::string advice(hint);
        if (!suggestion.empty()) advice = did_you_mean(suggestion);
        Diagnostic diagnostic = make_diagnostic(code, place, {name, advice});
        diagnostic.file = tree_.file_id;
        if (!suggestion.empty())
            diagnostic.fixes.push_back({.title = "Change to \"" + std::string(suggestion) + "\"",
                                        .edits = {{tree_.file_id, {place, std::string(suggestion)}}},
                                        .preferred = true,
                                        .is_guess = true});
        diagnostics.push_back(std::move(diagnostic));
    };

    // Limits the cost of a body with many unexpected names.
    std::uint64_t suggestions = 0;
    auto near = [&](std::string_view name, std::span<const std::string_view> candidates) {
        return ++suggestions <= limits::suggestions ? suggest(name, candidates) : std::string();
    };
    std::vector<std::string_view> unset;
    for (const AttributeSchema& a : schema.attributes)
        if (!content.find(a.name)) unset.push_back(a.name);
    std::vector<std::string_view> types;
    types.reserve(schema.blocks.size());
    for (const BlockHeaderSchema& b : schema.blocks) types.push_back(b.type);
    std::ranges::sort(types);

    for (const AttributeView& attr : items.attributes) {
        if (known_attributes.contains(attr.name) || hidden_attributes_.contains(attr.name)) continue;
        std::string_view hint =
            known_blocks.contains(attr.name) ? " It is a block here: remove the equals sign." : "";
        report(DiagCode::UnsupportedArgument, attr.name_span, attr.name, near(attr.name, unset), hint);
    }
    for (const auto& [type, view] : items.blocks) {
        if (known_blocks.contains(type) || hidden_blocks_.contains(type)) continue;
        std::string_view hint =
            known_attributes.contains(type) ? " It is an argument here: set it with an equals sign." : "";
        report(DiagCode::UnsupportedBlockType, view.type_span(), type, near(type, types), hint);
    }
}

ContentResult NativeBody::content(const BodySchema& schema) const {
    ContentResult result;
    auto all = items();
    report_repeats(*all, result.diagnostics);
    result.content = take(*all, schema, result.diagnostics);
    report_unexpected(*all, schema, result.content, result.diagnostics);
    return result;
}

PartialResult NativeBody::partial_content(const BodySchema& schema) const {
    PartialResult result;
    auto remain = std::make_shared<NativeBody>(*this);
    remain->items_ = items();
    report_repeats(*remain->items_, result.diagnostics);
    result.content = take(*remain->items_, schema, result.diagnostics);
    for (const Attribute& a : result.content.attributes) remain->hidden_attributes_.add(a.name);
    for (const BlockHeaderSchema& b : schema.blocks) remain->hidden_blocks_.add(b.type);
    result.remain = Body(std::move(remain));
    return result;
}

AttributesResult NativeBody::just_attributes() const {
    AttributesResult result;
    auto all = items();
    if (!all->blocks.empty()) {
        const BlockView& first = all->blocks.front().view;
        Diagnostic diagnostic = make_diagnostic(DiagCode::UnexpectedBlock, first.type_span(), {first.type()});
        diagnostic.file = tree_.file_id;
        result.diagnostics.push_back(std::move(diagnostic));
    }
    report_repeats(*all, result.diagnostics);
    for (const AttributeView& attr : all->attributes)
        if (!hidden_attributes_.contains(attr.name))
            result.attributes.push_back(native_attribute(tree_.file, tree_.file_id, attr));
    return result;
}

namespace {

// Items that a file lacks are reported at its first token; a line comment is one, as the grammar ends a line
// there.
std::uint32_t start_of_tokens(const syntax::File& file) {
    using syntax::TokenKind;
    for (std::uint32_t i = 0; i < file.chunk_count(); ++i) {
        const syntax::ChunkPtr chunk = file.chunk(i);
        for (std::size_t t = 0; t < chunk->token_kinds.size(); ++t) {
            const TokenKind kind = chunk->token_kinds[t];
            const std::uint32_t start = chunk->token_starts[t];
            const bool is_skipped =
                kind == TokenKind::Whitespace || kind == TokenKind::Bom ||
                (kind == TokenKind::Comment && chunk->text.substr(start).starts_with("/*"));
            if (!is_skipped) return file.chunk_start(i) + start;
        }
    }
    return file.size();
}

}  // namespace

Body file_body(syntax::FilePtr file, FileId file_id) {
    if (file->options().syntax == syntax::Syntax::Json) {
        syntax::Node root = file->root();
        return Body(std::make_shared<JsonBody>(std::move(file), file_id, root));
    }
    const syntax::BodyView view = file->body();
    const std::uint32_t missing = start_of_tokens(*file);
    return Body(std::make_shared<NativeBody>(
        NativeTree{.file = std::move(file), .file_id = file_id, .view = view, .missing = missing}));
}

}  // namespace hcl::decode
