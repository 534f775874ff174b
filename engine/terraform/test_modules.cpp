#include "engine/terraform/test_modules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/address.h"
#include "engine/bind/instance_members.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/place.h"
#include "engine/terraform/shape.h"
#include "engine/terraform/stack_modules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/usual_values.h"

namespace hcl::terraform {

namespace {

std::string written_source(const bind::BoundUnit& unit, const bind::BoundBlock& block) {
    const bind::BoundAttribute* source = attribute_of(unit, block.body, "source");
    return source && source->expr ? bind::literal_text(source->expr) : std::string();
}

// Whether a run names a folder below `tests` as it is seen from the module above.
struct CountsFromAbove {
    bool is = false;
};

bool counts_from_above(const bind::Module& tests) {
    return tests.memo()
        .get<CountsFromAbove>([&] {
            CountsFromAbove out;
            tests.files().front().each_unit([&](const bind::UnitSlot& slot) {
                for (const bind::BoundBlock& block : slot.unit->blocks)
                    if (block.type == "module" && written_source(*slot.unit, block).starts_with("./tests/"))
                        out.is = true;
            });
            return out;
        })
        .is;
}

constexpr int kMostFoldersUp = 8;  // in which the tested module is looked for

}  // namespace

std::string from_test(const check::ExtensionContext& context, const std::string& path,
                      const std::string& source) {
    const bool has_own = context.implied && context.implied("./", "terraform");
    std::string_view folder = folder_of(path);
    std::string up;
    std::string nearest;  // folder above with a module
    for (int i = 0; i < kMostFoldersUp && folder.size() > 1; ++i) {
        folder.remove_suffix(1);
        const std::string_view name = file_name_of(folder);
        folder = folder_of(folder);
        const bool is_below = !up.empty();
        up += "../";
        if (name == "tests") {
            // Below it are the folders of `-test-directory`, and modules that have tests of their own.
            return is_below && has_own && !counts_from_above(*context.module) ? source : up + source;
        }
        if (!has_own && nearest.empty() && context.implied && context.implied(up, "terraform")) nearest = up;
    }
    // A folder that `-test-directory` names.
    return nearest + source;
}

std::string folder_of_module(const RuleInput& input, const bind::UnitSlot& slot,
                             const bind::BoundBlock& block) {
    const std::string folder = written_source(*slot.unit, block);
    const bool is_path = is_relative_path(folder);
    return is_path ? from_test(input.context, input.file.input.path, folder) : "";
}

bind::ModulePtr tested_by(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& run) {
    if (!input.context.implied || !input.context.called) return nullptr;
    std::string folder = from_test(input.context, input.file.input.path, "./");
    for (std::uint32_t i : slot.unit->bodies[run.body].blocks) {
        if (slot.unit->blocks[i].type != "module") continue;
        folder = folder_of_module(input, slot, slot.unit->blocks[i]);
        if (folder.empty()) return nullptr;
    }
    return input.context.implied(folder, "terraform");
}

namespace {

// The declarations of a kind with an address.
bind::SymbolList declared_as(const bind::Module& module, std::string_view kind,
                             const std::vector<std::string>& address) {
    std::vector<bind::Symbol> out;
    for (const bind::Symbol symbol : module.symbols().by_kind_and_name(kind, address.back()))
        if (symbol.is_declaration() && module.declaration(symbol).address == address) out.push_back(symbol);
    return bind::SymbolList(std::move(out));
}

bool holds_addresses(const bind::BoundAttribute& attribute) {
    return attribute.def && (attribute.def->decoder == language::Decoder::Address ||
                             attribute.def->decoder == language::Decoder::Addresses);
}

// What an address leads to, over the calls in it. Places are in the file.
struct Target {
    bind::ModulePtr module{};
    std::vector<std::string> names{};  // there, without keys
    Span origin{};
    Span word{};
    bool is_call = false;
    bool is_in_call = false;
};

// Nothing where a call leads to no known module, or the address has more than names.
std::optional<Target> target_in(const check::ExtensionContext& context, bind::ModulePtr module,
                                const std::string& text, Span place) {
    const std::vector<std::string> names = names_of(text);
    // Keys are no steps, so the words are found from the end of the address.
    std::span<const std::string> rest = names;
    for (; module && rest.size() > 2 && rest[0] == "module"; rest = rest.subspan(2))
        module = module_of_call(context, *module, rest[1]);
    if (!module || rest.empty()) return std::nullopt;
    Target out{.module = std::move(module), .names = {rest.begin(), rest.end()}};
    out.is_in_call = rest.size() < names.size();
    out.is_call = rest.size() == 2 && rest[0] == "module";
    if (rest.size() != (rest[0] == "data" ? 3U : 2U)) return std::nullopt;
    std::string wanted;
    for (const std::string& name : rest) wanted += (wanted.empty() ? "" : ".") + name;
    const std::size_t at = text.rfind(wanted);
    if (at == std::string::npos) return std::nullopt;
    out.origin = {place.start + static_cast<std::uint32_t>(at),
                  place.start + static_cast<std::uint32_t>(at + wanted.size())};
    out.word = {out.origin.end - static_cast<std::uint32_t>(rest.back().size()), out.origin.end};
    return out;
}

// The names in a file of tests that its modules declare.
class NamesInTest {
  public:
    explicit NamesInTest(const RuleInput& input) : input_(input) {
        if (input.context.implied)
            of_file_ =
                input.context.implied(from_test(input.context, input.file.input.path, "./"), "terraform");
        each_block([&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
            if (block.type == "run" && !block.labels.empty())
                runs_.insert_or_assign(block.labels[0].value, tested_by(input, slot, block));
        });
    }

    std::vector<check::ExtensionName> all() && {
        each_block([&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
            if (block.type == "variables") shared(slot, block);
            if (block.type != "run" || block.labels.empty()) return;
            passed(slot, block, runs_[block.labels[0].value]);
            for (std::uint32_t i : slot.unit->bodies[block.body].blocks)
                if (slot.unit->blocks[i].type == "variables")
                    given(slot, slot.unit->blocks[i], runs_[block.labels[0].value]);
        });
        input_.file.each_unit([&](const bind::UnitSlot& slot) {
            const bind::BoundUnit& unit = *slot.unit;
            for (const bind::Reference& reference : unit.references)
                if (!reference.is_text && !reference.is_address) {
                    const bind::ModulePtr tested = tested_around(unit, unit.attributes[reference.attribute]);
                    read(slot, reference.steps, unit.attributes[reference.attribute], tested);
                    read_in_loop(slot, reference, tested);
                }
            for (const bind::BoundAttribute& attribute : unit.attributes)
                if (attribute.expr && holds_addresses(attribute))
                    bind::each_address(*attribute.def, attribute.expr, [&](const bind::Address& address) {
                        if (address.is_valid && !address.is_quoted) read_target(slot, address, attribute);
                    });
        });
        std::ranges::stable_sort(out_, {}, [](const auto& name) { return name.word.start; });
        return std::move(out_);
    }

  private:
    template <typename Visit>
    void each_block(const Visit& visit) const {
        input_.file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) visit(slot, slot.unit->blocks[i]);
        });
    }

    // By the run around the argument, or by the file.
    bind::ModulePtr tested_around(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute) {
        const bind::BoundBlock* block = nullptr;
        std::uint32_t body = attribute.body;
        while (body != 0 && unit.bodies[body].block != bind::kNone) {
            block = &unit.blocks[unit.bodies[body].block];
            body = block->parent;
        }
        const bool is_of_run = block && block->type == "run" && !block->labels.empty();
        return is_of_run ? runs_[block->labels[0].value] : of_file_;
    }

    bool add(const bind::ModulePtr& module, const bind::SymbolList& found, Span origin, Span word) {
        check::ExtensionName name{word, origin, module, {}};
        std::ranges::copy_if(found, std::back_inserter(name.symbols), &bind::Symbol::is_declaration);
        if (name.symbols.empty()) return false;
        out_.push_back(std::move(name));
        return true;
    }

    bool add(const bind::ModulePtr& module, std::string_view kind, const std::string& name, Span origin,
             Span word) {
        return module && add(module, module->symbols().by_kind_and_name(kind, name), origin, word);
    }

    // Variables of the file are for all runs.
    void variable(const bind::ModulePtr& tested, const std::string& name, Span origin, Span word) {
        if (add(tested, "variable", name, origin, word) || add(of_file_, "variable", name, origin, word))
            return;
        for (const auto& [run, module] : runs_)
            if (add(module, "variable", name, origin, word)) return;
    }

    void given(const bind::UnitSlot& slot, const bind::BoundBlock& variables, const bind::ModulePtr& tested) {
        for (std::uint32_t i : slot.unit->bodies[variables.body].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[i];
            const Span word = attribute.name_span.shifted(slot.base);
            variable(tested, attribute.name, word, word);
        }
    }

    // Variables of the file: those of the modules of all runs that set no value of their own.
    void shared(const bind::UnitSlot& slot, const bind::BoundBlock& variables) {
        for (std::uint32_t i : slot.unit->bodies[variables.body].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[i];
            const Span word = attribute.name_span.shifted(slot.base);
            std::vector<bind::ModulePtr> readers;
            each_block([&](const bind::UnitSlot& at, const bind::BoundBlock& run) {
                if (run.type != "run" || run.labels.empty() || sets(*at.unit, run, attribute.name)) return;
                const bind::ModulePtr& module = runs_[run.labels[0].value];
                if (std::ranges::find(readers, module) == readers.end()) readers.push_back(module);
            });
            bool is_read = false;
            for (const bind::ModulePtr& module : readers)
                is_read = add(module, "variable", attribute.name, word, word) || is_read;
            if (!is_read) variable(of_file_, attribute.name, word, word);
        }
    }

    static bool sets(const bind::BoundUnit& unit, const bind::BoundBlock& run, const std::string& name) {
        return std::ranges::any_of(unit.bodies[run.body].blocks, [&](std::uint32_t i) {
            return unit.blocks[i].type == "variables" && attribute_of(unit, unit.blocks[i].body, name);
        });
    }

    // Keys of `providers`: configurations that the tested module declares.
    void passed(const bind::UnitSlot& slot, const bind::BoundBlock& run, const bind::ModulePtr& tested) {
        const bind::BoundAttribute* providers = attribute_of(*slot.unit, run.body, "providers");
        if (!providers || !providers->expr || !tested) return;
        for (const syntax::Node item : eval::without_parens(providers->expr).children()) {
            if (!item.is(syntax::NodeKind::ObjectItem) || !item.child(0)) continue;
            const std::string key(item.child(0).text());
            const std::size_t dot = key.find('.');
            if (dot == std::string::npos || key.starts_with('"')) continue;
            const std::vector<std::string> address{key.substr(0, dot), key.substr(dot + 1)};
            const Span whole = item.child(0).span().shifted(slot.base);
            for (const std::string_view kind : {"provider_alias", "provider"})
                if (add(tested, declared_as(*tested, kind, address), whole,
                        {whole.start + static_cast<std::uint32_t>(dot) + 1, whole.end}))
                    break;
        }
    }

    // The outputs that an override of a call gives.
    void overridden(const bind::UnitSlot& slot, const bind::BoundAttribute& target,
                    const bind::ModulePtr& called) {
        const std::uint32_t block = slot.unit->bodies[target.body].block;
        if (!called || block == bind::kNone || slot.unit->blocks[block].type != "override_module") return;
        const bind::BoundAttribute* outputs = attribute_of(*slot.unit, target.body, "outputs");
        if (!outputs || !outputs->expr) return;
        for (const syntax::Node item : eval::without_parens(outputs->expr).children())
            if (item.is(syntax::NodeKind::ObjectItem) && item.child(0)) {
                const Span word = item.child(0).span().shifted(slot.base);
                add(called, "output", bind::literal_text(item.child(0)), word, word);
            }
    }

    // The target of an override, which can lie in a called module.
    void read_target(const bind::UnitSlot& slot, const bind::Address& address,
                     const bind::BoundAttribute& attribute) {
        const bind::ModulePtr tested = tested_around(*slot.unit, attribute);
        read(slot, address.steps, attribute, tested);
        const auto target =
            target_in(input_.context, tested, slot_text(slot, address.span), address.span.shifted(slot.base));
        if (!target) return;
        if (target->is_call)
            overridden(slot, attribute,
                       module_of_call(input_.context, *target->module, target->names.back()));
        if (!target->is_in_call) return;
        if (target->is_call)
            add(target->module, "module", target->names.back(), target->origin, target->word);
        else
            add(target->module, target->module->symbols().by_address(target->names), target->origin,
                target->word);
    }

    std::string slot_text(const bind::UnitSlot& slot, Span span) const {
        return input_.file.input.tree->text(span.shifted(slot.base));
    }

    // The output behind the address of a call.
    void output_of_call(const bind::UnitSlot& slot, const bind::BoundAttribute& attribute, Span call,
                        const bind::ModulePtr& called) {
        if (!called || !attribute.expr) return;
        if (const auto member = member_behind(attribute.expr, call))
            add(called, "output", member->name, Span{call.start, member->span.end}.shifted(slot.base),
                member->span.shifted(slot.base));
    }

    // `[for v in module.a : v.x]`
    void read_in_loop(const bind::UnitSlot& slot, const bind::Reference& reference,
                      const bind::ModulePtr& tested) {
        if (!tested || reference.steps.size() != 2 || reference.steps[0].name != "module") return;
        const bind::ModulePtr called = module_of_call(input_.context, *tested, reference.steps[1].name);
        if (!called || member_behind(slot.unit->attributes[reference.attribute].expr,
                                     cover(reference.steps[0].span, reference.steps[1].span)))
            return;
        for (const bind::InstanceMember& one : bind::members_of_instances(*slot.unit, reference))
            add(called, "output", one.name, one.span.shifted(slot.base), one.span.shifted(slot.base));
    }

    void read(const bind::UnitSlot& slot, const std::vector<bind::ReferenceStep>& steps,
              const bind::BoundAttribute& attribute, const bind::ModulePtr& tested) {
        if (steps.size() < 2) return;
        const std::string& root = steps[0].name;
        auto word = [&](std::size_t i) { return steps[i].span.shifted(slot.base); };
        auto origin = [&](std::size_t last) { return cover(word(0), word(last)); };
        if (root == "var") return variable(tested, steps[1].name, origin(1), word(1));
        if (root == "run") {
            const auto run = runs_.find(steps[1].name);
            if (run != runs_.end() && steps.size() > 2)
                add(run->second, "output", steps[2].name, origin(2), word(2));
            return;
        }
        constexpr std::array<std::string_view, 3> kKinds{"output", "local", "module"};
        if (std::ranges::find(kKinds, root) != kKinds.end()) {
            add(tested, root, steps[1].name, origin(1), word(1));
            if (root == "module" && tested)
                output_of_call(slot, attribute, cover(steps[0].span, steps[1].span),
                               module_of_call(input_.context, *tested, steps[1].name));
            return;
        }
        const std::size_t length = root == "data" || root == "ephemeral" ? 3 : 2;
        if (!tested || steps.size() < length) return;
        std::vector<std::string> address;
        address.reserve(length);
        for (std::size_t i = 0; i < length; ++i) address.push_back(steps[i].name);
        add(tested, tested->symbols().by_address(address), origin(length - 1), word(length - 1));
    }

    const RuleInput& input_;
    bind::ModulePtr of_file_{};
    std::map<std::string, bind::ModulePtr> runs_{};
    std::vector<check::ExtensionName> out_{};
};

// Addresses in imports of what called modules declare. Moves have addresses of former times, which a rename
// must leave alone.
std::vector<check::ExtensionName> names_in_addresses(const RuleInput& input) {
    std::vector<check::ExtensionName> out;
    const auto look = [&](const bind::UnitSlot& slot, const bind::Address& address) {
        if (!address.is_valid || address.is_quoted || address.steps.front().name != "module") return;
        const Span place = address.span.shifted(slot.base);
        const auto target =
            target_in(input.context, input.context.module, input.file.input.tree->text(place), place);
        if (!target || !target->is_in_call) return;
        check::ExtensionName name{target->word, target->origin, target->module, {}};
        const bind::SymbolList found = target->module->symbols().by_address(target->names);
        std::ranges::copy_if(found, std::back_inserter(name.symbols), &bind::Symbol::is_declaration);
        if (!name.symbols.empty()) out.push_back(std::move(name));
    };
    for (const bind::UnitSlot& slot : shape_of(input.module).units(Trait::Import)) {
        if (slot.file != input.file.input.id) continue;
        for (const bind::BoundAttribute& attribute : slot.unit->attributes)
            if (attribute.expr && holds_addresses(attribute))
                bind::each_address(*attribute.def, attribute.expr,
                                   [&](const bind::Address& address) { look(slot, address); });
    }
    return out;
}

// Keys of `providers` in calls: configurations that the called module declares.
std::vector<check::ExtensionName> names_in_calls(const RuleInput& input) {
    std::vector<check::ExtensionName> out;
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id || call.providers.empty()) continue;
        const bind::ModulePtr other = input.context.called_in(call.folder);
        if (!other) continue;
        for (const PassedProvider& passed : call.providers) {
            const std::size_t dot = passed.in_child.find('.');
            // A key in quotes is longer than its text.
            if (dot == std::string::npos || passed.child_place.length() != passed.in_child.size()) continue;
            const std::vector<std::string> address{passed.in_child.substr(0, dot),
                                                   passed.in_child.substr(dot + 1)};
            const Span word{passed.child_place.start + static_cast<std::uint32_t>(dot) + 1,
                            passed.child_place.end};
            check::ExtensionName name{word, passed.child_place, other, {}};
            for (const bind::Symbol symbol : other->symbols().by_kind_and_name("provider_alias", address[1]))
                if (symbol.is_declaration() && other->declaration(symbol).address == address)
                    name.symbols.push_back(symbol);
            if (!name.symbols.empty()) out.push_back(std::move(name));
        }
    }
    return out;
}

}  // namespace

std::vector<check::ExtensionPath> paths_of_test(const check::ExtensionContext& context, FileId id) {
    std::vector<check::ExtensionPath> out;
    const bind::ModuleFile* file = context.module->file(id);
    if (!file || context.module->language().id != "terraform-test") return out;
    file->each_unit([&](const bind::UnitSlot& slot) {
        for (const bind::BoundBlock& block : slot.unit->blocks) {
            if ((block.type != "module" && block.type != "mock_provider") || block.body == bind::kNone)
                continue;
            const bind::BoundAttribute* source = attribute_of(*slot.unit, block.body, "source");
            std::string text = source && source->expr ? bind::literal_text(source->expr) : std::string();
            if (!is_relative_path(text) || source->expr.span().length() != text.size() + 2) continue;
            const Span place = source->expr.span().shifted(slot.base);
            out.push_back({{place.start + 1, place.end - 1},
                           std::move(text),
                           from_test(context, file->input.path, "./"),
                           block.type == "module" ? "terraform" : "terraform-mock"});
        }
    });
    return out;
}

std::vector<check::ExtensionName> names_of_other_modules(const check::ExtensionContext& context, FileId id) {
    const bind::ModuleFile* file = context.module->file(id);
    if (!file) return {};
    Diagnostics unwanted;
    const RuleInput input{context, *context.module, *file, unwanted};
    if (context.module->language().id == "terraform-test") return NamesInTest(input).all();
    if (is_of_stacks(context.module->language())) return names_in_stack(input);
    if (context.module->language().id == "terraform-query") return names_in_query(input);
    if (context.module->language().id != "terraform") return {};
    std::vector<check::ExtensionName> names = names_in_calls(input);
    std::ranges::move(names_in_addresses(input), std::back_inserter(names));
    std::ranges::move(names_in_computed_calls(context, *file), std::back_inserter(names));
    std::ranges::stable_sort(names, {}, [](const auto& name) { return name.word.start; });
    return names;
}

}  // namespace hcl::terraform
