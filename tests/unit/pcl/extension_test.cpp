// Programs of components: the number of lookups when many paths lead to the same folder.
#include "engine/pcl/extension.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::test {
namespace pcl_extension {

// Nested folders, each with one file. The first one is that of the request.
struct Folders {
    language::LanguagePtr language = language::Language::load(syntax::File::parse(""), {}, "t");
    std::map<std::string, bind::ModulePtr> modules;
    std::size_t asked = 0;

    void add(const std::string& name, const std::string& text) {
        modules[name] = bind::Module::build(
            language, {{FileId(static_cast<std::uint32_t>(modules.size())), name, syntax::File::parse(text)}},
            nullptr, {});
    }
    Diagnostics findings(const std::string& name,
                         std::string (*name_of)(const std::string& caller, const std::string& folder)) {
        asked = 0;
        const Cancel cancel;
        const bind::ModulePtr& module = modules.at(name);
        auto called = [&](const bind::Module& caller, std::string_view folder) {
            ++asked;
            auto found = modules.find(name_of(caller.files()[0].input.path, std::string(folder)));
            return found != modules.end() ? found->second : nullptr;
        };
        const check::ExtensionContext context{module, nullptr, called, cancel};
        return pcl::make_extension()->findings(context, module->files()[0].input.id);
    }
};

std::string components(const std::vector<std::string>& folders) {
    std::string out;
    for (std::size_t i = 0; i < folders.size(); ++i)
        out += "component c" + std::to_string(i) + " \"" + folders[i] + "\" {}\n";
    return out;
}

// "3a" for "a/" in "2b": the depth and the name.
std::string in_layer(const std::string& caller, const std::string& folder) {
    return std::to_string(std::stoi(caller) + 1) + folder.substr(0, 1);
}
// "c" for "c/".
std::string as_named(const std::string&, const std::string& folder) {
    return folder.substr(0, 1);
}

TEST_CASE("pcl extension: each folder is looked at once, however many ways lead to it") {
    Folders folders;
    folders.add("0", components({"a", "b", "a"}) + "x = c0.full\n");
    for (int layer = 1; layer < 20; ++layer)
        for (const char* name : {"a", "b"})
            folders.add(std::to_string(layer) + name,
                        components({"a", "b"}) + "output full { value = c0.full }\n");
    for (const char* name : {"20a", "20b"}) folders.add(name, "output full { value = 1 }\n");
    // Each of the 39 programs above the deepest layer asks for two folders.
    CHECK(folders.findings("0", in_layer).empty());
    CHECK(folders.asked == 78);
    // The same if the programs are cached.
    CHECK(folders.findings("0", in_layer).empty());
    CHECK(folders.asked == 78);
}

TEST_CASE("pcl extension: components that contain each other") {
    Folders folders;
    const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    for (const std::string& name : names) folders.add(name, components(names));
    const Diagnostics findings = folders.findings("a", as_named);
    CHECK(findings.size() == names.size());
    for (const Diagnostic& d : findings) CHECK(d.code == DiagCode::PclInvalidComponent);
    CHECK(folders.asked == names.size() * names.size());
}

}  // namespace pcl_extension
}  // namespace hcl::test
