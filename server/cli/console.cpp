#include "server/cli/console.h"

#include <cstdio>
#include <mutex>
#include <vector>

#include "server/app/plugin_schemas.h"
#include "server/app/schema_folder.h"
#include "server/cli/printable.h"
#include "server/host/for_each_index.h"
#include "server/host/process.h"
#include "server/host/streams.h"

namespace hcl::server {

std::string Console::absolute(std::string_view path) const {
    const bool is_absolute = path.starts_with('/');
    if (!is_absolute && folder.empty()) return std::string(path);
    std::string full = is_absolute ? std::string(path) : folder + "/" + std::string(path);
    // Removes "." and "..": paths are compared as strings.
    std::vector<std::string_view> parts;
    std::string_view rest = full;
    while (!rest.empty()) {
        std::size_t slash = rest.find('/');
        std::string_view part = rest.substr(0, slash);
        rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
        if (part.empty() || part == ".") continue;
        if (part != "..")
            parts.push_back(part);
        else if (!parts.empty())
            parts.pop_back();
    }
    std::string result;
    for (std::string_view part : parts) {
        result += '/';
        result += part;
    }
    return result.empty() ? "/" : result;
}

void Console::complain(std::string_view message) const {
    err("hcl-ls: " + printable_lines(message) + "\n");
}

std::optional<std::string> Console::input() const {
    auto text = read_input();
    if (text) return std::move(*text);
    complain(text.error().message);
    return std::nullopt;
}

Result<std::string> Console::read_argument(std::string_view name) const {
    if (name == "-") return read_input();
    const std::string path = absolute(name);
    Result<std::string> text = files->read(path);
    if (!text && read_stream)
        if (Result<std::string> stream = read_stream(path)) return stream;
    // Callers name the file as the user wrote it.
    if (const std::string prefix = path + ": "; !text && text.error().message.starts_with(prefix))
        text.error().message.erase(0, prefix.size());
    return text;
}

std::string Console::schema_folder(std::string_view named) const {
    return named.empty() ? own_schema_folder(cache_folder) : absolute(named);
}

schemas::SchemaSetPtr Console::read_schemas(std::string_view named) const {
    auto report = [this, mutex = std::make_shared<std::mutex>()](const std::string& message) {
        std::lock_guard lock(*mutex);
        complain(message);
    };
    SchemaFolder found = server::read_schemas(
        *files, schema_folder(named),
        plugin_schemas(files, find_plugins(*files, plugin_folder), cache_folder, report));
    for (const std::string& problem : found.problems) complain(problem);
    return std::move(found.schemas);
}

ParallelFor Console::spread() const {
    if (processors < 2) return {};
    return [threads = processors](std::size_t parts, const std::function<void(std::size_t)>& work) {
        for_each_index(parts, threads, work);
    };
}

Console process_console() {
    Console console;
    console.out = [](std::string_view text) { write_output(text); };
    console.err = [](std::string_view text) { write_error(text); };
    console.read_input = [] { return read_standard_input(limits::named_file); };
    console.read_stream = [](const std::string& path) { return read_stream(path, limits::named_file); };
    console.is_terminal = output_is_terminal();
    console.input_is_terminal = input_is_terminal();
    console.error_is_terminal = error_is_terminal();
    console.wants_color = environment_wants_color();
    console.files = make_real_file_system();
    console.programs = make_real_programs();
    console.folder = current_folder();
    console.cache_folder = cache_folder();
    console.plugin_folder = plugin_folder();
    console.processors = processor_count();
    return console;
}

}  // namespace hcl::server
