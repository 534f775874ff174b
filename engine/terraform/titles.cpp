#include "engine/terraform/titles.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/cycle_graph.h"
#include "engine/bind/resolution.h"
#include "engine/language/value_format.h"
#include "engine/terraform/cycle_title.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

using Code = DiagCode;

// In titles %0 and %1 stand for the labels of the block, %t for its type, %a for the argument, %n for the
// name that the finding is about, %s for the text there. The first row that fits decides.
struct ByCode {
    Code code;
    std::string_view path;  // the end of the path (path_fits)
    std::string_view title;
};
constexpr ByCode kByCode[] = {
    {Code::DuplicateLabels, "variable", "Duplicate variable declaration"},
    {Code::DuplicateLabels, "output", "Duplicate output definition"},
    {Code::DuplicateLabels, "module", "Duplicate module call"},
    {Code::DuplicateLabels, "run", "Duplicate \"run\" block names"},
    {Code::DuplicateLabels, "locals/*", "Duplicate local value definition"},
    {Code::DuplicateLabels, "terraform/provider_meta", "Duplicate provider_meta block"},
    {Code::DuplicateLabels, "*", "Duplicate %t \"%0\" configuration"},
    {Code::DuplicateJsonAttribute, "locals", "Duplicate attribute definition"},
    {Code::DuplicateJsonAttribute, "locals/*", "Duplicate attribute definition"},
    {Code::DuplicateJsonAttribute, "required_providers/*", "Duplicate attribute definition"},
    {Code::DuplicateJsonAttribute, "", "Duplicate argument"},
    {Code::DuplicateKey, "provider", "Duplicate provider configuration"},
    {Code::DuplicateKey, "provider/*", "Duplicate provider configuration"},
    {Code::DuplicateKey, "mock_provider", "Duplicate provider block"},
    {Code::DuplicateKey, "mock_provider/alias", "Duplicate provider block"},
    {Code::DuplicateKey, "import", "Duplicate import configuration for \"%s\""},
    {Code::DuplicateKey, "import/to", "Duplicate import configuration for \"%s\""},
    {Code::DuplicateBlock, "terraform/backend", "Duplicate backend configuration"},
    {Code::DuplicateBlock, "terraform/cloud", "Duplicate HCP Terraform configurations"},
    {Code::DuplicateBlock, "required_providers", "Duplicate required providers configuration"},
    {Code::DuplicateBlock, "check/data", "Multiple data resource blocks"},
    {Code::DuplicateBlock, "run/*", "Multiple \"%t\" blocks"},
    {Code::DuplicateBlock, "variables", "Multiple \"variables\" blocks"},
    {Code::NoSuchModule, "mock_provider/source", "Failed to read mock data directory"},
    {Code::NoSuchModule, "module/source", "Module not installed"},
    {Code::ConflictingArguments, "terraform/cloud/workspaces", "Invalid workspaces configuration"},
    {Code::ConflictingArguments, "terraform/cloud/workspaces/*", "Invalid workspaces configuration"},
    {Code::ConflictingArguments, "terraform/*", "Both a backend and cloud configuration are present"},
    {Code::ConflictingArguments, "terraform", "Both a backend and cloud configuration are present"},
    {Code::ConflictingArguments, "import/*", "Invalid import configuration"},
    {Code::ConflictingArguments, "provisioner/*", "Invalid %0 provisioner configuration"},
    {Code::ConflictingArguments, "provisioner", "Invalid %0 provisioner configuration"},
    {Code::ConflictingArguments, "*/count", "Invalid combination of \"count\" and \"for_each\""},
    {Code::ConflictingArguments, "*/for_each", "Invalid combination of \"count\" and \"for_each\""},
    {Code::OneOfRequired, "provisioner", "Invalid %0 provisioner configuration"},

    {Code::IncorrectAttributeType, "*/error_message", "Invalid error message"},
    {Code::IncorrectAttributeType, "required_providers/*", "Invalid source"},
    {Code::IncorrectAttributeType, "variable/default", "Invalid default value for variable"},
    {Code::IncorrectAttributeType, "variable", "Invalid default value for variable"},
    {Code::IncorrectAttributeType, "validation/condition", "Invalid variable validation result"},
    {Code::IncorrectAttributeType, "run/assert/condition", "Invalid condition run"},
    {Code::IncorrectAttributeType, "*/condition", "Invalid condition result"},
    {Code::IncorrectAttributeType, "*/count", "Incorrect value type"},
    {Code::IncorrectAttributeType, "import/id", "Incorrect value type"},
    {Code::IncorrectAttributeType, "terraform_remote_state/backend", "Invalid backend configuration"},
    {Code::IncorrectAttributeType, "data/config", "Invalid backend configuration"},
    {Code::IncorrectAttributeType, "lifecycle/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "variable/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "output/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "terraform/required_version", "Invalid version constraint"},
    {Code::IncorrectAttributeType, "terraform/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "run/variables/*", "Invalid value for input variable"},
    {Code::IncorrectAttributeType, "variables/*", "Invalid value for input variable"},
    {Code::IncorrectAttributeType, "run/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "run/plan_options/*", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "module/source", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "module/version", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "provider/alias", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "provider/version", "Unsuitable value type"},
    {Code::IncorrectAttributeType, "module/*", "Invalid value for input variable"},
    {Code::NullNotAllowed, "*/error_message", "Invalid error message"},
    {Code::NullNotAllowed, "*/count", "Invalid count argument"},
    {Code::NullNotAllowed, "variable/default", "Invalid default value for variable"},
    {Code::NullNotAllowed, "variable", "Invalid default value for variable"},
    {Code::NullNotAllowed, "import/id", "Invalid import id argument"},
    {Code::NullNotAllowed, "module/*", "Required variable not set"},
    {Code::NullNotAllowed, "provider/alias", "Unsuitable value type"},
    {Code::NullNotAllowed, "variable/*", "Unsuitable value type"},
    {Code::NullNotAllowed, "output/*", "Unsuitable value type"},
    {Code::NullNotAllowed, "lifecycle/*", "Unsuitable value type"},
    {Code::OutOfRange, "*/count", "Invalid count argument"},
    {Code::WrongLength, "import/id", "Invalid import id argument"},
    {Code::UnsuitableCollection, "*/for_each", "Invalid for_each argument"},
    {Code::EphemeralNotAllowed, "*/count", "Invalid count argument"},
    {Code::EphemeralNotAllowed, "*/for_each", "Invalid for_each argument"},
    {Code::EphemeralNotAllowed, "module/*", "Ephemeral value not allowed"},
    {Code::EphemeralNotAllowed, "", "Invalid use of ephemeral value"},
    {Code::ConditionNotMet, "module/*", "Invalid value for variable"},
    {Code::ConditionNotMet, "module", "Invalid value for variable"},
    {Code::ConditionNotMet, "variables/*", "Invalid value for variable"},
    {Code::MissingBlock, "check", "Zero assert blocks"},
    {Code::ReadOnlyArgument, "*", "\"%n\" attribute is read-only"},

    {Code::ReservedValue, "variable", "Invalid variable name"},
    {Code::UnsuitableString, "variable", "Invalid variable name"},
    {Code::UnsuitableString, "output", "Invalid output name"},
    {Code::UnsuitableString, "module", "Invalid module instance name"},
    {Code::UnsuitableString, "check", "Invalid check block name"},
    {Code::UnsuitableString, "run", "Invalid run block name"},
    {Code::UnsuitableString, "provider", "Invalid provider local name"},
    {Code::UnsuitableString, "provider/alias", "Invalid provider configuration alias"},
    {Code::UnsuitableString, "*/version", "Invalid version constraint"},

    {Code::ValueNotAllowed, "terraform/backend", "Invalid backend type"},
    {Code::ValueNotAllowed, "provisioner", "Missing required provisioner plugin"},
    {Code::ValueNotAllowed, "encryption/key_provider", "Unknown key_provider type"},
    {Code::ValueNotAllowed, "encryption/method", "Unknown method type"},
    {Code::ValueNotAllowed, "*/override_during", "Invalid override_during value"},
    {Code::ValueNotAllowed, "data/backend", "Invalid backend configuration"},
    {Code::ValueNotAllowed, "*", "Invalid \"%a\" keyword"},
    {Code::KeywordRequired, "*/override_during", "Invalid override_during value"},
    {Code::KeywordRequired, "terraform/language", "Invalid language edition"},
    {Code::KeywordRequired, "*", "Invalid \"%a\" keyword"},
    {Code::DeprecatedQuotes, "provisioner/*", "Quoted keywords are deprecated"},
    {Code::DeprecatedQuotes, "", "Quoted references are deprecated"},
    {Code::NotAnAddress, "module/providers", "Invalid provider configuration reference"},
    {Code::NotAnAddress, "*/provider", "Invalid provider configuration reference"},
    {Code::NotAnAddress, "lifecycle/replace_triggered_by", "Invalid replace_triggered_by expression"},
    {Code::NotAnAddress, "", "Invalid expression"},
    {Code::NotAnArgument, "", "Unsupported attribute"},
    {Code::NameNotAllowedHere, "", "Invalid reference from destroy provisioner"},
    {Code::IncompleteReference, "", "Invalid reference"},
    {Code::UnexpectedIndex, "", "Unexpected resource instance key"},
    {Code::InstanceNotChosen, "", "Unsupported attribute"},

    {Code::NothingToOverride, "variable", "Missing base variable declaration to override"},
    {Code::NothingToOverride, "output", "Missing base output definition to override"},
    {Code::NothingToOverride, "module", "Missing module call to override"},
    {Code::NothingToOverride, "locals/*", "Missing base local value definition to override"},
    {Code::NothingToOverride, "provider", "Missing base provider configuration for override"},
    {Code::NothingToOverride, "data", "Missing data resource to override"},
    {Code::NothingToOverride, "*", "Missing %t to override"},

    {Code::DeprecatedName, "provider/version",
     "Version constraints inside provider configuration blocks are deprecated"},
    {Code::MissingRequiredArgument, "run/module", "Missing \"source\" attribute for module block"},
    {Code::MissingRequiredArgument, "override_resource", "Missing target attribute"},
    {Code::MissingRequiredArgument, "override_data", "Missing target attribute"},
    {Code::MissingRequiredArgument, "override_module", "Missing target attribute"},
    {Code::UnsupportedArgument, "required_providers/*", "Invalid required_providers object"},
    {Code::UnsupportedArgument, "data/config", "Invalid backend configuration"},
    {Code::UnsupportedArgument, "data/lifecycle/*", "Invalid data resource lifecycle argument"},
    {Code::UnsupportedArgument, "data/lifecycle", "Invalid data resource lifecycle argument"},
    {Code::UnsupportedArgument, "ephemeral/lifecycle/*", "Invalid ephemeral resource lifecycle argument"},
    {Code::UnsupportedArgument, "ephemeral/lifecycle", "Invalid ephemeral resource lifecycle argument"},
    {Code::UnsupportedBlockType, "provisioner/lifecycle", "Reserved block type name in provisioner block"},
    {Code::UnsupportedBlockType, "resource/locals", "Reserved block type name in resource block"},
    {Code::UnsupportedBlockType, "data/locals", "Reserved block type name in data block"},
    {Code::UnsupportedBlockType, "module/locals", "Reserved block type name in module block"},
    {Code::UnsupportedBlockType, "module/provider", "Reserved block type name in module block"},
    {Code::UnsupportedBlockType, "locals/*", "Unexpected \"%t\" block"},
    {Code::UnsupportedBlockType, "required_providers/*", "Unexpected \"%t\" block"},
    {Code::UnsupportedBlockType, "output/postcondition", "Postconditions are not allowed"},
    {Code::VariablesNotAllowed, "required_providers/*", "Invalid source"},
};

// Rules that packs or this room name.
struct ByRule {
    std::string_view rule;
    std::string_view title;
};
constexpr ByRule kByRule[] = {
    {"required-version", "Unsupported Terraform Core version"},
    {"required-prerelease", "Invalid required_version constraint"},
    {"language-edition", "Unsupported language edition"},
    {"experiments", "Module uses experimental features"},
    {"backend-ignored", "Backend configuration ignored"},
    {"empty-provider", "Redundant empty provider block"},
    {"sensitive-output", "Output refers to sensitive values"},
    {"ephemeral-output", "Ephemeral value not allowed"},
    {"plain-ephemeral-output", "Value not allowed in ephemeral output"},
    {"ephemeral-root-output", "Ephemeral output not allowed"},
    {"sensitive-message", "Error message refers to sensitive values"},
    {"depends-on", "Invalid depends_on reference"},
    {"count", "Invalid count argument"},
    {"ephemeral-count", "Invalid count argument"},
    {"ephemeral-for-each", "Invalid for_each argument"},
    {"module-source", "Invalid module source address"},
    {"module-source-line", "Unreadable module directory"},
    {"module-missing", "Module not installed"},
    {"module-other-source", "Module source has changed"},
    {"module-other-version", "Module version requirements have changed"},
    {"module-version", "Invalid registry module source address"},
    {"module-lifecycle", "Reserved block type name in module block"},
    {"type-name", "Missing required provider"},
    {"provider-type", "Provider type mismatch"},
    {"configuration-alias", "Invalid configuration_aliases value"},
    {"provider-reference", "Invalid provider configuration reference"},
    {"resource-type", "Invalid resource type"},
    {"data-type", "Invalid data source"},
    {"ephemeral-type", "Invalid ephemeral resource"},
    {"ignore-changes", "Invalid expression"},
    {"replace-triggered-by", "Invalid reference in replace_triggered_by expression"},
    {"replace-triggered-by-kind", "Invalid reference in replace_triggered_by expression"},
    {"remote-state-config", "Invalid backend configuration"},
    {"remote-state-required", "Invalid backend configuration"},
    {"remote-state-workspaces", "Invalid backend configuration"},
    {"remote-state-workspace", "Invalid workspaces configuration"},
    {"remote-state-defaults", "Invalid default values"},
    {"providers-object", "Invalid expression"},
    {"replace-triggered-by-whole", "Invalid reference"},
    {"depends-on-list", "Invalid expression"},
    {"ignore-changes-list", "Invalid expression"},
    {"replace-triggered-by-list", "Invalid expression"},
    {"test-provider", "Duplicate provider block"},
    {"moved-kinds", "Invalid \"moved\" addresses"},
    {"moved-key", "Invalid expression"},
    {"import-key", "Invalid expression"},
    {"import-here", "Invalid import configuration"},
    {"import-own", "Invalid import id argument"},
    {"import-unknown", "Invalid import id argument"},
    {"import-target", "Configuration for import target does not exist"},
    {"import-instance", "Invalid import 'to' expression"},
    {"import-key-type", "Invalid address"},
    {"providers-twice", "Duplicate provider address"},
    {"provider-unknown", "Reference to undefined provider"},
    {"provider-names", "Duplicate required provider"},
    {"provider-not-passed", "Provider configuration not present"},
    {"import-provider", "Invalid import provider argument"},
    {"destroy", "Invalid provisioner block"},
    {"no-count", "Invalid \"count\" attribute"},
    {"no-for-each", "Invalid \"for_each\" attribute"},
    {"no-lifecycle", "Invalid lifecycle block"},
    {"redundant-ignore-changes", "Redundant ignore_changes element"},
    {"provider-built-in", "Missing required provider"},
    {"provider-name", "Invalid provider local name"},
    {"provider-namespace", "Invalid provider namespace"},
    {"provider-type-name", "Invalid provider type"},
    {"provider-version", "Invalid version constraint"},
    {"expect-failures", "Invalid `expect_failures` reference"},
    {"expect-failures-whole", "Invalid reference"},
    {"refresh-only", "Incompatible plan options"},
    {"override-values", "Invalid values attribute"},
    {"mock-defaults", "Invalid replacement value"},
    {"override-outputs", "Invalid outputs attribute"},
    {"override-target", "Invalid override target"},
    {"override-missing", "Invalid override target"},
    {"override-unused", "Unused override value"},
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::string filled(std::string_view title, const Place& place, const Diagnostic& found,
                   std::string_view text) {
    std::string out(title);
    if (out.find('%') == std::string::npos) return out;
    replace_all(out, "%0", place.label(0));
    replace_all(out, "%1", place.label(1));
    replace_all(out, "%t", place.inner() ? place.inner()->type : "");
    replace_all(out, "%a", place.attribute ? place.attribute->name : "");
    replace_all(out, "%n", found.arg(0));
    replace_all(out, "%s", text);
    return out;
}

// The words of a name, without indexes: "data", "t", "n" of `data.t["x"].n`.
std::vector<std::string_view> words_of(std::string_view name) {
    while (!name.empty() && name.front() == '"') name.remove_prefix(1);
    if (name.starts_with("${")) name.remove_prefix(2);
    std::vector<std::string_view> words;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const bool is_part =
            i < name.size() && (name[i] == '_' || name[i] == '-' || (name[i] & 0x80) != 0 ||
                                (name[i] >= '0' && name[i] <= '9') || (name[i] >= 'a' && name[i] <= 'z') ||
                                (name[i] >= 'A' && name[i] <= 'Z'));
        if (is_part) continue;
        if (i > start) words.push_back(name.substr(start, i - start));
        start = i + 1;
        if (i < name.size() && name[i] != '.') break;
    }
    return words;
}

// A name that nothing declares; `whole` is the reference at the place.
std::string title_of_name(const Place& place, std::string_view whole) {
    const std::vector<std::string_view> words = words_of(whole);
    if (words.empty()) return {};
    const std::string_view root = words[0];
    if (root == "self") {
        if (path_fits(place.path, "validation/condition")) return "Invalid variable validation condition";
        return "Invalid \"self\" reference";
    }
    if (root == "each") {
        if (words.size() < 2) return "Invalid reference";
        if (words[1] == "value") return "each.value cannot be used in this context";
        return words[1] == "key" ? "Reference to \"each\" in context without for_each"
                                 : "Invalid \"each\" attribute";
    }
    if (root == "count" && words.size() > 1)
        return words[1] == "index" ? "Reference to \"count\" in non-counted context"
                                   : "Invalid \"count\" attribute";
    if (root == "template" || root == "lazy" || root == "arg") return "Reserved symbol name";
    if (words.size() < 2) return "Invalid reference";
    if (root == "var") return "Reference to undeclared input variable";
    if (root == "local") return "Reference to undeclared local value";
    if (root == "module") return "Reference to undeclared module";
    if (root == "path" || root == "terraform" || root == "tofu")
        return "Invalid \"" + std::string(root) + "\" attribute";
    if ((root == "data" || root == "ephemeral" || root == "resource" || root == "action") && words.size() < 3)
        return "Invalid reference";
    return "Reference to undeclared resource";
}

// The reference of the unit that contains the place; null when there is none.
const bind::Reference* reference_at(const Place& place) {
    for (const bind::Reference& reference : std::views::reverse(references_before(place)))
        if (place.span.start <= reference.span.end) return &reference;
    return nullptr;
}

// An index where the resource has only one instance, or no index where it has several.
std::string title_of_step(const bind::Module& module, const Place& place, const Diagnostic& found) {
    const bind::Reference* reference = reference_at(place);
    if (!reference || reference->steps.empty()) return {};
    const std::string& root = reference->steps[0].name;
    const bool is_index = found.title == "Invalid index";
    // Members that an element lacks are missing from its value, not from `each`.
    if (root == "each" && reference->steps.size() > 2 && place.span.start >= reference->steps[1].span.end)
        return {};
    if (!is_index && (root == "path" || root == "terraform" || root == "each" || root == "count"))
        return "Invalid \"" + root + "\" attribute";
    const bind::Resolution resolved = bind::resolve(module, place.slot, *reference);
    if (resolved.kind != bind::Resolution::Kind::Symbol || resolved.symbols.empty()) return {};
    const bind::Symbol symbol = resolved.symbols.back();
    if (!symbol.is_declaration()) return {};
    const bind::Declaration& declaration = module.declaration(symbol);
    const std::string& kind = declaration.def->kind;
    if (kind != "resource" && kind != "data" && kind != "ephemeral") return {};
    if (resolved.steps == 0 || resolved.steps > reference->steps.size()) return {};
    // Only what follows the address directly.
    const std::uint32_t end = reference->steps[resolved.steps - 1].span.end;
    if (place.span.start > end + 1) return {};
    const bind::UnitSlot home = module.slot_of(symbol);
    const bool is_repeated =
        declaration.def->indexed && home.state &&
        home.state->facts_of(static_cast<std::uint32_t>(&declaration - home.unit->declarations.data()))
            .may_be_indexed;
    if (is_index && !is_repeated) return "Unexpected resource instance key";
    if (!is_index && is_repeated) return "Missing resource instance key";
    return {};
}

// Conditions that refer to nothing, or not to what they are about.
std::string title_of_condition(const Place& place) {
    const bind::BoundBlock* block = place.inner();
    if (!block) return {};
    const auto index = place.attribute ? index_of(*place.slot.unit, *place.attribute) : bind::kNone;
    const auto references = bind::references_of(*place.slot.unit, index);
    if (block->type == "validation" && !references.empty()) return "Invalid variable validation condition";
    return "Invalid " + block->type + " expression";
}

std::string title_of_label(const Place& place) {
    const bind::BoundBlock& block = *place.inner();
    const bool is_type = !block.labels.empty() && !block.labels[0].is_elsewhere &&
                         place.span.start <= block.labels[0].span.end;
    if (block.type == "resource") return is_type ? "Invalid resource type name" : "Invalid resource name";
    if (block.type == "data") return is_type ? "Invalid data source name" : "Invalid data resource name";
    if (block.type == "ephemeral")
        return is_type ? "Invalid ephemeral resource type" : "Invalid ephemeral resource name";
    return {};
}

// Addresses in blocks about the state.
// Whether an address has a key that is not written out.
bool has_open_key(std::string_view text) {
    const std::size_t key = text.find('[');
    return key != std::string_view::npos &&
           (key + 1 >= text.size() || !std::string_view("\"0123456789").contains(text[key + 1]));
}

std::string title_of_address(std::string_view rule, std::string_view text) {
    if (rule == "depends-on" && has_open_key(text)) return "Invalid expression";
    if (rule == "import-to") return text.starts_with("data.") ? "Invalid import address" : "Invalid address";
    if (rule == "moved-from" || rule == "moved-to")
        return has_open_key(text) ? "Invalid expression" : "Invalid address";
    if (rule == "removed-from") {
        if (text.find('[') != std::string_view::npos)
            return words_of(text).front() == "module" && words_of(text).size() < 3
                       ? "Module instance keys not allowed"
                       : "Resource instance keys not allowed";
        if (text.starts_with("data.")) return "Data source address not allowed";
        return words_of(text).size() > 2 && words_of(text).front() != "module"
                   ? "Resource instance keys not allowed"
                   : "Invalid address";
    }
    return {};
}

std::string title_of_function(std::string_view name) {
    if (name.find("::") != std::string_view::npos) return "Unknown provider function";
    if (name == "list" || name == "map") return "Error in function call";
    return {};
}

// `text` is the constraint, in quotes.
std::string title_of_version(std::string_view text) {
    if (text.starts_with('"') && text.ends_with('"') && text.size() > 1)
        text = text.substr(1, text.size() - 2);
    const bool is_constraint =
        !text.empty() && language::format_problem(language::Format::VersionConstraint, text).empty();
    return is_constraint ? "Unsupported Terraform Core version" : "Invalid version constraint";
}

std::string title_of_override(const Place& place, std::string_view text) {
    if (place.attribute || !place.inner() || text == "depends_on") return "Unsupported override";
    const std::string& type = place.inner()->type;
    if (type == "check" || is_condition(*place.inner()) || type == "validation")
        return "Can't override " + type + " blocks";
    return "Cannot override '" + type + "' blocks";
}

// A configuration that nothing declares.
std::string title_of_provider(const bind::Module& module, const Place& place, const Diagnostic& found,
                              std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    if (words.size() > 2 || text.contains('[') || text.starts_with("\"${"))
        return "Invalid provider configuration reference";
    if (path_fits(place.path, "import/provider")) return "Invalid import provider argument";
    if (!path_fits(place.path, "module/providers") || words.size() < 2)
        return "Provider configuration not present";
    // A name of the called module.
    if (found.arg(0) == "provider alias") return "Reference to undefined provider";
    const std::string name(words[0]);
    const RequiredProvider* required = shape_of(module).requirement(name);
    return "missing provider provider[\"" + (required ? required->source : provider_address("", name)) +
           "\"]." + std::string(words[1]);
}

std::string title_of_undeclared(const bind::Module& module, const Place& place, const Diagnostic& found,
                                std::string_view text, bool is_json) {
    // A plain name that a call passes: the rule knows more.
    if (found.code == Code::UndeclaredText && path_fits(place.path, "module/providers") &&
        !found.title.empty() && words_of(text).size() == 1)
        return {};
    // Arguments of a call that the called module has no variable for.
    if (found.code == Code::UndeclaredText && place.attribute && place.path.starts_with("module/") &&
        place.attribute->name_span.start == place.span.start)
        return is_json ? "Extraneous JSON object property" : "Unsupported argument";
    if (found.code == Code::UndeclaredText &&
        (path_fits(place.path, "*/provider") || path_fits(place.path, "module/providers")))
        return title_of_provider(module, place, found, text);
    if (path_fits(place.path, "variables/*")) return "Value for undeclared variable";
    if (found.code == Code::UndeclaredText && place.attribute &&
        place.attribute->name_span.start == place.span.start)
        return is_json ? "Extraneous JSON object property" : "Unsupported argument";
    const bind::Reference* reference = reference_at(place);
    if (!reference || reference->is_text || reference->is_address) return title_of_name(place, text);
    if (place.path.starts_with("terraform/encryption/") && reference->steps[0].name == "key_provider")
        return "Undefined Key Provider";
    if (place.path.starts_with("terraform/encryption/") && reference->steps[0].name == "method")
        return "Undefined Method";
    std::string whole;
    for (const bind::ReferenceStep& step : reference->steps) whole += (whole.empty() ? "" : ".") + step.name;
    // `foo["bar"]`: an index where the name of a resource is needed.
    const syntax::Node expr = place.attribute->expr;
    const std::uint32_t root_end = reference->steps[0].span.end - expr.span().start;
    if (reference->steps.size() > 1 && root_end < expr.text().size() && expr.text()[root_end] == '[' &&
        title_of_name(place, whole) == "Reference to undeclared resource")
        return "Invalid reference";
    // Data sources of checks, which are known only there.
    if (whole.starts_with("data.") && !found.related.empty()) return "Reference to scoped resource";
    return title_of_name(place, whole);
}

// The symbol that an attribute of the unit belongs to.
std::optional<bind::Symbol> symbol_at(const Place& place) {
    if (!place.attribute || place.attribute->declaration == bind::kNone) return std::nullopt;
    return bind::Symbol::of(place.slot.file, place.slot.label, bind::Symbol::Kind::Declaration,
                            place.attribute->declaration);
}

// The members of a cycle that a symbol's value refers to.
std::vector<bind::Symbol> next_in_cycle(const bind::Module& module, bind::Symbol symbol) {
    std::vector<bind::Symbol> out;
    const bind::UnitSlot slot = module.slot_of(symbol);
    for (std::uint32_t index : bind::references_of_declaration(*slot.unit, symbol.index()))
        for (bind::Symbol next : bind::resolve(module, slot, slot.unit->references[index]).symbols)
            if (module.cycles().members.contains(next) && next.is_declaration()) out.push_back(next);
    return out;
}

struct CyclesOfValues : CycleGraph<bind::Symbol> {
    using CycleGraph::CycleGraph;
};

const CyclesOfValues& cycles_of_values(const bind::Module& module) {
    return module.memo().get<CyclesOfValues>([&] {
        std::vector<bind::Symbol> starts;
        std::ranges::copy_if(module.cycles().members, std::back_inserter(starts),
                             &bind::Symbol::is_declaration);
        return CyclesOfValues(starts, [&](bind::Symbol one) { return next_in_cycle(module, one); }, Cancel());
    });
}

// Cycles through calls have other nodes.
std::string title_of_cycle(const bind::Module& module, const Place& place) {
    const std::optional<bind::Symbol> start = symbol_at(place);
    if (!start || !module.cycles().members.contains(*start)) return {};
    const std::vector<bind::Symbol> members =
        cycles_of_values(module).cycle_through(*start, kMostNodesOfTitle);
    const bool is_local = module.declaration(*start).def->kind == "local";
    if (members.size() == 1) return is_local ? "Self-referencing local value" : "";
    return title_of_members(module, members);
}

std::string title_of_quoted_type(std::string_view text) {
    if (text.find("${") != std::string_view::npos || text.find("%{") != std::string_view::npos)
        return "Invalid type specification";
    const bool is_known = text == "\"string\"" || text == "\"list\"" || text == "\"map\"";
    return is_known ? "Invalid quoted type constraints" : "Invalid legacy variable type hint";
}

// A value where an address is required. Constants are read as names there.
std::string title_of_no_address(const Place& place, std::string_view text) {
    if (path_fits(place.path, "lifecycle/ignore_changes"))
        return text == "\"*\"" ? "Invalid ignore_changes wildcard" : "";
    const bool is_list =
        place.attribute && place.attribute->expr && place.attribute->expr.text().starts_with('[');
    if (path_fits(place.path, "lifecycle/replace_triggered_by") && !is_list) return "Invalid expression";
    const bool is_whole =
        place.attribute && place.attribute->expr && place.attribute->expr.span() == place.span;
    if (path_fits(place.path, "module/providers") && is_whole) return "Invalid expression";
    const bool is_word = text == "null" || text == "true" || text == "false";
    if (is_word && is_list && place.attribute->name == "depends_on") return "Invalid reference";
    const bool is_target =
        path_fits(place.path, "*/from") || path_fits(place.path, "*/to") || path_fits(place.path, "*/target");
    return is_word && is_target ? "Invalid address" : "";
}

// Whether the value at the place is a set whose elements may be shown.
bool is_plain_set(const Place& place) {
    if (!place.attribute || !place.slot.state) return false;
    const auto index = index_of(*place.slot.unit, *place.attribute);
    if (index >= place.slot.state->values.size()) return false;
    const Value& value = place.slot.state->values[index];
    return !value.is_marked() && !value.is_null() && value.type().is_set();
}

// Titles that depend on more than the place.
std::string title_by_meaning(const bind::Module& module, const Place& place, const Diagnostic& found,
                             std::string_view text, bool is_json) {
    switch (found.code) {
        case Code::UndeclaredName:
        case Code::UnknownVariable:
        case Code::UndeclaredText:
            return title_of_undeclared(module, place, found, text, is_json);
        case Code::UnsupportedAttribute:
        case Code::AttributeOfOther:
        case Code::AttributeOfListOfObjects:
        case Code::NumberIndexOfObject:
        case Code::MissingIndex:
        case Code::WrongIndexType:
        case Code::IndexOfOther:
        case Code::InstanceNotChosen:
            return title_of_step(module, place, found);
        case Code::NotATypeExpression:
        case Code::UnknownTypeKeyword:
        case Code::MissingElementType:
            if (!text.starts_with('"') || !place.attribute || !place.attribute->expr ||
                place.attribute->expr.is(syntax::NodeKind::JsonString))
                return {};
            // Only a whole type in quotes is of an earlier version.
            return place.attribute->expr.span() == place.span ? title_of_quoted_type(text)
                                                              : "Invalid type specification";
        case Code::RefersToNothing:
            return title_of_condition(place);
        case Code::RefersToItself:
            return place.path.find("condition") != std::string::npos && place.inner()
                       ? "Invalid reference in " + place.inner()->type
                       : "Self-referential block";
        case Code::NameNotAllowedHere:
            if (place.path != "provider/for_each")
                return place.path.starts_with("terraform/encryption/") ? "Dynamic value in static context"
                                                                       : "";
            return text.starts_with("module.") ? "Module output not supported in static context"
                                               : "Dynamic value in static context";
        case Code::UnknownFunction:
        case Code::UnknownFunctionNamespace:
            return title_of_function(text);
        case Code::ConflictingArguments:
            return path_fits(place.path, "provisioner/*") && place.label(0) == "file"
                       ? "Cannot set both 'source' and 'content'"
                       : "";
        case Code::OneOfRequired:
            return path_fits(place.path, "provisioner") && place.label(0) == "file"
                       ? "Must provide one of 'source' or 'content'"
                       : "";
        case Code::ValueNotAllowed:
            for (std::string_view gone : {"chef", "habitat", "puppet", "salt-masterless"})
                if (path_fits(place.path, "provisioner") && place.label(0) == gone)
                    return "The \"" + std::string(gone) + "\" provisioner has been removed";
            return {};
        case Code::NotAnAddress:
            return title_of_no_address(place, text);
        case Code::ReferenceCycle:
            return title_of_cycle(module, place);
        case Code::NotAvailable:
            if (found.title != diag_info(found.code).title) return found.title;
            if (path_fits(place.path, "data/config")) return "Invalid backend configuration";
            return place.attribute ? "Unsupported argument" : "Unsupported block type";
        case Code::UnsuitableString:
            if (path_fits(place.path, "terraform/required_version")) return title_of_version(text);
            if (path_fits(place.path, "required_providers/*") && place.attribute &&
                place.attribute->expr.text().starts_with('['))
                return "Invalid required_providers object";
            if (path_fits(place.path, "required_providers/*"))
                return found.arg(0) == "source"
                           ? (!text.contains(' ') ? "Invalid provider source string"
                              : text.substr(text.rfind('/') + 1).contains(' ') ? "Invalid provider type"
                                                                               : "Invalid provider namespace")
                           : "Invalid version constraint";
            if (place.inner() && !place.attribute) return title_of_label(place);
            return {};
        case Code::UnsuitableCollection:
            return is_plain_set(place) ? "Invalid for_each set argument" : "";
        case Code::MissingRequiredArgument:
            return found.arg(0).starts_with("providers[") ? "Missing required provider configuration" : "";
        default:
            return {};
    }
}

}  // namespace

std::string title_of(const bind::Module& module, const bind::ModuleFile& file, const Place& place,
                     const Diagnostic& found) {
    constexpr std::uint32_t kLongest = 200;
    const Span shown{found.span.start, std::min(found.span.end, found.span.start + kLongest)};
    const std::string text = file.input.tree->text(shown);
    if (found.code == Code::CalledModuleFails &&
        found.title == make_diagnostic(Code::NullNotAllowed, {}, {"", "", ""}).title)
        return "Required variable not set";
    if (!found.rule.empty() && found.code != Code::HouseRule) {
        if (std::string title = title_of_address(found.rule, text); !title.empty()) return title;
        if (found.rule == "not-overridable") return title_of_override(place, text);
        if (found.rule == "module-source" && text == "null") return "Unsuitable value type";
        if (found.rule == "module-source" && place.inner() &&
            attribute_of(*place.slot.unit, place.inner()->body, "version"))
            return "Invalid registry module source address";
        for (const ByRule& row : kByRule)
            if (row.rule == found.rule) return std::string(row.title);
    }
    const bool is_json = file.input.tree->options().syntax == syntax::Syntax::Json;
    if (std::string title = title_by_meaning(module, place, found, text, is_json); !title.empty())
        return title;
    if (is_json && found.code == Code::UnsupportedArgument && !path_fits(place.path, "module/*") &&
        !path_fits(place.path, "required_providers/*") && !path_fits(place.path, "data/config"))
        return "Extraneous JSON object property";
    for (const ByCode& row : kByCode)
        if (row.code == found.code && path_fits(place.path, row.path))
            return filled(row.title, place, found, text);
    return {};
}

std::string shown_title(const bind::Module& module, const Diagnostic& found) {
    const bind::ModuleFile* file = module.file(found.file);
    const std::optional<Place> place = file ? place_at(*file, found.span) : std::nullopt;
    std::string title = place ? title_of(module, *file, *place, found) : std::string();
    return title.empty() ? found.title : title;
}

}  // namespace hcl::terraform
