#include "server/app/plugin_source.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/path.h"
#include "engine/schemas/schema_writer.h"
#include "server/app/go_source.h"

namespace hcl::server {

namespace {

using namespace schemas;

constexpr std::uint64_t kMostPageBytes = std::uint64_t{1} << 20;
// Blocks that contain each other multiply: of those behind the limit, any content is accepted.
constexpr std::size_t kMostArguments = 20'000;

// Only names, which contain no brackets, differ from type to type: "cty.List(cty.String)".
Type type_of_cty(std::string_view text, int depth = 0) {
    if (depth > kMaxDepth || !text.starts_with("cty.")) return {};
    text.remove_prefix(4);
    const std::size_t open = text.find('(');
    const std::string_view name = text.substr(0, open);
    if (name == "String") return Type::string();
    if (name == "Number") return Type::number();
    if (name == "Bool") return Type::boolean();
    const std::size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
    Type inner = type_of_cty(text.substr(open + 1, close - open - 1), depth + 1);
    return name == "List"  ? Type::list(inner)
           : name == "Set" ? Type::set(inner)
           : name == "Map" ? Type::map(inner)
                           : Type();
}

// Descriptions of arguments by name.
using Pages = std::map<std::string, std::string, std::less<>>;

// "- `name` (type) - Text" and what is indented below.
void add_descriptions(std::string_view page, Pages& out) {
    std::string* current = nullptr;
    while (!page.empty()) {
        const std::size_t end = std::min(page.find('\n'), page.size());
        std::string_view line = page.substr(0, end);
        page.remove_prefix(std::min(end + 1, page.size()));
        if (line.starts_with("- `")) {
            const auto name = text_between(line, "`", "`");
            const std::size_t text = line.find(" - ");
            current = name ? &out[std::string(*name)] : nullptr;
            if (current && text != std::string_view::npos) *current = line.substr(text + 3);
        } else if (line.empty() || line.starts_with("  ")) {
            line.remove_prefix(std::min<std::size_t>(line.size(), 2));
            if (current) *current += "\n" + std::string(line);
        } else {
            current = nullptr;
        }
    }
}

class SourceReader {
  public:
    SourceReader(const FileSystem& files, const std::string& folder, std::string module)
        : files_(files), folder_(folder), module_(files, folder, std::move(module)) {}

    PluginSchemas read() {
        std::string address = module_.path();
        // "v2" of the module's path is no part of the name of the repository.
        if (const std::string_view last = file_name_of(address);
            last.size() > 1 && last.size() < address.size() && last[0] == 'v' &&
            last.find_first_not_of("0123456789", 1) == last.npos)
            address.resize(address.rfind('/'));
        own_name_ = file_name_of(address);
        if (own_name_.starts_with(kPluginPrefix)) own_name_.erase(0, kPluginPrefix.size());
        PluginSchemas out;
        out.schemas.package = address;
        out.schemas.version = version();
        SchemaWriter writer(address, out.schemas.version);
        for (const GoFile& file : module_.package("").files)
            each_line(file.text, [&](std::string_view line) { component(file, line, writer, out.problems); });
        out.schemas.count = writer.count();
        out.schemas.bytes = writer.take();
        return out;
    }

  private:
    struct Spec {
        SchemaBody body;
        std::size_t arguments = 0;  // with those of its blocks
        bool is_known = false;
    };

    // `Version = "1.2.3"`
    std::string version() {
        std::string out;
        for (const GoFile& file : module_.package("version").files)
            each_line(file.text, [&](std::string_view line) {
                const std::vector<std::string_view> words = words_of(line);
                const auto name = std::ranges::find(words, "Version");
                if (out.empty() && words.end() - name >= 3 && name[1] == "=" && name[2].starts_with('"'))
                    out = text_between(line, "\"", "\"").value_or("");
            });
        if (out.empty())
            if (const auto text = files_.read(folder_ + "/version/VERSION", kMostPageBytes))
                each_line(*text, [&](std::string_view line) {
                    if (out.empty()) out = line;
                });
        return out;
    }

    // `set.RegisterBuilder("name", new(folder.Builder))`
    void component(const GoFile& file, std::string_view line, SchemaWriter& writer,
                   std::vector<std::string>& problems) {
        constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
            {".RegisterBuilder(", "builder"},
            {".RegisterProvisioner(", "provisioner"},
            {".RegisterPostProcessor(", "post-processor"},
            {".RegisterDatasource(", "data-source"}};
        for (const auto& [call, family] : kKinds) {
            const std::size_t at = line.find(call);
            if (at == std::string_view::npos) continue;
            const std::string_view arguments = line.substr(at + call.size());
            const std::size_t comma = arguments.find(',');
            if (comma == std::string_view::npos) continue;
            std::string name = own_name_;
            if (const auto part = text_between(arguments.substr(0, comma), "\"", "\"");
                part && !part->empty())
                name += "-" + std::string(*part);
            // `new(folder.Type)` or `&folder.Type{}`
            std::string_view type = arguments.substr(comma + 1);
            type.remove_prefix(std::min(type.find_first_not_of(" &"), type.size()));
            if (type.starts_with("new(")) type.remove_prefix(4);
            type = type.substr(0, type.find_first_of("(){}"));
            const std::optional<GoName> spec = spec_of(file, type);
            const Spec* known = spec ? spec_named(*spec, 0) : nullptr;
            if (!known)
                problems.push_back("the arguments of the " + std::string(family) + " \"" + name +
                                   "\" are not known: its source code has no specification of them");
            // An empty body accepts anything.
            writer.add(family, name, known ? body_of_component(family, known->body) : SchemaBody());
        }
    }

    // The type whose method HCL2Spec describes the arguments of a component.
    std::optional<GoName> spec_of(const GoFile& main, std::string_view type) {
        const std::optional<GoName> component = module_.resolve(module_.package(""), main, type);
        if (!component) return std::nullopt;
        std::optional<GoName> out;
        for (const GoFile& file : component->package->files) {
            std::size_t method = file.text.find("*" + component->name + ") ConfigSpec()");
            if (method == std::string::npos)
                method = file.text.find(" " + component->name + ") ConfigSpec()");
            if (method == std::string::npos) continue;
            std::string_view field = std::string_view(file.text).substr(method);
            field = field.substr(0, field.find("\n}"));
            field = field.substr(0, field.find(".FlatMapstructure()"));
            field = field.substr(field.rfind('.') + 1);
            if (std::ranges::all_of(field, is_word_letter)) out = type_of_field(*component, field);
        }
        if (out) out->name.insert(0, "Flat");
        return out;
    }

    std::optional<GoName> type_of_field(const GoName& component, std::string_view field) {
        std::optional<GoName> out;
        for (const GoFile& file : component.package->files)
            each_line_of(file.text, "type " + component.name + " struct {", [&](std::string_view line) {
                const std::vector<std::string_view> words = words_of(line);
                if (words.size() < 2 || words[0] != field) return;
                std::string_view type = words[1];
                if (type.starts_with('*')) type.remove_prefix(1);
                out = module_.resolve(*component.package, file, type);
            });
        return out;
    }

    // What the method HCL2Spec of a type returns; null when there is no such method, or while it is read.
    const Spec* spec_named(const GoName& name, int depth) {
        if (!name.name.starts_with("Flat") || depth > kMaxDepth - 2) return nullptr;
        const auto [known, is_new] = specs_.try_emplace(name.package->path + ":" + name.name);
        Spec& out = known->second;
        if (!is_new) return out.is_known ? &out : nullptr;
        const std::string head = "func (*" + name.name + ") HCL2Spec() map[string]hcldec.Spec {";
        for (const GoFile& file : name.package->files) {
            const bool is_found = each_line_of(file.text, head, [&](std::string_view line) {
                add_argument(*name.package, file, line, out, depth);
            });
            if (!is_found) continue;
            Pages pages;
            std::set<std::string> seen;
            add_pages({name.package, name.name.substr(4)}, pages, seen);
            for (SchemaAttribute& one : out.body.attributes) describe(one.name, one.documentation, pages);
            for (SchemaBlock& one : out.body.blocks) describe(one.type, one.body.documentation, pages);
            out.is_known = true;
            return &out;
        }
        return nullptr;
    }

    static void describe(const std::string& name, Documentation& out, const Pages& pages) {
        if (const auto found = pages.find(name); found != pages.end()) out.text = found->second;
        while (out.text.ends_with('\n') || out.text.ends_with(' ')) out.text.pop_back();
    }

    // `"name": &hcldec.AttrSpec{Name: "name", Type: cty.String, Required: false},`
    void add_argument(const GoPackage& package, const GoFile& file, std::string_view line, Spec& out,
                      int depth) {
        if (line.find("&hcldec.") == std::string_view::npos) return;
        const bool is_block = line.find("TypeName: \"") != std::string_view::npos;
        const auto name = text_between(line, is_block ? "TypeName: \"" : "Name: \"", "\"");
        if (!name) return;
        ++out.arguments;
        if (!is_block) {
            SchemaAttribute one;
            one.name = *name;
            one.flags = line.find("Required: true") != std::string_view::npos ? kRequired : kOptional;
            one.type = type_of_cty(text_between(line, "Type: ", ", Required").value_or(""));
            out.body.attributes.push_back(std::move(one));
            return;
        }
        SchemaBlock one;
        one.type = *name;
        one.nesting =
            line.find("&hcldec.BlockSpec{") != std::string_view::npos ? Nesting::Single : Nesting::List;
        const Spec* nested = nullptr;
        if (const auto type = text_between(line, "(*", ")(nil)"))
            if (const std::optional<GoName> spec = module_.resolve(package, file, *type))
                nested = spec_named(*spec, depth + 1);
        if (nested && out.arguments + nested->arguments < kMostArguments) {
            out.arguments += nested->arguments;
            one.body = nested->body;
        } else {
            SchemaAttribute any;
            any.name = kAnyName;
            any.flags = kOptional;
            one.body.attributes.push_back(std::move(any));
        }
        out.body.blocks.push_back(std::move(one));
    }

    // The pages about a type and about those whose fields are its own, too.
    void add_pages(const GoName& type, Pages& out, std::set<std::string>& seen) {
        constexpr std::size_t kMostTypes = 100;
        const std::string page = "/docs-partials/" + type.package->path + "/" + type.name;
        if (seen.size() > kMostTypes || !seen.insert(page).second) return;
        Pages own;
        for (const std::string_view ending : {"-required.mdx", "-not-required.mdx"})
            if (const auto text = files_.read(folder_ + page + std::string(ending), kMostPageBytes))
                add_descriptions(*text, own);
        out.merge(own);
        for (const GoFile& file : type.package->files)
            each_line_of(file.text, "type " + type.name + " struct {", [&](std::string_view line) {
                const std::size_t tag = line.find(",squash\"");
                if (tag == std::string_view::npos) return;
                const std::vector<std::string_view> words = words_of(line.substr(0, line.find('`')));
                if (words.empty()) return;
                if (const auto inner = module_.resolve(*type.package, file, words.back()))
                    add_pages(*inner, out, seen);
            });
    }

    const FileSystem& files_;
    const std::string& folder_;
    GoModule module_;
    std::string own_name_;
    std::map<std::string, Spec> specs_;  // by package and name
};

}  // namespace

Result<PluginSchemas> read_plugin_source(const FileSystem& files, const std::string& folder) {
    constexpr std::string_view kAdvice = "a folder is that of the source code of a Packer plugin";
    const auto text = files.read(folder + "/go.mod", kMostPageBytes);
    if (!text) return fail("this folder has no file go.mod; " + std::string(kAdvice));
    std::string module;
    each_line(*text, [&](std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        if (module.empty() && words.size() >= 2 && words[0] == "module") module = words[1];
    });
    if (module.find("/" + std::string(kPluginPrefix)) == std::string::npos)
        return fail("the module \"" + module + "\" is no plugin; " + std::string(kAdvice));
    PluginSchemas out = SourceReader(files, folder, std::move(module)).read();
    if (out.schemas.count == 0)
        return fail("the files beside go.mod register no component, such as `RegisterBuilder` does");
    return out;
}

}  // namespace hcl::server
