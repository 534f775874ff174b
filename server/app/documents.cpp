#include "server/app/documents.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "engine/syntax/file/held_text.h"
#include "engine/syntax/tree/entries.h"
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
    if (const world::FileState* indexed = core_.world.file(id)) info.origin = indexed->info().origin;
    // Do not parse again a text that the index has parsed.
    const world::FileState* known = core_.world.file(id);
    if (known && known->raw_text() && *known->raw_text() == text)
        core_.world.set_info(std::move(info));
    else
        core_.world.set_file(std::move(info), std::make_shared<const std::string>(std::move(text)));
    ++core_.edits;
    busy_.erase(id);
    parse_later(id);
    return id;
}

void Documents::parse_later(FileId id) {
    const world::FileState* known = core_.world.file(id);
    if (known->tree_if_parsed() || known->size() < Core::kLargeText) return;
    // The snapshot decides which version of HCL the file has.
    run_for(
        id, [state = core_.world.snapshot()->shared_file(id)] { state->tree(); }, [this, id] { settle(id); });
}

void Documents::run_for(FileId id, std::function<void()> work, std::function<void()> done) {
    const std::uint64_t number = next_job_++;
    busy_[id] = {number, {}};
    core_.workers.submit(
        Lane::Large, [this, id, number, work = std::move(work), done = std::move(done)]() mutable {
            std::string fault;
            if (run_guarded(work, fault) == Outcome::Failed)
                core_.log.line("reading a document failed: " + fault);
            core_.post([this, id, number, done = std::move(done)]() mutable {
                auto busy = busy_.find(id);
                if (busy != busy_.end() && busy->second.number == number)
                    done();
                else
                    core_.release(std::make_shared<const std::function<void()>>(std::move(done)));
            });
        });
}

// The document's job is done: applies what waited for it.
void Documents::settle(FileId id) {
    std::vector<Change> waiting = std::move(busy_.extract(id).mapped().waiting);
    apply(id, std::move(waiting));
    if (!is_busy(id) && on_settled) on_settled(id);
}

FileId Documents::change(std::string_view uri, std::int64_t version, std::vector<TextChange> changes) {
    FileId id = core_.files.find_uri(uri);
    if (!is_open(id)) {
        core_.log.line("change of a document that is not open: " + std::string(uri));
        return {};
    }
    std::vector<Change> one;
    one.push_back({version, std::move(changes)});
    // Its language can have changed to another version of HCL.
    if (!is_busy(id) && !core_.world.file(id)->tree_if_parsed()) parse_later(id);
    if (auto busy = busy_.find(id); busy != busy_.end())
        busy->second.waiting.push_back(std::move(one.front()));
    else
        apply(id, std::move(one));
    ++core_.edits;
    return id;
}

void Documents::apply(FileId id, std::vector<Change> waiting) {
    for (auto change = waiting.begin(); change != waiting.end(); ++change) {
        std::int64_t known = core_.world.file(id)->info().version;
        // Messages arrive in order, so the text is correct despite the wrong version; the log records it.
        if (change->version <= known)
            core_.log.line("version " + std::to_string(change->version) + " after " + std::to_string(known) +
                           ": " + core_.files.uri(id));
        if (change->changes.empty()) {
            world::FileInfo info = core_.world.file(id)->info();
            info.version = change->version;
            core_.world.set_info(std::move(info));
        }
        while (!change->changes.empty())
            if (!apply_some(id, *change)) {
                // A worker parses the text: the other changes wait.
                if (change->changes.empty()) ++change;
                std::vector<Change>& rest = busy_.at(id).waiting;
                rest.assign(std::make_move_iterator(change), std::make_move_iterator(waiting.end()));
                return;
            }
    }
}

namespace {

// Clients that always send the whole text usually changed little of it: edits only the part between the
// common prefix and suffix, so that the tree can be reused.
Edit replacement_of(const syntax::File& tree, std::string_view text) {
    const std::string old = tree.text();
    auto [old_at, new_at] = std::ranges::mismatch(old, text);
    auto start = static_cast<std::size_t>(old_at - old.begin());
    std::size_t most = std::min(old.size(), text.size()) - start;
    std::size_t tail = 0;
    while (tail < most && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
    return {Span{static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(old.size() - tail)},
            std::string(text.substr(start, text.size() - tail - start))};
}

}  // namespace

struct Documents::EditJob {
    world::FileStatePtr state;
    std::optional<std::string> whole;  // replaces the text
    std::vector<Edit> edits;
    std::int64_t version;
    syntax::FilePtr edited{};
};

bool Documents::apply_some(FileId id, Change& change) {
    std::vector<TextChange>& changes = change.changes;
    const ColumnUnit unit = core_.client->encoding;
    const syntax::FilePtr tree = core_.world.file(id)->tree();
    std::vector<Edit> batch;
    auto next = changes.begin();
    if (!next->range) {
        std::string text = std::move(next->text);
        ++next;
        if (std::max<std::size_t>(tree->size(), text.size()) >= Core::kLargeText) {
            changes.erase(changes.begin(), next);
            edit_later(
                id, std::make_shared<EditJob>(nullptr, std::move(text), std::vector<Edit>(), change.version));
            return false;
        }
        batch.push_back(replacement_of(*tree, text));
    }
    // Changes that each end before the previous one starts do not move each other, so
    // all positions can be computed in one tree and applied at once. Editors send the
    // changes of several cursors in this order.
    Position lowest{};
    for (bool is_whole = !batch.empty(); !is_whole && next != changes.end() && next->range; ++next) {
        auto [start, end] = *next->range;
        if (end < start) std::swap(start, end);
        if (!batch.empty() && !(end <= lowest)) break;
        const Span span{tree->offset(start, unit), tree->offset(end, unit)};
        // Offsets are clamped to their lines, so two positions on one line can become equal.
        if (!batch.empty() && span.end > batch.back().range.start) break;
        lowest = start;
        batch.push_back({span, std::move(next->text)});
    }
    changes.erase(changes.begin(), next);
    return edit(id, std::move(batch), change.version);
}

namespace {

// Edits of this text cannot change how brackets, quotes or comments match, nor where lines end.
bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
               c == '-' || c == '.' || c == ',' || c == '=' || c == ' ';
    });
}

bool may_take_long(const syntax::File& tree, const std::vector<Edit>& edits) {
    constexpr std::size_t kMuch = 64 << 10;
    constexpr std::uint32_t kFew = 1024;
    std::size_t size = tree.size();
    for (const Edit& edit : edits) size += edit.replacement.size();
    if (size < Core::kLargeText) return false;
    // The next edit may leave a text that is parsed.
    if (syntax::is_held_as_text(tree)) return true;
    return std::ranges::any_of(edits, [&](const Edit& edit) {
        return edit.range.length() > kFew || edit.replacement.size() > kFew || !is_plain(edit.replacement) ||
               !is_plain(tree.text(edit.range)) || syntax::bytes_around(tree, edit.range.start) > kMuch ||
               syntax::bytes_around(tree, edit.range.end) > kMuch;
    });
}

}  // namespace

bool Documents::edit(FileId id, std::vector<Edit> edits, std::int64_t version) {
    const syntax::FilePtr tree = core_.world.file(id)->tree();
    if (!may_take_long(*tree, edits)) {
        core_.world.edit(id, edits, version);
        return true;
    }
    edit_later(id, std::make_shared<EditJob>(nullptr, std::nullopt, std::move(edits), version));
    return false;
}

void Documents::edit_later(FileId id, const std::shared_ptr<EditJob>& job) {
    job->state = core_.world.snapshot()->shared_file(id);
    run_for(
        id,
        [job] {
            const syntax::FilePtr tree = job->state->tree();
            if (job->whole) job->edits = {replacement_of(*tree, *job->whole)};
            job->edited = tree->edited(job->edits);
        },
        [this, id, job] { finish_edit(id, job); });
}

void Documents::finish_edit(FileId id, const std::shared_ptr<EditJob>& job) {
    const world::FileState* now = core_.world.file(id);
    // The language of the file can be another now.
    if (job->edited && now != job->state.get()) return edit_later(id, job);
    if (!job->edited) {
        // It failed, which now happens where it is reported.
        if (job->whole) job->edits = {replacement_of(*now->tree(), *job->whole)};
        core_.world.edit(id, job->edits, job->version);
    } else {
        core_.world.edit(id, job->edits, job->edited, job->version);
    }
    // The closures that refer to the job end on this thread: only its contents can be given away.
    core_.release(std::make_shared<const EditJob>(std::move(*job)));
    ++core_.edits;
    settle(id);
}

FileId Documents::close(std::string_view uri) {
    FileId id = core_.files.find_uri(uri);
    if (open_.erase(id) == 0) return {};
    busy_.erase(id);
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
