// Every diagnostic code is documented with an example, and produced by a test or a fixture.
#include <doctest/doctest.h>

#include <cctype>
#include <string>

#include "engine/source/diagnostic.h"
#include "tests/harness/diagnostics_doc.h"
#include "tests/harness/paths.h"
#include "tests/unit/architecture/sources.h"

namespace hcl::test {
namespace {

TEST_CASE("diagnostics: every code is hit by a test or a fixture") {
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
        CHECK_MESSAGE((whole_word(id) || whole_word(name)), id, " ", info.name,
                      " is found by no test: write a fixture with error[", id, "]");
    }
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
    std::string document = read_whole_file(source_root() / "docs" / "diagnostics.md");
    for (const DiagInfo& info : all_diag_infos()) {
        const std::string id = diag_id(info.code);
        const std::size_t start = document.find("\n### " + id + " ");
        if (start == document.npos) continue;
        const std::size_t end = document.find("\n### ", start + 1);
        const std::string entry = document.substr(start, end - start);
        CHECK_MESSAGE(entry.find("\n```") != std::string::npos, id, " ", info.name,
                      " has no example: write a fixture, or a session in tests/fixtures/sessions.md, and run "
                      "`hcl-tests diagnostics --update`");
        // The commands of a session are run by tests/e2e/test_documents.py; they must show this code.
        if (entry.find("\n```console") != std::string::npos)
            CHECK_MESSAGE(entry.find("[" + id) != std::string::npos, "the session of ", id,
                          " does not show it");
    }
}

TEST_CASE("diagnostics: the document is the one that is generated") {
    CHECK(read_whole_file(source_root() / "docs" / "diagnostics.md") == diagnostics_document());
}

}  // namespace
}  // namespace hcl::test
