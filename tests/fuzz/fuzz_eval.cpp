// Random expressions over a scope of random values. Three properties:
// - evaluation ends, whatever the expression (checked by running at all), in both rule sets;
// - with every variable replaced by an unknown of the same type, an error means that the known evaluation has
//   errors, too: type checking has no false positives;
// - without errors, the known result's type matches the unknown one's.
// And a prepared expression gives the same result as the expression itself.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/prepared.h"
#include "engine/eval/scope.h"
#include "engine/syntax/file/file.h"
#include "engine/value/value.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

// Decisions, read from the input; zeros once it is used up, so that generation always ends.
class Choices {
  public:
    explicit Choices(std::string_view input) : input_(input) {}
    unsigned below(unsigned n) {
        if (at_ >= input_.size()) return 0;
        return static_cast<unsigned char>(input_[at_++]) % n;
    }
    bool is_used_up() const { return at_ >= input_.size(); }

  private:
    std::string_view input_;
    std::size_t at_ = 0;
};

struct Variable {
    std::string_view name;
    std::string_view kind;  // n, s, b, or a container
};
constexpr Variable kVariables[] = {{"num", "n"},   {"str", "s"},    {"yes", "b"},  {"nums", "ln"},
                                   {"strs", "ls"}, {"uniq", "ss"},  {"dict", "m"}, {"thing", "o"},
                                   {"pair", "t"},  {"things", "lo"}};

class Generator {
  public:
    explicit Generator(Choices& choices) : choices_(choices) {}

    std::string any(int depth) {
        switch (choices_.below(9)) {
            case 0:
            case 1:
                return number(depth);
            case 2:
            case 3:
                return string(depth);
            case 4:
                return boolean(depth);
            case 5:
                return sequence(depth);
            case 6:
                return mapping(depth);
            case 7:
                return depth > 0 ? joined({"(", boolean(depth - 1), " ? ", any(depth - 1), " : ",
                                           any(depth - 1), ")"})
                                 : "null";
            default:
                return std::string(kVariables[choices_.below(std::size(kVariables))].name);
        }
    }

  private:
    // Occasionally a value of another type, to test the handling of errors.
    bool strays() { return choices_.below(16) == 15; }

    std::string number(int depth) {
        if (strays()) return any(depth - 1 > 0 ? depth - 1 : 0);
        if (depth <= 0) return choices_.below(2) ? "num" : std::to_string(choices_.below(20));
        switch (choices_.below(8)) {
            case 0:
                return joined(
                    {number(depth - 1), pick({" + ", " - ", " * ", " / ", " % "}), number(depth - 1)});
            case 1:
                return joined({"-", number(depth - 1)});
            case 2:
                return joined({"length(", sequence(depth - 1), ")"});
            case 3:
                return joined({sequence(depth - 1), "[", number(depth - 1), "]"});
            case 4:
                return "thing.size";
            case 5:
                return joined({"max(", number(depth - 1), ", ", number(depth - 1), ")"});
            case 6:
                return joined(
                    {"(", boolean(depth - 1), " ? ", number(depth - 1), " : ", number(depth - 1), ")"});
            default:
                return "num";
        }
    }

    std::string string(int depth) {
        if (strays()) return any(depth - 1 > 0 ? depth - 1 : 0);
        if (depth <= 0)
            return choices_.below(2) ? "str" : pick({"\"a\"", "\"\"", "\"12\"", "\"true\"", "\"name\""});
        switch (choices_.below(9)) {
            case 0:
                return joined({"\"x${", any(depth - 1), "}y${", string(depth - 1), "}\""});
            case 1:
                return joined({"\"${", string(depth - 1), "}\""});
            case 2:
                return joined({"\"%{ for v in ", sequence(depth - 1), " }${v},%{ endfor }\""});
            case 3:
                return joined({"\"%{ if ", boolean(depth - 1), " }", "${", string(depth - 1),
                               "}%{ else }-%{ endif }\""});
            case 4:
                return joined({"upper(", string(depth - 1), ")"});
            case 5:
                return joined({"join(\"-\", ", sequence(depth - 1), ")"});
            case 6:
                return pick({"thing.name", "thing[\"name\"]", "dict.a", "dict[str]"});
            case 7:
                return joined({"try(", any(depth - 1), ", ", string(depth - 1), ")"});
            default:
                return "str";
        }
    }

    std::string boolean(int depth) {
        if (strays()) return any(depth - 1 > 0 ? depth - 1 : 0);
        if (depth <= 0) return pick({"yes", "true", "false"});
        switch (choices_.below(7)) {
            case 0:
                return joined({"(", any(depth - 1), pick({" == ", " != "}), any(depth - 1), ")"});
            case 1:
                return joined(
                    {"(", number(depth - 1), pick({" < ", " > ", " <= ", " >= "}), number(depth - 1), ")"});
            case 2:
                return joined({"(", boolean(depth - 1), pick({" && ", " || "}), boolean(depth - 1), ")"});
            case 3:
                return joined({"!", boolean(depth - 1)});
            case 4:
                return joined({"can(", any(depth - 1), ")"});
            case 5:
                return joined({"contains(", sequence(depth - 1), ", ", any(depth - 1), ")"});
            default:
                return "yes";
        }
    }

    std::string sequence(int depth) {
        if (depth <= 0) return pick({"nums", "strs", "uniq", "pair", "things", "[]"});
        switch (choices_.below(9)) {
            case 0:
                return joined({"[", any(depth - 1), ", ", any(depth - 1), "]"});
            case 1:
                return joined({"[for v in ", sequence(depth - 1), " : ", any(depth - 1), "]"});
            case 2:
                return joined(
                    {"[for k, v in ", mapping(depth - 1), " : \"${k}=${v}\" if ", boolean(depth - 1), "]"});
            case 3:
                return pick({"things[*].name", "things.*.size", "thing[*].name", "str[*]", "uniq[*]"});
            case 4:
                return joined({sequence(depth - 1), "[*]", pick({"", ".name", "[0]"})});
            case 5:
                return joined({"concat(", sequence(depth - 1), ", ", sequence(depth - 1), ")"});
            case 6:
                return joined({"tolist(", sequence(depth - 1), ")"});
            case 7:
                return joined(
                    {"(", boolean(depth - 1), " ? ", sequence(depth - 1), " : ", sequence(depth - 1), ")"});
            default:
                return pick({"nums", "strs", "uniq", "pair", "things"});
        }
    }

    std::string mapping(int depth) {
        if (depth <= 0) return pick({"dict", "thing", "{}"});
        switch (choices_.below(5)) {
            case 0:
                return joined(
                    {"{ a = ", any(depth - 1), ", (", string(depth - 1), ") = ", any(depth - 1), " }"});
            case 1:
                return joined({"{ for v in ", sequence(depth - 1), " : \"k${v}\" => ", any(depth - 1), " }"});
            case 2:
                return joined({"{ for v in ", sequence(depth - 1), " : v => v... }"});
            case 3:
                return joined({"merge(", mapping(depth - 1), ", ", mapping(depth - 1), ")"});
            default:
                return pick({"dict", "thing"});
        }
    }

    // Braces order the choices, so that every compiler makes the same expression of an input.
    static std::string joined(std::initializer_list<std::string> parts) {
        std::string out;
        for (const std::string& part : parts) out += part;
        return out;
    }

    std::string pick(std::initializer_list<const char*> texts) {
        return *(texts.begin() + choices_.below(static_cast<unsigned>(texts.size())));
    }

    Choices& choices_;
};

Value random_number(Choices& choices) {
    switch (choices.below(6)) {
        case 0:
            return Value::integer(0);
        case 1:
            return Value::integer(-3);
        case 2:
            return Value::number(Number::from_double(2.5));
        default:
            return Value::integer(choices.below(8));
    }
}

Value random_string(Choices& choices) {
    constexpr std::string_view kTexts[] = {
        "", "a", "name", "12", "true", "a longer text than fits inside", "\xC3\xA9"};
    return Value::string(kTexts[choices.below(std::size(kTexts))]);
}

Value random_thing(Choices& choices) {
    return Value::object({{"name", random_string(choices)}, {"size", random_number(choices)}});
}

Value random_value(std::string_view kind, Choices& choices) {
    std::vector<Value> elements;
    unsigned count = choices.below(4);
    if (kind == "n") return random_number(choices);
    if (kind == "s") return random_string(choices);
    if (kind == "b") return Value::boolean(choices.below(2) == 1);
    if (kind == "o") return random_thing(choices);
    if (kind == "t") return Value::tuple({random_string(choices), random_number(choices)});
    if (kind == "m") {
        std::vector<std::pair<std::string, Value>> entries;
        for (unsigned i = 0; i < count; ++i)
            entries.emplace_back(std::string(1, static_cast<char>('a' + i)), random_string(choices));
        return Value::map(Type::string(), std::move(entries));
    }
    for (unsigned i = 0; i < count; ++i)
        elements.push_back(kind == "ln"   ? random_number(choices)
                           : kind == "lo" ? random_thing(choices)
                                          : random_string(choices));
    if (kind == "ln") return Value::list(Type::number(), std::move(elements));
    if (kind == "ls") return Value::list(Type::string(), std::move(elements));
    if (kind == "ss") return Value::set(Type::string(), std::move(elements));
    return Value::list(Type::object({{"name", Type::string(), false}, {"size", Type::number(), false}}),
                       std::move(elements));
}

// When one result of a conditional has no type (yet), the other one is returned unchanged: no common type is
// computed, so the type cannot be predicted. Such a result may be an unknown one, or, with known values, one
// with errors that are ignored because the other is chosen. The reference has both:
// `true ? 1 : upper("%{ for v in [{}] }${v}%{ endfor }")` is the number 1 there, and with an unknown list the
// string "1". By the specification, too, an operand without a type can have any.
//
// The same holds for calls whose type depends on the values of their arguments: `try` chooses the first
// argument without errors, which may change; `tolist` of an unknown value is a list of any type in both
// implementations, so `concat` cannot know whether its lists have one type or form a tuple. Nor is the
// element type of `tolist([1, pair[i]])` known.
//
// This finds such choices and everything that depends on them: the names bound by a loop over one, the
// elements of its splat. Only findings about a part that holds one of these, and results whose type comes
// from one, are excused.
class OpenChoices {
  public:
    OpenChoices(syntax::Node root, const eval::Scope& known, const eval::Scope& unknown,
                const eval::EvalOptions& options)
        : root_(root), options_(options) {
        walk(root, known, unknown);
    }

    bool reach(const Diagnostic& finding) const {
        // Under the reference's rules, errors in an operand of && or || are dropped if the other operand
        // decides; an unknown operand does not decide.
        auto is_inside = [](const Span& inner, const Span& outer) {
            return inner.start >= outer.start && inner.end <= outer.end;
        };
        auto is_in_any = [&](const std::vector<Span>& parts) {
            return std::ranges::any_of(parts,
                                       [&](const Span& part) { return is_inside(finding.span, part); });
        };
        if (options_.rules->logic_drops_errors && is_in_any(operands_)) return true;
        if (is_in_any(governed_)) return true;
        Span about = finding.context ? cover(*finding.context, finding.span) : finding.span;
        about = cover(about, step_around(root_, finding.span));
        if (finding.code == DiagCode::NullObjectKey) about = cover(about, item_around(root_, finding.span));
        return std::ranges::any_of(places_, [&](const Span& place) { return is_inside(place, about); });
    }

    bool give_type_to(syntax::Node node) const {
        if (std::ranges::find(places_, node.span()) != places_.end()) return true;
        switch (node.kind()) {
            case syntax::NodeKind::Binary:
            case syntax::NodeKind::Unary:
                return false;
            case syntax::NodeKind::Template:
                if (node.child_count() != 1 || !node.child(0).is(syntax::NodeKind::Interpolation))
                    return false;
                break;
            default:
                break;
        }
        bool is_condition = node.is(syntax::NodeKind::Conditional);
        for (syntax::Node child : node.children()) {
            if (!is_condition && give_type_to(child)) return true;
            is_condition = false;
        }
        return false;
    }

  private:
    // A finding about a step has the step's place alone: this is what the step is taken from, too.
    static Span step_around(syntax::Node node, const Span& step) {
        using syntax::NodeKind;
        for (syntax::Node child : node.children())
            if (child.span().start <= step.start && child.span().end >= step.end)
                return step_around(child, step);
        const bool is_step = node.is(NodeKind::Index) || node.is(NodeKind::GetAttr) ||
                             node.is(NodeKind::LegacyIndex) || node.is(NodeKind::AttrSplat) ||
                             node.is(NodeKind::FullSplat);
        return is_step ? node.span() : step;
    }

    // Under the reference's rules, a finding about a key has the place of the value.
    static Span item_around(syntax::Node node, const Span& value) {
        for (syntax::Node child : node.children())
            if (child.span().start <= value.start && child.span().end >= value.end)
                return child.span() == value && node.is(syntax::NodeKind::ObjectItem)
                           ? node.span()
                           : item_around(child, value);
        return value;
    }

    // The element type of a list is that of the elements whose types are known; an element without one may
    // have another, to which all are converted.
    bool joins_open_types(syntax::Node call, const eval::Scope& unknown) const {
        if (call.child(0).text() != "tolist") return false;
        bool is_name = true;
        for (syntax::Node argument : call.children())
            if (!std::exchange(is_name, false) && has_open_type(argument, unknown)) return true;
        return false;
    }

    bool has_open_type(syntax::Node node, const eval::Scope& scope) const {
        return eval::evaluate(node, &scope, options_).value.type().has_dynamic();
    }

    // A `try` of several types, or one whose arguments (as that of `can`) have mistakes in one scope alone.
    bool chooses(syntax::Node call, const eval::Scope& known, const eval::Scope& unknown) const {
        const std::string_view name = call.child(0).text();
        if (name != "try" && name != "can") return false;
        std::optional<Type> first;
        bool is_name = true;
        for (syntax::Node argument : call.children()) {
            if (std::exchange(is_name, false)) continue;
            const eval::EvalResult one = eval::evaluate(argument, &known, options_);
            const eval::EvalResult other = eval::evaluate(argument, &unknown, options_);
            if (has_errors(one.diagnostics) != has_errors(other.diagnostics)) return true;
            for (const Value* value : {&one.value, &other.value}) {
                if (name == "try" && first && *first != value->type()) return true;
                first = value->type();
            }
        }
        return false;
    }

    // The loop variable over such a collection, as far as the type determines it.
    static Value element_of(const Type& collection) {
        if (collection.is_collection()) return Value::unknown(collection.element());
        Value found;
        bool is_first = true;
        auto offer = [&](const Type& type) {
            if (!is_first && found.type() != type) found = Value::dynamic();
            if (is_first) found = Value::unknown(type);
            is_first = false;
        };
        if (collection.is_tuple())
            for (const Type& type : collection.elements()) offer(type);
        if (collection.is_object())
            for (const ObjectAttribute& attribute : collection.attributes()) offer(attribute.type);
        return found;
    }
    static Value key_of(const Type& collection) {
        if (collection.is_list() || collection.is_tuple()) return Value::unknown(Type::number());
        if (collection.is_map() || collection.is_object()) return Value::unknown(Type::string());
        return collection.is_set() ? Value::unknown(collection.element()) : Value::dynamic();
    }

    // True if an undecided choice affects a result in this node.
    bool walk(syntax::Node node, const eval::Scope& known, const eval::Scope& unknown) {
        using syntax::NodeKind;
        switch (node.kind()) {
            case NodeKind::Variable:
                for (std::size_t i = names_.size(); i-- > 0;)
                    if (names_[i].first == node.text()) return names_[i].second && add(node);
                return false;
            case NodeKind::SplatItem:
                return splat_is_open_ && add(node);
            case NodeKind::AttrSplat:
            case NodeKind::FullSplat: {
                bool outer = splat_is_open_;
                bool is_open = walk(node.child(0), known, unknown);
                // It may be empty.
                if (is_open) governed_.push_back(node.child(1).span());
                splat_is_open_ = is_open;
                is_open |= walk(node.child(1), known, unknown);
                splat_is_open_ = outer;
                // The result for elements that may be null is unknown, too.
                if (has_open_type(node, unknown)) return add(node);
                return is_open;
            }
            case NodeKind::ForTuple:
            case NodeKind::ForObject:
            case NodeKind::ForDirective:
                return walk_loop(node, known, unknown);
            default:
                break;
        }
        bool is_open = false;
        const bool has_condition = node.is(NodeKind::Conditional) || node.is(NodeKind::IfDirective);
        bool is_undecided = false;
        bool is_first = true;
        for (syntax::Node child : node.children()) {
            is_open |= walk(child, known, unknown);
            if (is_undecided) governed_.push_back(child.span());
            if (has_condition && is_first && is_open) {
                is_undecided = true;
                add(node);
            }
            is_first = false;
        }
        if (node.is(NodeKind::Binary) &&
            (node.binary_op() == syntax::BinaryOp::And || node.binary_op() == syntax::BinaryOp::Or))
            for (syntax::Node child : node.children()) operands_.push_back(child.span());
        if (node.is(NodeKind::Call) && (chooses(node, known, unknown) || joins_open_types(node, unknown) ||
                                        has_open_type(node, unknown)))
            return add(node);
        if (node.is(NodeKind::Conditional))
            for (std::size_t i : {1u, 2u})
                if (has_open_type(node.child(i), known) || has_open_type(node.child(i), unknown))
                    return add(node);
        return is_open;
    }

    bool walk_loop(syntax::Node node, const eval::Scope& known, const eval::Scope& unknown) {
        const std::uint32_t names = node.has(syntax::kHasKeyName) ? 2 : 1;
        syntax::Node collection = node.child(names);
        bool is_open = walk(collection, known, unknown);
        if (is_open) governed_.push_back({collection.span().end, node.span().end});
        eval::MapScope inner_known(&known), inner_unknown(&unknown);
        for (std::uint32_t i = 0; i < names; ++i) names_.emplace_back(node.child(i).text(), is_open);
        for (auto [inner, outer] : {std::pair(&inner_known, &known), std::pair(&inner_unknown, &unknown)}) {
            const Type type = eval::evaluate(collection, outer, options_).value.type();
            inner->set(std::string(node.child(names - 1).text()), element_of(type));
            if (names == 2) inner->set(std::string(node.child(0).text()), key_of(type));
        }
        bool is_body = false;
        for (syntax::Node child : node.children()) {
            if (is_body) is_open |= walk(child, inner_known, inner_unknown);
            is_body |= child == collection;
        }
        names_.resize(names_.size() - names);
        // The number of elements, and their types.
        if (!node.is(syntax::NodeKind::ForDirective) && has_open_type(node, unknown)) return add(node);
        return is_open;
    }

    bool add(syntax::Node node) {
        places_.push_back(node.span());
        return true;
    }

    syntax::Node root_;
    const eval::EvalOptions& options_;
    std::vector<std::pair<std::string_view, bool>> names_;  // of loops, and whether reached
    bool splat_is_open_ = false;
    std::vector<Span> places_;
    std::vector<Span> operands_;  // of logical operators
    std::vector<Span>
        governed_;  // results of conditionals whose condition is reached, parts for each element
};

const std::shared_ptr<const eval::FunctionTable>& functions() {
    static const auto table = [] {
        auto all = std::make_shared<eval::FunctionTable>(eval::standard_functions());
        all->add("try", eval::try_function());
        all->add("can", eval::can_function());
        return std::shared_ptr<const eval::FunctionTable>(all);
    }();
    return table;
}

// The properties that stand at the top, for one expression.
void check(const std::string& text, const eval::MapScope& known, const eval::MapScope& unknown) {
    syntax::FilePtr file = syntax::parse_expression(text);
    syntax::Node root = file->root();
    HCL_CHECK(root && !has_errors(file->diagnostics()));
    for (const Rules* rules : {&Rules::reference(), &Rules::spec()}) {
        eval::EvalOptions options;
        options.rules = rules;
        options.source = file;
        options.limits.steps = 100'000;
        options.limits.bytes = 10u << 20;
        eval::EvalResult with_values = eval::evaluate(root, &known, options);
        eval::EvalResult with_unknowns = eval::evaluate(root, &unknown, options);
        for (const eval::EvalResult* one : {&with_values, &with_unknowns})
            HCL_CHECK(std::ranges::none_of(one->diagnostics, &std::string::empty, &Diagnostic::title));
        const eval::Prepared prepared(root, *rules);
        for (const eval::MapScope* scope : {&known, &unknown}) {
            const eval::EvalResult& walked = scope == &known ? with_values : with_unknowns;
            eval::EvalResult again = eval::evaluate(prepared, scope, options);
            // The results may differ at a limit: a known value needs less work.
            if (std::ranges::any_of(walked.diagnostics, [](const Diagnostic& d) {
                    return d.code == DiagCode::EvaluationTooLong || d.code == DiagCode::EvaluationTooLarge;
                }))
                continue;
            HCL_CHECK(again.value.identical(walked.value));
            HCL_CHECK(std::ranges::equal(again.diagnostics, walked.diagnostics, {}, &Diagnostic::message,
                                         &Diagnostic::message));
        }
        if (has_errors(with_values.diagnostics)) continue;
        if (has_errors(with_unknowns.diagnostics)) {
            const OpenChoices open(root, known, unknown, options);
            for (const Diagnostic& finding : with_unknowns.diagnostics) {
                if (finding.severity != Severity::Error || open.reach(finding)) continue;
                std::fprintf(stderr, "%s\nonly with unknowns: %s: %s\n", text.c_str(), finding.title.c_str(),
                             finding.message.c_str());
                HCL_CHECK(!"unknown values report an error that known ones do not have");
            }
            continue;
        }
        if (!with_values.value.type().matches(with_unknowns.value.type()) &&
            !OpenChoices(root, known, unknown, options).give_type_to(root)) {
            std::fprintf(stderr, "%s\nknown: %s\nunknown: %s\n", text.c_str(),
                         with_values.value.type().to_source().c_str(),
                         with_unknowns.value.type().to_source().c_str());
            HCL_CHECK(!"the type predicted from unknown values is not the type of the result");
        }
    }
}

}  // namespace

HCL_FUZZ_TARGET(eval) {
    if (input.size() > 4096) return;
    Choices choices(input);
    eval::MapScope known, unknown;
    known.set_functions(functions());
    unknown.set_functions(functions());
    for (const Variable& v : kVariables) {
        Value value = random_value(v.kind, choices);
        unknown.set(std::string(v.name), Value::unknown(value.type()).refined_not_null());
        known.set(std::string(v.name), std::move(value));
    }
    check(Generator(choices).any(4), known, unknown);
}
