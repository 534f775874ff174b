// Style of module sources, versions and providers.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/analysis/expr_view.h"
#include "engine/language/version_order.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// ---- Sources of modules

// The value of `name=...` among the query arguments of a source; empty when there is none.
std::string_view argument_of(std::string_view source, std::string_view name) {
    std::size_t at = source.find('?');
    while (at != std::string_view::npos) {
        source.remove_prefix(at + 1);
        at = source.find('&');
        std::string_view one = source.substr(0, at);
        if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
            return one.substr(name.size() + 1);
    }
    return {};
}

enum class SourceKind : std::uint8_t { Other, Git, Mercurial, Registry };

SourceKind kind_of(std::string_view source) {
    if (source.starts_with("git::") || source.starts_with("git@") || source.starts_with("github.com/") ||
        source.starts_with("bitbucket.org/"))
        return SourceKind::Git;
    if (source.starts_with("hg::")) return SourceKind::Mercurial;
    std::string_view address = source.substr(0, source.find("//"));
    const auto parts = std::ranges::count(address, '/') + 1;
    const bool has_path_signs = address.starts_with('.') || address.starts_with('/') ||
                                address.find_first_of(":?@ ") != std::string_view::npos;
    // Three names, or four with a host before them.
    const bool has_host = address.substr(0, address.find('/')).find('.') != std::string_view::npos;
    if (!has_path_signs && (parts == 3 || (parts == 4 && has_host)) && !(parts == 3 && has_host))
        return SourceKind::Registry;
    return SourceKind::Other;
}

// Three numbers, with or without a "v" in front, and what versions may have behind.
bool is_semantic_version(std::string_view ref) {
    if (ref.starts_with('v')) ref.remove_prefix(1);
    int numbers = 0;
    while (!ref.empty() && ref.front() >= '0' && ref.front() <= '9') {
        ref.remove_prefix(std::min(ref.find_first_not_of("0123456789"), ref.size()));
        ++numbers;
        if (numbers < 3 && ref.starts_with('.')) ref.remove_prefix(1);
    }
    return numbers == 3 && (ref.empty() || ref.front() == '-' || ref.front() == '+');
}

bool is_default_branch(const Lint& lint, std::string_view ref) {
    constexpr std::array<std::string_view, 4> kBranches{"master", "main", "default", "develop"};
    std::string_view named = lint.option("terraform_module_pinned_source.default_branches");
    if (named.empty()) return std::ranges::find(kBranches, ref) != kBranches.end();
    while (!named.empty()) {
        const std::size_t end = std::min(named.find('\n'), named.size());
        if (named.substr(0, end) == ref) return true;
        named.remove_prefix(std::min(end + 1, named.size()));
    }
    return false;
}

// A module of a registry: it has a version, and only one where that is asked for.
void lint_registry_version(Lint& lint, const UnitSlot& slot, const BoundBlock& block) {
    constexpr std::string_view kRule = "terraform_module_version";
    const BoundAttribute* version = attribute_of(*slot.unit, block.body, "version");
    if (!version) {
        lint.report(kRule, block.header_span.shifted(slot.base),
                    "The module \"" + block.labels[0].value +
                        "\" of a registry has no version, so the newest one is used.");
        return;
    }
    if (lint.option("terraform_module_version.exact") != "true" || !version->expr) return;
    std::string text = bind::literal_text(version->expr);
    std::erase(text, ' ');
    if (text.starts_with('=')) text.erase(0, 1);
    if (text.empty() || text.find_first_of("<>~!,=") == std::string::npos) return;
    lint.report(kRule, version->span.shifted(slot.base),
                "The module \"" + block.labels[0].value + "\" may have several versions: name one.");
}

bool is_commit(std::string_view ref) {
    return ref.size() >= 7 && ref.size() <= 40 &&
           std::ranges::all_of(ref, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

void lint_source(Lint& lint, const UnitSlot& slot, const BoundBlock& block) {
    constexpr std::string_view kPinned = "terraform_module_pinned_source";
    constexpr std::string_view kShallow = "terraform_module_shallow_clone";
    constexpr std::string_view kVersion = "terraform_module_version";
    const BoundAttribute* attribute = attribute_of(*slot.unit, block.body, "source");
    if (!attribute || !attribute->expr || block.labels.empty()) return;
    const std::string source = bind::literal_text(attribute->expr);
    const Span place = attribute->expr.span().shifted(slot.base);
    const SourceKind kind = kind_of(source);
    if (kind == SourceKind::Registry && lint.wants(kVersion)) lint_registry_version(lint, slot, block);
    if (kind != SourceKind::Git && kind != SourceKind::Mercurial) return;
    const bool is_git = kind == SourceKind::Git;
    const std::string_view ref = argument_of(source, is_git ? "ref" : "rev");
    const bool is_branch = is_default_branch(lint, ref);
    const bool is_no_version = lint.option("terraform_module_pinned_source.style") == "semver" &&
                               !is_branch && !is_semantic_version(ref);
    if ((ref.empty() || is_branch || is_no_version) && lint.wants(kPinned))
        lint.report(kPinned, place,
                    std::string(ref.empty()     ? "The source names no version"
                                : is_no_version ? "The source names no semantic version"
                                                : "The source names a branch, not a version") +
                        ", so what it gives may change: add \"" + (is_git ? "?ref=VERSION" : "?rev=VERSION") +
                        "\".");
    if (!is_git || ref.empty() || is_commit(ref) || argument_of(source, "depth") == "1" ||
        !lint.wants(kShallow))
        return;
    Diagnostic* d =
        lint.report(kShallow, place, "The whole history is fetched: \"depth=1\" fetches only what is used.");
    const std::size_t query = attribute->expr.text().find('?');
    if (!lint.is_native() || query == std::string_view::npos) return;
    // The first of two values counts.
    const std::uint32_t at = place.start + static_cast<std::uint32_t>(query) + 1;
    Lint::add_fix(d, "Add depth=1", {at, at}, "depth=1&");
}

// ---- Providers

// A provider that the module uses.
struct Use {
    UnitSlot slot;
    Span span;
};

std::string first_word(std::string_view text, char end) {
    return std::string(text.substr(0, text.find(end)));
}

// The providers that the module's blocks use, by local name, each with its first use.
std::map<std::string, Use> used_providers(const Lint& lint) {
    std::map<std::string, Use> out;
    auto use = [&](std::string name, const UnitSlot& slot, Span span) {
        if (!name.empty()) out.try_emplace(std::move(name), Use{slot, span});
    };
    for (const bind::ModuleFile& file : lint.module().files())
        file.each_unit([&](const UnitSlot& slot) {
            lint.input().context.cancel.poll();
            const BoundUnit& unit = *slot.unit;
            for (const BoundBlock& block : unit.blocks) {
                const bool is_of_type =
                    block.labels.size() == 2 && (block.type == "resource" || block.type == "data" ||
                                                 block.type == "ephemeral" || block.type == "action");
                if (is_of_type && (block.parent == 0 || block.type == "data")) {
                    const BoundAttribute* provider = attribute_of(unit, block.body, "provider");
                    std::string name = provider && provider->expr ? bind::literal_text(provider->expr) : "";
                    if (provider && provider->expr && name.empty()) name = provider->expr.text();
                    use(name.empty() ? first_word(block.labels[0].value, '_') : first_word(name, '.'), slot,
                        block.header_span);
                }
                if (block.parent == 0 && block.type == "provider" && !block.labels.empty())
                    use(block.labels[0].value, slot, block.header_span);
            }
            for (const std::string& call : unit.calls)
                if (call.starts_with("provider::"))
                    use(first_word(std::string_view(call).substr(10), ':'), slot,
                        unit.blocks.empty() ? Span{0, 0} : unit.blocks[0].header_span);
        });
    return out;
}

void lint_used(Lint& lint, const std::map<std::string, Use>& used) {
    constexpr std::string_view kRule = "terraform_required_providers";
    if (!lint.wants(kRule)) return;
    const ModuleShape& shape = shape_of(lint.module());
    for (const auto& [name, use] : used)
        if (use.slot.file == lint.input().file.input.id && name != "terraform" && !shape.requirement(name))
            lint.report(kRule, use.span.shifted(use.slot.base),
                        "No `required_providers` block says where the provider \"" + name +
                            "\" comes from and which versions of it are fine.");
}

// The source that Terraform assumes.
void add_source(const Lint& lint, Node object, const std::string& name, std::uint32_t base,
                Diagnostic* found) {
    if (!found || !lint.is_native() || !object.text().starts_with('{')) return;
    const std::uint32_t at = object.span().start + base + 1;
    const bool is_empty = object.child_count() == 0;
    const bool has_lines = object.text().find('\n') != std::string_view::npos;
    const std::string source = "source = \"hashicorp/" + name + "\"";
    Lint::add_fix(found, "Add the source hashicorp/" + name, {at, at},
                  is_empty    ? "\n      " + source + (has_lines ? "" : "\n    ")
                  : has_lines ? "\n      " + source
                              : " " + source + ",");
}

// The entries of `required_providers` in this file.
void lint_entries(Lint& lint, const UnitSlot& slot, const BoundBlock& block,
                  const std::map<std::string, Use>& used) {
    constexpr std::string_view kRule = "terraform_required_providers";
    constexpr std::string_view kUnused = "terraform_unused_required_providers";
    const BoundUnit& unit = *slot.unit;
    const ModuleShape& shape = shape_of(lint.module());
    for (std::uint32_t i : unit.bodies[block.body].attributes) {
        const BoundAttribute& entry = unit.attributes[i];
        const RequiredProvider* required = shape.requirement(entry.name);
        const bool is_built_in = required && required->source.starts_with("terraform.io/builtin/");
        if (!entry.expr) continue;
        Node value = eval::without_parens(entry.expr);
        const Span place = entry.expr.span().shifted(slot.base);
        const bool is_object = value.is(NodeKind::Object) || value.is(NodeKind::JsonObject);
        auto has = [&](std::string_view member) {
            return std::ranges::any_of(value.children(), [&](Node item) {
                return item.child(0) && bind::literal_text(item.child(0)) == member;
            });
        };
        if (lint.wants(kRule) && !is_built_in) {
            if (!is_object) {
                Diagnostic* d =
                    lint.report(kRule, place,
                                "The version of the provider \"" + entry.name +
                                    "\" alone is the form of Terraform 0.12: write an object with its "
                                    "source.");
                if (lint.is_native())
                    Lint::add_fix(d, "Write an object", place,
                                  "{\n      source  = \"hashicorp/" + entry.name +
                                      "\"\n      version = " + std::string(entry.expr.text()) + "\n    }");
            } else {
                if (!has("source") && lint.option("terraform_required_providers.source") != "false")
                    add_source(
                        lint, value, entry.name, slot.base,
                        lint.report(kRule, place, "The provider \"" + entry.name + "\" has no source."));
                if (lint.option("terraform_required_providers.version") != "false" && !has("version") &&
                    !has("configuration_aliases"))
                    lint.report(kRule, place,
                                "The provider \"" + entry.name + "\" has no version constraint.");
            }
        }
        const bool is_passed = std::ranges::any_of(shape.calls, [&](const Call& call) {
            return std::ranges::any_of(call.providers, [&](const PassedProvider& passed) {
                return first_word(passed.in_parent, '.') == entry.name;
            });
        });
        if (!used.contains(entry.name) && !is_passed && lint.wants(kUnused))
            lint.report(kUnused, entry.name_span.shifted(slot.base),
                        "Nothing in the module uses the provider \"" + entry.name + "\".");
    }
}

// ---- Versions and workspaces

struct VersionAndBackend {
    bool has_version = false;
    bool is_remote = false;
    std::string version;
    std::optional<Location> first;  // `terraform` block
};

VersionAndBackend version_and_backend(const bind::Module& module) {
    VersionAndBackend out;
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const UnitSlot& slot) {
            const BoundUnit& unit = *slot.unit;
            for (std::uint32_t i : unit.bodies[0].blocks) {
                const BoundBlock& block = unit.blocks[i];
                if (block.type != "terraform") continue;
                if (!out.first) out.first = Location{slot.file, block.header_span.shifted(slot.base)};
                if (const BoundAttribute* version = attribute_of(unit, block.body, "required_version")) {
                    out.has_version = true;
                    out.version = bind::literal_text(version->expr);
                }
                for (std::uint32_t child : unit.bodies[block.body].blocks)
                    out.is_remote = out.is_remote || (unit.blocks[child].type == "backend" &&
                                                      !unit.blocks[child].labels.empty() &&
                                                      unit.blocks[child].labels[0].value == "remote");
            }
        });
    return out;
}

bool admits_first_versions(const std::string& constraint) {
    if (constraint.empty()) return false;
    const language::VersionConstraint admitting(constraint);
    for (int patch = 0; patch <= 11; ++patch)
        if (admitting.admits("1.0." + std::to_string(patch))) return true;
    return false;
}

// The usual file for `terraform` blocks.
FileId file_for_settings(const bind::Module& module) {
    for (std::string_view name : {"/terraform.tf", "/main.tf"})
        for (const bind::ModuleFile& file : module.files())
            if (("/" + file.input.path).ends_with(name)) return file.input.id;
    return module.files().front().input.id;
}

void lint_version(Lint& lint) {
    constexpr std::string_view kVersion = "terraform_required_version";
    constexpr std::string_view kWorkspace = "terraform_workspace_remote";
    const bool wants_version = lint.wants(kVersion);
    const bool wants_workspace = lint.wants(kWorkspace);
    if (!wants_version && !wants_workspace) return;
    const VersionAndBackend found = version_and_backend(lint.module());
    if (wants_version && !found.has_version) {
        const FileId place = found.first ? found.first->file : file_for_settings(lint.module());
        const bool is_here = place == lint.input().file.input.id;
        if (is_here)
            lint.report(kVersion, found.first ? found.first->span : Span{0, 0},
                        "No \"required_version\" says which versions of Terraform the module is for.");
    }
    if (!wants_workspace || !found.is_remote || !admits_first_versions(found.version)) return;
    lint.input().file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references)
            if (!reference.is_text && reference.steps.size() > 1 && reference.steps[0].name == "terraform" &&
                reference.steps[1].name == "workspace")
                lint.report(
                    kWorkspace, reference.span.shifted(slot.base),
                    "With the backend \"remote\", before version 1.1 \"terraform.workspace\" is always "
                    "\"default\".");
    });
}

// ---- JSON

// The objects of a list as one object, where a property that several have becomes a list; empty when they
// cannot be one.
std::string as_one_object(Node list) {
    std::vector<std::pair<std::string, std::vector<std::string>>> properties;
    std::map<std::string, std::size_t> places;
    for (Node object : list.children()) {
        if (!object.is(NodeKind::JsonObject) || object.is_broken()) return {};
        for (Node property : object.children()) {
            if (!property.is(NodeKind::JsonProperty) || property.is_broken()) return {};
            const Node value = property.child(1);
            const std::string name(property.child(0).text());
            auto [known, is_new] = places.try_emplace(name, properties.size());
            if (is_new) properties.push_back({name, {}});
            std::vector<std::string>& values = properties[known->second].second;
            // The elements of a list are those of the list of all.
            if (value.is(NodeKind::JsonArray))
                for (Node element : value.children()) values.emplace_back(element.text());
            else
                values.emplace_back(value.text());
        }
    }
    std::string out = "{";
    for (const auto& [name, values] : properties) {
        out += (out.size() > 1 ? ",\n  " : "\n  ") + name + ": ";
        std::string all;
        for (const std::string& value : values) all += (all.empty() ? "" : ", ") + value;
        out += values.size() == 1 ? all : "[" + all + "]";
    }
    return out + "\n}";
}

void lint_json(Lint& lint) {
    constexpr std::string_view kJson = "terraform_json_syntax";
    if (lint.is_native() || !lint.wants(kJson)) return;
    const syntax::File& tree = *lint.input().file.input.tree;
    Node root = tree.root();
    if (!root || !root.is(NodeKind::JsonArray)) return;
    Diagnostic* found = lint.report(kJson, {root.span().start, root.span().start + 1},
                                    "A module in JSON is one object by convention, not a list.");
    const bool is_whole = tree.text(root.span()).ends_with(']') && !root.is_broken();
    if (std::string text = is_whole ? as_one_object(root) : ""; !text.empty())
        Lint::add_fix(found, "Write one object", root.span(), std::move(text));
}

}  // namespace

void lint_sources(Lint& lint) {
    constexpr std::array<std::string_view, 3> kRules{
        "terraform_module_pinned_source", "terraform_module_shallow_clone", "terraform_module_version"};
    if (std::ranges::none_of(kRules, [&](std::string_view rule) { return lint.wants(rule); })) return;
    lint.input().file.each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks)
            if (slot.unit->blocks[i].type == "module") lint_source(lint, slot, slot.unit->blocks[i]);
    });
}

void lint_requirements(Lint& lint) {
    constexpr std::array<std::string_view, 2> kRules{"terraform_required_providers",
                                                     "terraform_unused_required_providers"};
    if (std::ranges::any_of(kRules, [&](std::string_view rule) { return lint.wants(rule); })) {
        const std::map<std::string, Use> used = used_providers(lint);
        lint_used(lint, used);
        lint.input().file.each_unit([&](const UnitSlot& slot) {
            for (const BoundBlock& block : slot.unit->blocks)
                if (block.type == "required_providers") lint_entries(lint, slot, block, used);
        });
    }
    lint_version(lint);
    lint_json(lint);
}

}  // namespace hcl::terraform
