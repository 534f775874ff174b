#include "engine/terraform/shape.h"

#include <algorithm>
#include <array>

#include "engine/base/ascii.h"
#include "engine/bind/packages.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/tree/kinds.h"
#include "engine/terraform/instance_members.h"
#include "engine/terraform/opentofu.h"

namespace hcl::terraform {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundBody;
using bind::BoundUnit;
using bind::kNone;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

bool is_repeated_by_itself(const BoundUnit& unit, const bind::Reference& reference) {
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (reference.is_text || (attribute.name != "count" && attribute.name != "for_each")) return false;
    const std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == bind::kNone || unit.blocks[block].parent != 0 || unit.blocks[block].type == "variable")
        return false;
    const std::string& name = reference.steps[0].name;
    // In calls both exist elsewhere, whether they are repeated or not.
    if (unit.blocks[block].type == "module") return name == "count" || name == "each";
    return name == (attribute.name == "count" ? "count" : "each");
}

bool refers_to_itself(const BoundUnit& unit, const bind::Reference& reference) {
    if (reference.is_text || reference.is_address || reference.steps.size() < 2) return false;
    const BoundAttribute& attribute = unit.attributes[reference.attribute];
    std::uint32_t block = unit.bodies[attribute.body].block;
    if (block == kNone) return false;
    if (unit.blocks[block].parent == 0) {
        constexpr std::array<std::string_view, 4> kOfEveryResource{"count", "for_each", "depends_on",
                                                                   "provider"};
        if (std::ranges::find(kOfEveryResource, attribute.name) != kOfEveryResource.end()) return false;
    }
    for (; unit.blocks[block].parent != 0; block = unit.bodies[unit.blocks[block].parent].block) {
        const std::string& type = unit.blocks[block].type;
        if (type == "lifecycle" || type == "provisioner" || type == "connection") return false;
    }
    const BoundBlock& outer = unit.blocks[block];
    if (outer.labels.size() != 2 || (outer.type != "resource" && outer.type != "data")) return false;
    const std::size_t first = outer.type == "data" ? 1 : 0;
    if (first == 1 && reference.steps[0].name != "data") return false;
    return reference.steps.size() >= first + 2 && reference.steps[first].name == outer.labels[0].value &&
           reference.steps[first + 1].name == outer.labels[1].value;
}

bool names_configuration(const BoundUnit& unit, const bind::Reference& reference) {
    const std::string& argument = unit.attributes[reference.attribute].name;
    return reference.is_address && reference.steps.size() >= 2 &&
           (argument == "provider" || argument == "providers");
}

bool reads_part_of_element(const bind::Reference& reference) {
    return !reference.is_text && !reference.is_address && reference.steps.size() > 2 &&
           reference.steps[0].name == "each" && reference.steps[1].name == "value";
}

bool is_configuration_name(std::string_view text) {
    return !text.empty() && std::ranges::count(text, '.') <= 1 && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) || c == '_' || c == '-' || c == '.';
    });
}

namespace {

// The children or units that contain relevant blocks; cached with the tree.
struct Relevant {
    std::vector<std::uint32_t> list;  // children of an inner node, units of a leaf
};

bool is_special_resource(const BoundUnit& unit) {
    return std::ranges::any_of(
               unit.blocks,
               [&](const BoundBlock& block) {
                   return is_misplaced_generator(unit, block) ||
                          (block.parent != 0 && (block.type == "connection" || makes_common_block(block)));
               }) ||
           std::ranges::any_of(
               unit.attributes,
               [](const BoundAttribute& attribute) { return attribute.name == "ignore_changes"; }) ||
           std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
               return is_repeated_by_itself(unit, reference) || refers_to_itself(unit, reference);
           });
}

bool names_any_configuration(const BoundUnit& unit) {
    return std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
        return names_configuration(unit, reference);
    });
}

bool has_key_for_name(const BoundUnit& unit) {
    return std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
        return has_key_behind_instance(unit, reference);
    });
}

// Only keys in JSON can be.
bool has_misnamed_locals(const BoundUnit& unit) {
    return std::ranges::any_of(
        unit.attributes, [&](const BoundAttribute& attribute) { return is_misnamed_local(unit, attribute); });
}

bool is_provided(const BoundUnit& unit, const BoundBlock& block) {
    return is_of_built_in_provider(block) && attribute_of(unit, block.body, "provider");
}

bool is_dated(const BoundUnit& unit) {
    auto has_since = [](const auto& part) { return part.def && !part.def->notes.since.empty(); };
    return std::ranges::any_of(unit.attributes, has_since) || std::ranges::any_of(unit.blocks, has_since);
}

bool has_conditions(const BoundUnit& unit) {
    return std::ranges::any_of(
        unit.blocks, [](const BoundBlock& block) { return block.parent != 0 && is_condition(block); });
}

bool has_block(const BoundUnit& unit, const BoundBlock& block, std::string_view type) {
    return std::ranges::any_of(unit.bodies[block.body].blocks,
                               [&](std::uint32_t i) { return unit.blocks[i].type == type; });
}

// Nearly all validations read their own variable and nothing else.
bool reads_others(const BoundUnit& unit, std::string_view variable) {
    return std::ranges::any_of(unit.references, [&](const bind::Reference& reference) {
        const bool is_own = reference.steps.size() > 1 && reference.steps[0].name == "var" &&
                            reference.steps[1].name == variable;
        return !reference.is_text && !is_own;
    });
}

bool is_validated_by_others(const BoundUnit& unit, const BoundBlock& block) {
    return block.type == "variable" && !block.labels.empty() && has_block(unit, block, "validation") &&
           reads_others(unit, block.labels[0].value);
}

bool is_check_of_data(const BoundUnit& unit, const BoundBlock& block) {
    return block.type == "check" && has_block(unit, block, "data");
}

// Only units of JSON files have several such blocks.
void add_once(std::vector<UnitSlot>& list, const UnitSlot& slot) {
    if (list.empty() || list.back().unit != slot.unit) list.push_back(slot);
}

bool is_relevant(const BoundUnit& unit) {
    if (is_special_resource(unit) || names_any_configuration(unit) || has_conditions(unit) ||
        needs_opentofu(unit) || is_dated(unit) || has_key_for_name(unit) || has_misnamed_locals(unit) ||
        std::ranges::any_of(unit.references, reads_part_of_element))
        return true;
    return std::ranges::any_of(unit.bodies[0].blocks, [&](std::uint32_t i) {
        const std::string& type = unit.blocks[i].type;
        return type == "terraform" || type == "provider" || type == "import" || type == "module" ||
               type == "required_providers" || type == "moved" || type == "removed" ||
               is_check_of_data(unit, unit.blocks[i]) || is_validated_by_others(unit, unit.blocks[i]) ||
               is_provided(unit, unit.blocks[i]);
    });
}

const Relevant& relevant_of(const bind::UnitTree& tree) {
    return tree.memo().get<Relevant>([&] {
        Relevant out;
        for (std::uint32_t i = 0; i < tree.children().size(); ++i)
            if (!relevant_of(*tree.children()[i]).list.empty()) out.list.push_back(i);
        for (std::uint32_t i = 0; i < tree.cells().size(); ++i)
            if (tree.cells()[i].unit && is_relevant(*tree.cells()[i].unit)) out.list.push_back(i);
        return out;
    });
}

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
        for (std::uint32_t index : relevant_of(tree).list) {
            for (; at < index; ++at)
                base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
            if (!tree.children().empty()) {
                this->tree(*tree.children()[index], base, file);
                continue;
            }
            const bind::UnitCell& cell = tree.cells()[index];
            unit({cell.unit.get(), cell.state.get(), base, cell.label, file.input.id}, file.is_override);
        }
    }

    void unit(const UnitSlot& slot, bool is_override) {
        const BoundUnit& unit = *slot.unit;
        if (is_special_resource(unit)) out.resources.push_back(slot);
        if (std::ranges::any_of(unit.references, reads_part_of_element)) out.elements.push_back(slot);
        if (has_key_for_name(unit)) out.keyed.push_back(slot);
        if (has_misnamed_locals(unit)) out.misnamed.push_back(slot);
        if (needs_opentofu(unit)) out.of_opentofu.push_back(slot);
        if (is_dated(unit)) out.dated.push_back(slot);
        if (names_any_configuration(unit)) out.configured.push_back(slot);
        if (has_conditions(unit)) out.conditions.push_back(slot);
        for (std::uint32_t i : unit.bodies[0].blocks) {
            const BoundBlock& block = unit.blocks[i];
            if (block.type == "terraform") {
                ++owners;
                if (!unit.references.empty()) add_once(out.referring, slot);
                if (const BoundAttribute* version = attribute_of(unit, block.body, "required_version"))
                    version_of(slot.file, bind::literal_text(version->expr), is_override);
                for (std::uint32_t child : unit.bodies[block.body].blocks) setting(slot, child, is_override);
            } else if (block.type == "required_providers") {
                ++owners;
                setting(slot, i, is_override);
            } else if (block.type == "import") {
                add_once(out.imports, slot);
            } else if (block.type == "moved" || block.type == "removed") {
                add_once(out.moves, slot);
            } else if (is_check_of_data(unit, block)) {
                add_once(out.checks, slot);
            } else if (is_validated_by_others(unit, block)) {
                add_once(out.validated, slot);
            } else if (is_provided(unit, block)) {
                add_once(out.provided, slot);
            } else if (block.type == "provider" && !block.labels.empty()) {
                provider(slot, block, is_override);
            } else if (block.type == "module" && block.def && block.def->call) {
                call(slot, i);
            }
        }
    }

    // Those of an overriding file replace all before it.
    void version_of(FileId file, const std::string& text, bool is_override) {
        if (text.empty() || (!is_override && out.overriding_version.is_valid())) return;
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
        if (block.labels[0].value == "terraform") out.built_in.push_back(slot);
        ProviderBlock& provider = out.providers.emplace_back();
        provider.name = block.labels[0].value;
        provider.is_override = is_override;
        provider.is_repeated = attribute_of(*slot.unit, block.body, "for_each") != nullptr;
        if (const BoundAttribute* alias = attribute_of(*slot.unit, block.body, "alias"))
            provider.name += "." + bind::literal_text(alias->expr);
        provider.configures = !body.blocks.empty() || std::ranges::any_of(body.attributes, [&](auto i) {
            return slot.unit->attributes[i].name != "alias";
        });
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

bool is_of_built_in_provider(const BoundBlock& block) {
    if (block.parent != 0 || block.labels.empty()) return false;
    return (block.type == "resource" && block.labels[0].value == "terraform_data") ||
           (block.type == "data" && block.labels[0].value == "terraform_remote_state");
}

bool is_misnamed_local(const BoundUnit& unit, const BoundAttribute& attribute) {
    const std::uint32_t block = unit.bodies[attribute.body].block;
    return block != kNone && unit.blocks[block].parent == 0 && unit.blocks[block].type == "locals" &&
           !syntax::is_valid_identifier(attribute.name);
}

bool has_generated_blocks(const BoundUnit& unit, std::uint32_t body) {
    constexpr std::array<std::string_view, 4> kOfProviders{"data", "ephemeral", "provider", "resource"};
    for (std::uint32_t block = unit.bodies[body].block; block != kNone;
         block = unit.bodies[unit.blocks[block].parent].block) {
        const BoundBlock& one = unit.blocks[block];
        if (one.type == "lifecycle") return false;
        const std::uint32_t around = unit.bodies[one.parent].block;
        const bool is_in_check =
            around != kNone && unit.blocks[around].parent == 0 && unit.blocks[around].type == "check";
        if (one.parent != 0 && !is_in_check) continue;
        return std::ranges::find(kOfProviders, one.type) != kOfProviders.end();
    }
    return false;
}

bool is_misplaced_generator(const BoundUnit& unit, const BoundBlock& block) {
    return block.type == "dynamic" && !has_generated_blocks(unit, block.parent);
}

bool is_common_type(std::string_view type) {
    return type == "connection" || type == "lifecycle" || type == "provisioner";
}

bool is_common_body(const BoundUnit& unit, std::uint32_t body) {
    const std::uint32_t home = unit.bodies[body].block;
    if (home == kNone) return false;
    const BoundBlock& block = unit.blocks[home];
    const bool is_in_check = unit.bodies[block.parent].block != kNone && block.type == "data";
    return block.parent == 0 || block.type == "provisioner" || is_in_check;
}

bool makes_common_block(const BoundBlock& block) {
    return block.type == "dynamic" && !block.labels.empty() && is_common_type(block.labels[0].value);
}

bool is_condition(const BoundBlock& block) {
    return block.type == "precondition" || block.type == "postcondition" || block.type == "assert";
}

const BoundAttribute* attribute_of(const BoundUnit& unit, std::uint32_t body, std::string_view name) {
    for (std::uint32_t i : unit.bodies[body].attributes)
        if (unit.attributes[i].name == name) return &unit.attributes[i];
    return nullptr;
}

const ProviderBlock* ModuleShape::provider(std::string_view name) const {
    const auto found = provider_places_.find(name);
    return found == provider_places_.end() ? nullptr : &providers[found->second];
}

const RequiredProvider* ModuleShape::requirement(std::string_view name) const {
    const auto found = requirement_places_.find(name);
    return found == requirement_places_.end() ? nullptr : &required[found->second];
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

bool is_surely_root(const ModuleShape& shape) {
    return !shape.imports.empty() ||
           std::ranges::any_of(shape.settings, [](const Setting& one) { return keeps_state(one.type); }) ||
           std::ranges::any_of(shape.providers, &ProviderBlock::configures);
}

std::string provider_address(std::string_view source, std::string_view name) {
    std::string address(source.empty() ? name : source);
    std::ranges::transform(address, address.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto slashes = std::ranges::count(address, '/');
    if (slashes == 0) {
        if (address == "terraform") return "terraform.io/builtin/terraform";
        address.insert(0, "hashicorp/");
    }
    if (slashes < 2) address.insert(0, "registry.terraform.io/");
    return address;
}

}  // namespace hcl::terraform
