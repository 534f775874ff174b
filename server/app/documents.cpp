#include "server/app/documents.h"

#include <algorithm>

#include "engine/world/file_syntax.h"

namespace hcl::server {

FileId Documents::open(std::string_view uri, std::string_view language, std::int64_t version,
                       std::string text) {
    FileId id = core_.files.intern_uri(uri);
    core_.files.set_spelling(id, uri);
    if (!open_.emplace(id, uri).second) core_.log.line("opened twice: " + std::string(uri));
    std::string name = core_.files.name(id);
    syntax::ParseOptions options = world::parse_options(name, language, text);
    world::FileInfo info{id, std::move(name), std::string(language), options, true, version};
    // Do not parse again a text that the index has parsed.
    const world::FileState* known = core_.world.file(id);
    if (known && known->raw_text() && *known->raw_text() == text)
        core_.world.set_info(std::move(info));
    else
        core_.world.set_file(std::move(info), std::make_shared<const std::string>(std::move(text)));
    ++core_.edits;
    return id;
}

FileId Documents::change(std::string_view uri, std::int64_t version, std::vector<TextChange> changes) {
    FileId id = core_.files.find_uri(uri);
    if (!is_open(id)) {
        core_.log.line("change of a document that is not open: " + std::string(uri));
        return {};
    }
    std::int64_t known = core_.world.file(id)->info().version;
    // Messages arrive in order, so the text is correct despite the wrong version; the log records it.
    if (version <= known)
        core_.log.line("version " + std::to_string(version) + " after " + std::to_string(known) + ": " +
                       std::string(uri));
    // Changes that each end before the previous one starts do not move each other, so
    // all positions can be computed in one tree and applied at once. Editors send the
    // changes of several cursors in this order.
    std::vector<Edit> batch;
    Position lowest{};
    syntax::FilePtr tree = core_.world.file(id)->tree();
    auto flush = [&] {
        if (batch.empty()) return;
        core_.world.edit(id, batch, version);
        tree = core_.world.file(id)->tree();
        batch.clear();
    };
    for (TextChange& change : changes) {
        if (!change.range) {
            flush();
            replace_all(id, std::move(change.text), version);
            tree = core_.world.file(id)->tree();
            continue;
        }
        auto [start, end] = *change.range;
        if (end < start) std::swap(start, end);
        if (!batch.empty() && !(end <= lowest)) flush();
        Span span{tree->offset(start, core_.client->encoding), tree->offset(end, core_.client->encoding)};
        // Offsets are clamped to their lines, so two positions on one line can become equal.
        if (!batch.empty() && span.end > batch.back().range.start) {
            flush();
            span = {tree->offset(start, core_.client->encoding), tree->offset(end, core_.client->encoding)};
        }
        lowest = start;
        batch.push_back({span, std::move(change.text)});
    }
    flush();
    if (changes.empty()) {
        world::FileInfo info = core_.world.file(id)->info();
        info.version = version;
        core_.world.set_info(std::move(info));
    }
    ++core_.edits;
    return id;
}

// Clients that always send the whole text usually changed little of it: edits only the part between the
// common prefix and suffix, so that the tree can be reused.
void Documents::replace_all(FileId id, std::string text, std::int64_t version) {
    std::string old = core_.world.file(id)->tree()->text();
    auto [old_at, new_at] = std::ranges::mismatch(old, text);
    auto start = static_cast<std::size_t>(old_at - old.begin());
    std::size_t most = std::min(old.size(), text.size()) - start;
    std::size_t tail = 0;
    while (tail < most && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
    Edit edit{Span{static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(old.size() - tail)},
              text.substr(start, text.size() - tail - start)};
    core_.world.edit(id, std::span(&edit, 1), version);
}

FileId Documents::close(std::string_view uri) {
    FileId id = core_.files.find_uri(uri);
    if (open_.erase(id) == 0) return {};
    ++core_.edits;
    return id;
}

std::vector<FileId> Documents::open_files() const {
    std::vector<FileId> ids;
    ids.reserve(open_.size());
    for (const auto& [id, uri] : open_) ids.push_back(id);
    std::ranges::sort(ids);
    return ids;
}

}  // namespace hcl::server
