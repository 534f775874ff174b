#include "tests/harness/shell.h"

namespace hcl::test {

Shell::Shell(std::map<std::string, std::string> texts)
    : files(std::make_shared<server::MemoryFileSystem>(std::move(texts))) {
    console.files = files;
    console.folder = "/w";
}

Shell Shell::on_disk(const std::filesystem::path& folder) {
    Shell shell;
    shell.files = nullptr;
    shell.console.files = server::make_real_file_system();
    shell.console.folder = folder.string();
    return shell;
}

server::Console Shell::attached() {
    server::Console with_output = console;
    with_output.out = [this](std::string_view text) { out += text; };
    with_output.err = [this](std::string_view text) { err += text; };
    with_output.read_input = [this] { return Result<std::string>(input); };
    return with_output;
}

int Shell::run(const std::vector<std::string_view>& arguments) {
    out.clear();
    err.clear();
    server::Console one = attached();
    return server::run_cli(one, arguments);
}

Printed Shell::call(const std::vector<std::string_view>& arguments) {
    const int code = run(arguments);
    return {code, out, err};
}

}  // namespace hcl::test
