// The rules that a `.tflint.hcl` switches on: those of a preset, changed by its `rule` blocks. Rules of
// plugins that are not known here can have any name, and any arguments.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/extension.h"
#include "engine/terraform/lint.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

namespace {

using Level = check::RuleSettings::Level;

struct KnownRule {
    std::string_view name;
    std::string_view meaning;
    bool is_recommended = true;
    Level level = Level::Warning;
};

constexpr std::array<KnownRule, 20> kRules{{
    {"terraform_comment_syntax", "Comments begin with `#`, not with `//` or `/*`.", false},
    {"terraform_deprecated_index", "Elements are chosen with brackets, `list[0]`, not with a dot, `list.0`."},
    {"terraform_deprecated_interpolation",
     "An expression stands alone, `var.x`, not as the only content of a string, `\"${var.x}\"`."},
    {"terraform_deprecated_lookup", "`lookup` has a default; without one, an index does the same."},
    {"terraform_documented_outputs", "Outputs have descriptions.", false, Level::Info},
    {"terraform_documented_variables", "Variables have descriptions.", false, Level::Info},
    {kEmptyListEquality,
     "Whether a list is empty is asked with `length`: a comparison with `[]` is false for a list of any "
     "type."},
    {"terraform_json_syntax", "The top level of a JSON file is an object."},
    {kMapDuplicateKeys, "The keys of an object that is written out differ."},
    {"terraform_module_pinned_source", "The source of a module from Git or Mercurial names a version."},
    {"terraform_module_shallow_clone",
     "The source of a module from Git fetches one commit, not the whole history.", false},
    {"terraform_module_version", "A module of a registry has a version constraint."},
    {"terraform_naming_convention", "Names are in lower case, with single underscores between words.", false,
     Level::Info},
    {"terraform_required_providers",
     "Providers that a module uses are in `required_providers`, with versions."},
    {"terraform_required_version", "A module says which versions of Terraform it is for."},
    {"terraform_standard_module_structure",
     "Variables stand in `variables.tf`, outputs in `outputs.tf`, and there is a `main.tf`.", false},
    {"terraform_typed_variables", "Variables have types."},
    {kUnusedDeclarations, "Every variable, local, data source and provider alias is used."},
    {"terraform_unused_required_providers", "Providers in `required_providers` are used.", false},
    {"terraform_workspace_remote",
     "`terraform.workspace` is not used with a remote backend, where it is always `default` in old "
     "versions."},
}};

Value value_of(const syntax::BlockView& block, std::string_view name) {
    for (const syntax::AttributeView& attribute : block.body().attributes())
        if (attribute.name == name && attribute.expr) return eval::evaluate(attribute.expr, nullptr).value;
    return {};
}

bool is_bool(const Value& value, bool wanted) {
    return value.is_known_bool() && value.as_bool() == wanted;
}

using Options = std::map<std::string, std::string, std::less<>>;

void add_option(Options& out, const std::string& path, const Value& value, int depth = 0) {
    constexpr int kDeepest = 4;
    if (depth > kDeepest || !value.is_known() || value.is_null()) return;
    if (value.is_known_string()) {
        out[path] = value.as_string();
    } else if (value.is_known_bool()) {
        out[path] = value.as_bool() ? "true" : "false";
    } else if (value.type().is_object()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            add_option(out, path + "." + std::string(value.key_at(i).as_string()), value.value_at(i),
                       depth + 1);
    } else if (value.type().is_tuple()) {
        std::string& lines = out[path];
        for (std::size_t i = 0; i < value.size(); ++i)
            if (const Value& one = value.value_at(i); one.is_known_string())
                lines += (lines.empty() ? "" : "\n") + std::string(one.as_string());
    }
}

void add_options(Options& out, const std::string& path, const syntax::BodyView& body) {
    for (const syntax::AttributeView& attribute : body.attributes())
        if (attribute.expr)
            add_option(out, path + "." + std::string(attribute.name),
                       eval::evaluate(attribute.expr, nullptr).value);
}

struct ConfigReader {
    bool is_on = true;        // the ruleset as a whole
    bool only_named = false;  // nothing is on by itself
    std::string preset = "recommended";
    std::map<std::string, bool, std::less<>> rules{};
    Options options{};

    void read(const syntax::BlockView& block) {
        const auto labels = block.labels();
        const std::string label = labels.empty() ? "" : std::string(labels[0].value);
        const Value enabled = value_of(block, "enabled");
        if (block.type() == "config") {
            only_named = is_bool(value_of(block, "disabled_by_default"), true);
        } else if (block.type() == "plugin" && label == "terraform") {
            is_on = !is_bool(enabled, false);
            if (Value word = value_of(block, "preset"); word.is_known_string()) {
                preset = word.as_string();
                names_preset = true;
            }
        } else if (block.type() == "rule" && enabled.is_known_bool()) {
            rules[label] = enabled.as_bool();
            add_options(options, label, block.body());
            for (const syntax::BodyItem& item : block.body().items())
                if (item.kind == syntax::BodyItem::Kind::Block)
                    add_options(options, label + "." + std::string(item.block().type()), item.block().body());
        }
    }

    bool is_enabled(const KnownRule& rule) const {
        if (!is_on) return false;
        if (auto named = rules.find(rule.name); named != rules.end()) return named->second;
        // A preset that is named counts in spite of `disabled_by_default`.
        if (only_named && !names_preset) return false;
        return preset == "all" ? rule.name != "terraform_module_shallow_clone" : rule.is_recommended;
    }

    bool names_preset = false;
};

// Whether the pack lists the name of the block.
bool is_listed(const bind::BoundBlock& block) {
    return !block.def || block.def->labels.empty() || block.labels.empty() ||
           block.def->labels[0].rules.choice_of(block.labels[0].value);
}

// Whether a plugin may add rules that are not known here.
bool has_other_plugin(const bind::ModuleFile& file) {
    bool found = false;
    file.each_unit([&](const bind::UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (block.type != "plugin" || is_listed(block)) continue;
            const std::uint32_t enabled = bind::attribute_in(*slot.unit, block.body, "enabled");
            found = found || enabled == bind::kNone || !slot.state ||
                    !is_bool(slot.state->values[enabled], false);
        }
    });
    return found;
}

// The names of rules are those that the pack lists.
std::vector<std::string> known_rules(const bind::ModuleFile& file) {
    std::vector<std::string> out;
    file.each_unit([&](const bind::UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (!out.empty() || block.type != "rule" || !block.def || block.def->labels.empty()) continue;
            const std::vector<language::Choice>& listed = block.def->labels[0].rules.values;
            out.reserve(listed.size());
            for (const language::Choice& choice : listed)
                if (choice.value.is_known_string()) out.emplace_back(choice.value.as_string());
        }
    });
    return out;
}

struct OtherPlugins {
    bool is_any;
    SimilarNames known;  // rules; empty without other plugins

    explicit OtherPlugins(const bind::ModuleFile& file)
        : is_any(has_other_plugin(file)), known(is_any ? known_rules(file) : std::vector<std::string>()) {}
};

class TflintExtension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "tflint"; }
    Diagnostics findings(const check::ExtensionContext&, FileId) const override { return {}; }

    bool refine(const check::ExtensionContext& context, FileId id, Diagnostic& found) const override {
        const bool is_about_name = found.code == DiagCode::ValueNotAllowed ||
                                   found.code == DiagCode::UnsupportedArgument ||
                                   found.code == DiagCode::UnsupportedBlockType;
        const bind::ModuleFile* file = context.module->file(id);
        if (!is_about_name || !file || !found.has_place) return true;
        const OtherPlugins& others = context.memo->get<OtherPlugins>([&] { return OtherPlugins(*file); });
        if (!others.is_any) return true;
        const std::optional<Place> place = place_at(*file, found.span);
        const bind::BoundBlock* rule = place ? place->outer() : nullptr;
        if (!rule || rule->type != "rule" || is_listed(*rule)) return true;
        // One that is nearly the name of a known rule is meant to be that.
        return !others.known.nearest(rule->labels[0].value).empty();
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_tflint_extension() {
    return std::make_shared<const TflintExtension>();
}

check::RuleSettings rules_of_tflint(const syntax::File& file) {
    ConfigReader reader;
    for (const syntax::BodyItem& item : file.body().items())
        if (item.kind == syntax::BodyItem::Kind::Block) reader.read(item.block());
    check::RuleSettings out;
    for (const KnownRule& rule : kRules) {
        const bool is_on = reader.is_enabled(rule);
        // Unused variables and locals have a finding of their own here, which only the name of the rule
        // switches off.
        if (!is_on && rule.name == kUnusedDeclarations && !reader.rules.contains(rule.name)) continue;
        out.levels.emplace(rule.name, is_on ? rule.level : Level::Off);
    }
    out.options = std::move(reader.options);
    return out;
}

std::vector<std::string_view> convention_names() {
    std::vector<std::string_view> out(kRules.size());
    std::ranges::transform(kRules, out.begin(), &KnownRule::name);
    std::ranges::transform(kOwnConventions, std::back_inserter(out), &OwnConvention::name);
    return out;
}

std::string explain_rule(std::string_view name) {
    if (const auto* own = std::ranges::find(kOwnConventions, name, &OwnConvention::name);
        own != kOwnConventions.end())
        return "### " + std::string(name) + "\n" + std::string(own->meaning) + "\n\n`rules = { " +
               std::string(name) + " = \"off\" }` in `.hcl-ls.hcl` switches it off, and `# hcl-ls:ignore " +
               std::string(name) + "` ignores it at one place.\n";
    const auto* rule = std::ranges::find(kRules, name, &KnownRule::name);
    if (rule == kRules.end()) return {};
    return "### " + std::string(name) + "\nA convention of Terraform modules (" +
           diag_id(DiagCode::CheckFailed) + "). " + std::string(rule->meaning) + "\n\nIt is " +
           (name == kEmptyListEquality || name == kMapDuplicateKeys
                ? "a hint"
                : "off until a `.tflint.hcl` or a level in `rules` switches it on") +
           ". `rules = { " + std::string(name) +
           " = \"off\" }` in `.hcl-ls.hcl` switches it off, and `# tflint-ignore: " + std::string(name) +
           "` ignores it at one place.\n";
}

}  // namespace hcl::terraform
