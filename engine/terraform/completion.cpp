#include "engine/terraform/completion.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "engine/terraform/elements.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using check::ExtensionCursor;
using check::ExtensionItem;
using syntax::Node;
using syntax::NodeKind;
using At = ExtensionCursor::At;
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

std::string text_of_key(Node key) {
    std::string text(key ? key.text() : std::string_view());
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return text;
}

class Completer {
  public:
    Completer(const check::ExtensionContext& context, const ExtensionCursor& cursor)
        : context_(context), module_(*context.module), cursor_(cursor) {
        for (Node node : cursor.path) {
            if (node.is(NodeKind::Block) && node.child(0)) {
                path_ += (path_.empty() ? "" : "/") + std::string(node.child(0).text());
                block_ = node;
            }
            if (node.is(NodeKind::Attribute)) attribute_ = node;
            if (node.is(NodeKind::ObjectItem)) item_ = node;
        }
    }

    std::vector<ExtensionItem> run() {
        if (cursor_.at == At::Name && path_ == "terraform/required_providers" && !attribute_)
            needed_providers();
        if (cursor_.at == At::Value && attribute_) value(text_of_key(attribute_.child(0)));
        if (cursor_.at == At::Value && !cursor_.in_string) parts_of_element();
        return std::move(out_);
    }

  private:
    void add(std::string label, std::string detail, bool is_expected, Kind kind = Kind::Value,
             bool is_string = true) {
        if (label.empty() || !seen_.insert(label).second) return;
        out_.push_back({.kind = kind,
                        .label = std::move(label),
                        .detail = std::move(detail),
                        .is_string = is_string,
                        .is_expected = is_expected});
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
        return names;
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
        if (path_ == "terraform/required_providers") {
            const std::string key = item_ ? text_of_key(item_.child(0)) : "";
            if (key == "source") sources(name);
            if (key == "version") provider_versions(name);
        }
        if (path_ == "module" && name == "version") module_versions();
        if (path_ == "module" && name == "source" && cursor_.in_string) module_sources();
        if (path_ == "moved" && name == "from") moved_from();
    }

    void sources(const std::string& provider) {
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
    }

    void constraints(const std::string& version, const std::string& detail) {
        const std::size_t minor = version.find('.');
        const std::size_t patch = minor == std::string::npos ? minor : version.find('.', minor + 1);
        if (patch != std::string::npos && version.find('-') == std::string::npos)
            add("~> " + version.substr(0, patch), detail, true);
        add(">= " + version, detail, true);
        add(version, detail, true);
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
    Node own(std::string_view name) const {
        for (Node child : block_.children()) {
            if (!child.is(NodeKind::Body)) continue;
            for (Node one : child.children())
                if (one.is(NodeKind::Attribute) && text_of_key(one.child(0)) == name) return one.child(1);
        }
        return {};
    }

    // Versions with which other calls have the same module.
    void module_versions() {
        const Node expr = own("source");
        const std::string source = expr ? bind::literal_text(expr) : std::string();
        if (source.empty()) return;
        each_call([&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
            if (literal_of(slot, block.body, "source") == source)
                add(literal_of(slot, block.body, "version"), "version of another call", true);
        });
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
            return element_types(slot->state->values[index].unmarked().type());
        }
        return {};
    }

    // An address that is gone is known nowhere, but its type is that of the new one.
    void moved_from() {
        const Node expr = own("to");
        const std::string to(expr ? expr.text() : std::string_view());
        const std::size_t dot = to.find('.');
        if (dot != std::string::npos && to.find('[') == std::string::npos)
            add(to.substr(0, dot), "type of \"to\"", true, Kind::Value, false);
        if (to.find('[') != std::string::npos)
            add(to.substr(0, to.find('[')), "\"to\" without its key", true, Kind::Value, false);
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    const ExtensionCursor& cursor_;
    std::string path_{};  // types of the blocks around the cursor
    Node block_{};        // the innermost
    Node attribute_{};
    Node item_{};  // of an object in the value
    std::set<std::string> seen_{};
    std::vector<ExtensionItem> out_{};
};

}  // namespace

std::vector<ExtensionItem> completions_at(const check::ExtensionContext& context,
                                          const ExtensionCursor& cursor) {
    return Completer(context, cursor).run();
}

}  // namespace hcl::terraform
