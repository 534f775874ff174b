#include "engine/terraform/module_docs.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/shape.h"

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
        const auto index = static_cast<std::size_t>(found - slot.unit->attributes.data());
        if (slot.state && index < slot.state->values.size() && slot.state->values[index].is_known_string())
            return std::string(slot.state->values[index].as_string());
        return bind::literal_text(found->expr);
    }

    // The text of an expression, with the indentation of its first line taken from the others.
    std::string source(const UnitSlot& slot, const BoundAttribute& attribute) const {
        const syntax::File& tree = *module.file(slot.file)->input.tree;
        const Span span = attribute.expr.span().shifted(slot.base);
        const std::string text = tree.text(span);
        const std::uint32_t column = attribute.name_span.start + slot.base;
        const std::size_t indent = tree.position(column, ColumnUnit::Utf8).column;
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::string line = text.substr(at, end - at);
            if (at > 0) line.erase(0, std::min(indent, std::min(line.find_first_not_of(' '), line.size())));
            out += line + (end < text.size() ? "\n" : "");
            at = end + 1;
        }
        return out;
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
        std::string shown = escaped(name);
        if (source.starts_with(kHost)) {
            const std::size_t end = type.find('_');
            shown = "[" + shown + "](https://registry.terraform.io/providers/" + source.substr(kHost.size()) +
                    "/latest/docs/" +
                    (block.type == "data"        ? "data-sources/"
                     : block.type == "ephemeral" ? "ephemeral-resources/"
                                                 : "resources/") +
                    (end == std::string::npos ? type : type.substr(end + 1)) + ")";
        }
        resources.push_back({block.type + " " + name, {shown, kind}});
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
            calls.push_back({name,
                             {anchored("module", name), cell(text_of(slot, block, "source")),
                              cell(text_of(slot, block, "version"))}});
        } else if (block.type == "output" && !name.empty()) {
            outputs.push_back({name, {anchored("output", name), description(slot, block)}});
        } else if (block.type == "variable" && !name.empty()) {
            const BoundAttribute* type = argument(slot, block, "type");
            const BoundAttribute* fallback = argument(slot, block, "default");
            inputs.push_back(
                {name,
                 {anchored("input", name), description(slot, block), code(type ? source(slot, *type) : "any"),
                  fallback ? code(source(slot, *fallback)) : "n/a", fallback ? "no" : "yes"}});
        }
    }

    std::string description(const UnitSlot& slot, const BoundBlock& block) const {
        std::string text = text_of(slot, block, "description");
        while (text.ends_with('\n')) text.pop_back();
        return text.empty() ? "n/a" : cell(text);
    }
};

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
        const auto version = reader.versions.find(name.substr(0, name.find('.')));
        const bool is_known = version != reader.versions.end() && !version->second.empty();
        providers.push_back({name, {anchored("provider", name), is_known ? cell(version->second) : "n/a"}});
    }
    std::vector<std::string> parts{
        section("Requirements", {"Name", "Version"}, std::move(reader.requirements)),
        section("Providers", {"Name", "Version"}, std::move(providers)),
        section("Modules", {"Name", "Source", "Version"}, std::move(reader.calls)),
        section("Resources", {"Name", "Type"}, std::move(reader.resources)),
        section("Inputs", {"Name", "Description", "Type", "Default", "Required"}, std::move(reader.inputs)),
        section("Outputs", {"Name", "Description"}, std::move(reader.outputs))};
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "\n") + part;
    return out;
}

}  // namespace hcl::terraform
