#include "engine/eval/analysis/type_expr.h"

#include <optional>
#include <set>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/walk/access.h"
#include "engine/syntax/lex/literal.h"
#include "engine/value/convert.h"

namespace hcl::eval {

namespace {

constexpr std::string_view kPrimitives[] = {"string", "number", "bool", "any"};
constexpr std::string_view kConstructors[] = {"list", "set", "map", "object", "tuple"};

// Types have a nesting limit like values; text can be nested deeper.
constexpr unsigned kMostNested = 200;

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    for (std::string_view n : names)
        if (n == name) return true;
    return false;
}

struct Parsed {
    Type type;
    std::shared_ptr<const Defaults> defaults;
};

bool is_collection_word(std::string_view word) {
    return word == "list" || word == "set" || word == "map";
}

class TypeParser {
  public:
    TypeParser(TypeExpressionKind kind, const Rules& rules, Diagnostics& diagnostics)
        : kind_(kind), rules_(rules), diagnostics_(diagnostics) {}

    Parsed parse(const Expression& expression) {
        if (depth_ >= kMostNested) return refuse(DiagCode::TypeTooDeep, expression.span(), {});
        ++depth_;
        std::string word = static_keyword(expression);
        Parsed result = word.empty() ? constructed(expression) : named(word, expression);
        --depth_;
        return result;
    }

  private:
    bool is_exact() const {
        return kind_ == TypeExpressionKind::Exact || kind_ == TypeExpressionKind::ExactOrInt;
    }

    Parsed refuse(DiagCode code, Span span, std::initializer_list<std::string_view> args,
                  std::optional<Span> context = {}) {
        Diagnostic d = make_diagnostic(code, span, args);
        d.context = context;
        diagnostics_.push_back(std::move(d));
        return {};
    }

    // Reports an unknown word, with the most similar type.
    Parsed refuse_word(DiagCode code, Span span, Span word_span, std::string_view word) {
        Suggester suggester(word);
        for (std::string_view name : kPrimitives) suggester.offer(name);
        for (std::string_view name : kConstructors) suggester.offer(name);
        Diagnostic d = make_diagnostic(code, span, {word, did_you_mean(suggester.best())});
        if (!suggester.best().empty()) add_rename_fix(d, word_span, suggester.best());
        diagnostics_.push_back(std::move(d));
        return {};
    }

    // Reports an expression that is neither an identifier nor a call. For a quoted type, as in old
    // files, a fix removes the quotes.
    Parsed refuse_other(const Expression& expression) {
        // The parser says that it is missing.
        if (expression.is_node() && expression.node().is(syntax::NodeKind::Missing)) return {};
        Diagnostic d = make_diagnostic(DiagCode::NotATypeExpression, expression.span(), {});
        std::optional<std::string> type;
        if (expression.is_node()) type = syntax::quoted_text(expression.node());
        if (type && (is_collection_word(*type) || is_one_of(*type, kPrimitives))) {
            if (is_collection_word(*type)) *type += "(any)";
            d.message += " Types are written without quotes.";
            add_rename_fix(d, expression.span(), *type);
        }
        diagnostics_.push_back(std::move(d));
        return {};
    }

    Parsed named(std::string_view word, const Expression& expression) {
        Span span = expression.span();
        if (word == "bool") return {Type::boolean(), {}};
        if (word == "string") return {Type::string(), {}};
        if (word == "number") return {Type::number(), {}};
        if (word == "int" && kind_ == TypeExpressionKind::ExactOrInt) return {Type::number(), {}};
        if (word == "any") {
            if (is_exact()) return refuse(DiagCode::AnyNotExact, span, {});
            return {Type::dynamic(), {}};
        }
        if (is_collection_word(word)) return refuse(DiagCode::MissingElementType, span, {word});
        if (word == "object") return refuse(DiagCode::MissingAttributeTypes, span, {});
        if (word == "tuple") return refuse(DiagCode::MissingTupleTypes, span, {});
        return refuse_word(DiagCode::UnknownTypeKeyword, span, span, word);
    }

    Parsed constructed(const Expression& expression) {
        StaticResult<StaticCall> call = static_call(expression);
        if (!call) return refuse_other(expression);
        const std::string& name = call->name;
        if (is_one_of(name, kPrimitives))
            return refuse(DiagCode::PrimitiveWithArguments, call->arguments_span, {name});

        bool is_collection = is_collection_word(name);
        bool is_known = is_collection || name == "object" || name == "tuple";
        if (is_known && call->arguments.size() != 1) {
            Span place = call->arguments_span;
            if (call->arguments.size() > 1)
                place = cover(call->arguments[1].span(), call->arguments.back().span());
            DiagCode code = is_collection      ? DiagCode::MissingElementType
                            : name == "object" ? DiagCode::MissingAttributeTypes
                                               : DiagCode::MissingTupleTypes;
            return refuse(code, place, {name}, call->arguments_span);
        }
        if (is_collection) return collection(name, call->arguments[0]);
        if (name == "object") return object(expression, call->arguments[0]);
        if (name == "tuple") return tuple(expression, call->arguments[0]);
        if (name == "optional") return refuse(DiagCode::OptionalOutsideObject, call->name_span, {});
        return refuse_word(DiagCode::UnknownTypeConstructor, expression.span(), call->name_span, name);
    }

    Parsed collection(std::string_view name, const Expression& argument) {
        Parsed element = parse(argument);
        Parsed result;
        result.type = name == "list"  ? Type::list(element.type)
                      : name == "set" ? Type::set(element.type)
                                      : Type::map(element.type);
        if (element.defaults) {
            auto defaults = std::make_shared<Defaults>();
            defaults->type = result.type;
            defaults->children.emplace("", std::move(element.defaults));
            result.defaults = std::move(defaults);
        }
        return result;
    }

    Parsed tuple(const Expression& whole, const Expression& argument) {
        auto items = static_list(argument);
        if (!items) return refuse(DiagCode::MissingTupleTypes, argument.span(), {}, whole.span());
        std::vector<Type> types;
        auto defaults = std::make_shared<Defaults>();
        for (const Expression& item : *items) {
            Parsed element = parse(item);
            if (element.defaults)
                defaults->children.emplace(std::to_string(types.size()), std::move(element.defaults));
            types.push_back(std::move(element.type));
        }
        return finish(Type::tuple(types), std::move(defaults));
    }

    // The `optional(...)` of an attribute's type.
    struct Optional {
        Expression type;
        std::optional<Expression> default_expr;
        bool is_optional = false;
        bool skip = false;  // there is no type
    };

    Optional read_optional(const Expression& value, Value& default_value) {
        Optional result{value, {}, false, false};
        StaticResult<StaticCall> call = static_call(value);
        if (!call || call->name != "optional") return result;
        if (call->arguments.empty()) {
            refuse(DiagCode::OptionalWithoutType, call->arguments_span, {}, value.span());
            result.skip = true;
            return result;
        }
        std::size_t count = call->arguments.size();
        result.type = call->arguments[0];
        if (is_exact()) {
            refuse(DiagCode::OptionalNotExact, call->name_span, {}, value.span());
        } else if (count == 1) {
            result.is_optional = true;
        } else if (kind_ == TypeExpressionKind::Constraint) {
            refuse(DiagCode::OptionalWithDefault, call->arguments_span, {}, value.span());
        } else if (count == 2) {
            const Expression& expression = call->arguments[1];
            EvalOptions options;
            options.rules = &rules_;
            EvalResult evaluated = expression.is_node() ? evaluate(expression.node(), nullptr, options)
                                                        : EvalResult{expression.value(), {}};
            bool failed = has_errors(evaluated.diagnostics);
            for (Diagnostic& d : evaluated.diagnostics) diagnostics_.push_back(std::move(d));
            if (!failed) {
                result.is_optional = true;
                result.default_expr = expression;
                default_value = std::move(evaluated.value);
            }
        } else {
            refuse(DiagCode::OptionalTooManyArguments, call->arguments_span, {}, value.span());
        }
        return result;
    }

    Parsed object(const Expression& whole, const Expression& argument) {
        auto items = static_map(argument);
        if (!items) return refuse(DiagCode::MissingAttributeTypes, argument.span(), {}, whole.span());
        std::vector<ObjectAttribute> attributes;
        std::set<std::string, std::less<>> seen;
        auto defaults = std::make_shared<Defaults>();
        for (const auto& [key, value] : *items) {
            std::string name = static_keyword(key);
            if (name.empty()) {
                refuse(DiagCode::InvalidAttributeName, key.span(), {}, whole.span());
                continue;
            }
            if (seen.contains(name)) {
                refuse(DiagCode::DuplicateAttributeType, key.span(), {name}, whole.span());
                continue;
            }
            Value default_value;
            Optional optional = read_optional(value, default_value);
            if (optional.skip) continue;
            Parsed attribute = parse(optional.type);
            if (optional.default_expr) {
                ValueResult converted = convert_value(default_value, attribute.type, rules_);
                if (converted)
                    defaults->values.emplace(name, std::move(*converted));
                else
                    refuse(DiagCode::InvalidOptionalDefault, optional.default_expr->span(),
                           {name, explain(converted.error())});
            }
            if (attribute.defaults) defaults->children.emplace(name, std::move(attribute.defaults));
            seen.insert(name);
            attributes.push_back({std::move(name), std::move(attribute.type), optional.is_optional});
        }
        return finish(Type::object(std::move(attributes)), std::move(defaults));
    }

    Parsed finish(Type type, std::shared_ptr<Defaults> defaults) {
        Parsed result{std::move(type), {}};
        if (defaults->values.empty() && defaults->children.empty()) return result;
        defaults->type = result.type;
        result.defaults = std::move(defaults);
        return result;
    }

    TypeExpressionKind kind_;
    const Rules& rules_;
    Diagnostics& diagnostics_;
    unsigned depth_ = 0;
};

std::optional<Value> decode_type(const Expression& expression, const DecodeContext& context,
                                 Diagnostics& diagnostics) {
    // The reference does not accept defaults here.
    const auto kind = context.rules().constraints_take_defaults ? TypeExpressionKind::Defaults
                                                                : TypeExpressionKind::Constraint;
    TypeExpression parsed = parse_type(expression, kind, context.rules());
    bool failed = has_errors(parsed.diagnostics);
    for (Diagnostic& d : parsed.diagnostics) diagnostics.push_back(std::move(d));
    if (failed) return std::nullopt;
    return type_constraint_value(parsed.type, std::move(parsed.defaults));
}

bool same_defaults(const Defaults* a, const Defaults* b) {
    if (!a || !b) return a == b;
    auto same_value = [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.identical(y.second);
    };
    auto same_child = [](const auto& x, const auto& y) {
        return x.first == y.first && same_defaults(x.second.get(), y.second.get());
    };
    return a->type == b->type && std::ranges::equal(a->values, b->values, same_value) &&
           std::ranges::equal(a->children, b->children, same_child);
}

constexpr CapsuleType::Operations kTypeOperations{
    .equals =
        [](const void* a, const void* b) {
            const auto& x = *static_cast<const TypeConstraint*>(a);
            const auto& y = *static_cast<const TypeConstraint*>(b);
            return x.type == y.type && same_defaults(x.defaults.get(), y.defaults.get());
        },
    .to_plain =
        [](const void* p) {
            return Value::string(static_cast<const TypeConstraint*>(p)->type.to_constraint_source());
        },
    .describe = [](const void* p) { return static_cast<const TypeConstraint*>(p)->type.to_source(); },
};
constexpr ExpressionDecoder kTypeDecoder{decode_type};
constexpr CapsuleType::Extension kTypeExtensions[] = {capsule_extension(kExpressionDecoder, kTypeDecoder)};
constexpr CapsuleType kTypeCapsule("type constraint", &kTypeOperations, kTypeExtensions);

}  // namespace

TypeExpression parse_type(const Expression& expression, TypeExpressionKind kind, const Rules& rules) {
    TypeExpression result;
    Parsed parsed = TypeParser(kind, rules, result.diagnostics).parse(expression);
    result.type = std::move(parsed.type);
    result.defaults = std::move(parsed.defaults);
    return result;
}

const Type& type_constraint_type() {
    static const Type type = Type::capsule(kTypeCapsule);
    return type;
}

Value type_constraint_value(const Type& type, std::shared_ptr<const Defaults> defaults) {
    return Value::capsule(kTypeCapsule,
                          std::make_shared<const TypeConstraint>(TypeConstraint{type, std::move(defaults)}));
}

ValueResult TypeConstraint::convert(const Value& value, const Rules& rules) const {
    return convert_value(defaults ? defaults->apply(value, rules) : value, type, rules);
}

std::span<const std::string_view> primitive_type_names() {
    return kPrimitives;
}
std::span<const std::string_view> type_constructor_names() {
    return kConstructors;
}

}  // namespace hcl::eval
