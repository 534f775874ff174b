#include "engine/language/pack_checker.h"

#include <algorithm>
#include <set>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/reading.h"
#include "engine/source/severity.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

namespace {

using Words = std::set<std::string, std::less<>>;

bool is_block_spec(std::string_view type) {
    return type == "block" || type == "block_list" || type == "block_set" || type == "block_map" ||
           type == "block_attrs" || type == "any_block";
}

bool is_group(std::string_view type) {
    return type == "object" || type == "array" || type == "transform" || type == "default";
}

struct Checker {
    const Language& language;
    Diagnostics& out;
    Diagnostics unwanted{};  // discards findings that are reported when the setting is read
    Reading read{language, unwanted};
    Words all_names{};  // of all attributes and blocks
    Words kinds{};
    Words check_ids{};

    static constexpr int kMaxDepth = 100;
    int depth = 0;

    // The names that settings of one body can refer to.
    struct Context {
        const BodyDef& def;
        bool is_named = false;  // others may include it and add names
        const std::vector<CaseDef>* cases = nullptr;
    };

    void report(Span place, std::string_view word, std::string_view what, std::string_view name,
                const Words& known) {
        Suggester near(name);
        for (const std::string& one : known) near.offer(one);
        std::string advice = did_you_mean(near.best());
        Diagnostic d = make_diagnostic(DiagCode::UnknownPackName, place, {word, what, name, advice});
        if (!near.best().empty() && place.length() == name.size())
            d.fixes.push_back({.title = "Change to \"" + near.best() + "\"",
                               .edits = {{language.pack_id, {place, near.best()}}},
                               .preferred = true,
                               .is_guess = true});
        out.push_back(std::move(d));
    }
    void contradiction(Span place, const std::string& sentence) {
        out.push_back(make_diagnostic(DiagCode::PackContradiction, place, {sentence}));
    }

    // ---- What the pack declares

    void collect(const BodyView& view) {
        if (++depth < kMaxDepth)
            for (const BlockView& block : view.blocks()) {
                std::string_view type = block.type();
                PackBlock items(block.body());
                if (type == "attr") collect_name(block, items, "name");
                if (is_block_spec(type)) collect_name(block, items, "block_type");
                if (type == "symbol") collect_kind(items);
                if (type == "check")
                    if (auto labels = block.labels(); !labels.empty()) check_ids.insert(labels[0].value);
                collect(block.body());
            }
        --depth;
    }
    void collect_name(const BlockView& block, const PackBlock& items, std::string_view argument) {
        if (Node given = items.find(argument))
            all_names.insert(read.text(given, argument));
        else if (auto labels = block.labels(); !labels.empty())
            all_names.insert(labels[0].value);
    }
    void collect_kind(const PackBlock& items) {
        std::string kind = read.word(items.find("kind"), "kind");
        if (kind.empty())
            for (Node step : read.elements(items.find("address"))) {
                kind = read.word(step, "address");
                break;
            }
        kinds.insert(kind);
    }

    // ---- Names of a body

    static void add_names(const BodyDef& def, Words& names, bool& is_open, int nesting) {
        for (const auto& [name, slot] : def.slots) names.insert(name);
        is_open = is_open || def.is_lenient || def.any_attribute || def.any_block;
        if (nesting < 4) add_case_names(def.cases, names, is_open, nesting);
    }
    static void add_case_names(const std::vector<CaseDef>& cases, Words& names, bool& is_open, int nesting) {
        for (const CaseDef& choice : cases) {
            is_open = is_open || choice.is_lenient;
            for (const CaseDef::Choice& one : choice.choices)
                add_names(one.body->get(), names, is_open, nesting + 1);
        }
    }
    Words names_of(const Context& context, bool& is_open) const {
        Words names;
        add_names(context.def, names, is_open, 0);
        if (context.cases) add_case_names(*context.cases, names, is_open, 0);
        if (context.is_named) names.insert(all_names.begin(), all_names.end());
        return names;
    }

    void names(const PackBlock& items, std::string_view word, const Context& context) {
        Node list = items.find(word);
        if (!list) return;
        bool is_open = false;
        Words known = names_of(context, is_open);
        if (is_open) return;
        for (Node element : read.elements(list))
            for (Node inner : read.elements(element)) {
                std::string name = read.word(inner, word);
                if (!name.empty() && !known.contains(name))
                    report(inner.span(), word, "an attribute or block", name, known);
            }
    }

    void kinds_of(const PackBlock& items, std::string_view word) {
        for (Node element : read.elements(items.find(word)))
            if (std::string kind = read.word(element, word); !kind.empty() && !kinds.contains(kind))
                report(element.span(), word, "a kind of symbol", kind, kinds);
    }

    // self.NAME among the elements of a list.
    void members_of_self(const PackBlock& items, std::string_view word, const Context& context) {
        bool is_open = false;
        Words known = names_of(context, is_open);
        if (is_open) return;
        for (Node element : read.elements(items.find(word))) {
            eval::Traversal path = eval::traversal_of(element);
            if (path.size() == 2 && path[0].name == "self" && !known.contains(path[1].name))
                report(element.span(), word, "an attribute or block", path[1].name, known);
        }
    }

    // Functions of the language, also those that only some blocks can call.
    void functions_of(const PackBlock& items, std::string_view word) {
        const eval::FunctionTable& all = *language.evaluation.functions;
        const eval::FunctionTable& scoped = *language.evaluation.scoped_functions;
        for (Node element : read.elements(items.find(word))) {
            std::string name = read.word(element, word);
            if (name.empty() || all.find(name) || scoped.find(name) || matches_function_pattern(name))
                continue;
            Words known;
            for (const auto* table : {&all, &scoped})
                for (const auto& [one, function] : table->all()) known.insert(one);
            report(element.span(), word, "a function", name, known);
        }
    }
    bool matches_function_pattern(std::string_view name) const {
        return std::ranges::any_of(language.names.functions,
                                   [&](const std::string& pattern) { return glob_matches(pattern, name); });
    }

    // ---- Expressions of the pack

    static bool is_inside(const std::vector<Span>& places, Span span) {
        return std::ranges::any_of(places,
                                   [&](Span one) { return one.start <= span.start && span.end <= one.end; });
    }

    // Reports unknown functions. Returns the arguments that a decoder reads, such as types: these contain no
    // names.
    std::vector<Span> calls(Node node, std::string_view word) {
        std::vector<Span> decoded;
        eval::each_call(node, [&](Node call, std::string_view name) {
            if (is_inside(decoded, call.span())) return;
            if (const eval::Function* function = pack_functions()->find(name)) {
                for (std::size_t i = 0; i < function->parameters.size(); ++i)
                    if (Node argument = call.child(static_cast<std::uint32_t>(i + 1));
                        argument && eval::decoder_of(function->parameters[i].type))
                        decoded.push_back(argument.span());
                return;
            }
            Words known;
            for (const auto& [one, function] : pack_functions()->all()) known.insert(one);
            report(call.child(0).span(), word, "a function", name, known);
        });
        return decoded;
    }

    // `labels` null: unknown, they belong to the blocks that use the body.
    void expression(Node node, std::string_view word, const Context& context,
                    const std::vector<LabelDef>* labels, const Words& more = {}) {
        if (!node || node.is(NodeKind::Missing)) return;
        const std::vector<Span> decoded = calls(node, word);
        for (const eval::Traversal& path : eval::variables(node)) {
            const std::string& root = path[0].name;
            if (is_inside(decoded, path[0].span)) continue;
            bool is_member = path.size() > 1 && path[1].kind == eval::TraversalStep::Kind::Attr;
            Span place = is_member ? Span{path[1].span.end - static_cast<std::uint32_t>(path[1].name.size()),
                                          path[1].span.end}
                                   : path[0].span;
            if (root == "self" || root == "set") {
                bool is_open = false;
                Words known = names_of(context, is_open);
                if (is_member && !is_open && !known.contains(path[1].name))
                    report(place, word, "an attribute or block", path[1].name, known);
            } else if (root == "label") {
                Words known;
                for (std::size_t i = 0; labels && i < labels->size(); ++i) known.insert((*labels)[i].name);
                if (labels && is_member && !known.contains(path[1].name))
                    report(place, word, "a label", path[1].name, known);
            } else if (!more.contains(root)) {
                Words known{"self", "label", "set"};
                known.insert(more.begin(), more.end());
                report(path[0].span, word, "a value", root, known);
            }
        }
    }

    // ---- Numbers

    void at_most(const PackBlock& items, std::string_view low, std::string_view high) {
        Node low_node = items.find(low);
        Node high_node = items.find(high);
        if (!low_node || !high_node) return;
        auto from = read.value(low_node, Type::number(), low);
        auto to = read.value(high_node, Type::number(), high);
        if (!from || !to || !from->is_known_number() || !to->is_known_number()) return;
        bool is_any = high == "max_items" && to->as_number().to_int64() == std::optional<std::int64_t>(0);
        if (is_any || !(to->as_number() < from->as_number())) return;
        contradiction(high_node.span(), "\"" + std::string(high) + "\" is " + to->to_display(40) +
                                            ", less than \"" + std::string(low) + "\", which is " +
                                            from->to_display(40) + ": nothing can satisfy both.");
    }

    // ---- Spec blocks

    void attribute(const BlockView& view, const Context& context) {
        PackBlock items(view.body());
        at_most(items, "min", "max");
        at_most(items, "min_length", "max_length");
        for (std::string_view word : {"needs", "conflicts_with", "replaced_by"}) names(items, word, context);
        kinds_of(items, "refers_to");
        for (std::string_view word : {"required_if", "validates"})
            expression(items.find(word), word, context, nullptr);
        for (const BlockView& inner : items.blocks) {
            if (inner.type() != "symbol") continue;
            PackBlock symbol(inner.body());
            for (std::string_view word : {"value", "sensitive", "names_more"})
                expression(symbol.find(word), word, {free_body(), false}, nullptr, {"name"});
        }
    }

    static const BodyDef& free_body() {
        static const BodyDef body = [] {
            BodyDef free;
            free.is_lenient = true;
            return free;
        }();
        return body;
    }

    void block(const BlockView& view, const Context& around, const BlockDef* def) {
        PackBlock items(view.body());
        at_most(items, "min_items", "max_items");
        for (std::string_view word : {"needs", "conflicts_with"}) names(items, word, around);
        if (view.type() != "any_block") names(items, "replaced_by", around);
        expression(items.find("required_if"), "required_if", around, nullptr);
        if (!def || !def->body) return;
        const BodyDef& body = def->body->get();
        Context inside{body, false, &def->cases};
        // A shared body can be used by blocks with other labels.
        const std::vector<LabelDef>* labels = around.is_named ? nullptr : &def->labels;
        for (std::string_view word : {"outline", "fold_text", "link", "unique"})
            expression(items.find(word), word, inside, labels);
        for (const BlockView& inner : items.blocks) {
            PackBlock parts(inner.body());
            if (inner.type() == "symbol") {
                for (std::string_view word : {"value", "sensitive", "ephemeral", "names_more", "type",
                                              "required", "indexed", "unusable", "fallback"})
                    expression(parts.find(word), word, inside, labels, {"called", "outcome"});
                for (std::string_view word : {"address", "optional"}) members_of_self(parts, word, inside);
            }
            if (inner.type() == "label") kinds_of(parts, "refers_to");
            if (inner.type() == "callable")
                for (std::string_view word : {"params", "variadic", "result"}) names(parts, word, inside);
            if (inner.type() == "scope")
                for (std::string_view word : {"when", "names"})
                    expression(parts.find(word), word, inside, labels, {"outcome"});
            if (inner.type() == "restrict") {
                for (std::string_view word : {"when", "reason"})
                    expression(parts.find(word), word, inside, labels);
                names(parts, "blocks", inside);
                // Also of blocks inside of the block.
                for (Node element : read.elements(parts.find("attributes")))
                    if (std::string name = read.word(element, "attributes");
                        !name.empty() && !all_names.contains(name))
                        report(element.span(), "attributes", "an attribute", name, all_names);
                functions_of(parts, "functions");
            }
            if (inner.type() == "lens")
                for (std::string_view word : {"text", "when"})
                    expression(parts.find(word), word, inside, labels);
            if (inner.type() == "check") {
                for (std::string_view word : {"condition", "message", "type"})
                    expression(parts.find(word), word, inside, labels,
                               parts.find("each") ? Words{"each"} : Words());
                expression(parts.find("each"), "each", inside, labels);
                expression_at(parts.find("at"), inside);
            }
            if (inner.type() == "case") expression(parts.find("on"), "on", inside, labels);
            if (inner.type() == "call") {
                expression(parts.find("folder"), "folder", inside, labels);
                kinds_of(parts, "inputs");
                kinds_of(parts, "outputs");
                kinds_of(parts, "passed");
                expression(parts.find("passes"), "passes", inside, labels);
            }
        }
        level(view.body(), {body, false, &def->cases});
    }

    // attr.NAME
    void expression_at(Node node, const Context& context) {
        if (!node) return;
        eval::Traversal path = eval::traversal_of(node);
        if (path.size() != 2 || path[0].name != "attr") return;
        bool is_open = false;
        Words known = names_of(context, is_open);
        if (!is_open && !known.contains(path[1].name))
            report({path[1].span.end - static_cast<std::uint32_t>(path[1].name.size()), path[1].span.end},
                   "at", "an attribute", path[1].name, known);
    }

    // The specs of one body, including those nested in objects, arrays and so on.
    void level(const BodyView& view, const Context& context) {
        if (++depth < kMaxDepth) {
            PackBlock items(view);
            for (std::string_view word : {"conflicts", "exactly_one", "at_least_one", "together", "order"})
                names(items, word, context);
            Words attributes;
            for (const BlockView& child : items.blocks) {
                std::string_view type = child.type();
                if (type == "attr" || type == "any_attr") attribute(child, context);
                if (type == "attr") twice(child, attributes);
                if (is_block_spec(type)) block(child, context, definition(child, context));
                if (is_group(type)) level(child.body(), context);
                if (type == "default" && PackBlock(child.body()).blocks.empty())
                    contradiction(child.type_span(), "This \"default\" holds no specs to choose from.");
            }
        }
        --depth;
    }

    void twice(const BlockView& view, Words& seen) {
        PackBlock items(view.body());
        Node given = items.find("name");
        auto labels = view.labels();
        std::string name = given ? read.text(given, "name") : labels.empty() ? "" : labels[0].value;
        if (name.empty() || seen.insert(name).second) return;
        contradiction(given ? given.span() : labels[0].span,
                      "The attribute \"" + name + "\" is described twice here; the first one counts.");
    }

    // Only the first of several definitions with one name is compiled; the others are skipped.
    const BlockDef* definition(const BlockView& view, const Context& context) {
        if (view.type() == "any_block") return context.def.any_block.get();
        PackBlock items(view.body());
        Node given = items.find("block_type");
        auto labels = view.labels();
        if (!given && labels.empty()) return nullptr;
        const BlockDef* def = context.def.block(given ? read.text(given, "block_type") : labels[0].value);
        return def && def->place == (given ? given.span() : labels[0].span) ? def : nullptr;
    }

    // ---- The top of the pack

    void language_block(const BlockView& view) {
        PackBlock items(view.body());
        for (std::string_view word : {"public", "override_kinds"}) kinds_of(items, word);
        functions_of(items, "forgiving");
        names(items, "stands_alone", {language.root(), false});
        Node levels = items.find("levels");
        if (!levels || !eval::without_parens(levels).is(NodeKind::Object)) return;
        for (Node item : eval::without_parens(levels).children()) {
            if (!item.child(0)) continue;
            std::string name = read.word(item.child(0), "levels");
            if (Node level = item.child(1); level && !level.is(NodeKind::Missing)) severity(level);
            if (name.empty() || name == "*" || check_ids.contains(name) || find_diag(name)) continue;
            std::string advice = did_you_mean(nearest_diag(name));
            out.push_back(make_diagnostic(DiagCode::UnknownRule, item.child(0).span(), {name, advice}));
        }
    }

    // The schema of packs checks those in quotes.
    void severity(Node level) {
        const std::string word = eval::static_keyword(read.expression(level));
        if (word.empty() || word == "off" || severity_of_word(word)) return;
        std::string known = "off";
        for (std::string_view one : kSeverityWords) known += ", " + std::string(one);
        out.push_back(make_diagnostic(DiagCode::UnknownPackWord, level.span(), {"level", word, known}));
    }

    void function_block(const BlockView& view) {
        PackBlock items(view.body());
        Words parameters;
        for (Node element : read.elements(items.find("params")))
            if (std::string name = read.word(element, "params"); !parameters.insert(name).second)
                contradiction(element.span(), "The parameter \"" + name + "\" is there twice.");
        if (Node rest = items.find("variadic_param")) parameters.insert(read.word(rest, "variadic_param"));
        result(items.find("result"), parameters);
        Node types = items.find("types");
        if (!types || !eval::without_parens(types).is(NodeKind::Object)) return;
        for (Node item : eval::without_parens(types).children()) {
            if (!item.child(0)) continue;
            std::string name = read.word(item.child(0), "types");
            if (!name.empty() && !parameters.contains(name))
                report(item.child(0).span(), "types", "a parameter", name, parameters);
        }
    }

    // The body of a function can use its parameters alone.
    void result(Node node, const Words& parameters) {
        if (!node || node.is(NodeKind::Missing)) return;
        const std::vector<Span> decoded = calls(node, "result");
        for (const eval::Traversal& path : eval::variables(node))
            if (!parameters.contains(path[0].name) && !is_inside(decoded, path[0].span))
                report(path[0].span, "result", "a parameter", path[0].name, parameters);
    }

    void run() {
        const BodyView body = language.pack->body();
        collect(body);
        for (const BlockView& view : body.blocks()) {
            if (view.type() == "language") language_block(view);
            if (view.type() == "function") function_block(view);
        }
        level(body, {language.root(), false});
        for (const auto& [name, named] : language.bodies()) level(named->source(), {named->get(), true});
    }
};

}  // namespace

Diagnostics check_pack(const Language& language) {
    Diagnostics out;
    Checker{language, out}.run();
    for (Diagnostic& d : out) d.file = language.pack_id;
    return out;
}

}  // namespace hcl::language
