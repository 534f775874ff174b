#include "engine/check/generated_names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/bind/generated_blocks.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::check {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using syntax::Node;
using syntax::NodeKind;

struct Generator {
    const bind::UnitSlot& slot;
    const BoundBlock& block;

    const BoundUnit& unit() const { return *slot.unit; }
    std::uint32_t attribute(std::string_view name) const {
        const std::uint32_t found = attribute_in(unit(), block.body, name);
        return found != bind::kNone && unit().attributes[found].expr ? found : bind::kNone;
    }

    // Whether what it declares for the block with labels around it is visible in a body of the unit `user`.
    bool reaches(const bind::UnitSlot& user, std::uint32_t body) const {
        const std::uint32_t home = bind::labelled_body(unit(), block.parent);
        if (home == 0) return true;
        if (user.file != slot.file || user.label != slot.label) return false;
        const bind::BodiesAround outer = bodies_around(*user.unit, body);
        return std::ranges::find(outer, home) != outer.end();
    }

    // The only label: a text, or the key or value of each element.
    std::optional<std::string> member_of_element() const {
        const std::uint32_t labels = attribute("labels");
        if (labels == bind::kNone) return std::nullopt;
        const Node list = eval::without_parens(unit().attributes[labels].expr);
        if (!list.is(NodeKind::Tuple) || list.children().begin() == list.children().end())
            return std::nullopt;
        const eval::Traversal path = eval::traversal_of(list.child(0));
        std::string name = block.labels.empty() ? std::string() : block.labels[0].value;
        if (const std::uint32_t iterator = attribute("iterator"); iterator != bind::kNone)
            name = bind::literal_text(unit().attributes[iterator].expr);
        if (path.size() != 2 || path[0].name != name) return std::nullopt;
        return path[1].name;
    }

    bool may_declare(const std::string& name) const {
        const std::uint32_t each = attribute("for_each");
        const std::optional<std::string> member = member_of_element();
        if (each == bind::kNone || !member || !slot.state) return true;
        const Value& all = slot.state->values[each].unmarked();
        if (!all.has_content()) return true;
        const Type type = all.type();
        if (*member == "key" && (type.is_map() || type.is_object())) return all.find(name) != nullptr;
        const bool is_of_values = *member == "value" || (*member == "key" && type.is_set());
        if (!is_of_values || !(type.is_list() || type.is_set() || type.is_tuple())) return true;
        return std::ranges::any_of(all.elements(), [&](const Value& element) {
            const Value& one = element.unmarked();
            return !one.is_known_string() || one.as_string() == name;
        });
    }
};

// The blocks of a module that generate symbols, cached with it: every name that is not declared asks for
// them.
struct GeneratorsOfModule {
    struct One {
        bind::UnitSlot slot;
        std::uint32_t block;
        bool is_inner;  // what it declares is visible in one body
    };
    std::unordered_map<std::string, std::vector<One>> by_kind;

    static const GeneratorsOfModule& of(const bind::Module& module) {
        return module.memo().get<GeneratorsOfModule>([&] { return GeneratorsOfModule(module); });
    }
    explicit GeneratorsOfModule(const bind::Module& module) {
        if (module.language().dynamic_blocks.empty()) return;
        for (const bind::ModuleFile& file : module.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i) {
                    const BoundBlock& block = slot.unit->blocks[i];
                    if (!bind::is_generator(module.language(), block)) continue;
                    const language::BlockDef* made =
                        slot.unit->bodies[block.parent].block_def(block.labels[0].value);
                    if (!made || !made->symbol) continue;
                    const bool is_inner = made->symbol->visibility == language::Visibility::Parent;
                    by_kind[made->symbol->kind].push_back({slot, i, is_inner});
                }
            });
    }
};

}  // namespace

bool may_be_generated(const bind::Module& module, const bind::UnitSlot& slot,
                      const bind::Reference& reference, const std::vector<std::string>& kinds) {
    const GeneratorsOfModule& generators = GeneratorsOfModule::of(module);
    if (generators.by_kind.empty()) return false;
    const std::uint32_t body = slot.unit->attributes[reference.attribute].body;
    return std::ranges::any_of(kinds, [&](const std::string& kind) {
        const auto found = generators.by_kind.find(kind);
        return found != generators.by_kind.end() &&
               std::ranges::any_of(found->second, [&](const GeneratorsOfModule::One& one) {
                   const Generator generator{one.slot, one.slot.unit->blocks[one.block]};
                   if (one.is_inner && !generator.reaches(slot, body)) return false;
                   return generator.may_declare(reference.steps.back().name);
               });
    });
}

}  // namespace hcl::check
