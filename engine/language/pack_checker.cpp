#include "engine/language/pack_checker.h"

#include <algorithm>
#include <map>
#include <memory>

#include "engine/base/glob.h"
#include "engine/base/limits.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_parts.h"
#include "engine/language/condition.h"
#include "engine/language/pack_includes.h"
#include "engine/language/pack_names.h"
#include "engine/language/pack_source.h"
#include "engine/language/pack_structure.h"
#include "engine/language/pack_value_rules.h"
#include "engine/language/reading.h"
#include "engine/language/version_order.h"
#include "engine/source/severity.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

namespace {

struct Checker {
    const Language& language;
    Diagnostics& out;
    Diagnostics unwanted{};  // discards findings that are reported when the setting is read
    Reading read{language, unwanted};
    const PackNames declared{language};

    static constexpr int kMaxDepth = 100;
    int depth = 0;
    std::uint64_t names_to_compare = limits::compared_names;  // with those that are not there
    eval::Budget budget{{.steps = condition_steps(language.pack->size())}};
    bool is_language = false;  // otherwise a library of functions
    Words later{};             // functions of the pack for itself that follow the one that is checked

    // The names that settings of one body can refer to.
    struct Context {
        const BodyDef& def;
        bool is_named = false;  // others may include it and add names
        const std::vector<CaseDef>* cases = nullptr;
    };

    void report(Span place, std::string_view word, std::string_view what, std::string_view name,
                const Words& known) {
        Suggester near(name);
        if (known.size() <= names_to_compare) {
            names_to_compare -= known.size();
            for (const std::string& one : known) near.offer(one);
        }
        std::string advice = did_you_mean(near.best());
        Diagnostic d = make_diagnostic(DiagCode::UnknownPackName, place, {word, what, name, advice});
        add_nearest(d, language.pack_id, place, name, near.best());
        out.push_back(std::move(d));
    }
    void contradiction(Span place, const std::string& sentence) {
        out.push_back(make_diagnostic(DiagCode::PackContradiction, place, {sentence}));
    }

    // ---- Names of a body

    static void add_names(const BodyDef& def, Words& names, bool& is_open, int nesting) {
        for (const auto& [name, slot] : def.slots) names.insert(name);
        is_open = is_open || def.is_lenient || def.any_attribute || def.any_block;
        if (nesting < 4) add_case_names(def.cases, names, is_open, nesting);
    }
    static void add_case_names(const std::vector<CaseDef>& cases, Words& names, bool& is_open, int nesting) {
        for (const CaseDef& choice : cases) {
            is_open = is_open || choice.takes_any();
            for (const CaseDef::Choice& one : choice.choices)
                add_names(one.body->get(), names, is_open, nesting + 1);
        }
    }
    struct NamesOfBody {
        const BodyDef* def;
        const std::vector<CaseDef>* cases;
        bool is_named;
        Words names{};
        bool is_open = false;
        bool is_open_itself = false;  // whatever its cases select
    };
    // The names of the last bodies, the latest first, because each of their attributes and blocks asks for
    // them.
    mutable std::vector<std::shared_ptr<const NamesOfBody>> last_names{};
    std::shared_ptr<const NamesOfBody> names_of(const Context& context) const {
        constexpr std::size_t kMost = 16;
        const auto known = std::ranges::find_if(last_names, [&](const auto& one) {
            return one->def == &context.def && one->cases == context.cases &&
                   one->is_named == context.is_named;
        });
        if (known != last_names.end()) {
            std::rotate(last_names.begin(), known, known + 1);
            return last_names.front();
        }
        auto made = std::make_shared<NamesOfBody>(&context.def, context.cases, context.is_named);
        add_names(context.def, made->names, made->is_open, 0);
        made->is_open_itself = context.def.is_lenient || context.def.any_attribute || context.def.any_block;
        if (context.cases) add_case_names(*context.cases, made->names, made->is_open, 0);
        if (context.is_named) made->names.insert(declared.items.begin(), declared.items.end());
        if (last_names.size() == kMost) last_names.pop_back();
        return *last_names.insert(last_names.begin(), std::move(made));
    }

    void names(const PackBlock& items, std::string_view word, const Context& context) {
        Node list = items.find(word);
        if (!list) return;
        const auto body = names_of(context);
        if (body->is_open) return;
        const Words& known = body->names;
        for (Node element : read.elements(list))
            for (Node inner : read.elements(element)) {
                std::string name = read.word(inner, word);
                if (!name.empty() && !known.contains(name))
                    report(inner.span(), word, "an attribute or block", name, known);
            }
    }

    void kinds(Node list, std::string_view word, std::string_view other = {}) {
        for (Node element : read.elements(list))
            if (std::string kind = read.word(element, word);
                !kind.empty() && kind != other && !declared.kinds.contains(kind))
                report(element.span(), word, "a kind of symbol", kind, declared.kinds);
    }

    // self.NAME among the elements of a list. What a case looks at is there before the case adds anything.
    void members_of_self(const PackBlock& items, std::string_view word, const Context& context) {
        members_of_self(items.find(word), word, context);
    }
    void members_of_self(Node list, std::string_view word, const Context& context) {
        if (!list) return;
        const auto body = names_of(context);
        const bool is_of_case = word == "on" || word == "package";
        if (is_of_case ? body->is_open_itself : body->is_open) return;
        const Words& known = body->names;
        for (Node element : read.elements(list)) {
            eval::Traversal path = eval::traversal_of(element);
            if (path.size() == 2 && path[0].name == "self" && !known.contains(path[1].name))
                report(path[1].name_span(), word, "an attribute or block", path[1].name, known);
        }
    }

    // Functions of the language, also those that only some blocks can call.
    void functions_of(const PackBlock& items, std::string_view word) {
        for (Node element : read.elements(items.find(word)))
            function(element, word, read.word(element, word));
    }
    void function(Node place, std::string_view word, const std::string& name) {
        const eval::FunctionTable& all = *language.evaluation.functions;
        const eval::FunctionTable& scoped = *language.evaluation.scoped_functions;
        if (name.empty() || all.find(name) || scoped.find(name) || matches_function_pattern(name)) return;
        Words known;
        for (const auto* table : {&all, &scoped})
            for (const auto& [one, entry] : table->all()) known.insert(one);
        report(place.span(), word, "a function", name, known);
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
        const eval::FunctionTable& own = *language.own_functions();
        eval::each_call(node, [&](Node call, std::string_view name) {
            if (is_inside(decoded, call.span())) return;
            if (const eval::Function* function = own.find(name); function && !later.contains(name)) {
                for (std::size_t i = 0; i < function->parameters.size(); ++i)
                    if (Node argument = call.child(static_cast<std::uint32_t>(i + 1));
                        argument && eval::decoder_of(function->parameters[i].type))
                        decoded.push_back(argument.span());
                return;
            }
            Words known;
            for (const auto& [one, function] : own.all())
                if (!later.contains(one)) known.insert(one);
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
            Span place = is_member ? path[1].name_span() : path[0].span;
            if (root == "self" || root == "set") {
                const auto body = names_of(context);
                if (is_member && !body->is_open && !body->names.contains(path[1].name))
                    report(place, word, "an attribute or block", path[1].name, body->names);
            } else if (root == "label") {
                if (is_member) label(path, word, labels);
            } else if (!more.contains(root)) {
                Words known{"self", "label", "set"};
                known.insert(more.begin(), more.end());
                report(path[0].span, word, "a value", root, known);
            }
        }
    }

    // label.NAME
    void label(const eval::Traversal& path, std::string_view word, const std::vector<LabelDef>* labels) {
        if (!labels || std::ranges::count(*labels, path[1].name, &LabelDef::name) > 0) return;
        Words known;
        for (const LabelDef& one : *labels) known.insert(one.name);
        report(path[1].name_span(), word, "a label", path[1].name, known);
    }

    // ---- What decides nothing, or cannot be met

    void condition(Node node, const Context& context, const std::vector<LabelDef>* labels,
                   const Words& more) {
        if (!node || node.is(NodeKind::Missing)) return;
        // A body that includes this one may have more.
        const bool is_known =
            !context.is_named && !names_of(context)->is_open && (!context.cases || context.cases->empty());
        ConditionNames seen{{"self", is_known ? unknown_self(context.def) : Value::dynamic()},
                            {"label", labels ? unknown_labels(*labels) : Value::dynamic()},
                            {"set", Value::dynamic()}};
        for (const std::string& name : more) seen.emplace_back(name, Value::dynamic());
        const ConditionProblem problem = problem_of_condition(node, seen, language.own_functions(), budget);
        const bool is_reported =
            problem.error && std::ranges::any_of(out, [&](const Diagnostic& d) {
                return d.span.start < problem.error->span.end && problem.error->span.start < d.span.end;
            });
        if (problem.error && !is_reported)
            contradiction(problem.error->span,
                          "The condition fails for every block: " + problem.error->message);
        if (!problem.not_bool.empty())
            contradiction(node.span(), "The condition is " + problem.not_bool + ", neither true nor false.");
    }

    static std::string name_in(const BlockView& view, Reading& read, std::string_view word) {
        const PackBlock items(view.body());
        const Node given = items.find(word);
        const auto labels = view.labels();
        return given ? read.text(given, word) : labels.empty() ? std::string() : std::string(labels[0].value);
    }

    void not_itself(const PackBlock& items, const std::string& own) {
        for (std::string_view word : {"needs", "deprecated"})
            for (Node element : read.elements(items.find(word)))
                if (!own.empty() && eval::static_keyword(read.expression(element)) == own)
                    contradiction(element.span(), "\"" + std::string(word) + "\" names \"" + own +
                                                      "\" itself; another name is needed.");
    }

    // ---- Spec blocks

    void attribute(const BlockView& view, const Context& context) {
        PackBlock items(view.body());
        const std::string own = is_any(view) ? std::string() : name_in(view, read, "name");
        not_itself(items, own);
        check_value_rules(read, items,
                          own.empty() ? context.def.any_attribute.get() : context.def.attribute(own), out);
        names(items, "needs", context);
        successor(items, context);
        references(items);
        availability(items);
        one_of(items, "also", {"block"});
        if (Node link = items.find("link"); link && !eval::variables(link).empty())
            contradiction(link.span(),
                          "Only the \"link\" of a block can use names; that of an attribute is fixed.");
        expression(items.find("required"), "required", context, nullptr);
        for (std::string_view word : {"message", "folder"}) members_of_self(items, word, context);
        for (const BlockView& inner : items.blocks) {
            if (inner.type() != "symbol") continue;
            PackBlock symbol(inner.body());
            for (std::string_view word : {"value", "sensitive", "ephemeral", "unknown", "type", "required",
                                          "nullable", "indexed", "message", "default"})
                expression(symbol.find(word), word, {free_body(), false}, nullptr, {"name"});
            optional_steps(symbol);
        }
    }

    // The new name of a deprecated item.
    void successor(const PackBlock& items, const Context& context) {
        const Node list = items.find("deprecated");
        if (!list) return;
        const auto body = names_of(context);
        if (body->is_open) return;
        for (Node element : read.elements(list)) {
            const std::string name = eval::static_keyword(read.expression(element));
            if (!name.empty() && name != "true" && name != "false" && !body->names.contains(name))
                report(element.span(), "deprecated", "an attribute or block", name, body->names);
        }
    }

    // References: the kinds that strings of an attribute or a label may name, in one form: "[root.]*".
    void references(const PackBlock& items) {
        const Node node = items.find("refers_to");
        if (!Reading::is_object(node)) return kinds(node, "refers_to", "self");
        for (const auto& [form, list] : read.entries(node, "refers_to")) {
            kinds(list, "refers_to");
            const std::string root = root_of_text_form(form);
            if (root.empty()) continue;
            const Words known = declared.first_words(read.words(list, "refers_to"));
            if (!known.contains("*") && !known.contains(root))
                report(node.span(), "refers_to", "the first word of an address", root, known);
        }
    }

    void availability(const PackBlock& items) {
        const Node node = items.find("version");
        const VersionRange range = read_versions(read, node, "version");
        if (!range.since.empty() && !range.until.empty() && compare_versions(range.until, range.since) < 0)
            contradiction(node.span(),
                          "No version is both from " + range.since + " and up to " + range.until + ".");
        if (std::ranges::count(read.words(items.find("format"), "format"), "version_constraint") > 0)
            version(items.find("min"), "min");
    }
    void version(Node node, std::string_view word) {
        if (!node) return;
        const std::string text = read.text(node, word);
        if (!text.empty() && !is_version(text))
            out.push_back(make_diagnostic(DiagCode::UnsuitablePackValue, node.span(),
                                          {word, "a version such as 1.2.3 is needed, not \"" + text + "\""}));
    }

    // Words that decide nothing unless they are one of these.
    void one_of(const PackBlock& items, std::string_view word,
                std::initializer_list<std::string_view> known) {
        Node node = items.find(word);
        const std::string given = node ? read.word(node, word) : std::string();
        if (given.empty() || std::ranges::find(known, given) != known.end()) return;
        Reading(language, out).report_word(node, word, given, known);
    }

    // Each step in `optional` is one of the address.
    void optional_steps(const PackBlock& symbol) {
        Words steps;
        for (Node step : read.elements(symbol.find("address"))) steps.emplace(step.text());
        for (Node step : read.elements(symbol.find("optional")))
            if (!steps.contains(step.text()))
                report(step.span(), "optional", "a step of the address", step.text(), steps);
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
        check_range(read, items, "min_items", "max_items", out);
        if (!is_any(view)) not_itself(items, name_in(view, read, "block_type"));
        names(items, "needs", around);
        if (!is_any(view)) successor(items, around);
        expression(items.find("required"), "required", around, nullptr);
        availability(items);
        one_of(items, "also", {"attr", "any"});
        if (const Node unique = items.find("unique");
            unique && def && def->merges && eval::variables(unique).empty())
            contradiction(
                unique.span(),
                "With \"merge\", blocks with the same labels are one, so \"unique\" decides nothing.");
        label_order(items);
        if (!def || !def->body) return;
        const Context inside{def->body->get(), false, &def->cases};
        // A shared body can be used by blocks with other labels.
        const std::vector<LabelDef>* labels = around.is_named ? nullptr : &def->labels;
        for (std::string_view word : {"outline", "link"}) expression(items.find(word), word, inside, labels);
        for (std::string_view word : {"fold", "lens"})
            for (Node element : read.elements(items.find(word)))
                if (eval::static_keyword(read.expression(element)).empty())
                    expression(element, word, inside, labels,
                               word == "lens" ? Words{"references", "any_references"} : Words());
        members_of_self(items, "unique", inside);
        for (const BlockView& inner : items.blocks) part(inner, inside, labels);
        level(view.body(), inside, labels);
    }

    // A block inside of a block that is no spec.
    void part(const BlockView& inner, const Context& inside, const std::vector<LabelDef>* labels) {
        PackBlock parts(inner.body());
        const std::string_view type = inner.type();
        auto expressions = [&](std::initializer_list<std::string_view> words, const Words& more = {}) {
            for (std::string_view word : words) expression(parts.find(word), word, inside, labels, more);
        };
        if (type == "symbol") {
            expressions({"value", "sensitive", "ephemeral", "unknown", "type", "required", "nullable",
                         "indexed", "message", "names"},
                        {"called", "outcome"});
            for (std::string_view word : {"address", "optional", "default", "each"})
                members_of_self(parts, word, inside);
            optional_steps(parts);
            if (Node each = parts.find("each"); each && !parts.find("names"))
                contradiction(each.span(), "\"each\" is for attributes, or goes with \"names\".");
        }
        if (type == "function")
            for (std::string_view word : {"params", "variadic_param", "result"}) names(parts, word, inside);
        if (type == "scope") expressions({"when", "names"}, {"outcome"});
        if (type == "restrict") restriction(parts, inside, labels);
        if (type == "case") choice(parts, inside, nullptr);  // labels were checked when it was read
        if (type == "call") {
            members_of_self(parts, "folder", inside);
            const Node other = parts.find("language");
            parents(parts.find("parents"));
            inputs(parts.find("inputs"), inside, other);
            takes_inputs(parts.find("inputs"), inside);
            for (Node element : read.elements(parts.find("outputs"))) called_kind(element, "outputs", other);
        }
    }

    void rule(const BlockView& view, const Context& inside, const std::vector<LabelDef>* labels,
              Words& seen) {
        const PackBlock check(view.body());
        if (const auto names = view.labels(); !names.empty() && !seen.emplace(names[0].value).second)
            contradiction(names[0].span,
                          "The check \"" + std::string(names[0].value) +
                              "\" is there twice; settings and comments could not tell them apart.");
        const Node each = check.find("each");
        const bool is_of_self = each && eval::traversal_of(each).size() == 1;
        Words more = is_of_self ? Words{"each", "name"} : each ? Words{"each"} : Words();
        if (check.find("names")) more.insert("values");
        expression(check.find("names"), "names", inside, labels);
        for (std::string_view word : {"condition", "message", "type"})
            expression(check.find(word), word, inside, labels, more);
        condition(check.find("condition"), inside, labels, more);
        members_of_self(check, "each", inside);
        expression_at(check.find("at"), inside);
        if (const Node other = each ? each : check.find("type"); other && is_of_file(inside))
            contradiction(other.span(), "A check of the file itself has only a condition.");
    }

    // Functions that stand for a file above, a folder, or the folder of the file that a block names.
    void parents(Node node) {
        if (!Reading::is_object(node)) return;
        Words known{"file", "folder", "root"};
        for (const BlockDef& block : language.root().blocks)
            if (block.call) known.insert(block.type);
        for (const auto& [function, gives] : read.entries(node, "parents"))
            if (const std::string word = read.word(gives, "parents"); !word.empty() && !known.contains(word))
                report(gives.span(), "parents", "a block with a call", word, known);
    }

    // Inputs are attributes that the body does not declare, so it takes others.
    void takes_inputs(Node node, const Context& inside) {
        const bool is_self = !Reading::is_object(node) ||
                             std::ranges::any_of(eval::without_parens(node).children(), [](Node item) {
                                 return item.child(1) && item.child(1).text() == "self";
                             });
        if (node && is_self && !names_of(inside)->is_open)
            contradiction(
                node.span(),
                "Inputs are set by attributes that the body does not declare, and it takes no others: "
                "add attr \"*\" {} to it.");
    }

    // A kind of the called module. Those of languages that a workspace describes are not known here.
    void called_kind(Node element, std::string_view word, Node language_of_module) {
        const std::string kind = read.word(element, word);
        if (kind.empty()) return;
        const std::string other = read.word(language_of_module, "language");
        if (!language_of_module || other == language.id) return kinds(element, word);
        const LanguagePtr target = LanguageSet::builtin().find(other);
        if (!target) return;
        const PackNames there(*target);
        if (!there.kinds.contains(kind))
            report(element.span(), word, "a kind of symbol of \"" + other + "\"", kind, there.kinds);
    }

    void inputs(Node node, const Context& inside, Node language_of_module) {
        if (!Reading::is_object(node)) {
            for (Node element : read.elements(node)) called_kind(element, "inputs", language_of_module);
            return;
        }
        const auto body = names_of(inside);
        for (Node item : eval::without_parens(node).children()) {
            if (!item.child(0) || !item.child(1)) continue;
            called_kind(item.child(0), "inputs", language_of_module);
            const eval::Traversal path = eval::traversal_of(item.child(1));
            if (path.size() == 2 && path[0].name == "self" && !body->is_open &&
                !body->names.contains(path[1].name))
                report(path[1].name_span(), "inputs", "an attribute or block", path[1].name, body->names);
        }
    }

    void restriction(const PackBlock& parts, const Context& inside, const std::vector<LabelDef>* labels) {
        for (std::string_view word : {"when", "message"}) expression(parts.find(word), word, inside, labels);
        for (Node element : read.elements(parts.find("names")))
            if (eval::Traversal path = eval::traversal_of(element);
                !path.empty() && (path.size() > 1 || path[0].name != "own"))
                root(element, "names", path[0].name);
        // Also of blocks inside of the block.
        const auto body = names_of(inside);
        for (Node element : read.elements(parts.find("at"))) {
            const eval::Traversal path = eval::traversal_of(element);
            if (path.size() != 2) continue;
            const bool is_block = path[0].name == "block";
            const Words& known = is_block ? body->names : declared.items;
            if (!(is_block && body->is_open) && !known.contains(path[1].name))
                report(path[1].name_span(), "at", is_block ? "an attribute or block" : "an attribute",
                       path[1].name, known);
        }
        functions_of(parts, "functions");
    }

    // The first word of references.
    void root(Node place, std::string_view word, const std::string& name) {
        if (declared.has_free_roots) return;
        const bool is_known = std::ranges::any_of(
            declared.roots, [&](const std::string& one) { return glob_matches(name, one); });
        if (!is_known) report(place.span(), word, "the first word of references", name, declared.roots);
    }

    void choice(const PackBlock& parts, const Context& inside, const std::vector<LabelDef>* labels) {
        auto keys_of = [&](Node keys, std::string_view word) {
            members_of_self(keys, word, inside);
            for (Node key : read.elements(keys)) {
                const eval::Traversal path = eval::traversal_of(key);
                if (path.size() == 2 && path[0].name == "label") label(path, word, labels);
            }
        };
        keys_of(parts.find("on"), "on");
        if (const Node package = parts.find("package"); Reading::is_object(package))
            for (const auto& [word, keys] : read.entries(package, "package"))
                if (word == "name") keys_of(keys, "package");
        check_choice_keys(read, parts, out);
    }

    // Labels that may be absent, or repeated, are the last ones.
    void label_order(const PackBlock& items) {
        Words listed;
        std::vector<std::string> order;
        Node list = items.find("labels");
        for (Node element : read.elements(list)) {
            std::string name = read.text(element, "labels");
            if (!listed.insert(name).second)
                contradiction(element.span(), "The label \"" + name + "\" is there twice.");
            order.push_back(std::move(name));
        }
        std::string optional;
        std::map<std::string, PackBlock, std::less<>> described;
        for (const BlockView& inner : items.blocks) {
            auto names = inner.labels();
            if (inner.type() != "label" || names.empty()) continue;
            PackBlock parts(inner.body());
            references(parts);
            if (list && !listed.contains(names[0].value))
                report(names[0].span, "label", "a label of the block", names[0].value, listed);
            if (!list) order.emplace_back(names[0].value);
            described.emplace(std::string(names[0].value), std::move(parts));
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            auto found = described.find(order[i]);
            const bool is_described = found != described.end();
            const Node given = is_described ? found->second.find("optional") : Node();
            const bool is_variadic = given && eval::static_keyword(read.expression(given)) == "many";
            const bool is_optional = given && !is_variadic && read.flag(given, "optional");
            if (is_variadic && i + 1 < order.size())
                contradiction(given.span(),
                              "Only the last label can be repeated, and \"" + order.back() + "\" follows.");
            if (!optional.empty() && !is_optional && !is_variadic)
                contradiction(described.find(optional)->second.find("optional").span(),
                              "The label \"" + optional +
                                  "\" can be omitted only together with those after "
                                  "it, and \"" +
                                  order[i] + "\" is required.");
            optional = is_optional && optional.empty() ? order[i] : is_optional ? optional : "";
        }
    }

    // attr.NAME
    void expression_at(Node node, const Context& context) {
        if (!node) return;
        eval::Traversal path = eval::traversal_of(node);
        if (path.size() != 2 || path[0].name != "attr") return;
        const auto body = names_of(context);
        if (!body->is_open && !body->names.contains(path[1].name))
            report(path[1].name_span(), "at", "an attribute", path[1].name, body->names);
    }

    // The specs of one body, including those nested in objects, arrays and so on.
    // `labels`: of the block, null if they are unknown. `is_inside`: of a spec, where a `case` belongs to the
    // body. `is_choice`: one of the specs counts.
    void level(const BodyView& view, const Context& context, const std::vector<LabelDef>* labels = nullptr,
               bool is_inside = false, bool is_choice = false) {
        if (++depth < kMaxDepth) {
            PackBlock items(view);
            for (std::string_view word : {"conflicts", "exactly_one", "at_least_one", "order"})
                names(items, word, context);
            check_groups(read, items, out);
            Words attributes;
            Words nested;
            Words rules;
            for (const BlockView& child : items.blocks) {
                std::string_view type = child.type();
                if (type == "attr") attribute(child, context);
                if (type == "attr") twice(child, "attribute", "name", attributes);
                if (is_block_spec(type) && !is_choice) twice(child, "block", "block_type", nested);
                if (is_block_spec(type)) block(child, context, definition(child, context));
                if (type == "case" && is_inside) choice(PackBlock(child.body()), context, labels);
                if (type == "case" && is_inside && is_of_file(context))
                    contradiction(child.type_span(),
                                  "A \"case\" chooses the content of a block; a file has no cases.");
                if (is_group(type)) level(child.body(), context, labels, true, type == "default");
                if (type == "transform") computed(PackBlock(child.body()), "result", "a value", {"nested"});
                if (type == "literal") computed(PackBlock(child.body()), "value", "a value", {});
                if (type == "check") rule(child, context, labels, rules);
                check_structure(language, child, out);
            }
        }
        --depth;
    }

    bool is_of_file(const Context& context) const {
        return &context.def == &language.root() && !context.is_named;
    }

    // An expression with no names but these.
    void computed(const PackBlock& items, std::string_view word, std::string_view what, const Words& known) {
        Node node = items.find(word);
        if (!node || node.is(NodeKind::Missing)) return;
        const std::vector<Span> decoded = calls(node, word);
        for (const eval::Traversal& path : eval::variables(node))
            if (!known.contains(path[0].name) && !is_inside(decoded, path[0].span))
                report(path[0].span, word, what, path[0].name, known);
    }

    // An attribute and a block of one name are two forms of the same.
    void twice(const BlockView& view, std::string_view form, std::string_view argument, Words& seen) {
        const Node given = PackBlock(view.body()).find(argument);
        const auto labels = view.labels();
        const std::string name = name_in(view, read, argument);
        if (name.empty() || seen.insert(name).second) return;
        contradiction(
            given ? given.span() : labels[0].span,
            "The " + std::string(form) + " \"" + name + "\" is described twice here; the first one counts.");
    }

    // Only the first of several definitions with one name is compiled; the others are skipped.
    const BlockDef* definition(const BlockView& view, const Context& context) {
        if (is_any(view)) return context.def.any_block.get();
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
        kinds(items.find("public"), "public");
        if (const Node overrides = items.find("overrides"); Reading::is_object(overrides))
            for (const auto& [word, list] : read.entries(overrides, "overrides"))
                if (word == "kind") kinds(list, "overrides");
        separate(items.find("join"));
        version(items.find("version"), "version");
        for (Node pattern : read.elements(items.find("files"))) check_file_pattern(read, pattern, out);
        if (Node names = items.find("names"); names && eval::without_parens(names).is(NodeKind::Object))
            for (Node item : eval::without_parens(names).children())
                if (item.child(0) && item.child(1)) name_rule(item.child(0), item.child(1));
        for (const BlockView& inner : items.blocks)
            if (inner.type() == "call") sets(PackBlock(inner.body()));
        Node levels = items.find("severity");
        if (!levels || !eval::without_parens(levels).is(NodeKind::Object)) return;
        for (Node item : eval::without_parens(levels).children()) {
            if (!item.child(0)) continue;
            std::string name = read.word(item.child(0), "severity");
            if (Node level = item.child(1); level && !level.is(NodeKind::Missing)) severity(level);
            if (name.empty() || name == "*" || declared.check_ids.contains(name) || find_diag(name)) continue;
            const std::string near = nearest_diag(name);
            const Span place = item.child(0).span();
            out.push_back(make_diagnostic(DiagCode::UnknownRule, place, {name, did_you_mean(near)}));
            add_nearest(out.back(), language.pack_id, place, name, near);
        }
    }

    // join = block.TYPE
    void separate(Node node) {
        const eval::Traversal path = node ? eval::traversal_of(node) : eval::Traversal();
        const auto body = names_of({language.root(), false});
        if (path.size() == 2 && path[0].name == "block" && !body->is_open &&
            !body->names.contains(path[1].name))
            report(path[1].name_span(), "join", "an attribute or block", path[1].name, body->names);
    }

    // Names that must be declared begin addresses of this pack, and so do both in "ROOT:OPENER". Other names
    // come from elsewhere.
    void name_rule(Node key, Node treatment) {
        const std::string name = read.word(key, "names");
        check_name_form(key, name, out);
        if (Reading::is_object(treatment))
            for (const auto& [word, list] : read.entries(treatment, "names"))
                if (word == "refers_to") kinds(list, "refers_to");
        const std::size_t colon = name.find(':');
        if (name.ends_with("()")) {
            if (name != "*()") function(key, "names", name.substr(0, name.size() - 2));
        } else if (colon != std::string::npos) {
            root(key, "names", name.substr(0, colon));
            root(key, "names", name.substr(colon + 1));
        } else if (!name.empty() && read.word(treatment, "names") == "error") {
            root(key, "names", name);
        }
    }

    void sets(const PackBlock& items) { called_kind(items.find("inputs"), "inputs", items.find("language")); }

    // The schema of packs checks those in quotes.
    void severity(Node level) {
        const std::string word = eval::static_keyword(read.expression(level));
        if (word.empty() || word == "off" || severity_of_word(word)) return;
        std::vector<std::string_view> known{"off"};
        known.insert(known.end(), std::begin(kSeverityWords), std::end(kSeverityWords));
        Reading(language, out).report_word(level, "severity", word, known);
    }

    void function_block(const BlockView& view) {
        PackBlock items(view.body());
        Words parameters;
        for (std::string_view word : {"params", "variadic_param"})
            for (const auto& [name, place] : parameters_of(items.find(word), word))
                if (!name.empty() && !parameters.insert(name).second)
                    contradiction(place.span(), "The parameter \"" + name + "\" is there twice.");
        // The body of a function can use its parameters alone.
        computed(items, "result", "a parameter", parameters);
        // A library is for languages that have the kinds.
        if (is_language)
            for (const auto& [name, list] : read.entries(items.find("refers_to"), "refers_to"))
                kinds(list, "refers_to");
        const auto labels = view.labels();
        if (!labels.empty() && is_own_function(view)) later.erase(std::string(labels[0].value));
    }
    bool is_own_function(const BlockView& view) {
        const PackBlock items(view.body());
        const Node visible = items.find("visible");
        return visible && read.word(visible, "visible") == "pack";
    }
    std::vector<std::pair<std::string, Node>> parameters_of(Node node, std::string_view word) {
        std::vector<std::pair<std::string, Node>> found;
        if (!Reading::is_object(node)) {
            for (Node element : read.elements(node)) found.emplace_back(read.word(element, word), element);
            return found;
        }
        for (Node item : eval::without_parens(node).children())
            if (item.child(0)) found.emplace_back(read.word(item.child(0), word), item.child(0));
        return found;
    }

    void run() {
        const BodyView body = language.pack->body();
        for (const BlockView& view : body.blocks())
            if (const auto labels = view.labels();
                view.type() == "function" && !labels.empty() && is_own_function(view))
                later.insert(std::string(labels[0].value));
        is_language = std::ranges::any_of(body.blocks(),
                                          [](const BlockView& view) { return view.type() == "language"; });
        for (const BlockView& view : body.blocks()) {
            if (view.type() == "language") language_block(view);
            if (view.type() == "function") function_block(view);
        }
        check_root_structure(language, out);
        level(body, {language.root(), false});
        for (const auto& [name, named] : language.bodies()) level(named->source(), {named->get(), true});
        check_includes(language, out);
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
