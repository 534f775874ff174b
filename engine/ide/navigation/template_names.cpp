#include "engine/ide/navigation/template_names.h"

#include "engine/ide/place/template_calls.h"

namespace hcl::ide {

namespace {

// A name of a template, at one of its places.
struct NameOfTemplate {
    std::string path;  // of the template
    std::string name;
    Span span;                               // in the file of the request
    const world::FileState* text = nullptr;  // the template; null: it is not loaded
};

std::optional<NameOfTemplate> name_of_template(const world::Snapshot& snapshot, const world::FileState& state,
                                               std::uint32_t offset, const Cancel& cancel) {
    if (state.info().options.syntax == syntax::Syntax::Template) {
        for (FreeName& one : free_names(*state.tree()))
            if (one.span.touches(offset))
                return NameOfTemplate{state.info().path, std::move(one.name), one.span, &state};
        return std::nullopt;
    }
    const auto place = bound_at(snapshot, state.id(), offset, cancel);
    auto key = place ? template_key_at(*place) : std::nullopt;
    if (!key) return std::nullopt;
    NameOfTemplate out{std::move(key->path), std::move(key->name), key->word};
    for (const world::FileState* file : snapshot.files())
        if (file->info().path == out.path) out.text = file;
    return out;
}

}  // namespace

std::optional<FoundDefinition> template_definition(const world::Snapshot& snapshot,
                                                   const world::FileState& state, std::uint32_t offset,
                                                   const Cancel& cancel) {
    const auto name = name_of_template(snapshot, state, offset, cancel);
    if (!name) return std::nullopt;
    FoundDefinition found{name->span, {}};
    for (const TemplateCall& call : calls_of_template(snapshot, name->path, cancel)) {
        if (const TemplateCall::Name* given = call.find(name->name))
            found.places.push_back({call.file, given->whole, given->word});
        else if (!call.is_written)
            found.places.push_back({call.file, call.variables, call.variables});
    }
    if (found.places.empty()) return std::nullopt;
    return found;
}

std::vector<NameUse> template_uses(const world::Snapshot& snapshot, const world::FileState& state,
                                   std::uint32_t offset, UseScope scope, const Cancel& cancel) {
    std::vector<NameUse> uses;
    const auto name = name_of_template(snapshot, state, offset, cancel);
    if (!name) return uses;
    if (name->text)
        for (const FreeName& one : free_names(*name->text->tree()))
            if (one.name == name->name) uses.push_back({{name->text->id(), one.span}, false});
    for (const TemplateCall& call : calls_of_template(snapshot, name->path, cancel))
        if (const TemplateCall::Name* given = call.find(name->name))
            uses.push_back({{call.file, given->word}, true});
    if (scope == UseScope::File)
        std::erase_if(uses, [&](const NameUse& use) { return use.where.file != state.id(); });
    return uses;
}

}  // namespace hcl::ide
