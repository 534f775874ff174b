// Every diagnostic code is documented and produced by a test or fixture; exceptions are listed and only
// shrink.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "engine/source/diagnostic.h"
#include "tests/harness/paths.h"
#include "tests/unit/architecture/sources.h"

namespace hcl::test {
namespace {

std::set<std::string> listed(const char* file) {
    std::set<std::string> out;
    std::istringstream in(read_whole_file(source_root() / "tests/unit/architecture" / file));
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line.front() != '#') out.insert(line.substr(0, line.find(' ')));
    return out;
}

TEST_CASE("diagnostics: every code is hit by a test or a fixture") {
    std::set<std::string> known_gaps = listed("unhit_diagnostics.txt");
    std::string tests;
    for (const auto& [path, text] : text_files())
        if (path.starts_with("tests/") && !path.starts_with("tests/unit/architecture/") &&
            !path.starts_with("tests/conformance/"))
            tests += text;
    for (const DiagInfo& info : all_diag_infos()) {
        std::string id = diag_id(info.code);
        std::string name = "DiagCode::" + std::string(info.name);
        auto whole_word = [&](const std::string& word) {
            for (std::size_t at = tests.find(word); at != tests.npos; at = tests.find(word, at + 1)) {
                char next = at + word.size() < tests.size() ? tests[at + word.size()] : ' ';
                if (!std::isalnum(static_cast<unsigned char>(next))) return true;
            }
            return false;
        };
        bool is_hit = whole_word(id) || whole_word(name);
        bool is_gap = known_gaps.erase(id) > 0;
        CHECK_MESSAGE((is_hit || is_gap), id, " ", info.name,
                      " is found by no test: write a fixture with error[", id, "]");
        CHECK_MESSAGE(!(is_hit && is_gap), id, " is hit now: take it out of unhit_diagnostics.txt");
    }
    for (const std::string& id : known_gaps) FAIL_CHECK(id, " is in unhit_diagnostics.txt but no code");
}

TEST_CASE("diagnostics: every code is documented") {
    std::string document = read_whole_file(source_root() / "docs" / "diagnostics.md");
    for (const DiagInfo& info : all_diag_infos()) {
        std::string id = diag_id(info.code);
        CHECK_MESSAGE(document.find("\n### " + id + " ") != document.npos, id, " ", info.name,
                      " is not in docs/diagnostics.md: run `hcl-tests diagnostics --update`");
        CHECK_MESSAGE((!info.title.empty() && !info.message.empty()), id, " needs a title and a message");
    }
}

TEST_CASE("diagnostics: every code is shown by an example") {
    std::set<std::string> without = listed("unshown_diagnostics.txt");
    std::string document = read_whole_file(source_root() / "docs" / "diagnostics.md");
    for (const DiagInfo& info : all_diag_infos()) {
        const std::string id = diag_id(info.code);
        const std::size_t start = document.find("\n### " + id + " ");
        if (start == document.npos) continue;
        const std::size_t end = document.find("\n### ", start + 1);
        const bool is_shown = document.substr(start, end - start).find("\n```") != std::string::npos;
        const bool is_listed = without.erase(id) > 0;
        CHECK_MESSAGE((is_shown || is_listed), id, " ", info.name,
                      " has no example: write a fixture and run `hcl-tests diagnostics --update`");
        CHECK_MESSAGE(!(is_shown && is_listed), id,
                      " has an example now: take it out of unshown_diagnostics.txt");
    }
    for (const std::string& id : without) FAIL_CHECK(id, " is in unshown_diagnostics.txt but no code");
}

}  // namespace
}  // namespace hcl::test
