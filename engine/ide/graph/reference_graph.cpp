#include "engine/ide/graph/reference_graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/base/limits.h"
#include "engine/bind/address.h"
#include "engine/bind/description.h"
#include "engine/bind/resolution.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/module_path.h"
#include "engine/language/path_functions.h"
#include "engine/world/cross_module.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;
using Kind = GraphEdge::Kind;

std::string header_of(const BoundBlock& block) {
    std::string out = block.type;
    for (const bind::BoundLabel& label : block.labels) out += "." + label.value;
    return out;
}

// Whether the attributes of the block are symbols, so that the block itself is no node.
bool holds_declarations(const BoundUnit& unit, std::uint32_t block) {
    if (unit.blocks[block].has_parts) return true;
    return std::ranges::any_of(unit.declarations, [&](const bind::Declaration& d) {
        return d.attribute != kNone && unit.attributes[d.attribute].body == unit.blocks[block].body &&
               !bind::is_unnamed(*d.def);
    });
}

// Whether the attribute declares a symbol that has a node.
bool names_something(const BoundUnit& unit, const BoundAttribute& attribute) {
    return attribute.declaration != kNone && !bind::is_unnamed(*unit.declarations[attribute.declaration].def);
}

// Sorts edges; removes duplicates at later places, and edges from a node to itself.
void tidy(std::vector<GraphEdge>& edges) {
    auto pair_of = [](const GraphEdge& e) { return std::tuple(e.from, e.to, e.kind); };
    std::erase_if(edges, [](const GraphEdge& e) { return e.from == e.to && e.kind != Kind::Refers; });
    std::ranges::sort(edges, {}, [](const GraphEdge& e) {
        return std::tuple(e.from, e.to, e.kind, e.place.file, e.place.span.start);
    });
    auto repeats = [&](const GraphEdge& a, const GraphEdge& b) { return pair_of(a) == pair_of(b); };
    edges.erase(std::unique(edges.begin(), edges.end(), repeats), edges.end());
}

// Replaces nodes by those of a coarser level: `to[i]` is the new index of node i. Edges
// inside a new node are removed.
void fold_edges(std::vector<GraphEdge>& edges, const std::vector<std::uint32_t>& to) {
    for (GraphEdge& e : edges) {
        e.from = to[e.from];
        e.to = to[e.to];
    }
    std::erase_if(edges, [](const GraphEdge& e) { return e.from == e.to; });
    tidy(edges);
}

// The graph of symbols, module by module.
class GraphBuilder {
  public:
    GraphBuilder(const world::Snapshot& snapshot, const ShownPath& shown_path, const Cancel& cancel)
        : snapshot_(snapshot), shown_path_(shown_path), cancel_(cancel) {}

    void add_module_of(FileId file) {
        const world::FileState* state = snapshot_.file(file);
        if (!state) return;
        if (bind::ModulePtr module = world::module_of(snapshot_, file, cancel_))
            index_of(world::module_name(snapshot_, *state), module);
    }

    // Called modules are added to modules_ while nodes are created.
    void build() {
        for (std::size_t i = 0; i < modules_.size(); ++i) add_nodes(i);
        put_in_order();
        for (std::size_t i = 0; i < modules_.size(); ++i) add_edges(i);
        for (const Call& call : calls_) add_call_edge(call);
    }

    ReferenceGraph symbols() {
        tidy(edges_);
        return {std::move(nodes_), std::move(edges_)};
    }

    ReferenceGraph files() {
        ReferenceGraph out;
        std::map<FileId, std::uint32_t> by_file;
        for (const Entry& entry : modules_)
            for (const bind::ModuleFile& file : entry.module->files()) {
                by_file[file.input.id] = static_cast<std::uint32_t>(out.nodes.size());
                out.nodes.push_back(
                    {shown_path_(file.input.path), "file", entry.name, {file.input.id, {}}, {}});
            }
        std::vector<std::uint32_t> to;
        to.reserve(nodes_.size());
        for (const GraphNode& node : nodes_) to.push_back(by_file[node.place.file]);
        out.edges = std::move(edges_);
        fold_edges(out.edges, to);
        return out;
    }

    ReferenceGraph modules() {
        ReferenceGraph out;
        for (const Entry& entry : modules_)
            out.nodes.push_back(
                {entry.name, "module", entry.name, {entry.module->files().front().input.id, {}}, {}});
        for (const Call& call : calls_) out.edges.push_back({Kind::Calls, call.from, call.to, call.place});
        tidy(out.edges);
        std::set<std::pair<std::uint32_t, std::uint32_t>> called;
        for (const GraphEdge& e : out.edges) called.emplace(e.from, e.to);
        std::vector<GraphEdge> others = std::move(edges_);
        fold_edges(others, home_);
        // A Calls edge already covers the references of its arguments and results.
        std::erase_if(others, [&](const GraphEdge& e) {
            return called.contains({e.from, e.to}) || called.contains({e.to, e.from});
        });
        out.edges.insert(out.edges.end(), others.begin(), others.end());
        tidy(out.edges);
        return out;
    }

  private:
    struct Entry {
        bind::ModulePtr module;
        std::string name;                                                         // for people
        std::map<std::pair<std::string, std::string>, std::uint32_t> by_address;  // kind and address
        std::map<std::tuple<FileId, std::uint64_t, std::uint32_t>, std::uint32_t>
            by_block;  // file, unit, block
        std::map<FileId, std::uint32_t> by_file;
        std::map<std::string, std::uint32_t> by_function;
    };
    struct Call {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        Location place;
        std::uint32_t node = kNone;  // what names the other module
    };

    std::size_t index_of(const std::string& name, const bind::ModulePtr& module) {
        auto [at, is_new] = known_.try_emplace(name, modules_.size());
        if (!is_new) return at->second;
        const std::string& path = module->files().front().input.path;
        const std::size_t slash = path.rfind('/');
        std::string shown = path;
        if (module->language().modules.join == language::Join::Folder)
            shown = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
        modules_.push_back({module, shown_path_(shown), {}, {}, {}, {}});
        return modules_.size() - 1;
    }

    // The index of another module; kNone when the workspace has none.
    std::size_t index_of_foreign(const bind::Module& from, std::string_view folder,
                                 std::string_view language) {
        bind::ModulePtr found = world::foreign_module(snapshot_, from, folder, language, cancel_);
        return found ? index_of_loaded(found) : std::size_t{kNone};
    }
    std::size_t index_of_loaded(const bind::ModulePtr& module) {
        const world::FileState* state = snapshot_.file(module->files().front().input.id);
        return state ? index_of(world::module_name(snapshot_, *state), module) : std::size_t{kNone};
    }

    std::uint32_t add_node(std::size_t module, GraphNode node) {
        node.module = modules_[module].name;
        nodes_.push_back(std::move(node));
        home_.push_back(static_cast<std::uint32_t>(module));
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }

    void add_nodes(std::size_t index) {
        const bind::ModulePtr module = modules_[index].module;
        for (const bind::ModuleFile& file : module->files())
            file.each_unit([&](const UnitSlot& slot) {
                cancel_.poll();
                add_declarations(index, slot);
                for (const bind::Callable& callable : slot.unit->callables) {
                    std::uint32_t node = add_node(index, {callable.name,
                                                          "function",
                                                          {},
                                                          place_of_block(slot, callable.block),
                                                          span_of_block(slot, callable.block)});
                    modules_[index].by_function.try_emplace(callable.name, node);
                    modules_[index].by_block.try_emplace({slot.file, slot.label, callable.block}, node);
                }
                for (std::uint32_t i : slot.unit->bodies[0].attributes)
                    if (!names_something(*slot.unit, slot.unit->attributes[i]))
                        node_of_file(index, slot.file);
                // A JSON file is one unit: process every top-level block.
                for (std::uint32_t block : slot.unit->bodies[0].blocks)
                    if (!holds_declarations(*slot.unit, block)) node_of_block(index, slot, block);
                for (std::uint32_t i = 0; i < slot.unit->blocks.size(); ++i) {
                    const BoundBlock& block = slot.unit->blocks[i];
                    const std::string folder = bind::called_folder(*slot.unit, block);
                    if (folder.empty()) continue;
                    const auto node = modules_[index].by_block.find({slot.file, slot.label, i});
                    add_call(index, folder, {slot.file, block.header_span.shifted(slot.base)},
                             node != modules_[index].by_block.end() ? node->second : kNone);
                }
                for (const BoundAttribute& attribute : slot.unit->attributes)
                    add_files_named(index, slot, attribute);
            });
        const auto& sets = module->language().modules.sets;
        if (!sets.language.empty()) index_of_foreign(*module, "", sets.language);
    }

    void add_call(std::size_t from, const std::string& folder, Location place, std::uint32_t node) {
        const bind::ModulePtr module = modules_[from].module;
        const std::size_t to = index_of_foreign(*module, folder, "");
        if (to == kNone) return;
        calls_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), place, node});
        // Where modules are files, a file is the node of what it calls as a whole.
        if (is_file(*modules_[to].module)) node_of_file(to, modules_[to].module->files().front().input.id);
    }

    // The modules that functions of the attribute read, and those whose folders it lists.
    void add_files_named(std::size_t index, const UnitSlot& slot, const BoundAttribute& attribute) {
        if (!attribute.expr || attribute.expr.is(syntax::NodeKind::Missing)) return;
        const language::Language& language = modules_[index].module->language();
        auto add = [&](const std::string& path, Span place) {
            if (!path.empty())
                add_call(index, path, {slot.file, place.shifted(slot.base)},
                         owner_of(index, slot, attribute));
        };
        if (!slot.unit->calls.empty())
            eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
                const eval::Function* function = language.evaluation.functions->find(name);
                if (function && eval::reads_module(*function) && call.child(1))
                    add(bind::read_path(call.child(1), language), call.span());
            });
        const syntax::Node list = eval::without_parens(attribute.expr);
        if (language.modules.join != language::Join::File || !attribute.def ||
            attribute.def->rules.path != language::Format::Folder || !list.is(syntax::NodeKind::Tuple))
            return;
        for (const syntax::Node one : list.children())
            add(bind::written_path(one, language::path_functions(language)), one.span());
    }

    static bool is_file(const bind::Module& module) {
        return module.language().modules.join == language::Join::File;
    }
    void add_call_edge(const Call& call) {
        const bind::Module& to = *modules_[call.to].module;
        if (is_file(to))
            connect(Kind::Calls, call.node, node_of_file(call.to, to.files().front().input.id), call.place);
    }

    static Location place_of_block(const UnitSlot& slot, std::uint32_t block) {
        const BoundBlock& b = slot.unit->blocks[block];
        return {slot.file, (b.labels.empty() ? b.type_span : b.labels.back().span).shifted(slot.base)};
    }

    static Span span_of_block(const UnitSlot& slot, std::uint32_t block) {
        return slot.unit->blocks[block].span.shifted(slot.base);
    }

    void add_declarations(std::size_t index, const UnitSlot& slot) {
        for (const bind::Declaration& d : slot.unit->declarations) {
            if (bind::is_unnamed(*d.def)) continue;
            std::pair key(d.def->kind, bind::address_text(d.address));
            auto block = std::tuple(slot.file, slot.label, d.block);
            std::uint32_t node = kNone;
            // A second address of a block, or the same symbol in an overriding file.
            if (auto at = modules_[index].by_block.find(block);
                d.block != kNone && at != modules_[index].by_block.end())
                node = at->second;
            else if (auto known = modules_[index].by_address.find(key);
                     known != modules_[index].by_address.end())
                node = known->second;
            else
                node = add_node(index, {key.second,
                                        d.def->kind,
                                        {},
                                        {slot.file, d.name_span.shifted(slot.base)},
                                        d.span.shifted(slot.base)});
            modules_[index].by_address.try_emplace(std::move(key), node);
            if (d.block != kNone) modules_[index].by_block.try_emplace(block, node);
        }
    }

    std::uint32_t node_of_block(std::size_t index, const UnitSlot& slot, std::uint32_t block) {
        auto [at, is_new] = modules_[index].by_block.try_emplace({slot.file, slot.label, block}, 0);
        if (is_new)
            at->second = add_node(index, {header_of(slot.unit->blocks[block]),
                                          "block",
                                          {},
                                          place_of_block(slot, block),
                                          span_of_block(slot, block)});
        return at->second;
    }

    // Sorts by module, file and position.
    void put_in_order() {
        std::vector<std::uint32_t> order(nodes_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
            return std::tuple(home_[i], modules_[home_[i]].module->files().rank_of(nodes_[i].place.file),
                              nodes_[i].place.span.start);
        });
        std::vector<std::uint32_t> now(order.size());
        std::vector<GraphNode> nodes;
        std::vector<std::uint32_t> home;
        for (std::uint32_t old : order) {
            now[old] = static_cast<std::uint32_t>(nodes.size());
            nodes.push_back(std::move(nodes_[old]));
            home.push_back(home_[old]);
        }
        nodes_ = std::move(nodes);
        home_ = std::move(home);
        for (Call& call : calls_)
            if (call.node != kNone) call.node = now[call.node];
        for (Entry& entry : modules_) {
            for (auto& [key, node] : entry.by_address) node = now[node];
            for (auto& [key, node] : entry.by_block) node = now[node];
            for (auto& [key, node] : entry.by_function) node = now[node];
            for (auto& [key, node] : entry.by_file) node = now[node];
        }
    }

    // The node of an attribute: its symbol, else its top-level block, else the file.
    std::uint32_t owner_of(std::size_t index, const UnitSlot& slot, const BoundAttribute& attribute) {
        const BoundUnit& unit = *slot.unit;
        if (names_something(unit, attribute)) return node_of(index, unit.declarations[attribute.declaration]);
        std::uint32_t outermost = kNone;
        for (std::uint32_t body : bind::bodies_around(unit, attribute.body)) {
            std::uint32_t block = unit.bodies[body].block;
            if (block == kNone) break;
            outermost = block;
            auto known = modules_[index].by_block.find({slot.file, slot.label, block});
            if (known != modules_[index].by_block.end()) return known->second;
        }
        if (outermost != kNone) return node_of_block(index, slot, outermost);
        return node_of_file(index, slot.file);
    }

    std::uint32_t node_of_file(std::size_t index, FileId file) {
        auto [at, is_new] = modules_[index].by_file.try_emplace(file, 0);
        if (is_new)
            at->second = add_node(
                index,
                {shown_path_(modules_[index].module->file(file)->input.path), "file", {}, {file, {}}, {}});
        return at->second;
    }

    std::uint32_t node_of(std::size_t index, const bind::Declaration& d) {
        auto at = modules_[index].by_address.find({d.def->kind, bind::address_text(d.address)});
        return at == modules_[index].by_address.end() ? kNone : at->second;
    }

    void connect(Kind kind, std::uint32_t from, std::uint32_t to, Location place) {
        if (from != kNone && to != kNone) edges_.push_back({kind, from, to, place});
    }

    void add_edges(std::size_t index) {
        const bind::ModulePtr module = modules_[index].module;
        for (const bind::ModuleFile& file : module->files())
            file.each_unit([&](const UnitSlot& slot) {
                cancel_.poll();
                for (const bind::Reference& reference : slot.unit->references)
                    add_reference(index, slot, reference);
                for (std::uint32_t i = 0; i < slot.unit->attributes.size(); ++i)
                    add_attribute(index, slot, i);
            });
        for (const bind::ModuleFile& file : module->files())
            for (const check::ExtensionName& name :
                 world::names_of_others(snapshot_, module, file.input.id, cancel_))
                add_name(index, file, name);
    }

    // Names that only native code of the language knows: a key sets what it names.
    void add_name(std::size_t index, const bind::ModuleFile& file, const check::ExtensionName& name) {
        const std::optional<UnitSlot> slot = file.unit_at(name.word.start);
        if (!slot || !slot->unit) return;
        const std::size_t other = index_of_loaded(name.module);
        if (other == kNone || !name.symbols.back().is_declaration()) return;
        const std::uint32_t to = node_of(other, name.module->declaration(name.symbols.back()));
        for (const BoundAttribute& attribute : slot->unit->attributes) {
            if (!attribute.expr || !attribute.expr.span().shifted(slot->base).contains(name.word.start))
                continue;
            const std::uint32_t own = owner_of(index, *slot, attribute);
            const Location place{file.input.id, name.word};
            const bool sets = static_cast<bool>(name.module->declaration(name.symbols.back()).def->type);
            return sets ? connect(Kind::SetBy, to, own, place) : connect(Kind::Refers, own, to, place);
        }
    }

    void add_reference(std::size_t index, const UnitSlot& slot, const bind::Reference& reference) {
        const bind::Module& module = *modules_[index].module;
        bind::Resolution found = bind::resolve(module, slot, reference);
        if (found.kind != bind::Resolution::Kind::Symbol && found.kind != bind::Resolution::Kind::Group)
            return;
        const std::uint32_t owner = owner_of(index, slot, slot.unit->attributes[reference.attribute]);
        const Location place{slot.file, reference.span.shifted(slot.base)};
        // More declarations of one address are errors.
        std::span<const Symbol> symbols = found.symbols.list();
        if (found.kind == bind::Resolution::Kind::Symbol && symbols.size() > limits::alike_declarations)
            symbols = symbols.first(limits::alike_declarations);
        for (Symbol symbol : symbols) {
            if (!symbol.is_declaration()) continue;
            const std::uint32_t node = node_of(index, module.declaration(symbol));
            // A validation refers to its own variable.
            if (node != owner) connect(Kind::Refers, owner, node, place);
        }
        for (const world::ForeignMember& member :
             world::members_named(snapshot_, module, slot, reference, cancel_))
            connect(Kind::Refers, owner, node_of_foreign(member.found),
                    {slot.file, member.span.shifted(slot.base)});
    }

    std::uint32_t node_of_foreign(const world::ForeignSymbols& found) {
        std::size_t index = index_of_loaded(found.module);
        if (index == kNone || !found.symbols.back().is_declaration()) return kNone;
        return node_of(index, found.module->declaration(found.symbols.back()));
    }

    void add_attribute(std::size_t index, const UnitSlot& slot, std::uint32_t i) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        const bind::Module& module = *modules_[index].module;
        if (auto set = world::set_by(snapshot_, module, slot, i, cancel_))
            connect(Kind::SetBy, node_of_foreign(*set), owner_of(index, slot, attribute),
                    {slot.file, attribute.name_span.shifted(slot.base)});
        if (modules_[index].by_function.empty() || slot.unit->calls.empty() || !attribute.expr ||
            attribute.expr.is(syntax::NodeKind::Missing))
            return;
        eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
            auto function = modules_[index].by_function.find(std::string(name));
            if (function != modules_[index].by_function.end())
                connect(Kind::Refers, owner_of(index, slot, attribute), function->second,
                        {slot.file, call.span().shifted(slot.base)});
        });
    }

    const world::Snapshot& snapshot_;
    const ShownPath& shown_path_;
    const Cancel& cancel_;
    std::vector<Entry> modules_;
    std::unordered_map<std::string, std::size_t> known_;
    std::vector<GraphNode> nodes_;
    std::vector<std::uint32_t> home_;  // module of each node
    std::vector<GraphEdge> edges_;
    std::vector<Call> calls_;
};

using Neighbours = std::vector<std::vector<std::uint32_t>>;

// The nodes within `depth` edges of `from`, in the direction of the edges.
void reach(const Neighbours& next, std::uint32_t from, std::uint32_t depth, std::vector<bool>& reached) {
    std::vector<bool> seen(next.size());
    std::vector<std::uint32_t> now{from};
    seen[from] = true;
    for (std::uint32_t step = 0; !now.empty(); ++step) {
        std::vector<std::uint32_t> then;
        for (std::uint32_t node : now) {
            reached[node] = true;
            if (step == depth) continue;
            for (std::uint32_t other : next[node])
                if (!seen[other]) {
                    seen[other] = true;
                    then.push_back(other);
                }
        }
        now = std::move(then);
    }
}

// Connects the neighbours of hidden nodes.
std::vector<GraphEdge> bridged(const std::vector<GraphEdge>& edges, const std::vector<bool>& is_shown) {
    std::vector<std::vector<std::uint32_t>> next(is_shown.size());
    for (std::uint32_t i = 0; i < edges.size(); ++i) next[edges[i].from].push_back(i);
    std::vector<GraphEdge> out;
    std::vector<std::uint32_t> seen_for(is_shown.size(), kNone);
    for (std::uint32_t from = 0; from < is_shown.size(); ++from) {
        if (!is_shown[from]) continue;
        std::vector<std::uint32_t> pending = next[from];
        for (std::size_t i = 0; i < pending.size(); ++i) {
            GraphEdge edge = edges[pending[i]];
            const bool is_direct = edge.from == from;
            edge.from = from;
            if (is_shown[edge.to]) {
                // Edges that replace a path through hidden nodes are references.
                if (!is_direct) edge.kind = Kind::Refers;
                if (is_direct || edge.to != from) out.push_back(edge);
            } else if (seen_for[edge.to] != from) {
                seen_for[edge.to] = from;
                pending.insert(pending.end(), next[edge.to].begin(), next[edge.to].end());
            }
        }
    }
    tidy(out);
    return out;
}

}  // namespace

std::string_view graph_edge_word(GraphEdge::Kind kind) {
    switch (kind) {
        case Kind::Refers:
            return "refers";
        case Kind::SetBy:
            return "set by";
        case Kind::Calls:
            return "calls";
    }
    return {};
}

ReferenceGraph reference_graph(const world::Snapshot& snapshot, std::span<const FileId> files,
                               GraphLevel level, const ShownPath& shown_path, const Cancel& cancel) {
    GraphBuilder builder(snapshot, shown_path, cancel);
    for (FileId file : files) builder.add_module_of(file);
    builder.build();
    switch (level) {
        case GraphLevel::Symbols:
            return builder.symbols();
        case GraphLevel::Files:
            return builder.files();
        case GraphLevel::Modules:
            return builder.modules();
    }
    return {};
}

ReferenceGraph filtered(const ReferenceGraph& graph, const GraphFilter& filter) {
    const std::size_t count = graph.nodes.size();
    std::vector<bool> is_shown(count, true);
    if (!filter.kinds.empty())
        for (std::size_t i = 0; i < count; ++i)
            is_shown[i] = i == filter.from ||
                          std::ranges::find(filter.kinds, graph.nodes[i].kind) != filter.kinds.end();
    std::vector<GraphEdge> edges = filter.kinds.empty() ? graph.edges : bridged(graph.edges, is_shown);
    if (filter.from && *filter.from < count) {
        Neighbours needs(count);
        Neighbours needed_by(count);
        for (const GraphEdge& e : edges) {
            needs[e.from].push_back(e.to);
            needed_by[e.to].push_back(e.from);
        }
        std::vector<bool> reached(count);
        using Direction = GraphFilter::Direction;
        if (filter.direction != Direction::NeededBy) reach(needs, *filter.from, filter.depth, reached);
        if (filter.direction != Direction::Needs) reach(needed_by, *filter.from, filter.depth, reached);
        for (std::size_t i = 0; i < count; ++i) is_shown[i] = is_shown[i] && reached[i];
    }
    ReferenceGraph out;
    std::vector<std::uint32_t> now(count, kNone);
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_shown[i]) continue;
        now[i] = static_cast<std::uint32_t>(out.nodes.size());
        out.nodes.push_back(graph.nodes[i]);
    }
    for (GraphEdge& e : edges) {
        if (!is_shown[e.from] || !is_shown[e.to]) continue;
        e.from = now[e.from];
        e.to = now[e.to];
        out.edges.push_back(e);
    }
    return out;
}

std::optional<std::uint32_t> node_around(const ReferenceGraph& graph, FileId file, std::uint32_t offset) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphNode& node = graph.nodes[i];
        if (node.place.file != file || !node.span.contains(offset)) continue;
        if (!found || node.span.length() < graph.nodes[*found].span.length()) found = i;
    }
    return found;
}

std::vector<std::uint32_t> nodes_named(const ReferenceGraph& graph, std::string_view name) {
    std::vector<std::uint32_t> exact;
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        std::string_view known = graph.nodes[i].name;
        if (known == name)
            exact.push_back(i);
        else if (!name.empty() && known.size() > name.size() && known.ends_with(name) &&
                 (known[known.size() - name.size() - 1] == '.' ||
                  known[known.size() - name.size() - 1] == '/'))
            ends.push_back(i);
    }
    return exact.empty() ? ends : exact;
}

}  // namespace hcl::ide
