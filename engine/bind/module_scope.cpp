#include "engine/bind/module_scope.h"

#include <algorithm>
#include <functional>

#include "engine/base/suggest.h"
#include "engine/bind/inner_symbols.h"
#include "engine/bind/resolution.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/decoder.h"
#include "engine/eval/module_path.h"
#include "engine/language/written_function.h"

namespace hcl::bind {

using syntax::Node;

namespace {

// A path of names with its value: the address of a declaration, or the steps of a reference.
struct Path {
    const Declaration* declaration;
    const Reference* reference;
    Value value;
    std::string_view root{};  // precedes the first step

    std::size_t size() const {
        return (root.empty() ? 0 : 1) + (declaration ? declaration->address.size() : reference->steps.size());
    }
    std::string_view step(std::size_t i) const {
        if (!root.empty() && i-- == 0) return root;
        return declaration ? std::string_view(declaration->address[i]) : reference->steps[i].name;
    }
    bool operator<(const Path& other) const {
        for (std::size_t i = 0; i < size() && i < other.size(); ++i)
            if (step(i) != other.step(i)) return step(i) < other.step(i);
        return size() < other.size();
    }
};

// Builds the object for sorted paths with common first steps. Of equal paths the last one wins; a path that
// is a prefix of others is replaced by their object.
Value value_of(std::span<const Path> paths, std::size_t depth) {
    if (paths.empty()) return Value::dynamic();
    if (paths.back().size() <= depth) return paths.back().value;
    std::vector<std::pair<std::string, Value>> attributes;
    for (std::size_t i = 0; i < paths.size();) {
        if (paths[i].size() <= depth) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < paths.size() && paths[end].step(depth) == paths[i].step(depth)) ++end;
        attributes.emplace_back(paths[i].step(depth), value_of(paths.subspan(i, end - i), depth + 1));
        i = end;
    }
    return Value::object(std::move(attributes));
}

// The value of a block in which names stand for symbols that are visible only there (`column.id`), whose
// values are not parts of it, unless the pack says so.
Value with_unknown(const Value& block, std::string_view word, bool is_given) {
    if (!block.has_content() || block.is_marked() || !block.type().is_object()) return Value::dynamic();
    std::vector<std::pair<std::string, Value>> attributes;
    bool is_there = false;
    for (std::size_t i = 0; i < block.size(); ++i) {
        std::string name(block.key_at(i).as_string());
        const bool is_word = name == word;
        is_there = is_there || is_word;
        const Value& member = block.value_at(i);
        const bool has_names = is_given && member.has_content() && member.type().is_object();
        attributes.emplace_back(std::move(name), is_word && !has_names ? Value::dynamic() : member);
    }
    if (!is_there) attributes.emplace_back(word, Value::dynamic());
    return Value::object(std::move(attributes));
}

// A name that the program replaces later is a string until then. It is the whole path; of what follows the
// names (an index), nothing is known.
Value replaced_later(const Reference& reference) {
    constexpr std::uint32_t kClosing = 2;  // the quote and bracket of `node["name"]`
    if (reference.span.end > reference.steps.back().span.end + kClosing) return Value::dynamic();
    std::string text = "${";
    for (std::size_t i = 0; i < reference.steps.size(); ++i)
        text += (i == 0 ? "" : ".") + reference.steps[i].name;
    return Value::string(text + "}");
}

eval::Parameter any_parameter(std::string name) {
    return {.name = std::move(name),
            .doc = {},
            .type = Type::dynamic(),
            .allow_null = true,
            .allow_unknown = true,
            .allow_dynamic = true,
            .allow_marked = true};
}

}  // namespace

void ModuleScope::begin(std::uint32_t attribute) {
    values_.clear();
    by_root_.reset();
    references_ = attribute == kNone ? std::span<const Reference>(slot_.unit->references)
                                     : references_of(*slot_.unit, attribute);
}

const Value* ModuleScope::variable(std::string_view name) const {
    auto it = values_.find(name);
    if (it == values_.end()) it = values_.emplace(std::string(name), make(name)).first;
    return &it->second;
}

const eval::Function* ModuleScope::function(std::string_view name) const {
    auto it = functions_.find(name);
    if (it != functions_.end()) return it->second.get();
    std::optional<Symbol> found = module_.symbols().function(name);
    if (!found) {
        const eval::Function* known = module_.language().evaluation.functions->find(name);
        if (known && eval::reads_module(*known))
            return functions_.emplace(std::string(name), reading(*known)).first->second.get();
        if (known || !module_.language().may_be_function(name)) return known;
        // A function with unknown signature.
        eval::Function any;
        any.variadic = any_parameter("arguments");
        any.result_type = Type::dynamic();
        any.implementation = [](std::span<const Value>, const Type&,
                                eval::CallContext&) -> eval::FunctionResult<Value> {
            return Value::dynamic();
        };
        return functions_.emplace(std::string(name), std::make_shared<const eval::Function>(std::move(any)))
            .first->second.get();
    }
    return functions_.emplace(std::string(name), make_function(*found)).first->second.get();
}

void ModuleScope::each_variable(const std::function<void(std::string_view)>& visit) const {
    for (const std::string& name : module_.symbols().root_names()) visit(name);
    for (const auto& [name, value] : module_.language().evaluation.variables) visit(name);
}

void ModuleScope::each_function(const std::function<void(std::string_view)>& visit) const {
    for (const std::string& name : module_.symbols().function_names()) visit(name);
    for (const auto& [name, function] : module_.language().evaluation.functions->all()) visit(name);
}

namespace {

// Names of the module to suggest, until its names change.
struct NamesToSuggest {
    SimilarNames roots;
    SimilarNames functions;
};

const NamesToSuggest& names_to_suggest(const Module& module) {
    return module.symbols().names().memo.get<NamesToSuggest>([&] {
        return NamesToSuggest{SimilarNames(module.symbols().root_names()),
                              SimilarNames(module.symbols().function_names())};
    });
}

}  // namespace

void ModuleScope::offer_variables(Suggester& suggester) const {
    suggester.offer(names_to_suggest(module_).roots.nearest(suggester.given()));
    for (const auto& [name, value] : module_.language().evaluation.variables) suggester.offer(name);
}

void ModuleScope::offer_functions(Suggester& suggester) const {
    suggester.offer(names_to_suggest(module_).functions.nearest(suggester.given()));
    suggester.offer(module_.language().evaluation.functions->names());
}

// The public values of the module at a path, by kind and name; dynamic when it is not known.
Value ModuleScope::module_at(const Node& path) const {
    const std::string folder = path ? read_path(path, module_.language()) : std::string();
    const InterfacePtr there = folder.empty() ? nullptr : module_.foreign().find(folder, "");
    if (!there || there->is_absent) return Value::dynamic();
    std::vector<std::pair<std::string, Value>> kinds;
    for (const std::string& kind : module_.language().modules.public_kinds)
        kinds.emplace_back(kind, there->values_of(kind));
    return Value::object(std::move(kinds));
}

// The function with the values of the module in place of its path.
eval::FunctionPtr ModuleScope::reading(const eval::Function& function) const {
    auto reading = std::make_shared<eval::Function>(function);
    reading->implementation = [this, &function](std::span<const Value> arguments, const Type& type,
                                                eval::CallContext& call) -> eval::FunctionResult<Value> {
        const Value& path = arguments[0].unmarked();
        if (!path.has_content()) return Value::dynamic();
        const auto& closure = path.capsule_as<eval::Closure>();
        Diagnostics found;
        closure.evaluate(call, found);
        if (has_errors(found))
            return eval::argument_error(
                0, eval::as_clause(*std::ranges::find(found, Severity::Error, &Diagnostic::severity)));
        std::vector<Value> values(arguments.begin(), arguments.end());
        values[0] = module_at(closure.expression.node());
        return values[0].is_unknown() ? Value::dynamic() : function.implementation(values, type, call);
    };
    return reading;
}

// Each name is made once, so a scan for each of many names would take quadratic time.
std::span<const std::uint32_t> ModuleScope::references_by(std::string_view root) const {
    auto root_of = [&](std::uint32_t i) { return std::string_view(references_[i].steps[0].name); };
    if (!by_root_) {
        by_root_.emplace();
        for (std::uint32_t i = 0; i < references_.size(); ++i)
            if (!references_[i].has_optional_root) by_root_->push_back(i);
        std::ranges::stable_sort(*by_root_, {}, root_of);
    }
    return std::ranges::equal_range(*by_root_, root, {}, root_of);
}

// When several symbols share a root, the object contains only the members that are referred to.
Value ModuleScope::make(std::string_view name) const {
    std::vector<Path> paths;
    std::optional<bool> has_members;
    const std::string& optional_root = module_.language().names.optional_root;
    bool is_root = !optional_root.empty() && name == optional_root;
    std::string_view before = is_root ? std::string_view(optional_root) : std::string_view();
    auto add = [&](Symbol symbol) {
        paths.push_back({&module_.declaration(symbol), nullptr, module_.value_of(symbol), before});
    };
    std::vector<std::pair<const Declaration*, std::string_view>> inside;
    bool any = false;
    bool is_group = false;
    std::optional<Value> known;
    // False when it is known without further references.
    auto use = [&](const Reference& reference) {
        if (reference.is_text || reference.is_address) return true;
        if (reference.has_optional_root ? !is_root : reference.steps[0].name != name) return true;
        any = true;
        Resolution found = resolve(module_, slot_, reference);
        if (found.kind == Resolution::Kind::Symbol) {
            const Symbol last = found.symbols.back();  // it wins
            add(last);
            if (reference.steps.size() > found.steps &&
                has_names_inside(module_, last, reference.steps[found.steps].name))
                inside.emplace_back(&module_.declaration(last), reference.steps[found.steps].name);
            return true;
        }
        if (found.kind == Resolution::Kind::Group) {
            for (Symbol symbol : found.symbols) add(symbol);
            is_group = true;
            return true;
        }
        if (!has_members) has_members = reference.has_optional_root || module_.symbols().has_prefix(name);
        const bool is_text = !*has_members && found.kind == Resolution::Kind::Unknowable &&
                             module_.language().names.unknown == language::UnknownNames::Text;
        if (is_text) {
            paths.push_back({nullptr, &reference, replaced_later(reference)});
            return true;
        }
        if (!*has_members) {
            known = found.kind == Resolution::Kind::Missing ? Value::dynamic() : predefined(name);
            return false;
        }
        if (reference.has_optional_root || reference.steps.size() > 1)
            paths.push_back({nullptr, &reference, Value::dynamic(),
                             reference.has_optional_root ? before : std::string_view()});
        return true;
    };
    constexpr std::size_t kFew = 32;
    if (is_root || references_.size() <= kFew) {
        for (const Reference& reference : references_)
            if (!use(reference)) return *known;
    } else {
        for (std::uint32_t i : references_by(name))
            if (!use(references_[i])) return *known;
    }
    if (!any) {
        for (Symbol symbol : module_.symbols().by_prefix({std::string(name)}))
            if (is_in_reach(symbol)) add(symbol);
        if (paths.empty()) return whole(name);
    }
    if (paths.empty() && is_group) return Value::object({});
    for (const auto& [declaration, word] : inside)
        for (Path& path : paths)
            if (path.declaration == declaration)
                path.value = with_unknown(path.value, word, static_cast<bool>(declaration->def->value));
    if (paths.size() > 1) std::ranges::stable_sort(paths, std::less<>());
    return value_of(paths, 1);
}

// Without a reference, the block of the name is unknown, so symbols that are visible only
// in their own block are included.
bool ModuleScope::is_in_reach(Symbol symbol) const {
    return symbol.file == slot_.file ||
           module_.declaration(symbol).def->visibility != language::Visibility::File;
}

// The value of a name that is a declaration itself, or a variable of the language.
Value ModuleScope::whole(std::string_view name) const {
    const Symbol* last = nullptr;
    SymbolList found = module_.symbols().by_address({std::string(name)});
    for (const Symbol& symbol : found)
        if (is_in_reach(symbol)) last = &symbol;
    return last ? module_.value_of(*last) : predefined(name);
}

Value ModuleScope::predefined(std::string_view name) const {
    for (const auto& [known, value] : module_.language().evaluation.variables)
        if (known == name) return value;
    return Value::dynamic();
}

namespace {

// Whether the list of parameters is there and whole. Where it must be written, its absence says nothing.
bool are_parameters_known(const BoundUnit& unit, const BoundBlock& block) {
    const std::string& name = block.def->callable->parameters;
    const BoundBody& body = unit.bodies[block.body];
    for (std::uint32_t index : body.attributes) {
        const BoundAttribute& attribute = unit.attributes[index];
        if (attribute.name != name) continue;
        if (!attribute.expr) return false;
        const auto list = eval::static_list(eval::Expression(attribute.expr));
        return list && std::ranges::none_of(*list, [](const eval::Expression& element) {
                   return eval::static_keyword(element).empty();
               });
    }
    const AttributeDef* def = body.attribute(name);
    return !def || !def->is_required;
}

}  // namespace

eval::FunctionPtr ModuleScope::make_function(Symbol symbol) const {
    UnitSlot slot = module_.slot_of(symbol);
    const BoundBlock& block = slot.unit->blocks[slot.unit->callables[symbol.index()].block];
    language::WrittenFunction written;
    written.doc = "Defined in this configuration.";
    auto parameter = [](std::string name) {
        return language::WrittenParameter{
            .name = std::move(name), .doc = {}, .type = {}, .takes_null = false};
    };
    std::string variadic;
    for (std::string& name : parameter_names(*slot.unit, block, variadic))
        written.parameters.push_back(parameter(std::move(name)));
    if (!variadic.empty()) {
        written.variadic = parameter(std::move(variadic));
    } else if (!are_parameters_known(*slot.unit, block)) {
        written.parameters.clear();
        written.variadic = parameter("arguments");
        written.variadic->takes_null = true;
    }
    std::uint32_t result = kNone;
    for (std::uint32_t index : slot.unit->bodies[block.body].attributes)
        if (slot.unit->attributes[index].name == block.def->callable->result) {
            written.result = slot.unit->attributes[index].expr;
            result = index;
        }
    // One that calls itself has no result.
    if ((result != kNone && slot.unit->attributes[result].is_broken) ||
        module_.cycles().members.contains(symbol))
        written.result = Node();
    written.scope = std::make_shared<ModuleScope>(module_, slot, result);
    return language::written_function(std::move(written));
}

}  // namespace hcl::bind
