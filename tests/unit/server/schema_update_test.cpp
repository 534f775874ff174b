// Schemas from programs: of what modules have installed and of named providers, on the command line and in
// the background of the server; and programs that fail, hang or print too much.
#include "server/app/schema_update.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "server/app/schema_folder.h"
#include "tests/harness/conformance/temporary_folder.h"
#include "tests/harness/lsp_client.h"
#include "tests/harness/shell.h"

namespace hcl::server {
namespace schema_update_test {

constexpr std::string_view kAddress = "registry.terraform.io/acme/cloud";

std::string printed(const std::string& argument, std::string_view address = kAddress) {
    return R"({"format_version": "1.0", "provider_schemas": {")" + std::string(address) +
           R"(": {"provider": {"block": {}}, "resource_schemas": {"cloud_box": {"block": {"attributes": {")" +
           argument + R"(": {"type": "string", "optional": true}}}}}}}})";
}

std::string lock_file(const std::string& version, std::string_view address = kAddress) {
    return "provider \"" + std::string(address) + "\" {\n  version = \"" + version + "\"\n}\n";
}

// Answers in the place of programs, and notes what was started.
class FakePrograms final : public Programs {
  public:
    std::map<std::string, std::string> installed{{"terraform", "/bin/terraform"}, {"tofu", "/bin/tofu"}};
    std::function<Result<ProgramOutput>(const ProgramCall&)> answer = [](const ProgramCall&) {
        return ProgramOutput{0, printed("size"), ""};
    };
    mutable std::vector<ProgramCall> calls;

    std::string find(std::string_view name) const override {
        auto found = installed.find(std::string(name));
        return found == installed.end() ? "" : found->second;
    }
    Result<ProgramOutput> run(const ProgramCall& call) const override {
        calls.push_back(call);
        return answer(call);
    }
    Result<std::unique_ptr<ScratchFolder>> scratch_folder() const override {
        struct Scratch final : ScratchFolder {
            std::string name = "/scratch";
            const std::string& path() const override { return name; }
        };
        return std::make_unique<Scratch>();
    }
    // "PATH ARGUMENT... in FOLDER", one line for each call; forgets them.
    std::string started() {
        std::string out;
        for (const ProgramCall& call : std::exchange(calls, {})) {
            out += call.path;
            for (const std::string& argument : call.arguments) out += " " + argument;
            out += " in " + call.folder + "\n";
        }
        return out;
    }
};

struct Shell : test::Shell {
    std::shared_ptr<FakePrograms> programs = std::make_shared<FakePrograms>();
    Shell() {
        console.cache_folder = "/cache";
        console.programs = programs;
    }
    void initialize(const std::string& folder, const std::string& lock) {
        files->write(folder + "/.terraform.lock.hcl", lock);
        files->write(folder + "/.terraform/providers/" + std::string(kAddress) + "/1/linux/p", "program");
    }
};

TEST_CASE("schema update: the modules where init ran, once") {
    Shell shell;
    shell.files->write("/w/main.tf", "");
    CHECK(shell.run({"schema", "update"}) == 0);
    CHECK(shell.out.starts_with("no folder has a lock file"));
    shell.initialize("/w/a", lock_file("1.2.0"));
    shell.initialize("/w/a/.terraform/modules/x", lock_file("1.0.0"));
    shell.files->write("/w/b/.terraform.lock.hcl", lock_file("1.2.0"));
    CHECK(shell.run({"schema", "update"}) == 0);
    CHECK(shell.programs->calls.at(0).environment ==
          std::vector<std::string>{"TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1"});
    CHECK(shell.programs->started() == "/bin/terraform providers schema -json in /w/a\n");
    CHECK(shell.out == std::string(kAddress) +
                           " 1.2.0: 2 schemas\n/w/a: updated\n"
                           "/w/b: it is not initialized: there is no \".terraform\"\n");
    // Its only provider is known; another version is not.
    CHECK(shell.run({"schema", "update", "a"}) == 0);
    CHECK(shell.out == "/w/a: the schemas of all its providers are stored\n");
    CHECK(shell.programs->started().empty());
    CHECK(shell.run({"schema", "update", "--all", "--program=/opt/tf", "/w/a"}) == 0);
    CHECK(shell.programs->started() == "/opt/tf providers schema -json in /w/a\n");
    shell.initialize("/w/a", lock_file("1.3.0"));
    CHECK(shell.run({"schema", "update", "a"}) == 0);
    CHECK(shell.run({"schema", "list"}) == 0);
    CHECK(shell.out.find("cloud 1.3.0") != std::string::npos);
    CHECK(shell.out.find("cloud 1.2.0") != std::string::npos);
    CHECK(shell.run({"schema", "update", "/w/nowhere"}) == 2);
    CHECK(shell.run({"schema", "update", "--timeout=0"}) == 2);
    CHECK(shell.run({"schema", "update", "--program=nothing"}) == 2);
    shell.console.programs = nullptr;
    CHECK(shell.run({"schema", "update", "a"}) == 2);
}

TEST_CASE("schema update: OpenTofu for its lock files, and whatever is installed") {
    const std::string address = "registry.opentofu.org/acme/cloud";
    Shell shell;
    shell.programs->answer = [&](const ProgramCall&) {
        return ProgramOutput{0, printed("size", address), ""};
    };
    shell.initialize("/w/tofu", lock_file("1.0.0", address));
    CHECK(shell.run({"schema", "update"}) == 0);
    CHECK(shell.programs->started() == "/bin/tofu providers schema -json in /w/tofu\n");
    shell.programs->installed.erase("tofu");
    CHECK(shell.run({"schema", "update", "--all"}) == 0);
    CHECK(shell.programs->started() == "/bin/terraform providers schema -json in /w/tofu\n");
    // The lock file names another registry, and the files are those of OpenTofu.
    shell.programs->installed = {{"tofu", "/bin/tofu"}, {"terraform", "/bin/terraform"}};
    shell.initialize("/w/own", lock_file("1.0.0", "example.com/acme/cloud"));
    shell.files->write("/w/own/main.tofu", "");
    CHECK(shell.run({"schema", "update", "own"}) == 0);
    CHECK(shell.programs->started() == "/bin/tofu providers schema -json in /w/own\n");
    shell.programs->installed.clear();
    CHECK(shell.run({"schema", "update", "own"}) == 2);
    CHECK(shell.err.find("neither \"terraform\" nor \"tofu\" is installed") != std::string::npos);
}

TEST_CASE("schema update: a program that fails, and output that is no schema") {
    Shell shell;
    shell.initialize("/w/a", lock_file("1.2.0"));
    shell.programs->answer = [](const ProgramCall&) {
        return ProgramOutput{1, "",
                             "\x1b[31m╷\x1b[0m\n│ \x1b[1mError: \x1b[0mno provider\n│\n│ Run init.\n╵\n"};
    };
    CHECK(shell.run({"schema", "update"}) == 2);
    CHECK(shell.err ==
          "hcl-ls: /w/a: \"/bin/terraform providers schema -json\" ended with code 1:\n"
          "Error: no provider\nRun init.\n");
    for (const std::string& output :
         {std::string(), std::string("Hello"), std::string("{}"), std::string("[1]"),
          std::string(R"({"provider_schemas": {}})"), std::string(1 << 20, '\0')}) {
        CAPTURE(output.substr(0, 100));
        shell.programs->answer = [&](const ProgramCall&) { return ProgramOutput{0, output, ""}; };
        CHECK(shell.run({"schema", "update"}) == 2);
        CHECK(shell.err.starts_with("hcl-ls: /w/a: "));
        CHECK(shell.run({"schema", "list"}) == 0);
        CHECK(shell.out.empty());
    }
}

TEST_CASE("schema update: providers that are named") {
    Shell shell;
    std::string main;
    shell.programs->answer = [&](const ProgramCall& call) -> Result<ProgramOutput> {
        main = shell.text("/scratch/main.tf");
        if (call.arguments[0] != "init") return ProgramOutput{0, printed("size"), ""};
        shell.files->write("/scratch/.terraform.lock.hcl", lock_file("5.31.0"));
        return ProgramOutput{0, "Terraform has been initialized", ""};
    };
    CHECK(shell.run({"schema", "add", "acme/cloud@5.31.0"}) == 0);
    CHECK(shell.out == std::string(kAddress) + " 5.31.0: 2 schemas\n");
    CHECK(main ==
          "terraform {\n  required_providers {\n    wanted = {\n      source = \"acme/cloud\"\n"
          "      version = \"5.31.0\"\n    }\n  }\n}\n");
    CHECK(shell.programs->calls.at(0).environment.at(0) == "TF_DATA_DIR=/scratch/.terraform");
    CHECK(shell.programs->started() ==
          "/bin/terraform init -backend=false -input=false in /scratch\n"
          "/bin/terraform providers schema -json in /scratch\n");
    CHECK(shell.run({"schema", "add", "registry.opentofu.org/acme/cloud"}) == 0);
    CHECK(shell.programs->started().starts_with("/bin/tofu init"));
    CHECK(main.find("version") == std::string::npos);
    // What the program says of a provider that does not exist.
    shell.programs->answer = [](const ProgramCall&) { return ProgramOutput{1, "", "no such provider"}; };
    CHECK(shell.run({"schema", "add", "acme/nothing"}) == 2);
    CHECK(shell.err.find("no such provider") != std::string::npos);
    CHECK(shell.programs->started() == "/bin/terraform init -backend=false -input=false in /scratch\n");
    // A file of that name, and what is no name of a provider.
    shell.files->write("/w/acme/cloud", printed("size"));
    CHECK(shell.run({"schema", "add", "acme/cloud"}) == 0);
    for (const char* name : {"a/b.json", "a", "a/b/c", "a/b@", "a/b@1 ", "a/b@\"", "x.org/a/b/c", "a/${b}",
                             "/a/b", "a/", "../a", "x.org/a/b@1;"}) {
        CAPTURE(name);
        CHECK_FALSE(named_provider(name));
        CHECK(shell.run({"schema", "add", name}) == 2);
    }
    CHECK(named_provider("localhost:8080/a/b_c@1.0.0-beta+1")->version == "1.0.0-beta+1");
    CHECK(shell.programs->started().empty());
}

// With the programs of this machine: shell scripts.
struct Machine {
    test::TemporaryFolder folder{};
    std::shared_ptr<const Programs> programs = make_real_programs();

    std::string script(const std::string& name, const std::string& text) const {
        folder.write(name, "#!/bin/sh\n" + text);
        const std::string path = (folder.path / name).string();
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
    Result<ProgramOutput> run(const std::string& text, std::vector<std::string> arguments = {}) const {
        ProgramCall call{.path = script("program", text),
                         .arguments = std::move(arguments),
                         .folder = folder.path.string()};
        call.environment = {"HCL_LS_TEST=own"};
        call.patience = std::chrono::seconds(60);
        call.most_output = 1 << 20;
        return programs->run(call);
    }
    std::string failure(const std::string& text,
                        std::chrono::milliseconds patience = std::chrono::seconds(60),
                        std::function<bool()> is_cancelled = {}) const {
        ProgramCall call{.path = script("program", text), .folder = folder.path.string()};
        call.patience = patience;
        call.most_output = 1 << 20;
        call.is_cancelled = std::move(is_cancelled);
        auto output = programs->run(call);
        return output ? "none" : output.error().message.substr(call.path.size());
    }
};

TEST_CASE("programs: arguments, folder, environment, output, no input") {
    const Machine machine;
    auto output = machine.run("printf '%s|' \"$@\" \"$HCL_LS_TEST\"; cat; pwd -P >&2; exit 3",
                              {"a b", "$HOME", "*", ""});
    REQUIRE(output);
    CHECK(output->code == 3);
    CHECK(output->out == "a b|$HOME|*||own|");
    CHECK(output->err == std::filesystem::canonical(machine.folder.path).string() + "\n");
    output = machine.run("kill -9 $$");
    REQUIRE(output);
    CHECK(output->code == 128 + 9);
    // Of many errors the first ones are kept.
    output = machine.run("head -c 3000000 /dev/zero >&2; echo end");
    REQUIRE(output);
    CHECK(output->out == "end\n");
    CHECK(output->err.size() == 64 << 10);
    // Closed streams.
    output = machine.run("exec >&- 2>&-; sleep 0.2; exit 4");
    REQUIRE(output);
    CHECK(output->code == 4);
    ProgramCall none{.path = "/nowhere/program", .folder = "/"};
    none.patience = std::chrono::seconds(60);
    auto missing = machine.programs->run(none);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message.starts_with("/nowhere/program does not start: "));
}

TEST_CASE(
    "programs: one that takes too long, prints without end or is cancelled is ended, with its children") {
    const Machine machine;
    using std::chrono::milliseconds;
    const auto start = std::chrono::steady_clock::now();
    const std::string child = "(sleep 50; echo late > late) & ";
    CHECK(machine.failure(child + "sleep 50", milliseconds(300)) == " took longer than 1 s, and was ended");
    CHECK(machine.failure("trap '' TERM INT; sleep 50", milliseconds(300)).find("took longer") !=
          std::string::npos);
    CHECK(machine.failure("cat /dev/zero") == " printed more than 1 MB, and was ended");
    CHECK(machine.failure("sleep 50", milliseconds(60'000), [] { return true; }) ==
          " was interrupted, and was ended");
    // A child that keeps the output open does not delay the end of the program.
    CHECK(machine.failure("sleep 50 & exit 0") == "none");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
    CHECK_FALSE(std::filesystem::exists(machine.folder.path / "late"));
}

TEST_CASE("programs: temporary folders go with their contents, and only whole paths of PATH count") {
    const auto programs = make_real_programs();
    std::string path;
    {
        auto scratch = programs->scratch_folder();
        REQUIRE(scratch);
        path = (*scratch)->path();
        CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::all) ==
              std::filesystem::perms::owner_all);
        std::filesystem::create_directories(path + "/a/b");
    }
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(programs->find("sh").starts_with("/"));
    CHECK(programs->find("no-such-program-anywhere").empty());
    CHECK(programs->find("").empty());
}

TEST_CASE("schema update: links are not followed") {
    test::TemporaryFolder folder;
    folder.write("elsewhere/providers/x", "");
    for (const char* name : {"whole", "inner"}) {
        folder.write(std::string(name) + "/.terraform.lock.hcl", lock_file("1.0.0"));
        folder.write(std::string(name) + "/main.tf", "");
    }
    std::filesystem::create_directory_symlink(folder.path / "elsewhere", folder.path / "whole/.terraform");
    std::filesystem::create_directory(folder.path / "inner/.terraform");
    std::filesystem::create_directory_symlink(folder.path / "elsewhere/providers",
                                              folder.path / "inner/.terraform/providers");
    test::Shell shell = test::Shell::on_disk(folder.path);
    auto programs = std::make_shared<FakePrograms>();
    shell.console.programs = programs;
    CHECK(shell.run({"schema", "update", "--folder=kept"}) == 0);
    CHECK(shell.out.find("/whole: \".terraform\" is a link, which is not followed\n") != std::string::npos);
    CHECK(shell.out.find("/inner: \".terraform/providers\" is a link") != std::string::npos);
    CHECK(programs->started().empty());
}

struct Editor {
    std::shared_ptr<FakePrograms> programs = std::make_shared<FakePrograms>();

    test::LspClientOptions options(bool update) const {
        test::LspClientOptions options;
        options.programs = programs;
        options.cache_folder = "/cache";
        options.initialization_options = {{"schemas", {{"update", update}}}};
        options.files = {
            {"/room/.terraform.lock.hcl", lock_file("1.2.0")},
            {"/room/.terraform/providers/x/y", "program"},
            {"/room/main.tf",
             "terraform {\n  required_providers {\n    cloud = { source = \"acme/cloud\" }\n  }\n}\n"
             "resource \"cloud_box\" \"a\" {\n  wrong = 1\n}\n"},
            {"/room/bare/.terraform.lock.hcl", lock_file("1.2.0")},
            // A workspace does not decide.
            {"/room/.hcl-ls.hcl", "schemas {\n  update = true\n}\n\"schemas.update\" = true\n"},
            {"/room/.vscode/settings.json", R"({"hcl.schemas.update": true})"},
        };
        return options;
    }
};

std::string codes(test::LspClient& client) {
    std::string out;
    for (const auto& one : client.diagnostics("/room/main.tf")) out += one["code"].get<std::string>() + " ";
    return out;
}

TEST_CASE("schema updates: in the background, only when the user's setting asks for it") {
    Editor editor;
    {
        test::LspClient client(editor.options(false));
        client.open("/room/main.tf", client.files().read("/room/main.tf").value_or(""));
        client.settle();
        CHECK(codes(client) == "HCL6045 ");
        CHECK(editor.programs->started().empty());
    }
    test::LspClient client(editor.options(true));
    client.open("/room/main.tf", client.files().read("/room/main.tf").value_or(""));
    client.settle();
    CHECK(editor.programs->calls.at(0).is_background);
    CHECK(editor.programs->started() == "/bin/terraform providers schema -json in /room\n");
    CHECK(codes(client) == "HCL4002 ");
    // Nothing is new.
    client.change(("/room/main.tf"), 6, 2, 6, 7, "size");
    client.settle();
    CHECK(editor.programs->started().empty());
    // The lock file changes; the program fails, and is not started again for the same file.
    editor.programs->answer = [](const ProgramCall&) { return ProgramOutput{1, "", "broken"}; };
    client.files().write("/room/.terraform.lock.hcl", lock_file("1.3.0"));
    auto tell = [&] {
        client.notify("workspace/didChangeWatchedFiles",
                      {{"changes", {{{"uri", client.uri("/room/.terraform.lock.hcl")}, {"type", 2}}}}});
        client.settle();
    };
    tell();
    CHECK(editor.programs->started() == "/bin/terraform providers schema -json in /room\n");
    tell();
    CHECK(editor.programs->started().empty());
    bool is_logged = false;
    for (const auto& message : client.received("window/logMessage"))
        is_logged = is_logged || message["message"].get<std::string>().find("broken") != std::string::npos;
    CHECK(is_logged);
}

TEST_CASE("schema updates: a command of the client asks for it once") {
    Editor editor;
    test::LspClient client(editor.options(false));
    client.settle();
    CHECK(client.initialize_result()["capabilities"]["executeCommandProvider"]["commands"] ==
          test::json::array({"hcl-ls.updateSchemas"}));
    CHECK(client.error_code("workspace/executeCommand", {{"command", "hcl-ls.other"}}) == -32602);
    client.result("workspace/executeCommand", {{"command", "hcl-ls.updateSchemas"}});
    client.settle();
    CHECK(editor.programs->started() == "/bin/terraform providers schema -json in /room\n");
    std::vector<std::string> shown;
    for (const auto& message : client.received("window/showMessage")) shown.push_back(message["message"]);
    CHECK(shown == std::vector<std::string>{"/room: the schemas of its providers are stored",
                                            "/room/bare: it is not initialized: there is no \".terraform\""});
}

TEST_CASE("schema updates: a server that ends does not wait for the program") {
    Editor editor;
    std::mutex mutex;
    bool has_ended = false;
    editor.programs->answer = [&](const ProgramCall& call) -> Result<ProgramOutput> {
        while (!call.is_cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::lock_guard lock(mutex);
        has_ended = true;
        return fail("cancelled");
    };
    {
        test::LspClientOptions options = editor.options(false);
        options.threads = 3;
        test::LspClient client(options);
        client.open("/room/main.tf", "");
        client.result("textDocument/documentSymbol",
                      {{"textDocument", {{"uri", client.uri("/room/main.tf")}}}});
        client.result("workspace/symbol", {{"query", "a"}});
        client.result("workspace/executeCommand", {{"command", "hcl-ls.updateSchemas"}});
        // Others are answered meanwhile.
        client.result("textDocument/documentSymbol",
                      {{"textDocument", {{"uri", client.uri("/room/main.tf")}}}});
    }
    std::lock_guard lock(mutex);
    CHECK(has_ended);
}

}  // namespace schema_update_test
}  // namespace hcl::server
