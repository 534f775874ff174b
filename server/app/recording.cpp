#include "server/app/recording.h"

#include <fmt/format.h>

#include <deque>
#include <map>

#include "protocol/json/document.h"
#include "protocol/json/utf8.h"
#include "protocol/json/writer.h"
#include "server/app/version.h"

namespace hcl::server {

namespace {

std::string quoted(std::string_view text) {
    std::string out;
    lsp::append_json_string(out, text);
    return out;
}

// "name":"text", without loss whatever the bytes are.
std::string bytes_member(std::string_view name, std::string_view bytes) {
    if (lsp::is_valid_utf8(bytes)) return fmt::format("\"{}\":{}", name, quoted(bytes));
    std::string widened;
    for (unsigned char byte : bytes) lsp::append_code_point(widened, byte);
    return fmt::format("\"{}_bytes\":{}", name, quoted(widened));
}

std::string narrowed(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80 || i + 1 == text.size()) {
            bytes += text[i];
            continue;
        }
        auto trail = static_cast<unsigned char>(text[++i]);
        bytes += static_cast<char>((lead & 0x03) << 6 | (trail & 0x3F));
    }
    return bytes;
}

class RecordingFileSystem final : public FileSystem {
  public:
    RecordingFileSystem(Recorder& recorder, std::shared_ptr<FileSystem> files)
        : recorder_(recorder), files_(std::move(files)) {}

    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t most) const override {
        auto text = files_->read(path, most);
        std::string answer = text ? bytes_member("text", *text) : "\"error\":" + quoted(text.error().message);
        recorder_.line("\"read\":" + quoted(path) + "," + answer);
        return text;
    }
    Result<std::vector<FolderEntry>> list(const std::string& path) const override {
        auto entries = files_->list(path);
        std::string answer;
        if (entries) {
            for (const FolderEntry& entry : *entries)
                answer += fmt::format("{}[{},{},{}]", answer.empty() ? "" : ",", quoted(entry.name),
                                      entry.is_folder, entry.is_link);
            answer = "\"entries\":[" + answer + "]";
        } else {
            answer = "\"error\":" + quoted(entries.error().message);
        }
        recorder_.line("\"list\":" + quoted(path) + "," + answer);
        return entries;
    }
    std::optional<FileStat> stat(const std::string& path) const override {
        auto stat = files_->stat(path);
        std::string answer = stat ? fmt::format("\"size\":{},\"modified\":{},\"folder\":{}", stat->size,
                                                stat->modified_ns, stat->is_folder)
                                  : std::string("\"error\":\"none\"");
        recorder_.line("\"stat\":" + quoted(path) + "," + answer);
        return stat;
    }
    std::string resolve(const std::string& path) const override { return files_->resolve(path); }
    Result<void> replace(const std::string& path, std::string_view text) override {
        return files_->replace(path, text);
    }
    void remove_leftovers(const std::string& folder) override { files_->remove_leftovers(folder); }

  private:
    Recorder& recorder_;
    std::shared_ptr<FileSystem> files_;
};

// Gives each answer as often as it was recorded, and the last one from then on.
template <typename T>
class Answers {
  public:
    void add(const std::string& path, T answer) { by_path_[path].push_back(std::move(answer)); }
    const T* next(const std::string& path) {
        auto it = by_path_.find(path);
        if (it == by_path_.end()) return nullptr;
        if (it->second.size() > 1) {
            last_ = std::move(it->second.front());
            it->second.pop_front();
            return &last_;
        }
        return &it->second.front();
    }

  private:
    std::map<std::string, std::deque<T>> by_path_;
    T last_{};
};

class ReplayFileSystem final : public FileSystem {
  public:
    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t) const override {
        const auto* answer = texts.next(path);
        return answer ? *answer : fail(path + ": not in the recording");
    }
    Result<std::vector<FolderEntry>> list(const std::string& path) const override {
        const auto* answer = lists.next(path);
        return answer ? *answer : fail(path + ": not in the recording");
    }
    std::optional<FileStat> stat(const std::string& path) const override {
        const auto* answer = stats.next(path);
        return answer ? *answer : std::nullopt;
    }
    Result<void> replace(const std::string& path, std::string_view) override {
        return fail(path + ": a replay writes nothing");
    }

    mutable Answers<Result<std::string>> texts;
    mutable Answers<Result<std::vector<FolderEntry>>> lists;
    mutable Answers<std::optional<FileStat>> stats;
};

std::optional<std::string> bytes_of(lsp::JsonView line, const std::string& name) {
    if (lsp::JsonView plain = line[name]; plain.is_string()) return std::string(plain.as_string());
    if (lsp::JsonView wide = line[name + "_bytes"]; wide.is_string()) return narrowed(wide.as_string());
    return std::nullopt;
}

void read_line(lsp::JsonView line, Recording& recording, ReplayFileSystem& files) {
    double ms = line["ms"].as_double().value_or(0);
    if (auto in = bytes_of(line, "in")) recording.messages.push_back({ms, true, std::move(*in)});
    if (auto out = bytes_of(line, "out")) recording.messages.push_back({ms, false, std::move(*out)});
    std::string error(line["error"].as_string());
    if (lsp::JsonView path = line["read"]; path.is_string()) {
        auto text = bytes_of(line, "text");
        files.texts.add(std::string(path.as_string()), text ? Result<std::string>(*text) : fail(error));
    }
    if (lsp::JsonView path = line["list"]; path.is_string()) {
        std::vector<FolderEntry> entries;
        for (lsp::JsonView item : line["entries"]) {
            FolderEntry& entry = entries.emplace_back();
            int column = 0;
            for (lsp::JsonView part : item) {
                if (column == 0) entry.name = part.as_string();
                if (column == 1) entry.is_folder = part.as_bool().value_or(false);
                if (column == 2) entry.is_link = part.as_bool().value_or(false);
                ++column;
            }
        }
        bool failed = line["entries"].is_missing();
        files.lists.add(std::string(path.as_string()),
                        failed ? Result<std::vector<FolderEntry>>(fail(error)) : std::move(entries));
    }
    if (lsp::JsonView path = line["stat"]; path.is_string()) {
        std::optional<FileStat> stat;
        if (error.empty())
            stat = FileStat{line["folder"].as_bool().value_or(false),
                            static_cast<std::uint64_t>(line["size"].as_int().value_or(0)),
                            line["modified"].as_int().value_or(0)};
        files.stats.add(std::string(path.as_string()), stat);
    }
}

}  // namespace

Recorder::Recorder(std::shared_ptr<const Clock> clock, std::function<void(std::string_view)> write)
    : clock_(std::move(clock)), start_(clock_->now()), write_(std::move(write)) {
    write_(fmt::format("{{\"hcl-ls\":{},\"format\":1}}\n", quoted(version())));
}

void Recorder::line(std::string_view members) {
    double ms = std::chrono::duration<double, std::milli>(clock_->now() - start_).count();
    std::string text = fmt::format("{{\"ms\":{:.3f},{}}}\n", ms, members);
    std::lock_guard lock(mutex_);
    write_(text);
}

void Recorder::message(bool from_client, std::string_view bytes) {
    line(bytes_member(from_client ? "in" : "out", bytes));
}

std::shared_ptr<FileSystem> Recorder::wrap(std::shared_ptr<FileSystem> files) {
    return std::make_shared<RecordingFileSystem>(*this, std::move(files));
}

Result<Recording> read_recording(std::string_view text) {
    Recording recording;
    auto files = std::make_shared<ReplayFileSystem>();
    std::size_t number = 0;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty()) continue;
        auto json = lsp::JsonDocument::parse(std::string(line));
        // A crash may have cut the last line short.
        if (!json && text.empty() && number > 1) break;
        if (!json) return fail("line " + std::to_string(number) + ": " + json.error().message);
        if (number == 1 && json->root()["format"].as_int() != 1)
            return fail("this is no recording of a session");
        read_line(json->root(), recording, *files);
    }
    recording.files = std::move(files);
    return recording;
}

}  // namespace hcl::server
