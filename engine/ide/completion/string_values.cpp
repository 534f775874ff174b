#include "engine/ide/completion/string_values.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/base/path.h"
#include "engine/bind/address.h"
#include "engine/ide/completion/body_names.h"
#include "engine/ide/completion/expression_values.h"
#include "engine/ide/place/literals.h"
#include "engine/world/language_lookup.h"

namespace hcl::ide {

namespace {

std::string own_folder(const Draft& draft) {
    return std::string(folder_of(draft.cursor.state.info().path));
}

// Files and folders below the folder that is typed before the cursor, from `base`; only the last segment is
// replaced.
// `before`: goes before a path that begins at the cursor.
void add_paths(Draft& draft, bool folders_only, const std::string& base, std::string_view before = {}) {
    if (!draft.options.list_folder) return;
    std::string typed = draft.cursor.file().text({draft.replaced.start, draft.cursor.offset});
    if (typed.starts_with(kFileUrl)) {
        typed.erase(0, kFileUrl.size());
        draft.replaced.start += static_cast<std::uint32_t>(kFileUrl.size());
    }
    const bool shows_hidden = file_name_of(typed).starts_with('.');
    const std::string folder = path_from(base, folder_of(typed));
    for (const FolderItem& item : draft.options.list_folder(folder)) {
        if (folders_only && !item.is_folder) continue;
        if (item.name.starts_with('.') && !shows_hidden) continue;
        Candidate c{item.name + (item.is_folder ? "/" : ""),
                    item.is_folder ? CompletionKind::Folder : CompletionKind::File};
        c.rank = item.is_folder ? rank::kPlain : rank::kFitting;
        // Few paths lead to the folder of the file itself.
        if (folders_only && folder + c.label == own_folder(draft)) c.rank = rank::kUnfitting;
        if (folder == base && !typed.starts_with('.')) c.inserted = std::string(before) + c.label;
        draft.list.add(std::move(c));
    }
    if (folders_only && typed.empty() && base == own_folder(draft)) {
        Candidate c{"../", CompletionKind::Folder};
        c.rank = rank::kUnfitting;
        draft.list.add(std::move(c));
    }
    draft.replaced.start += static_cast<std::uint32_t>(folder_of(typed).size());
}

// Whether the rules are those of the path by which a block calls a module: other texts than paths with a dot
// in front are names in a registry there.
bool is_of_call(const Draft& draft, const language::ValueRules& rules) {
    if (!draft.cursor.slot || draft.cursor.body == kNone) return false;
    const bind::BoundUnit& unit = *draft.cursor.slot->unit;
    const std::uint32_t block = unit.bodies[draft.cursor.body].block;
    if (block == kNone || !unit.blocks[block].def || !unit.blocks[block].def->call) return false;
    const AttributeDef* path = unit.bodies[draft.cursor.body].attribute(unit.blocks[block].def->call->folder);
    return path && &path->rules == &rules;
}

void add_paths_of(Draft& draft, const language::ValueRules& rules) {
    using language::Format;
    const bool is_call = is_of_call(draft, rules);
    if (rules.path == Format::None && rules.format != Format::Glob && !is_call) return;
    std::string base = own_folder(draft);
    if (draft.cursor.slot && draft.cursor.body != kNone) {
        const auto inner = folder_of_paths(*draft.cursor.slot, draft.cursor.body, rules);
        if (!inner) return;
        if (!inner->empty()) base = path_from(base, *inner);
        if (!base.ends_with('/')) base += '/';
    }
    const std::string typed = draft.cursor.file().text({draft.replaced.start, draft.cursor.offset});
    if (rules.path == Format::FileUrl && !typed.starts_with(kFileUrl)) {
        Candidate c{std::string(kFileUrl), CompletionKind::Value};
        c.rank = rank::kExpected;
        return draft.list.add(std::move(c));
    }
    const bool folders_only = rules.path == Format::Folder || (is_call && rules.path == Format::None);
    add_paths(draft, folders_only, base, is_call ? "./" : "");
}

// Adds a string, with quotes if they are not there yet.
void add_quoted(Draft& draft, Candidate c, Quotes quotes) {
    if (quotes == Quotes::Add) c.inserted = "\"" + c.label + "\"";
    draft.list.add(std::move(c));
}

// The labels that select this body: where labels begin with the name of a package, with each name that the
// module gives it.
std::vector<std::string> labels_of(const Draft& draft, const language::CaseDef& selection,
                                   std::string_view package, std::string_view name) {
    std::vector<std::string> out;
    if (!selection.separator.empty())
        for (const std::string& local : draft.module().packages().names_of(package, draft.language())) {
            const std::string own = draft.module().packages().choice_of(local, draft.language()).own_name;
            if (name.starts_with(own)) out.push_back(local + std::string(name.substr(own.size())));
        }
    if (out.empty()) out.emplace_back(name);
    return out;
}

// The names of a package's bodies that a label can select.
void add_stored_names(Draft& draft, const language::CaseDef& selection, std::string_view label,
                      Quotes quotes) {
    const language::BodySourcePtr& schemas = draft.language().additions.schemas;
    if (!schemas || !selection.selects_stored(label)) return;
    const language::BodySource::VersionOf version_of = [&](std::string_view package) {
        return draft.module().packages().version_of(package, draft.language());
    };
    schemas->each_name(selection.from, version_of, [&](std::string_view package, std::string_view name) {
        // A body without a name is called like the last part of its package's address.
        const std::string_view own = file_name_of(package);
        for (std::string& written : labels_of(draft, selection, package, name.empty() ? own : name)) {
            Candidate c{std::move(written), CompletionKind::Value};
            c.rank = rank::kExpected;
            c.detail = package;
            if (!draft.options.only.empty() && c.label == draft.options.only) {
                const std::string version = version_of(package);
                const auto body = draft.language().stored_body({package, selection.from, name, version}).body;
                if (body && body->get().notes) c.documentation = notes_text(*body->get().notes);
            }
            add_quoted(draft, std::move(c), quotes);
        }
    });
}

// The labels that select a body.
void add_selecting(Draft& draft, const language::CaseDef& selection, std::string_view label, Quotes quotes) {
    add_stored_names(draft, selection, label, quotes);
    for (std::size_t key = 0; key < selection.keys.size(); ++key) {
        if (!selection.keys[key].is_label || selection.keys[key].name != label) continue;
        for (const language::CaseDef::Choice& option : selection.choices) {
            if (key >= option.patterns.size() || option.patterns[key].ends_with('*')) continue;
            Candidate c{option.patterns[key], CompletionKind::Value};
            c.rank = rank::kExpected;
            c.detail = label;
            add_quoted(draft, std::move(c), quotes);
        }
    }
}

}  // namespace

void add_choices(Draft& draft, const language::ValueRules& rules, Quotes quotes) {
    for (const language::Choice& choice : rules.values) {
        if (!choice.is_available) continue;
        const bool is_string = choice.value.is_known_string();
        Candidate c{is_string ? std::string(choice.value.as_string()) : choice.value.to_display(80),
                    CompletionKind::Value};
        c.rank = choice.is_deprecated ? rank::kDeprecated : rank::kExpected;
        c.is_deprecated = choice.is_deprecated;
        if (draft.options.documentation) c.documentation = notes_text(choice);
        c.detail = choice.doc.size() <= 60 ? choice.doc : "";
        add_quoted(draft, std::move(c), is_string ? quotes : Quotes::None);
    }
}

namespace {

// The addresses of the declarations around the cursor, also where other files declare them, too.
std::set<std::vector<std::string>> addresses_around(const Draft& draft, const std::string& kind) {
    std::set<std::vector<std::string>> out;
    if (!draft.cursor.slot) return out;
    for (bind::Symbol symbol : draft.module().symbols().by_kind(kind))
        if (draft.scope.is_around(symbol)) out.insert(draft.module().declaration(symbol).address);
    return out;
}

// The names of symbols that a symbol makes from its values.
void add_computed_names(Draft& draft, const language::ValueRules& rules, Quotes quotes, bind::Symbol symbol) {
    constexpr std::size_t kMost = 100;
    const bind::UnitState* state = draft.module().slot_of(symbol).state;
    if (!state || !state->may_have_more_names(symbol.index())) return;
    const bind::MoreNames& more = state->more_names[symbol.index()];
    if (!more.known || more.known->size() > kMost) return;
    for (const std::string& name : *more.known) {
        Candidate c{rules.refers_after + name, CompletionKind::Symbol};
        c.rank = rank::kExpected;
        c.detail = draft.module().declaration(symbol).def->kind;
        add_quoted(draft, std::move(c), quotes);
    }
}

}  // namespace

void add_symbol_names(Draft& draft, const language::ValueRules& rules, Quotes quotes, bool by_path) {
    for (const std::string& kind : rules.refers_to) {
        const auto around = addresses_around(draft, kind);
        for (bind::Symbol symbol : draft.module().symbols().by_kind(kind)) {
            const bind::Declaration& d = draft.module().declaration(symbol);
            if (around.contains(d.address) || !draft.scope.sees(symbol)) continue;
            const bool is_whole = by_path || rules.refers_by_address;
            Candidate c{
                rules.refers_after +
                    (is_whole ? bind::address_text(d.address, rules.omits_root ? 1 : 0) : d.address.back()),
                CompletionKind::Symbol};
            c.rank = rank::kExpected;
            c.detail = kind;
            add_quoted(draft, std::move(c), by_path && !draft.style.json ? Quotes::None : quotes);
            if (!is_whole) add_computed_names(draft, rules, quotes, symbol);
        }
    }
}

void add_first_steps(Draft& draft, const language::ValueRules& rules) {
    std::set<std::string_view> seen;
    const std::size_t first = rules.omits_root ? 1 : 0;
    for (const std::string& kind : rules.refers_to)
        for (bind::Symbol symbol : draft.module().symbols().by_kind(kind)) {
            const std::vector<std::string>& address = draft.module().declaration(symbol).address;
            if (address.size() <= first || draft.scope.is_around(symbol) || !draft.scope.sees(symbol) ||
                !seen.insert(address[first]).second)
                continue;
            Candidate c{address[first], CompletionKind::Symbol};
            c.rank = rank::kExpected;
            draft.list.add(std::move(c));
        }
}

void add_symbol_steps(Draft& draft, const language::ValueRules& rules,
                      const std::vector<std::string>& steps) {
    for (const std::string& kind : rules.refers_to)
        for (bind::Symbol symbol : draft.module().symbols().by_kind(kind)) {
            const bind::Declaration& d = draft.module().declaration(symbol);
            const bool goes_on =
                d.address.size() > steps.size() && std::equal(steps.begin(), steps.end(), d.address.begin());
            if (!d.def->is_name_only || !goes_on || draft.scope.is_around(symbol) ||
                !draft.scope.sees(symbol))
                continue;
            Candidate c{bind::address_text(
                            {d.address.begin() + static_cast<std::ptrdiff_t>(steps.size()), d.address.end()}),
                        CompletionKind::Symbol};
            c.rank = rank::kExpected;
            c.type = draft.module().value_of(symbol).unmarked().type();
            draft.list.add(std::move(c));
        }
}

void add_string_contents(Draft& draft, const Expectation& wanted) {
    if (!wanted.rules) return;
    if (wanted.takes_words()) add_choices(draft, *wanted.rules, Quotes::None);
    add_symbol_names(draft, *wanted.rules, Quotes::None, wanted.by_path);
    add_paths_of(draft, *wanted.rules);
    if (wanted.names_argument) add_arguments_around(draft, wanted);
}

void add_read_paths(Draft& draft, std::uint32_t start) {
    if (draft.cursor.offset < start) return;
    draft.replaced.start = start;
    add_paths(draft, false, own_folder(draft));
}

void add_folders_from(Draft& draft, const std::string& folder) {
    std::string base = path_from(own_folder(draft), folder);
    if (!base.ends_with('/')) base += '/';
    add_paths(draft, true, base);
}

void add_paths_behind(Draft& draft, std::string_view written, bool folders_only) {
    std::string base =
        world::written_folder(draft.snapshot, draft.language(), draft.cursor.state.info().path, written);
    const std::string typed = draft.cursor.file().text({draft.replaced.start, draft.cursor.offset});
    const std::size_t slashes = std::min(typed.find_first_not_of('/'), typed.size());
    if (base.empty() || slashes == 0) return;
    if (!base.ends_with('/')) base += '/';
    draft.replaced.start += static_cast<std::uint32_t>(slashes);
    add_paths(draft, folders_only, base);
}

void add_files_above(Draft& draft) {
    if (!draft.options.list_folder) return;
    std::string_view root;
    const std::string& path = draft.cursor.state.info().path;
    for (const std::string& one : draft.snapshot.roots())
        if (path.starts_with(one) && one.size() > root.size()) root = one;
    if (root.empty()) return;
    std::set<std::string> known;
    std::string folder = own_folder(draft);
    for (std::string above = folder; above.size() > root.size() + 1;) {
        above.pop_back();
        above.resize(folder_of(above).size());
        for (const FolderItem& item : draft.options.list_folder(above)) {
            if (item.is_folder || item.name.starts_with('.') || !known.insert(item.name).second) continue;
            Candidate c{item.name, CompletionKind::File};
            c.rank = item.name.ends_with(".hcl") ? rank::kExpected : rank::kPlain;
            c.detail = relative_path(folder, above + item.name);
            draft.list.add(std::move(c));
        }
    }
}

void add_made_blocks(Draft& draft, Quotes quotes) {
    for (const BodyDef* def : draft.cursor.body_defs())
        for (const BlockDef& block : def->blocks) {
            if (!def->generator(block.type) || !block.notes.is_available ||
                !is_generated(draft.language(), block))
                continue;
            Candidate c{block.type, CompletionKind::Value};
            c.rank = block.notes.is_deprecated ? rank::kDeprecated : rank::kExpected;
            c.is_deprecated = block.notes.is_deprecated;
            if (draft.options.documentation) c.documentation = notes_text(block.notes);
            add_quoted(draft, std::move(c), quotes);
        }
}

void add_labels(Draft& draft, const BlockDef& block, std::size_t index, Quotes quotes) {
    if (index >= block.labels.size()) return;
    const language::LabelDef& label = block.labels[index];
    add_choices(draft, label.rules, quotes);
    add_symbol_names(draft, label.rules, quotes);
    // Paths are typed in quotes.
    if (quotes == Quotes::None) add_paths_of(draft, label.rules);
    for (const language::CaseDef& selection : block.cases)
        add_selecting(draft, selection, label.name, quotes);
    for (const language::CaseDef& selection : block.body->get().cases)
        add_selecting(draft, selection, label.name, quotes);
}

}  // namespace hcl::ide
