#include "engine/check/check.h"

#include <algorithm>
#include <memory>

#include "engine/bind/excess.h"
#include "engine/check/encrypted.h"
#include "engine/check/kept_findings.h"
#include "engine/check/rule.h"
#include "engine/check/unit_marks.h"
#include "engine/check/unmade_parts.h"
#include "engine/check/unused_parts.h"
#include "engine/source/severity.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::check {

namespace {

// Cached with the unit: findings that depend only on the unit and the language.
struct UnitFindings {
    Diagnostics list;
};

#define HCL_RULE(name, stage) HCL_RULE_##stage(name)

void run_unit_rules([[maybe_unused]] UnitRule& rule) {
#define HCL_RULE_Unit(name) name(rule);
#define HCL_RULE_State(name)
#define HCL_RULE_File(name)
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
}

void run_state_rules(UnitRule& rule) {
#define HCL_RULE_Unit(name)
#define HCL_RULE_State(name) name(rule);
#define HCL_RULE_File(name)
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
}

void run_file_rules(FileRule& rule) {
#define HCL_RULE_Unit(name)
#define HCL_RULE_State(name)
#define HCL_RULE_File(name) name(rule);
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
}
#undef HCL_RULE

// Steps that rules may take for each unit of a file, however many there are: in proportion to its text, up to
// what a block takes that is as long as most. Units that need more are checked in source order until the
// file's budget is spent.
constexpr std::uint64_t kUnitWork = 500;

std::uint64_t work_of_unit(const bind::BoundUnit& unit) {
    constexpr std::uint64_t kLeast = 16;
    constexpr std::uint64_t kOfByte = 2;
    return std::min(kUnitWork, kLeast + kOfByte * unit.size);
}

// Collects the units of a file that have findings.
struct Collector {
    const bind::Module& module;
    FileId file;
    bool native;
    CheckCounters& counters;
    const Cancel& cancel;

    struct Notable : Marked {};
    struct Commented : Marked {};

    // Most units have no notes; then the pointer is null.
    struct KeptNotes {
        std::unique_ptr<const UnitNotes> notes;
    };

    static const UnitNotes& no_notes() {
        static const UnitNotes kNothing;
        return kNothing;
    }

    const UnitNotes& notes_of(const bind::UnitSlot& slot) const {
        const KeptNotes& kept = slot.state->memo.get<KeptNotes>([&] {
            ++counters.units;
            UnitNotes notes;
            run(slot, work_of_unit(*slot.unit), notes);
            if (notes.is_empty()) return KeptNotes();
            return KeptNotes{std::make_unique<const UnitNotes>(std::move(notes))};
        });
        return kept.notes ? *kept.notes : no_notes();
    }

    // The steps that it took.
    std::uint64_t run(const bind::UnitSlot& slot, std::uint64_t most, UnitNotes& notes) const {
        RuleWork work(most, cancel);
        UnitRule rule{module, slot, *slot.unit, notes.found, notes, work, native};
        run_state_rules(rule);
        notes.is_partial = work.ran_out();
        return work.spent();
    }

    // The notes of a unit whose rules may take as many steps as those of a whole file.
    struct FullNotes {
        UnitNotes notes;
        std::uint64_t steps = 0;
    };

    const FullNotes& full_notes_of(const bind::UnitSlot& slot) const {
        return slot.state->memo.get<FullNotes>([&] {
            FullNotes full;
            full.steps = run(slot, steps_of_file(module, file), full.notes);
            return full;
        });
    }

    const Diagnostics& unit_findings_of(const bind::UnitSlot& slot) const {
        return slot.unit->memo
            .get<UnitFindings>([&] {
                UnitFindings found;
                UnitNotes none;
                // In proportion to the text.
                constexpr std::uint64_t kWorkOfName = 32;
                RuleWork work(
                    kUnitWork + kWorkOfName * (slot.unit->attributes.size() + slot.unit->blocks.size()),
                    cancel);
                UnitRule rule{module, slot, *slot.unit, found.list, none, work, native};
                run_unit_rules(rule);
                return found;
            })
            .list;
    }

    bind::UnitSlot slot_of(const bind::UnitCell& cell, std::uint32_t base) const {
        return {cell.unit.get(), cell.state.get(), base, cell.label, file};
    }

    bool is_marked(const Notable&, const bind::UnitCell& cell, std::uint32_t base) const {
        cancel.poll();
        if (!cell.unit) return false;
        if (!cell.unit->ignores.empty()) return true;
        if (!cell.state) return false;
        const bind::UnitSlot slot = slot_of(cell, base);
        const bool has_notes = !notes_of(slot).is_empty();
        return has_notes || !cell.state->findings.empty() || !unit_findings_of(slot).empty();
    }
    bool is_marked(const Commented&, const bind::UnitCell& cell, std::uint32_t) const {
        return cell.unit && !cell.unit->ignores.empty();
    }

    template <typename Marks>
    std::vector<bind::UnitSlot> collected(const bind::ModuleFile* in) const {
        std::vector<bind::UnitSlot> out;
        if (!in || in->units->count() == 0) return out;
        each_marked<Marks>(
            *in->units, 0,
            [&](const bind::UnitCell& cell, std::uint32_t base) { return is_marked(Marks(), cell, base); },
            [&](const bind::UnitCell& cell, std::uint32_t base) { out.push_back(slot_of(cell, base)); });
        return out;
    }
};

// Removes findings that do not apply because the module is called (or is not).
void drop_by_calls(Diagnostics& found, const UnitNotes& notes, const IsCalled& is_called) {
    if (notes.only_root.empty() && notes.only_called.empty()) return;
    const std::vector<std::uint32_t>& dropped =
        is_called && is_called() ? notes.only_root : notes.only_called;
    for (auto it = dropped.rbegin(); it != dropped.rend(); ++it)
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(*it));
}

// Names the setting that raises the limit.
void name_limit(Diagnostic& d, std::string_view setting) {
    d.message += " Users can raise this limit (limits." + std::string(setting) + ").";
}

// Code that takes more steps than one expression may is not wrong: its value is only taken for unknown.
void soften_limits(Diagnostic& d) {
    if (d.code == DiagCode::EvaluationTooLong || d.code == DiagCode::EvaluationTooLarge)
        d.severity = Severity::Info;
}

// Evaluation came to its limits: one finding for that, at what took most.
void add_excess(const bind::Module& module, const bind::ModuleFile& file, KeptFindings& found) {
    using Kind = bind::Excess::Kind;
    for (const bind::Excess& excess : bind::excess_of(module)) {
        if (excess.place.file != file.input.id) continue;
        std::uint32_t base = 0;
        const bind::UnitCell* cell = file.units->at_label(excess.place.label, base);
        const bind::BoundUnit& unit = *cell->unit;
        Span place = excess.attribute != bind::kNone ? unit.attributes[excess.attribute].name_span
                     : unit.blocks.empty()           ? Span{0, 0}
                                                     : unit.blocks.front().header_span;
        bool is_file = excess.kind == Kind::FileSteps || module.files().size() == 1;
        Diagnostic d =
            make_diagnostic(DiagCode::EvaluationOverBudget, place.shifted(base),
                            {is_file ? "this file" : "these files",
                             excess.kind == Kind::ModuleBytes ? "too much memory" : "too many steps"});
        if (module.limits().is_share) d.message += " In a workspace of many modules, each has its share.";
        name_limit(d, excess.kind == Kind::ModuleBytes   ? "moduleMegabytes"
                      : excess.kind == Kind::ModuleSteps ? "moduleSteps"
                                                         : "fileSteps");
        d.file = file.input.id;
        found.add(std::move(d));
    }
}

// Checks came to the limit of a file.
Diagnostic checks_cut(const bind::UnitSlot& slot, FileId file) {
    const bind::BoundUnit& unit = *slot.unit;
    const Span place = !unit.blocks.empty()       ? unit.blocks.front().header_span
                       : !unit.attributes.empty() ? unit.attributes.front().name_span
                                                  : Span{0, 0};
    Diagnostic d = make_diagnostic(DiagCode::EvaluationOverBudget, place.shifted(slot.base),
                                   {"the checks of this file", "too many steps"});
    d.message =
        "The checks of this file take too many steps, and those of this block most of them. What was not "
        "reached "
        "is not checked.";
    d.file = file;
    return d;
}

}  // namespace

std::optional<RuleSettings::Level> level_of_word(std::string_view word) {
    if (word == "off") return RuleSettings::Level::Off;
    auto severity = severity_of_word(word);
    if (!severity) return std::nullopt;
    return static_cast<RuleSettings::Level>(static_cast<int>(RuleSettings::Level::Error) -
                                            static_cast<int>(*severity));
}

void leave_to_plans(RuleSettings& settings) {
    settings.levels.insert_or_assign(diag_id(DiagCode::FailsInPlan), RuleSettings::Level::Off);
}

std::string_view word_of(RuleSettings::Level level) {
    if (level == RuleSettings::Level::Off) return "off";
    return severity_word(
        static_cast<Severity>(static_cast<int>(RuleSettings::Level::Error) - static_cast<int>(level)));
}

bool is_called(const Diagnostic& d, std::string_view name) {
    return name == diag_id(d.code) || name == diag_info(d.code).name || (!d.rule.empty() && name == d.rule);
}

bool is_there(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name) {
    const bind::BoundBody& b = unit.bodies[body];
    return std::ranges::any_of(b.attributes,
                               [&](std::uint32_t i) { return unit.attributes[i].name == name; }) ||
           std::ranges::any_of(b.blocks, [&](std::uint32_t i) { return unit.blocks[i].type == name; });
}

Span unquoted(Span place, std::string_view name) {
    return place.length() == name.size() + 2 ? Span{place.start + 1, place.end - 1} : place;
}

void add_replacement(Diagnostic& diagnostic, Span place, std::string_view replacement) {
    add_successor(diagnostic, place, replacement);
    diagnostic.fixes.back().is_guess = true;
}

void add_nearest(Diagnostic& diagnostic, Span place, std::string_view written, std::string_view nearest) {
    if (!nearest.empty() && place.length() == written.size()) add_replacement(diagnostic, place, nearest);
}

void add_successor(Diagnostic& diagnostic, Span place, std::string_view replacement) {
    diagnostic.fixes.push_back({.title = "Change to \"" + std::string(replacement) + "\"",
                                .edits = {{{}, {place, std::string(replacement)}}},
                                .preferred = true});
}

Diagnostic finding_in_file(const Diagnostic& found, std::uint32_t base, FileId file) {
    Diagnostic out = found;
    out.file = file;
    out.span = found.span.shifted(base);
    if (out.context) out.context = out.context->shifted(base);
    for (RelatedPlace& place : out.related)
        if (!place.where.file.is_valid()) place.where = {file, place.where.span.shifted(base)};
    for (Fix& fix : out.fixes)
        for (FileEdit& edit : fix.edits)
            if (!edit.file.is_valid()) {
                edit.file = file;
                edit.edit.range = edit.edit.range.shifted(base);
            }
    return out;
}

const bind::Declaration* declaration_of(const bind::BoundUnit& unit, std::uint32_t body) {
    std::uint32_t block = unit.bodies[body].block;
    if (block == bind::kNone || unit.blocks[block].declaration == bind::kNone) return nullptr;
    return &unit.declarations[unit.blocks[block].declaration];
}

bool begins_with(const bind::Reference& reference, const std::vector<std::string>& address) {
    return reference.steps.size() >= address.size() &&
           std::ranges::equal(address, std::span(reference.steps).first(address.size()), {}, {},
                              &bind::ReferenceStep::name);
}

std::string quoted_list(const std::vector<std::string>& names, std::string_view last_word) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += i + 1 == names.size() ? " " + std::string(last_word) + " " : ", ";
        out += "\"" + names[i] + "\"";
    }
    return out;
}

namespace {

struct LeftUnbound : Marked {};

// Says what of the file is too large to be bound.
void add_unbound(const bind::ModuleFile& file, const Limits& limits, KeptFindings& found) {
    const syntax::File& tree = *file.input.tree;
    auto report = [&](Span place, std::string_view limit, const std::string& message = {}) {
        Diagnostic d =
            make_diagnostic(DiagCode::FileNotBound, place, {std::to_string(limits.bound_json_file >> 20)});
        if (!message.empty()) d.message = message;
        name_limit(d, limit);
        d.file = file.input.id;
        found.add(std::move(d));
    };
    if (tree.options().syntax == syntax::Syntax::Json) {
        if (tree.size() > limits.bound_json_file) report({0, 0}, "jsonMegabytes");
        return;
    }
    if (tree.options().syntax != syntax::Syntax::Native) return;
    if (syntax::entry_count(tree) > limits.bound_items)
        report({0, 0}, "fileItems",
               "Of a file of more than " + std::to_string(limits.bound_items) +
                   " blocks and attributes only the syntax is checked. Split it.");
    if (tree.size() <= limits.bound_item) return;
    auto report_item = [&](const syntax::FileEntry& entry) {
        if (entry.item && entry.size > limits.bound_item)
            report({entry.start, entry.start}, "itemMegabytes",
                   "Of a block or attribute of more than " + std::to_string(limits.bound_item >> 20) +
                       " MiB only the syntax is checked. Split it.");
    };
    if (syntax::entry_count(tree) > limits.bound_items)
        return syntax::each_entry(tree, 0, syntax::entry_count(tree), report_item);
    each_marked<LeftUnbound>(
        *file.units, 0, [](const bind::UnitCell& cell, std::uint32_t) { return !cell.unit; },
        [&](const bind::UnitCell& cell, std::uint32_t) {
            if (cell.size <= limits.bound_item) return;
            const std::uint32_t entry = file.units->entry_at_label(cell.label);
            syntax::each_entry(tree, entry, entry + 1, report_item);
        });
}

// Findings of rules and of the evaluation in one unit.
void add_findings_of_unit(const Collector& collector, const NotedUnit& noted,
                          const ForeignPlaces& foreign_places, const IsCalled& is_called,
                          const UnusedParts& unused_parts, KeptFindings& found) {
    const FileId id = collector.file;
    auto add = [&](Diagnostic d) {
        unused_parts.soften(d);
        found.add(std::move(d));
    };
    const std::uint32_t base = noted.slot.base;
    const UnmadeParts unmade(collector.module, noted.slot);
    if (noted.slot.state) {
        for (Diagnostic d : collector.unit_findings_of(noted.slot)) {
            unmade.soften(d);
            add(finding_in_file(d, base, id));
        }
        for (const Diagnostic& d : noted.slot.state->findings) {
            Diagnostic placed = finding_in_file(d, base, id);
            soften_limits(placed);
            add(std::move(placed));
        }
    }
    Diagnostics of_notes;
    of_notes.reserve(noted.notes->found.size());
    for (Diagnostic d : noted.notes->found) {
        unmade.soften(d);
        of_notes.push_back(finding_in_file(d, base, id));
    }
    if (foreign_places)
        for (const UnitNotes::Elsewhere& note : noted.notes->elsewhere)
            if (auto place = foreign_places(note.folder, note.language, note.kind, note.name))
                of_notes[note.finding].related.push_back({*place, "declared here"});
    drop_by_calls(of_notes, *noted.notes, is_called);
    for (Diagnostic& d : of_notes) add(std::move(d));
}

// Where the first heredoc begins whose end is not written yet, judging by the findings of the parser. What
// follows may be its text.
std::optional<std::uint32_t> start_of_open_heredoc(const bind::ModuleFile& file, const Diagnostics& found) {
    std::optional<std::uint32_t> first;
    for (const Diagnostic& d : found)
        if (d.code == DiagCode::UnterminatedTemplate && (!first || d.span.start < *first) &&
            file.input.tree->text(d.span).starts_with("<<"))
            first = d.span.start;
    return first;
}

// How much of the module is there: `File` allows no rules, `Bound` those of single units, `Evaluated` all.
enum class Stage : std::uint8_t { File, Bound, Evaluated };

Diagnostics findings_of(const bind::Module& module, FileId id, Diagnostics others,
                        const RuleSettings& settings, const Cancel& cancel, Stage stage,
                        CheckCounters* counters, const ForeignPlaces& foreign_places,
                        const IsCalled& is_called, const Refine& refine, const FindFindingName& find_name) {
    CheckCounters unwanted;
    const bind::ModuleFile* file = module.file(id);
    const bool native = file && file->input.tree->options().syntax == syntax::Syntax::Native;
    const Collector collector{module, id, native, counters ? *counters : unwanted, cancel};
    const std::vector<bind::UnitSlot> commented = collector.collected<Collector::Commented>(file);
    KeptFindings found(module, id, file, commented, settings, refine, find_name);
    if (std::optional<Diagnostic> encrypted = file ? encrypted_file(*file->input.tree) : std::nullopt) {
        encrypted->file = id;
        found.add(*std::move(encrypted));
        return found.finish(KeptFindings::UnusedComments::Ignored);
    }
    const std::optional<std::uint32_t> open_heredoc =
        file ? start_of_open_heredoc(*file, others) : std::nullopt;
    found.add_all(std::move(others));
    if (open_heredoc) found.end_at(*open_heredoc);
    if (!file) return found.finish(KeptFindings::UnusedComments::Reported);
    if (stage == Stage::File) return found.finish(KeptFindings::UnusedComments::Ignored);
    if (stage == Stage::Bound) {
        file->each_unit([&](const bind::UnitSlot& slot) {
            cancel.poll();
            for (const Diagnostic& d : collector.unit_findings_of(slot))
                found.add(finding_in_file(d, slot.base, id));
        });
        return found.finish(KeptFindings::UnusedComments::Ignored);
    }
    const Limits& limits = module.limits();
    std::vector<NotedUnit> units;
    const std::uint64_t most_steps = steps_of_file(module, id);
    std::uint64_t steps = 0;
    std::uint64_t most = 0;
    std::optional<bind::UnitSlot> took_most;
    bool is_cut = false;
    for (const bind::UnitSlot& slot : collector.collected<Collector::Notable>(file)) {
        const UnitNotes* notes = slot.state ? &collector.notes_of(slot) : &Collector::no_notes();
        if (notes->is_partial && steps <= most_steps) {
            const Collector::FullNotes& full = collector.full_notes_of(slot);
            notes = &full.notes;
            steps += full.steps;
            if (full.steps > most) took_most = slot;
            most = std::max(most, full.steps);
        }
        is_cut = is_cut || notes->is_partial;
        units.push_back({slot, notes});
    }
    if (is_cut && took_most) found.add(checks_cut(*took_most, id));
    const UnusedParts unused_parts(module, id);
    for (const NotedUnit& noted : units)
        add_findings_of_unit(collector, noted, foreign_places, is_called, unused_parts, found);
    Diagnostics of_file;
    FileRule rule{module, *file, units, of_file, collector.counters};
    run_file_rules(rule);
    for (Diagnostic& d : of_file) {
        d.file = id;
        unused_parts.soften(d);
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits)
                if (!edit.file.is_valid()) edit.file = id;
    }
    found.add_all(std::move(of_file));
    add_excess(module, *file, found);
    add_unbound(*file, limits, found);
    return found.finish(KeptFindings::UnusedComments::Reported);
}

}  // namespace

Diagnostics check_file(const bind::Module& module, FileId id, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel, CheckCounters* counters,
                       const ForeignPlaces& foreign_places, const IsCalled& is_called, const Refine& refine,
                       const FindFindingName& find_name) {
    return findings_of(module, id, std::move(others), settings, cancel, Stage::Evaluated, counters,
                       foreign_places, is_called, refine, find_name);
}

Diagnostics allowed_findings(const bind::Module& module, FileId id, Diagnostics others,
                             const RuleSettings& settings, const Cancel& cancel, const Refine& refine) {
    return findings_of(module, id, std::move(others), settings, cancel, Stage::File, nullptr, {}, {}, refine,
                       {});
}

Diagnostics first_findings(const bind::Module& module, FileId id, Diagnostics others,
                           const RuleSettings& settings, const Cancel& cancel, const Refine& refine) {
    return findings_of(module, id, std::move(others), settings, cancel, Stage::Bound, nullptr, {}, {}, refine,
                       {});
}

Diagnostics unit_findings(const bind::Module& module, const bind::UnitSlot& slot, Severity least,
                          RuleSteps steps, const Cancel& cancel) {
    Diagnostics out;
    if (!slot.state) return out;
    CheckCounters unwanted;
    const bind::ModuleFile* file = module.file(slot.file);
    const bool native = file->input.tree->options().syntax == syntax::Syntax::Native;
    const Collector collector{module, slot.file, native, unwanted, cancel};
    const UnitNotes* notes = &collector.notes_of(slot);
    if (notes->is_partial && steps == RuleSteps::All) notes = &collector.full_notes_of(slot).notes;
    Diagnostics of_notes = notes->found;
    drop_by_calls(of_notes, *notes, [] { return true; });
    for (const Diagnostics* list :
         std::initializer_list<const Diagnostics*>{&slot.state->findings, &of_notes})
        std::ranges::copy_if(*list, std::back_inserter(out),
                             [&](const Diagnostic& d) { return d.severity <= least; });
    return out;
}

}  // namespace hcl::check
