// Messages from a seeded generator: well formed, half, malformed, changed from earlier ones, in any order and
// any pieces. The server must stay alive, answer every request that it could read exactly once, and still
// know its documents at the end. `HCL_MESSAGES=1000000 HCL_SEED=7 hcl-tests -tc='*random messages*'` sends a
// million.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "tests/harness/lsp_client.h"

namespace hcl::test {

namespace {

class Generator {
  public:
    explicit Generator(std::uint32_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    template <typename T, std::size_t N>
    const T& pick(const T (&items)[N]) {
        return items[below(N)];
    }

    json number() {
        switch (below(6)) {
            case 0:
                return -1;
            case 1:
                return 4294967296.0;
            case 2:
                return 1.5;
            default:
                return below(40);
        }
    }

    json junk(int depth = 0) {
        switch (below(depth > 3 ? 5 : 8)) {
            case 0:
                return nullptr;
            case 1:
                return number();
            case 2:
                return below(2) == 0;
            case 3:
                return "text";
            case 4:
                return "file:///room/f1.tf";
            case 5: {
                json list = json::array();
                for (std::size_t i = below(4); i > 0; --i) list.push_back(junk(depth + 1));
                return list;
            }
            default: {
                static const char* const kKeys[] = {"textDocument", "uri",     "position",       "line",
                                                    "character",    "range",   "start",          "end",
                                                    "text",         "version", "contentChanges", "changes"};
                json object = json::object();
                for (std::size_t i = below(5); i > 0; --i) object[pick(kKeys)] = junk(depth + 1);
                return object;
            }
        }
    }

    std::string path() {
        static const char* const kOthers[] = {"/room/.hcl-ls.hcl", "/room/p.hcldec", "/room/a.p.hcl",
                                              "/room/x.tf.json", "/room/sub/m.tf"};
        return below(4) == 0 ? pick(kOthers) : "/room/f" + std::to_string(below(4)) + ".tf";
    }

    // Another message like that one: some of it is something else.
    json changed(json message) {
        json* at = &message["params"];
        while (at->is_structured() && !at->empty() && below(4) != 0) {
            auto it = at->begin();
            std::advance(it, static_cast<std::ptrdiff_t>(below(at->size())));
            at = &*it;
        }
        *at = below(3) == 0 ? json(number()) : junk();
        return message;
    }

    std::string text() {
        static const char* const kPieces[] = {
            "a = 1\n",
            "block \"x\" {\n",
            "}\n",
            "\"${",
            "<<E\n",
            "[",
            "\xF0\x9F\x98\x80",
            "\r\n",
            "# c\n",
            "= ",
            "%{ if",
            "\xC3",
            "\"",
            "E\n",
            "variable \"v\" {\n  default = 1\n}\n",
            "locals {\n  l = var.v\n",
            "x = local.l\n",
            "module \"m\" {\n  source = \"./sub\"\n}\n",
            "object {\n attr \"x\" {\n  required = true\n }\n",
            "language \"p\" {\n  spec  = \"p.hcldec\"\n  files = [\"*.p.hcl\"]\n}\n",
            "{\"locals\": {\"a\": ",
            "block_map \"b\" {\n labels = [\"n\"]\n"};
        std::string out;
        for (std::size_t i = below(8); i > 0; --i) out += pick(kPieces);
        return out;
    }

    json position() { return {{"line", below(12)}, {"character", below(30)}}; }

    json good_params(const std::string& method) {
        json document = {{"uri", LspClient::uri(path())}};
        if (method == "textDocument/didOpen") {
            document["languageId"] = "terraform";
            document["version"] = below(5);
            document["text"] = text();
            return {{"textDocument", document}};
        }
        if (method == "textDocument/didChange") {
            document["version"] = below(1000);
            json changes = json::array();
            for (std::size_t i = below(4); i > 0; --i) {
                json change = {{"text", text()}};
                if (below(4) != 0) change["range"] = {{"start", position()}, {"end", position()}};
                changes.push_back(change);
            }
            return {{"textDocument", document}, {"contentChanges", changes}};
        }
        if (method == "workspace/didChangeWatchedFiles")
            return {{"changes", json::array({{{"uri", LspClient::uri(path())}, {"type", 1 + below(3)}}})}};
        if (method == "$/cancelRequest") return {{"id", below(3000)}};
        if (method == "workspace/didChangeConfiguration")
            return {
                {"settings",
                 {{"hcl", {{"diagnostics", {{"workspace", below(2) == 0}}}, {"rules", {{"*", "hint"}}}}}}}};
        if (method == "workspace/didChangeWorkspaceFolders") {
            json folder = json::array({{{"uri", LspClient::uri("/room/sub")}, {"name", "sub"}}});
            json none = json::array();
            return {{"event", {{"added", below(2) ? folder : none}, {"removed", below(2) ? folder : none}}}};
        }
        if (method == "workspace/symbol") return {{"query", below(2) ? "" : "v"}};
        if (method == "$/setTrace") return {{"value", below(2) ? "verbose" : "off"}};
        if (method == "workspace/diagnostic") return {{"previousResultIds", json::array()}};
        return {{"textDocument", document},
                {"position", position()},
                {"range", {{"start", position()}, {"end", position()}}},
                {"positions", json::array({position()})},
                {"context", {{"diagnostics", json::array()}, {"includeDeclaration", true}}},
                {"options", {{"tabSize", 2}, {"insertSpaces", true}}},
                {"previousResultId", std::to_string(below(20))},
                {"newName", below(2) ? "other" : "a b"}};
    }

  private:
    std::mt19937 random_;
};

constexpr const char* kMethods[] = {"textDocument/didOpen",
                                    "textDocument/didChange",
                                    "textDocument/didChange",
                                    "textDocument/didChange",
                                    "textDocument/didClose",
                                    "textDocument/didSave",
                                    "textDocument/hover",
                                    "textDocument/documentSymbol",
                                    "textDocument/diagnostic",
                                    "workspace/diagnostic",
                                    "workspace/didChangeWatchedFiles",
                                    "$/cancelRequest",
                                    "$/setTrace",
                                    "textDocument/completion",
                                    "textDocument/definition",
                                    "textDocument/references",
                                    "textDocument/rename",
                                    "textDocument/prepareRename",
                                    "textDocument/codeAction",
                                    "textDocument/formatting",
                                    "textDocument/rangeFormatting",
                                    "textDocument/semanticTokens/full",
                                    "textDocument/semanticTokens/full/delta",
                                    "textDocument/inlayHint",
                                    "textDocument/foldingRange",
                                    "textDocument/selectionRange",
                                    "textDocument/signatureHelp",
                                    "textDocument/codeLens",
                                    "textDocument/documentLink",
                                    "textDocument/documentHighlight",
                                    "workspace/symbol",
                                    "workspace/didChangeConfiguration",
                                    "workspace/didChangeWorkspaceFolders",
                                    "$/unknown",
                                    "no/such/method",
                                    "initialize"};

// Sends random messages, some of them damaged, and remembers the requests among them.
class Storm {
  public:
    Storm(LspClient& client, std::uint32_t seed) : client_(client), generator_(seed) {}

    void send(int number) {
        const std::string method = generator_.pick(kMethods);
        json message = {{"jsonrpc", "2.0"}, {"method", method}};
        const bool is_request = generator_.below(2) == 0;
        if (is_request) {
            json id = generator_.below(3) == 0 ? json("s" + std::to_string(number)) : json(100'000 + number);
            message["id"] = id;
            asked.insert(id.dump());
        }
        if (generator_.below(12) != 0)
            message["params"] = generator_.below(4) == 0 ? generator_.junk() : generator_.good_params(method);
        vary(message, is_request);
        send_body(message, is_request);
        if (generator_.below(5) == 0) client_.pump();
        if (generator_.below(200) == 0) client_.settle();
    }

    std::multiset<std::string> asked;
    int bad_json = 0;

  private:
    // Sometimes an earlier message with changes takes the place of this one.
    void vary(json& message, bool is_request) {
        if (!past_.empty() && generator_.below(8) == 0) {
            json again = generator_.changed(past_[generator_.below(past_.size())]);
            if (is_request)
                again["id"] = message["id"];
            else
                again.erase("id");
            message = std::move(again);
        }
        constexpr std::size_t kRemembered = 100;
        if (past_.size() < kRemembered)
            past_.push_back(message);
        else
            past_[generator_.below(kRemembered)] = message;
    }

    void send_body(const json& message, bool is_request) {
        std::string body = message.dump(-1, ' ', false, json::error_handler_t::replace);
        switch (generator_.below(40)) {
            case 0:  // half a message with a matching length: the missing part makes it malformed
                if (is_request) asked.erase(asked.find(message["id"].dump()));
                body.resize(body.size() - 1 - generator_.below(body.size() / 2));
                ++bad_json;
                client_.send_body(body);
                break;
            case 1:  // in two pieces
            {
                std::string framed = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
                std::size_t cut = generator_.below(framed.size());
                client_.send_raw(std::string_view(framed).substr(0, cut));
                client_.pump();
                client_.send_raw(std::string_view(framed).substr(cut));
                break;
            }
            case 2:  // noise between messages
                client_.send_raw("X-Noise: yes\n\n");
                client_.send_body(body);
                break;
            case 3:  // deep
                client_.send_body(std::string(5000, '['));
                ++bad_json;
                client_.send_body(body);
                break;
            default:
                client_.send_body(body);
        }
    }

    LspClient& client_;
    Generator generator_;
    std::vector<json> past_;
};

void storm(int threads, int messages, std::uint32_t seed) {
    LspClientOptions options;
    options.threads = threads;
    options.encoding = seed % 2 ? "utf-16" : "utf-8";
    options.files = {{"/room/f1.tf", "a = 1\n"}, {"/room/f2.tf", "b {\n}\n"}};
    LspClient client(options);
    Storm sent(client, seed);
    for (int i = 0; i < messages; ++i) sent.send(i);
    client.settle();
    REQUIRE_FALSE(client.has_ended());
    std::multiset<std::string> answered;
    int parse_errors = 0;
    for (const json& answer : client.stray_answers()) {
        CHECK(answer.contains("result") != answer.contains("error"));
        if (answer["id"].is_null())
            ++parse_errors;
        else
            answered.insert(answer["id"].dump());
    }
    // Requests whose message survived the noise are answered once; nothing else is.
    for (const std::string& id : answered) CHECK(sent.asked.count(id) >= answered.count(id));
    CHECK(answered.size() <= sent.asked.size());
    CHECK(answered.size() * 100 >= sent.asked.size() * 95);
    CHECK(parse_errors >= sent.bad_json / 2);
    for (const std::string& line : client.log())
        CHECK_MESSAGE(line.find("internal error") == std::string::npos, line);
    client.open("/room/after.tf", "calm = 1\n");
    CHECK(client.result("textDocument/documentSymbol",
                        {{"textDocument", {{"uri", LspClient::uri("/room/after.tf")}}}})[0]["name"] ==
          "calm");
    CHECK(client.quit() == 0);
}

}  // namespace

TEST_CASE("ten thousand random messages, or as many as asked") {
    auto number = [](const char* name, std::uint32_t otherwise) {
        const char* text = std::getenv(name);
        return text ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : otherwise;
    };
    constexpr std::uint32_t kOfStorm = 2'000;
    const std::uint32_t first = number("HCL_SEED", 1);
    const std::uint32_t storms = (number("HCL_MESSAGES", 10'000) + kOfStorm - 1) / kOfStorm;
    for (std::uint32_t i = 0; i < storms; ++i) {
        const std::uint32_t seed = first + i;
        CAPTURE(seed);
        storm(i % 5 == 4 ? 2 : 0, kOfStorm, seed);
    }
}

}  // namespace hcl::test
