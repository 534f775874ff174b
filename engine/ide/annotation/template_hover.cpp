#include "engine/ide/annotation/template_hover.h"

#include <algorithm>

#include "engine/base/path.h"
#include "engine/ide/annotation/bound_hover.h"
#include "engine/ide/annotation/keyword_hover.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/places.h"
#include "engine/ide/place/template_calls.h"

namespace hcl::ide {

namespace {

constexpr std::size_t kMostOfValue = 60;

// The value of a name, of which only the type may be known.
Value value_of_name(const TemplateCall& call, std::string_view name) {
    const Value& all = call.value.unmarked();
    if (!all.type().is_object())
        return all.type().is_map() ? Value::unknown(all.type().element()) : Value::dynamic();
    const auto& attributes = all.type().attributes();
    for (std::size_t i = 0; i < attributes.size(); ++i)
        if (attributes[i].name == name)
            return all.has_content() ? all.value_at(i) : Value::unknown(attributes[i].type);
    return Value::dynamic();
}

std::string line_of_call(const world::Snapshot& snapshot, std::string_view folder, const TemplateCall& call,
                         const FreeName& name, const Value& value) {
    const world::FileState& file = *snapshot.file(call.file);
    const TemplateCall::Name* given = call.find(name.name);
    const Span place = given ? given->word : call.variables;
    const Position at = file.tree()->position(place.start, ColumnUnit::Utf8);
    std::string out =
        "- `" + relative_path(folder, file.info().path) + "`, line " + std::to_string(at.line + 1);
    if (!given) return out + "\n";
    std::string text = given->text.substr(0, kMostOfValue);
    std::ranges::replace(text, '\n', ' ');
    if (given->text.size() > kMostOfValue) text += "…";
    out += ": `" + text + "`";
    const bool is_shown = value.is_wholly_known() && !value.contains_marks() && !call.value.is_marked();
    if (const std::string shown = is_shown ? one_line(value, kMostOfValue) : "";
        !shown.empty() && shown != text)
        out += " = `" + shown + "`";
    return out + "\n";
}

}  // namespace

std::optional<Hover> template_hover(const world::Snapshot& snapshot, const world::FileState& state,
                                    std::uint32_t offset, const Cancel& cancel) {
    const std::vector<FreeName> names = free_names(*state.tree());
    const auto name =
        std::ranges::find_if(names, [&](const FreeName& one) { return one.span.touches(offset); });
    if (name == names.end()) {
        const auto token = token_at(*state.tree(), offset);
        return token ? keyword_hover(nodes_around(*token), offset) : std::nullopt;
    }
    const std::string_view folder = folder_of(state.info().path);
    std::string type;
    std::string list;
    for (const TemplateCall& call : calls_of_template(snapshot, state.info().path, cancel)) {
        const Value value = value_of_name(call, name->name);
        if (type.empty() && !value.unmarked().type().is_dynamic())
            type = value.unmarked().type().to_constraint_source();
        const bool may_give = call.find(name->name) || !call.is_written;
        if (may_give) list += line_of_call(snapshot, folder, call, *name, value);
    }
    if (list.empty()) return std::nullopt;
    list.pop_back();
    Hover out{name->span, code_block(name->name)};
    if (!type.empty()) out.markdown += "\n\n`" + type + "`";
    out.markdown += "\n\nGiven by:\n\n" + list;
    return out;
}

}  // namespace hcl::ide
