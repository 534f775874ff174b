#include "tests/unit/pcl/support.h"

#include <doctest/doctest.h>

#include "engine/pcl/convert.h"
#include "engine/pcl/notation.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/typer.h"
#include "engine/pcl/unify.h"
#include "engine/syntax/file/file.h"

namespace hcl::test::pcl_support {

namespace {

class NamedScope final : public pcl::TypeScope {
  public:
    explicit NamedScope(const Names& names) : names_(names) {}
    std::optional<pcl::Definition> find(std::string_view name) const override {
        auto it = names_.find(std::string(name));
        if (it == names_.end()) return std::nullopt;
        return pcl::Definition{type(it->second)};
    }
    void offer(Suggester& suggester) const override {
        for (const auto& [name, text] : names_) suggester.offer(name);
    }

  private:
    const Names& names_;
};

pcl::Type typed_with(std::string_view expression, const Names& names, Diagnostics& findings) {
    const syntax::FilePtr file = syntax::parse_expression(expression);
    REQUIRE(file->diagnostics().empty());
    return pcl::type_of(file->root(), NamedScope(names), pcl::Functions(), {}, findings);
}

}  // namespace

pcl::Type type(std::string_view text) {
    pcl::ParsedType parsed = pcl::parse_type(text);
    INFO(std::string(text), ": ", parsed.problem);
    REQUIRE(parsed.type.has_value());
    return *parsed.type;
}

std::string conversion_of(std::string_view from, std::string_view to) {
    return std::string(pcl::name_of(pcl::conversion(type(to), type(from))));
}

std::string unified(std::string_view a, std::string_view b) {
    return pcl::unify(type(a), type(b)).type.to_string();
}

std::string stepped(std::string_view of, std::string_view name) {
    return pcl::traverse(type(of), pcl::StepKey::name(name)).type.to_string();
}

std::string typed(std::string_view expression, const Names& names) {
    Diagnostics findings;
    return typed_with(expression, names, findings).to_string();
}

std::string find_codes(std::string_view expression, const Names& names) {
    Diagnostics findings;
    typed_with(expression, names, findings);
    std::string codes;
    for (const Diagnostic& d : findings) codes += (codes.empty() ? "" : " ") + diag_id(d.code);
    return codes;
}

}  // namespace hcl::test::pcl_support
