// `hcl-ls serve`, also run when hcl-ls is started with options only: the language server on a transport.
#include <charconv>
#include <optional>
#include <string>
#include <thread>

#include "server/app/recording.h"
#include "server/app/server.h"
#include "server/app/version.h"
#include "server/cli/cli.h"
#include "server/host/append_file.h"
#include "server/host/process.h"
#include "server/host/reactor.h"

namespace hcl::server {

namespace {

// Time limit for shutting down before the process exits anyway.
constexpr auto kGrace = std::chrono::milliseconds(60);

struct ServeOptions {
    TransportOptions transport;
    ServerOptions server;
    std::int64_t client_process = 0;
    std::string log;
    std::string record;
};

template <typename T>
std::optional<T> number(std::string_view text) {
    T value{};
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Options are written --name=value or --name value.
Result<ServeOptions> parse_options(Arguments arguments) {
    ServeOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view argument = arguments[i];
        std::size_t equals = argument.find('=');
        std::string_view name = argument.substr(0, equals);
        if (name == "--stdio") continue;
        std::string_view value;
        if (equals != std::string_view::npos)
            value = argument.substr(equals + 1);
        else if (i + 1 < arguments.size())
            value = arguments[++i];
        auto wrong = [&] { return fail(std::string(name) + " cannot be \"" + std::string(value) + "\""); };
        if (name == "--socket") {
            auto port = number<std::uint16_t>(value);
            if (!port || *port == 0) return wrong();
            options.transport.kind = TransportOptions::Kind::Socket;
            options.transport.port = *port;
        } else if (name == "--pipe") {
            if (value.empty()) return wrong();
            options.transport.kind = TransportOptions::Kind::Pipe;
            options.transport.path = value;
        } else if (name == "--clientProcessId") {
            auto pid = number<std::int64_t>(value);
            if (!pid) return wrong();
            options.client_process = *pid;
        } else if (name == "--threads") {
            auto threads = number<int>(value);
            if (!threads || *threads < 0 || *threads > 256) return wrong();
            options.server.threads = *threads;
        } else if (name == "--max-message") {
            auto bytes = number<std::uint64_t>(value);
            if (!bytes || *bytes == 0) return wrong();
            options.server.max_message = *bytes;
        } else if (name == "--log" || name == "--record") {
            if (value.empty()) return wrong();
            (name == "--log" ? options.log : options.record) = value;
        } else {
            return fail("unknown option " + std::string(name));
        }
    }
    return options;
}

// Runs the server on the reactor's thread, which also runs all callbacks. `leave` does not return.
void run_inline(Server& server, Transport& transport, Reactor& reactor, const SteadyClock& clock,
                const std::function<void(int)>& leave) {
    std::function<void()> pump = [&] {
        if (!server.pump()) leave(server.exit_code());
        if (auto next = server.next_timer()) {
            auto wait = std::chrono::ceil<std::chrono::milliseconds>(*next - clock.now());
            reactor.after(std::max(wait, std::chrono::milliseconds(0)), pump);
        }
    };
    transport.start(
        [&](std::string_view bytes) {
            server.receive(bytes);
            pump();
        },
        [&] {
            server.end_of_input();
            pump();
        });
    reactor.run();
}

int serve(Console& console, const ServeOptions& options) {
    Reactor reactor;
    auto transport = open_transport(reactor, options.transport);
    if (!transport) {
        console.complain(transport.error().message);
        return 1;
    }
    Host host;
    auto clock = std::make_shared<SteadyClock>();
    host.clock = clock;
    host.cache_folder = console.cache_folder;
    host.plugin_folder = console.plugin_folder;
    host.files = console.files;
    host.programs = console.programs;
    host.write = [&](std::string_view bytes) { (*transport)->write(bytes); };
    if (!options.log.empty()) {
        auto file = AppendFile::create(console.absolute(options.log));
        if (!file) return wrong_usage(console, file.error().message);
        host.log = [file = *file](std::string_view line) { file->write(line); };
    }
    std::unique_ptr<Recorder> recorder;
    if (!options.record.empty()) {
        auto file = AppendFile::create(console.absolute(options.record));
        if (!file) return wrong_usage(console, file.error().message);
        recorder =
            std::make_unique<Recorder>(clock, [file = *file](std::string_view line) { file->write(line); });
        host.record = [&](bool from_client, std::string_view bytes) {
            recorder->message(from_client, bytes);
        };
        host.files = recorder->wrap(console.files);
    }
    host.make_watcher = [files = host.files](Watcher::OnChange on_change) {
        return make_watcher(*files, std::move(on_change));
    };
    // Set below, when the server exists.
    std::unique_ptr<Server> server;
    bool is_file = (*transport)->is_file();
    // Input from a file ends before its requests are answered: answer all of them.
    if (!is_file) host.on_end = [&] { reactor.after(kGrace, [&] { exit_now(server->exit_code()); }); };
    host.watch_process = [&](std::int64_t pid) {
        reactor.watch_process(pid, [&] { server->client_died(); });
    };

    ServerOptions server_options = options.server;
    server_options.processors = console.processors;
    if (is_file) server_options.threads = 0;
    server = std::make_unique<Server>(server_options, host);
    server->core().log.line("hcl-ls " + std::string(version()) + " (" + std::string(commit()) +
                            "), process " + std::to_string(process_id()));
    if (options.client_process > 0) host.watch_process(options.client_process);

    auto leave = [&](int code) {
        server->core().outbox.finish();
        (*transport)->close();
        // Workers may still run requests whose answers are no longer needed.
        exit_now(code);
    };
    if (server_options.threads != 0) {
        (*transport)
            ->start([&](std::string_view bytes) { server->receive(bytes); }, [&] { server->end_of_input(); });
        std::thread reader([&] { reactor.run(); });
        leave(server->run());
    }
    run_inline(*server, **transport, reactor, *clock, leave);
    return server->exit_code();
}

}  // namespace

const CommandHelp& help_serve() {
    static const CommandHelp help{
        .about =
            "Editors start the server; you rarely need to. It uses standard input and output by default.",
        .options = {{"--stdio", "standard input and output"},
                    {"--socket=PORT", "connect to a local port on which the client listens"},
                    {"--pipe=PATH", "connect to a local socket on which the client listens", "<file>"},
                    {"--clientProcessId=PID", "exit when that process exits"},
                    {"--log=FILE", "write a log, one event per line", "<file>"},
                    {"--record=FILE",
                     "record the session for `hcl-ls replay FILE`; the recording contains your files",
                     "<file>"},
                    {"--threads=N", "number of workers; 0 runs everything on one thread, in a fixed order"},
                    {"--max-message=BYTES", "skip messages that are longer (default 256 MiB)"}},
    };
    return help;
}

int run_serve(Console& console, Arguments arguments) {
    auto options = parse_options(arguments);
    if (!options) return wrong_usage(console, options.error().message);
    if (console.input_is_terminal && options->transport.kind == TransportOptions::Kind::Stdio)
        console.err(
            "hcl-ls: waiting for a language client on standard input; `hcl-ls --help` lists the other "
            "commands\n");
    share_memory_between_threads();
    return serve(console, *options);
}

}  // namespace hcl::server
