// Annotations of blocks, and the blocks inside them: labels, scopes, restrictions, calls, lenses.
#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_parts.h"
#include "engine/language/pack_names.h"
#include "engine/language/version_order.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

namespace {

LabelDef named_label(std::string name) {
    LabelDef label;
    label.name = std::move(name);
    return label;
}

struct BlockReader {
    Reading& read;

    void block(BlockDef& def, const BlockView& view, const PackBlock& items) {
        def.notes = read_notes(read, items);
        read_labels(read, def, items);
        how_often(def, items);
        if (Node node = items.find("ephemeral")) def.takes_ephemeral = read.flag(node, "ephemeral");
        def.needs_others = read.words(items.find("needs"), "needs");
        presentation(def, items);
        for (const BlockView& inner : items.blocks) {
            std::string_view type = inner.type();
            if (type == "symbol") def.symbol = read_symbol(read, inner, def.labels);
            if (type == "case") read_case(read, inner, def.cases, &def.labels);
            if (type == "scope") scope(inner, def);
            if (type == "restrict") restriction(inner, def);
            if (type == "call") def.call = call(PackBlock(inner.body()), def.labels);
            if (type == "function") def.callable = callable(PackBlock(inner.body()));
        }
        if (def.symbol && !def.scopes.empty()) def.symbol = symbol_with_needs_of(def.scopes, *def.symbol);
        def.body = def.repeats == BlockDef::Repeats::Attributes
                       ? body_of_attributes(items)
                       : std::make_shared<LazyBody>(read.language(), view.body(), view.type_span());
    }

    void how_often(BlockDef& def, const PackBlock& items) {
        def.min_items = read.count(items.find("min_items"), "min_items").value_or(0);
        def.max_items = read.count(items.find("max_items"), "max_items").value_or(0);
        if (def.repeats == BlockDef::Repeats::Single || def.repeats == BlockDef::Repeats::Attributes)
            def.max_items = 1;
        if (read_required(read, items, def.required_if))
            def.min_items = std::max<std::uint64_t>(def.min_items, 1);
        def.is_unique = def.repeats == BlockDef::Repeats::Map;
        if (Node unique = items.find("unique")) {
            if (eval::variables(unique).empty()) {
                def.is_unique = read.flag(unique, "unique");
            } else {
                def.is_unique = false;
                for (Node key : read.elements(unique))
                    if (auto one = read_key(read, key, "unique", &def.labels))
                        def.unique_by.push_back(std::move(*one));
            }
        }
        def.merges = read.flag(items.find("merge"), "merge");
        if (def.merges) def.is_unique = false;
    }

    // Whether the value of an expression depends on nothing.
    static bool is_fixed(Node names) {
        if (!names || !Reading::is_object(names)) return false;
        bool calls_others = false;
        eval::each_call(names, [&](Node, std::string_view name) { calls_others |= name != "unknown"; });
        return !calls_others && eval::variables(names).empty();
    }

    void scope(const BlockView& view, BlockDef& def) {
        PackBlock block(view.body());
        ScopeDef scope{block.find("when"), block.find("names"), {}, nullptr};
        scope.needs.add(scope.when);
        scope.needs.add(scope.names);
        scope.is_fixed = !scope.when && is_fixed(scope.names);
        if (Node list = block.find("functions")) {
            eval::FunctionTable functions;
            for (Node element : read.elements(list)) {
                std::string name = read.word(element, "functions");
                if (auto function = read.language().evaluation.scoped_functions->find_shared(name)) {
                    functions.add(name, function);
                } else if (!name.empty()) {
                    std::string known;
                    for (const auto& [other, f] : read.language().evaluation.scoped_functions->all())
                        known += (known.empty() ? "" : ", ") + other;
                    read.report(
                        DiagCode::UnknownPackWord, element.span(),
                        {"functions", name,
                         known.empty() ? "the pack's functions with `visible = scope`, of which it has none"
                                       : known});
                }
            }
            scope.functions = std::make_shared<const eval::FunctionTable>(std::move(functions));
        }
        if (scope.names || scope.functions) def.scopes.push_back(std::move(scope));
    }

    void restriction(const BlockView& view, BlockDef& def) {
        PackBlock block(view.body());
        RestrictionDef restriction;
        restriction.when = block.find("when");
        restriction.reason = block.find("message");
        restriction.needs.add(restriction.when);
        restriction.needs.add(restriction.reason);
        for (Node place : read.elements(block.find("at"))) {
            const eval::Traversal path = eval::traversal_of(place);
            if (path.size() == 2 && path[0].name == "block")
                restriction.blocks.push_back(path[1].name);
            else if (path.size() == 2 && path[0].name == "attr")
                restriction.attributes.push_back(path[1].name);
            else
                read.report(DiagCode::UnsuitablePackValue, place.span(),
                            {"at", "block.NAME or attr.NAME is needed"});
        }
        if (Node node = block.find("functions")) restriction.functions = read.words(node, "functions");
        allowed_names(block.find("names"), restriction);
        if (restriction.reason) def.restrictions.push_back(std::move(restriction));
    }

    // The names that are allowed, or { name = error } for those that are not.
    void allowed_names(Node node, RestrictionDef& restriction) {
        if (Reading::is_object(node)) {
            for (const auto& [name, treatment] : read.entries(node, "names"))
                if (read.pick<bool>(treatment, "names", {{"error", true}}, false))
                    restriction.names.push_back({name});
            restriction.refuses_names = true;
            return;
        }
        for (Node element : read.elements(node)) {
            const eval::Traversal path = eval::traversal_of(element);
            if (path.size() == 1 && path[0].name == "own") {
                restriction.allows_own = true;
                continue;
            }
            std::vector<std::string>& name = restriction.names.emplace_back();
            for (const eval::TraversalStep& step : path) name.push_back(step.name);
        }
    }

    // Each is the text of a line, `references`, `any_references`, or `CONDITION ? references : null`.
    void lenses(Node list, BlockDef& def) {
        auto is_word = [&](Node node, std::string_view word) {
            return eval::static_keyword(read.expression(node)) == word;
        };
        auto counts = [&](Node node) {
            return is_word(node, "references") || is_word(node, "any_references");
        };
        for (Node element : read.elements(list)) {
            LensDef& lens = def.lenses.emplace_back();
            const Node node = eval::without_parens(element);
            lens.needs_any = is_word(node, "any_references");
            if (counts(node)) continue;
            if (node.is(syntax::NodeKind::Conditional) && node.child_count() == 3 && counts(node.child(1))) {
                lens.needs_any = is_word(node.child(1), "any_references");
                lens.when = computed_text(node.child(0));
                continue;
            }
            lens.kind = LensDef::Kind::Text;
            lens.text = computed_text(element);
        }
    }

    // Settings for editors.
    void presentation(BlockDef& def, const PackBlock& items) {
        def.outline = computed_text(items.find("outline"));
        def.icon = read_icon(read, items);
        if (Node link = items.find("link"); link && !eval::variables(link).empty())
            def.link = computed_text(link);
        // A kind of folding, or the text of the folded block.
        const Node fold = items.find("fold");
        if (fold && eval::static_keyword(read.expression(fold)).empty())
            def.fold_text = computed_text(fold);
        else
            def.fold = read.pick<BlockDef::Fold>(fold, "fold",
                                                 {{"block", BlockDef::Fold::Block},
                                                  {"none", BlockDef::Fold::None},
                                                  {"region", BlockDef::Fold::Region},
                                                  {"imports", BlockDef::Fold::Imports}},
                                                 BlockDef::Fold::Block);
        def.snippet = read.text(items.find("snippet"), "snippet");
        lenses(items.find("lens"), def);
    }

    std::shared_ptr<const CallDef> call(const PackBlock& items, const std::vector<LabelDef>& labels) {
        auto has_label = [&](const std::string& name) {
            return std::ranges::find(labels, name, &LabelDef::name) != labels.end();
        };
        std::string folder;
        if (Node node = items.find("folder")) {
            const eval::Traversal from = eval::traversal_of(node);
            if (from.size() == 2 && from[0].name == "self") folder = from[1].name;
            if (from.size() == 2 && from[0].name == "label" && has_label(from[1].name))
                folder = "label." + from[1].name;
            if (folder.empty())
                read.report(DiagCode::UnsuitablePackValue, node.span(),
                            {"folder", "self.NAME, or label.NAME of a label that the block has, is needed"});
        }
        CallDef def{.folder = std::move(folder),
                    .language = read.word(items.find("language"), "language"),
                    .paths = {},
                    .passes = {},
                    .passed = {},
                    .inputs = {},
                    .outputs = read.word(items.find("outputs"), "outputs")};
        inputs(items.find("inputs"), def);
        parents(items.find("parents"), def.paths);
        return std::make_shared<const CallDef>(std::move(def));
    }

    // A function that finds a file in the folders above, or functions with what they give: { find = file,
    // here = folder, top = root, of_include = include }.
    void parents(Node node, PathFunctions& paths) {
        if (!Reading::is_object(node)) {
            paths.above = read.word(node, "parents");
            return;
        }
        for (const auto& [function, gives] : read.entries(node, "parents")) {
            std::string word = read.word(gives, "parents");
            if (word == "file")
                paths.above = function;
            else if (word == "folder")
                paths.here = function;
            else if (word == "root")
                paths.root = function;
            else if (!word.empty())
                paths.of_blocks.emplace_back(function, std::move(word));
        }
    }

    // A kind that attributes set, or kinds with what sets them: { variable = self, alias = self.providers }.
    void inputs(Node node, CallDef& def) {
        if (!Reading::is_object(node)) {
            def.inputs = read.word(node, "inputs");
            return;
        }
        for (const auto& [kind, by] : read.entries(node, "inputs")) {
            if (const eval::Traversal path = eval::traversal_of(by);
                path.size() == 1 && path[0].name == "self") {
                def.inputs = kind;
            } else {
                def.passed = kind;
                def.passes = read.member_of_self(by, "inputs");
            }
        }
    }

    std::shared_ptr<const CallableDef> callable(const PackBlock& items) {
        return std::make_shared<const CallableDef>(
            CallableDef{read.word(items.find("params"), "params"),
                        read.word(items.find("variadic_param"), "variadic_param"),
                        read.word(items.find("result"), "result")});
    }

    // Scope names are computed before the contents of the block, so the symbol needs their inputs.
    static std::shared_ptr<const SymbolDef> symbol_with_needs_of(const std::vector<ScopeDef>& scopes,
                                                                 const SymbolDef& def) {
        auto symbol = std::make_shared<SymbolDef>(def);
        for (const ScopeDef& scope : scopes) {
            symbol->needs.all = symbol->needs.all || scope.needs.all;
            symbol->needs.set = symbol->needs.set || scope.needs.set;
            symbol->needs.all_of_set = symbol->needs.all_of_set || scope.needs.all_of_set;
            symbol->needs.set_names.insert(symbol->needs.set_names.end(), scope.needs.set_names.begin(),
                                           scope.needs.set_names.end());
            symbol->needs.names.insert(symbol->needs.names.end(), scope.needs.names.begin(),
                                       scope.needs.names.end());
        }
        return symbol;
    }

    LazyBodyPtr body_of_attributes(const PackBlock& items) {
        auto any = std::make_shared<AttributeDef>();
        if (Node type = items.find("element_type"))
            any->type = eval::parse_type(read.expression(type), eval::TypeExpressionKind::Defaults,
                                         Rules::reference())
                            .type;
        for (const BlockView& inner : items.blocks)
            if (is_any(inner)) read_attribute(read, *any, PackBlock(inner.body()));
        BodyDef body;
        body.any_attribute = std::move(any);
        return std::make_shared<LazyBody>(read.language(), std::move(body));
    }
};

// true, false, `many`, or the versions in which the label can be omitted.
void read_optional(Reading& read, Node node, LabelDef& label) {
    if (!node) return;
    label.is_variadic = eval::static_keyword(read.expression(node)) == "many";
    if (label.is_variadic) return;
    const Value given = read.value(node, Type::dynamic(), "optional").value_or(Value::null());
    if (!given.is_known_string()) {
        label.is_optional = read.flag(node, "optional");
        return;
    }
    const VersionRange range = read_versions(read, node, "optional");
    const std::string& version = read.language().version;
    label.is_optional = version.empty() || is_available(version, range.since, range.until);
}

}  // namespace

void read_labels(Reading& read, BlockDef& def, const PackBlock& block) {
    for (const std::string& name : read.words(block.find("labels"), "labels"))
        def.labels.push_back(named_label(name));
    for (const BlockView& inner : block.blocks) {
        if (inner.type() != "label") continue;
        auto names = inner.labels();
        if (names.empty()) continue;
        auto known = std::ranges::find(def.labels, names[0].value, &LabelDef::name);
        if (known == def.labels.end()) known = def.labels.insert(known, named_label(names[0].value));
        PackBlock label(inner.body());
        read_optional(read, label.find("optional"), *known);
        known->doc = read.text(label.find("doc"), "doc");
        known->rules = read_value_rules(read, label, Type::string());
        known->extends = read.flag(label.find("merge"), "merge");
        known->is_given = read.word(label.find("access"), "access") == "read";
        if (known->rules.refers_to.empty()) continue;
        // A label that names a symbol is looked up like a string attribute.
        auto naming = std::make_shared<AttributeDef>();
        naming->name = known->name;
        naming->notes.doc = known->doc;
        naming->type = Type::string();
        naming->rules = known->rules;
        known->naming = std::move(naming);
    }
}

void read_block(Reading& read, BlockDef& def, const BlockView& view, const PackBlock& items) {
    BlockReader{read}.block(def, view, items);
}

}  // namespace hcl::language
