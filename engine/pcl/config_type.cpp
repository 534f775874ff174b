// The type labels of "config" and "output" blocks: `string`, `list(object({ a = int }))`. They are
// expressions whose names and functions denote types.
#include "engine/pcl/program_binder.h"

namespace hcl::pcl {

namespace {

constexpr std::string_view kTypes =
    "any, bool, int, number, string, list(T), set(T), map(T), object({ name = T }), tuple([T, T]) or "
    "optional(T)";

class TypeNames final : public TypeScope {
  public:
    std::optional<Definition> find(std::string_view name) const override {
        if (name == "any") return Definition{Type()};
        if (name == "bool") return Definition{Type::boolean()};
        if (name == "int") return Definition{Type::integer()};
        if (name == "number") return Definition{Type::number()};
        if (name == "string") return Definition{Type::string()};
        return std::nullopt;
    }
};

class TypeFunctions final : public Functions {
  public:
    std::optional<Signature> signature(const Call& call, Diagnostics& findings) const override {
        const bool is_one = call.arguments.size() == 1;
        const Type given = is_one ? call.arguments[0].type : Type();
        auto made = [&](std::string_view parameter, const Type& type) {
            return Signature{{{std::string(parameter), Type()}}, {}, is_one ? type : Type()};
        };
        auto fail = [&](std::string_view title) {
            add_diagnostic(findings, DiagCode::PclInvalidType, call.span, {title, kTypes});
        };
        if (call.name == "list") return made("elementType", Type::list(given));
        if (call.name == "set") return made("elementType", Type::set(given));
        if (call.name == "map") return made("elementType", Type::map(given));
        if (call.name == "optional") {
            if (!is_one) fail("optional() requires exactly one argument");
            return made("elementType", Type::optional(given));
        }
        if (call.name == "object") {
            if (is_one && !given.is(Kind::Object)) fail("the argument to object() must be an object type");
            return made("objectType", given.is(Kind::Object) ? given : Type());
        }
        if (call.name == "tuple") {
            if (is_one && !given.is(Kind::Tuple)) fail("the argument to tuple() must be an tuple type");
            return made("tupleType", given.is(Kind::Tuple) ? given : Type());
        }
        return std::nullopt;
    }
    std::vector<std::string_view> names() const override {
        return {"list", "map", "object", "optional", "set", "tuple"};
    }
};

}  // namespace

std::optional<Type> ProgramBinder::type_label(const syntax::LabelView& label) {
    const syntax::FilePtr tree = syntax::parse_expression(label.value);
    const std::uint32_t start = label.span.start + (label.is_quoted ? 1 : 0);
    Diagnostics problems = tree->diagnostics();
    const bool is_broken = !problems.empty();
    Type type;
    if (!is_broken)
        type = pcl::type_of(tree->root(), TypeNames(), TypeFunctions(), TyperOptions::reference(), problems);
    for (const Diagnostic& problem : problems) {
        // Escapes make the label longer than its value.
        const std::uint32_t limit = label.span.end;
        const Span place{std::min(start + problem.span.start, limit),
                         std::min(start + problem.span.end, limit)};
        Diagnostic& d = report(DiagCode::PclInvalidType, place, {problem.title, kTypes});
        d.severity = problem.severity;
        d.context = label.span;
        if (is_broken) return std::nullopt;
    }
    return type;
}

}  // namespace hcl::pcl
