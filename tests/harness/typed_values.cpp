#include "tests/harness/typed_values.h"

#include <utility>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/typer.h"
#include "engine/value/rules.h"

namespace hcl::test {

namespace {

class NoNames final : public pcl::TypeScope {
  public:
    std::optional<pcl::Definition> find(std::string_view) const override { return std::nullopt; }
};

}  // namespace

pcl::Type type_of_value(const Value& value) {
    using pcl::Type;
    if (value.is_null()) return Type::none();
    if (value.is_known_bool() || value.is_known_number() || value.is_known_string())
        return Type::constant(value);
    std::vector<Type> elements;
    std::vector<pcl::Property> properties;
    const bool is_named = value.type().is_object() || value.type().is_map();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Type part = type_of_value(value.value_at(i));
        if (is_named)
            properties.push_back({std::string(value.key_at(i).as_string()), part});
        else
            elements.push_back(part);
    }
    return is_named ? Type::object(std::move(properties)) : Type::tuple(elements);
}

TypedValue compare_type_with_value(syntax::Node expr) {
    Diagnostics findings;
    const pcl::Type type = pcl::type_of(expr, NoNames(), pcl::Functions(), {}, findings);
    if (has_errors(findings)) return {};
    const eval::EvalResult result = eval::evaluate(expr, nullptr, eval::eval_options(Rules::reference()));
    if (has_errors(result.diagnostics) || !result.value.is_wholly_known()) return {};
    const pcl::Type actual = type_of_value(result.value);
    if (pcl::is_convertible(type, actual)) return {true};
    return {true, "is " + type.to_string() + ", not " + actual.to_string()};
}

}  // namespace hcl::test
