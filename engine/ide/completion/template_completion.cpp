#include "engine/ide/completion/template_completion.h"

#include <set>

#include "engine/base/path.h"
#include "engine/eval/scope.h"
#include "engine/ide/place/literals.h"
#include "engine/ide/place/template_calls.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

using syntax::NodeKind;

namespace {

// The names that calls give, with the first known value of each.
std::shared_ptr<eval::MapScope> scope_of_calls(const std::vector<TemplateCall>& calls) {
    auto scope = std::make_shared<eval::MapScope>();
    for (const TemplateCall& call : calls) {
        const Value& all = call.value.unmarked();
        if (!all.type().is_object()) continue;
        const auto& attributes = all.type().attributes();
        for (std::size_t i = 0; i < attributes.size(); ++i)
            if (!scope->variable(attributes[i].name))
                scope->set(attributes[i].name,
                           all.has_content() ? all.value_at(i) : Value::unknown(attributes[i].type));
    }
    for (const TemplateCall& call : calls)
        for (const TemplateCall::Name& name : call.names)
            if (!scope->variable(name.name)) scope->set(name.name, Value::dynamic());
    return scope;
}

// The nodes at the cursor, with a name there; empty in the text of the template.
std::vector<Node> nodes_at_cursor(const syntax::File& file, std::uint32_t offset, syntax::FilePtr& tree,
                                  Span& replaced) {
    auto word = token_touching(file, offset, is_name_token);
    const bool is_in_word = word && is_name_token(word->kind()) && word->span().touches(offset);
    replaced = is_in_word ? word->span() : Span{offset, offset};
    if (!is_in_word) {
        const Edit insertion{{offset, offset}, std::string(kMarker)};
        tree = file.edited(std::span(&insertion, 1));
    }
    const auto token = token_at(*tree, replaced.start);
    std::vector<Node> path = token ? nodes_around(*token) : std::vector<Node>();
    const bool is_text = path.empty() || path.back().is(NodeKind::TemplateLiteral) ||
                         path.back().is(NodeKind::TemplateBody) || path.back().is(NodeKind::Template);
    if (is_text) path.clear();
    return path;
}

void add_types(CompletionList& list, const Type& type) {
    if (!type.is_object()) return;
    for (const ObjectAttribute& attribute : type.attributes()) {
        Candidate c{attribute.name, CompletionKind::Member};
        c.type = attribute.type;
        list.add(std::move(c));
    }
}

}  // namespace

Completions complete_template(const world::Snapshot& snapshot, const world::FileState& state,
                              std::uint32_t offset, const CompletionOptions& options, const Cancel& cancel) {
    Completions out;
    out.cursor = offset;
    const syntax::File& file = *state.tree();
    syntax::FilePtr tree = state.tree();
    const std::vector<Node> path = nodes_at_cursor(file, offset, tree, out.replaced);
    if (path.empty() || path.back().is(NodeKind::Name)) return out;
    const std::vector<TemplateCall> calls = calls_of_template(snapshot, state.info().path, cancel);
    if (calls.empty()) return out;
    const language::Language& language = calls.front().module->language();
    const std::shared_ptr<eval::MapScope> names = scope_of_calls(calls);
    const ScopePtr scope = scope_in(names, eval::StaticElements(*language.rules), *language.rules, path);
    CompletionList list(file.text({out.replaced.start, offset}), options);
    if (const Node node = path.back(); node.is(NodeKind::GetAttr)) {
        if (node.child(0))
            if (const auto value = value_of(*language.rules, node.child(0), *scope))
                add_types(list, value->unmarked().type());
    } else {
        for (const eval::Scope* one = scope.get(); one; one = one->parent())
            one->each_variable([&](std::string_view name) {
                Candidate c{std::string(name), CompletionKind::Variable};
                if (const Value* value = one->variable(name)) c.type = value->unmarked().type();
                if (c.type.is_object()) c.commit = ".";
                c.rank = rank::kExpected;
                list.add(std::move(c));
            });
        for (const auto& [name, function] : language.evaluation.functions->all()) {
            if (name.find(':') != std::string::npos) continue;
            Candidate c{name, CompletionKind::Function};
            c.function = function.get();
            c.rank = rank::kFunction;
            list.add(std::move(c));
        }
    }
    const ItemStyle style{.snippets = options.snippets, .documentation = options.documentation};
    out.items = list.take(style, out.is_cut);
    return out;
}

bool add_template_keys(Draft& draft, Node call, Node object) {
    if (!call.is(NodeKind::Call) || !call.child(0) || call.child(2) != object) return false;
    const eval::Function* function = draft.language().evaluation.functions->find(call.child(0).text());
    if (!function || !function->renders_file) return false;
    const auto read = read_path_in(call.child(1), 0);
    if (!read) return true;
    const std::string path = path_from(std::string(folder_of(draft.cursor.state.info().path)), read->text);
    syntax::FilePtr text;
    for (const world::FileState* state : draft.snapshot.files())
        if (state->info().path == path) text = state->tree();
    if (!text && draft.snapshot.disk())
        if (const DiskAnswerPtr file = draft.snapshot.disk()->file(path);
            file && file->found == DiskAnswer::Found::File)
            text = syntax::parse_template(file->bytes);
    if (!text) return true;
    std::set<std::string> known;
    for (const Node item : object.children())
        if (item.child(0) && !item.child(0).span().touches(draft.cursor.offset))
            known.insert(syntax::label_text(item.child(0)));
    const bool is_followed = draft.cursor.is_followed_by_header();
    for (const FreeName& one : free_names(*text)) {
        if (!known.insert(one.name).second) continue;
        Candidate c{one.name, CompletionKind::Member};
        c.rank = rank::kExpected;
        c.detail = "name in the template";
        if (!is_followed && !draft.cursor.in_string) c.inserted = one.name + " = ";
        draft.list.add(std::move(c));
    }
    return true;
}

}  // namespace hcl::ide
