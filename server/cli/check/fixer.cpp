#include "server/cli/check/fixer.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/base/limits.h"
#include "engine/format/format.h"
#include "engine/syntax/file/line_ends.h"
#include "server/cli/report/render.h"

namespace hcl::server {

namespace {

// The number of findings per file is limited: fixing the first ones reveals more.
constexpr std::size_t kManyFindings = 200;
// Terminates for any fixes, including those that undo each other.
constexpr std::size_t kMostRounds = 1'000;
// How often all files may be read again, where that is more than the limit of bytes.
constexpr std::size_t kReadsOfAll = 4;
// A finding costs as much as that many bytes of text that have none.
constexpr std::size_t kBytesOfFinding = 64;

// Maps positions across edits.
class Moves {
  public:
    // `edits` are sorted.
    explicit Moves(const std::vector<Edit>& edits) {
        std::int64_t shift = 0;
        for (const Edit& edit : edits) {
            const std::int64_t start = edit.range.start + shift;
            const std::int64_t end = start + static_cast<std::int64_t>(edit.replacement.size());
            shift = end - edit.range.end;
            edits_.push_back({start, end, edit.range.start, shift});
        }
    }

    // The position before the edits; for inserted text, the insertion point.
    std::uint32_t before(std::uint32_t place) const {
        const auto after = std::ranges::upper_bound(edits_, std::int64_t{place}, {}, &Moved::start);
        if (after == edits_.begin()) return place;
        const Moved& edit = *std::prev(after);
        return place < edit.end ? edit.origin : static_cast<std::uint32_t>(place - edit.shift);
    }

  private:
    // The new text of an edit, and how far it moves what follows.
    struct Moved {
        std::int64_t start;
        std::int64_t end;
        std::uint32_t origin;
        std::int64_t shift;
    };
    std::vector<Moved> edits_;
};

// At most some characters of long lines: each fix on a line keeps them.
std::string lines_around(std::string_view text, Span span) {
    constexpr std::size_t kFarthest = 256;
    const std::size_t first = span.start - std::min<std::size_t>(span.start, kFarthest);
    const std::size_t last = std::min<std::size_t>(text.size(), span.end + kFarthest);
    const std::size_t line = text.substr(first, span.start - first).rfind('\n');
    const std::size_t start = line == std::string_view::npos ? first : first + line + 1;
    const std::size_t end = std::min(text.substr(0, last).find('\n', span.end), last);
    return std::string(text.substr(start, end - start));
}

// What tells a finding apart: several rules can report at one place, and one rule several things.
using Identity = std::tuple<DiagCode, std::uint32_t, std::string_view, std::string_view>;

// Findings that edits added and removed. One that says something else now, at the same place, is the same.
struct Changes {
    std::vector<std::pair<const Diagnostic*, std::uint32_t>> added;  // with the place before the edits
    std::vector<const Diagnostic*> gone;

    Changes(const Diagnostics& old, const Diagnostics& now, const Moves& moves) {
        std::map<Identity, std::vector<const Diagnostic*>> left;
        for (const Diagnostic& d : old) left[{d.code, d.span.start, d.rule, d.message}].push_back(&d);
        std::vector<std::pair<const Diagnostic*, std::uint32_t>> others;
        for (const Diagnostic& d : now) {
            const std::uint32_t place = moves.before(d.span.start);
            const auto same = left.find({d.code, place, d.rule, d.message});
            if (same == left.end() || same->second.empty())
                others.emplace_back(&d, place);
            else
                same->second.pop_back();
        }
        std::map<Identity, std::vector<const Diagnostic*>> reworded;
        for (auto& [identity, findings] : left) {
            const auto& [code, place, rule, message] = identity;
            auto& same = reworded[{code, place, rule, {}}];
            same.insert(same.end(), findings.begin(), findings.end());
        }
        for (const auto& [d, place] : others) {
            const auto same = reworded.find({d->code, place, d->rule, {}});
            if (same == reworded.end() || same->second.empty())
                added.emplace_back(d, place);
            else
                same->second.pop_back();
        }
        for (const auto& [identity, findings] : reworded)
            gone.insert(gone.end(), findings.begin(), findings.end());
    }
};

bool is_for_removal(const Diagnostic& d) {
    return std::ranges::any_of(d.fixes, &Fix::is_removal);
}

struct Gravity {
    int errors = 0;
    int all = 0;
    void add(Severity severity, int count) {
        all += count;
        if (severity == Severity::Error) errors += count;
    }
    bool is_better() const { return all < 0 && errors <= 0; }
};

}  // namespace

// The state of files before a batch.
struct Fixer::State {
    std::map<std::size_t, std::string> texts;
    std::map<std::size_t, std::vector<Edit>> edits;  // sorted
    std::map<std::size_t, Diagnostics> findings;     // of files that were checked again
};

// One fix per finding, without those that touch an earlier one.
Fixer::Batch Fixer::collect() const {
    std::map<FileId, std::size_t> index;
    for (std::size_t i = 0; i < sources_.files.size(); ++i) index.emplace(sources_.files[i].id, i);
    std::map<std::size_t, std::map<std::uint32_t, std::uint32_t>> taken;  // file -> start -> end
    auto is_free = [&](std::size_t file, Span span) {
        auto& ranges = taken[file];
        auto next = ranges.lower_bound(span.start);
        if (next != ranges.end() && next->first <= span.end) return false;
        return next == ranges.begin() || std::prev(next)->second < span.start;
    };
    Batch batch;
    // Equal lines may stand in different blocks, where a fix can be right or wrong: they are told apart by
    // order.
    std::map<std::string, std::size_t> alike;
    auto candidate_of = [&](std::size_t file, const Diagnostic& d,
                            const Fix& fix) -> std::optional<Candidate> {
        Candidate out{file, d.code, d.span.start, d.rule, d.message, {}, fix.is_removal, {}};
        out.name = std::to_string(file) + diag_id(d.code) + d.message + '\n' + fix.title;
        for (const FileEdit& edit : fix.edits) {
            auto at = index.find(edit.file.is_valid() ? edit.file : sources_.files[file].id);
            if (at == index.end() || !is_free(at->second, edit.edit.range)) return std::nullopt;
            out.edits.emplace_back(at->second, edit.edit);
            out.name += '\n' + edit.edit.replacement + '\n' +
                        lines_around(*sources_.files[at->second].text, edit.edit.range);
        }
        out.name += '\n' + std::to_string(alike[out.name]++);
        if (out.edits.empty() || refused_.contains(out.name)) return std::nullopt;
        return out;
    };
    for (std::size_t file = 0; file < sources_.files.size(); ++file)
        for (const Diagnostic& d : sources_.files[file].findings) {
            if (!sources_.is_wanted(d)) continue;
            auto fix = std::ranges::find_if(d.fixes, [](const Fix& f) { return f.preferred && !f.is_guess; });
            if (fix == d.fixes.end()) continue;
            auto candidate = candidate_of(file, d, *fix);
            if (!candidate) continue;
            for (const auto& [at, edit] : candidate->edits)
                taken[at].emplace(edit.range.start, edit.range.end);
            batch.push_back(std::move(*candidate));
        }
    return batch;
}

Fixer::State Fixer::apply(const Batch& batch) {
    State before;
    std::set<std::size_t> changed;
    for (const Candidate& candidate : batch)
        for (const auto& [file, edit] : candidate.edits) before.edits[file].push_back(edit);
    for (auto& [file, edits] : before.edits) {
        std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.range.start; });
        before.texts[file] = *sources_.files[file].text;
        bytes_ += before.texts[file].size() + kBytesOfFinding * sources_.files[file].findings.size();
        // Findings speak of a line end as LF.
        const syntax::LineEndStyle line_ends(before.texts[file]);
        for (Edit& edit : edits) edit = line_ends.adapted(std::move(edit));
        sources_.set_text(file, format::apply_edits(before.texts[file], edits));
        changed.insert(file);
    }
    before.findings = sources_.find(changed);
    return before;
}

void Fixer::undo(State state) {
    for (auto& [file, text] : state.texts) sources_.set_text(file, std::move(text));
    for (auto& [file, findings] : state.findings) sources_.files[file].findings = std::move(findings);
}

Fixer::Verdict Fixer::compare(const Batch& batch, const State& before) const {
    // Changes on lines that only one fix edits are attributed to it.
    struct Line {
        std::size_t fix;
        bool is_shared = false;
    };
    std::map<std::size_t, std::map<std::uint32_t, Line>> owners;
    std::map<std::size_t, SourceLines> lines;
    for (const auto& [file, text] : before.texts) lines.emplace(file, SourceLines(text));
    for (std::size_t i = 0; i < batch.size(); ++i)
        for (const auto& [file, edit] : batch[i].edits)
            for (std::uint32_t line = lines.at(file).line_of(edit.range.start),
                               last = lines.at(file).line_of(edit.range.end);
                 line <= last; ++line) {
                auto [known, is_new] = owners[file].try_emplace(line, Line{i, false});
                if (!is_new && known->second.fix != i) known->second.is_shared = true;
            }
    auto owner_of = [&](std::size_t file, std::uint32_t place) -> std::optional<std::size_t> {
        auto known = lines.find(file);
        if (known == lines.end()) return std::nullopt;
        const auto& of_file = owners.at(file);
        auto line = of_file.find(known->second.line_of(place));
        if (line == of_file.end() || line->second.is_shared) return std::nullopt;
        return line->second.fix;
    };

    // A declaration that only a removed one used is reported now: the next round removes it.
    const bool removes = std::ranges::any_of(batch, &Candidate::is_removal);
    Verdict verdict;
    std::vector<Gravity> by_fix(batch.size());
    Gravity all;
    bool is_unexplained = false;
    std::map<std::pair<std::size_t, Identity>, std::size_t> own_findings;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Candidate& one = batch[i];
        own_findings.emplace(std::pair(one.file, Identity(one.code, one.place, one.rule, one.message)), i);
    }
    for (const auto& [file, old] : before.findings) {
        auto edits = before.edits.find(file);
        const Moves moves(edits == before.edits.end() ? std::vector<Edit>() : edits->second);
        const Changes changes(old, sources_.files[file].findings, moves);
        for (const auto& [d, place] : changes.added) {
            if (removes && is_for_removal(*d)) continue;
            all.add(d->severity, 1);
            if (auto fix = owner_of(file, place))
                by_fix[*fix].add(d->severity, 1);
            else if (old.size() < kManyFindings)
                is_unexplained = true;
        }
        for (const Diagnostic* d : changes.gone) {
            all.add(d->severity, -1);
            // The finding of a fix may be on other lines than its edits.
            const Identity identity(d->code, d->span.start, d->rule, d->message);
            if (auto own = own_findings.find({file, identity}); own != own_findings.end())
                by_fix[own->second].add(d->severity, -1);
            else if (auto fix = owner_of(file, d->span.start))
                by_fix[*fix].add(d->severity, -1);
        }
    }
    for (std::size_t i = 0; i < batch.size(); ++i)
        if (by_fix[i].is_better())
            ++verdict.mended;
        else
            verdict.refused.insert(i);
    // For a batch of one fix, all changes are attributed to it.
    verdict.is_bad = batch.size() == 1 ? !all.is_better() : is_unexplained;
    return verdict;
}

// Reading the files again costs most, so it is counted.
bool Fixer::is_spent() {
    std::size_t all = 0;
    for (const CheckedFile& file : sources_.files) all += file.text->size();
    if (bytes_ > std::max<std::size_t>(limits::fix_bytes, kReadsOfAll * all)) is_unfinished_ = true;
    return is_unfinished_;
}

// Applies a batch, or its valid part.
std::size_t Fixer::judge(Batch batch) {
    for (;;) {
        if (batch.empty() || is_spent()) return 0;
        State before = apply(batch);
        Verdict verdict = compare(batch, before);
        if (verdict.refused.empty() && !verdict.is_bad) return verdict.mended;
        undo(std::move(before));
        if (verdict.refused.empty() && batch.size() > 1) {
            batch.resize(batch.size() / 2);
            continue;
        }
        if (batch.size() == 1) verdict.refused.insert(0);
        Batch rest;
        for (std::size_t i = 0; i < batch.size(); ++i)
            if (verdict.refused.contains(i))
                refuse(batch[i]);
            else
                rest.push_back(std::move(batch[i]));
        batch = std::move(rest);
    }
}

std::size_t Fixer::run() {
    std::size_t total = 0;
    for (std::size_t round = 0;; ++round) {
        Batch batch = collect();
        if (batch.empty() || is_spent()) return total;
        if (round > kMostRounds || total > limits::fixes) {
            is_unfinished_ = true;
            return total;
        }
        total += judge(std::move(batch));
    }
}

}  // namespace hcl::server
