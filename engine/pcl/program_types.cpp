// Types the expressions of a program: its names, and the functions of packages.
#include "engine/base/suggest.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/misfit.h"
#include "engine/pcl/package_functions.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/value_check.h"

namespace hcl::pcl {

using syntax::Node;

namespace {

// Resolves names in the scope of the expression, then in the program.
class ProgramScope final : public TypeScope {
  public:
    ProgramScope(const ProgramBinder& binder, const LocalNames& locals) : binder_(binder), locals_(locals) {}

    std::optional<Definition> find(std::string_view name) const override {
        if (const Type* type = locals_.find(name)) return Definition{*type};
        return binder_.definition(name);
    }
    std::optional<Value> value(std::string_view name) const override {
        return locals_.find(name) ? std::nullopt : binder_.known(name);
    }
    void offer(Suggester& suggester) const override {
        for (const auto& [name, type] : locals_.types) suggester.offer(name);
        binder_.offer_names(suggester);
    }

  private:
    const ProgramBinder& binder_;
    const LocalNames& locals_;
};

class BinderFunctions final : public PackageFunctions {
  public:
    explicit BinderFunctions(const ProgramBinder& binder)
        : PackageFunctions({binder.options().is_reference, binder.options().skips_invoke_types}),
          binder_(binder) {}

  protected:
    PackagePtr package(std::string_view name) const override { return binder_.package(name); }
    std::string damage(std::string_view name) const override { return binder_.damage(name); }

  private:
    const ProgramBinder& binder_;
};

}  // namespace

std::optional<Definition> ProgramBinder::definition(std::string_view name) const {
    const std::optional<std::uint32_t> index = tables->find(name);
    if (!index) return std::nullopt;
    const ProgramNode& node = *nodes[*index];
    Definition out{.type = undescribed()};
    if (states_.empty() || states_[*index] == State::Done)
        out.type = node.type;
    else if (input.options.is_reference && *index != node_ &&
             (node.kind == NodeKind::Resource || node.kind == NodeKind::Read))
        // In a cycle the reference binds uses of a resource before its type is known. Otherwise accept
        // anything, because the cycle is reported.
        out.type = resource_variable({});
    if (node.kind == NodeKind::Hook) out.steps = Definition::Steps::Same;
    if (node.kind == NodeKind::Pulumi) out.steps = Definition::Steps::Refused;
    return out;
}

std::optional<Value> ProgramBinder::known(std::string_view name) const {
    const std::optional<std::uint32_t> index = tables->find(name);
    if (!index || (!states_.empty() && states_[*index] != State::Done)) return std::nullopt;
    return nodes[*index]->known;
}

KnownNames ProgramBinder::known_names(const LocalNames& locals) const {
    return [this, &locals](std::string_view name) { return locals.find(name) ? std::nullopt : known(name); };
}

void ProgramBinder::offer_names(Suggester& suggester) const {
    const SimilarNames& names = tables->similar.get([&] {
        std::vector<std::string> all;
        for (const auto* table : {&tables->names, &tables->outputs})
            for (const auto& [name, node] : *table) all.push_back(name);
        return SimilarNames(std::move(all));
    });
    suggester.offer(names.nearest(suggester.given()));
}

Type ProgramBinder::type_of(Node expr, const LocalNames& locals) {
    TyperOptions options = input.options.is_reference ? TyperOptions::reference() : TyperOptions();
    options.missing_variables_are_warnings = input.options.allows_missing_variables;
    options.missing_properties_are_allowed = input.options.allows_missing_properties;
    options.skips_range_types = input.options.skips_range_types;
    if (visit_) options.on_type = *visit_;
    Diagnostics found;
    Type type = pcl::type_of(expr, ProgramScope(*this, locals), BinderFunctions(*this), options, found);
    take(std::move(found));
    return type;
}

Type ProgramBinder::expect(Node expr, const Type& wanted, const LocalNames& locals, std::string_view name) {
    Type type = type_of(expr, locals);
    Diagnostics found;
    const bool is_reference = input.options.is_reference;
    const bool is_clear = !is_reference && check_value(wanted, type, expr, name, known_names(locals), found);
    if (!is_clear && (is_reference || name.empty()))
        expect_fit(wanted, type, expr, is_reference, found);
    else if (!is_clear)
        report_wrong_type(found, value_span(expr), name, wanted, wanted, type);
    take(std::move(found));
    return type;
}

void ProgramBinder::take(Diagnostics found) {
    for (Diagnostic& d : found) {
        d.file = input.files[file_].id;
        for (RelatedPlace& place : d.related)
            if (!place.where.file.is_valid()) place.where.file = d.file;
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits)
                if (!edit.file.is_valid()) edit.file = d.file;
        sink_->push_back(std::move(d));
    }
}

}  // namespace hcl::pcl
