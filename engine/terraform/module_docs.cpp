#include "engine/terraform/module_docs.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "engine/base/json_string.h"
#include "engine/base/path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/shape.h"
#include "engine/value/value_json.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// One line of a cell: pipes and line ends would end it.
std::string cell(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '\n')
            out += "<br/>";
        else if (c == '|')
            out += "\\|";
        else if (c != '\r')
            out += c;
    }
    return out;
}

// Whether the text from here on is an address, and how long it is.
std::size_t address_length(std::string_view text) {
    if (!text.starts_with("https://") && !text.starts_with("http://")) return 0;
    return std::min(text.find_first_of(" \t\n)>"), text.size());
}

// Text that is Markdown itself: underscores inside of words are no emphasis, unless they are in code or in an
// address.
std::string prose(std::string_view text) {
    auto is_word = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    std::string out;
    bool is_code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const std::size_t length = is_code ? 0 : address_length(text.substr(i)); length > 0) {
            out += text.substr(i, length);
            i += length - 1;
            continue;
        }
        if (text[i] == '`') is_code = !is_code;
        if (text[i] == '_' && !is_code && i > 0 && is_word(i - 1) && is_word(i + 1)) out += '\\';
        out += text[i];
    }
    return cell(out);
}

// Names with underscores, which would otherwise be read as emphasis.
std::string escaped(std::string_view name) {
    std::string out;
    for (char c : name) {
        if (c == '_' || c == '*') out += '\\';
        out += c;
    }
    return out;
}

std::string anchored(std::string_view kind, std::string_view name) {
    const std::string id = std::string(kind) + "_" + std::string(name);
    return "<a name=\"" + id + "\"></a> [" + escaped(name) + "](#" + escaped(id) + ")";
}

// Code: on one line in backticks, over several lines in a block that a cell can hold.
std::string code(std::string_view text) {
    if (text.find('\n') == std::string_view::npos) return "`" + cell(text) + "`";
    return "<pre>" + cell(text) + "</pre>";
}

// Over several lines, unless it is empty.
std::string indented_json(const Value& value, std::size_t depth) {
    constexpr std::size_t kIndent = 2;
    if (value.is_known_string()) return json_string(value.as_string());
    const Type type = value.type();
    const bool has_keys = type.is_object() || type.is_map();
    const bool is_list = type.is_tuple() || type.is_list() || type.is_set();
    if (value.is_null() || (!has_keys && !is_list)) return value_to_json(value).value_or("null");
    if (value.size() == 0) return has_keys ? "{}" : "[]";
    std::string out(1, has_keys ? '{' : '[');
    for (std::size_t i = 0; i < value.size(); ++i) {
        out += (i > 0 ? ",\n" : "\n") + std::string(kIndent * (depth + 1), ' ');
        if (has_keys) out += json_string(value.key_at(i).as_string()) + ": ";
        out += indented_json(value.value_at(i), depth + 1);
    }
    return out + "\n" + std::string(kIndent * depth, ' ') + (has_keys ? "}" : "]");
}

struct Row {
    std::string name;  // by which rows are sorted
    std::vector<std::string> cells;
};

std::string section(std::string_view title, const std::vector<std::string>& columns, std::vector<Row> rows) {
    std::string out = "## " + std::string(title) + "\n\n";
    if (rows.empty()) {
        std::string word(title);
        word[0] = static_cast<char>(word[0] + ('a' - 'A'));
        return out + "No " + word + ".\n";
    }
    std::ranges::stable_sort(rows, {}, &Row::name);
    std::string rule = "|";
    out += "|";
    for (const std::string& column : columns) {
        out += " " + column + " |";
        const bool is_centered = column == "Required";
        const std::string dashes(column.size() + (is_centered ? 0 : 2), '-');
        rule += is_centered ? ":" + dashes + ":|" : dashes + "|";
    }
    out += "\n" + rule + "\n";
    for (const Row& row : rows) {
        out += "|";
        for (const std::string& text : row.cells) out += " " + text + (text.empty() ? "|" : " |");
        out += "\n";
    }
    return out;
}

struct Reader {
    const bind::Module& module;

    std::vector<Row> requirements{};
    std::vector<Row> calls{};
    std::vector<Row> resources{};
    std::vector<Row> inputs{};
    std::vector<Row> outputs{};
    std::map<std::string, std::string> versions{};  // of required providers
    std::map<std::string, std::string> used{};      // providers with an alias or without: "aws.west", "aws"

    static const BoundAttribute* argument(const UnitSlot& slot, const BoundBlock& block,
                                          std::string_view name) {
        const BoundAttribute* found = attribute_of(*slot.unit, block.body, name);
        return found && found->expr ? found : nullptr;
    }
    static std::string text_of(const UnitSlot& slot, const BoundBlock& block, std::string_view name) {
        const BoundAttribute* found = argument(slot, block, name);
        if (!found) return {};
        const auto index = index_of(*slot.unit, *found);
        if (slot.state && index < slot.state->values.size() && slot.state->values[index].is_known_string())
            return std::string(slot.state->values[index].as_string());
        return bind::literal_text(found->expr);
    }

    // The text of an expression as it is written.
    std::string source(const UnitSlot& slot, const BoundAttribute& attribute) const {
        return module.file(slot.file)->input.tree->text(attribute.expr.span().shifted(slot.base));
    }

    static const Value* value_of(const UnitSlot& slot, const BoundAttribute& attribute) {
        const auto index = index_of(*slot.unit, attribute);
        return slot.state && index < slot.state->values.size() ? &slot.state->values[index] : nullptr;
    }

    // The type of an input; without one, that of its default.
    std::string type_of(const UnitSlot& slot, const BoundAttribute* type,
                        const BoundAttribute* fallback) const {
        if (type) return source(slot, *type);
        const Value* value = fallback ? value_of(slot, *fallback) : nullptr;
        if (!value || value->unmarked().is_null()) return "any";
        const Type inferred = value->unmarked().type();
        return inferred.is_string()   ? "string"
               : inferred.is_number() ? "number"
               : inferred.is_bool()   ? "bool"
               : inferred.is_tuple()  ? "list"
               : inferred.is_object() ? "map"
                                      : "any";
    }

    void requirement(const UnitSlot& slot, const BoundBlock& block) {
        if (const std::string version = text_of(slot, block, "required_version"); !version.empty())
            requirements.push_back({"", {anchored("requirement", "terraform"), cell(version)}});
        for (std::uint32_t i : slot.unit->bodies[block.body].blocks)
            if (slot.unit->blocks[i].type == "required_providers") providers(slot, slot.unit->blocks[i]);
    }

    void providers(const UnitSlot& slot, const BoundBlock& block) {
        for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (!attribute.expr) continue;
            std::string version = bind::literal_text(attribute.expr);
            const Node object = eval::without_parens(attribute.expr);
            if (object.is(NodeKind::Object) || object.is(NodeKind::JsonObject))
                for (Node item : object.children())
                    if (item.child(0) && item.child(1) &&
                        (item.child(0).text() == "version" || item.child(0).text() == "\"version\""))
                        version = bind::literal_text(item.child(1));
            versions[attribute.name] = version;
            if (!version.empty())
                requirements.push_back(
                    {attribute.name, {anchored("requirement", attribute.name), cell(version)}});
        }
    }

    void resource(const UnitSlot& slot, const BoundBlock& block) {
        if (block.labels.size() < 2) return;
        const std::string& type = block.labels[0].value;
        std::string local = type.substr(0, type.find('_'));
        if (const BoundAttribute* provider = argument(slot, block, "provider")) {
            local = bind::literal_text(provider->expr);
            if (local.empty()) local = provider->expr.text();
        }
        used.emplace(local, "");
        const std::string kind = block.type == "data"        ? "data source"
                                 : block.type == "ephemeral" ? "ephemeral"
                                                             : "resource";
        const std::string name = type + "." + block.labels[1].value;
        const std::string provider = local.substr(0, local.find('.'));
        const RequiredProvider* required = shape_of(module).requirement(provider);
        const std::string source =
            required && !required->source.empty() ? required->source : provider_address("", provider);
        constexpr std::string_view kHost = "registry.terraform.io/";
        std::string shown = name;
        if (source.starts_with(kHost) || source == kBuiltInProvider) {
            const std::size_t end = type.find('_');
            shown = "[" + shown + "](https://registry.terraform.io/providers/" +
                    (source == kBuiltInProvider ? "hashicorp/terraform" : source.substr(kHost.size())) + "/" +
                    exact_version(provider) + "/docs/" +
                    (block.type == "data"        ? "data-sources/"
                     : block.type == "ephemeral" ? "ephemeral-resources/"
                                                 : "resources/") +
                    (end == std::string::npos ? type : type.substr(end + 1)) + ")";
        }
        // Resources come before data sources.
        resources.push_back({(block.type == "resource" ? "0 " : "1 ") + name, {shown, kind}});
    }

    // The version that a constraint allows alone, for links to pages.
    std::string exact_version(const std::string& provider) const {
        const auto found = versions.find(provider);
        if (found == versions.end()) return "latest";
        std::string_view text = found->second;
        if (text.starts_with('=')) text.remove_prefix(1);
        while (text.starts_with(' ')) text.remove_prefix(1);
        const bool is_exact =
            !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
        return is_exact ? std::string(text) : "latest";
    }

    // A default as JSON; what is not known without running the program, as it is written.
    std::string default_of(const UnitSlot& slot, const BoundAttribute& attribute) const {
        if (const Value* value = value_of(slot, attribute); value && value->unmarked_deep().is_wholly_known())
            return code(indented_json(value->unmarked_deep(), 0));
        return code(source(slot, attribute));
    }

    void block(const UnitSlot& slot, const BoundBlock& block) {
        const std::string name = block.labels.empty() ? std::string() : block.labels[0].value;
        if (block.type == "terraform") {
            requirement(slot, block);
        } else if (block.type == "required_providers") {
            providers(slot, block);
        } else if (block.type == "resource" || block.type == "data" || block.type == "ephemeral") {
            resource(slot, block);
        } else if (block.type == "module" && !name.empty()) {
            const std::string version = text_of(slot, block, "version");
            calls.push_back({name,
                             {anchored("module", name), cell(text_of(slot, block, "source")),
                              cell(version.empty() ? "n/a" : version)}});
        } else if (block.type == "output" && !name.empty()) {
            outputs.push_back({name, {anchored("output", name), description(slot, block)}});
        } else if (block.type == "variable" && !name.empty()) {
            const BoundAttribute* type = argument(slot, block, "type");
            const BoundAttribute* fallback = argument(slot, block, "default");
            inputs.push_back(
                {name,
                 {anchored("input", name), description(slot, block), code(type_of(slot, type, fallback)),
                  fallback ? default_of(slot, *fallback) : "n/a", fallback ? "no" : "yes"}});
        }
    }

    std::string description(const UnitSlot& slot, const BoundBlock& block) const {
        std::string text = text_of(slot, block, "description");
        while (text.ends_with('\n')) text.pop_back();
        return text.empty() ? "n/a" : prose(text);
    }
};

// The comment that main.tf begins with, `/** */`, without the stars that its lines begin with.
std::string header_of(const bind::Module& module) {
    const auto main = std::ranges::find_if(module.files(), [](const bind::ModuleFile& file) {
        return file_name_of(file.input.path) == "main.tf";
    });
    if (main == module.files().end()) return {};
    constexpr std::uint32_t kLongest = 1 << 16;
    const syntax::File& tree = *main->input.tree;
    const std::string text = tree.text({0, std::min(tree.size(), kLongest)});
    const std::size_t end = text.find("*/");
    if (!text.starts_with("/*") || end == std::string::npos) return {};
    std::istringstream lines(text.substr(0, end));
    std::string out;
    std::string line;
    std::getline(lines, line);  // that of the sign
    while (std::getline(lines, line)) {
        if (line.ends_with('\r')) line.pop_back();
        const std::size_t star = line.find_first_not_of(" \t");
        if (star == std::string::npos || line[star] != '*') break;
        line.erase(0, star + 1);
        if (line.starts_with(' ')) line.erase(0, 1);
        out += line + "\n";
    }
    const std::size_t last = out.find_last_not_of(" \t\n");
    const std::size_t first = std::min(out.find_first_not_of('\n'), out.size());
    return last == std::string::npos ? std::string() : out.substr(first, last + 1 - first) + "\n";
}

}  // namespace

std::string document_module(const bind::Module& module) {
    Reader reader{module};
    for (const bind::ModuleFile& file : module.files()) {
        if (file.is_override) continue;
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) reader.block(slot, slot.unit->blocks[i]);
        });
    }
    std::vector<Row> providers;
    for (const auto& [name, unused] : reader.used) {
        const std::string local = name.substr(0, name.find('.'));
        const RequiredProvider* required = shape_of(module).requirement(local);
        const std::string_view selected = module.packages().locked_version(
            required && !required->source.empty() ? required->source : provider_address("", local));
        const auto constraint = reader.versions.find(local);
        const std::string version = !selected.empty()                     ? std::string(selected)
                                    : constraint != reader.versions.end() ? constraint->second
                                                                          : std::string();
        providers.push_back({name, {anchored("provider", name), version.empty() ? "n/a" : cell(version)}});
    }
    std::vector<std::string> parts{
        header_of(module),
        section("Requirements", {"Name", "Version"}, std::move(reader.requirements)),
        section("Providers", {"Name", "Version"}, std::move(providers)),
        section("Modules", {"Name", "Source", "Version"}, std::move(reader.calls)),
        section("Resources", {"Name", "Type"}, std::move(reader.resources)),
        section("Inputs", {"Name", "Description", "Type", "Default", "Required"}, std::move(reader.inputs)),
        section("Outputs", {"Name", "Description"}, std::move(reader.outputs))};
    std::string out;
    for (const std::string& part : parts)
        if (!part.empty()) out += (out.empty() ? "" : "\n") + part;
    return out;
}

}  // namespace hcl::terraform
