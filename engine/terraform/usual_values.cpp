#include "engine/terraform/usual_values.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/path.h"
#include "engine/bind/instance.h"
#include "engine/bind/interface.h"
#include "engine/check/fallback_findings.h"

namespace hcl::terraform {

std::string order_of_values(std::string_view name) {
    if (name == "terraform.tfvars") return "0";
    if (name == "terraform.tfvars.json") return "1";
    const bool is_read = name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json");
    return is_read ? "2" + std::string(name) : std::string();
}

namespace {

struct NamesOfValues {
    std::set<std::string> names;
};

}  // namespace

const std::set<std::string>& variables_in(const bind::Module& values) {
    return values.memo()
        .get<NamesOfValues>([&] {
            NamesOfValues out;
            values.files().front().each_unit([&](const bind::UnitSlot& slot) {
                for (const std::uint32_t i : slot.unit->bodies[0].attributes)
                    out.names.insert(slot.unit->attributes[i].name);
            });
            return out;
        })
        .names;
}

namespace {

void add_values_of_files(const check::ExtensionContext& context, UsualValues& out) {
    std::map<std::string, bind::ModulePtr> files;
    // Also says that the module depends on such files, which may not be there yet.
    if (context.implied)
        for (const std::string_view name : {"terraform.tfvars", "terraform.tfvars.json"})
            context.implied(std::string(name), "terraform-values");
    // A unit of Terragrunt gives other ones.
    if (context.beside && !context.beside("", "terragrunt").empty()) out.may_differ = true;
    if (context.beside)
        for (bind::ModulePtr& one : context.beside("", "terraform-values")) {
            std::string order = order_of_values(file_name_of(one->files().front().input.path));
            if (order.empty())
                out.may_differ = true;
            else
                files.emplace(std::move(order), std::move(one));
        }
    for (const auto& [order, values] : files) {
        const bind::ModuleFile& file = values->files().front();
        const std::string name(file_name_of(file.input.path));
        if (context.implied) context.implied(name, "terraform-values");
        file.each_unit([&](const bind::UnitSlot& slot) {
            if (!slot.state) return;
            for (std::uint32_t i : slot.unit->bodies[0].attributes) {
                const bind::BoundAttribute& attribute = slot.unit->attributes[i];
                const Span place = attribute.expr ? attribute.expr.span() : attribute.name_span;
                out.given.insert_or_assign(
                    attribute.name,
                    UsualValues::Given{slot.state->values[i], {slot.file, place.shifted(slot.base)}, name});
            }
        });
    }
}

std::set<std::string> find_replaced_values(const check::ExtensionContext& context) {
    std::set<std::string> out;
    const bind::ModuleFile& own = context.module->files().front();
    const std::string order = order_of_values(file_name_of(own.input.path));
    if (order.empty() || !context.beside) return out;
    const std::set<std::string>& names = variables_in(*context.module);
    for (const bind::ModulePtr& other : context.beside("", "terraform-values")) {
        const std::string name(file_name_of(other->files().front().input.path));
        // The order of names is that of bytes, the longer one last.
        if (order_of_values(name) <= order) continue;
        // Says that the file depends on the other one.
        if (context.implied) context.implied(name, "terraform-values");
        std::ranges::set_intersection(names, variables_in(*other), std::inserter(out, out.end()));
    }
    return out;
}

struct InstanceMaker {
    const check::ExtensionContext& context;
    std::map<std::string, bool> variables{};  // true: one has to be given
    const UsualValues& values;

    // Null where none of the values is for a variable.
    bind::InputsPtr of_files(const std::optional<FileId>& single) const {
        std::map<std::string, Value> given;
        for (const auto& [name, one] : values.given)
            if (variables.contains(name) && (!single || one.place.file == *single))
                given.emplace(name, one.value);
        return given.empty() ? nullptr : bind::inputs_with(*context.module, "variable", std::move(given));
    }
    bind::ModulePtr with_files() const {
        const bind::InputsPtr given = of_files(std::nullopt);
        if (!given) return nullptr;
        return made(given, bind::PathBase::OwnFolder);
    }
    // As findings at the values of the file come about.
    bind::ModulePtr with_file(FileId single) const { return made(of_files(single), bind::PathBase::Unknown); }
    bind::ModulePtr with_all() const {
        std::map<std::string, Value> all;
        for (const auto& [name, is_required] : variables) {
            const auto given = values.given.find(name);
            const bool is_there = given != values.given.end();
            if (is_there || is_required) all.emplace(name, is_there ? given->second.value : Value::dynamic());
        }
        return made(bind::inputs_given("variable", std::move(all)), bind::PathBase::OwnFolder);
    }
    bind::ModulePtr made(bind::InputsPtr inputs, bind::PathBase paths) const {
        return bind::instantiate(*context.module, std::move(inputs), context.called, context.cancel,
                                 bind::kCallDepth, paths)
            .module;
    }
};

UsualValues find_usual_values(const check::ExtensionContext& context) {
    constexpr std::uint64_t kMostSteps = 2'000'000;
    UsualValues out;
    const bind::Module& module = *context.module;
    if (!context.is_root() || !context.called || bind::usual_cost(module) > kMostSteps) return out;
    add_values_of_files(context, out);
    InstanceMaker maker{.context = context, .values = out};
    for (const bind::Symbol symbol : module.symbols().by_kind("variable"))
        if (symbol.is_declaration())
            maker.variables.emplace(
                module.declaration(symbol).address.back(),
                bind::interface_item(module, module.slot_of(symbol), symbol.index()).is_required);
    out.are_complete = std::ranges::all_of(maker.variables, [&](const auto& variable) {
        return !variable.second || out.given.contains(variable.first);
    });
    std::set<FileId> files;
    for (const auto& [name, one] : out.given)
        if (maker.variables.contains(name)) files.insert(one.place.file);
    out.with_all = maker.with_all();
    out.with_files = maker.with_files();
    for (const FileId file : files)
        if (bind::ModulePtr made = maker.with_file(file)) out.with_single_files.push_back(std::move(made));
    return out;
}

}  // namespace

const UsualValues& usual_values(const check::ExtensionContext& context) {
    return context.memo->get<UsualValues>([&] { return find_usual_values(context); });
}

const std::set<std::string>& replaced_values(const check::ExtensionContext& context) {
    struct Replaced {
        std::set<std::string> names;
    };
    return context.memo->get<Replaced>([&] { return Replaced{find_replaced_values(context)}; }).names;
}

const UsualValues* checked_values(const check::ExtensionContext& context) {
    if (!check::may_use_fallbacks(*context.module) || context.module->symbols().by_kind("variable").empty())
        return nullptr;
    return &usual_values(context);
}

}  // namespace hcl::terraform
