// Provider functions: a module calls those of its required providers, by their local names. Their schemas
// tell which there are, and their parameters.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/guards.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"
#include "engine/language/version_order.h"
#include "engine/schemas/schema_file.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/validated.h"

namespace hcl::terraform {

namespace {

constexpr std::string_view kSpace = "provider::";

// The children or units that call provider functions; cached with the tree.
struct Calling {
    std::vector<std::uint32_t> list;
};

bool calls_any(const bind::BoundUnit& unit) {
    return std::ranges::any_of(unit.calls, [](const std::string& call) { return call.starts_with(kSpace); });
}

const Calling& calling_of(const bind::UnitTree& tree) {
    return tree.memo().get<Calling>([&] {
        Calling out;
        for (std::uint32_t i = 0; i < tree.children().size(); ++i)
            if (!calling_of(*tree.children()[i]).list.empty()) out.list.push_back(i);
        for (std::uint32_t i = 0; i < tree.cells().size(); ++i)
            if (tree.cells()[i].unit && calls_any(*tree.cells()[i].unit)) out.list.push_back(i);
        return out;
    });
}

// A function in the schema of its provider. Nothing when the schema is not known.
struct Known {
    std::string missing;  // why it does not exist; empty when it does
    bool is_sure = true;  // no: it can be otherwise in another version of the provider
    eval::FunctionPtr function = nullptr;
};

// The provider whose schema lists the functions of a requirement, and the version of that schema.
struct Listed {
    std::string address;
    std::string version;
    bool is_locked = false;
};

// Nothing when the schema is not known.
std::optional<Listed> listed_by(const bind::Module& module, const RequiredProvider& required) {
    const language::Language& language = module.language();
    if (!language.additions.schemas) return std::nullopt;
    const bind::Packages& packages = module.packages();
    Listed out;
    out.address = packages.address_of(required.name, language);
    out.version = packages.version_of(out.address, language);
    if (out.version.empty())
        language.additions.schemas->each_version(out.address,
                                                 [&](std::string_view version) { out.version = version; });
    const std::string_view locked = packages.locked_version(out.address);
    out.is_locked = !locked.empty() && locked == out.version;
    if (out.address.empty() || (!locked.empty() && !out.is_locked)) return std::nullopt;
    if (!out.version.empty() && !language::is_admitted(out.version, required.constraint)) return std::nullopt;
    return out;
}

eval::FunctionPtr read_function(const bind::Module& module, const Listed& listed, std::string_view name) {
    const auto record = module.language().additions.schemas->native_record(
        {listed.address, "function", name, listed.version});
    return record ? schemas::function_of_record(*record) : nullptr;
}

Known known_from_schema(const bind::Module& module, const RequiredProvider& required,
                        std::string_view function) {
    const std::optional<Listed> listed = listed_by(module, required);
    if (!listed) return {};
    bool has_any = false;
    bool is_known = false;
    Suggester near(function);
    module.language().additions.schemas->each_name_of({listed->address, "function", {}, listed->version},
                                                      [&](std::string_view name) {
                                                          has_any = true;
                                                          is_known = is_known || name == function;
                                                          near.offer(name);
                                                      });
    if (is_known) return {"", listed->is_locked, read_function(module, *listed, function)};
    if (!has_any) return {};
    return {" The provider \"" + listed->address + "\" has none of that name" +
                (listed->version.empty() ? "" : " in version " + listed->version) + "." +
                did_you_mean(near.best()),
            listed->is_locked};
}

Known known_of(const bind::Module& module, std::string_view name) {
    const ModuleShape& shape = shape_of(module);
    name.remove_prefix(kSpace.size());
    const std::size_t end = name.find("::");
    if (end == std::string_view::npos) return {};
    const std::string provider(name.substr(0, end));
    const RequiredProvider* required = shape.requirement(provider);
    if (!required)
        return {" The module does not name the provider \"" + provider + "\" in `required_providers`."};
    if (required->source == kBuiltInProvider &&
        std::ranges::find(kBuiltInFunctions, name.substr(end + 2)) == kBuiltInFunctions.end())
        return {" The provider \"" + provider + "\" has no function of that name."};
    return known_from_schema(module, *required, name.substr(end + 2));
}

// The names in scope, and one function of a provider.
class ScopeOfCall final : public eval::Scope {
  public:
    ScopeOfCall(std::shared_ptr<const eval::Scope> outer, std::string_view name,
                const eval::Function& function)
        : eval::Scope(std::move(outer)), name_(name), function_(function) {}
    const eval::Function* function(std::string_view name) const override {
        return name == name_ ? &function_ : nullptr;
    }
    bool has_functions() const override { return true; }

  private:
    std::string_view name_;
    const eval::Function& function_;
};

// The number and the types of the arguments of a call.
void check_arguments(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                     syntax::Node call, std::string_view name, const Known& known) {
    constexpr std::uint64_t kSteps = 20'000;
    const ScopeOfCall scope(scope_of_body(input.context, input.module, slot, body), name, *known.function);
    eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
    options.cancel = input.context.cancel;
    options.limits.steps = std::min(kSteps, input.module.limits().file_steps);
    for (Diagnostic& found : eval::evaluate(call, &scope, options).diagnostics) {
        const bool is_of_call = found.code == DiagCode::NotEnoughArguments ||
                                found.code == DiagCode::TooManyArguments ||
                                found.code == DiagCode::InvalidArgument;
        // Other findings are those of the argument that holds the call.
        if (!is_of_call || found.context != call.span()) continue;
        found.span = found.span.shifted(slot.base);
        found.context = call.span().shifted(slot.base);
        found.file = slot.file;
        if (!known.is_sure) found.severity = Severity::Warning;
        input.out.push_back(std::move(found));
    }
}

void check_unit(const RuleInput& input, const bind::UnitSlot& slot) {
    for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr) continue;
        eval::Guards guards(attribute.expr, eval::error_catching_functions());
        eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
            if (!name.starts_with(kSpace) || guards.cover({call.span(), {}})) return;
            const Known known = known_of(input.module, name);
            if (known.function && slot.state) check_arguments(input, slot, attribute.body, call, name, known);
            if (known.missing.empty()) return;
            Diagnostic& d = input.report(DiagCode::UnknownFunction, call.child(0).span().shifted(slot.base),
                                         {name, known.missing});
            if (!known.is_sure) d.severity = Severity::Warning;
        });
    }
}

void check_tree(const RuleInput& input, const bind::UnitTree& tree, std::uint32_t base) {
    std::uint32_t at = 0;
    for (std::uint32_t index : calling_of(tree).list) {
        for (; at < index; ++at)
            base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
        if (!tree.children().empty()) {
            check_tree(input, *tree.children()[index], base);
            continue;
        }
        const bind::UnitCell& cell = tree.cells()[index];
        check_unit(input, {cell.unit.get(), cell.state.get(), base, cell.label, input.file.input.id});
    }
}

struct FunctionsOfProviders {
    std::shared_ptr<const eval::FunctionTable> table;
};

}  // namespace

std::shared_ptr<const eval::FunctionTable> provider_functions(const bind::Module& module) {
    return module.memo()
        .get<FunctionsOfProviders>([&] {
            eval::FunctionTable table;
            for (const RequiredProvider& required : shape_of(module).required) {
                const std::optional<Listed> listed = listed_by(module, required);
                if (!listed) continue;
                module.language().additions.schemas->each_name_of(
                    {listed->address, "function", {}, listed->version}, [&](std::string_view name) {
                        if (eval::FunctionPtr function = read_function(module, *listed, name))
                            table.add(std::string(kSpace) + required.name + "::" + std::string(name),
                                      std::move(function));
                    });
            }
            return FunctionsOfProviders{std::make_shared<const eval::FunctionTable>(std::move(table))};
        })
        .table;
}

void check_provider_functions(const RuleInput& input) {
    if (input.file.units->count() > 0) check_tree(input, *input.file.units, 0);
}

}  // namespace hcl::terraform
