#include "server/app/recording.h"

#include <cmath>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/utf8.h"
#include "server/app/version.h"

namespace hcl::server {

using json = nlohmann::ordered_json;

namespace {

// Sets a member to arbitrary bytes, without loss.
void set_bytes(json& line, const std::string& name, std::string_view bytes) {
    if (is_valid_utf8(bytes)) {
        line[name] = bytes;
        return;
    }
    std::string widened;
    for (unsigned char byte : bytes) append_code_point(widened, byte);
    line[name + "_bytes"] = widened;
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
        json line = line_for("read", path);
        if (text)
            set_bytes(line, "text", *text);
        else
            line["error"] = text.error().message;
        write(line);
        return text;
    }
    Result<std::vector<FolderEntry>> list(const std::string& path) const override {
        auto entries = files_->list(path);
        json line = line_for("list", path);
        if (entries) {
            line["entries"] = json::array();
            for (const FolderEntry& entry : *entries)
                line["entries"].push_back({entry.name, entry.is_folder, entry.is_link});
        } else {
            line["error"] = entries.error().message;
        }
        write(line);
        return entries;
    }
    std::optional<FileStat> stat(const std::string& path) const override {
        auto stat = files_->stat(path);
        json line = line_for("stat", path);
        if (stat) {
            line["size"] = stat->size;
            line["modified"] = stat->modified_ns;
            line["folder"] = stat->is_folder;
        } else {
            line["error"] = "none";
        }
        write(line);
        return stat;
    }
    std::string resolve(const std::string& path) const override { return files_->resolve(path); }
    Result<void> replace(const std::string& path, std::string_view text) override {
        return files_->replace(path, text);
    }
    void remove_leftovers(const std::string& folder) override { files_->remove_leftovers(folder); }

  private:
    json line_for(const char* call, const std::string& path) const {
        return {{"ms", recorder_.now()}, {call, path}};
    }
    void write(const json& line) const {
        recorder_.line(line.dump(-1, ' ', false, json::error_handler_t::replace));
    }

    Recorder& recorder_;
    std::shared_ptr<FileSystem> files_;
};

// Returns the recorded results in order, then repeats the last one.
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

std::optional<std::string> string_of(const json& line, const std::string& name) {
    auto member = line.find(name);
    if (member == line.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
}

std::optional<std::string> bytes_of(const json& line, const std::string& name) {
    if (auto plain = string_of(line, name)) return plain;
    if (auto wide = string_of(line, name + "_bytes")) return narrowed(*wide);
    return std::nullopt;
}

template <typename T>
T number_of(const json& line, const char* name) {
    auto member = line.find(name);
    return member != line.end() && member->is_number() ? member->get<T>() : T{};
}

bool flag_of(const json& value) {
    return value.is_boolean() && value.get<bool>();
}

Result<std::vector<FolderEntry>> entries_of(const json& line, const std::string& error) {
    if (!line.contains("entries")) return fail(error);
    std::vector<FolderEntry> entries;
    for (const json& item : line["entries"]) {
        FolderEntry& entry = entries.emplace_back();
        if (!item.is_array() || item.size() != 3) continue;
        if (item[0].is_string()) entry.name = item[0].get<std::string>();
        entry.is_folder = flag_of(item[1]);
        entry.is_link = flag_of(item[2]);
    }
    return entries;
}

void read_line(const json& line, Recording& recording, ReplayFileSystem& files) {
    const auto ms = number_of<double>(line, "ms");
    if (auto in = bytes_of(line, "in")) recording.messages.push_back({ms, true, std::move(*in)});
    if (auto out = bytes_of(line, "out")) recording.messages.push_back({ms, false, std::move(*out)});
    const std::string error = string_of(line, "error").value_or("");
    if (auto path = string_of(line, "read")) {
        auto text = bytes_of(line, "text");
        files.texts.add(*path, text ? Result<std::string>(*text) : fail(error));
    }
    if (auto path = string_of(line, "list")) files.lists.add(*path, entries_of(line, error));
    if (auto path = string_of(line, "stat")) {
        std::optional<FileStat> stat;
        if (error.empty())
            stat =
                FileStat{line.contains("folder") && flag_of(line["folder"]),
                         number_of<std::uint64_t>(line, "size"), number_of<std::int64_t>(line, "modified")};
        files.stats.add(*path, stat);
    }
}

}  // namespace

Recorder::Recorder(std::shared_ptr<const Clock> clock, std::function<void(std::string_view)> write)
    : clock_(std::move(clock)), start_(clock_->now()), write_(std::move(write)) {
    line(json{{"hcl-ls", version()}, {"format", 1}}.dump());
}

double Recorder::now() const {
    const double ms = std::chrono::duration<double, std::milli>(clock_->now() - start_).count();
    return std::round(ms * 1000) / 1000;
}

void Recorder::line(std::string_view text) {
    std::lock_guard lock(mutex_);
    write_(std::string(text) + "\n");
}

void Recorder::message(bool from_client, std::string_view bytes) {
    json message = {{"ms", now()}};
    set_bytes(message, from_client ? "in" : "out", bytes);
    line(message.dump());
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
        const json parsed = json::parse(line, nullptr, false);
        if (!parsed.is_object()) {
            // A crash may have truncated the last line.
            if (text.empty() && number > 1) break;
            return fail("line " + std::to_string(number) + " is not a JSON object");
        }
        if (number == 1 && number_of<int>(parsed, "format") != 1)
            return fail("this is not a recording of a session");
        read_line(parsed, recording, *files);
    }
    recording.files = std::move(files);
    return recording;
}

}  // namespace hcl::server
