// The sweep checks that no feature crashes or returns an error at any token, that every range lies inside of
// its file, and that answers are consistent (a definition is among its references, a rename edits exactly the
// references).
#include "tests/harness/sweep/sweep.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/fixture/fixture.h"
#include "tests/harness/fixture/parse.h"
#include "tests/harness/fixture/runner.h"
#include "tests/harness/fixture/server_session.h"
#include "tests/harness/paths.h"

namespace hcl::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Requests at a position; the capability says whether the server supports them.
struct PlaceFeature {
    std::string_view capability;
    std::string_view method;
};
constexpr PlaceFeature kPlaceFeatures[] = {
    {"hoverProvider", "textDocument/hover"},
    {"completionProvider", "textDocument/completion"},
    {"signatureHelpProvider", "textDocument/signatureHelp"},
    {"definitionProvider", "textDocument/definition"},
    {"declarationProvider", "textDocument/declaration"},
    {"typeDefinitionProvider", "textDocument/typeDefinition"},
    {"implementationProvider", "textDocument/implementation"},
    {"referencesProvider", "textDocument/references"},
    {"documentHighlightProvider", "textDocument/documentHighlight"},
    {"linkedEditingRangeProvider", "textDocument/linkedEditingRange"},
    {"selectionRangeProvider", "textDocument/selectionRange"},
    {"codeActionProvider", "textDocument/codeAction"},
    {"callHierarchyProvider", "textDocument/prepareCallHierarchy"},
    {"documentOnTypeFormattingProvider", "textDocument/onTypeFormatting"},
};

// Requests for the whole file.
constexpr PlaceFeature kFileFeatures[] = {
    {"documentSymbolProvider", "textDocument/documentSymbol"},
    {"foldingRangeProvider", "textDocument/foldingRange"},
    {"semanticTokensProvider", "textDocument/semanticTokens/full"},
    {"documentLinkProvider", "textDocument/documentLink"},
    {"codeLensProvider", "textDocument/codeLens"},
    {"colorProvider", "textDocument/documentColor"},
    {"inlayHintProvider", "textDocument/inlayHint"},
    {"documentFormattingProvider", "textDocument/formatting"},
    {"diagnosticProvider", "textDocument/diagnostic"},
};

struct SweepOptions {
    std::size_t most_tokens = 2000;  // per file, evenly spread
    std::size_t most_files = 100'000;
    bool typed = false;
    bool quiet = false;   // print failures only
    double limit_ms = 0;  // maximum time of an answer; 0: no limit
    std::vector<fs::path> paths;
};

struct Timing {
    double worst_ms = 0;
    double sum_ms = 0;
    std::size_t count = 0;
    std::string worst_at;
};

// Line index of a text, for very many positions.
class Lines {
  public:
    explicit Lines(std::string_view text) {
        Line line;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto c = static_cast<unsigned char>(text[i]);
            if (c != '\n' && c != '\r') {
                if ((c & 0xC0) != 0x80) line.units += c >= 0xF0 ? 2 : 1;
                continue;
            }
            if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
            lines_.push_back(line);
            line = {static_cast<std::uint32_t>(i + 1), 0};
        }
        lines_.push_back(line);
    }
    // True when the UTF-16 position exists in the text.
    bool has(const json& place) const {
        const auto line = place.value("line", std::size_t{lines_.size()});
        return line < lines_.size() && place.value("character", ~0u) <= lines_[line].units;
    }
    std::uint32_t line_of(std::uint32_t offset) const {
        auto behind = std::ranges::upper_bound(lines_, offset, {}, &Line::start);
        return static_cast<std::uint32_t>(behind - lines_.begin()) - 1;
    }
    std::uint32_t start(std::uint32_t line) const { return lines_[line].start; }

  private:
    struct Line {
        std::uint32_t start = 0;
        std::uint32_t units = 0;  // without its line break
    };
    std::vector<Line> lines_;
};

class Sweep {
  public:
    Sweep(std::map<std::string, Timing, std::less<>>& timings, double limit_ms)
        : timings_(timings), limit_ms_(limit_ms) {}

    // Requests go to the first file; the others are in the same folder.
    std::vector<std::string> run(std::vector<FixtureFile> files, std::size_t most_tokens) {
        start(std::move(files));
        ask_everywhere(most_tokens);
        finish();
        return std::move(failures_);
    }

    // Types the file character by character and queries the features at the cursor after each.
    std::vector<std::string> run_typed(const FixtureFile& file) {
        FixtureFile growing = file;
        growing.text.clear();
        start({growing});
        for (std::size_t end = 0; end < file.text.size() && failures_.empty();) {
            std::size_t start = end++;
            while (end < file.text.size() && (static_cast<unsigned char>(file.text[end]) & 0xC0) == 0x80)
                ++end;
            std::string before = stage_.files[0].text;
            auto at = static_cast<std::uint32_t>(start);
            stage_.files[0].text = file.text.substr(0, end);
            lines_ = Lines(stage_.files[0].text);
            session_->change(stage_.files[0], before, {{at, at}, file.text.substr(start, end - start)});
            ask_at(static_cast<std::uint32_t>(end));
        }
        finish();
        return std::move(failures_);
    }

  private:
    void start(std::vector<FixtureFile> files) {
        stage_.files = std::move(files);
        lines_ = Lines(stage_.files[0].text);
        session_ = std::make_unique<ServerSession>(stage_.files, Encoding::Utf16);
        view_ = std::make_unique<ServerView>(
            stage_, Encoding::Utf16, session_->capabilities(),
            [this](const std::string& method, json params) { return timed(method, std::move(params)); });
    }

    void finish() {
        if (std::string wrong = session_->shut_down(); !wrong.empty()) fail("shutdown: " + wrong);
        view_.reset();
        session_.reset();
    }

    void fail(std::string message) {
        if (failures_.size() < 10) failures_.push_back(std::move(message));
    }

    json timed(const std::string& method, json params) {
        json answer = session_->ask(method, params);
        double ms = session_->last_ms();
        // A slow answer may be a coincidence (shared caches): repeat it on a fresh server.
        for (int again = 0; again < 3 && limit_ms_ > 0 && ms > limit_ms_; ++again) {
            ServerSession fresh(stage_.files, Encoding::Utf16);
            fresh.ask(method, params);
            ms = std::min(ms, fresh.last_ms());
        }
        if (limit_ms_ > 0 && ms > limit_ms_)
            fail(where_ + ": " + method + " takes " + std::to_string(ms) + " ms");
        Timing& timing = timings_[method];
        timing.sum_ms += ms;
        ++timing.count;
        if (ms > timing.worst_ms) {
            timing.worst_ms = ms;
            timing.worst_at = stage_.files[0].name + " " + where_;
        }
        return answer;
    }

    void ask_everywhere(std::size_t most_tokens) {
        auto size = static_cast<std::uint32_t>(stage_.files[0].text.size());
        where_ = "(the file)";
        for (const PlaceFeature& feature : kFileFeatures) {
            if (!session_->offers(feature.capability)) continue;
            json params = {{"textDocument", view_->document(0)}};
            if (feature.capability == "inlayHintProvider") params["range"] = view_->range(0, {0, size});
            if (feature.capability == "documentFormattingProvider")
                params["options"] = {{"tabSize", 2}, {"insertSpaces", true}};
            check_ranges(view_->ask(std::string(feature.method), std::move(params)));
        }
        note_errors();
        std::vector<std::uint32_t> places = token_starts();
        std::size_t step = std::max<std::size_t>(1, places.size() / std::max<std::size_t>(1, most_tokens));
        for (std::size_t i = 0; i < places.size(); i += step) ask_at(places[i]);
        ask_at(size);
    }

    std::vector<std::uint32_t> token_starts() const {
        std::vector<std::uint32_t> out;
        syntax::FilePtr tree = parse_file(stage_.files[0]);
        for (std::uint32_t c = 0; c < tree->chunk_count(); ++c) {
            const syntax::Chunk& chunk = *tree->chunk(c);
            for (std::uint32_t t = 0; t < chunk.token_kinds.size(); ++t)
                if (chunk.token_kinds[t] != syntax::TokenKind::Whitespace)
                    out.push_back(tree->chunk_start(c) + chunk.token_starts[t]);
        }
        return out;
    }

    void ask_at(std::uint32_t offset) {
        const std::uint32_t line = lines_.line_of(offset);
        const std::uint32_t start = lines_.start(line);
        where_ = std::to_string(line + 1) + ":" + std::to_string(offset - start + 1);
        const std::string_view before = std::string_view(stage_.files[0].text).substr(start, offset - start);
        const auto column = static_cast<std::uint32_t>(before.size());
        json position = {{"line", line},
                         {"character", wire_position(before, column, Encoding::Utf16).character}};
        json definition, references, hover, completion;
        for (const PlaceFeature& feature : kPlaceFeatures) {
            if (!session_->offers(feature.capability)) continue;
            json params = {{"textDocument", view_->document(0)}, {"position", position}};
            if (feature.capability == "referencesProvider")
                params["context"] = {{"includeDeclaration", true}};
            if (feature.capability == "selectionRangeProvider") params["positions"] = json::array({position});
            if (feature.capability == "codeActionProvider") {
                params["range"] = {{"start", position}, {"end", position}};
                params["context"] = {{"diagnostics", json::array()}};
            }
            if (feature.capability == "documentOnTypeFormattingProvider") {
                params["ch"] = "\n";
                params["options"] = {{"tabSize", 2}, {"insertSpaces", true}};
            }
            json result = view_->ask(std::string(feature.method), std::move(params));
            check_ranges(result);
            if (feature.capability == "definitionProvider") definition = result;
            if (feature.capability == "codeActionProvider") check_actions(result);
            if (feature.capability == "hoverProvider") hover = result;
            if (feature.capability == "completionProvider") {
                check_resolve(result);
                completion = result;
            }
            if (feature.capability == "referencesProvider") references = std::move(result);
        }
        if (session_->offers("renameProvider")) check_rename(position, references);
        note_errors();
        check_definition(definition, references);
        check_types(offset, hover, completion);
    }

    // The type at the end of the first line of a hover.
    static std::string hovered_type(const json& hover) {
        if (!hover.is_object() || !hover.contains("contents")) return {};
        std::string text = hover["contents"].value("value", "");
        bool in_code = false;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = std::min(text.find('\n', at), text.size());
            std::string line = text.substr(at, end - at);
            at = end + 1;
            if (line.starts_with("```")) in_code = !in_code;
            if (in_code || !line.ends_with('`') || line.starts_with("```") || line.starts_with("- "))
                continue;
            std::size_t open = line.rfind('`', line.size() - 2);
            return open == std::string::npos ? std::string() : line.substr(open + 1, line.size() - open - 2);
        }
        return {};
    }

    // Hover and completion must agree on the type of a reference.
    void check_types(std::uint32_t offset, const json& hover, const json& completion) {
        constexpr int kVariable = 6;
        constexpr int kField = 5;
        constexpr std::size_t kShown = 60;  // longer types are described in words
        std::string type = hovered_type(hover);
        if (type.empty() || type == "any" || type.size() > kShown || !completion.is_object()) return;
        const std::string& text = stage_.files[0].text;
        const bool is_quoted = offset > 0 && text[offset - 1] == '"';
        std::size_t end = offset;
        auto is_part = [&](char c) {
            if (is_quoted) return c != '"' && c != '\n';
            return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
        };
        while (end < text.size() && is_part(text[end])) ++end;
        std::string word = text.substr(offset, end - offset);
        for (const json& item : completion.value("items", json::array())) {
            int kind = item.value("kind", 0);
            if (item.value("label", "") != word || (kind != kVariable && kind != kField)) continue;
            std::string shown = item.value("detail", "");
            // In a string that names a symbol, items show its kind.
            if (is_quoted && kind == kVariable) {
                // An address that begins with the kind is shown once.
                const std::string header = "```hcl\n" + shown;
                const std::string title = hover["contents"].value("value", "");
                if (!title.starts_with(header + " ") && !title.starts_with(header + "."))
                    fail(where_ + ": completion offers a " + shown + ", hover says " + hover.dump());
                continue;
            }
            // A value without a type is shown as it is written.
            if (!shown.empty() && shown != type && type != word)
                fail(where_ + ": hover says " + type + ", completion " + shown + " of " + word);
        }
    }

    void note_errors() {
        for (const std::string& error : view_->take_errors()) fail(where_ + ": " + error);
    }

    // Every range in the answer lies inside of the file and is not reversed.
    void check_ranges(const json& value) {
        if (value.is_array()) {
            for (const json& item : value) check_ranges(item);
        } else if (value.is_object()) {
            if (value.contains("start") && value.contains("end") && value["start"].is_object())
                return check_range(value);
            if (is_elsewhere(value)) return;
            for (const json& item : value) check_ranges(item);
        }
    }

    // Keys whose ranges refer to other files.
    bool is_elsewhere(const json& value) const {
        const json& about = value.contains("textDocument") ? value["textDocument"] : value;
        for (const char* key : {"uri", "targetUri"})
            if (about.contains(key) && about[key].is_string() && view_->file_of(about[key]) != 0u)
                return true;
        return false;
    }

    void check_range(const json& range) {
        const json& start = range["start"];
        const json& end = range["end"];
        auto order = [](const json& place) {
            return std::pair(place.value("line", 0u), place.value("character", 0u));
        };
        if (!lines_.has(start) || !lines_.has(end) || order(start) > order(end))
            fail(where_ + ": a range leaves the file: " + range.dump());
    }

    static std::size_t count_errors(const FixtureFile& file) {
        Diagnostics found = parse_file(file)->diagnostics();
        return static_cast<std::size_t>(
            std::ranges::count(found, Severity::Error, [](const Diagnostic& d) { return d.severity; }));
    }

    // Each refactoring can be applied and adds no errors.
    void check_actions(const json& actions) {
        for (json action : actions) {
            if (!action.value("kind", "").starts_with("refactor")) continue;
            auto title = action.value("title", "");
            if (!action.contains("edit")) action = view_->ask("codeAction/resolve", action);
            if (!action.is_object() || !action.contains("edit")) {
                fail(where_ + ": \"" + title + "\" gives no edit");
                continue;
            }
            FixtureFile after = stage_.files[0];
            for (const json& change : action["edit"].value("documentChanges", json::array()))
                if (view_->file_of(change.at("textDocument").at("uri").get<std::string>()) == 0u)
                    after.text = view_->applied(0, change.at("edits"));
            if (count_errors(after) > count_errors(stage_.files[0]))
                fail(where_ + ": \"" + title + "\" makes the text wrong");
        }
    }

    // Resolve the first and the last item.
    void check_resolve(const json& list) {
        if (!list.is_object() || !list.contains("items") || list["items"].empty()) return;
        for (const json& item : {list["items"].front(), list["items"].back()}) {
            if (!item.contains("data")) continue;
            json resolved = view_->ask("completionItem/resolve", item);
            if (resolved.value("label", json()) != item.at("label"))
                fail(where_ + ": another item was resolved");
        }
    }

    static std::set<std::string> places(const json& locations) {
        std::set<std::string> out;
        const json list = locations.is_array()  ? locations
                          : locations.is_null() ? json::array()
                                                : json::array({locations});
        for (const json& item : list)
            if (item.contains("targetUri"))
                out.insert(item["targetUri"].get<std::string>() + item.at("targetSelectionRange").dump());
            else if (item.contains("uri"))
                out.insert(item["uri"].get<std::string>() + item.at("range").dump());
        return out;
    }

    void check_definition(const json& definition, const json& references) {
        std::set<std::string> known = places(references);
        if (known.empty()) return;
        for (const std::string& place : places(definition))
            if (!known.contains(place))
                fail(where_ + ": the definition is not among the references: " + place);
    }

    bool is_in_moved_block(const json& location) const {
        const auto file = view_->file_of(location.at("uri").get<std::string>());
        if (!file) return false;
        const std::string& text = stage_.files[*file].text;
        const auto line = location.at("range").at("start").at("line").get<std::size_t>();
        std::string_view top;
        std::size_t at = 0;
        for (std::size_t i = 0; i <= line && at < text.size(); ++i) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            if (end > at && std::string_view(" }#").find(text[at]) == std::string_view::npos)
                top = std::string_view(text).substr(at, end - at);
            at = end + 1;
        }
        return top.starts_with("moved");
    }

    void check_rename(const json& position, const json& references) {
        json params = {{"textDocument", view_->document(0)}, {"position", position}};
        json prepared = timed("textDocument/prepareRename", params);
        if (!prepared.contains("result") || prepared["result"].is_null()) return;
        params["newName"] = "another_name";
        json answer = timed("textDocument/rename", std::move(params));
        // The new name may be refused with RequestFailed and a reason.
        if (answer.contains("error") && answer["error"]["code"] == -32803) return;
        if (!answer.contains("result"))
            return fail(where_ + ": rename was offered, then failed: " + answer.dump());
        // Blocks that a language adds below a renamed one replace nothing, and keep the old addresses; blanks
        // only align.
        std::size_t edits = 0;
        std::size_t added = 0;
        auto count = [&](const json& list) {
            for (const json& one : list) {
                // In JSON, the block takes the place of the white space before a brace.
                const auto text = one["newText"].get<std::string>();
                const bool is_added = one["range"]["start"] == one["range"]["end"] ||
                                      text.find("\"moved\"") != std::string::npos ||
                                      text.find_first_not_of(' ') == std::string::npos;
                ++(is_added ? added : edits);
            }
        };
        const json& edit = answer["result"];
        if (edit.is_object() && edit.contains("documentChanges"))
            for (const json& change : edit["documentChanges"]) count(change.value("edits", json::array()));
        else if (edit.is_object() && edit.contains("changes"))
            for (const json& change : edit["changes"]) count(change);
        json renamed = json::array();
        for (const json& one : references)
            if (added == 0 || !is_in_moved_block(one)) renamed.push_back(one);
        if (std::size_t known = places(renamed).size(); known > 0 && edits != known)
            fail(where_ + ": rename edits " + std::to_string(edits) + " places of " + std::to_string(known) +
                 " references");
    }

    std::map<std::string, Timing, std::less<>>& timings_;
    double limit_ms_;
    Stage stage_;
    Lines lines_{""};
    std::unique_ptr<ServerSession> session_;
    std::unique_ptr<ServerView> view_;
    std::string where_;
    std::vector<std::string> failures_;
};

bool is_sweepable(const fs::path& path) {
    constexpr std::string_view kEndings[] = {".hcl",    ".tf", ".tofu",  ".tfvars", ".nomad",
                                             ".hcldec", ".pp", ".tftpl", ".json"};
    return std::ranges::find(kEndings, path.extension().string()) != std::end(kEndings);
}

std::vector<fs::path> files_below(const std::vector<fs::path>& paths, std::size_t most) {
    std::vector<fs::path> files;
    for (const fs::path& path : paths) {
        if (!fs::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file() && is_sweepable(entry.path())) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    if (files.size() <= most) return files;
    std::vector<fs::path> sampled;
    for (std::size_t i = 0; i < most; ++i) sampled.push_back(files[i * files.size() / most]);
    return sampled;
}

// Each file of a fixture comes first once, with the others beside it. Any other file gets the spec of its
// language.
std::vector<std::vector<FixtureFile>> files_of(const fs::path& path, const FixtureFile& file) {
    std::vector<std::vector<FixtureFile>> out;
    if (file.text.starts_with("#- ")) {
        Fixture fixture = read_fixture(path.string(), file.text);
        for (std::size_t i = 0; i < fixture.files.size(); ++i) {
            if (!is_utf8(fixture.files[i].text)) continue;
            out.push_back(fixture.files);
            std::swap(out.back()[0], out.back()[i]);
        }
        return out;
    }
    out.push_back({file});
    fs::path spec = path;
    spec.replace_extension(".hcldec");
    if (spec != path && fs::is_regular_file(spec)) {
        FixtureFile beside;
        beside.name = spec.filename().string();
        beside.text = read_whole_file(spec);
        out.back().push_back(std::move(beside));
    }
    return out;
}

SweepOptions read_options(int argc, const char* const* argv) {
    SweepOptions options;
    for (int i = 0; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--tokens="))
            options.most_tokens = std::strtoul(argv[i] + 9, nullptr, 10);
        else if (argument.starts_with("--files="))
            options.most_files = std::strtoul(argv[i] + 8, nullptr, 10);
        else if (argument == "--typed")
            options.typed = true;
        else if (argument.starts_with("--limit="))
            options.limit_ms = std::strtod(argv[i] + 8, nullptr);
        else if (argument == "--quiet")
            options.quiet = true;
        else
            options.paths.emplace_back(argument);
    }
    if (!options.paths.empty()) return options;
    options.paths.push_back(source_root() / "tests" / "fixtures");
    if (fs::path examples = source_root() / "tests" / "examples"; fs::is_directory(examples))
        options.paths.push_back(examples);
    if (const char* corpus = std::getenv("HCL_CORPUS"); corpus && *corpus)
        options.paths.emplace_back(corpus);
    else
        std::printf("sweep: real files SKIPPED, since HCL_CORPUS names no folder of them (optional)\n");
    return options;
}

}  // namespace

int run_sweep(int argc, const char* const* argv) {
    SweepOptions options = read_options(argc, argv);
    std::map<std::string, Timing, std::less<>> timings;
    int passed = 0, failed = 0;
    for (const fs::path& path : files_below(options.paths, options.most_files)) {
        FixtureFile file;
        file.name = path.filename().string();
        file.text = read_whole_file(path);
        if (!is_utf8(file.text)) {
            std::printf("%s: no client could open it: not UTF-8\n", path.c_str());
            continue;
        }
        std::vector<std::string> failures;
        if (options.typed) {
            failures = Sweep(timings, options.limit_ms).run_typed(file);
        } else {
            for (std::vector<FixtureFile>& files : files_of(path, file)) {
                std::vector<std::string> more =
                    Sweep(timings, options.limit_ms).run(std::move(files), options.most_tokens);
                failures.insert(failures.end(), more.begin(), more.end());
            }
        }
        for (const std::string& failure : failures) std::printf("%s:%s\n", path.c_str(), failure.c_str());
        ++(failures.empty() ? passed : failed);
        std::fflush(stdout);
    }
    if (options.quiet) return failed;
    for (const auto& [method, timing] : timings)
        std::printf("%-36s %8zu asked  %8.3f ms mean  %8.3f ms worst (%s)\n", method.c_str(), timing.count,
                    timing.sum_ms / static_cast<double>(timing.count), timing.worst_ms,
                    timing.worst_at.c_str());
    std::printf("sweep: %d passed, %d failed\n", passed, failed);
    return failed;
}

}  // namespace hcl::test
