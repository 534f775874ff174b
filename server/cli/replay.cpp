// `hcl-ls replay`: replays a recorded session on one thread, against the recorded files.
#include <map>
#include <string>

#include "engine/base/utf8.h"
#include "protocol/json/document.h"
#include "server/app/recording.h"
#include "server/app/server.h"
#include "server/cli/cli.h"

namespace hcl::server {

namespace {

constexpr std::size_t kShown = 300;

// The responses of a session by request id, as JSON text.
using Answers = std::map<std::string, std::string>;

void collect_answer(std::string_view body, Answers& answers) {
    auto json = lsp::JsonDocument::parse(std::string(body));
    if (!json || !json->root()["method"].is_missing()) return;
    lsp::JsonView result = json->root()["result"];
    lsp::JsonView shown = result.is_missing() ? json->root()["error"] : result;
    answers[json->root()["id"].to_text()] = shown.to_text();
}

}  // namespace

const CommandHelp& help_replay() {
    static const CommandHelp help{
        .about =
            "Replays a session that `hcl-ls serve --record=FILE` recorded, on one thread and with the "
            "recorded files, compares the answers, and prints those that differ.",
        .options = {{"--print", "print all messages of the server"}},
        .exit_codes = {{0, "the same answers"}, {1, "an answer differs"}, {2, "wrong usage"}},
        .arguments = "<file>",
    };
    return help;
}

int run_replay(Console& console, Arguments arguments) {
    std::string path;
    bool prints = false;
    for (std::string_view argument : arguments) {
        if (argument == "--print")
            prints = true;
        else if (argument.starts_with("-") || !path.empty())
            return wrong_usage(console, "replay takes one file and --print");
        else
            path = console.absolute(argument);
    }
    if (path.empty()) return wrong_usage(console, "replay needs the file of a recording");
    auto text = console.files->read(path);
    if (!text) return wrong_usage(console, text.error().message);
    auto recording = read_recording(*text);
    if (!recording) return wrong_usage(console, path + ": " + recording.error().message);

    auto clock = std::make_shared<ManualClock>();
    TimePoint start = clock->now();
    Answers answers;
    std::size_t sent = 0;
    Host host;
    host.files = recording->files;
    host.clock = clock;
    host.write = [](std::string_view) {};
    host.record = [&](bool from_client, std::string_view body) {
        if (from_client) return;
        ++sent;
        collect_answer(body, answers);
        if (prints) console.out(std::string(body) + "\n");
    };
    ServerOptions options;
    options.threads = 0;
    Answers recorded;
    std::size_t received = 0;
    std::size_t recorded_sent = 0;
    Server server(options, host);
    bool goes_on = true;
    for (const RecordedMessage& message : recording->messages) {
        if (!message.from_client) {
            ++recorded_sent;
            collect_answer(message.bytes, recorded);
            continue;
        }
        ++received;
        if (!goes_on) continue;
        auto now = start + std::chrono::duration_cast<Duration>(
                               std::chrono::duration<double, std::milli>(message.ms));
        // Timers fire when they did in the recording.
        while (auto next = server.next_timer()) {
            if (*next > now) break;
            clock->set(*next);
            server.pump();
        }
        clock->set(now);
        server.receive(message.bytes);
        goes_on = server.pump();
    }
    std::size_t different = 0;
    for (const auto& [id, answer] : recorded) {
        auto again = answers.find(id);
        if (again != answers.end() && again->second == answer) continue;
        ++different;
        console.out(
            "answer " + id + " differs\n  recorded: " + shortened(answer, kShown, "...") + "\n  now:      " +
            (again == answers.end() ? std::string("none") : shortened(again->second, kShown, "...")) + "\n");
    }
    console.out(std::to_string(received) + " pieces in; " + std::to_string(sent) + " messages out, " +
                std::to_string(recorded_sent) + " when recorded; " + std::to_string(recorded.size()) +
                " answers, " + std::to_string(different) + " differ\n");
    return different == 0 ? 0 : 1;
}

}  // namespace hcl::server
