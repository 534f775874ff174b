#include "engine/check/kept_findings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/check/insertion.h"

namespace hcl::check {

namespace {

bool names_code(const std::vector<std::string>& codes, const Diagnostic& d) {
    return codes.empty() ||
           std::ranges::any_of(codes, [&](const std::string& code) { return is_called(d, code); });
}

bool is_of_evaluation(const Diagnostic& d) {
    constexpr int kFirst = 3000;
    constexpr int kEnd = 4000;
    int number = static_cast<int>(d.code);
    return number >= kFirst && number < kEnd && d.code != DiagCode::EvaluationOverBudget;
}

std::optional<Span> first_of(std::optional<Span> a, std::optional<Span> b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

}  // namespace

void KeptFindings::First::add(Diagnostic found) {
    list.push_back(std::move(found));
    if (list.size() >= 2 * most) cut();
}

void KeptFindings::First::cut() {
    if (list.size() <= most) return;
    sort_diagnostics(list);
    left_out = first_of(left_out, list[most].span);
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(most), list.end());
}

KeptFindings::KeptFindings(const bind::Module& module, FileId id, const bind::ModuleFile* file,
                           const std::vector<bind::UnitSlot>& commented, const RuleSettings& settings,
                           const Refine& refine, const FindFindingName& find_name)
    : limits_(module.limits()),
      id_(id),
      file_(file),
      settings_(settings),
      language_(module.language()),
      refine_(refine),
      find_name_(find_name),
      replaced_(ReplacedParts::of(module)),
      of_evaluation_{limits_.file_evaluation_findings},
      by_severity_{First{limits_.file_findings}, First{limits_.file_findings}, First{limits_.file_findings},
                   First{limits_.file_findings}} {
    read_comments(commented);
}

void KeptFindings::read_comments(const std::vector<bind::UnitSlot>& units) {
    for (const bind::UnitSlot& slot : units)
        for (const bind::IgnoreComment& comment : slot.unit->ignores)
            if (comment.reach == bind::IgnoreComment::Reach::File) {
                of_file_.push_back({&comment, slot.base});
                if (comment.codes.empty()) file_codes_.emplace("", false);
                for (const std::string& code : comment.codes) file_codes_.emplace(code, false);
            } else {
                of_lines_.push_back({&comment, slot.base, comment.lines.shifted(slot.base)});
            }
    std::ranges::stable_sort(of_lines_, {}, [](const Comment& c) { return c.lines.start; });
    std::size_t around = kNowhere;
    for (std::size_t i = 0; i < of_lines_.size(); ++i) {
        while (around != kNowhere && of_lines_[around].lines.end < of_lines_[i].lines.start)
            around = of_lines_[around].around;
        of_lines_[i].around = std::exchange(around, i);
    }
}

// Comments that suppress nothing are reported, so all comments that contain the finding are marked.
bool KeptFindings::is_silenced(const Diagnostic& found) {
    bool silenced = false;
    auto look = [&](Comment& comment) {
        if (names_code(comment.comment->codes, found)) silenced = comment.is_used = true;
    };
    if (!file_codes_.empty()) {
        const std::string id = diag_id(found.code);
        for (const std::string_view name : {std::string_view(), std::string_view(id),
                                            diag_info(found.code).name, std::string_view(found.rule)})
            if (const auto known = file_codes_.find(name); known != file_codes_.end())
                silenced = known->second = true;
    }
    const std::uint32_t place = found.span.start;
    auto after =
        std::ranges::upper_bound(of_lines_, place, {}, [](const Comment& c) { return c.lines.start; });
    std::size_t at =
        after == of_lines_.begin() ? kNowhere : static_cast<std::size_t>(after - of_lines_.begin()) - 1;
    for (; at != kNowhere; at = of_lines_[at].around)
        if (of_lines_[at].lines.end >= place) look(of_lines_[at]);
    return silenced;
}

namespace {

// User settings override the levels of the language. Empty: the finding keeps its severity.
std::optional<RuleSettings::Level> level_of(const RuleSettings& settings, const language::Language& language,
                                            DiagCode code, std::string_view rule) {
    const auto& levels = settings.levels;
    auto it = rule.empty() ? levels.end() : levels.find(rule);
    if (it == levels.end()) it = levels.find(diag_id(code));
    if (it == levels.end()) it = levels.find(diag_info(code).name);
    if (it == levels.end()) it = levels.find("*");
    if (it != levels.end()) return it->second;
    for (const auto& [name, word] : language.levels)
        if (name == diag_id(code) || name == diag_info(code).name || (!rule.empty() && name == rule))
            return level_of_word(word);
    return std::nullopt;
}

}  // namespace

bool is_wanted(const RuleSettings& settings, const language::Language& language, DiagCode code,
               std::string_view rule, bool is_on) {
    if (is_on) return level_of(settings, language, code, rule) != RuleSettings::Level::Off;
    auto own = settings.levels.find(rule);
    return own != settings.levels.end() && own->second != RuleSettings::Level::Off;
}

bool KeptFindings::apply_level(Diagnostic& found) const {
    if (settings_.levels.empty() && language_.levels.empty()) return true;
    auto level = level_of(settings_, language_, found.code, found.rule);
    if (!level) return true;
    if (*level == RuleSettings::Level::Off) return false;
    found.severity =
        static_cast<Severity>(static_cast<int>(RuleSettings::Level::Error) - static_cast<int>(*level));
    return true;
}

void KeptFindings::keep(Diagnostic found) {
    if (!apply_level(found)) return;
    found.shorten();
    ++total_;
    First& first =
        is_of_evaluation(found) ? of_evaluation_ : by_severity_[static_cast<std::size_t>(found.severity)];
    first.add(std::move(found));
}

void KeptFindings::add(Diagnostic found) {
    if (end_ && found.span.start >= *end_) return;
    if (replaced_ && !replaced_->counts(found)) return;
    if (refine_ && !refine_(found)) return;
    if (!is_silenced(found)) keep(std::move(found));
}

void KeptFindings::add_all(Diagnostics found) {
    for (Diagnostic& d : found) add(std::move(d));
}

void KeptFindings::add_unused_comments() {
    for (Comment& comment : of_file_) {
        const std::vector<std::string>& codes = comment.comment->codes;
        comment.is_used =
            codes.empty()
                ? file_codes_.at("")
                : std::ranges::any_of(codes, [&](const std::string& code) { return file_codes_.at(code); });
    }
    for (std::vector<Comment>* comments : {&of_file_, &of_lines_})
        for (const Comment& c : *comments)
            if (!c.is_used) report_unused(c);
}

void KeptFindings::report_unused(const Comment& comment) {
    const std::vector<std::string>& codes = comment.comment->codes;
    Span place = comment.comment->span.shifted(comment.base);
    std::string text = file_->input.tree->text(place);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
        text.pop_back();
        --place.end;
    }
    const std::string* unknown = nullptr;
    std::string nearest;
    for (const std::string& code : codes) {
        FindingName name = find_name_ ? find_name_(code) : FindingName();
        // The rule may be back once the pack or configuration is mended.
        if (name.state == FindingName::State::Unsure) return;
        if (unknown || name.state == FindingName::State::Known) continue;
        unknown = &code;
        nearest = std::move(name.nearest);
    }
    std::string why = codes.empty() ? "" : ": none of its codes is found here";
    if (unknown) why = ": no finding or rule is called \"" + *unknown + "\"";
    Diagnostic d = make_diagnostic(DiagCode::UnusedIgnore, place, {why});
    d.file = id_;
    if (unknown) {
        const auto start = static_cast<std::uint32_t>(text.find(*unknown));
        const auto length = static_cast<std::uint32_t>(unknown->size());
        add_nearest(d, id_, {place.start + start, place.start + start + length}, *unknown, nearest);
    } else {
        d.tag = DiagTag::Unnecessary;
        d.fixes.push_back({.title = "Remove the comment",
                           .edits = {{id_, {removed_place(*file_->input.tree, place), ""}}},
                           .preferred = true});
    }
    keep(std::move(d));
}

// Where only the beginning of a name stands, its value is wrong for whatever it is used for.
static void drop_consequences(Diagnostics& all) {
    std::vector<Span> incomplete;
    for (const Diagnostic& d : all)
        if (d.code == DiagCode::IncompleteReference) incomplete.push_back(d.span);
    if (incomplete.empty()) return;
    std::erase_if(all, [&](const Diagnostic& d) {
        const bool is_about_value =
            d.code == DiagCode::IncorrectAttributeType || d.code == DiagCode::FailsInPlan;
        return is_about_value && std::ranges::find(incomplete, d.span) != incomplete.end();
    });
}

Diagnostics KeptFindings::finish(UnusedComments comments) {
    if (comments == UnusedComments::Reported) add_unused_comments();
    of_evaluation_.cut();
    Diagnostics all = std::move(of_evaluation_.list);
    std::optional<Span> later;
    for (First& first : by_severity_) {
        first.cut();
        later = first_of(later, first.left_out);
        all.insert(all.end(), std::make_move_iterator(first.list.begin()),
                   std::make_move_iterator(first.list.end()));
        first.list = {};
    }
    drop_consequences(all);
    sort_diagnostics(all);
    if (all.size() > limits_.file_findings) {
        std::array<std::size_t, 4> left{};
        for (const Diagnostic& d : all) ++left[static_cast<std::size_t>(d.severity)];
        std::size_t room = limits_.file_findings;
        for (std::size_t& count : left) {
            count = std::min(count, room);
            room -= count;
        }
        std::erase_if(all, [&](const Diagnostic& d) {
            std::size_t& count = left[static_cast<std::size_t>(d.severity)];
            if (count > 0) return --count, false;
            later = first_of(later, d.span);
            return true;
        });
    }
    if (std::optional<Span> where = of_evaluation_.left_out ? of_evaluation_.left_out : later) {
        Diagnostic d =
            make_diagnostic(DiagCode::FindingsLeftOut, *where, {std::to_string(total_ - all.size())});
        if (total_ - all.size() == 1)
            d.message =
                "1 more finding in this file is left out. Mend some of those that are shown to see it.";
        d.file = id_;
        all.push_back(std::move(d));
        sort_diagnostics(all);
    }
    return all;
}

}  // namespace hcl::check
