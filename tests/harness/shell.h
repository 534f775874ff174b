// Runs commands of the program in a test, and keeps what they print.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/cli.h"
#include "server/host/memory_file_system.h"

namespace hcl::test {

struct Printed {
    int code = 0;
    std::string out;
    std::string err;
};

struct Shell {
    // Over files in memory; the working directory is "/w".
    explicit Shell(std::map<std::string, std::string> texts = {});
    // Over a folder on disk, which is the working directory.
    static Shell on_disk(const std::filesystem::path& folder);

    // Returns the exit code; `out` and `err` are what this command printed.
    int run(const std::vector<std::string_view>& arguments);
    Printed call(const std::vector<std::string_view>& arguments);
    // A console that reads `input` and prints to `out` and `err`.
    server::Console attached();
    // The content of a file; "(none)" when there is none.
    std::string text(const std::string& path) const { return console.files->read(path).value_or("(none)"); }

    server::Console console{};                        // settings of the commands
    std::shared_ptr<server::MemoryFileSystem> files;  // null on disk
    std::string input{};
    std::string out{};
    std::string err{};
};

}  // namespace hcl::test
