// Style of variables, outputs and names, and their files.
#include <algorithm>
#include <array>

#include "engine/bind/resolution.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// Words of lower case letters and digits, with single underscores between them.
bool is_snake_case(std::string_view name) {
    if (name.empty() || !is_lower(name.front()) || name.back() == '_') return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_digit = name[i] >= '0' && name[i] <= '9';
        if (!is_lower(name[i]) && !is_digit && name[i] != '_') return false;
        if (name[i] == '_' && name[i - 1] == '_') return false;
    }
    return true;
}

struct DeclarationLint {
    Lint& lint;
    const UnitSlot& slot;

    Span place(Span span) const { return span.shifted(slot.base); }

    void naming(std::string_view kind, std::string_view name, Span span) const {
        constexpr std::string_view kRule = "terraform_naming_convention";
        if (is_snake_case(name) || !lint.wants(kRule)) return;
        lint.report(kRule, place(span),
                    "The name \"" + std::string(name) + "\" of this " + std::string(kind) +
                        " is not written in lower case with single underscores between words.");
    }

    void described(const BoundBlock& block, std::string_view rule) const {
        if (!lint.wants(rule)) return;
        const BoundAttribute* text = attribute_of(*slot.unit, block.body, "description");
        const bool is_empty = text && text->expr && text->expr.text() == "\"\"";
        if (text && !is_empty) return;
        lint.report(rule, place(block.header_span),
                    "The " + block.type + " \"" + block.labels.back().value + "\" has no description.");
    }

    void standard_file(const BoundBlock& block, std::string_view name) const {
        constexpr std::string_view kRule = "terraform_standard_module_structure";
        const std::string& path = lint.input().file.input.path;
        if (!lint.is_native() || path.substr(path.rfind('/') + 1) == name || !lint.wants(kRule)) return;
        lint.report(kRule, place(block.header_span),
                    "By convention " + block.type + "s stand in \"" + std::string(name) + "\".");
    }

    void block(const BoundBlock& block) const {
        constexpr std::array<std::string_view, 6> kNamed{"variable", "output", "module",
                                                         "resource", "data",   "check"};
        if (block.labels.empty() || std::ranges::find(kNamed, block.type) == kNamed.end()) return;
        naming(block.type, block.labels.back().value, block.header_span);
        if (block.type == "variable") {
            described(block, "terraform_documented_variables");
            standard_file(block, "variables.tf");
            constexpr std::string_view kTyped = "terraform_typed_variables";
            if (!attribute_of(*slot.unit, block.body, "type") && lint.wants(kTyped))
                lint.report(
                    kTyped, place(block.header_span),
                    "The variable \"" + block.labels.back().value + "\" has no type, so it takes any value.");
        }
        if (block.type == "output") {
            described(block, "terraform_documented_outputs");
            standard_file(block, "outputs.tf");
        }
    }

    // Unused variables and locals are reported without this rule (HCL6012), which it can only silence.
    void unused() const {
        if (!lint.wants(kUnusedDeclarations)) return;
        for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
            const bind::Declaration& d = slot.unit->declarations[i];
            const bool is_alias = d.def->kind == "provider" && d.address.size() > 1;
            if (d.def->kind != "data" && !is_alias) continue;
            const auto self = bind::Symbol::of(slot.file, slot.label, bind::Symbol::Kind::Declaration, i);
            bool is_used = false;
            lint.module().symbols().each_possible_use(
                self, [&](const UnitSlot& at, const bind::Reference& reference) {
                    if (is_used) return;
                    const bind::Resolution found = bind::resolve(lint.module(), at, reference);
                    is_used = std::ranges::find(found.symbols, self) != found.symbols.end();
                });
            if (is_used) continue;
            std::string address;
            for (const std::string& step : d.address) address += (address.empty() ? "" : ".") + step;
            lint.report(kUnusedDeclarations, place(d.name_span),
                        "Nothing refers to the " + d.def->kind + " \"" + address + "\".");
        }
    }
};

}  // namespace

void lint_declarations(Lint& lint) {
    constexpr std::array<std::string_view, 6> kRules{
        "terraform_naming_convention",  "terraform_documented_variables",
        "terraform_documented_outputs", "terraform_standard_module_structure",
        "terraform_typed_variables",    kUnusedDeclarations};
    if (std::ranges::none_of(kRules, [&](std::string_view rule) { return lint.wants(rule); })) return;
    lint.input().file.each_unit([&](const UnitSlot& slot) {
        lint.input().context.cancel.poll();
        const DeclarationLint one{lint, slot};
        for (std::uint32_t i : slot.unit->bodies[0].blocks) one.block(slot.unit->blocks[i]);
        for (const bind::Declaration& d : slot.unit->declarations)
            if (d.def->kind == "local") one.naming("local", d.address.back(), d.name_span);
        one.unused();
    });
}

}  // namespace hcl::terraform
