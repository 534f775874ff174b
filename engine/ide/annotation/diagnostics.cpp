#include "engine/ide/annotation/diagnostics.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/check/call_findings.h"
#include "engine/check/check.h"
#include "engine/check/fallback_findings.h"
#include "engine/check/rule.h"
#include "engine/ide/annotation/other_files.h"
#include "engine/ide/place/template_calls.h"
#include "engine/language/pack_source.h"
#include "engine/syntax/file/held_text.h"
#include "engine/world/applied_rules.h"
#include "engine/world/callers.h"
#include "engine/world/cross_module.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/pack_lookup.h"
#include "engine/world/rule_names.h"

namespace hcl::ide {

namespace {

// A file that HCL 2 cannot parse may be valid HCL 1, and without a pack the dialect is unknown.
struct ReadAsHcl1 {
    bool is_right = false;
};

// Signs of HCL 1: keys in quotes or with dots, and object items without an equals sign.
bool looks_like_hcl1(const Diagnostics& findings) {
    return std::ranges::any_of(findings, [](const Diagnostic& d) {
        return d.code == DiagCode::InvalidArgumentName || d.code == DiagCode::MissingKeyValueSeparator ||
               d.code == DiagCode::ItemRequired;
    });
}

// Separators between arguments that are valid in HCL 1 and a common mistake elsewhere.
bool are_separators(const Diagnostics& findings) {
    return !findings.empty() && std::ranges::all_of(findings, [](const Diagnostic& d) {
        return d.code == DiagCode::UnexpectedComma || d.code == DiagCode::InvalidOneLineBlock;
    });
}

bool is_right_in_hcl1(const world::FileState& state) {
    return state.memo()
        .get<ReadAsHcl1>([&] {
            // Larger files would take too long and twice the memory, and are rarely written by hand.
            constexpr std::uint64_t kMostBytes = std::uint64_t{128} << 20;
            if (state.size() > syntax::kAlwaysParsed) return ReadAsHcl1{};
            const std::string text = state.tree()->text();
            syntax::ParseOptions options = state.tree()->options();
            options.hcl1 = true;
            if (syntax::tree_weight(text, options) > kMostBytes) return ReadAsHcl1{};
            return ReadAsHcl1{!has_errors(syntax::File::parse(text, options)->diagnostics())};
        })
        .is_right;
}

// Templates of other programs (those of Go in Levant, boilerplate and tests, Jinja, ERB), and files that are
// rendered as templates of HCL, only look like HCL where nothing is to be replaced.
struct OfOtherProgram {
    bool is_template = false;
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '-';
}

// True for text in a template that cannot be an expression: a path with a leading dot, or a statement.
bool begins_statement(std::string_view text) {
    constexpr std::array<std::string_view, 13> kWords{"if",     "else",     "end",      "range", "with",
                                                      "define", "block",    "template", "env",   "key",
                                                      "for",    "endrange", "endif"};
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    if (text.starts_with('.') || text.starts_with('$')) return true;
    return std::ranges::any_of(kWords, [&](std::string_view word) {
        return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ' ||
                                          text[word.size()] == '}' || text[word.size()] == ']');
    });
}

bool holds_statement(std::string_view line) {
    for (std::string_view mark : {"{{", "[[", "{%", "<%"})
        for (std::size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + 1)) {
            const bool is_hcl = at > 0 && (line[at - 1] == '$' || line[at - 1] == '%');
            if (!is_hcl && begins_statement(line.substr(at + 2))) return true;
        }
    return false;
}

// True for a directive, or a name in braces, where only a template of HCL has it. Other expressions in braces
// are rather the mistake of somebody who does not know that they are for strings.
bool is_of_rendered_file(std::string_view text, bool only_directives) {
    const bool is_directive = text.starts_with("%{");
    if (!is_directive && only_directives) return false;
    if (!is_directive && !text.starts_with("${")) return false;
    text.remove_prefix(2);
    if (text.starts_with('~')) text.remove_prefix(1);
    if (is_directive) return begins_statement(text);
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    const auto end = std::ranges::find_if_not(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
    const bool is_name = end != text.begin();
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    return is_name && text.starts_with('}');
}

// A finding outside of templates: between items, in an expression, or in a label.
bool is_outside_templates(const Diagnostic& found, bool has_language) {
    return found.code == DiagCode::InvalidCharacter || found.code == DiagCode::ItemRequired ||
           found.code == DiagCode::InvalidExpression ||
           (has_language && found.code == DiagCode::InvalidStringLiteral);
}

// Reads only files with errors, and only the lines of the first errors.
bool is_of_other_program(const world::FileState& state) {
    return state.memo()
        .get<OfOtherProgram>([&] {
            constexpr int kMostErrors = 20;
            constexpr std::uint32_t kLongestLine = 1000;
            int errors = 0;
            const syntax::File& tree = *state.tree();
            // The folder of templates for `terragrunt scaffold`.
            if (('/' + state.info().path).find("/.boilerplate/") != std::string::npos &&
                tree.text().find("{{") != std::string::npos)
                return OfOtherProgram{true};
            const Diagnostics all = tree.diagnostics();
            if (!has_errors(all)) return OfOtherProgram{};
            // Files of the languages that render others have the names of templates where they are rendered.
            const language::LanguagePtr named =
                language::LanguageSet::builtin().of_file(state.info().path, "");
            const bool is_named = named && !named->recognition.is_fallback;
            const bool may_be_rendered = !is_named || !can_render(*named);
            const bool has_language =
                may_be_rendered && (is_named || world::builtin_by_content(state) != nullptr);
            for (const Diagnostic& d : all) {
                if (d.severity != Severity::Error || ++errors > kMostErrors) continue;
                const std::uint32_t from = d.span.start > kLongestLine ? d.span.start - kLongestLine : 0;
                const std::uint32_t to = std::min(d.span.start + kLongestLine, tree.size());
                const std::string text = tree.text({from, to});
                const std::size_t place = d.span.start - from;
                const std::size_t before = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
                const std::size_t start = before == std::string::npos ? 0 : before + 1;
                const std::size_t end = std::min(text.find('\n', place), text.size());
                if (holds_statement(std::string_view(text).substr(start, end - start)) ||
                    (may_be_rendered && is_outside_templates(d, has_language) &&
                     is_of_rendered_file(std::string_view(text).substr(place),
                                         is_named && d.code != DiagCode::InvalidStringLiteral)))
                    return OfOtherProgram{true};
            }
            return OfOtherProgram{};
        })
        .is_template;
}

Span place_in_first_line(const world::FileState& state, std::string_view word) {
    std::string line = state.tree()->text({0, std::min<std::uint32_t>(state.size(), 4096)});
    line.resize(std::min(line.find('\n'), line.size()));
    std::size_t at = line.find(word);
    if (at == std::string::npos) return {};
    auto start = static_cast<std::uint32_t>(at);
    return {start, start + static_cast<std::uint32_t>(word.size())};
}

// The first error of each pack of the workspace that was asked for.
struct ErrorsOfPacks {
    struct Table {
        std::mutex mutex;
        std::unordered_map<FileId, std::optional<Diagnostic>> first;
    };
    std::unique_ptr<Table> table = std::make_unique<Table>();
};

std::optional<Diagnostic> first_error_of_pack(const world::Snapshot& snapshot, const world::FileState& pack,
                                              const Cancel& cancel) {
    ErrorsOfPacks::Table& known = *snapshot.memo().get<ErrorsOfPacks>([] { return ErrorsOfPacks(); }).table;
    {
        std::lock_guard lock(known.mutex);
        if (auto it = known.first.find(pack.id()); it != known.first.end()) return it->second;
    }
    Diagnostics wrong = pack.tree()->diagnostics();
    const Diagnostics& found = world::pack_findings(snapshot, pack);
    wrong.insert(wrong.end(), found.begin(), found.end());
    // Findings of the language of packs, if that is built in: one that a workspace describes could recurse.
    const language::LanguagePtr language = world::language_of(snapshot, pack);
    if (language && language->describes_packs && !language->pack_id.is_valid()) {
        Diagnostics checked = diagnostics_for(snapshot, pack.id(), cancel);
        wrong.insert(wrong.end(), std::make_move_iterator(checked.begin()),
                     std::make_move_iterator(checked.end()));
    }
    auto first = std::ranges::find(wrong, Severity::Error, &Diagnostic::severity);
    std::optional<Diagnostic> error;
    if (first != wrong.end()) error = std::move(*first);
    std::lock_guard lock(known.mutex);
    return known.first.emplace(pack.id(), std::move(error)).first->second;
}

// A pack with errors omits invalid parts, so its files must not appear to be fully checked.
std::optional<Diagnostic> broken_pack(const world::Snapshot& snapshot, const language::Language& language,
                                      const world::FileState& state, const Cancel& cancel) {
    const world::FileState* pack = language.pack_id.is_valid() ? snapshot.file(language.pack_id) : nullptr;
    if (!pack || pack == &state) return std::nullopt;
    const std::optional<Diagnostic> first = first_error_of_pack(snapshot, *pack, cancel);
    if (!first) return std::nullopt;
    Diagnostic d =
        make_diagnostic(DiagCode::BrokenPack, {}, {language.id, first->title + ". " + first->message});
    d.file = state.id();
    d.related.push_back({{language.pack_id, first->span}, "the pack is wrong here"});
    return d;
}

// Whether all errors of its syntax are names or values that end before they say anything.
bool is_half_typed(const syntax::File& pack) {
    const Diagnostics found = pack.diagnostics();
    return has_errors(found) && std::ranges::all_of(found, [](const Diagnostic& d) {
               return d.severity != Severity::Error || d.code == DiagCode::ItemRequired ||
                      d.code == DiagCode::InvalidExpression;
           });
}

// Errors of a pack that another one extends concern that, too.
std::optional<Diagnostic> error_of_extended(const world::Snapshot& snapshot, const world::FileState& pack,
                                            const Cancel& cancel) {
    for (const world::FileState* base : world::packs_extended_by(snapshot, pack)) {
        const std::optional<Diagnostic> first = first_error_of_pack(snapshot, *base, cancel);
        if (!first) continue;
        Diagnostic d = make_diagnostic(DiagCode::PackContradiction, language::extended_by(*pack.tree()).place,
                                       {"The pack \"" + std::string(file_name_of(base->info().path)) +
                                        "\" has errors. The first: " + first->title + ". " + first->message});
        d.file = pack.id();
        d.related.push_back({{base->id(), first->span}, "it is wrong here"});
        return d;
    }
    return std::nullopt;
}

// Errors of the parser; `language` is null when the file has none.
Diagnostics parser_findings(const world::Snapshot& snapshot, const world::FileState& state,
                            const language::Language* language) {
    // A higher limit on findings raises this one, too.
    const Limits& limits = snapshot.settings().limits;
    Diagnostics all = state.tree()->diagnostics(
        limits.file_findings > limits::file_findings ? limits.file_findings : syntax::kMostDiagnostics);
    for (Diagnostic& diagnostic : all)
        if (!diagnostic.file.is_valid()) diagnostic.file = state.id();
    const bool may_be_hcl1 = language && language->recognition.is_fallback &&
                             state.info().options.syntax == syntax::Syntax::Native;
    if (!may_be_hcl1 || (!looks_like_hcl1(all) && !are_separators(all)) || !is_right_in_hcl1(state))
        return all;
    if (looks_like_hcl1(all)) return {};
    for (Diagnostic& d : all) {
        d.severity = Severity::Warning;
        d.message += " Programs that read HCL 1 take it.";
    }
    return all;
}

// Errors of the parser, and what is wrong with the choice of the language.
Diagnostics syntax_findings(const world::Snapshot& snapshot, const world::FileState& state,
                            const language::Language* language) {
    Diagnostics all = parser_findings(snapshot, state, language);
    if (syntax::is_held_as_text(*state.tree())) {
        const std::string most = std::to_string(limits::tree_bytes >> 20);
        Diagnostic& held = all.emplace_back(make_diagnostic(DiagCode::FileNotBound, {}, {most}));
        held.message = "The syntax tree of this file would take more than " + most +
                       " MiB, so nothing in it is checked. Split it, or exclude it if it is data.";
        held.file = state.id();
    }
    if (std::string unknown = world::unknown_language_of(snapshot, state); !unknown.empty()) {
        all.push_back(
            make_diagnostic(DiagCode::UnknownLanguage, place_in_first_line(state, unknown), {unknown}));
        all.back().file = state.id();
    }
    if (const auto* missing = world::missing_language_of(snapshot, state)) {
        const Diagnostic& why = missing->why;
        const bool is_unknown = why.code == DiagCode::UnknownLanguage;
        Diagnostic& d =
            all.emplace_back(is_unknown ? make_diagnostic(DiagCode::UnknownLanguage, {}, {missing->id})
                                        : make_diagnostic(DiagCode::BrokenPack, {},
                                                          {missing->id, why.title + ". " + why.message}));
        d.file = state.id();
        d.related.push_back({{why.file, why.span}, "the configuration names it here"});
    }
    return all;
}

// Smaller modules are evaluated before a person could see a difference.
constexpr std::size_t kLargeModule = 128 << 10;

bool is_large(const bind::Module& module) {
    std::size_t bytes = 0;
    for (const bind::ModuleFile& file : module.files()) bytes += file.input.tree->size();
    return bytes >= kLargeModule;
}

// Looks at the module alone: others may be in the making.
check::Refine refine_alone(const world::Snapshot& snapshot, const world::FileState& state,
                           const bind::Module& module, const Cancel& cancel) {
    const check::LanguageExtension* extension = world::extension_named(snapshot, module.language().native);
    if (!extension) return {};
    const check::ExtensionContext context{
        bind::ModulePtr(bind::ModulePtr(), &module), snapshot.schemas(), {}, cancel};
    return [extension, context, id = state.id()](Diagnostic& found) {
        return extension->refine(context, id, found);
    };
}

// Findings of a module that is bound and not yet evaluated.
Diagnostics first_findings(const world::Snapshot& snapshot, const world::FileState& state,
                           const bind::Module& bound, const Cancel& cancel) {
    return check::first_findings(bound, state.id(), syntax_findings(snapshot, state, &bound.language()),
                                 world::rules_for(snapshot, state), cancel,
                                 refine_alone(snapshot, state, bound, cancel));
}

// Whether the configurations around the file have no errors, so that all of their rules are known.
bool are_configurations_whole(const world::Snapshot& snapshot, const world::FileState& state) {
    return std::ranges::none_of(
        world::workspace_languages(snapshot).configs, [&](const world::WorkspaceConfig& config) {
            return state.info().path.starts_with(config.folder) && has_errors(config.findings);
        });
}

check::FindingName find_name(const world::RuleNames& names, std::string_view name, bool are_rules_whole) {
    using State = check::FindingName::State;
    if (find_diag(name)) return {};
    if (!are_rules_whole) return {State::Unsure};
    return names.has(name) ? check::FindingName() : check::FindingName{State::Unknown, names.nearest(name)};
}

void append(Diagnostics& all, Diagnostics more) {
    if (all.empty())
        all = std::move(more);
    else
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Names in a template that no call gives it.
Diagnostics names_not_given(const world::Snapshot& snapshot, const world::FileState& state,
                            const Cancel& cancel) {
    Diagnostics out;
    const std::vector<FreeName> names = free_names(*state.tree());
    if (names.empty()) return out;
    const std::vector<TemplateCall> calls = calls_of_template(snapshot, state.info().path, cancel);
    std::set<std::string_view> given;
    for (const TemplateCall& call : calls) {
        const Type type = call.value.unmarked().type();
        if (!type.is_object()) return out;
        for (const ObjectAttribute& attribute : type.attributes()) given.insert(attribute.name);
    }
    if (std::ranges::none_of(calls, &TemplateCall::is_certain)) return out;
    for (const FreeName& one : names) {
        if (given.contains(one.name)) continue;
        Suggester near(one.name);
        for (const std::string_view name : given) near.offer(name);
        Diagnostic& d =
            add_diagnostic(out, DiagCode::UndeclaredName, one.span, {one.name, did_you_mean(near.best())});
        d.file = state.id();
        if (!near.best().empty()) check::add_replacement(d, one.span, std::string(near.best()));
    }
    return out;
}

// Errors that the values of the file cause in other modules: in those it calls, and in the module that a file
// of values belongs to; and those that the values of its own module cause there.
Diagnostics findings_elsewhere(const world::Snapshot& snapshot, const world::FileState& state,
                               const bind::Module& module, const world::ExtensionOf& native,
                               const Cancel& cancel) {
    const bind::CalledModule called = [&](const bind::Module& from, std::string_view folder) {
        return world::foreign_module(snapshot, from, folder, "", cancel);
    };
    const check::InstanceElements* elements = native.extension ? native.extension->elements() : nullptr;
    Diagnostics found = check::call_findings(
        module, state.id(), called,
        [&](const bind::Module& from, std::string_view folder) {
            return world::calls_back(snapshot, from, folder, cancel);
        },
        elements, cancel);
    if (const std::string_view kind = check::kind_with_fallbacks(module.language());
        !kind.empty() && !world::has_values_beside(snapshot, state))
        append(found, check::fallback_findings(module, state.id(), kind, called, cancel));
    const auto& sets = module.language().modules.sets;
    if (sets.language.empty()) return found;
    const bind::ModulePtr set = world::foreign_module(snapshot, module, "", sets.language, cancel);
    if (!set) return found;
    std::set<std::string> replaced;
    if (native.extension) replaced = native.extension->replaced_values(native.context, state.id());
    append(found, check::value_file_findings(module, state.id(), *set, replaced, called, elements,
                                             world::files_alike(snapshot, state), cancel));
    return found;
}

// Null when it has none that counts.
const world::FileState* checked_file(const world::Snapshot& snapshot, FileId file) {
    const world::FileState* state = snapshot.file(file);
    if (!state || !snapshot.settings().wants_diagnostics(state->info().path)) return nullptr;
    if (state->info().is_ignored && !state->info().is_open) return nullptr;
    const bool is_native = state->info().options.syntax == syntax::Syntax::Native;
    return is_native && is_of_other_program(*state) ? nullptr : state;
}

}  // namespace

Diagnostics diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel,
                            const FirstFindings& first) {
    cancel.poll();
    const world::FileState* state = checked_file(snapshot, file);
    if (!state) return {};
    bind::OnBound on_bound;
    if (first)
        on_bound = [&](const bind::Module& bound) {
            // Overridden declarations are known only once all names are.
            if (bound.files().has_overrides() || !is_large(bound)) return;
            Diagnostics found = first_findings(snapshot, *state, bound, cancel);
            // None would look like the answer.
            if (!found.empty()) first(std::move(found));
        };
    bind::ModulePtr module = world::module_of(snapshot, file, cancel, on_bound);
    if (!module && world::is_foreign(snapshot, *state)) return {};
    Diagnostics all = syntax_findings(snapshot, *state, module ? &module->language() : nullptr);
    if (!module) {
        if (state->info().options.syntax == syntax::Syntax::Template && !has_errors(all))
            append(all, names_not_given(snapshot, *state, cancel));
        sort_diagnostics(all);
        return all;
    }
    if (module->language().describes_packs) {
        const Diagnostics& found = world::pack_findings(snapshot, *state);
        all.insert(all.end(), found.begin(), found.end());
        if (auto error = error_of_extended(snapshot, *state, cancel)) all.push_back(std::move(*error));
    }
    bool are_rules_whole = are_configurations_whole(snapshot, *state);
    if (auto broken = broken_pack(snapshot, module->language(), *state, cancel)) {
        // Words that are still typed make it no error of the file.
        if (is_half_typed(*module->language().pack)) broken->severity = Severity::Info;
        all.push_back(std::move(*broken));
        are_rules_whole = false;
        // A half-typed pack says nothing about the file.
        if (has_errors(module->language().pack->diagnostics()))
            return check::allowed_findings(*module, file, std::move(all), world::rules_for(snapshot, *state),
                                           cancel, refine_alone(snapshot, *state, *module, cancel));
    }
    const Diagnostics configured = world::config_findings(snapshot, *state);
    all.insert(all.end(), configured.begin(), configured.end());
    const check::RuleSettings settings = world::rules_for(snapshot, *state);
    world::ExtensionOf native = world::extension_of(snapshot, module, cancel);
    const check::Refine refine = [&](Diagnostic& found) {
        return counts_beside_others(snapshot, *state, *module, found, cancel) &&
               (!native.extension || native.extension->refine(native.context, file, found));
    };
    if (native.extension) {
        native.context.wants = [&](std::string_view rule, bool is_on) {
            return check::is_wanted(settings, module->language(), DiagCode::CheckFailed, rule, is_on);
        };
        native.context.options = &settings.options;
        native.context.switches_off = [&](std::string_view rule) {
            const auto own = settings.levels.find(rule);
            return own != settings.levels.end() && own->second == check::RuleSettings::Level::Off;
        };
        Diagnostics found = native.extension->findings(native.context, file);
        append(all, std::move(found));
    }
    Diagnostics house = check::house_findings(
        *module, file, world::house_rules_for(snapshot, *state, module->language().id), cancel);
    append(all, std::move(house));
    append(all, findings_elsewhere(snapshot, *state, *module, native, cancel));
    const world::RuleNames names(snapshot, world::workspace_languages(snapshot));
    return check::check_file(
        *module, file, std::move(all), settings, cancel, nullptr,
        world::foreign_places(snapshot, *module, cancel), [&] { return world::is_called(snapshot, *module); },
        refine, [&](std::string_view name) { return find_name(names, name, are_rules_whole); });
}

Diagnostics syntax_diagnostics_for(const world::Snapshot& snapshot, FileId file, const Cancel& cancel) {
    const world::FileState* state = checked_file(snapshot, file);
    if (!state || state->info().options.syntax == syntax::Syntax::Template) return {};
    const language::LanguagePtr language = world::language_of(snapshot, *state);
    if (!language) return {};
    Diagnostics found = parser_findings(snapshot, *state, language.get());
    if (found.empty()) return {};
    const bind::ModulePtr alone = bind::Module::bind_file(language, {file, state->info().path, state->tree()},
                                                          cancel, snapshot.settings().limits);
    return check::allowed_findings(*alone, file, std::move(found), world::rules_for(snapshot, *state), cancel,
                                   refine_alone(snapshot, *state, *alone, cancel));
}

}  // namespace hcl::ide
