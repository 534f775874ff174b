#include "engine/ide/refactor/rename.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/bind/resolution.h"
#include "engine/check/insertion.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/outer_keys.h"
#include "engine/ide/place/places.h"
#include "engine/ide/place/template_calls.h"
#include "engine/ide/refactor/hidden_reads.h"
#include "engine/ide/refactor/tidy_edits.h"
#include "engine/language/value_format.h"
#include "engine/syntax/lex/chars.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/installed_modules.h"
#include "engine/world/module_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::ide {

namespace {

using bind::kNone;
using syntax::Node;
using syntax::NodeKind;

std::string said(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

// Words that are keywords in expressions.
bool is_keyword(std::string_view name) {
    return name == "true" || name == "false" || name == "null" || name == "for";
}

// How the name is written at one occurrence.
enum class Writing : std::uint8_t { Bare, Quoted, Bracketed, InQuotes };

Writing writing_of(std::string_view written, char before) {
    if (written.starts_with('"')) return Writing::Quoted;
    if (written.starts_with('[')) return Writing::Bracketed;
    return before == '"' ? Writing::InQuotes : Writing::Bare;
}

// One rename: the target and all its occurrences.
struct Renaming {
    const world::Snapshot& snapshot;
    FileId file;
    std::uint32_t offset;
    const Cancel& cancel;

    std::optional<BoundPlace> place{};
    std::optional<BoundName> name{};
    WordPlace word{};
    std::vector<NameUse> uses{};
    std::vector<Writing> ways{};  // one for each occurrence
    RenameTarget target{};

    std::string_view text_at(const Location& where, std::string& keep) const {
        keep = snapshot.file(where.file)->tree()->text(where.span);
        return keep;
    }

    // The reason why the name cannot be renamed; empty: it can. A blank: there is nothing to rename.
    std::expected<void, std::string> find() {
        const world::FileState* state = snapshot.file(file);
        if (!state) return std::unexpected("");
        place = bound_at(snapshot, file, offset, cancel);
        if (place) name = name_at(snapshot, *place, cancel);
        word = word_at(snapshot, file, offset, cancel);
        if (name && name->word.is_empty()) {
            if (name->is_computed)
                return std::unexpected("The values of " + said(name->name) +
                                       " make this name. Change them there.");
            if (!name->origin.is_empty())
                return std::unexpected("This word leads to " + said(name->name) +
                                       " and belongs to the language. Rename " + said(name->name) +
                                       " itself.");
            return std::unexpected("");
        }
        if (!name && !(place && template_key_at(*place))) {
            if (std::string why = refusal(*state); !why.empty()) return std::unexpected(why);
            if (word.kind == WordKind::None || word.kind == WordKind::Key) return std::unexpected("");
            if (place && word.kind != WordKind::Loop) return std::unexpected(undeclared());
        }
        if (name && name->kind == BoundName::Kind::Local)
            if (const bind::BoundLabel* label = element_label(*name->slot->unit, name->body);
                label && label->value == name->name)
                return std::unexpected("The element is called like the blocks that are made, " +
                                       said(name->name) + ". Set \"iterator\" to give it another name.");
        if (std::string why = given_name(); !why.empty()) return std::unexpected(why);
        uses = uses_at(snapshot, file, offset, UseScope::Workspace, cancel);
        bool is_defined = std::ranges::any_of(uses, &NameUse::is_definition);
        for (const NameUse& use : uses)
            if (use.is_definition &&
                world::is_downloaded(snapshot.extensions(), snapshot.file(use.where.file)->info().path))
                return std::unexpected(
                    "A downloaded module declares this name, and the next download would bring it back.");
        if (!is_defined) return std::unexpected(uses.empty() ? std::string() : undeclared());
        if (std::string why = shared_problem(); !why.empty()) return std::unexpected(why);
        const NameUse* here = nullptr;
        for (const NameUse& use : uses)
            if (use.where.file == file && use.where.span.touches(offset)) here = &use;
        if (!here) return std::unexpected("");
        std::string keep;
        std::string_view written = text_at(here->where, keep);
        target.span = here->where.span;
        if (written.size() >= 2 && written.starts_with('"')) {
            target.span = {target.span.start + 1, target.span.end - 1};
        } else if (written.starts_with('[')) {
            std::size_t from = written.find('"');
            std::size_t to = written.rfind('"');
            if (from != std::string_view::npos && to > from)
                target.span = {here->where.span.start + static_cast<std::uint32_t>(from) + 1,
                               here->where.span.start + static_cast<std::uint32_t>(to)};
        }
        target.name = state->tree()->text(target.span);
        return {};
    }

    // Words that look like names but are fixed.
    std::string refusal(const world::FileState& state) const {
        if (!place) return {};
        auto of_block = [](const bind::BoundBlock& block) {
            return "The block type " + said(block.type) + " belongs to the language.";
        };
        if (!place->slot) {
            const std::optional<OuterKey> key = outer_key_at(*place->file, place->offset);
            if (!key || key->label) return {};
            const bind::BoundBlock& block = key->slot.unit->blocks[key->block];
            return block.def->hides_type ? std::string() : of_block(block);
        }
        std::string text = state.tree()->text(word.span);
        if (word.kind == WordKind::Call) return "The function " + said(text) + " belongs to the language.";
        for (const auto& [known, value] : place->module->language().evaluation.variables)
            if (word.kind == WordKind::Reference && known == text)
                return said(text) + " belongs to the language.";
        for (const bind::BoundAttribute& a : place->unit().attributes)
            if (a.name_span.touches(place->offset) && a.def && !a.def->symbol)
                return "The argument " + said(a.name) + " belongs to the language.";
        for (const bind::BoundBlock& b : place->unit().blocks)
            if (b.type_span.touches(place->offset) && !b.is_elsewhere && !b.is_key_elsewhere && b.def &&
                !b.def->hides_type)
                return of_block(b);
        return {};
    }

    // A label with a meaning that its block does not give it: a value that the language lists, or the name of
    // a package.
    std::string given_name() const {
        if (!name || name->kind != BoundName::Kind::Symbol) return {};
        for (bind::Symbol id : name->ids) {
            if (!id.is_declaration()) continue;
            const bind::Declaration& d = name->module->declaration(id);
            const language::AddressStep& step = name_step_def(d);
            if (d.block == kNone || step.kind != language::AddressStep::Kind::Label) continue;
            const language::BlockDef* def = name->module->unit_of(id).blocks[d.block].def;
            if (!def || step.label >= def->labels.size()) continue;
            if (def->labels[step.label].rules.choice_of(name->name))
                return "The name " + said(name->name) + " belongs to the language.";
            if (def->labels[step.label].is_given) return undeclared();
            const std::string& label = def->labels[step.label].name;
            const bool is_package = std::ranges::any_of(def->cases, [&](const language::CaseDef& one) {
                return !one.package.empty() && one.keys.size() == 1 && one.keys[0].is_label &&
                       one.keys[0].name == label;
            });
            if (is_package) return undeclared();
        }
        return {};
    }

    std::string undeclared() const {
        // In a JSON string, the word is not known from syntax.
        const std::string text = snapshot.file(file)->tree()->text(word.span);
        return "Nothing in these files declares " + (text.empty() ? "this name" : said(text)) +
               ", so it cannot be renamed everywhere.";
    }

    // The reason why the new name is refused; empty: it is accepted.
    std::string problem(std::string_view fresh) const {
        if (fresh.empty()) return "A name needs at least one character.";
        if (fresh == target.name) return {};
        bool needs_identifier = false;
        for (Writing way : ways) needs_identifier = needs_identifier || way == Writing::Bare;
        if (needs_identifier && !syntax::is_valid_identifier(fresh))
            return said(fresh) +
                   " is not a name: it must begin with a letter and hold only letters, digits, \"_\" and "
                   "\"-\".";
        if (needs_identifier && is_keyword(fresh) && !is_behind_dot())
            return said(fresh) + " means something else in expressions.";
        if (fresh.find_first_of("\n\r") != std::string_view::npos) return "A name is one line.";
        if (word.kind == WordKind::Loop && !name) return loop_problem(fresh);
        if (!name) return template_problem(fresh);
        switch (name->kind) {
            case BoundName::Kind::Symbol:
                return symbol_problem(fresh);
            case BoundName::Kind::Function:
                return function_problem(fresh);
            case BoundName::Kind::Local:
                return local_problem(fresh);
        }
        return {};
    }

    void find_ways() {
        ways.reserve(uses.size());
        for (const NameUse& use : uses) ways.push_back(writing(use));
    }

    bool is_behind_dot() const {
        if (!name || name->kind != BoundName::Kind::Symbol) return false;
        return name_step(name->module->declaration(name->ids[0])) > 0;
    }

    Writing writing(const NameUse& use) const {
        // Includes one more character on both sides.
        const std::uint32_t more = use.where.span.start > 0 ? 1 : 0;
        std::string around = snapshot.file(use.where.file)
                                 ->tree()
                                 ->text({use.where.span.start - more, use.where.span.end + 1});
        char before = more ? around[0] : ' ';
        std::string_view written = std::string_view(around).substr(more, use.where.span.length());
        if (before == '"' && !written.starts_with('"')) {
            // A template that starts with an interpolation: the name is bare there.
            char behind = around.size() > more + written.size() ? around[more + written.size()] : ' ';
            return behind == '"' ? Writing::InQuotes : Writing::Bare;
        }
        // A name behind a prefix is a part of a text: `"target:app"`.
        const auto token = token_at(*snapshot.file(use.where.file)->tree(), use.where.span.start);
        if (token && token->kind() == syntax::TokenKind::QuotedLit) return Writing::InQuotes;
        return writing_of(written, before);
    }

    // ---- Names of for expressions

    std::string loop_problem(std::string_view fresh) const {
        Node loop = word.loop;
        const syntax::Chunk& chunk = loop.chunk();
        std::uint32_t end = loop.id() + loop.data().size;
        for (std::uint32_t id = loop.id(); id < end; ++id) {
            Node node(&chunk, loop.base(), id);
            if ((node.is(NodeKind::Variable) || node.is(NodeKind::Name)) && node.text() == fresh)
                return said(fresh) +
                       " is used inside of this \"for\" already, and would then mean something else.";
        }
        return {};
    }

    // ---- Names of templates

    // Those that calls give, and those that a template binds.
    std::string template_problem(std::string_view fresh) const {
        for (const NameUse& use : uses) {
            const world::FileState* text = snapshot.file(use.where.file);
            if (!text || text->info().options.syntax != syntax::Syntax::Template) continue;
            bool is_taken = std::ranges::any_of(free_names(*text->tree()),
                                                [&](const FreeName& one) { return one.name == fresh; });
            each_chunk(*text->tree(), {0, text->tree()->size()}, cancel,
                       [&](const syntax::Chunk& chunk, std::uint32_t base) {
                           for (std::uint32_t id = 0; id < chunk.nodes.size(); ++id)
                               if (const Node node(&chunk, base, id); node.is(NodeKind::Name))
                                   is_taken = is_taken || node.text() == fresh;
                       });
            if (is_taken)
                return said(fresh) + " is used in the template already, and would then mean something else.";
        }
        return {};
    }

    // ---- Names of the language

    // A bare name may be shadowed where it is used.
    std::string hidden(std::string_view fresh) const {
        for (const NameUse& use : uses) {
            if (use.is_definition) continue;
            const bind::ModuleFile* other = name->module->file(use.where.file);
            std::optional<bind::UnitSlot> slot;
            if (other) slot = other->unit_at(use.where.span.start);
            if (!slot) continue;
            BoundPlace there{name->module, other, slot, use.where.span.start - slot->base};
            auto inside = expression_at(there);
            if (!inside) continue;
            for (Node node : inside->path)
                if (is_for(node))
                    for (Node bound : for_names(node))
                        if (bound.text() == fresh)
                            return said(fresh) + " is bound by a \"for\" around a place where " +
                                   said(target.name) + " is used.";
            for (std::uint32_t body : bind::bodies_around(*slot->unit, inside->attribute->body)) {
                if (name->kind == BoundName::Kind::Local && slot->unit == name->slot->unit &&
                    body == name->body)
                    break;
                if (const eval::MapScope* scope = slot->state ? slot->state->scope_of(body) : nullptr;
                    scope && scope->variable(fresh))
                    return said(fresh) + " already means something inside of a block where " +
                           said(target.name) + " is used.";
            }
        }
        return {};
    }

    static std::string taken(std::string_view kind, std::string_view fresh) {
        return "Another " + std::string(kind.empty() ? "symbol" : kind) + " is called " + said(fresh) +
               " already.";
    }

    bool has_own_meaning(std::string_view fresh) const {
        const world::ExtensionOf native = world::extension_of(snapshot, name->module, cancel);
        return native.extension && native.extension->has_own_meaning(fresh);
    }

    std::string symbol_problem(std::string_view fresh) const {
        const bind::Module& module = *name->module;
        bool has_looked_at_uses = false;
        for (bind::Symbol id : name->ids) {
            const bind::Declaration& d = module.declaration(id);
            if (d.def->kind != module.declaration(name->ids[0]).def->kind)
                return "Here " + said(name->name) + " may mean several things: a " + d.def->kind + " and a " +
                       module.declaration(name->ids[0]).def->kind + ". Rename the one that you mean.";
            std::size_t step = name_step(d);
            std::vector<std::string> address = d.address;
            address[step] = fresh;
            auto meets = [&](bind::Symbol other) { return bind::meet_in_a_body(module, id, other); };
            auto has_any = [&](const bind::SymbolList& others) {
                return std::any_of(others.begin(), others.end(), meets);
            };
            if (!d.def->is_name_only && (has_any(module.symbols().by_address(address)) ||
                                         has_any(module.symbols().by_prefix(address))))
                return taken(d.def->kind, fresh);
            for (bind::Symbol other : module.symbols().by_kind_and_name(d.def->kind, fresh))
                if (module.declaration(other).address == address && meets(other))
                    return taken(d.def->kind, fresh);
            if (step == 0 && !has_looked_at_uses) {
                has_looked_at_uses = true;
                for (const auto& [known, value] : module.language().evaluation.variables)
                    if (known == fresh) return said(fresh) + " is a name of the language.";
                if (has_own_meaning(fresh))
                    return said(fresh) + " means something else in some expressions of the language.";
                if (std::string why = hidden(fresh); !why.empty()) return why;
            }
            if (std::string why = label_problem(module, id, d, fresh); !why.empty()) return why;
        }
        if (std::string why = text_problem(fresh); !why.empty()) return why;
        if (const auto hidden_use = hidden_read(snapshot, *name, uses, cancel)) {
            const world::FileState& there = *snapshot.file(hidden_use->file);
            const Position at = there.tree()->position(hidden_use->span.start, ColumnUnit::Grapheme);
            return said(target.name) + " may also be read in " + said(file_name_of(there.info().path)) +
                   ", line " + std::to_string(at.line + 1) +
                   ", from a value that holds the whole module, where a rename would miss it.";
        }
        return setter_problem(fresh);
    }

    // A word of another file that names symbols of several modules: the others keep the name.
    std::string shared_problem() const {
        if (!name || name->kind != BoundName::Kind::Symbol) return {};
        for (const NameUse& use : uses) {
            if (use.is_definition || name->module->file(use.where.file)) continue;
            const bind::ModulePtr there = world::module_of(snapshot, use.where.file, cancel);
            if (!there) continue;
            for (const check::ExtensionName& one :
                 world::names_of_others(snapshot, there, use.where.file, cancel)) {
                if (!one.word.touches(use.where.span.start) || one.module == name->module) continue;
                const world::FileState& file_of_use = *snapshot.file(use.where.file);
                const Position at = file_of_use.tree()->position(use.where.span.start, ColumnUnit::Grapheme);
                return said(name->name) + " is also the name of a " +
                       one.module->declaration(one.symbols.front()).def->kind +
                       " of another module, and one key sets both in " +
                       said(file_name_of(file_of_use.info().path)) + ", line " + std::to_string(at.line + 1) +
                       ". Give each run its own value first.";
            }
        }
        return {};
    }

    // In other modules that set the symbol, the new name must not collide with an existing argument.
    std::string setter_problem(std::string_view fresh) const {
        for (const NameUse& use : uses) {
            if (use.is_definition || name->module->file(use.where.file)) continue;
            auto there = bound_at(snapshot, use.where.file, use.where.span.start, cancel);
            if (!there || !there->slot) continue;
            for (const bind::BoundAttribute& a : there->unit().attributes) {
                if (there->in_file(a.name_span) != use.where.span) continue;
                const bind::BoundBody& body = there->unit().bodies[a.body];
                bool is_set = std::ranges::any_of(body.attributes, [&](std::uint32_t other) {
                    return there->unit().attributes[other].name == fresh;
                });
                if (is_set || body.attribute(fresh) || body.block_def(fresh))
                    return said(fresh) + " already means something where another module sets " +
                           said(target.name) + ".";
            }
        }
        return {};
    }

    // The pack's rules for the label that holds the name.
    std::string label_problem(const bind::Module& module, bind::Symbol entry, const bind::Declaration& d,
                              std::string_view fresh) const {
        const language::AddressStep& step = name_step_def(d);
        if (d.block == kNone) {
            const bind::BoundUnit& unit = module.unit_of(entry);
            const bind::BoundAttribute& attribute = unit.attributes[d.attribute];
            const bind::BoundBody& body = unit.bodies[attribute.body];
            if (body.attribute(fresh) || body.block_def(fresh))
                return said(fresh) + " is an argument or block of the language there.";
            return {};
        }
        const bind::BoundBlock& block = module.unit_of(entry).blocks[d.block];
        if (step.kind != language::AddressStep::Kind::Label || !block.def ||
            step.label >= block.def->labels.size())
            return {};
        const language::ValueRules& rules = block.def->labels[step.label].rules;
        if (rules.pattern && !rules.pattern->matches(fresh))
            return said(fresh) + " cannot be a name here: it must match \"" + rules.pattern_text + "\".";
        if (std::ranges::any_of(rules.reserved, [&](const Value& one) {
                return one.is_known_string() && one.as_string() == fresh;
            }))
            return said(fresh) + " cannot be a name here: it is reserved.";
        if (rules.format != language::Format::None)
            if (std::string why = language::format_problem(rules.format, fresh); !why.empty())
                return said(fresh) + " cannot be a name here: " + why + ".";
        return {};
    }

    // Strings that may name several kinds would become ambiguous.
    std::string text_problem(std::string_view fresh) const {
        const bind::Module& module = *name->module;
        std::string problem;
        auto is_seen_from = [&](const bind::UnitSlot& slot, std::uint32_t body) {
            return std::ranges::any_of(
                name->ids, [&](bind::Symbol id) { return bind::is_visible(module, id, slot, body); });
        };
        for (bind::Symbol id : different_ones(module, name->ids))
            module.symbols().each_possible_use(
                id, [&](const bind::UnitSlot& slot, const bind::Reference& reference) {
                    if (!problem.empty() || !reference.is_text || reference.steps[0].name != name->name)
                        return;
                    const std::uint32_t body = slot.unit->attributes[reference.attribute].body;
                    if (!is_seen_from(slot, body)) return;
                    for (const std::string& kind : reference.rules->refers_to)
                        for (bind::Symbol other : module.symbols().by_kind_and_name(kind, fresh))
                            if (bind::is_visible(module, other, slot, body)) problem = taken(kind, fresh);
                });
        return problem;
    }

    std::string function_problem(std::string_view fresh) const {
        if (place->module->symbols().function(fresh)) return taken("function", fresh);
        if (place->module->language().evaluation.functions->find(fresh))
            return said(fresh) + " is a function of the language.";
        return {};
    }

    std::string local_problem(std::string_view fresh) const {
        const bind::BoundUnit& unit = *name->slot->unit;
        if (!local_definitions(unit, name->body, fresh).empty()) return taken("name", fresh);
        for (const bind::Reference& reference : unit.references) {
            if (reference.is_text || reference.steps[0].name != fresh) continue;
            bind::BodiesAround around = bind::bodies_around(unit, unit.attributes[reference.attribute].body);
            if (std::ranges::find(around, name->body) != around.end())
                return said(fresh) + " is used in this block already, and would then mean something else.";
        }
        return hidden(fresh);
    }

    std::vector<FileEdit> edits(std::string_view fresh) const {
        std::vector<FileEdit> out;
        out.reserve(uses.size());
        for (std::size_t i = 0; i < uses.size(); ++i) {
            const NameUse& use = uses[i];
            std::string text(fresh);
            switch (ways[i]) {
                case Writing::Bare:
                    break;
                case Writing::Quoted:
                    text = hcl_string(fresh);
                    break;
                case Writing::Bracketed:
                    text = "[" + hcl_string(fresh) + "]";
                    break;
                case Writing::InQuotes:
                    text = hcl_string(fresh);
                    text = text.substr(1, text.size() - 2);
                    break;
            }
            out.push_back({use.where.file, {use.where.span, std::move(text)}});
        }
        add_followers(fresh, out);
        return out;
    }

    void insert(FileEdit added, std::vector<FileEdit>& out) const {
        const world::PathOrder is_before(snapshot);
        auto after = std::ranges::upper_bound(out, added, [&](const FileEdit& a, const FileEdit& b) {
            return a.file == b.file ? a.edit.range.start < b.edit.range.start : is_before(a.file, b.file);
        });
        out.insert(after, std::move(added));
    }

    // Adds the text that the language requires below a renamed block.
    void add_followers(std::string_view fresh, std::vector<FileEdit>& out) const {
        if (!name || name->kind != BoundName::Kind::Symbol || fresh == target.name) return;
        const world::ExtensionOf native = world::extension_of(snapshot, name->module, cancel);
        if (!native.extension) return;
        std::set<std::pair<FileId, std::vector<std::string>>> followed;
        for (bind::Symbol id : name->ids) {
            if (!id.is_declaration()) continue;
            const bind::Declaration& d = name->module->declaration(id);
            const bind::UnitSlot slot = name->module->slot_of(id);
            const bind::ModuleFile* home = name->module->file(slot.file);
            if (d.block == kNone || !home || home->is_override) continue;
            if (!followed.emplace(slot.file, d.address).second) continue;
            std::vector<std::string> address = d.address;
            address[name_step(d)] = fresh;
            const check::ExtensionRecord record =
                native.extension->on_rename(native.context, id, d.address, address);
            if (record.text.empty()) continue;
            std::erase_if(out, [&](const FileEdit& edit) {
                return native.extension->is_history(native.context, edit.file, edit.edit.range);
            });
            for (const FileEdit& edit : record.also) insert(edit, out);
            const syntax::File& tree = *home->input.tree;
            if (tree.options().syntax == syntax::Syntax::Json && !record.in_place_of) {
                if (auto property = check::added_property(tree, record.json))
                    insert(FileEdit{slot.file, std::move(*property)}, out);
                continue;
            }
            const std::uint32_t end =
                check::end_with_comment(tree, slot.unit->blocks[d.block].span.end + slot.base);
            insert(record.in_place_of
                       ? FileEdit{record.in_place_of->file, {record.in_place_of->span, record.text}}
                       : FileEdit{slot.file, {{end, end}, "\n\n" + record.text}},
                   out);
        }
    }
};

}  // namespace

std::expected<RenameTarget, std::string> prepare_rename(const world::Snapshot& snapshot, FileId file,
                                                        std::uint32_t offset, const Cancel& cancel) {
    Renaming renaming{snapshot, file, offset, cancel};
    if (auto found = renaming.find(); !found) return std::unexpected(found.error());
    return renaming.target;
}

std::expected<std::vector<FileEdit>, std::string> rename(const world::Snapshot& snapshot, FileId file,
                                                         std::uint32_t offset, std::string_view new_name,
                                                         const Cancel& cancel) {
    Renaming renaming{snapshot, file, offset, cancel};
    if (auto found = renaming.find(); !found)
        return std::unexpected(found.error().empty() ? "There is no name here that could be renamed."
                                                     : found.error());
    renaming.find_ways();
    if (std::string why = renaming.problem(new_name); !why.empty()) return std::unexpected(why);
    return tidy_edits(snapshot, renaming.edits(new_name));
}

}  // namespace hcl::ide
