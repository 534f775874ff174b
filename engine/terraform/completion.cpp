#include "engine/terraform/completion.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "engine/bind/address.h"
#include "engine/bind/resolution.h"
#include "engine/terraform/backend_settings.h"
#include "engine/terraform/completion_site.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/stack_modules.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

using check::ExtensionCursor;
using check::ExtensionItem;
using syntax::Node;
using syntax::NodeKind;
using At = ExtensionCursor::At;

constexpr int kNewestMinor = 15;  // of the releases of Terraform that are known
using Kind = ExtensionItem::Kind;

// Providers that many modules use and that are not in the namespace "hashicorp".
constexpr std::array<std::string_view, 24> kOthers{"auth0/auth0",
                                                   "cloudflare/cloudflare",
                                                   "cyrilgdn/postgresql",
                                                   "datadog/datadog",
                                                   "digitalocean/digitalocean",
                                                   "fluxcd/flux",
                                                   "gitlabhq/gitlab",
                                                   "grafana/grafana",
                                                   "hetznercloud/hcloud",
                                                   "integrations/github",
                                                   "kreuzwerker/docker",
                                                   "linode/linode",
                                                   "mongodb/mongodbatlas",
                                                   "newrelic/newrelic",
                                                   "okta/okta",
                                                   "opsgenie/opsgenie",
                                                   "oracle/oci",
                                                   "pagerduty/pagerduty",
                                                   "scaleway/scaleway",
                                                   "snowflakedb/snowflake",
                                                   "spacelift-io/spacelift",
                                                   "splunk/splunk",
                                                   "vultr/vultr",
                                                   "yandex-cloud/yandex"};
constexpr std::array<std::string_view, 22> kHashicorp{
    "archive",  "aws",    "awscc",       "azuread", "azurerm", "cloudinit", "consul",     "dns",
    "external", "google", "google-beta", "hcp",     "helm",    "http",      "kubernetes", "local",
    "nomad",    "null",   "random",      "tfe",     "time",    "tls"};

std::string name_of_source(std::string_view source) {
    return std::string(source.substr(source.rfind('/') + 1));
}

// The source of a provider with that local name, where it is generally known.
std::string_view known_source(std::string_view name) {
    const auto* other = std::ranges::find_if(
        kOthers, [&](std::string_view source) { return name_of_source(source) == name; });
    return other == kOthers.end() ? std::string_view() : *other;
}

class Completer {
  public:
    explicit Completer(CompletionSite& site)
        : site_(site), context_(site.context), module_(*site.context.module), cursor_(site.cursor) {}

    void run() {
        requirements();
        if (cursor_.at == At::Value && site_.attribute) value(site_.argument);
        if (cursor_.at == At::Value && site_.attribute) keys_of_instances();
        if (cursor_.at == At::Value && !cursor_.in_string) {
            names_of_repetition();
            parts_of_element();
            built_in_functions();
        }
    }

    // Names of providers and what is written about them, also in stacks.
    void requirements() {
        const bool is_list =
            site_.path == "terraform/required_providers" || site_.path == "required_providers";
        if (is_list && cursor_.at == At::Name && !site_.attribute) needed_providers();
        if (is_list && cursor_.at == At::Value && site_.attribute) requirement(site_.argument);
        if (site_.path == "provider" && cursor_.at == At::Label && is_at_first_label()) providers();
    }

  private:
    bool is_at_first_label() const {
        const Node label = site_.block.child(1);
        return label && label.is(NodeKind::Label) && label.span().touches(cursor_.offset);
    }

    // A module calls those of a provider that it requires.
    void built_in_functions() {
        for (const std::string_view name : kBuiltInFunctions) {
            const auto full = [&](std::string_view provider) {
                return "provider::" + std::string(provider) + "::" + std::string(name);
            };
            bool has_usual_name = false;
            for (const RequiredProvider& one : shape_of(module_).required) {
                if (one.source != kBuiltInProvider) continue;
                if (one.name == "terraform")
                    has_usual_name = true;
                else
                    add(full(one.name), "", false, Kind::Function, false);
            }
            if (!has_usual_name)
                site_.add({.kind = Kind::Function, .label = full("terraform"), .is_hidden = true});
        }
    }

    void add(std::string label, std::string detail, bool is_expected, Kind kind = Kind::Value,
             bool is_string = true) {
        site_.add({.kind = kind,
                   .label = std::move(label),
                   .detail = std::move(detail),
                   .is_string = is_string,
                   .is_expected = is_expected});
    }

    // In the order of the calls: other items of a list are sorted by their text.
    void add_version(std::string label, std::string detail) {
        site_.add({.kind = Kind::Value,
                   .label = std::move(label),
                   .detail = std::move(detail),
                   .is_string = true,
                   .is_expected = true,
                   .order = ++versions_});
    }

    // Local names of the providers that the resources of the module belong to.
    std::set<std::string> used_providers() const {
        std::set<std::string> names;
        for (const bind::ModuleFile& file : module_.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                    const bind::BoundBlock& block = slot.unit->blocks[i];
                    if (block.labels.empty()) continue;
                    const std::string& label = block.labels[0].value;
                    if (block.type == "provider") names.insert(label);
                    if (block.type != "resource" && block.type != "data" && block.type != "ephemeral")
                        continue;
                    const bind::BoundAttribute* provider = attribute_of(*slot.unit, block.body, "provider");
                    const std::string text(provider && provider->expr ? provider->expr.text() : label);
                    names.insert(text.substr(0, text.find(provider && provider->expr ? '.' : '_')));
                }
            });
        names.erase("terraform");
        for (const bind::ModulePtr& one : modules_of_components())
            for (const RequiredProvider& required : shape_of(*one).required) names.insert(required.name);
        return names;
    }

    // The modules that the components of a stack use.
    std::vector<bind::ModulePtr> modules_of_components() const {
        std::vector<bind::ModulePtr> out;
        if (!is_of_stacks(module_.language())) return out;
        for (const bind::Symbol symbol : module_.symbols().by_kind("component"))
            if (symbol.is_declaration())
                if (bind::ModulePtr one =
                        module_of_part(context_, "component", module_.declaration(symbol).address.back()))
                    out.push_back(std::move(one));
        return out;
    }

    // Names for the label of a configuration.
    void providers() {
        for (const std::string& name : used_providers()) add(name, "used here", true);
        for (const RequiredProvider& one : shape_of(module_).required) add(one.name, "required here", true);
    }

    // Configurations that the module uses and does not have itself.
    void aliases_of(const std::string& provider) {
        for (const bind::ModuleFile& file : module_.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
                    if (attribute.name != "provider" || !attribute.expr) continue;
                    const std::string text(attribute.expr.text());
                    if (text.starts_with(provider + ".")) add(text, "used here", true, Kind::Value, false);
                }
            });
        add(provider + ".", "", true, Kind::Value, false);
    }

    void needed_providers() {
        const ModuleShape& shape = shape_of(module_);
        auto offer = [&](const std::string& name, bool is_used) {
            if (!shape.requirement(name))
                add(name, is_used ? "used here" : "", is_used, Kind::Argument, false);
        };
        for (const std::string& name : used_providers()) offer(name, true);
        for (std::string_view name : kHashicorp) offer(std::string(name), false);
        for (std::string_view source : kOthers) offer(name_of_source(source), false);
    }

    void value(const std::string& name) {
        const std::string& path = site_.path;
        if (path == "terraform" && name == "required_version") program_versions();
        if (path == "module" && name == "version") module_versions();
        if (path == "module" && name == "source" && cursor_.in_string) module_sources();
        if (cursor_.in_string) return;
        if ((path == "moved" || path == "removed") && name == "from") former_address();
        if ((path == "moved" || path == "import") && name == "to") taken_addresses();
    }

    void requirement(const std::string& name) {
        const std::string key = site_.item ? word_of_key(site_.item.child(0)) : "";
        if (key == "source") sources(name);
        if (key == "version") provider_versions(name);
        if (key == "configuration_aliases" && !cursor_.in_string) aliases_of(name);
    }

    void sources(const std::string& provider) {
        for (const bind::ModulePtr& one : modules_of_components())
            if (const RequiredProvider* required = shape_of(*one).requirement(provider)) {
                constexpr std::string_view kHost = "registry.terraform.io/";
                const bool is_usual = required->source.starts_with(kHost);
                add(required->source.substr(is_usual ? kHost.size() : 0), "required by a component", true);
            }
        const std::string_view known = known_source(provider);
        add(known.empty() ? "hashicorp/" + provider : std::string(known), "", true);
        for (std::string_view name : kHashicorp) add("hashicorp/" + std::string(name), "", false);
        for (std::string_view source : kOthers) add(std::string(source), "", false);
    }

    // Constraints that the selected version meets.
    void provider_versions(const std::string& provider) {
        const RequiredProvider* required = shape_of(module_).requirement(provider);
        const std::string_view version = context_.module->packages().locked_version(
            required ? required->source : provider_address("", provider));
        if (!version.empty()) constraints(std::string(version), "version in the lock file");
        if (!context_.schemas) return;
        constexpr std::size_t kMost = 5;
        std::size_t count = 0;
        const std::string source = required ? required->source : provider_address("", provider);
        context_.schemas->each_version(source, [&](std::string_view known) {
            if (!known.empty() && ++count <= kMost)
                constraints(std::string(known), "version with a known schema");
        });
    }

    // From the newest one on.
    void program_versions() {
        for (int minor = kNewestMinor; minor >= 0; --minor) {
            const std::string version = "1." + std::to_string(minor);
            add_version(">= " + version, "");
        }
        add_version("~> 1." + std::to_string(kNewestMinor), "");
    }

    void constraints(const std::string& version, const std::string& detail) {
        const std::size_t minor = version.find('.');
        const std::size_t patch = minor == std::string::npos ? minor : version.find('.', minor + 1);
        if (patch != std::string::npos && version.find('-') == std::string::npos)
            add_version("~> " + version.substr(0, patch), detail);
        add_version(">= " + version, detail);
        add_version(version, detail);
    }

    // `name = "text"` in a `module` block; empty when there is none.
    static std::string literal_of(const bind::UnitSlot& slot, std::uint32_t body, std::string_view name) {
        const bind::BoundAttribute* found = attribute_of(*slot.unit, body, name);
        return found && found->expr ? bind::literal_text(found->expr) : std::string();
    }

    template <typename Visit>
    void each_call(Visit visit) const {
        for (const bind::ModuleFile& file : module_.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (std::uint32_t i : slot.unit->bodies[0].blocks)
                    if (const bind::BoundBlock& block = slot.unit->blocks[i]; block.type == "module")
                        visit(slot, block);
            });
    }

    // An argument of the block around the cursor.
    Node own(std::string_view name) const { return argument_of(site_.block, name); }
    static bool has_argument(Node block, std::string_view name) { return bool(argument_of(block, name)); }
    static Node argument_of(Node block, std::string_view name) {
        for (Node child : block.children()) {
            if (!child.is(NodeKind::Body)) continue;
            for (Node one : child.children())
                if (one.is(NodeKind::Attribute) && word_of_key(one.child(0)) == name) return one.child(1);
        }
        return {};
    }

    // Versions with which other calls have the same module.
    void module_versions() {
        const Node expr = own("source");
        const std::string source = expr ? bind::literal_text(expr) : std::string();
        if (source.empty()) return;
        installed_version();
        each_call([&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
            if (literal_of(slot, block.body, "source") == source)
                add(literal_of(slot, block.body, "version"), "version of another call", true);
        });
    }

    // What was downloaded for the call.
    void installed_version() {
        const CompletionSite::Around around = site_.around();
        if (!context_.download || !around.block) return;
        const check::Download found =
            context_.download(bind::called_folder(*around.slot.unit, *around.block));
        const bool is_of_source = found.state == check::Download::State::Fits ||
                                  found.state == check::Download::State::OtherVersion;
        if (is_of_source && !found.version.empty()) constraints(found.version, "downloaded version");
    }

    // Modules of registries and repositories that other calls have; folders are listed elsewhere.
    void module_sources() {
        each_call([&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
            const std::string source = literal_of(slot, block.body, "source");
            if (!source.starts_with('.') && source.find('/') != std::string::npos)
                add(source, "source of another call", false);
        });
    }

    // `each.value.NAME`, by the type of the elements: the value itself is unknown.
    void parts_of_element() {
        const auto found = std::ranges::find_if(cursor_.path.rbegin(), cursor_.path.rend(),
                                                [](Node node) { return node.is(NodeKind::GetAttr); });
        const Node object = found == cursor_.path.rend() ? Node() : found->child(0);
        if (!object) return;
        const std::vector<std::string> names = names_of(object.text());
        if (names.size() < 2 || names[0] != "each" || names[1] != "value") return;
        for (const Type& element : types_of_elements()) {
            Type type = element;
            for (std::size_t i = 2; i < names.size(); ++i) type = part_of(type, names[i]);
            if (!type.is_object()) continue;
            for (const ObjectAttribute& attribute : type.attributes())
                add(attribute.name, Type(attribute.type).to_constraint_source(), true, Kind::Member, false);
        }
    }

    // `each` and `count` have a meaning in blocks with their argument, except in this one.
    void names_of_repetition() {
        if (!site_.words.empty() || !site_.outer) return;
        const bool is_repetition =
            site_.block == site_.outer && (site_.argument == "for_each" || site_.argument == "count");
        if (is_repetition || !has_argument(site_.outer, "for_each"))
            site_.add({.kind = Kind::Value, .label = "each", .is_hidden = true});
        if (is_repetition || !has_argument(site_.outer, "count"))
            site_.add({.kind = Kind::Value, .label = "count", .is_hidden = true});
    }

    // `module.m["KEY"]`, by the values that the module usually has.
    void keys_of_instances() {
        for (std::size_t i = 0; i + 1 < cursor_.path.size(); ++i) {
            const Node index = cursor_.path[i];
            if (!index.is(NodeKind::Index) || !index.child(0) || cursor_.path[i + 1] != index.child(1))
                continue;
            if (index.child(0).text().find('[') != std::string_view::npos) continue;
            const std::optional<Value> all = usual_value(names_of(index.child(0).text()));
            if (!all || all->is_marked() || !all->has_content() ||
                (!all->type().is_object() && !all->type().is_map()))
                continue;
            for (std::size_t n = 0; n < all->size(); ++n)
                add(std::string(all->key_at(n).as_string()), "", true);
        }
    }

    // The value of a whole address, if it is unknown in the module itself.
    std::optional<Value> usual_value(const std::vector<std::string>& address) const {
        const bind::SymbolList found = module_.symbols().by_address(address);
        if (found.empty() || !(*found.begin()).is_declaration()) return std::nullopt;
        const bind::Symbol symbol = *found.begin();
        if (module_.value_of(symbol).unmarked().has_content()) return std::nullopt;
        const bind::ModulePtr usual = usual_values(context_).with_all;
        return usual ? std::optional(usual->value_of(symbol)) : std::nullopt;
    }

    // Types of the elements that the outermost block around the cursor is repeated for.
    std::vector<Type> types_of_elements() const {
        const bind::ModuleFile* file = module_.file(cursor_.file);
        const std::optional<bind::UnitSlot> slot = file ? file->unit_at(cursor_.offset) : std::nullopt;
        if (!slot || !slot->unit || !slot->state || cursor_.offset < slot->base) return {};
        for (std::uint32_t i : slot->unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot->unit->blocks[i];
            if (!block.span.touches(cursor_.offset - slot->base)) continue;
            const bind::BoundAttribute* repetition = attribute_of(*slot->unit, block.body, "for_each");
            if (!repetition) return {};
            const auto index = index_of(*slot->unit, *repetition);
            return repeated_types(module_, *slot, index);
        }
        return {};
    }

    // An address that is gone: what is still declared cannot be moved or removed. References may still have
    // it, and its type is that of the new one.
    void former_address() {
        for (const std::string& address : missing_addresses())
            site_.add_address(address, "not declared", true);
        const Node expr = own("to");
        const std::string to(expr ? expr.text() : std::string_view());
        const std::size_t dot = to.find('.');
        if (dot != std::string::npos && to.find('[') == std::string::npos)
            site_.add_address(to.substr(0, dot), "type of \"to\"", true);
        if (to.find('[') != std::string::npos)
            site_.add_address(to.substr(0, to.find('[')), "\"to\" without its key", true);
        for (const std::string_view kind : {"resource", "module"}) declared_addresses(kind);
    }

    // Left out where one can only name what is gone, except for what has instances: these can move.
    void declared_addresses(std::string_view kind) {
        for (const bind::Symbol symbol : module_.symbols().by_kind(kind)) {
            if (!symbol.is_declaration()) continue;
            const bind::Declaration& declaration = module_.declaration(symbol);
            const bind::BoundUnit& unit = *module_.slot_of(symbol).unit;
            const std::uint32_t body =
                declaration.block == bind::kNone ? bind::kNone : unit.blocks[declaration.block].body;
            const bool is_repeated = body != bind::kNone && (attribute_of(unit, body, "count") ||
                                                             attribute_of(unit, body, "for_each"));
            if (!is_repeated) site_.leave_out_address(bind::address_text(declaration.address));
        }
    }

    // A whole object has one earlier address and one import, and does not move to itself.
    void taken_addresses() {
        if (const Node from = own("from")) leave_out(from.text());
        for (const bind::ModuleFile& file : module_.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
                    const bind::BoundBlock& block = slot.unit->blocks[i];
                    if (block.type != site_.path) continue;
                    const bind::BoundAttribute* to = attribute_of(*slot.unit, block.body, "to");
                    if (to && to->expr && !is_around_cursor(file, slot, block)) leave_out(to->expr.text());
                }
            });
    }

    void leave_out(std::string_view address) {
        if (address.find('[') == std::string_view::npos) site_.leave_out_address(address);
    }

    bool is_around_cursor(const bind::ModuleFile& file, const bind::UnitSlot& slot,
                          const bind::BoundBlock& block) const {
        return file.input.id == cursor_.file && block.span.shifted(slot.base).touches(cursor_.offset);
    }

    // Addresses of resources and modules in references that nothing declares.
    std::set<std::string> missing_addresses() const {
        constexpr std::size_t kMost = 100;
        std::set<std::string> out;
        for (const bind::ModuleFile& file : module_.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                context_.cancel.poll();
                if (out.size() == kMost || is_history(slot)) return;
                for (const bind::Reference& reference : slot.unit->references) {
                    if (reference.is_text || reference.steps.size() < 2 || out.size() == kMost) continue;
                    const std::string& root = reference.steps[0].name;
                    if (root != "module" && root.find('_') == std::string::npos) continue;
                    const bind::Resolution found = bind::resolve(module_, slot, reference);
                    if (found.kind == bind::Resolution::Kind::Missing)
                        out.insert(root + "." + reference.steps[1].name);
                }
            });
        return out;
    }

    static bool is_history(const bind::UnitSlot& slot) {
        return std::ranges::any_of(slot.unit->bodies[0].blocks, [&](std::uint32_t i) {
            const std::string& type = slot.unit->blocks[i].type;
            return type == "moved" || type == "removed";
        });
    }

    CompletionSite& site_;
    const check::ExtensionContext& context_;
    const bind::Module& module_;
    const ExtensionCursor& cursor_;
    int versions_ = 0;  // that were added
};

// What only OpenTofu has, in files that are not known to be for it.
void leave_out_opentofu(CompletionSite& site) {
    const bind::ModuleFile* file = site.context.module->file(site.cursor.file);
    if (site.cursor.at != At::Value || !file || !site.words.empty() ||
        program_of(*site.context.module, *file) == Program::OpenTofu)
        return;
    auto leave_out = [&](std::string label, CompletionSite::Kind kind) {
        site.add({.kind = kind, .label = std::move(label), .is_hidden = true});
    };
    leave_out("tofu", CompletionSite::Kind::Value);
    for (const std::string_view name : functions_of_opentofu()) {
        leave_out(std::string(name), CompletionSite::Kind::Function);
        leave_out("core::" + std::string(name), CompletionSite::Kind::Function);
    }
}

}  // namespace

namespace {

// Inputs and outputs of a call whose source is an expression.
void complete_computed_call(CompletionSite& site) {
    if (site.is_value() && site.words.size() >= 2 && site.words[0] == "module")
        if (const bind::ModulePtr called = module_of_computed_call(site.context, site.words[1]))
            site.add_symbols(*called, "output", ExtensionItem::Kind::Member);
    const bind::ModuleFile* file = site.context.module->file(site.cursor.file);
    if (!file || site.cursor.at != ExtensionCursor::At::Name || site.path != "module" || site.attribute)
        return;
    const bind::ModulePtr called = module_of_computed_call(site.context, *file, site.cursor.offset);
    const CompletionSite::Around around = site.around();
    if (!called || !around.block) return;
    std::set<std::string> there;
    for (const std::uint32_t i : around.slot.unit->bodies[around.block->body].attributes) {
        const bind::BoundAttribute& attribute = around.slot.unit->attributes[i];
        if (!attribute.name_span.shifted(around.slot.base).touches(site.cursor.offset))
            there.insert(attribute.name);
    }
    site.add_symbols(*called, "variable", ExtensionItem::Kind::Argument, there);
}

}  // namespace

std::vector<ExtensionItem> completions_at(const check::ExtensionContext& context,
                                          const ExtensionCursor& cursor) {
    CompletionSite site(context, cursor);
    if (is_of_stacks(context.module->language())) {
        complete_in_stack(site);
        Completer(site).requirements();
    } else if (context.module->language().id == "terraform-test") {
        complete_in_test(site);
    } else if (context.module->language().id == "terraform-mock") {
        complete_in_mock(site);
    } else if (context.module->language().id == "terraform-backend") {
        complete_backend_setting(site);
    } else if (context.module->language().id == "terraform") {
        Completer(site).run();
        complete_computed_call(site);
    }
    if (context.module->language().id != "terraform-backend") leave_out_opentofu(site);
    return std::move(site.out);
}

}  // namespace hcl::terraform
