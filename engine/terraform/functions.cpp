// Provider functions: a module calls those of its required providers, by their local names.
#include <algorithm>
#include <array>

#include "engine/eval/analysis/variables.h"
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
std::string problem(const ModuleShape& shape, std::string_view name) {
    name.remove_prefix(kSpace.size());
    const std::size_t end = name.find("::");
    if (end == std::string_view::npos) return {};
    const std::string provider(name.substr(0, end));
    const RequiredProvider* required = shape.requirement(provider);
    if (!required)
        return " The module does not name the provider \"" + provider + "\" in `required_providers`.";
    constexpr std::array<std::string_view, 3> kBuiltIn{"decode_tfvars", "encode_expr", "encode_tfvars"};
    if (required->source == "terraform.io/builtin/terraform" &&
        std::ranges::find(kBuiltIn, name.substr(end + 2)) == kBuiltIn.end())
        return " The provider \"" + provider + "\" has no function of that name.";
    return {};
}

void check_tree(const RuleInput& input, const bind::UnitTree& tree, std::uint32_t base) {
    const ModuleShape& shape = shape_of(input.module);
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
                const std::string why = problem(shape, name);
                if (!why.empty())
                    input.report(DiagCode::UnknownFunction, call.child(0).span().shifted(base), {name, why});
            });
        }
    }
}

}  // namespace

void check_provider_functions(const RuleInput& input) {
    if (input.file.units->count() > 0) check_tree(input, *input.file.units, 0);
}

}  // namespace hcl::terraform
