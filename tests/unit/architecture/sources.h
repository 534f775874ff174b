// The project's own files, for tests of the sources.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hcl::test {

struct Include {
    int line = 0;
    std::string path;
};

struct SourceFile {
    std::string path;  // relative to the root, with slashes
    std::vector<Include> includes;
    int line_count = 0;
    bool is_generated = false;
};

// The C++ files of engine, protocol, server and tests.
const std::vector<SourceFile>& source_files();

// All text files: path and content.
std::vector<std::pair<std::string, std::string>> text_files();

}  // namespace hcl::test
