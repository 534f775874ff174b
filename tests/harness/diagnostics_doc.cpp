#include "tests/harness/diagnostics_doc.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "tests/harness/fixture/fixture.h"
#include "tests/harness/fixture/runner.h"
#include "tests/harness/paths.h"

namespace hcl::test {

namespace {

constexpr std::string_view kIntroduction =
    "# Diagnostics\n"
    "Everything that `hcl-ls` can find wrong in a text. A code never changes its meaning, and a number that "
    "is no longer\n"
    "used is not used again. `{0}`, `{1}` stand for names and values of your text. The examples are from the "
    "tests.\n\n"
    "This page is written by `hcl-tests diagnostics --update` from `engine/source/diagnostics/` and "
    "`tests/fixtures/`.\n";

struct Family {
    unsigned first;
    std::string_view title;
};

constexpr Family kFamilies[] = {
    {1000, "Syntax"},
    {2000, "Values"},
    {3000, "Evaluation"},
    {4000, "Schemas and decoding"},
    {5000, "Packs and binding"},
    {6000, "Rules"},
    {7000, "PCL"},
    {9000, "Server and command line"},
};

std::string_view severity_name(Severity severity) {
    constexpr std::string_view kNames[] = {"error", "warning", "information", "hint"};
    return kNames[static_cast<std::size_t>(severity)];
}

bool is_annotation(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == line.npos || line[at] != '#') return false;
    at = line.find_first_not_of(" <", at + 1);
    return at != line.npos && line[at] == '^';
}

// The first occurrence of each code in the fixtures: the line and the carets below it.
std::map<std::string, std::string> examples() {
    std::map<std::string, std::string> out;
    for (const auto& path : fixture_files()) {
        Fixture fixture = read_fixture(path.generic_string(), read_whole_file(path));
        for (const Assertion& a : fixture.assertions) {
            if (a.group != LabelGroup::Diagnostic || out.contains(a.code)) continue;
            const std::string& annotation = fixture.lines[a.source_line];
            std::uint32_t target = a.source_line;
            while (target > 0 && !a.whole_line && is_annotation(fixture.lines[target])) --target;
            std::string text = "```hcl\n" + fixture.lines[target] + "\n";
            if (target != a.source_line) text += annotation + "\n";
            out[a.code] = text + "```\n";
        }
    }
    return out;
}

}  // namespace

std::string diagnostics_document() {
    std::map<std::string, std::string> shown = examples();
    std::string out(kIntroduction);
    std::size_t family = 0;
    std::string_view last_title;
    for (const DiagInfo& info : all_diag_infos()) {
        auto number = static_cast<unsigned>(info.code);
        while (family + 1 < std::size(kFamilies) && number >= kFamilies[family + 1].first) ++family;
        if (kFamilies[family].title != last_title) {
            last_title = kFamilies[family].title;
            out.append("\n## ").append(last_title).append("\n");
        }
        std::string id = diag_id(info.code);
        out.append("\n### ").append(id).append(" ").append(info.title).append("\n");
        out.append("`").append(info.name).append("`, ").append(severity_name(info.severity)).append(". ");
        out.append(info.message).append("\n");
        if (auto example = shown.find(id); example != shown.end()) out += example->second;
    }
    return out;
}

int run_diagnostics(int argc, const char* const* argv) {
    std::string text = diagnostics_document();
    if (argc == 0) {
        std::fputs(text.c_str(), stdout);
        return 0;
    }
    if (std::string_view(argv[0]) != "--update") {
        std::fputs("usage: hcl-tests diagnostics [--update]\n", stderr);
        return 2;
    }
    std::filesystem::path path = source_root() / "docs" / "diagnostics.md";
    std::filesystem::create_directories(path.parent_path());
    if (read_whole_file(path) != text) std::ofstream(path, std::ios::binary) << text;
    return 0;
}

}  // namespace hcl::test
