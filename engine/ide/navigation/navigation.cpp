#include "engine/ide/navigation/navigation.h"

#include <algorithm>

#include "engine/base/path.h"
#include "engine/bind/description.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/navigation/member_names.h"
#include "engine/ide/navigation/names.h"
#include "engine/ide/navigation/path_targets.h"
#include "engine/ide/navigation/template_names.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/places.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

// The files whose definitions are visible to the file: those of its module, or without a
// language those of its folder.
std::vector<const world::FileState*> visible_files(const world::Snapshot& snapshot,
                                                   const world::FileState& from, UseScope scope,
                                                   const Cancel& cancel) {
    std::vector<const world::FileState*> files;
    if (scope == UseScope::File) {
        files.push_back(&from);
        return files;
    }
    if (bind::ModulePtr module = world::module_of(snapshot, from.id(), cancel)) {
        for (const bind::ModuleFile& file : module->files())
            if (const world::FileState* state = snapshot.file(file.input.id)) files.push_back(state);
        return files;
    }
    std::string_view folder = folder_of(from.info().path);
    for (const world::FileState* state : snapshot.files())
        if (folder_of(state->info().path) == folder) files.push_back(state);
    std::ranges::sort(
        files, [](const world::FileState* a, const world::FileState* b) { return world::is_before(*a, *b); });
    return files;
}

// The first node after the collection: the variables of the for are in scope from there.
std::uint32_t scope_begin(Node for_node) {
    for (Node child : for_node.children())
        if (!child.is(NodeKind::Name)) return child.id() + child.data().size;
    return for_node.id() + for_node.data().size;
}

bool binds(Node for_node, std::string_view name) {
    for (Node child : for_node.children()) {
        if (!child.is(NodeKind::Name)) return false;
        if (child.text() == name) return true;
    }
    return false;
}

// All occurrences of a variable of a for: its binding and its uses.
void loop_uses(Node for_node, std::string_view name, FileId file, std::vector<NameUse>& out) {
    for (Node child : for_node.children()) {
        if (!child.is(NodeKind::Name)) break;
        if (child.text() == name) out.push_back({{file, child.span()}, true});
    }
    const std::uint32_t end = for_node.id() + for_node.data().size;
    std::uint32_t hidden_from = 0;  // start of an inner for that shadows the name
    std::uint32_t hidden_to = 0;
    for (std::uint32_t id = scope_begin(for_node); id < end; ++id) {
        if (id >= hidden_from && id < hidden_to) {
            id = hidden_to - 1;
            continue;
        }
        Node node(&for_node.chunk(), for_node.base(), id);
        if (is_for(node) && binds(node, name)) {
            hidden_from = scope_begin(node);
            hidden_to = id + node.data().size;
        } else if (node.is(NodeKind::ObjectItem)) {
            // A bare object key is a name, not a reference.
            if (node.child(0) && node.child(0).is(NodeKind::Variable)) ++id;
        } else if (node.is(NodeKind::Variable) && node.text() == name) {
            out.push_back({{file, node.span()}, false});
        }
    }
}

// The word at the cursor.
struct Target {
    enum class Kind { None, Loop, Call, Reference, Definition, Key };
    Kind kind = Kind::None;
    Node loop{};
    std::string_view name{};
    std::vector<NameStep> steps{};  // Reference: the whole chain
    std::size_t step = 0;           // index of the word in `steps`
    const NameDefinition* definition = nullptr;
    Span span{};
};

const NameDefinition* definition_under(const NameIndex& index, std::uint32_t offset) {
    // Sorted by position: the last that starts at or before the offset.
    auto next = std::ranges::upper_bound(index.definitions, offset, {},
                                         [](const NameDefinition& d) { return d.header.start; });
    if (next == index.definitions.begin()) return nullptr;
    const NameDefinition& definition = *std::prev(next);
    return definition.header.touches(offset) ? &definition : nullptr;
}

bool is_word(TokenKind kind) {
    return kind == TokenKind::Ident || kind == TokenKind::QuotedLit;
}

Target target_at(const world::FileState& state, std::uint32_t offset, const Cancel& cancel) {
    Target target;
    const NameIndex& index = name_index(state, cancel);
    const syntax::File& tree = *index.tree;
    std::optional<TokenPlace> token = token_touching(tree, offset, is_word);
    if (!token || !is_word(token->kind())) return target;
    std::vector<Node> around = nodes_around(*token);
    if (around.empty()) return target;
    target.span = token->span();
    target.name = token->text();
    Node last = around.back();
    auto parent = [&](std::size_t up) {
        return around.size() > up ? around[around.size() - 1 - up] : Node();
    };
    switch (last.kind()) {
        case NodeKind::FunctionName:
            target.kind = Target::Kind::Call;
            target.name = last.text();
            target.span = last.span();
            return target;
        case NodeKind::Name:
            if (parent(1) && is_for(parent(1))) {
                target.kind = Target::Kind::Loop;
                target.loop = parent(1);
                return target;
            }
            break;
        case NodeKind::Variable:
            if (parent(1) && parent(1).is(NodeKind::ObjectItem) && parent(1).child(0) == last) {
                target.kind = Target::Kind::Key;
                return target;
            }
            for (std::size_t up = 1; up < around.size(); ++up)
                if (is_for(parent(up)) && binds(parent(up), target.name) &&
                    last.id() >= scope_begin(parent(up))) {
                    target.kind = Target::Kind::Loop;
                    target.loop = parent(up);
                    return target;
                }
            break;
        default:
            break;
    }
    // The outermost chain of steps that contains the word.
    std::size_t outermost = around.size();
    for (std::size_t i = around.size(); i-- > 0;) {
        NodeKind kind = around[i].kind();
        bool is_step = kind == NodeKind::Variable || kind == NodeKind::GetAttr || kind == NodeKind::Index ||
                       kind == NodeKind::LegacyIndex;
        if (is_step) {
            // An index expression is not part of the chain, unless it is a literal key.
            if (outermost < around.size() && kind == NodeKind::Index &&
                around[i].child(1) == around[outermost])
                break;
            outermost = i;
        } else if (outermost != around.size()) {
            break;
        }
    }
    if (outermost < around.size()) {
        target.steps = steps_of(around[outermost]);
        for (std::size_t i = 0; i < target.steps.size(); ++i)
            if (target.steps[i].span == target.span) {
                target.kind = Target::Kind::Reference;
                target.step = i;
                return target;
            }
        return target;
    }
    if (const NameDefinition* definition = definition_under(index, offset)) {
        target.kind = Target::Kind::Definition;
        target.definition = definition;
        return target;
    }
    if (last.is(NodeKind::Name)) target.kind = Target::Kind::Key;
    return target;
}

// The definitions that match the longest part of a reference.
struct Matches {
    std::size_t steps = 0;
    std::vector<std::pair<const world::FileState*, const NameDefinition*>> definitions{};
};

Matches definitions_of(const std::vector<const world::FileState*>& files, std::span<const NameStep> steps,
                       const Cancel& cancel) {
    Matches best;
    for (const world::FileState* state : files)
        for (const NameDefinition& definition : name_index(*state, cancel).definitions) {
            std::size_t matched = match(definition, steps);
            if (matched == 0 || matched < best.steps) continue;
            if (matched > best.steps) best.definitions.clear();
            best.steps = matched;
            best.definitions.emplace_back(state, &definition);
        }
    return best;
}

void uses_of_definitions(const std::vector<const world::FileState*>& files, const Matches& matches,
                         std::vector<NameUse>& out, const Cancel& cancel) {
    for (const auto& [state, definition] : matches.definitions)
        if (std::ranges::find(files, state) != files.end())
            out.push_back({{state->id(), definition->name}, true});
    const NameDefinition& wanted = *matches.definitions.front().second;
    for (const world::FileState* state : files) {
        const NameIndex& index = name_index(*state, cancel);
        for (std::size_t i = 0; i < index.reference_count(); ++i) {
            std::span<const NameStep> steps = index.reference(i);
            if (std::size_t matched = match(wanted, steps))
                out.push_back({{state->id(), steps[matched - 1].span}, false});
        }
    }
}

void uses_of_path(const std::vector<const world::FileState*>& files, std::span<const NameStep> path,
                  std::vector<NameUse>& out, const Cancel& cancel) {
    for (const world::FileState* state : files) {
        const NameIndex& index = name_index(*state, cancel);
        for (std::size_t i = 0; i < index.reference_count(); ++i) {
            std::span<const NameStep> steps = index.reference(i);
            if (steps.size() < path.size()) continue;
            bool is_same =
                std::ranges::equal(path, steps.first(path.size()), {}, &NameStep::name, &NameStep::name);
            if (is_same) out.push_back({{state->id(), steps[path.size() - 1].span}, false});
        }
    }
}

// The span of a block's type, and the offset in the unit of the name that the block declares.
struct HeaderWord {
    Span origin;
    std::uint32_t declared;
};
// For a place in the type of a block. Nothing in JSON, where all blocks of a type share one key.
std::optional<HeaderWord> word_declared_by_header(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const bind::ModuleFile* file = place.module->file(place.slot->file);
    if (!file || file->input.tree->options().syntax != syntax::Syntax::Native) return std::nullopt;
    const bind::BoundUnit& unit = place.unit();
    for (const bind::Declaration& d : unit.declarations) {
        if (d.block == bind::kNone || bind::is_unnamed(*d.def)) continue;
        const bind::BoundBlock& block = unit.blocks[d.block];
        const bool is_here = !block.is_elsewhere && !block.is_key_elsewhere && !block.labels.empty() &&
                             block.type_span.start <= place.offset && place.offset < block.type_span.end;
        if (is_here) return HeaderWord{place.in_file(block.type_span), declared_word(unit, d).start};
    }
    return std::nullopt;
}

// An address that names an argument of the declaration around it (`ignore_changes = [tags]`): the places of
// that argument, which are definitions, and last that of the word. Nothing at other words.
std::optional<std::vector<SymbolUse>> argument_named_at(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const bind::BoundUnit& unit = place.unit();
    const auto at = expression_at(place);
    if (!at || !at->attribute->def || !at->attribute->def->names_argument ||
        !language::reads_addresses(at->attribute->def->decoder))
        return std::nullopt;
    Node word;
    for (const Node node : at->path)
        if (node.is(NodeKind::Variable)) word = node;
    if (!word) return std::nullopt;
    const FileId file = place.file->input.id;
    std::vector<SymbolUse> out;
    for (const std::uint32_t body : bind::bodies_around(unit, at->attribute->body)) {
        const std::uint32_t block = unit.bodies[body].block;
        if (block == bind::kNone || unit.blocks[block].declaration == bind::kNone) continue;
        // Blocks inside of a declaration belong to it.
        if (unit.declarations[unit.blocks[block].declaration].block != block) continue;
        for (const std::uint32_t i : unit.bodies[body].attributes)
            if (unit.attributes[i].name == word.text())
                out.push_back({{file, place.in_file(unit.attributes[i].name_span)},
                               true,
                               place.in_file(unit.attributes[i].span)});
        for (const std::uint32_t i : unit.bodies[body].blocks)
            if (unit.blocks[i].type == word.text())
                out.push_back({{file, place.in_file(unit.blocks[i].type_span)},
                               true,
                               place.in_file(unit.blocks[i].span)});
        break;
    }
    out.push_back({{file, place.in_file(word.span())}, false, {}});
    return out;
}

// The file that the path at the offset leads to.
std::optional<FoundDefinition> path_definition(const world::Snapshot& snapshot, const BoundPlace& place,
                                               std::uint32_t offset) {
    std::optional<PathTarget> innermost;
    if (place.slot && place.file)
        each_path_target(snapshot, place, *place.slot, [&](const PathTarget& target) {
            const bool is_here = target.span.touches(offset);
            if (is_here && (!innermost || target.span.length() <= innermost->span.length()))
                innermost = target;
        });
    if (!innermost) return std::nullopt;
    return FoundDefinition{innermost->span, {{innermost->file, {0, 0}, {0, 0}}}};
}

std::optional<FoundDefinition> extension_definition(const world::Snapshot& snapshot,
                                                    const bind::ModulePtr& module, FileId file,
                                                    std::uint32_t offset, const Cancel& cancel) {
    const world::ExtensionOf native = world::extension_of(snapshot, module, cancel);
    if (!native.extension) return std::nullopt;
    const auto known = native.extension->definition(native.context, file, offset);
    if (!known) return std::nullopt;
    FoundDefinition found{known->origin, {{known->file, known->span, known->name}}};
    for (const check::ExtensionDefinition::Other& other : known->others)
        found.places.push_back({other.file, other.span, other.name});
    return found;
}

}  // namespace

std::vector<NameUse> uses_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                             UseScope scope, const Cancel& cancel) {
    std::vector<NameUse> uses;
    const world::FileState* state = snapshot.file(file);
    if (!state) return uses;
    if (uses = template_uses(snapshot, *state, offset, scope, cancel); !uses.empty()) {
        std::ranges::sort(uses, world::PathOrder(snapshot), &NameUse::where);
        return uses;
    }
    // The language takes precedence over syntax.
    auto place = bound_at(snapshot, file, offset, cancel);
    if (place)
        if (const auto header = word_declared_by_header(*place)) place->offset = header->declared;
    if (place)
        if (auto argument = argument_named_at(*place)) {
            for (const SymbolUse& use : *argument) uses.push_back({use.where, use.is_definition});
            std::ranges::sort(uses, {}, &NameUse::where);
            return uses;
        }
    if (place)
        if (auto name = name_at(snapshot, *place, cancel)) {
            const bind::Module* only = scope == UseScope::File ? place->module.get() : nullptr;
            for (const SymbolUse& use : uses_of(snapshot, *name, cancel, only))
                if (scope == UseScope::Workspace || use.where.file == file)
                    uses.push_back({use.where, use.is_definition});
            return uses;
        }
    Target target = target_at(*state, offset, cancel);
    if (target.kind == Target::Kind::None) return uses;
    std::vector<const world::FileState*> files = visible_files(snapshot, *state, scope, cancel);
    switch (target.kind) {
        case Target::Kind::None:
            break;
        case Target::Kind::Loop:
            loop_uses(target.loop, target.name, file, uses);
            break;
        case Target::Kind::Key:
            uses.push_back({{file, target.span}, true});
            break;
        case Target::Kind::Call:
            for (const world::FileState* other : files)
                for (const NameStep& call : name_index(*other, cancel).calls)
                    if (call.name == target.name) uses.push_back({{other->id(), call.span}, false});
            break;
        case Target::Kind::Definition: {
            Matches matches{0, {{state, target.definition}}};
            uses_of_definitions(files, matches, uses, cancel);
            break;
        }
        case Target::Kind::Reference: {
            Matches matches = definitions_of(visible_files(snapshot, *state, UseScope::Workspace, cancel),
                                             target.steps, cancel);
            if (matches.steps > target.step)
                uses_of_definitions(files, matches, uses, cancel);
            else
                uses_of_path(files, std::span(target.steps).first(target.step + 1), uses, cancel);
            break;
        }
    }
    auto known = place ? extension_definition(snapshot, place->module, file, offset, cancel) : std::nullopt;
    if (const auto member = place && !known ? member_at(*place) : std::nullopt) {
        known = member->definition;
        std::vector<NameStep> path;
        path.reserve(member->path.size());
        for (const std::string& name : member->path) path.push_back({name, {}});
        if (target.kind == Target::Kind::Key) {
            uses.clear();
            uses_of_path(files, path, uses, cancel);
        }
    }
    if (known)
        for (const DefinitionPlace& one : known->places)
            if (scope == UseScope::Workspace || one.file == file)
                uses.push_back({{one.file, one.name}, true});
    std::ranges::sort(uses, world::PathOrder(snapshot), &NameUse::where);
    auto repeated = std::ranges::unique(uses, {}, &NameUse::where);
    uses.erase(repeated.begin(), repeated.end());
    return uses;
}

std::optional<FoundDefinition> definition_at(const world::Snapshot& snapshot, FileId file,
                                             std::uint32_t offset, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return std::nullopt;
    FoundDefinition found;
    const Target target = target_at(*state, offset, cancel);
    if (auto place = bound_at(snapshot, file, offset, cancel)) {
        if (auto argument = argument_named_at(*place)) {
            found.origin = argument->back().where.span;
            for (const SymbolUse& use : *argument)
                if (use.is_definition) found.places.push_back({use.where.file, use.whole, use.where.span});
            if (found.places.empty()) return std::nullopt;
            return found;
        }
        const std::optional<HeaderWord> header = word_declared_by_header(*place);
        if (header) place->offset = header->declared;
        if (auto name = name_at(snapshot, *place, cancel)) {
            found.origin = header ? header->origin : name->origin;
            for (const SymbolUse& use : definitions_of(*name))
                found.places.push_back({use.where.file, use.whole, use.where.span});
            if (!found.places.empty()) return found;
        }
        // The name of a function is not a part of the path.
        if (target.kind != Target::Kind::Call)
            if (auto known = path_definition(snapshot, *place, offset)) return known;
        if (auto known = extension_definition(snapshot, place->module, file, offset, cancel)) return known;
        if (auto member = member_at(*place)) return member->definition;
    }
    if (auto known = template_definition(snapshot, *state, offset, cancel)) return known;
    found.origin = target.span;
    switch (target.kind) {
        case Target::Kind::Loop:
            for (Node child : target.loop.children())
                if (child.is(NodeKind::Name) && child.text() == target.name)
                    found.places.push_back({file, target.loop.span(), child.span()});
            break;
        case Target::Kind::Definition:
            found.origin = target.definition->header;
            found.places.push_back({file, target.definition->span, target.definition->name});
            break;
        case Target::Kind::Reference: {
            Matches matches = definitions_of(visible_files(snapshot, *state, UseScope::Workspace, cancel),
                                             target.steps, cancel);
            // After the words that name the definition: a member, which syntax alone cannot resolve.
            if (matches.steps <= target.step) break;
            found.origin = cover(target.steps.front().span, target.steps[matches.steps - 1].span);
            for (const auto& [where, definition] : matches.definitions)
                found.places.push_back({where->id(), definition->span, definition->name});
            break;
        }
        default:
            break;
    }
    if (found.places.empty()) return std::nullopt;
    return found;
}

WordPlace word_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    Target target = target_at(*state, offset, cancel);
    WordPlace place{WordKind::None, target.span, target.loop};
    switch (target.kind) {
        case Target::Kind::None:
            break;
        case Target::Kind::Loop:
            place.kind = WordKind::Loop;
            break;
        case Target::Kind::Call:
            place.kind = WordKind::Call;
            break;
        case Target::Kind::Reference:
            place.kind = WordKind::Reference;
            break;
        case Target::Kind::Definition:
            place.kind = WordKind::Definition;
            place.span = target.definition->name;
            break;
        case Target::Kind::Key:
            place.kind = WordKind::Key;
            break;
    }
    return place;
}

std::optional<FoundDefinition> type_definition_at(const world::Snapshot& snapshot, FileId file,
                                                  std::uint32_t offset, const Cancel& cancel) {
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return std::nullopt;
    auto name = name_at(snapshot, *place, cancel);
    if (!name || name->kind != BoundName::Kind::Symbol) return std::nullopt;
    FoundDefinition found{name->origin, {}};
    for (bind::Symbol id : name->ids) {
        if (!id.is_declaration()) continue;
        const bind::UnitSlot slot = name->module->slot_of(id);
        const bind::Declaration& d = slot.unit->declarations[id.index()];
        if (d.block == bind::kNone) continue;
        FileId where = id.file;
        for (std::uint32_t index : slot.unit->bodies[slot.unit->blocks[d.block].body].attributes) {
            const bind::BoundAttribute& attribute = slot.unit->attributes[index];
            if (attribute.def && attribute.def->decoder == language::Decoder::Type)
                found.places.push_back(
                    {where, attribute.span.shifted(slot.base), attribute.name_span.shifted(slot.base)});
        }
    }
    // Without a declared type the value determines it.
    if (found.places.empty())
        for (const SymbolUse& use : definitions_of(*name))
            found.places.push_back({use.where.file, use.whole, use.where.span});
    if (found.places.empty()) return std::nullopt;
    return found;
}

std::vector<Span> bracket_pair_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                  const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    cancel.poll();
    const syntax::File& tree = *state->tree();
    auto is_bracket = [](TokenKind kind) {
        return (kind >= TokenKind::OBrace && kind <= TokenKind::CParen) ||
               kind == TokenKind::TemplateInterp || kind == TokenKind::TemplateSeqEnd;
    };
    std::optional<TokenPlace> token = token_touching(tree, offset, is_bracket);
    if (!token || !is_bracket(token->kind())) return {};
    Span at = token->span();
    std::vector<Node> around = nodes_around(*token);
    for (std::size_t i = around.size(); i-- > 0;) {
        BracketPair pair = brackets_of(around[i]);
        if (pair.has_both() && (pair.open == at || pair.close == at)) return {pair.open, pair.close};
    }
    // The braces of a block that is split over chunks.
    syntax::BodyView body =
        tree.options().syntax == syntax::Syntax::Native ? tree.body() : syntax::BodyView();
    for (bool is_deeper = true; is_deeper;) {
        is_deeper = false;
        for (const syntax::BodyItem& item : body.items_at(offset)) {
            if (!item.split) continue;
            syntax::BlockView block = item.block();
            if (block.open_brace() == at || block.close_brace() == at)
                return {block.open_brace(), block.close_brace()};
            body = block.body();
            is_deeper = true;
            break;
        }
    }
    return {};
}

}  // namespace hcl::ide
