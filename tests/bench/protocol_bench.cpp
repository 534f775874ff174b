// Reading and writing messages, compared with nlohmann/json in the same run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocol/model/generated/completion.h"
#include "protocol/model/generated/sync.h"
#include "protocol/rpc/message.h"

namespace {

using namespace hcl::lsp;

// The median of some runs, in microseconds.
template <typename F>
double microseconds(F work) {
    std::vector<double> times;
    for (int i = 0; i < 21; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        times.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + 10, times.end());
    return times[10];
}

void report(const char* what, double ours, double peer) {
    std::printf("%-40s %10.1f us   nlohmann/json %10.1f us   %5.1f times\n", what, ours, peer, peer / ours);
}

std::size_t sink = 0;

void read_text(const char* what, const std::string& text) {
    report(what, microseconds([&] {
               IncomingMessage message = parse_message(text);
               auto params = decode_params<DidOpenTextDocumentParams>(message.params);
               sink += params ? params->text_document.text.size() : 0;
           }),
           microseconds([&] {
               nlohmann::json message = nlohmann::json::parse(text);
               sink += message["params"]["textDocument"]["text"].get<std::string>().size();
           }));
}

std::string open_message(int lines, const char* line) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += line;
    DidOpenTextDocumentParams params{.text_document = {"file:///a.tf", "terraform", 1, text}};
    return std::string(OutgoingMessage::notification("textDocument/didOpen", params).json());
}

}  // namespace

int main() {
    read_text("didOpen, 40,000 lines",
              open_message(40'000, "  instance_type = \"t3.micro\"  # one of many\n"));
    read_text("didOpen, 40,000 lines, not ASCII", open_message(40'000,
                                                               "  gr\xC3\xB6\xC3\x9F"
                                                               "e = \"\xE4\xB8\xAD\xE6\x96\x87\"\n"));

    const std::string change =
        R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.tf","version":7},)"
        R"("contentChanges":[{"range":{"start":{"line":100,"character":4},"end":{"line":100,"character":4}},"text":"x"}]}})";
    report("didChange, 1,000 times", microseconds([&] {
               for (int i = 0; i < 1000; ++i) {
                   IncomingMessage message = parse_message(change);
                   auto params = decode_params<DidChangeTextDocumentParams>(message.params);
                   sink += params->content_changes.size();
               }
           }),
           microseconds([&] {
               for (int i = 0; i < 1000; ++i) {
                   nlohmann::json message = nlohmann::json::parse(change);
                   sink += message["params"]["contentChanges"][0]["text"].get<std::string>().size();
               }
           }));

    CompletionList list;
    for (int i = 0; i < 5'000; ++i) {
        CompletionItem item;
        item.label = "resource_" + std::to_string(i);
        item.kind = CompletionItemKind::Class;
        item.detail = "a resource";
        item.documentation = MarkupContent{MarkupKind::Markdown, "What it *is*.\n\nMore."};
        item.text_edit = TextEdit{{{1, 2}, {1, 5}}, "resource_" + std::to_string(i)};
        list.items.push_back(std::move(item));
    }
    report("completion of 5,000 items",
           microseconds([&] { sink += OutgoingMessage::result(std::int64_t{1}, list).bytes().size(); }),
           microseconds([&] {
               nlohmann::json items = nlohmann::json::array();
               for (const CompletionItem& item : list.items) {
                   const TextEdit& edit = std::get<TextEdit>(*item.text_edit);
                   items.push_back(
                       {{"label", item.label},
                        {"kind", static_cast<int>(*item.kind)},
                        {"detail", *item.detail},
                        {"documentation", {{"kind", "markdown"}, {"value", item.documentation->value}}},
                        {"textEdit",
                         {{"newText", edit.new_text},
                          {"range",
                           {{"start", {{"line", 1}, {"character", 2}}},
                            {"end", {{"line", 1}, {"character", 5}}}}}}}});
               }
               sink += nlohmann::json({{"jsonrpc", "2.0"},
                                       {"id", 1},
                                       {"result", {{"isIncomplete", false}, {"items", items}}}})
                           .dump()
                           .size();
           }));
    return sink == 0;
}
