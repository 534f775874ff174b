#include "engine/terraform/shape.h"

#include <algorithm>

#include "engine/base/ascii.h"
#include "engine/bind/packages.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/value_format.h"
#include "engine/syntax/tree/kinds.h"

namespace hcl::terraform {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundBody;
using bind::BoundUnit;
using bind::kNone;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

bool is_configuration_name(std::string_view text) {
    return !text.empty() && std::ranges::count(text, '.') <= 1 && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) || c == '_' || c == '-' || c == '.';
    });
}

namespace {

std::string name_of(Node node) {
    if (!node) return {};
    std::string text = bind::literal_text(node);
    return text.empty() ? std::string(node.text()) : text;
}

struct ShapeMaker {
    const bind::Module& module;
    ModuleShape out{};
    std::size_t owners = 0;

    void file(const bind::ModuleFile& file) {
        if (file.units->count() > 0) tree(*file.units, 0, file);
    }

    void tree(const bind::UnitTree& tree, std::uint32_t base, const bind::ModuleFile& file) {
        std::uint32_t at = 0;
        for (const auto& [index, traits] : traited_in(tree).list) {
            for (; at < index; ++at)
                base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
            if (!tree.children().empty()) {
                this->tree(*tree.children()[index], base, file);
                continue;
            }
            const bind::UnitCell& cell = tree.cells()[index];
            const UnitSlot slot{cell.unit.get(), cell.state.get(), base, cell.label, file.input.id};
            out.add(slot, traits);
            if (traits.has(Trait::OfModule)) blocks(slot, file.is_override);
        }
    }

    void blocks(const UnitSlot& slot, bool is_override) {
        const BoundUnit& unit = *slot.unit;
        for (std::uint32_t i : unit.bodies[0].blocks) {
            const BoundBlock& block = unit.blocks[i];
            if (block.type == "terraform") {
                ++owners;
                if (const BoundAttribute* version = attribute_of(unit, block.body, "required_version"))
                    version_of(slot.file, bind::literal_text(version->expr), is_override);
                for (std::uint32_t child : unit.bodies[block.body].blocks) setting(slot, child, is_override);
            } else if (block.type == "required_providers") {
                ++owners;
                setting(slot, i, is_override);
            } else if (block.type == "provider" && !block.labels.empty()) {
                provider(slot, block, is_override);
            } else if (block.type == "module" && block.def && block.def->call) {
                call(slot, i);
            }
        }
    }

    // Those of an overriding file replace all before it. One that is still typed says nothing.
    void version_of(FileId file, const std::string& text, bool is_override) {
        if (text.empty() || (!is_override && out.overriding_version.is_valid())) return;
        if (!language::format_problem(language::Format::VersionConstraint, text).empty()) return;
        if (is_override && out.overriding_version != file) {
            const bind::FileTable& files = module.files();
            if (out.overriding_version.is_valid() &&
                files.rank_of(file) < files.rank_of(out.overriding_version))
                return;
            out.required_version.clear();
            out.overriding_version = file;
        }
        out.required_version += (out.required_version.empty() ? "" : ", ") + text;
    }

    void setting(const UnitSlot& slot, std::uint32_t index, bool is_override) {
        const BoundBlock& block = slot.unit->blocks[index];
        const Location place{slot.file, block.header_span.shifted(slot.base)};
        out.settings.push_back(
            {block.type, block.labels.empty() ? "" : block.labels[0].value, owners, is_override, place});
        if (block.type != "required_providers") return;
        for (std::uint32_t a : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[a];
            RequiredProvider& required = out.required.emplace_back();
            required.name = attribute.name;
            bind::PackageDeclaration declared =
                bind::declared_package(attribute.name, attribute.expr, "source", "version");
            required.source = provider_address(declared.address, attribute.name);
            required.constraint = std::move(declared.constraint);
            required.is_override = is_override;
            required.place = {slot.file, attribute.name_span.shifted(slot.base)};
            if (attribute.expr) find_wrong_aliases(attribute.expr, slot.base, required);
            if (attribute.expr) find_wrong_texts(attribute.expr, slot.base, required);
            for (const bind::Declaration& d : slot.unit->declarations)
                if (d.attribute == a) {
                    std::string address;
                    for (const std::string& step : d.address) address += (address.empty() ? "" : ".") + step;
                    required.aliases.push_back({std::move(address), d.span.shifted(slot.base)});
                }
        }
    }

    // Addresses are names without quotes, in JSON strings.
    static void find_wrong_aliases(Node value, std::uint32_t base, RequiredProvider& required) {
        value = eval::without_parens(value);
        if (!value.is(NodeKind::Object)) return;
        for (Node item : value.children()) {
            if (name_of(item.child(0)) != "configuration_aliases" || !item.child(1)) continue;
            const Node list = eval::without_parens(item.child(1));
            if (!list.is(NodeKind::Tuple) && !list.is(NodeKind::JsonArray))
                required.wrong_aliases.push_back(list.span().shifted(base));
            for (Node element : list.children())
                if (element.is(NodeKind::Template) || element.is(NodeKind::Call))
                    required.wrong_aliases.push_back(element.span().shifted(base));
        }
    }

    static void find_wrong_texts(Node value, std::uint32_t base, RequiredProvider& required) {
        const Node whole = eval::without_parens(value);
        auto is_null = [](Node node) { return node.is(NodeKind::Null) || node.is(NodeKind::JsonNull); };
        if (is_null(whole)) required.wrong_texts.push_back({"", whole.span().shifted(base)});
        if (!whole.is(NodeKind::Object) && !whole.is(NodeKind::JsonObject)) return;
        for (Node item : whole.children()) {
            if (!item.child(0) || !item.child(1)) continue;
            const std::string name = bind::literal_text(item.child(0));
            const Node text = eval::without_parens(item.child(1));
            const bool is_text =
                text.is(NodeKind::Template) || text.is(NodeKind::Heredoc) || text.is(NodeKind::JsonString);
            const bool is_literal = is_null(text) || text.is(NodeKind::Number) || text.is(NodeKind::Bool) ||
                                    text.is(NodeKind::JsonNumber) || text.is(NodeKind::JsonBool);
            if (is_text || !is_literal) continue;
            for (std::string_view argument : {"source", "version"})
                if (name == argument) required.wrong_texts.push_back({argument, text.span().shifted(base)});
        }
    }

    void provider(const UnitSlot& slot, const BoundBlock& block, bool is_override) {
        const BoundBody& body = slot.unit->bodies[block.body];
        ProviderBlock& provider = out.providers.emplace_back();
        provider.name = block.labels[0].value;
        provider.is_override = is_override;
        provider.elements = Value::dynamic();
        if (const BoundAttribute* repetition = attribute_of(*slot.unit, block.body, "for_each")) {
            provider.is_repeated = true;
            if (slot.state)
                provider.elements = slot.state->values[index_of(*slot.unit, *repetition)].unmarked();
        }
        if (const BoundAttribute* alias = attribute_of(*slot.unit, block.body, "alias"))
            provider.name += "." + bind::literal_text(alias->expr);
        if (const BoundAttribute* version = attribute_of(*slot.unit, block.body, "version");
            version && version->expr) {
            provider.constraint = bind::literal_text(version->expr);
            provider.constraint_place = version->expr.span().shifted(slot.base);
        }
        provider.configures = configures(*slot.unit, body);
        for (std::uint32_t i : body.attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (attribute.name == "count" || attribute.name == "depends_on" || attribute.name == "source")
                out.reserved.push_back({attribute.name,
                                        "",
                                        0,
                                        is_override,
                                        {slot.file, attribute.name_span.shifted(slot.base)}});
        }
        for (std::uint32_t i : body.blocks) {
            const BoundBlock& inner = slot.unit->blocks[i];
            if (is_reserved_in_providers(inner.type))
                out.reserved.push_back(
                    {inner.type, "block", 0, is_override, {slot.file, inner.header_span.shifted(slot.base)}});
        }
        provider.place = {slot.file, block.header_span.shifted(slot.base)};
    }

    void call(const UnitSlot& slot, std::uint32_t index) {
        const BoundUnit& unit = *slot.unit;
        Call call;
        call.folder = bind::called_folder(unit, unit.blocks[index]);
        call.slot = slot;
        call.block = index;
        if (call.folder.empty()) return;
        const std::uint32_t body = unit.blocks[index].body;
        for (std::string_view name : {"count", "for_each", "depends_on"}) {
            const BoundAttribute* attribute = attribute_of(unit, body, name);
            if (!attribute || !attribute->expr) continue;
            Node value = eval::without_parens(attribute->expr);
            const bool is_list = value.is(NodeKind::Tuple) || value.is(NodeKind::JsonArray);
            if (name == "depends_on" && is_list && !value.child(0)) continue;
            Node place = name == "depends_on" && is_list && value.child(0) ? value.child(0) : attribute->expr;
            call.repeated_by = name;
            call.repetition = place.span().shifted(slot.base);
            break;
        }
        const BoundAttribute* providers = attribute_of(unit, body, unit.blocks[index].def->call->passes);
        Node object = providers && providers->expr ? eval::without_parens(providers->expr) : Node();
        if (object && (object.is(NodeKind::Tuple) || object.is(NodeKind::JsonArray)))
            call.wrong_providers = object.span().shifted(slot.base);
        if (object && (object.is(NodeKind::Object) || object.is(NodeKind::JsonObject)))
            for (Node item : object.children()) {
                Node key = item.child(0);
                Node value = item.child(1);
                if (!key || !value) continue;
                PassedProvider& passed = call.providers.emplace_back();
                passed.in_child = name_of(key);
                passed.in_parent = name_of(value);
                passed.has_key = passed.in_child.find('[') != std::string::npos ||
                                 std::ranges::count(passed.in_child, '.') > 1;
                // Keys and templates are reported where they are written.
                if (passed.in_parent.find_first_of("[{") != std::string::npos) passed.in_parent.clear();
                passed.child_place = key.span().shifted(slot.base);
                passed.parent_place = value.span().shifted(slot.base);
            }
        out.calls.push_back(std::move(call));
    }
};

}  // namespace

bool keeps_state(std::string_view type) {
    return type == "backend" || type == "cloud" || type == "state_store";
}

bool is_reserved_in_providers(std::string_view type) {
    return type == "lifecycle" || type == "locals";
}

const ProviderBlock* ModuleShape::provider(std::string_view name) const {
    const auto found = provider_places_.find(name);
    return found == provider_places_.end() ? nullptr : &providers[found->second];
}

const RequiredProvider* ModuleShape::requirement(std::string_view name) const {
    const auto found = requirement_places_.find(name);
    return found == requirement_places_.end() ? nullptr : &required[found->second];
}

void ModuleShape::add(const UnitSlot& slot, Traits traits) {
    traits.each([&](Trait trait) { units_[static_cast<std::size_t>(trait)].push_back(slot); });
}

void ModuleShape::index() {
    for (std::size_t i = 0; i < providers.size(); ++i) provider_places_.emplace(providers[i].name, i);
    for (std::size_t i = 0; i < required.size(); ++i) requirement_places_.emplace(required[i].name, i);
}

const ModuleShape& shape_of(const bind::Module& module) {
    return module.memo().get<ModuleShape>([&] {
        ShapeMaker maker{module};
        for (const bind::ModuleFile& file : module.files()) maker.file(file);
        maker.out.index();
        return std::move(maker.out);
    });
}

bool configures(const BoundUnit& unit, const BoundBody& body) {
    return !body.blocks.empty() || std::ranges::any_of(body.attributes, [&](std::uint32_t i) {
        return unit.attributes[i].name != "alias";
    });
}

bool is_surely_root(const ModuleShape& shape) {
    const bool is_of_callers =
        std::ranges::any_of(shape.required, [](const RequiredProvider& one) { return !one.aliases.empty(); });
    return !shape.units(Trait::Import).empty() ||
           std::ranges::any_of(shape.settings, [](const Setting& one) { return keeps_state(one.type); }) ||
           (!is_of_callers && std::ranges::any_of(shape.providers, &ProviderBlock::configures));
}

std::string provider_address(std::string_view source, std::string_view name) {
    std::string address(source.empty() ? name : source);
    std::ranges::transform(address, address.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto slashes = std::ranges::count(address, '/');
    if (slashes == 0) {
        if (address == "terraform") return std::string(kBuiltInProvider);
        address.insert(0, "hashicorp/");
    }
    if (slashes < 2) address.insert(0, "registry.terraform.io/");
    return address;
}

}  // namespace hcl::terraform
