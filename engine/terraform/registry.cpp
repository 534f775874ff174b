#include "engine/terraform/registry.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/base/ascii.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/place.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

constexpr std::string_view kHost = "registry.terraform.io/";
constexpr std::string_view kRegistry = "https://registry.terraform.io/";
constexpr std::string_view kLanguage = "https://developer.hashicorp.com/terraform/language/";

bool has_type(const BoundBlock& block) {
    return block.type == "resource" || block.type == "data" || block.type == "ephemeral";
}

struct Pages {
    const bind::Module& module;

    // The address of a provider: as it is required, or the one that its name stands for.
    std::string source_of(const std::string& name) const {
        const RequiredProvider* required = shape_of(module).requirement(name);
        return required && !required->source.empty() ? required->source : provider_address("", name);
    }

    std::string of_provider(const std::string& source) const {
        if (!source.starts_with(kHost)) return {};
        const std::string_view version = module.packages().locked_version(source);
        return std::string(kRegistry) + "providers/" + source.substr(kHost.size()) + "/" +
               std::string(version.empty() ? "latest" : version) + "/docs";
    }

    std::string of_type(const UnitSlot& slot, const BoundBlock& block) const {
        const std::string& type = block.labels[0].value;
        std::string local = type.substr(0, type.find('_'));
        if (const BoundAttribute* provider = attribute_of(*slot.unit, block.body, "provider");
            provider && provider->expr) {
            const std::string text(provider->expr.text());
            local = text.substr(0, text.find('.'));
        }
        const std::string source = source_of(local);
        if (source == kBuiltInProvider)
            return std::string(kLanguage) +
                   (type == "terraform_data" ? "resources/terraform-data" : "state/remote-state-data");
        const std::string provider = of_provider(source);
        if (provider.empty()) return {};
        const std::size_t end = type.find('_');
        return provider +
               (block.type == "resource" ? "/resources/"
                : block.type == "data"   ? "/data-sources/"
                                         : "/ephemeral-resources/") +
               (end == std::string::npos ? type : type.substr(end + 1));
    }

    // NAMESPACE/NAME/SYSTEM, with a folder behind two slashes.
    // `version`: the one that is in use; empty: not known.
    static std::string of_module(std::string_view source, std::string_view version) {
        if (source.starts_with(kHost)) source.remove_prefix(kHost.size());
        const std::size_t inner = source.find("//");
        const std::string_view whole = source.substr(0, inner);
        const bool is_name = std::ranges::all_of(whole, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                   c == '_' || c == '/';
        });
        if (!is_name || std::ranges::count(whole, '/') != 2 || whole.starts_with('/') || whole.ends_with('/'))
            return {};
        std::string page = std::string(kRegistry) + "modules/" + std::string(whole) + "/" +
                           std::string(version.empty() ? "latest" : version);
        constexpr std::string_view kInner = "modules/";
        if (inner != std::string_view::npos)
            if (const std::string_view folder = source.substr(inner + 2); folder.starts_with(kInner))
                page += "/submodules/" + std::string(folder.substr(kInner.size()));
        return page;
    }
};

Span unquoted(Span span) {
    return span.length() > 2 ? Span{span.start + 1, span.end - 1} : span;
}

struct LinkReader {
    const Pages& pages;
    const UnitSlot& slot;
    std::vector<check::ExtensionLink>& out;

    void add(Span span, std::string url) const {
        if (!url.empty()) out.push_back({unquoted(span).shifted(slot.base), std::move(url)});
    }

    void requirements(const BoundBlock& block) const {
        for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            const Node object = attribute.expr ? eval::without_parens(attribute.expr) : Node();
            if (!object || !object.is(NodeKind::Object)) continue;
            for (Node item : object.children()) {
                if (!item.is(NodeKind::ObjectItem) || !item.child(0) || !item.child(1)) continue;
                if (item.child(0).text() != "source" && item.child(0).text() != "\"source\"") continue;
                const std::string source = bind::literal_text(item.child(1));
                if (!source.empty())
                    add(item.child(1).span(), pages.of_provider(provider_address(source, attribute.name)));
            }
        }
    }

    // Empty where the call admits several versions.
    std::string exact_version(const BoundBlock& call) const {
        const BoundAttribute* version = attribute_of(*slot.unit, call.body, "version");
        std::string text = version && version->expr ? bind::literal_text(version->expr) : std::string();
        text.erase(0, text.find_first_not_of("= "));
        return std::ranges::all_of(text, [](char c) { return ascii::is_digit(c) || c == '.'; }) &&
                       std::ranges::count(text, '.') == 2
                   ? text
                   : std::string();
    }

    void block(const BoundBlock& block) const {
        if (block.type == "terraform")
            for (std::uint32_t i : slot.unit->bodies[block.body].blocks)
                if (slot.unit->blocks[i].type == "required_providers") requirements(slot.unit->blocks[i]);
        if (block.labels.empty()) return;
        if (block.labels[0].is_elsewhere) return;
        if (has_type(block)) return add(block.labels[0].span, pages.of_type(slot, block));
        if (block.type == "provider")
            return add(block.labels[0].span, pages.of_provider(pages.source_of(block.labels[0].value)));
        if (block.type != "module") return;
        const BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
        if (source && source->expr)
            add(source->expr.span(),
                Pages::of_module(bind::literal_text(source->expr), exact_version(block)));
    }
};

}  // namespace

std::string registry_link(const check::ExtensionContext& context, FileId id, std::uint32_t offset) {
    const bind::ModuleFile* file = context.module->file(id);
    const std::optional<Place> place = file ? place_at(*file, {offset, offset}) : std::nullopt;
    if (!place || place->blocks.empty()) return {};
    const BoundBlock& block = *place->inner();
    if (block.labels.empty() || (!has_type(block) && block.type != "provider")) return {};
    const Span label = block.labels[0].span;
    const bool is_on_label =
        !block.labels[0].is_elsewhere && label.start <= place->span.start && place->span.start <= label.end;
    if (!is_on_label && !place->attribute) return {};
    if (place->attribute && !(place->attribute->name_span.start <= place->span.start &&
                              place->span.start <= place->attribute->name_span.end))
        return {};
    const Pages pages{*context.module};
    std::string url = has_type(block) ? pages.of_type(place->slot, block)
                                      : pages.of_provider(pages.source_of(block.labels[0].value));
    if (url.empty()) return {};
    if (url.starts_with(kLanguage)) return "[Documentation](" + url + ")";
    if (has_type(block) && place->attribute) url += "#" + place->attribute->name;
    return "[Documentation in the registry](" + url + ")";
}

std::vector<check::ExtensionLink> registry_links(const check::ExtensionContext& context, FileId id) {
    std::vector<check::ExtensionLink> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file || file->input.tree->options().syntax != syntax::Syntax::Native) return out;
    const Pages pages{*context.module};
    file->each_unit([&](const UnitSlot& slot) {
        context.cancel.poll();
        for (std::uint32_t i : slot.unit->bodies[0].blocks)
            LinkReader{pages, slot, out}.block(slot.unit->blocks[i]);
    });
    return out;
}

}  // namespace hcl::terraform
