#include "engine/check/check.h"

#include <algorithm>
#include <set>

#include "engine/check/rule.h"
#include "engine/source/severity.h"

namespace hcl::check {

namespace {

struct UnitFindings {
    Diagnostics list;
};
struct StateFindings {
    Diagnostics list;
};

const Diagnostics& unit_findings(const bind::Module& module, const bind::UnitSlot& slot, bool native) {
    return slot.unit->memo
        .get<UnitFindings>([&] {
            UnitFindings found;
            UnitRule rule{module, slot, *slot.unit, found.list, native};
#define HCL_RULE(name, stage) HCL_RULE_##stage(name)
#define HCL_RULE_Unit(name) name(rule);
#define HCL_RULE_State(name)
#define HCL_RULE_File(name)
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#define HCL_RULE_Unit(name)
#define HCL_RULE_State(name) name(rule);
            return found;
        })
        .list;
}

const Diagnostics& state_findings(const bind::Module& module, const bind::UnitSlot& slot, bool native) {
    return slot.state->memo
        .get<StateFindings>([&] {
            StateFindings found;
            found.list = slot.state->findings;
            UnitRule rule{module, slot, *slot.unit, found.list, native};
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
            return found;
        })
        .list;
}

void run_file_rules(FileRule& rule) {
#define HCL_RULE_Unit(name)
#define HCL_RULE_State(name)
#define HCL_RULE_File(name) name(rule);
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
#undef HCL_RULE
}

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

bool names_code(const std::vector<std::string>& codes, const Diagnostic& d) {
    return codes.empty() ||
           std::ranges::any_of(codes, [&](const std::string& code) { return is_called(d, code); });
}

// Takes out what comments silence; comments that silence nothing are findings themselves.
void apply_ignores(const bind::ModuleFile& file, Diagnostics& found) {
    struct Active {
        const bind::IgnoreComment* comment;
        std::uint32_t base;
        bool used = false;
    };
    std::vector<Active> active;
    for (const bind::UnitSlot& slot : file.units)
        for (const bind::IgnoreComment& comment : slot.unit->ignores) active.push_back({&comment, slot.base});
    if (active.empty()) return;
    std::erase_if(found, [&](const Diagnostic& d) {
        bool silenced = false;
        for (Active& a : active) {
            bool reaches = a.comment->reach == bind::IgnoreComment::Reach::File;
            if (!reaches) {
                Span lines = a.comment->lines.shifted(a.base);
                reaches = lines.start <= d.span.start && d.span.start <= lines.end;
            }
            if (!reaches || !names_code(a.comment->codes, d)) continue;
            a.used = true;
            silenced = true;
        }
        return silenced;
    });
    for (const Active& a : active) {
        if (a.used) continue;
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
        found.push_back(std::move(d));
    }
}

// What a person says goes before what the language does.
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

bool is_finding_name(std::string_view name) {
    if (name == "*") return true;
    static const std::set<std::string, std::less<>> known = [] {
        std::set<std::string, std::less<>> names;
        for (const DiagInfo& info : all_diag_infos()) {
            names.insert(diag_id(info.code));
            names.emplace(info.name);
        }
        return names;
    }();
    return known.contains(name);
}

std::string did_you_mean(std::string_view name) {
    return name.empty() ? std::string() : " Did you mean \"" + std::string(name) + "\"?";
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

std::string quoted_list(const std::vector<std::string>& names, std::string_view last_word) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += i + 1 == names.size() ? " " + std::string(last_word) + " " : ", ";
        out += "\"" + names[i] + "\"";
    }
    return out;
}

Diagnostics check_file(const bind::Module& module, FileId id, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel) {
    Diagnostics found = std::move(others);
    const bind::ModuleFile* file = module.file(id);
    if (file) {
        bool native = file->input.tree->options().syntax == syntax::Syntax::Native;
        for (const bind::UnitSlot& slot : file->units) {
            cancel.poll();
            append_shifted(found, unit_findings(module, slot, native), slot.base, id);
            if (slot.state) append_shifted(found, state_findings(module, slot, native), slot.base, id);
        }
        std::size_t own = found.size();
        FileRule rule{module, *file, found};
        run_file_rules(rule);
        for (std::size_t i = own; i < found.size(); ++i) {
            found[i].file = id;
            for (Fix& fix : found[i].fixes)
                for (FileEdit& edit : fix.edits)
                    if (!edit.file.is_valid()) edit.file = id;
        }
        apply_ignores(*file, found);
    }
    apply_levels(settings, module.language(), found);
    sort_diagnostics(found);
    return found;
}

}  // namespace hcl::check
