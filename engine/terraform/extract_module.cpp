// Selected blocks as a module of their own, in a new folder.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/bind/resolution.h"
#include "engine/check/allowed_names.h"
#include "engine/source/position.h"
#include "engine/terraform/editing.h"
#include "engine/terraform/new_declarations.h"
#include "engine/terraform/place.h"
#include "engine/terraform/reference_walk.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::Reference;
using bind::Resolution;
using bind::Symbol;
using bind::UnitSlot;
using check::ExtensionRefactoring;

constexpr std::string_view kFolder = "modules/";

bool can_move(const std::string& type) {
    return type == "resource" || type == "data" || type == "module" || type == "ephemeral" ||
           type == "locals";
}

// `NAME = VALUE` lines with the signs below each other, as the formatter writes them.
std::string arguments(const std::vector<std::pair<std::string, std::string>>& list) {
    auto width = [](const std::string& name) { return count_units(name, ColumnUnit::Grapheme); };
    std::uint32_t longest = 0;
    for (const auto& [name, value] : list) longest = std::max(longest, width(name));
    std::string out;
    for (const auto& [name, value] : list)
        out += "  " + name + std::string(longest - width(name), ' ') + " = " + value + "\n";
    return out;
}

std::string block(const std::string& header, const std::vector<std::pair<std::string, std::string>>& list) {
    return header + " {\n" + arguments(list) + "}\n";
}

// Part of a reference: the text of the address, and of the attributes that follow it.
struct Named {
    Span span;  // in the file
    std::string text;
    std::string name;  // that a variable or output for it can have
};

class ModuleExtraction {
  public:
    ModuleExtraction(const check::ExtensionContext& context, const bind::ModuleFile& file, Span selection)
        : context_(context), module_(*context.module), file_(file), tree_(*file.input.tree) {
        select(selection);
    }

    std::optional<ExtensionRefactoring> make() {
        if (!is_possible_ || chosen_.empty() || !choose_name()) return std::nullopt;
        for (const Chosen& one : chosen_) {
            if (!read_inside(one)) return std::nullopt;
            if (!rewrite_outside(one)) return std::nullopt;
        }
        if (closes_cycle()) return std::nullopt;
        ExtensionRefactoring out{
            "extract-to-module", "Extract to the module \"" + name_ + "\" in " + folder_, {}, {}, true};
        const std::string folder = std::string(folder_of(file_.input.path)) + folder_ + "/";
        auto add = [&](std::string_view name, std::string text) {
            const std::string_view ending = file_.input.path.ends_with(".tofu") ? ".tofu" : ".tf";
            if (!text.empty())
                out.new_files.push_back({folder + std::string(name) + std::string(ending), std::move(text)});
        };
        add("main", main_text());
        add("variables", variables_text());
        add("outputs", outputs_text());
        add("versions", requirements_text());
        edits_.push_back({file_.input.id, {region_, call_text() + moves_text()}});
        out.edits = std::move(edits_);
        return out;
    }

  private:
    struct Chosen {
        UnitSlot slot;
        std::uint32_t block;
        const BoundBlock& bound() const { return slot.unit->blocks[block]; }
    };
    struct Variable {
        std::string name;
        std::string value;   // what the call passes
        std::string type;    // empty: any
        std::string rest{};  // further arguments of the declaration, as lines
        bool is_ephemeral = false;
    };
    struct Output {
        std::string name;
        std::string value;
        bool is_ephemeral = false;
    };

    // ---- The selection

    void select(Span selection) {
        const std::string text = tree_.text(selection);
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos) return;
        selection.end = selection.start + static_cast<std::uint32_t>(text.find_last_not_of(" \t\r\n")) + 1;
        selection.start += static_cast<std::uint32_t>(first);
        file_.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                const Span span = block.span.shifted(slot.base);
                if (span.end <= selection.start || span.start >= selection.end) continue;
                const bool is_whole = span.start >= selection.start && span.end <= selection.end;
                is_possible_ = is_possible_ && is_whole && can_move(block.type) && !block.has_parts;
                if (chosen_.empty()) region_ = span;
                region_.end = span.end;
                chosen_.push_back({slot, i});
            }
            is_possible_ = is_possible_ && slot.unit->bodies[0].attributes.empty();
        });
        // Comments above the first block belong to it.
        if (!chosen_.empty()) region_.start = std::min(region_.start, selection.start);
    }

    bool is_inside(FileId file, Span span) const {
        return file == file_.input.id && span.start >= region_.start && span.end <= region_.end;
    }

    bool choose_name() {
        std::string wanted;
        for (const Chosen& one : chosen_)
            if (wanted.empty() && !one.bound().labels.empty()) wanted = one.bound().labels.back().value;
        if (wanted.empty()) wanted = "extracted";
        for (int i = 1; i < 100; ++i) {
            name_ = i == 1 ? wanted : wanted + "_" + std::to_string(i);
            folder_ = std::string(kFolder) + name_;
            const bool is_called = std::ranges::any_of(
                module_.symbols().by_kind("module"),
                [&](Symbol symbol) { return module_.declaration(symbol).address.back() == name_; });
            const bool has_files = context_.called_in("./" + folder_) != nullptr;
            if (!is_called && !has_files) return true;
        }
        return false;
    }

    // ---- What the blocks refer to

    Named named(const UnitSlot& slot, const Reference& reference, std::size_t steps, bool with_member) const {
        const std::size_t first = reference.steps.size() > steps && with_member ? steps : steps - 1;
        std::size_t last = steps - 1;
        // Names directly behind a dot; an index may read what only the block knows.
        if (first == steps && tree_of(slot).text({reference.steps[steps - 1].span.end + slot.base,
                                                  reference.steps[steps].span.start + slot.base}) == ".")
            last = steps;
        Named out;
        out.span = Span{reference.span.start, reference.steps[last].span.end}.shifted(slot.base);
        out.text = tree_of(slot).text(out.span);
        for (std::size_t i = steps - 1; i <= last; ++i)
            out.name += (out.name.empty() ? "" : "_") + reference.steps[i].name;
        return out;
    }

    const syntax::File& tree_of(const UnitSlot& slot) const { return *module_.file(slot.file)->input.tree; }

    static std::string attribute_name(const UnitSlot& slot, const Reference& reference) {
        return slot.unit->attributes[reference.attribute].name;
    }

    // Whether another address cannot stand at the reference.
    static bool is_fixed(const UnitSlot& slot, const Reference& reference) {
        const std::string name = attribute_name(slot, reference);
        return reference.is_text || name == "replace_triggered_by" || name == "ignore_changes" ||
               name == "action_trigger" || name == "events" || name == "actions";
    }

    bool read_inside(const Chosen& one) {
        const BoundUnit& unit = *one.slot.unit;
        for (const Reference& reference : unit.references) {
            if (!is_inside(one.slot.file, reference.span.shifted(one.slot.base)) || reference.steps.empty())
                continue;
            const std::string attribute = attribute_name(one.slot, reference);
            const Resolution resolved = bind::resolve(module_, one.slot, reference);
            if (attribute == "provider" || attribute == "providers") {
                if (!pass_provider(reference, attribute)) return false;
                continue;
            }
            if (reference.steps[0].name == "path" && reference.steps.size() > 1 &&
                reference.steps[1].name == "module") {
                take(named(one.slot, reference, 2, false), "path_module", {"", "path.module", "string"});
                continue;
            }
            if (resolved.kind != Resolution::Kind::Symbol || resolved.symbols.empty() || resolved.steps == 0)
                continue;
            const Symbol symbol = resolved.symbols.front();
            if (is_moved(symbol)) continue;
            if (is_fixed(one.slot, reference) || reference.has_optional_root) return false;
            read_outside(one.slot, reference, symbol, resolved.steps);
        }
        // The folders of calls are relative to the module.
        if (one.bound().type == "module")
            if (const bind::BoundAttribute* source = attribute_of(unit, one.bound().body, "source");
                source && source->expr) {
                const std::string text = bind::literal_text(source->expr);
                // A computed one may be a path, too, or come from outside.
                if (text.empty()) return false;
                if (is_relative_path(text))
                    inside_.push_back(
                        {source->expr.span().shifted(one.slot.base),
                         hcl_string("../../" + (text.starts_with("./") ? text.substr(2) : text))});
            }
        for (const std::string& call : unit.calls)
            if (call.starts_with("provider::")) providers_.insert(call.substr(10, call.find("::", 10) - 10));
        if (one.bound().labels.size() == 2) {
            const std::string& type = one.bound().labels[0].value;
            if (!attribute_of(unit, one.bound().body, "provider"))
                providers_.insert(type.substr(0, type.find('_')));
        }
        return true;
    }

    bool is_moved(Symbol symbol) const {
        const bind::Declaration& d = module_.declaration(symbol);
        return is_inside(symbol.file, d.span.shifted(module_.slot_of(symbol).base));
    }

    bool pass_provider(const Reference& reference, const std::string& attribute) {
        if (attribute == "providers" && reference.is_text) return false;
        std::string address;
        for (const bind::ReferenceStep& step : reference.steps)
            address += (address.empty() ? "" : ".") + step.name;
        if (reference.steps.size() > 2) return false;
        providers_.insert(reference.steps[0].name);
        if (reference.steps.size() == 2) aliases_.insert(address);
        return true;
    }

    void read_outside(const UnitSlot& slot, const Reference& reference, Symbol symbol, std::size_t steps) {
        const bind::Declaration& d = module_.declaration(symbol);
        read_.push_back(symbol);
        const std::string& kind = d.def->kind;
        const bool is_plain = kind == "variable" || kind == "local";
        const Named part = named(slot, reference, steps, !is_plain && !is_repeated(symbol));
        Variable made{"", part.text, "", "", kind == "ephemeral"};
        if (kind == "variable") {
            declaration_of(symbol, made);
        } else if (kind == "local") {
            const Value& value = module_.value_of(symbol);
            if (!value.type().has_dynamic()) made.type = variable_type(value.type());
            made.is_ephemeral = value.marks_deep().has(MarkKind::Ephemeral);
        } else {
            made.type = type_of(symbol, part.text, reference, steps);
        }
        take(part, part.name, std::move(made));
    }

    // The type of an attribute, where the schema says it.
    std::string type_of(Symbol symbol, const std::string& text, const Reference& reference,
                        std::size_t steps) const {
        const Value& value = module_.value_of(symbol);
        if (reference.steps.size() <= steps || !text.ends_with("." + reference.steps[steps].name)) return {};
        const Type type = value.type();
        if (!type.is_object()) return {};
        for (const ObjectAttribute& attribute : type.attributes())
            if (attribute.name == reference.steps[steps].name && !attribute.type.has_dynamic())
                return variable_type(attribute.type);
        return {};
    }

    bool is_repeated(Symbol symbol) const {
        const bind::Declaration& d = module_.declaration(symbol);
        if (d.block == bind::kNone) return false;
        const BoundUnit& unit = module_.unit_of(symbol);
        const std::uint32_t body = unit.blocks[d.block].body;
        return attribute_of(unit, body, "count") || attribute_of(unit, body, "for_each");
    }

    // The arguments of a variable's declaration that its copy has, too.
    void declaration_of(Symbol symbol, Variable& made) const {
        const UnitSlot slot = module_.slot_of(symbol);
        const bind::Declaration& d = module_.declaration(symbol);
        if (d.block == bind::kNone) return;
        const std::uint32_t body = slot.unit->blocks[d.block].body;
        auto text = [&](std::string_view name) {
            const bind::BoundAttribute* attribute = attribute_of(*slot.unit, body, name);
            return attribute && attribute->expr ? std::string(attribute->expr.text()) : std::string();
        };
        made.type = text("type");
        // A quoted word is the older form of a type.
        if (made.type.starts_with('"')) made.type = made.type.substr(1, made.type.size() - 2);
        for (const char* name : {"description", "sensitive"})
            if (std::string value = text(name); !value.empty() && !value.starts_with("<<"))
                made.rest += std::string(name) + '\n' + value + '\n';
        made.is_ephemeral = text("ephemeral") == "true";
    }

    // Replaces the part by a variable, the same for each mention of the same thing.
    void take(const Named& part, const std::string& wanted, Variable made) {
        auto known = std::ranges::find(variables_, made.value, &Variable::value);
        if (known == variables_.end()) {
            made.name = free_name(wanted, [&](const std::string& name) {
                return std::ranges::find(variables_, name, &Variable::name) != variables_.end();
            });
            known = variables_.insert(variables_.end(), std::move(made));
        }
        inside_.push_back({part.span, "var." + known->name});
    }

    template <typename IsTaken>
    static std::string free_name(std::string wanted, const IsTaken& is_taken) {
        for (std::string_view reserved :
             {"source", "version", "providers", "count", "for_each", "depends_on", "lifecycle", "locals"})
            if (wanted == reserved) wanted = "the_" + wanted;
        std::string name = wanted;
        for (int i = 2; is_taken(name); ++i) name = wanted + "_" + std::to_string(i);
        return name;
    }

    // ---- What refers to the blocks

    bool rewrite_outside(const Chosen& one) {
        const BoundUnit& unit = *one.slot.unit;
        for (std::uint32_t i = 0; i < unit.declarations.size(); ++i) {
            const bind::Declaration& d = unit.declarations[i];
            if (!is_inside(one.slot.file, d.span.shifted(one.slot.base))) continue;
            // An overriding block would stay behind.
            if (module_.symbols().by_address(d.address).size() > 1) return false;
            const Symbol symbol = Symbol::of(one.slot.file, one.slot.label, Symbol::Kind::Declaration, i);
            bool is_good = true;
            module_.symbols().each_possible_use(symbol, [&](const UnitSlot& slot, const Reference& use) {
                const Span span = use.span.shifted(slot.base);
                if (!is_good || is_inside(slot.file, span)) return;
                const Resolution resolved = bind::resolve(module_, slot, use);
                if (resolved.kind != Resolution::Kind::Symbol || resolved.symbols.empty() ||
                    resolved.symbols.back() != symbol || resolved.steps == 0)
                    return;
                is_good = rewrite_use(slot, use, symbol, resolved.steps);
            });
            if (!is_good || !rewrite_tests(symbol)) return false;
        }
        return true;
    }

    // Whether a part of the language that is read before modules are has the value, maybe through locals: the
    // settings of the state, sources of modules.
    bool is_read_early(const UnitSlot& slot, const Reference& use, std::set<Symbol>& seen) const {
        const bind::BoundAttribute& reader = slot.unit->attributes[use.attribute];
        auto refuses = [&](std::string_view word) {
            return check::is_word_refused(*slot.unit, reader, word);
        };
        if (refuses("module") && !refuses(use.steps[0].name)) return true;
        const std::uint32_t block = slot.unit->bodies[reader.body].block;
        if (block != bind::kNone && slot.unit->blocks[block].type == "module" &&
            (reader.name == "source" || reader.name == "version"))
            return true;
        bool is_early = false;
        for (std::uint32_t i = 0; i < slot.unit->declarations.size() && !is_early; ++i) {
            if (slot.unit->declarations[i].attribute != use.attribute) continue;
            const Symbol symbol = Symbol::of(slot.file, slot.label, Symbol::Kind::Declaration, i);
            if (!seen.insert(symbol).second) continue;
            module_.symbols().each_possible_use(symbol, [&](const UnitSlot& other, const Reference& next) {
                is_early = is_early || is_read_early(other, next, seen);
            });
        }
        return is_early;
    }

    bool rewrite_use(const UnitSlot& slot, const Reference& use, Symbol symbol, std::size_t steps) {
        const bind::Declaration& d = module_.declaration(symbol);
        const std::string attribute = attribute_name(slot, use);
        if (module_.file(slot.file)->input.tree->options().syntax != syntax::Syntax::Native) return false;
        if (use.is_text || use.has_optional_root || attribute == "replace_triggered_by") return false;
        const std::string prefix = "module." + name_;
        if (attribute == "depends_on") {
            replace(slot, use.span, prefix);
            waiting_.insert({slot.file, slot.label});
            return true;
        }
        // An earlier move leads to the new one.
        if (attribute == "to" && slot.unit->blocks[slot.unit->bodies[0].blocks[0]].type == "moved")
            return true;
        const bool is_state = attribute == "to" || attribute == "from";
        if (use.is_address && is_state) {
            const std::uint32_t start = use.span.start;
            replace(slot, {start, start}, prefix + ".");
            return true;
        }
        std::set<Symbol> seen;
        if (is_read_early(slot, use, seen)) return false;
        const bool is_plain = d.def->kind == "local";
        const Named part = named(slot, use, steps, !is_plain && !is_repeated(symbol));
        edits_.push_back({slot.file, {part.span, prefix + "." + output_for(part, symbol)}});
        return true;
    }

    // The name of the output with that value.
    std::string output_for(const Named& part, Symbol symbol) {
        const auto known = std::ranges::find(outputs_, part.text, &Output::value);
        if (known != outputs_.end()) return known->name;
        const std::string name = free_name(part.name, [&](const std::string& other) {
            return std::ranges::find(outputs_, other, &Output::name) != outputs_.end();
        });
        const bool is_ephemeral = module_.declaration(symbol).def->kind == "ephemeral" ||
                                  module_.value_of(symbol).marks_deep().has(MarkKind::Ephemeral);
        outputs_.push_back({name, part.text, is_ephemeral});
        return name;
    }

    // What tests read, and the targets of their overrides. They see only the outputs of a module.
    bool rewrite_tests(Symbol symbol) {
        if (!context_.uses_elsewhere) return true;
        const bind::Declaration& d = module_.declaration(symbol);
        for (const check::ExtensionUse& use : context_.uses_elsewhere({symbol}, d.address.back())) {
            const bind::ModuleFile* file = use.module->file(use.file);
            const std::optional<Place> place = file ? place_at(*file, use.origin) : std::nullopt;
            if (!place || !place->attribute || !place->attribute->expr ||
                file->input.tree->options().syntax != syntax::Syntax::Native)
                return false;
            const std::string prefix = "module." + name_ + ".";
            if (place->attribute->name == "target") {
                edits_.push_back({use.file, {{use.origin.start, use.origin.start}, prefix}});
                continue;
            }
            if (place->inner()->type != "assert") return false;
            const Span address{use.origin.start - place->slot.base, use.origin.end - place->slot.base};
            const bool is_whole = d.def->kind == "local" || is_repeated(symbol);
            const std::vector<syntax::Node> path = nodes_to(place->attribute->expr, address);
            Named part{use.origin, file->input.tree->text(use.origin), d.address.back()};
            if (!is_whole && path.size() > 1 && path[path.size() - 2].is(syntax::NodeKind::GetAttr)) {
                part.span.end = path[path.size() - 2].span().end + place->slot.base;
                part.name += "_" + file->input.tree->text({use.origin.end + 1, part.span.end});
                part.text = file->input.tree->text(part.span);
            }
            edits_.push_back({use.file, {part.span, prefix + output_for(part, symbol)}});
        }
        return true;
    }

    // Whether a block waits for the whole new module, which needs a value of that block, maybe through
    // others.
    bool closes_cycle() const {
        if (waiting_.empty()) return false;
        ReferenceWalk walk;
        // True for a symbol whose block waits.
        auto follow = [&](Symbol symbol) {
            const UnitSlot home = module_.slot_of(symbol);
            walk.open.emplace_back(home, bind::kNone);
            return waiting_.contains({home.file, home.label});
        };
        if (std::ranges::any_of(read_, follow)) return true;
        return walk.run([&](const UnitSlot& slot, const Reference& reference) {
            context_.cancel.poll();
            const Resolution resolved = bind::resolve(module_, slot, reference);
            return resolved.kind == Resolution::Kind::Symbol &&
                   std::ranges::any_of(resolved.symbols,
                                       [&](Symbol symbol) { return !is_moved(symbol) && follow(symbol); });
        });
    }

    void replace(const UnitSlot& slot, Span span, std::string text) {
        edits_.push_back({slot.file, {span.shifted(slot.base), std::move(text)}});
    }

    // ---- The texts

    std::string main_text() {
        std::ranges::sort(inside_, {}, [](const Edit& edit) { return edit.range.start; });
        std::string out;
        std::uint32_t at = region_.start;
        for (const Edit& edit : inside_) {
            if (edit.range.start < at) continue;
            out += tree_.text({at, edit.range.start}) + edit.replacement;
            at = edit.range.end;
        }
        return out + tree_.text({at, region_.end}) + "\n";
    }

    std::string variables_text() const {
        std::string out;
        for (const Variable& one : variables_) {
            std::vector<std::pair<std::string, std::string>> list{
                {"type", one.type.empty() ? "any" : one.type}};
            for (std::size_t at = 0; at < one.rest.size();) {
                const std::size_t name = one.rest.find('\n', at);
                const std::size_t end = one.rest.find('\n', name + 1);
                list.emplace_back(one.rest.substr(at, name - at), one.rest.substr(name + 1, end - name - 1));
                at = end + 1;
            }
            if (one.is_ephemeral) list.emplace_back("ephemeral", "true");
            out += (out.empty() ? "" : "\n") + block("variable \"" + one.name + "\"", list);
        }
        return out;
    }

    std::string outputs_text() const {
        std::string out;
        for (const Output& one : outputs_) {
            std::vector<std::pair<std::string, std::string>> list{{"value", one.value}};
            if (one.is_ephemeral) list.emplace_back("ephemeral", "true");
            out += (out.empty() ? "" : "\n") + block("output \"" + one.name + "\"", list);
        }
        return out;
    }

    // The providers that the module must name: those with another source than their names say, and those
    // whose configurations the call passes.
    std::string requirements_text() const {
        std::vector<std::pair<std::string, std::string>> list;
        for (const std::string& name : providers_) {
            const RequiredProvider* required = shape_of(module_).requirement(name);
            std::string names;
            for (const std::string& alias : aliases_)
                if (alias.starts_with(name + ".")) names += (names.empty() ? "" : ", ") + alias;
            if (!required && names.empty()) continue;
            const std::string source = required ? required->source : provider_address("", name);
            constexpr std::string_view kHost = "registry.terraform.io/";
            std::string value = "{\n      source" + std::string(names.empty() ? 0 : 15, ' ') + " = " +
                                hcl_string(source.starts_with(kHost) ? source.substr(kHost.size()) : source);
            if (!names.empty()) value += "\n      configuration_aliases = [" + names + "]";
            list.emplace_back(name, value + "\n    }");
        }
        if (list.empty()) return {};
        std::string out = "terraform {\n  required_providers {\n";
        for (const auto& [name, value] : list) out += "    " + name + " = " + value + "\n";
        return out + "  }\n}\n";
    }

    std::string call_text() const {
        std::string out = "module \"" + name_ + "\" {\n  source = " + hcl_string("./" + folder_) + "\n";
        if (!variables_.empty()) {
            std::vector<std::pair<std::string, std::string>> list;
            list.reserve(variables_.size());
            for (const Variable& one : variables_) list.emplace_back(one.name, one.value);
            out += "\n" + arguments(list);
        }
        if (!aliases_.empty()) {
            out += "\n  providers = {\n";
            for (const std::string& alias : aliases_) out += "    " + alias + " = " + alias + "\n";
            out += "  }\n";
        }
        return out + "}";
    }

    std::string moves_text() const {
        std::string out;
        for (const Chosen& one : chosen_) {
            const BoundBlock& block = one.bound();
            if (block.type != "resource" && block.type != "module") continue;
            std::string address = block.type == "module" ? "module" : "";
            for (const bind::BoundLabel& label : block.labels)
                address += (address.empty() ? "" : ".") + label.value;
            out += "\n\nmoved {\n  from = " + address + "\n  to   = module." + name_ + "." + address + "\n}";
        }
        return out;
    }

    const check::ExtensionContext& context_;
    const bind::Module& module_;
    const bind::ModuleFile& file_;
    const syntax::File& tree_;
    bool is_possible_ = true;
    std::vector<Chosen> chosen_;
    Span region_;
    std::string name_;
    std::string folder_;
    std::vector<Symbol> read_;           // from outside
    std::set<bind::UnitPlace> waiting_;  // blocks outside that depend on the new module as a whole
    std::vector<Edit> inside_;           // of the moved text
    std::vector<FileEdit> edits_;
    std::vector<Variable> variables_;
    std::vector<Output> outputs_;
    std::set<std::string> providers_;  // local names
    std::set<std::string> aliases_;
};

}  // namespace

std::optional<ExtensionRefactoring> extraction_to_module(const check::ExtensionContext& context, FileId id,
                                                         Span selection) {
    const bind::ModuleFile* file = context.module->file(id);
    if (!file || selection.is_empty() || context.module->language().id != "terraform" || file->is_override ||
        file->input.tree->options().syntax != syntax::Syntax::Native)
        return std::nullopt;
    return ModuleExtraction(context, *file, selection).make();
}

}  // namespace hcl::terraform
