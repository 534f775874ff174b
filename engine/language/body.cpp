// Compiles the spec blocks and annotations of one body into a BodyDef.
#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_builder.h"
#include "engine/language/reading.h"
#include "engine/language/value_format.h"
#include "engine/language/version_order.h"
#include "engine/value/convert.h"

namespace hcl::language {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

namespace {

struct Compiler {
    const Language& language;
    BodyDef& out;
    Reading read;
    BodyBuilder build{language, out};

    // Fallbacks of a default declare names, but require nothing.
    bool in_fallback = false;
    int depth = 0;
    static constexpr int kMaxDepth = 100;  // of specs of one body, and of nested includes

    Notes notes(const PackBlock& block) {
        Notes n;
        n.doc = read.text(block.find("doc"), "doc");
        // A link that depends on the block is evaluated for the block.
        if (Node link = block.find("link"); link && eval::variables(link).empty())
            n.link = read.text(link, "link");
        n.example = read.text(block.find("example"), "example");
        n.since = read.text(block.find("since"), "since");
        n.until = read.text(block.find("until"), "until");
        if (Node deprecated = block.find("deprecated")) {
            n.is_deprecated = true;
            n.deprecated = read.text(deprecated, "deprecated");
            if (n.deprecated == "true") n.deprecated.clear();
            if (n.deprecated == "false") n.is_deprecated = false;
        }
        n.replaced_by = read.word(block.find("replaced_by"), "replaced_by");
        if (!n.replaced_by.empty()) n.is_deprecated = true;
        n.is_experimental = read.flag(block.find("experimental"), "experimental");
        n.is_available = is_available(language.version, n.since, n.until);
        return n;
    }

    // An expression over `self` and `label`.
    TextDef text_of(Node node) {
        TextDef text{node, {}};
        text.needs.add(node);
        return text;
    }

    Icon icon(const PackBlock& block) {
        return read.pick<Icon>(block.find("icon"), "icon",
                               {
#define HCL_ICON(name, word) {word, Icon::name},
#include "engine/language/icons.def"
#undef HCL_ICON
                               },
                               Icon::None);
    }

    ValueRules value_rules(const PackBlock& block, const Type& type) {
        ValueRules rules;
        Type scalar = type;
        while (scalar.is_collection()) scalar = Type(scalar.element());
        if (Node values = block.find("values")) choices(values, scalar, rules);
        rules.is_open = read.flag(block.find("open"), "open");
        for (Node element : read.elements(block.find("reserved")))
            if (auto value =
                    read.value(element, scalar.is_primitive() ? scalar : Type::dynamic(), "reserved"))
                rules.reserved.push_back(std::move(*value));
        if (Node node = block.find("format")) {
            std::string name = read.word(node, "format");
            if (auto format = format_by_name(name))
                rules.format = *format;
            else
                read.report(DiagCode::UnknownPackWord, node.span(), {"format", name, format_names()});
        }
        if (Node node = block.find("pattern")) {
            rules.pattern_text = read.text(node, "pattern");
            auto compiled = Pattern::compile(rules.pattern_text);
            if (compiled) rules.pattern = std::move(*compiled);
        }
        rules.min = read.value(block.find("min"), Type::number(), "min");
        rules.max = read.value(block.find("max"), Type::number(), "max");
        rules.min_length = read.count(block.find("min_length"), "min_length");
        rules.max_length = read.count(block.find("max_length"), "max_length");
        rules.is_whole = read.flag(block.find("whole"), "whole");
        rules.refers_to = read.words(block.find("refers_to"), "refers_to");
        rules.refers_by_address = read.pick<bool>(block.find("refers_by"), "refers_by",
                                                  {{"name", false}, {"address", true}}, false);
        rules.refers_under = read.word(block.find("refers_under"), "refers_under");
        if (Node node = block.find("oldest")) rules.oldest = read.text(node, "oldest");
        if (Node node = block.find("refers_after")) rules.refers_after = read.text(node, "refers_after");
        return rules;
    }

    // { doc = "...", deprecated = "...", since = "...", until = "..." }
    void choice_notes(Node node, Choice& choice) {
        for (auto& [word, value] : read.entries(node, "values")) {
            if (word == "doc") choice.doc = read.text(value, word);
            if (word == "since") choice.since = read.text(value, word);
            if (word == "until") choice.until = read.text(value, word);
            if (word == "replaced_by") choice.replaced_by = read.text(value, word);
            if (word == "deprecated") choice.deprecated = read.text(value, word);
            if (word == "deprecated" || word == "replaced_by") choice.is_deprecated = true;
        }
        choice.is_available = is_available(language.version, choice.since, choice.until);
    }

    void choices(Node node, const Type& scalar, ValueRules& rules) {
        const Type& wanted = scalar.is_primitive() ? scalar : Type::dynamic();
        if (eval::without_parens(node).is(NodeKind::Object)) {
            for (auto& [name, doc] : read.entries(node, "values")) {
                auto value = convert_value(Value::string(name), wanted, Rules::reference());
                Choice choice;
                choice.value = value ? *value : Value::string(name);
                if (eval::without_parens(doc).is(NodeKind::Object))
                    choice_notes(doc, choice);
                else
                    choice.doc = read.text(doc, "values");
                rules.values.push_back(std::move(choice));
            }
            return;
        }
        for (Node element : read.elements(node))
            if (auto value = read.value(element, wanted, "values", Reading::ReportErrors::Yes)) {
                Choice choice;
                choice.value = std::move(*value);
                rules.values.push_back(std::move(choice));
            }
    }

    AddressStep address_step(Node node, const std::vector<LabelDef>& labels) {
        AddressStep step;
        eval::Traversal path = eval::traversal_of(node);
        if (path.size() == 1) {
            bool is_name = path[0].name == "name";
            step.kind = is_name ? AddressStep::Kind::Name : AddressStep::Kind::Literal;
            step.text = path[0].name;
            return step;
        }
        if (path.size() == 2 && path[0].name == "label") {
            for (std::uint32_t i = 0; i < labels.size(); ++i)
                if (labels[i].name == path[1].name) return {AddressStep::Kind::Label, path[1].name, i, false};
        }
        if (path.size() == 2 && path[0].name == "self")
            return {AddressStep::Kind::Value, path[1].name, 0, false};
        if (node.is(NodeKind::Template))
            return {AddressStep::Kind::Literal, read.text(node, "address"), 0, false};
        read.report(
            DiagCode::UnsuitablePackValue, node.span(),
            {"address", "each step is a word, name, label.NAME of a label that the block has, or self.NAME"});
        return step;
    }

    // self.NAME; empty when it is anything else.
    std::string member_of_self(Node node, std::string_view what) {
        eval::Traversal path = eval::traversal_of(node);
        if (path.size() == 2 && path[0].name == "self") return path[1].name;
        read.report(DiagCode::UnsuitablePackValue, node.span(), {what, "self.NAME is needed"});
        return {};
    }

    std::shared_ptr<const SymbolDef> symbol(const BlockView& view, const std::vector<LabelDef>& labels) {
        PackBlock block(view.body());
        auto symbol = std::make_shared<SymbolDef>();
        symbol->place = view.type_span();
        for (Node step : read.elements(block.find("address")))
            symbol->address.push_back(address_step(step, labels));
        for (Node node : read.elements(block.find("optional"))) {
            AddressStep wanted = address_step(node, labels);
            for (AddressStep& step : symbol->address)
                if (step.kind == wanted.kind && step.text == wanted.text) step.is_optional = true;
        }
        symbol->kind = read.word(block.find("kind"), "kind");
        symbol->value = block.find("value");
        symbol->sensitive = block.find("sensitive");
        symbol->ephemeral = block.find("ephemeral");
        symbol->is_open_ended = block.find("names_more");
        symbol->indexed = block.find("indexed");
        symbol->unusable = block.find("unusable");
        if (Node node = block.find("fallback")) symbol->fallback = member_of_self(node, "fallback");
        symbol->is_fallback_free = read.flag(block.find("fallback_free"), "fallback_free");
        if (Node node = block.find("each")) symbol->each = member_of_self(node, "each");
        symbol->icon = icon(block);
        symbol->visibility = read.pick<Visibility>(block.find("visible"), "visible",
                                                   {{"module", Visibility::Module},
                                                    {"parent", Visibility::Parent},
                                                    {"file", Visibility::File},
                                                    {"callers", Visibility::Callers},
                                                    {"nearest", Visibility::Nearest}},
                                                   Visibility::Module);
        symbol->is_name_only = read.flag(block.find("name_only"), "name_only");
        symbol->warns_unused = read.flag(block.find("unused"), "unused");
        enum class Depends : std::uint8_t { Value, All, Members };
        const auto depends = read.pick<Depends>(
            block.find("depends"), "depends",
            {{"value", Depends::Value}, {"all", Depends::All}, {"members", Depends::Members}},
            Depends::Value);
        symbol->depends_on_all = depends == Depends::All;
        symbol->depends_by_member = depends == Depends::Members;
        symbol->needs.all = !symbol->value;
        symbol->needs.add(symbol->value);
        symbol->needs.add(symbol->sensitive);
        symbol->needs.add(symbol->ephemeral);
        symbol->needs.add(symbol->indexed);
        symbol->needs.add(symbol->unusable);
        symbol->type = block.find("type");
        symbol->required = block.find("required");
        symbol->needs.add(symbol->type);
        symbol->needs.add(symbol->required);
        symbol->needs.add(symbol->is_open_ended);
        if (symbol->address.empty()) return nullptr;
        if (symbol->kind.empty() && symbol->address.front().kind == AddressStep::Kind::Literal)
            symbol->kind = symbol->address.front().text;
        return symbol;
    }

    void attribute(AttributeDef& def, const PackBlock& block) {
        def.notes = notes(block);
        if (Node type = block.find("type")) {
            auto parsed = eval::parse_type(read.expression(type), eval::TypeExpressionKind::Defaults,
                                           Rules::reference());
            def.type = parsed.type;
            def.defaults = parsed.defaults;
        }
        for (Node type : read.elements(block.find("types"))) {
            auto parsed = eval::parse_type(read.expression(type), eval::TypeExpressionKind::Constraint,
                                           Rules::reference());
            for (Diagnostic& d : parsed.diagnostics) out.findings.push_back(std::move(d));
            def.types.push_back(parsed.type);
        }
        def.is_required = read.flag(block.find("required"), "required") && !in_fallback;
        def.is_sensitive = read.flag(block.find("sensitive"), "sensitive");
        def.is_read_only = read.flag(block.find("read_only"), "read_only");
        def.is_constant = read.flag(block.find("constant"), "constant");
        def.is_write_only = read.flag(block.find("write_only"), "write_only");
        if (Node node = block.find("nullable")) def.allows_null = read.flag(node, "nullable");
        def.required_if = text_of(block.find("required_if"));
        def.needs_others = read.words(block.find("needs"), "needs");
        def.conflicts = read.words(block.find("conflicts_with"), "conflicts_with");
        def.default_value = read.value(block.find("default"), def.type.without_optional(), "default");
        if (Node fields = block.find("fields")) def.fields = named_body(fields);
        if (Node fields = block.find("element_fields")) {
            def.fields = named_body(fields);
            def.has_described_elements = true;
        }
        def.must_refer =
            read.pick<MustRefer>(block.find("must_refer"), "must_refer",
                                 {{"any", MustRefer::Any}, {"own", MustRefer::Own}}, MustRefer::Nothing);
        def.never_refers_to_own = read.flag(block.find("never_own"), "never_own");
        def.is_acyclic = read.flag(block.find("acyclic"), "acyclic");
        def.names_argument = read.flag(block.find("names_argument"), "names_argument");
        def.takes_free_words = read.flag(block.find("free_words"), "free_words");
        if (Node node = block.find("validates")) def.validates = member_of_self(node, "validates");
        def.iterates =
            read.pick<Iterates>(block.find("iterates"), "iterates",
                                {{"any", Iterates::Any}, {"keyed", Iterates::Keyed}}, Iterates::Nothing);
        def.keys = read.pick<Keys>(block.find("keys"), "keys",
                                   {{"any", Keys::Any}, {"findings", Keys::Findings}}, Keys::Any);
        if (Node package = block.find("declares_package"))
            def.package_source = member_of_self(package, "declares_package");
        def.takes_bare_collections = read.flag(block.find("bare_collections"), "bare_collections");
        def.icon = icon(block);
        def.snippet = read.text(block.find("snippet"), "snippet");
        def.decoder = read.pick<Decoder>(block.find("decoder"), "decoder",
                                         {{"address", Decoder::Address},
                                          {"addresses", Decoder::Addresses},
                                          {"call", Decoder::Call},
                                          {"closure", Decoder::Closure},
                                          {"expression", Decoder::Expression},
                                          {"identifiers", Decoder::Identifiers},
                                          {"keyword", Decoder::Keyword},
                                          {"traversal", Decoder::Traversal},
                                          {"traversals", Decoder::Traversals},
                                          {"type", Decoder::Type}},
                                         Decoder::None);
        def.quotes = read.pick<Quotes>(
            block.find("quoted"), "quoted",
            {{"error", Quotes::Error}, {"deprecated", Quotes::Deprecated}, {"allowed", Quotes::Allowed}},
            Quotes::Error);
        def.rules = value_rules(block, def.type);
        def.rules.is_unique = read.flag(block.find("unique"), "unique");
        for (const BlockView& inner : block.blocks)
            if (inner.type() == "symbol") def.symbol = symbol(inner, {});
    }

    static LabelDef named_label(std::string name) {
        LabelDef label;
        label.name = std::move(name);
        return label;
    }

    void labels(BlockDef& def, const PackBlock& block) {
        for (const std::string& name : read.words(block.find("labels"), "labels"))
            def.labels.push_back(named_label(name));
        for (const BlockView& inner : block.blocks) {
            if (inner.type() != "label") continue;
            auto names = inner.labels();
            if (names.empty()) continue;
            auto known = std::ranges::find(def.labels, names[0].value, &LabelDef::name);
            if (known == def.labels.end()) known = def.labels.insert(known, named_label(names[0].value));
            PackBlock label(inner.body());
            known->is_optional = read.flag(label.find("optional"), "optional");
            known->is_variadic = read.flag(label.find("variadic"), "variadic");
            known->doc = read.text(label.find("doc"), "doc");
            known->rules = value_rules(label, Type::string());
            known->extends = read.flag(label.find("extends"), "extends");
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

    void check(const BlockView& view, std::vector<CheckDef>& checks) {
        PackBlock block(view.body());
        CheckDef def;
        auto names = view.labels();
        def.id = names.empty() ? "" : names[0].value;
        def.condition = block.find("condition");
        def.message = block.find("message");
        def.type = block.find("type");
        if (Node at = block.find("at")) {
            eval::Traversal path = eval::traversal_of(at);
            def.at = path.size() == 2 && path[0].name == "attr" ? path[1].name : read.word(at, "at");
        }
        if (Node each = block.find("each")) def.each = member_of_self(each, "each");
        def.only = read.pick<CheckDef::Only>(
            block.find("only"), "only", {{"root", CheckDef::Only::Root}, {"called", CheckDef::Only::Called}},
            CheckDef::Only::All);
        def.severity = read.pick<Severity>(block.find("severity"), "severity",
                                           {{"error", Severity::Error},
                                            {"warning", Severity::Warning},
                                            {"info", Severity::Info},
                                            {"hint", Severity::Hint}},
                                           Severity::Error);
        if ((def.condition && def.message) || (def.type && !def.at.empty())) checks.push_back(std::move(def));
    }

    struct NamedBody {
        LazyBodyPtr body;
        const Language* home = nullptr;  // the language that declares it
    };

    // `body.NAME`, or `body.PACK.NAME` of another built-in pack.
    NamedBody find_body(Node node) {
        const eval::Traversal path = eval::traversal_of(node);
        const bool is_path = (path.size() == 2 || path.size() == 3) && path[0].name == "body";
        const bool is_elsewhere = is_path && path.size() == 3;
        const LanguagePtr other = is_elsewhere ? builtin_pack(path[1].name) : nullptr;
        if (is_elsewhere && !other) {
            read.report(DiagCode::UnsuitablePackValue, node.span(),
                        {"body", "no pack of this build is called \"" + path[1].name + "\""});
            return {};
        }
        const Language* home = other ? other.get() : &language;
        const std::string name = is_path ? path.back().name : read.word(node, "body");
        LazyBodyPtr body = home->body(name);
        if (!body) {
            Suggester near(name);
            for (const auto& [known, one] : home->bodies()) near.offer(known);
            const std::string advice = did_you_mean(near.best());
            if (is_elsewhere)
                read.report(DiagCode::UnsuitablePackValue, node.span(),
                            {"body", "the pack \"" + path[1].name + "\" has no body \"" + name + "\"" +
                                         (advice.empty() ? "" : " (" + advice.substr(1) + ")")});
            else
                read.report(DiagCode::UnknownPackBody, node.span(), {name, advice});
        }
        return {std::move(body), home};
    }
    LazyBodyPtr named_body(Node node) { return find_body(node).body; }

    // label.NAME or self.NAME. Labels of named bodies are known only where the body is used.
    std::optional<KeyDef> key_of(Node node, std::string_view what, const std::vector<LabelDef>* labels) {
        eval::Traversal path = eval::traversal_of(node);
        bool is_label = path.size() == 2 && path[0].name == "label";
        bool is_known =
            is_label && (!labels || std::ranges::count(*labels, path[1].name, &LabelDef::name) > 0);
        if (is_known || (path.size() == 2 && path[0].name == "self")) return KeyDef{is_label, path[1].name};
        read.report(DiagCode::UnsuitablePackValue, node.span(),
                    {what, "label.NAME of a label that the block has, or self.NAME, is needed"});
        return std::nullopt;
    }

    void case_of(const BlockView& view, std::vector<CaseDef>& cases, const std::vector<LabelDef>* labels) {
        PackBlock block(view.body());
        CaseDef result;
        for (Node key : read.elements(block.find("on")))
            if (auto one = key_of(key, "on", labels)) result.keys.push_back(std::move(*one));
        result.is_lenient = read.pick<bool>(block.find("otherwise"), "otherwise",
                                            {{"lenient", true}, {"strict", false}}, true);
        result.from = read.word(block.find("from"), "from");
        for (Node key : read.elements(block.find("package")))
            if (auto one = key_of(key, "package", labels)) result.package.push_back(std::move(*one));
        for (auto& [pattern, node] : read.entries(block.find("is"), "is")) {
            CaseDef::Choice choice;
            choice.body = named_body(node);
            if (!choice.body) continue;
            for (std::size_t from = 0;;) {
                std::size_t slash = result.keys.size() > 1 ? pattern.find('/', from) : std::string::npos;
                choice.patterns.push_back(pattern.substr(from, slash - from));
                if (slash == std::string::npos || choice.patterns.size() == result.keys.size()) break;
                from = slash + 1;
            }
            std::string joined;
            for (const std::string& part : choice.patterns) joined += part + '\0';
            choice.fixed =
                static_cast<std::size_t>(std::ranges::count_if(joined, [](char c) { return c != '*'; }));
            if (joined.find('*') == std::string::npos)
                result.exact.emplace(joined, static_cast<std::uint32_t>(result.choices.size()));
            result.choices.push_back(std::move(choice));
        }
        if (!result.keys.empty()) cases.push_back(std::move(result));
    }

    void scope(const BlockView& view, BlockDef& def) {
        PackBlock block(view.body());
        ScopeDef scope{block.find("when"), block.find("names"), {}, nullptr};
        scope.needs.add(scope.when);
        scope.needs.add(scope.names);
        if (Node list = block.find("functions")) {
            eval::FunctionTable functions;
            for (Node element : read.elements(list)) {
                std::string name = read.word(element, "functions");
                if (auto function = language.evaluation.scoped_functions->find_shared(name)) {
                    functions.add(name, function);
                } else if (!name.empty()) {
                    std::string known;
                    for (const auto& [other, f] : language.evaluation.scoped_functions->all())
                        known += (known.empty() ? "" : ", ") + other;
                    read.report(DiagCode::UnknownPackWord, element.span(),
                                {"function", name,
                                 "functions of this pack that are scoped: " +
                                     (known.empty() ? std::string("none") : known)});
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
        restriction.reason = block.find("reason");
        restriction.needs.add(restriction.when);
        restriction.needs.add(restriction.reason);
        restriction.blocks = read.words(block.find("blocks"), "blocks");
        restriction.attributes = read.words(block.find("attributes"), "attributes");
        restriction.allows_own = read.flag(block.find("own"), "own");
        if (Node node = block.find("functions")) restriction.functions = read.words(node, "functions");
        for (Node element : read.elements(block.find("names"))) {
            std::vector<std::string>& name = restriction.names.emplace_back();
            for (const eval::TraversalStep& step : eval::traversal_of(element)) name.push_back(step.name);
        }
        if (restriction.reason) def.restrictions.push_back(std::move(restriction));
    }

    void lens(const BlockView& view, BlockDef& def) {
        PackBlock block(view.body());
        LensDef lens;
        lens.kind = read.pick<LensDef::Kind>(
            block.find("shows"), "shows",
            {{"references", LensDef::Kind::References}, {"text", LensDef::Kind::Text}},
            block.find("text") ? LensDef::Kind::Text : LensDef::Kind::References);
        lens.text = text_of(block.find("text"));
        lens.when = text_of(block.find("when"));
        if (lens.kind == LensDef::Kind::References || lens.text) def.lenses.push_back(std::move(lens));
    }

    // Settings for editors.
    void presentation(BlockDef& def, const PackBlock& items) {
        def.outline = text_of(items.find("outline"));
        def.icon = icon(items);
        if (Node link = items.find("link"); link && !eval::variables(link).empty()) def.link = text_of(link);
        def.fold = read.pick<BlockDef::Fold>(items.find("fold"), "fold",
                                             {{"block", BlockDef::Fold::Block},
                                              {"none", BlockDef::Fold::None},
                                              {"region", BlockDef::Fold::Region},
                                              {"imports", BlockDef::Fold::Imports}},
                                             BlockDef::Fold::Block);
        def.fold_text = text_of(items.find("fold_text"));
        def.snippet = read.text(items.find("snippet"), "snippet");
        for (const BlockView& inner : items.blocks)
            if (inner.type() == "lens") lens(inner, def);
    }

    void block(BlockDef& def, const BlockView& view, const PackBlock& items) {
        def.notes = notes(items);
        labels(def, items);
        how_often(def, items);
        if (Node node = items.find("ephemeral")) def.takes_ephemeral = read.flag(node, "ephemeral");
        def.required_if = text_of(items.find("required_if"));
        def.needs_others = read.words(items.find("needs"), "needs");
        def.conflicts = read.words(items.find("conflicts_with"), "conflicts_with");
        presentation(def, items);
        for (const BlockView& inner : items.blocks) {
            std::string_view type = inner.type();
            if (type == "symbol") def.symbol = symbol(inner, def.labels);
            if (type == "case") case_of(inner, def.cases, &def.labels);
            if (type == "check") check(inner, def.checks);
            if (type == "scope") scope(inner, def);
            if (type == "restrict") restriction(inner, def);
            if (type == "call") def.call = call(PackBlock(inner.body()));
            if (type == "callable") def.callable = callable(PackBlock(inner.body()));
        }
        if (def.symbol && !def.scopes.empty()) def.symbol = symbol_with_needs_of(def.scopes, *def.symbol);
        def.body = def.repeats == BlockDef::Repeats::Attributes
                       ? body_of_attributes(items)
                       : std::make_shared<LazyBody>(language, view.body(), view.type_span());
    }

    void how_often(BlockDef& def, const PackBlock& items) {
        def.min_items = read.count(items.find("min_items"), "min_items").value_or(0);
        def.max_items = read.count(items.find("max_items"), "max_items").value_or(0);
        if (def.repeats == BlockDef::Repeats::Single || def.repeats == BlockDef::Repeats::Attributes)
            def.max_items = 1;
        if (read.flag(items.find("singleton"), "singleton")) def.max_items = 1;
        if (read.flag(items.find("required"), "required"))
            def.min_items = std::max<std::uint64_t>(def.min_items, 1);
        if (in_fallback) def.min_items = 0;
        def.is_unique = def.repeats == BlockDef::Repeats::Map;
        if (Node unique = items.find("unique")) {
            if (eval::variables(unique).empty()) {
                def.is_unique = read.flag(unique, "unique");
            } else {
                def.is_unique = false;
                for (Node key : read.elements(unique))
                    if (auto one = key_of(key, "unique", &def.labels))
                        def.unique_by.push_back(std::move(*one));
            }
        }
        def.merges = read.flag(items.find("merge"), "merge");
        if (def.merges) def.is_unique = false;
    }

    std::shared_ptr<const CallDef> call(const PackBlock& items) {
        std::string folder;
        if (Node node = items.find("folder")) {
            const eval::Traversal from = eval::traversal_of(node);
            if (from.size() == 2 && from[0].name == "self") folder = from[1].name;
            if (from.size() == 2 && from[0].name == "label") folder = "label." + from[1].name;
        }
        std::string passes;
        if (Node node = items.find("passes")) passes = member_of_self(node, "passes");
        return std::make_shared<const CallDef>(
            CallDef{std::move(folder), std::move(passes), read.word(items.find("passed"), "passed"),
                    read.word(items.find("inputs"), "inputs"), read.word(items.find("outputs"), "outputs")});
    }

    std::shared_ptr<const CallableDef> callable(const PackBlock& items) {
        return std::make_shared<const CallableDef>(CallableDef{read.word(items.find("params"), "params"),
                                                               read.word(items.find("variadic"), "variadic"),
                                                               read.word(items.find("result"), "result")});
    }

    // Scope names are computed before the contents of the block, so the symbol needs their inputs.
    static std::shared_ptr<const SymbolDef> symbol_with_needs_of(const std::vector<ScopeDef>& scopes,
                                                                 const SymbolDef& def) {
        auto symbol = std::make_shared<SymbolDef>(def);
        for (const ScopeDef& scope : scopes) {
            symbol->needs.all = symbol->needs.all || scope.needs.all;
            symbol->needs.set = symbol->needs.set || scope.needs.set;
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
            if (inner.type() == "any_attr") attribute(*any, PackBlock(inner.body()));
        BodyDef body;
        body.any_attribute = std::move(any);
        return std::make_shared<LazyBody>(language, std::move(body));
    }

    std::pair<std::string, Span> name_of(const BlockView& view, const PackBlock& items,
                                         std::string_view argument) {
        if (const AttributeView* given = items.attribute(argument))
            return {read.text(given->expr, argument), given->expr.span()};
        auto names = view.labels();
        if (names.empty()) return {"", view.type_span()};
        return {names[0].value, names[0].span};
    }

    void spec(const BlockView& view) {
        std::string_view type = view.type();
        if (type == "attr") {
            PackBlock items(view.body());
            AttributeDef def;
            std::tie(def.name, def.place) = name_of(view, items, "name");
            if (def.name.empty()) return;
            attribute(def, items);
            if (Node also = items.find("also"); also && read.word(also, "also") == "block")
                if (!def.type.is_primitive()) build.add(build.as_block(def));
            build.add(std::move(def));
            return;
        }
        std::optional<BlockDef::Repeats> repeats;
        if (type == "block") repeats = BlockDef::Repeats::Single;
        if (type == "block_list") repeats = BlockDef::Repeats::List;
        if (type == "block_set") repeats = BlockDef::Repeats::Set;
        if (type == "block_map") repeats = BlockDef::Repeats::Map;
        if (type == "block_attrs") repeats = BlockDef::Repeats::Attributes;
        if (repeats) {
            PackBlock items(view.body());
            BlockDef def;
            def.repeats = *repeats;
            std::tie(def.type, def.place) = name_of(view, items, "block_type");
            if (def.type.empty()) return;
            block(def, view, items);
            if (Node also = items.find("also"); also && read.word(also, "also") == "attr") {
                AttributeDef twin;
                twin.name = def.type;
                twin.notes = def.notes;
                twin.place = def.place;
                if (def.labels.empty()) twin.fields = def.body;
                // The keys of the object are the labels.
                if (def.labels.size() == 1) {
                    twin.fields = def.body;
                    twin.has_described_elements = true;
                }
                build.add(std::move(twin));
            }
            build.add(std::move(def));
            return;
        }
        if (type == "object" || type == "array" || type == "transform") nested(view.body());
        if (type == "default") {
            bool outer = in_fallback;
            PackBlock items(view.body());
            for (const BlockView& child : items.blocks) {
                if (++depth < kMaxDepth) spec(child);
                --depth;
                in_fallback = true;
            }
            in_fallback = outer;
        }
    }

    void relation(const PackBlock& items, std::string_view name, Relation::Kind kind) {
        for (Node group : read.elements(items.find(name))) {
            Relation relation{kind, read.words(group, name)};
            if (relation.names.size() > 1) out.relations.push_back(std::move(relation));
        }
    }

    // Spec blocks and annotations of one level. A `case` directly in a block belongs to the block.
    void nested(const BodyView& view) {
        if (depth++ < kMaxDepth) {
            PackBlock items(view);
            relation(items, "conflicts", Relation::Kind::Conflicts);
            relation(items, "exactly_one", Relation::Kind::ExactlyOne);
            relation(items, "at_least_one", Relation::Kind::AtLeastOne);
            relation(items, "together", Relation::Kind::Together);
            if (Node order = items.find("order"))
                out.relations.push_back({Relation::Kind::Order, read.words(order, "order")});
            std::size_t blocks_before = out.blocks.size();
            if (read.flag(items.find("lenient"), "lenient")) out.is_lenient = true;
            out.unknown_names = read.pick<std::optional<Severity>>(items.find("unknown"), "unknown",
                                                                   {{"error", Severity::Error},
                                                                    {"warning", Severity::Warning},
                                                                    {"info", Severity::Info},
                                                                    {"hint", Severity::Hint}},
                                                                   out.unknown_names);
            for (const BlockView& child : items.blocks) {
                if (child.type() == "any_attr") {
                    auto any = std::make_shared<AttributeDef>();
                    any->place = child.type_span();
                    attribute(*any, PackBlock(child.body()));
                    out.any_attribute = std::move(any);
                } else if (child.type() == "any_block") {
                    auto any = std::make_shared<BlockDef>();
                    any->place = child.type_span();
                    any->hides_type = true;
                    block(*any, child, PackBlock(child.body()));
                    if (!language.dynamic_blocks.empty()) out.any_generator = generator_of(language, *any);
                    out.any_block = std::move(any);
                } else if (child.type() == "case" && depth > 1) {
                    case_of(child, out.cases, nullptr);
                } else {
                    spec(child);
                }
            }
            for (Node node : read.elements(items.find("include")))
                if (const NamedBody named = find_body(node); named.body) include(named);
            for (const BlockView& child : items.blocks)
                if (child.type() == "every_block") every_block(child, blocks_before);
        }
        --depth;
    }

    // Labels that all blocks of a level have before their own.
    void every_block(const BlockView& view, std::size_t from) {
        BlockDef shared;
        labels(shared, PackBlock(view.body()));
        for (std::size_t i = from; i < out.blocks.size(); ++i) {
            BlockDef& def = out.blocks[i];
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
    void include(const NamedBody& named) {
        if (std::ranges::find(included, named.body.get()) != included.end()) return;
        included.push_back(named.body.get());
        if (named.home == &language) return nested(named.body->source());
        // Another built-in pack: its own tests check it.
        Diagnostics ignored;
        Compiler other{*named.home, out, Reading(named.home->pack, ignored)};
        other.in_fallback = in_fallback;
        other.depth = depth;
        other.included = std::move(included);
        other.nested(named.body->source());
        included = std::move(other.included);
    }
    std::vector<const LazyBody*> included{};
};

}  // namespace

bool Needs::contains(std::string_view name) const {
    return all || std::ranges::find(names, name) != names.end();
}

void Needs::add(Node expression) {
    if (!expression || expression.is(NodeKind::Missing)) return;
    for (const eval::Traversal& path : eval::variables(expression)) {
        if (path.front().name == "set") set = true;
        if (path.front().name == "outcome") outcome = true;
        if (path.front().name != "self") continue;
        if (path.size() > 1 && path[1].kind == eval::TraversalStep::Kind::Attr)
            names.push_back(path[1].name);
        else
            all = true;
    }
}

BodyDef compile_body(const Language& language, const BodyView& source) {
    BodyDef out;
    Compiler compiler{language, out, Reading(language.pack, out.findings)};
    compiler.nested(source);
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
