#include "engine/terraform/new_declarations.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::Symbol;
using check::ExtensionRefactoring;
using syntax::Node;
using syntax::NodeKind;

bool takes_declarations(const bind::ModuleFile& file) {
    return file.input.tree->options().syntax == syntax::Syntax::Native && !file.is_override;
}

// The file for declarations of a kind: the usual one, the one that ends with the last of them, or main.tf.
const bind::ModuleFile* file_for(const bind::Module& module, std::string_view kind, std::string_view usual) {
    for (const bind::ModuleFile& file : module.files())
        if (takes_declarations(file) && file_name_of(file.input.path) == usual) return &file;
    const bind::ModuleFile* last = nullptr;
    for (const Symbol symbol : module.symbols().by_kind(kind))
        if (const bind::ModuleFile* file = module.file(symbol.file); file && takes_declarations(*file))
            last = file;
    if (last) return last;
    for (const bind::ModuleFile& file : module.files())
        if (takes_declarations(file) && file_name_of(file.input.path).starts_with("main.")) return &file;
    const auto first = std::ranges::find_if(module.files(), takes_declarations);
    return first == module.files().end() ? nullptr : &*first;
}

// Where a declaration is added: behind the last one of its kind in its file, or at the end.
struct Addition {
    FileId file;
    std::uint32_t offset = 0;
    std::string_view before;
    std::string_view after;
};

std::optional<Addition> addition_to(const bind::Module& module, std::string_view kind,
                                    std::string_view usual) {
    const bind::ModuleFile* file = file_for(module, kind, usual);
    if (!file) return std::nullopt;
    std::uint32_t end = 0;
    for (const Symbol symbol : module.symbols().by_kind(kind))
        if (symbol.file == file->input.id)
            end = std::max(end, module.declaration(symbol).span.end + module.slot_of(symbol).base);
    if (end > 0) return Addition{file->input.id, end, "\n\n", ""};
    const syntax::File& tree = *file->input.tree;
    end = tree.size();
    const bool has_line_end = end == 0 || tree.text({end - 1, end}) == "\n";
    return Addition{file->input.id, end, end == 0 ? "" : has_line_end ? "\n" : "\n\n", "\n"};
}

// Kept with the module, because many findings can ask.
struct Additions {
    std::optional<Addition> variable;
    std::optional<Addition> output;
};

const Additions& additions_to(const bind::Module& module) {
    return module.memo().get<Additions>([&] {
        return Additions{addition_to(module, "variable", "variables.tf"),
                         addition_to(module, "output", "outputs.tf")};
    });
}

std::optional<FileEdit> edit_at(const std::optional<Addition>& place, const std::string& text) {
    if (!place) return std::nullopt;
    return FileEdit{
        place->file,
        {{place->offset, place->offset}, std::string(place->before) + text + std::string(place->after)}};
}

bool has_name(const bind::Module& module, std::string_view kind, std::string_view name) {
    return !module.symbols().by_kind_and_name(kind, name).empty();
}

// ---- Types of variables

// The type that a variable with this value has: collections where all elements are alike.
Type type_like(const Type& type) {
    if (type.is_tuple()) {
        const auto& elements = type.elements();
        if (elements.empty()) return Type::list(Type::dynamic());
        const Type first = type_like(elements.front());
        const bool is_uniform =
            std::ranges::all_of(elements, [&](const Type& one) { return type_like(one) == first; });
        return is_uniform ? Type::list(first) : type;
    }
    if (type.is_object() && type.attributes().empty()) return Type::map(Type::dynamic());
    return type;
}

// An object with keys that are no names: a map, if its values have one type.
std::string type_with_other_keys(const Type& object) {
    const Type first = type_like(object.attributes().front().type);
    const bool is_uniform = std::ranges::all_of(
        object.attributes(), [&](const ObjectAttribute& one) { return type_like(one.type) == first; });
    return is_uniform && !first.has_dynamic() ? "map(" + variable_type(first) + ")" : "any";
}

}  // namespace

std::string variable_type(const Type& whole) {
    const Type type = type_like(whole);
    if (type.is_dynamic()) return "any";
    if (type.is_collection()) {
        const char* kind = type.is_list() ? "list(" : type.is_set() ? "set(" : "map(";
        return kind + variable_type(type.element()) + ")";
    }
    std::string out;
    if (type.is_tuple()) {
        for (const Type& element : type.elements()) out += (out.empty() ? "" : ", ") + variable_type(element);
        return "tuple([" + out + "])";
    }
    if (!type.is_object()) return type.to_constraint_source();
    for (const ObjectAttribute& attribute : type.attributes()) {
        if (!syntax::is_valid_identifier(attribute.name)) return type_with_other_keys(type);
        const std::string own = variable_type(attribute.type);
        out += (out.empty() ? " " : ", ") + attribute.name + " = " +
               (attribute.optional ? "optional(" + own + ")" : own);
    }
    return "object({" + out + " })";
}

namespace {

// ---- What a called module lacks

// The types of resources by their names; empty for a name that several have.
struct TypesByName {
    std::map<std::string, std::string, std::less<>> list;
};

const std::map<std::string, std::string, std::less<>>& types_by_name(const bind::Module& module) {
    const auto read = [&] {
        TypesByName out;
        for (const Symbol symbol : module.symbols().by_kind("resource")) {
            const std::vector<std::string>& words = module.declaration(symbol).address;
            if (words.size() != 2) continue;
            auto [known, is_new] = out.list.try_emplace(words[1], words[0]);
            if (!is_new && known->second != words[0]) known->second.clear();
        }
        return out;
    };
    return module.memo().get<TypesByName>(read).list;
}

// A guess at the value of an output by its name: the local or variable of the same name, or an attribute of a
// resource (`web_id` for `aws_instance.web.id`).
std::string output_value(const bind::Module& module, std::string_view name) {
    const std::string text(name);
    if (has_name(module, "local", name)) return "local." + text;
    if (has_name(module, "variable", name)) return "var." + text;
    for (std::size_t at = text.find('_'); at != std::string::npos; at = text.find('_', at + 1)) {
        const std::string label = text.substr(0, at);
        const std::string member = text.substr(at + 1);
        if (member != "id" && member != "arn" && member != "name") continue;
        const auto& types = types_by_name(module);
        const auto type = types.find(label);
        if (type != types.end() && !type->second.empty()) return type->second + "." + label + "." + member;
    }
    return "null";
}

// Whether a module in a folder is one of the workspace.
bool is_own(const bind::Module& module) {
    return !module.files().empty() &&
           module.files().front().input.path.find("/.terraform/") == std::string::npos;
}

void offer(std::string_view kind, const std::string& name, const std::string& folder,
           std::optional<FileEdit> edit, Diagnostic& found) {
    if (!edit) return;
    found.fixes.push_back({.title = "Declare the " + std::string(kind) + " \"" + name +
                                    "\" in the module in \"" + folder + "\"",
                           .edits = {std::move(*edit)},
                           .preferred = false,
                           .is_guess = true});
}

void offer_input(const check::ExtensionContext& context, const Place& place, Diagnostic& found) {
    if (place.path != "module/" + std::string(found.arg(1)) || !place.attribute) return;
    const std::string folder = bind::called_folder(*place.slot.unit, *place.inner());
    const bind::ModulePtr child = context.called_in(folder);
    const std::string name = std::string(found.arg(1));
    if (!child || !is_own(*child) || !syntax::is_valid_identifier(name)) return;
    Type type = Type::dynamic();
    if (place.slot.state) {
        const auto index = static_cast<std::size_t>(place.attribute - place.slot.unit->attributes.data());
        type = place.slot.state->values[index].unmarked().type();
    }
    offer("variable", name, language::as_written(folder),
          edit_at(additions_to(*child).variable,
                  "variable " + hcl_string(name) + " {\n  type = " + variable_type(type) + "\n}"),
          found);
}

// Whether keys of instances are all that stands between the name of a call and one of its outputs.
bool are_keys(std::string_view text) {
    return text.empty() || (text.starts_with('[') && text.ends_with(']'));
}

void offer_output(const check::ExtensionContext& context, const Place& place, Diagnostic& found) {
    const bind::ModuleFile& file = *context.module->file(place.slot.file);
    const syntax::File& tree = *file.input.tree;
    const std::string step = tree.text(found.span);
    if (!step.starts_with('.') || !syntax::is_valid_identifier(std::string_view(step).substr(1))) return;
    const std::string name = step.substr(1);
    for (const bind::Reference& reference : references_before(place)) {
        if (reference.steps.size() < 2 || reference.steps[0].name != "module") continue;
        const std::uint32_t end = reference.steps[1].span.end + place.slot.base;
        if (end > found.span.start || !are_keys(tree.text({end, found.span.start}))) continue;
        const auto calls = context.module->symbols().by_kind_and_name("module", reference.steps[1].name);
        if (calls.empty()) continue;
        const bind::Declaration& call = context.module->declaration(calls.front());
        if (call.block == bind::kNone) continue;
        const bind::BoundUnit& unit = context.module->unit_of(calls.front());
        const std::string folder = bind::called_folder(unit, unit.blocks[call.block]);
        const bind::ModulePtr child = context.called_in(folder);
        if (!child || !is_own(*child) || has_name(*child, "output", name)) return;
        offer("output", name, language::as_written(folder),
              edit_at(additions_to(*child).output,
                      "output " + hcl_string(name) + " {\n  value = " + output_value(*child, name) + "\n}"),
              found);
        return;
    }
}

// ---- Constants as variables

// Defaults of variables have no references and no functions.
bool is_constant(Node node, int depth = 0) {
    constexpr int kDeepest = 100;
    if (!node || node.is_broken() || depth > kDeepest) return false;
    switch (node.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
        case NodeKind::TemplateLiteral:
            return true;
        case NodeKind::ObjectItem:
            // A key that is a word is not a reference.
            return (node.child(0).is(NodeKind::Variable) || is_constant(node.child(0), depth + 1)) &&
                   is_constant(node.child(1), depth + 1);
        case NodeKind::Template:
        case NodeKind::Tuple:
        case NodeKind::Object:
        case NodeKind::Unary:
        case NodeKind::Binary:
        case NodeKind::Paren:
            return std::ranges::all_of(node.children(),
                                       [&](Node child) { return is_constant(child, depth + 1); });
        default:
            return false;
    }
}

struct Constant {
    Node node;
    std::string key;  // of the object that it is in; may be empty
};

// The constant that is selected; without a selection, the innermost one at the place.
std::optional<Constant> constant_at(Node expr, Span selection) {
    std::optional<Constant> found;
    std::string key;
    for (Node node = expr; node;) {
        const Span span = node.span();
        const bool is_chosen = selection.is_empty() || span == selection;
        const bool is_part =
            node.is(NodeKind::TemplateLiteral) || node.is(NodeKind::ObjectItem) || node.is(NodeKind::Null);
        if (is_chosen && !is_part && is_constant(node)) found = Constant{node, key};
        Node inner;
        for (Node child : node.children())
            if (child.span().start <= selection.start && selection.end <= child.span().end) inner = child;
        if (node.is(NodeKind::ObjectItem)) {
            if (inner && inner == node.child(0)) return std::nullopt;
            key = bind::literal_text(node.child(0));
        }
        node = inner;
    }
    return found;
}

// The text as a default: lines after the first one keep their distance to it.
std::string as_default(std::string text, std::uint32_t indentation) {
    constexpr std::uint32_t kInBlock = 2;
    for (std::size_t line = text.find('\n'); line != std::string::npos; line = text.find('\n', line + 1)) {
        const std::size_t first = std::min(text.find_first_not_of(" \t", line + 1), text.size());
        const std::size_t less =
            std::min<std::size_t>(first - line - 1, indentation > kInBlock ? indentation - kInBlock : 0);
        text.erase(line + 1, less);
    }
    return text;
}

std::string name_of_variable(const bind::Module& module, const Place& place, const std::string& key) {
    constexpr std::array<std::string_view, 8> kReserved{"source",   "version",   "providers",  "count",
                                                        "for_each", "lifecycle", "depends_on", "locals"};
    std::string name = syntax::is_valid_identifier(key) ? key : place.attribute->name;
    const bool is_vague = name == "value" || name == "input";
    if ((is_vague || std::ranges::find(kReserved, name) != kReserved.end()) && !place.outer()->labels.empty())
        name = place.outer()->labels.back().value + (is_vague ? "" : "_" + name);
    std::ranges::replace(name, '-', '_');
    std::string out = name;
    for (int number = 2; has_name(module, "variable", out); ++number)
        out = name + "_" + std::to_string(number);
    return out;
}

}  // namespace

void offer_declaration(const check::ExtensionContext& context, const Place& place, Diagnostic& found) {
    if (place.blocks.empty()) return;
    if (found.code == DiagCode::UndeclaredText && found.arg(0) == "variable")
        offer_input(context, place, found);
    else if (found.code == DiagCode::UnsupportedAttribute)
        offer_output(context, place, found);
}

void offer_variable(const bind::Module& module, const std::string& name, const Type& type,
                    Diagnostic& found) {
    if (!is_own(module) || !syntax::is_valid_identifier(name)) return;
    std::optional<FileEdit> edit =
        edit_at(additions_to(module).variable,
                "variable " + hcl_string(name) + " {\n  type = " + variable_type(type) + "\n}");
    if (!edit) return;
    found.fixes.push_back({.title = "Declare the variable \"" + name + "\"",
                           .edits = {std::move(*edit)},
                           .preferred = false,
                           .is_guess = true});
}

std::optional<ExtensionRefactoring> extraction_to_variable(const check::ExtensionContext& context, FileId id,
                                                           Span selection) {
    const bind::Module& module = *context.module;
    const bind::ModuleFile* file = module.file(id);
    const std::optional<Place> place = file ? place_at(*file, selection) : std::nullopt;
    if (!place || place->blocks.empty() || !place->attribute || !place->attribute->expr ||
        module.language().id != "terraform" || !takes_declarations(*file))
        return std::nullopt;
    constexpr std::array<std::string_view, 5> kClosed{"variable", "terraform", "moved", "removed", "import"};
    const bind::AttributeDef* def = place->attribute->def;
    if (std::ranges::find(kClosed, place->outer()->type) != kClosed.end()) return std::nullopt;
    if (is_in_destroying_provisioner(*place)) return std::nullopt;
    if (def && (def->is_constant || def->decoder != language::Decoder::None)) return std::nullopt;
    const std::optional<Constant> constant = constant_at(place->attribute->expr, place->span);
    if (!constant) return std::nullopt;
    const syntax::File& tree = *file->input.tree;
    const Span span = constant->node.span().shifted(place->slot.base);
    const std::uint32_t start = tree.position(span.start, ColumnUnit::Utf8).column;
    const std::string line = tree.text({span.start - start, span.start});
    const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string name = name_of_variable(module, *place, constant->key);
    Type type = eval::evaluate(constant->node, nullptr).value.type();
    // The elements of an empty list say nothing of its type, and those of a set look like a list.
    const bool is_whole = constant->node.span() == place->attribute->expr.span();
    if (def && is_whole && !type.is_primitive() && !def->type.has_dynamic())
        type = def->type.without_optional();
    const std::string text =
        "variable " + hcl_string(name) + " {\n  type    = " + variable_type(type) +
        "\n  default = " + as_default(tree.text(span), static_cast<std::uint32_t>(indentation)) + "\n}";
    std::optional<FileEdit> declared = edit_at(additions_to(module).variable, text);
    if (!declared) return std::nullopt;
    ExtensionRefactoring out{
        "extract-to-variable", "Extract to \"var." + name + "\"", {{id, {span, "var." + name}}}, {}, true};
    out.edits.push_back(std::move(*declared));
    std::ranges::sort(out.edits, [](const FileEdit& a, const FileEdit& b) {
        return a.file != b.file ? a.file < b.file : a.edit.range < b.edit.range;
    });
    return out;
}

}  // namespace hcl::terraform
