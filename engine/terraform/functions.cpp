// Provider functions: a module calls those of its required providers, by their local names, which their
// schemas list.
#include <algorithm>
#include <array>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/version_order.h"
#include "engine/terraform/rules.h"

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

// Why the function does not exist; empty when it does, or when that is unknown.
struct Missing {
    std::string why;
    bool is_sure = true;  // no: another version of the provider can have it
};

// The schema of a provider lists its functions.
Missing missing_in_schema(const RuleInput& input, const RequiredProvider& required,
                          std::string_view function) {
    const language::Language& language = input.module.language();
    if (!language.additions.schemas) return {};
    const bind::Packages& packages = input.module.packages();
    const std::string address = packages.address_of(required.name, language);
    std::string used = packages.version_of(address, language);
    if (used.empty())
        language.additions.schemas->each_version(address, [&](std::string_view version) { used = version; });
    const std::string_view locked = packages.locked_version(address);
    const bool is_locked = !locked.empty() && locked == used;
    if (address.empty() || (!locked.empty() && !is_locked)) return {};
    if (!used.empty() && !language::is_admitted(used, required.constraint)) return {};
    bool has_any = false;
    bool is_known = false;
    Suggester near(function);
    language.additions.schemas->each_name_of({address, "function", {}, used}, [&](std::string_view name) {
        has_any = true;
        is_known = is_known || name == function;
        near.offer(name);
    });
    if (!has_any || is_known) return {};
    return {" The provider \"" + address + "\" has none of that name" +
                (used.empty() ? "" : " in version " + used) + "." + did_you_mean(near.best()),
            is_locked};
}

Missing problem(const RuleInput& input, std::string_view name) {
    const ModuleShape& shape = shape_of(input.module);
    name.remove_prefix(kSpace.size());
    const std::size_t end = name.find("::");
    if (end == std::string_view::npos) return {};
    const std::string provider(name.substr(0, end));
    const RequiredProvider* required = shape.requirement(provider);
    if (!required)
        return {" The module does not name the provider \"" + provider + "\" in `required_providers`."};
    constexpr std::array<std::string_view, 3> kBuiltIn{"decode_tfvars", "encode_expr", "encode_tfvars"};
    if (required->source == "terraform.io/builtin/terraform" &&
        std::ranges::find(kBuiltIn, name.substr(end + 2)) == kBuiltIn.end())
        return {" The provider \"" + provider + "\" has no function of that name."};
    return missing_in_schema(input, *required, name.substr(end + 2));
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
        for (const bind::BoundAttribute& attribute : tree.cells()[index].unit->attributes) {
            if (!attribute.expr) continue;
            eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
                if (!name.starts_with(kSpace)) return;
                const Missing missing = problem(input, name);
                if (missing.why.empty()) return;
                Diagnostic& d = input.report(DiagCode::UnknownFunction, call.child(0).span().shifted(base),
                                             {name, missing.why});
                if (!missing.is_sure) d.severity = Severity::Warning;
            });
        }
    }
}

}  // namespace

void check_provider_functions(const RuleInput& input) {
    if (input.file.units->count() > 0) check_tree(input, *input.file.units, 0);
}

}  // namespace hcl::terraform
