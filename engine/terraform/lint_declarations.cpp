// Style of variables, outputs and names, and their files.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/resolution.h"
#include "engine/eval/functions/regex_pattern.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;

constexpr std::string_view kNaming = "terraform_naming_convention";
constexpr std::string_view kStructure = "terraform_standard_module_structure";

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// Words of letters and digits, with single underscores between them, and a letter at the start.
bool is_words(std::string_view name, bool allows_capitals) {
    auto is_letter = [&](char c) { return is_lower(c) || (allows_capitals && c >= 'A' && c <= 'Z'); };
    if (name.empty() || !is_letter(name.front()) || name.back() == '_') return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_digit = name[i] >= '0' && name[i] <= '9';
        if (!is_letter(name[i]) && !is_digit && name[i] != '_') return false;
        if (name[i] == '_' && name[i - 1] == '_') return false;
    }
    return true;
}

// The form of names of one kind, as the options of the rule tell.
class NameForm {
  public:
    NameForm(const Lint& lint, const std::string& kind) {
        const std::string rule(kNaming);
        const std::string own = rule + "." + kind;
        const bool has_own = !lint.option(own + ".format").empty() || !lint.option(own + ".custom").empty();
        const std::string& path = has_own ? own : rule;
        const std::string_view custom = lint.option(path + ".custom");
        if (!custom.empty()) {
            use_pattern(custom, "does not match \"" + std::string(custom) + "\"");
            return;
        }
        const std::string format(lint.option(path + ".format"));
        const std::string form = rule + ".custom_formats." + format;
        if (const std::string_view regex = lint.option(form + ".regex"); !regex.empty()) {
            const std::string_view meaning = lint.option(form + ".description");
            use_pattern(regex, "is not of the form \"" +
                                   std::string(meaning.empty() ? std::string_view(format) : meaning) + "\"");
        }
        if (format == "none") kind_ = Kind::Any;
        if (format == "mixed_snake_case") kind_ = Kind::Mixed;
    }

    bool fits(std::string_view name) const {
        if (kind_ == Kind::Any) return true;
        if (kind_ != Kind::Pattern) return is_words(name, kind_ == Kind::Mixed);
        std::vector<eval::functions::MatchSpan> spans;
        return pattern_->search(name, 0, spans);
    }
    std::string_view problem() const {
        if (kind_ == Kind::Pattern) return problem_;
        return kind_ == Kind::Mixed ? "is not written with single underscores between words"
                                    : "is not written in lower case with single underscores between words";
    }

  private:
    enum class Kind : std::uint8_t { Snake, Mixed, Pattern, Any };

    void use_pattern(std::string_view text, std::string problem) {
        constexpr std::size_t kLongest = 1000;
        constexpr std::int64_t kMostBytes = 1 << 20;
        kind_ = Kind::Any;  // when it is no pattern
        if (text.size() > kLongest) return;
        if (auto made = eval::functions::Pattern::compile(text, kMostBytes)) {
            kind_ = Kind::Pattern;
            pattern_ = std::make_unique<const eval::functions::Pattern>(std::move(*made));
            problem_ = std::move(problem);
        }
    }

    Kind kind_ = Kind::Snake;
    std::unique_ptr<const eval::functions::Pattern> pattern_;
    std::string problem_;
};

class NameForms {
  public:
    explicit NameForms(const Lint& lint) : lint_(lint) {}
    const NameForm& of(std::string_view kind) {
        auto known = forms_.find(kind);
        if (known == forms_.end()) {
            const std::string block(kind == "local" ? "locals" : kind);
            known = forms_.try_emplace(std::string(kind), lint_, block).first;
        }
        return known->second;
    }

  private:
    const Lint& lint_;
    std::map<std::string, NameForm, std::less<>> forms_;
};

struct DeclarationLint {
    Lint& lint;
    NameForms& forms;
    const UnitSlot& slot;

    Span place(Span span) const { return span.shifted(slot.base); }

    void naming(std::string_view kind, std::string_view name, Span span) const {
        if (!lint.wants(kNaming)) return;
        const NameForm& form = forms.of(kind);
        if (!form.fits(name))
            lint.report(kNaming, place(span),
                        "The name \"" + std::string(name) + "\" of this " + std::string(kind) + " " +
                            std::string(form.problem()) + ".");
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
        const std::string& path = lint.input().file.input.path;
        if (!lint.is_native() || path.substr(path.rfind('/') + 1) == name || !lint.wants(kStructure)) return;
        lint.report(kStructure, place(block.header_span),
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

    // Whether anything refers to the symbol, except from within itself.
    bool is_used(const bind::Symbol self, Span whole) const {
        bool found = false;
        lint.module().symbols().each_possible_use(
            self, [&](const UnitSlot& at, const bind::Reference& reference) {
                if (found || (at.unit == slot.unit && whole.contains(reference.span.start))) return;
                const bind::Resolution resolved = bind::resolve(lint.module(), at, reference);
                found = std::ranges::find(resolved.symbols, self) != resolved.symbols.end();
            });
        return found;
    }

    // Variables and locals without any reference are reported without this rule (HCL6012), which it can only
    // silence. A variable may be used by its own validations alone.
    void unused() const {
        if (!lint.wants(kUnusedDeclarations)) return;
        for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
            const bind::Declaration& d = slot.unit->declarations[i];
            const bool is_alias = d.def->kind == "provider" && d.address.size() > 1;
            const bool is_variable = d.def->kind == "variable" && !slot.unit->references.empty();
            if (d.def->kind != "data" && !is_alias && !is_variable) continue;
            const auto self = bind::Symbol::of(slot.file, slot.label, bind::Symbol::Kind::Declaration, i);
            if (is_used(self, is_variable ? d.span : Span{0, 0})) continue;
            if (is_variable && !is_used(self, Span{0, 0})) continue;
            std::string address;
            for (const std::string& step : d.address) address += (address.empty() ? "" : ".") + step;
            Diagnostic* found = lint.report(kUnusedDeclarations, place(d.name_span),
                                            "Nothing refers to the " + d.def->kind + " \"" + address + "\"" +
                                                (is_variable ? ", except for itself." : "."));
            if (!is_alias) lint.add_removal(found, place(d.span));
        }
    }
};

bool is_native(const bind::ModuleFile& file) {
    return file.input.tree->options().syntax == syntax::Syntax::Native;
}

// Files that a module has by convention, reported where the module begins.
void lint_files(Lint& lint) {
    if (!lint.wants(kStructure)) return;
    const bind::Module& module = lint.module();
    auto has = [&](std::string_view name) {
        return std::ranges::any_of(module.files(), [&](const bind::ModuleFile& file) {
            return file_name_of(file.input.path) == name;
        });
    };
    const auto first = std::ranges::find_if(module.files(), [&](const bind::ModuleFile& file) {
        return has("main.tf") ? file_name_of(file.input.path) == "main.tf" : is_native(file);
    });
    if (first == module.files().end() || first->input.id != lint.input().file.input.id) return;
    auto report = [&](std::string_view name, std::string_view what) {
        lint.report(
            kStructure, {0, 0},
            "By convention a module has a file \"" + std::string(name) + "\"" + std::string(what) + ".");
    };
    if (!has("main.tf")) report("main.tf", ", where it begins");
    for (auto [kind, name] : {std::pair("variable", "variables.tf"), std::pair("output", "outputs.tf")})
        if (!has(name) && module.symbols().by_kind(kind).empty()) report(name, ", if only an empty one");
}

}  // namespace

void lint_declarations(Lint& lint) {
    constexpr std::array<std::string_view, 6> kRules{
        kNaming,    "terraform_documented_variables", "terraform_documented_outputs",
        kStructure, "terraform_typed_variables",      kUnusedDeclarations};
    if (std::ranges::none_of(kRules, [&](std::string_view rule) { return lint.wants(rule); })) return;
    lint_files(lint);
    NameForms forms(lint);
    lint.input().file.each_unit([&](const UnitSlot& slot) {
        lint.input().context.cancel.poll();
        const DeclarationLint one{lint, forms, slot};
        for (std::uint32_t i : slot.unit->bodies[0].blocks) one.block(slot.unit->blocks[i]);
        for (const bind::Declaration& d : slot.unit->declarations)
            if (d.def->kind == "local") one.naming("local", d.address.back(), d.name_span);
        one.unused();
    });
}

}  // namespace hcl::terraform
