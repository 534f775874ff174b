#include "engine/check/check.h"

#include <algorithm>
#include <array>
#include <memory>

#include "engine/base/limits.h"
#include "engine/check/rule.h"
#include "engine/source/severity.h"

namespace hcl::check {

namespace {

// Kept with the unit: what depends on it and the language alone.
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

// The units of a file about which there is anything to say. Which parts of the file hold such units is kept
// with those parts, so that only those are looked at that an edit made anew.
struct Collector {
    const bind::Module& module;
    FileId file;
    bool native;
    CheckCounters& counters;
    const Cancel& cancel;

    // Children of an inner node, units of a leaf.
    struct Notable {
        std::vector<std::uint32_t> list;
    };

    // Nearly all units have no notes, and then keep a null pointer.
    struct KeptNotes {
        std::unique_ptr<const UnitNotes> notes;
    };

    static const UnitNotes& no_notes() {
        static const UnitNotes kNone;
        return kNone;
    }

    const UnitNotes& notes_of(const bind::UnitSlot& slot) const {
        const KeptNotes& kept = slot.state->memo.get<KeptNotes>([&] {
            ++counters.units;
            UnitNotes notes;
            UnitRule rule{module, slot, *slot.unit, notes.found, notes, native};
            run_state_rules(rule);
            if (notes.is_empty()) return KeptNotes();
            return KeptNotes{std::make_unique<const UnitNotes>(std::move(notes))};
        });
        return kept.notes ? *kept.notes : no_notes();
    }

    const Diagnostics& unit_findings_of(const bind::UnitSlot& slot) const {
        return slot.unit->memo
            .get<UnitFindings>([&] {
                UnitFindings found;
                UnitNotes none;
                UnitRule rule{module, slot, *slot.unit, found.list, none, native};
                run_unit_rules(rule);
                return found;
            })
            .list;
    }

    bind::UnitSlot slot_of(const bind::UnitCell& cell, std::uint32_t base) const {
        return {cell.unit.get(), cell.state.get(), base, cell.label, file};
    }

    bool is_notable(const bind::UnitCell& cell, std::uint32_t base) const {
        if (!cell.unit) return false;
        if (!cell.unit->ignores.empty()) return true;
        if (!cell.state) return false;
        const bind::UnitSlot slot = slot_of(cell, base);
        const bool has_notes = !notes_of(slot).is_empty();
        return has_notes || !cell.state->findings.empty() || !unit_findings_of(slot).empty();
    }

    const Notable& notable_of(const bind::UnitTree& tree, std::uint32_t base) const {
        return tree.memo().get<Notable>([&] {
            cancel.poll();
            Notable out;
            for (std::uint32_t i = 0; i < tree.children().size(); ++i) {
                if (!notable_of(*tree.children()[i], base).list.empty()) out.list.push_back(i);
                base += tree.children()[i]->bytes();
            }
            for (std::uint32_t i = 0; i < tree.cells().size(); ++i) {
                if (is_notable(tree.cells()[i], base)) out.list.push_back(i);
                base += tree.cells()[i].size;
            }
            out.list.shrink_to_fit();
            return out;
        });
    }

    void collect(const bind::UnitTree& tree, std::uint32_t base, std::vector<NotedUnit>& out) const {
        std::uint32_t at = 0;
        for (std::uint32_t index : notable_of(tree, base).list) {
            for (; at < index; ++at)
                base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
            if (!tree.children().empty()) {
                collect(*tree.children()[index], base, out);
                continue;
            }
            bind::UnitSlot slot = slot_of(tree.cells()[index], base);
            out.push_back({slot, slot.state ? &notes_of(slot) : &no_notes()});
        }
    }
};

void append_shifted(Diagnostics& out, const Diagnostics& found, std::uint32_t base, FileId file) {
    for (const Diagnostic& d : found) {
        Diagnostic moved = d;
        moved.file = file;
        moved.span = d.span.shifted(base);
        if (moved.context) moved.context = moved.context->shifted(base);
        for (RelatedPlace& place : moved.related)
            if (!place.where.file.is_valid()) place.where = {file, place.where.span.shifted(base)};
        for (Fix& fix : moved.fixes)
            for (FileEdit& edit : fix.edits)
                if (!edit.file.is_valid()) {
                    edit.file = file;
                    edit.edit.range = edit.edit.range.shifted(base);
                }
        out.push_back(std::move(moved));
    }
}

// Takes out findings that do not hold where the module is called (or is not). `first`: where those of the
// notes begin.
void drop_by_calls(Diagnostics& found, std::size_t first, const UnitNotes& notes, const IsCalled& is_called) {
    if (notes.only_root.empty() && notes.only_called.empty()) return;
    const std::vector<std::uint32_t>& dropped =
        is_called && is_called() ? notes.only_root : notes.only_called;
    for (auto it = dropped.rbegin(); it != dropped.rend(); ++it)
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(first + *it));
}

bool names_code(const std::vector<std::string>& codes, const Diagnostic& d) {
    return codes.empty() ||
           std::ranges::any_of(codes, [&](const std::string& code) { return is_called(d, code); });
}

// Evaluation came to its limits: one finding for that, at what took most.
void add_excess(const bind::Module& module, const bind::ModuleFile& file, Diagnostics& found) {
    using Kind = bind::Excess::Kind;
    for (const bind::Excess& excess : module.excess()) {
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
        d.file = file.input.id;
        found.push_back(std::move(d));
    }
}

bool is_of_evaluation(const Diagnostic& d) {
    constexpr int kFirst = 3000;
    constexpr int kEnd = 4000;
    int number = static_cast<int>(d.code);
    return number >= kFirst && number < kEnd;
}

// Keeps as many as anybody can use, and adds one finding that counts the others. `found` is sorted.
void limit_findings(FileId file, Diagnostics& found) {
    std::size_t evaluation = 0;
    std::size_t total = found.size();
    std::optional<Span> where;
    auto leave_out = [&](const Diagnostic& d) {
        if (!where) where = d.span;
        return true;
    };
    if (found.size() > limits::file_evaluation_findings)
        std::erase_if(found, [&](const Diagnostic& d) {
            return is_of_evaluation(d) && d.code != DiagCode::EvaluationOverBudget &&
                   ++evaluation > limits::file_evaluation_findings && leave_out(d);
        });
    if (found.size() > limits::file_findings) {
        std::array<std::size_t, 4> left{};
        for (const Diagnostic& d : found) ++left[static_cast<std::size_t>(d.severity)];
        std::size_t room = limits::file_findings;
        for (std::size_t& count : left) {
            count = std::min(count, room);
            room -= count;
        }
        std::erase_if(found, [&](const Diagnostic& d) {
            std::size_t& count = left[static_cast<std::size_t>(d.severity)];
            return count == 0 ? leave_out(d) : (--count, false);
        });
    }
    if (!where) return;
    Diagnostic d = make_diagnostic(DiagCode::FindingsLeftOut, *where, {std::to_string(total - found.size())});
    d.file = file;
    found.push_back(std::move(d));
    sort_diagnostics(found);
}

// Takes out what comments silence; comments that silence nothing are findings themselves.
void apply_ignores(const bind::ModuleFile& file, const std::vector<NotedUnit>& units, Diagnostics& found) {
    struct Active {
        const bind::IgnoreComment* comment;
        std::uint32_t base;
    };
    std::vector<Active> active;
    for (const NotedUnit& noted : units)
        for (const bind::IgnoreComment& comment : noted.slot.unit->ignores)
            active.push_back({&comment, noted.slot.base});
    if (active.empty()) return;
    std::ranges::stable_sort(found, {}, [](const Diagnostic& d) { return d.span.start; });
    std::vector<bool> silenced(found.size());
    Diagnostics unused;
    for (const Active& a : active) {
        bool used = false;
        auto from = found.begin();
        auto to = found.end();
        if (a.comment->reach != bind::IgnoreComment::Reach::File) {
            Span lines = a.comment->lines.shifted(a.base);
            auto start = [](const Diagnostic& d) { return d.span.start; };
            from = std::ranges::lower_bound(found, lines.start, {}, start);
            to = std::ranges::upper_bound(found, lines.end, {}, start);
        }
        for (auto it = from; it != to; ++it)
            if (names_code(a.comment->codes, *it))
                used = silenced[static_cast<std::size_t>(it - found.begin())] = true;
        if (used) continue;
        std::string what = a.comment->codes.empty() ? "" : ": none of its codes is found here";
        Span place = a.comment->span.shifted(a.base);
        std::string text = file.input.tree->text(place);
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
            text.pop_back();
            --place.end;
        }
        Diagnostic d = make_diagnostic(DiagCode::UnusedIgnore, place, {what});
        d.file = file.input.id;
        d.tag = DiagTag::Unnecessary;
        d.fixes.push_back(
            {.title = "Remove the comment", .edits = {{file.input.id, {place, ""}}}, .preferred = true});
        unused.push_back(std::move(d));
    }
    Diagnostics left;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (!silenced[i]) left.push_back(std::move(found[i]));
    left.insert(left.end(), std::make_move_iterator(unused.begin()), std::make_move_iterator(unused.end()));
    found = std::move(left);
}

// User settings override the levels of the language.
void apply_levels(const RuleSettings& settings, const language::Language& language, Diagnostics& found) {
    if (settings.levels.empty() && language.levels.empty()) return;
    auto level_of = [&](const Diagnostic& d) -> std::optional<RuleSettings::Level> {
        const auto& levels = settings.levels;
        auto it = d.rule.empty() ? levels.end() : levels.find(d.rule);
        if (it == levels.end()) it = levels.find(diag_id(d.code));
        if (it == levels.end()) it = levels.find(diag_info(d.code).name);
        if (it == levels.end()) it = levels.find("*");
        if (it != levels.end()) return it->second;
        for (const auto& [name, word] : language.levels)
            if (is_called(d, name)) return level_of_word(word);
        return std::nullopt;
    };
    std::erase_if(found, [&](Diagnostic& d) {
        auto level = level_of(d);
        if (!level) return false;
        if (*level == RuleSettings::Level::Off) return true;
        d.severity =
            static_cast<Severity>(static_cast<int>(RuleSettings::Level::Error) - static_cast<int>(*level));
        return false;
    });
}

}  // namespace

std::optional<RuleSettings::Level> level_of_word(std::string_view word) {
    if (word == "off") return RuleSettings::Level::Off;
    auto severity = severity_of_word(word);
    if (!severity) return std::nullopt;
    return static_cast<RuleSettings::Level>(static_cast<int>(RuleSettings::Level::Error) -
                                            static_cast<int>(*severity));
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

void add_successor(Diagnostic& diagnostic, Span place, std::string_view replacement) {
    diagnostic.fixes.push_back({.title = "Change to \"" + std::string(replacement) + "\"",
                                .edits = {{{}, {place, std::string(replacement)}}},
                                .preferred = true});
}

std::string joined(const std::vector<std::string>& address) {
    std::string out;
    for (const std::string& step : address) out += (out.empty() ? "" : ".") + step;
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

Diagnostics check_file(const bind::Module& module, FileId id, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel, CheckCounters* counters,
                       const ForeignPlaces& foreign_places, const IsCalled& is_called) {
    CheckCounters unwanted;
    Diagnostics found = std::move(others);
    if (const bind::ModuleFile* file = module.file(id)) {
        bool native = file->input.tree->options().syntax == syntax::Syntax::Native;
        Collector collector{module, id, native, counters ? *counters : unwanted, cancel};
        std::vector<NotedUnit> units;
        if (file->units->count() > 0) collector.collect(*file->units, 0, units);
        std::size_t count = found.size();
        for (const NotedUnit& noted : units) {
            count += noted.notes->found.size();
            if (noted.slot.state)
                count += collector.unit_findings_of(noted.slot).size() + noted.slot.state->findings.size();
        }
        found.reserve(count);
        for (const NotedUnit& noted : units) {
            if (noted.slot.state) {
                append_shifted(found, collector.unit_findings_of(noted.slot), noted.slot.base, id);
                append_shifted(found, noted.slot.state->findings, noted.slot.base, id);
            }
            const std::size_t first = found.size();
            append_shifted(found, noted.notes->found, noted.slot.base, id);
            if (foreign_places)
                for (const UnitNotes::Elsewhere& note : noted.notes->elsewhere)
                    if (auto place = foreign_places(note.folder, note.language, note.kind, note.name))
                        found[first + note.finding].related.push_back({*place, "declared here"});
            drop_by_calls(found, first, *noted.notes, is_called);
        }
        std::size_t own = found.size();
        FileRule rule{module, *file, units, found};
        run_file_rules(rule);
        for (std::size_t i = own; i < found.size(); ++i) {
            found[i].file = id;
            for (Fix& fix : found[i].fixes)
                for (FileEdit& edit : fix.edits)
                    if (!edit.file.is_valid()) edit.file = id;
        }
        add_excess(module, *file, found);
        if (file->input.tree->options().syntax == syntax::Syntax::Json &&
            file->input.tree->size() > limits::bound_json_file) {
            found.push_back(make_diagnostic(DiagCode::FileNotBound, {0, 0},
                                            {std::to_string(limits::bound_json_file >> 20)}));
            found.back().file = id;
        }
        apply_ignores(*file, units, found);
    }
    apply_levels(settings, module.language(), found);
    sort_diagnostics(found);
    limit_findings(id, found);
    return found;
}

}  // namespace hcl::check
