// Generated types against values from another implementation of the protocol (lsp_samples.jsonl is written by
// lsprotocol's serialiser, see protocol/model/generate.py).
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/model/generated/all.h"
#include "protocol/model/generated/methods.h"
#include "protocol/model/generated/words.h"
#include "protocol/rpc/message.h"
#include "tests/harness/paths.h"

namespace hcl::lsp {
namespace {

struct Outcome {
    std::string text;   // written again
    std::string error;  // or the error
};

// Instantiated for hundreds of types, so it contains as little code as possible.
template <typename T>
bool reread_as(JsonView json, JsonWriter& writer, ReadError& error) {
    T value{};
    bool is_read = read(error, json, value);
    if (is_read) write(writer, value);
    return is_read;
}

struct ReaderRow {
    std::string_view name;
    bool (*reread)(JsonView, JsonWriter&, ReadError&);
};

constexpr ReaderRow kStructs[] = {
#define HCL_LSP_STRUCT(Name) {#Name, &reread_as<Name>},
#define HCL_LSP_ENUM(Name)
#include "protocol/model/generated/types.def"
#undef HCL_LSP_STRUCT
#undef HCL_LSP_ENUM
};

const ReaderRow* find_struct(std::string_view name) {
    for (const ReaderRow& row : kStructs)
        if (row.name == name) return &row;
    return nullptr;
}

Outcome reread(std::string_view type, JsonView json) {
    const ReaderRow* row = find_struct(type);
    REQUIRE(row != nullptr);
    Outcome outcome;
    JsonWriter writer(outcome.text);
    ReadError error;
    if (!row->reread(json, writer, error)) outcome.error = error.message("params");
    return outcome;
}

struct Sample {
    std::string type;
    nlohmann::json value;
};

std::vector<Sample> samples() {
    std::ifstream file(test::source_root() / "tests/unit/protocol/lsp_samples.jsonl");
    std::vector<Sample> all;
    for (std::string line; std::getline(file, line);) {
        nlohmann::json row = nlohmann::json::parse(line);
        all.push_back({row["type"], row["value"]});
    }
    return all;
}

JsonDocument document_of(const std::string& text) {
    Result<JsonDocument> document = JsonDocument::parse(text);
    REQUIRE(document.has_value());
    return *document;
}

template <typename T>
std::expected<T, ResponseError> decode(const std::string& text) {
    JsonDocument document = document_of(text);
    return decode_params<T>(document.root());
}

TEST_CASE("model: every type reads and writes the output of lsprotocol") {
    std::set<std::string> seen;
    for (const Sample& sample : samples()) {
        INFO(sample.type, " ", sample.value.dump());
        seen.insert(sample.type);
        JsonDocument document = document_of(sample.value.dump());
        Outcome outcome = reread(sample.type, document.root());
        CHECK(outcome.error == "");
        if (!outcome.error.empty()) continue;
        nlohmann::json again = nlohmann::json::parse(outcome.text);
        CHECK_MESSAGE(again == sample.value, nlohmann::json::diff(sample.value, again).dump());
    }
    CHECK(seen.size() == std::size(kStructs));
    CHECK(seen.size() > 250);
}

// Damages values at every depth: the result is a value or an error with a path.
void damage(const nlohmann::json& whole, const nlohmann::json::json_pointer& at, const std::string& type,
            int& errors) {
    const nlohmann::json::value_type& here = whole.at(at);
    const std::vector<nlohmann::json> replacements = {nullptr,
                                                      true,
                                                      -1,
                                                      1.5,
                                                      4e99,
                                                      "x",
                                                      nlohmann::json::array(),
                                                      nlohmann::json::array({1}),
                                                      nlohmann::json::object()};
    for (const nlohmann::json& replacement : replacements) {
        nlohmann::json copy = whole;
        copy[at] = replacement;
        JsonDocument document = document_of(copy.dump());
        Outcome outcome = reread(type, document.root());
        CHECK(outcome.error.empty() != outcome.text.empty());
        if (!outcome.error.empty()) {
            ++errors;
            CHECK_MESSAGE(outcome.error.starts_with("params"), outcome.error);
        }
    }
    if (here.is_object()) {
        for (const auto& [key, value] : here.items()) damage(whole, at / key, type, errors);
    } else if (here.is_array() && !here.empty()) {
        damage(whole, at / 0, type, errors);
    }
}

TEST_CASE("model: wrong shapes give errors with a place, never anything worse") {
    int errors = 0;
    std::set<std::string> seen;
    for (const Sample& sample : samples()) {
        // The first sample of a type is the fullest; large types repeat their parts.
        if (!seen.insert(sample.type).second || sample.value.dump().size() > 3000) continue;
        for (const auto& [key, value] : sample.value.items())
            damage(sample.value, nlohmann::json::json_pointer() / key, sample.type, errors);
    }
    CHECK(errors > 2000);
}

TEST_CASE("model: the place of an error") {
    auto message = [](const std::string& text) {
        auto params = decode<DidChangeTextDocumentParams>(text);
        CHECK((params || params.error().code == ErrorCode::InvalidParams));
        return params ? std::string("fine") : params.error().message;
    };
    CHECK(message("{}") == "params.textDocument: expected an object, found nothing");
    CHECK(message("[]") == "params: expected an object, found an array");
    CHECK(message(R"({"textDocument":{"uri":"a","version":1}})") ==
          "params.contentChanges: expected an array, found nothing");
    CHECK(message(R"({"textDocument":{"uri":7,"version":1},"contentChanges":[]})") ==
          "params.textDocument.uri: expected a string, found a number");
    CHECK(
        message(
            R"({"textDocument":{"uri":"a","version":1},"contentChanges":[{"text":""},{"range":{"start":{"line":-1,
          "character":0},"end":{"line":0,"character":0}},"text":""}]})") ==
        "params.contentChanges[1].range.start.line: the number must not be negative");
}

TEST_CASE("model: lenient where clients differ") {
    CHECK(decode<Position>(R"({"line":3.0,"character":1e30,"more":[]})") == Position{3, 0xFFFF'FFFF});
    CHECK(decode<MarkupContent>(R"("plain")")->value == "plain");
    CHECK(decode<MarkupContent>(R"({"kind":"rst","value":"x"})")->kind == MarkupKind::Unknown);
    auto changes = decode<DidChangeWatchedFilesParams>(R"({"changes":[{"uri":"file:///a","type":9}]})");
    CHECK(static_cast<int>(changes->changes[0].type) == 9);
    // Nothing is written for an empty value.
    CHECK(decode_params<InitializedParams>(JsonView()).has_value());
    auto initialize = decode<InitializeParams>(R"({"processId":null,"rootUri":null,"capabilities":{"general":
        {"positionEncodings":["utf-8","new"]},"workspace":null},"workspaceFolders":null,"trace":"verbose"})");
    REQUIRE(initialize.has_value());
    CHECK_FALSE(initialize->process_id.has_value());
    CHECK(initialize->capabilities.general->position_encodings == std::vector<std::string>{"utf-8", "new"});
    CHECK(initialize->trace == TraceValue::Verbose);
    CHECK(initialize->initialization_options.is_absent());
}

TEST_CASE("model: unions take the shape they are given") {
    auto item = decode<CompletionItem>(R"({"label":"a","textEdit":{"newText":"b","range":{"start":{"line":0,
        "character":0},"end":{"line":0,"character":1}}}})");
    REQUIRE(item.has_value());
    CHECK(std::holds_alternative<TextEdit>(*item->text_edit));
    auto replace =
        decode<CompletionItem>(R"({"label":"a","textEdit":{"newText":"b","insert":{"start":{"line":0,
        "character":0},"end":{"line":0,"character":1}},"replace":{"start":{"line":0,"character":0},
        "end":{"line":0,"character":1}}}})");
    REQUIRE(replace.has_value());
    CHECK(std::holds_alternative<InsertReplaceEdit>(*replace->text_edit));
    auto wrong = decode<CompletionItem>(R"({"label":"a","textEdit":7})");
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().message == "params.textEdit: expected another kind of value, found a number");
}

TEST_CASE("model: untyped members are preserved") {
    auto params =
        decode<DidChangeConfigurationParams>(R"({"settings":{"hcl":{"a":[1, 2 ,{"b":"\ud83d\ude00"}]}}})");
    REQUIRE(params.has_value());
    JsonDocument settings = params->settings.parse();
    CHECK(settings.root()["hcl"]["a"].size() == 3);
    CHECK(to_json(*params) == R"({"settings":{"hcl":{"a":[1, 2 ,{"b":"\ud83d\ude00"}]}}})");
    CHECK(to_json(DidChangeConfigurationParams{}) == R"({"settings":null})");
}

TEST_CASE("model: null only where the protocol asks for it") {
    CHECK(to_json(Hover{.contents = {MarkupKind::Markdown, "*x*"}}) ==
          R"({"contents":{"kind":"markdown","value":"*x*"}})");
    CHECK(to_json(OptionalVersionedTextDocumentIdentifier{.uri = "file:///a"}) ==
          R"({"uri":"file:///a","version":null})");
    CHECK(to_json(SignatureHelp{.active_parameter = std::optional<std::uint32_t>()}) ==
          R"({"signatures":[],"activeParameter":null})");
    CHECK(to_json(SignatureHelp{.active_parameter = 2u}) == R"({"signatures":[],"activeParameter":2})");
    CHECK(to_json(std::optional<Hover>()) == "null");
}

TEST_CASE("model: recursive types") {
    auto inner = std::make_shared<SelectionRange>(SelectionRange{.range = {{0, 0}, {9, 0}}});
    SelectionRange outer{.range = {{1, 0}, {2, 0}}, .parent = inner};
    const std::string text = to_json(outer);
    CHECK(to_json(*decode<SelectionRange>(text)) == text);
    DocumentSymbol symbol{
        .name = "a", .kind = SymbolKind::Class, .children = std::vector<DocumentSymbol>{{.name = "b"}}};
    CHECK(to_json(*decode<DocumentSymbol>(to_json(symbol))) == to_json(symbol));
}

TEST_CASE("model: names of methods and words") {
    CHECK(method::kTextDocumentSemanticTokensFullDelta == "textDocument/semanticTokens/full/delta");
    CHECK(method::kCancelRequest == "$/cancelRequest");
    CHECK(code_action_kind::kSourceFixAll == "source.fixAll");
    CHECK(to_string(TraceValue::Messages) == "messages");
}

}  // namespace
}  // namespace hcl::lsp
