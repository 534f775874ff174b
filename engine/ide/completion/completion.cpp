#include "engine/ide/completion/completion.h"

#include "engine/bind/interface.h"
#include "engine/bind/written_path.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/module_path.h"
#include "engine/ide/completion/body_names.h"
#include "engine/ide/completion/completion_json.h"
#include "engine/ide/completion/expression_values.h"
#include "engine/ide/completion/extension_values.h"
#include "engine/ide/completion/keywords.h"
#include "engine/ide/completion/pack_values.h"
#include "engine/ide/completion/rule_values.h"
#include "engine/ide/completion/string_values.h"
#include "engine/ide/completion/template_completion.h"
#include "engine/language/path_functions.h"
#include "engine/syntax/file/held_text.h"

namespace hcl::ide {

using language::Decoder;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

// Completion in native syntax.
class NativeCompletion {
  public:
    NativeCompletion(Cursor& cursor, Draft& draft, const world::ExtensionOf& native)
        : cursor_(cursor), draft_(draft), native_(native) {}

    void run() {
        std::size_t attribute = cursor_.path.size();
        for (std::size_t i = 0; i < cursor_.path.size(); ++i)
            if (cursor_.path[i].is(NodeKind::Attribute)) attribute = i;
        if (attribute + 1 >= cursor_.path.size()) return item();
        const Node name = cursor_.path[attribute].child(0);
        if (cursor_.path[attribute + 1] == name) return names();
        value(attribute + 1, cursor_.attribute_def(key_text(name)));
    }

  private:
    using At = check::ExtensionCursor::At;

    void names() {
        add_extension_values(draft_, native_, At::Name);
        add_body_names(draft_);
    }

    // The cursor is not inside a value.
    void item() {
        const std::vector<Node>& path = cursor_.path;
        if (path.empty()) return names();
        for (std::size_t i = path.size(); i-- > 0;)
            if (path[i].is(NodeKind::Label)) {
                if (i > 0) label(path[i - 1], path[i]);
                return;
            }
        const Node last = path.back();
        const Node parent = path.size() > 1 ? path[path.size() - 2] : Node();
        if (last.is(NodeKind::Attribute)) return missing_value(last);
        if (last.is(NodeKind::Name) && parent && parent.is(NodeKind::Block)) return names();
        const bool is_between_items =
            last.is(NodeKind::Body) || last.is(NodeKind::Bogus) || last.is(NodeKind::Block);
        if (is_between_items && cursor_.is_at_item_start()) names();
    }

    void label(Node block, Node label) {
        add_extension_values(draft_, native_, At::Label);
        const std::string type = block.child(0) ? key_text(block.child(0)) : std::string();
        const bool has_quotes = label.token_kind(label.first_token()) == TokenKind::OQuote;
        const Quotes quotes = has_quotes ? Quotes::None : Quotes::Add;
        const BlockDef* def = cursor_.block_def(type);
        if (type == draft_.language().dynamic_blocks && !type.empty()) return add_made_blocks(draft_, quotes);
        if (!def) return;
        std::size_t index = 0;
        for (Node child : block.children()) {
            if (child == label) break;
            if (child.is(NodeKind::Label)) ++index;
        }
        add_labels(draft_, *def, index, quotes);
    }

    // The cursor is after the "=" of an attribute that has no value yet.
    void missing_value(Node attribute) {
        const Node name = attribute.child(0);
        if (!name || cursor_.offset <= name.span().end ||
            cursor_.tree->text({name.span().end, cursor_.offset}).find('=') == std::string::npos)
            return;
        const AttributeDef* def = cursor_.attribute_def(key_text(name));
        cursor_.path.push_back(attribute.child(1) ? attribute.child(1) : attribute);
        value(cursor_.last(), def);
    }

    // The type in `optional(TYPE, DEFAULT)` when the cursor is at the default; null elsewhere.
    Node type_of_default(std::size_t first) const {
        for (std::size_t i = cursor_.last() + 1; i-- > first;) {
            const Node call = cursor_.path[i];
            if (!call.is(NodeKind::Call)) continue;
            const Node type = call.child(1);
            if (!type || !call.child(0) || call.child(0).text() != "optional") return {};
            const std::uint32_t end = type.span().end;
            if (cursor_.offset <= end) return {};
            return cursor_.tree->text({end, cursor_.offset}).find(',') != std::string::npos ? type : Node();
        }
        return {};
    }

    // The type that the declaration around an argument has, where the argument is its value without others.
    Type declared_type(const AttributeDef& def) const {
        if (!cursor_.slot || cursor_.body == kNone || !cursor_.slot->state) return Type::dynamic();
        const bind::BoundUnit& unit = *cursor_.slot->unit;
        const std::uint32_t block = unit.bodies[cursor_.body].block;
        const std::uint32_t declaration = block == kNone ? kNone : unit.blocks[block].declaration;
        if (declaration == kNone || unit.declarations[declaration].block != block ||
            unit.declarations[declaration].def->fallback != def.name)
            return Type::dynamic();
        return bind::interface_item(cursor_.module(), *cursor_.slot, declaration).type;
    }

    // The type of what the argument sets in another module, as the extension tells.
    Type foreign_type() const {
        if (!native_.extension || !cursor_.slot || cursor_.body == kNone) return Type::dynamic();
        for (const bind::BoundAttribute& attribute : cursor_.slot->unit->attributes) {
            if (attribute.body != cursor_.body || !cursor_.touches(*cursor_.slot, attribute.span)) continue;
            const Span name = attribute.name_span.shifted(cursor_.slot->base);
            for (const check::ExtensionName& one :
                 native_.extension->names_of_others(native_.context, cursor_.state.id()))
                if (one.word == name && one.symbols.front().is_declaration())
                    return bind::interface_item(*one.module, one.module->slot_of(one.symbols.front()),
                                                one.symbols.front().index())
                        .type;
        }
        return Type::dynamic();
    }

    // path[first] is the attribute's expression.
    void value(std::size_t first, const AttributeDef* def) {
        Expectation top = def ? Expectation::of(*def) : Expectation();
        if (def && top.type.is_dynamic() && def->decoder == Decoder::None) top.type = declared_type(*def);
        if (def && top.type.is_dynamic() && def->decoder == Decoder::None) top.type = foreign_type();
        const std::size_t last = cursor_.last();
        const Node node = cursor_.path[last];
        if (def) add_pack_names(draft_, *def, first);
        if (def && add_rule_names(draft_, *def, first)) return;
        if (cursor_.in_string) {
            add_extension_values(draft_, native_, At::Value);
            if (native_.extension)
                for (const check::ExtensionPath& path :
                     native_.extension->paths(native_.context, cursor_.state.id()))
                    if (path.span.touches(cursor_.offset) && !path.is_computed)
                        add_folders_from(draft_, path.folder);
            return string(first, top);
        }
        if (node.is(NodeKind::TemplateLiteral) || node.is(NodeKind::Heredoc) || node.is(NodeKind::Template))
            return;
        if (node.is(NodeKind::Name)) return;  // binds a new name
        add_extension_values(draft_, native_, At::Value);
        const Node parent = last > first ? cursor_.path[last - 1] : Node();
        const bool is_key = parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == node;
        if (def && def->decoder == Decoder::Type) {
            if (const Node type = type_of_default(first)) {
                const eval::TypeExpression read = eval::parse_type(
                    eval::Expression(type), eval::TypeExpressionKind::Constraint, cursor_.rules());
                Expectation literal;
                literal.type = read.type;
                add_expected_values(draft_, literal);
                add_fallback_words(draft_, literal);
                return;
            }
            // Keys of object types are names of the user's choice.
            if (!is_key && !node.is(NodeKind::Object) && !node.is(NodeKind::GetAttr))
                add_type_words(draft_, *def, false);
            draft_.style.is_followed = cursor_.is_followed_by_parenthesis();
            return;
        }
        const bool is_function = node.is(NodeKind::FunctionName) && last > first;
        const Expectation wanted =
            expectation_at(cursor_, draft_.scope, top, first, is_function ? last - 1 : last);
        if (node.is(NodeKind::GetAttr) && is_key && last >= 2 && node.child(0) &&
            add_passed_keys(draft_, cursor_.path[last - 2], top, std::string(node.child(0).text()) + ".",
                            false))
            return;
        if (node.is(NodeKind::GetAttr))
            return add_members(draft_, node.child(0), cursor_.path_to(last), wanted);
        if (is_function) return add_functions(draft_, wanted);
        if (is_key || node.is(NodeKind::Object)) {
            const std::size_t object = is_key ? last - std::min<std::size_t>(last, 2) : last;
            if (object > first && add_template_keys(draft_, cursor_.path[object - 1], cursor_.path[object]))
                return;
            return add_object_keys(draft_, cursor_.path[object], wanted, false);
        }
        if (parent && parent.is(NodeKind::Index) && parent.child(1) == node)
            add_keys(draft_, draft_.scope.value_at(parent.child(0), cursor_.path_to(last - 1)), {},
                     KeyForm::QuotedKey);
        add_expression(draft_, wanted, cursor_.path_to(last));
    }

    // Inside the quotes of a string.
    void string(std::size_t first, const Expectation& top) {
        std::size_t at = cursor_.last();
        while (at > first && !cursor_.path[at].is(NodeKind::Template)) --at;
        const Node text = cursor_.path[at];
        if (!text.is(NodeKind::Template)) return;
        if (at > first && is_read_path(cursor_.path[at - 1], text)) return read_path(text);
        const Node parent = at > first ? cursor_.path[at - 1] : Node();
        const Expectation wanted = expectation_at(cursor_, draft_.scope, top, first, at);
        // Interpolated strings match no choice.
        if (text.child_count() > 1 || (text.child(0) && !text.child(0).is(NodeKind::TemplateLiteral)))
            return path_behind(text, wanted);
        if (at > first && names_file_above(cursor_.path[at - 1], text)) return add_files_above(draft_);
        if (parent && parent.is(NodeKind::Index) && parent.child(1) == text)
            return add_keys(draft_, draft_.scope.value_at(parent.child(0), cursor_.path_to(at - 1)), {},
                            KeyForm::InsideQuotes);
        if (const language::ValueRules* rules = parent ? rules_of_argument(parent, text) : nullptr)
            return add_string_contents(draft_, {.type = {}, .rules = rules});
        if (parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == text) {
            if (at >= 2) add_object_keys(draft_, cursor_.path[at - 2], wanted, true);
            return;
        }
        add_string_contents(draft_, wanted);
    }

    // The rules for a string in a call whose function names symbols by that argument; null otherwise.
    const language::ValueRules* rules_of_argument(Node call, Node text) const {
        if (!call.is(NodeKind::Call) || !call.child(0)) return nullptr;
        const auto* known = draft_.language().arguments_of(call.child(0).text());
        if (!known) return nullptr;
        std::size_t position = 0;
        for (Node child : call.children()) {
            if (child == text && position > 0) return known->rules(position - 1);
            ++position;
        }
        return nullptr;
    }

    // Whether the string is the path in a call of a function that reads files.
    bool is_read_path(Node call, Node text) const {
        if (!call.is(NodeKind::Call) || !call.child(0) || call.child(1) != text) return false;
        const auto function = draft_.language().evaluation.functions->find(call.child(0).text());
        return function && (function->reads_files || eval::reads_module(*function));
    }
    // Whether the string names a file that is looked for in the folders above.
    bool names_file_above(Node call, Node text) const {
        if (!call.is(NodeKind::Call) || !call.child(0) || call.child(1) != text) return false;
        return call.child(0).text() == language::path_functions(draft_.language()).above;
    }
    // Behind an interpolation that is the beginning of a path: `"${get_terragrunt_dir()}/..."`.
    void path_behind(Node text, const Expectation& wanted) {
        const Node start = text.child(0);
        if (!start || !start.is(NodeKind::Interpolation) || text.child(1) != cursor_.path.back()) return;
        const bool folders_only = wanted.rules && wanted.rules->path == language::Format::Folder;
        const std::string written =
            bind::written_path(start.child(0), language::path_functions(draft_.language()));
        if (!written.empty()) add_paths_behind(draft_, written, folders_only);
    }
    // Alone, or behind the folder of the module.
    void read_path(Node text) {
        constexpr std::string_view kModule = "${path.module}/";
        std::string_view inner = text.text().substr(1);
        std::uint32_t start = text.span().start + 1;
        if (inner.starts_with(kModule)) {
            inner.remove_prefix(kModule.size());
            start += static_cast<std::uint32_t>(kModule.size());
        }
        if (inner.find("${") == std::string_view::npos) add_read_paths(draft_, start);
    }

    Cursor& cursor_;
    Draft& draft_;
    const world::ExtensionOf& native_;
};

// The word before the cursor with its namespace, by which candidates are ranked.
std::string typed_word(const syntax::File& file, std::uint32_t offset) {
    const std::string before = file.text({offset > 200 ? offset - 200 : 0, offset});
    const std::size_t word = word_start(before);
    return std::string(namespace_at_end(std::string_view(before).substr(0, word))) + before.substr(word);
}

// Whether the cursor is in a value that is evaluated.
bool takes_loops(const Cursor& cursor) {
    for (const Node node : cursor.path) {
        if (!node.is(NodeKind::Attribute)) continue;
        const AttributeDef* def = cursor.attribute_def(key_text(node.child(0)));
        return !def || (def->decoder == Decoder::None && !def->is_constant);
    }
    return false;
}

// Where only keywords can stand.
Completions complete_keywords(const syntax::File& file, std::uint32_t offset, const KeywordsHere& keywords,
                              const CompletionOptions& options) {
    Completions out;
    out.cursor = offset;
    const auto word = token_touching(file, offset, is_name_token);
    const bool is_in_word = word && is_name_token(word->kind()) && word->span().touches(offset);
    out.replaced = is_in_word ? word->span() : Span{offset, offset};
    CompletionList list(file.text({out.replaced.start, offset}), options);
    for (const std::string_view one : keywords.words) {
        Candidate c{std::string(one), CompletionKind::Keyword};
        c.rank = rank::kExpected;
        list.add(std::move(c));
    }
    out.items = list.take({.snippets = options.snippets, .documentation = options.documentation}, out.is_cut);
    return out;
}

}  // namespace

Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const CompletionOptions& options, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    if (state->info().options.syntax == syntax::Syntax::Template)
        return complete_template(snapshot, *state, offset, options, cancel);
    if (syntax::is_held_as_text(*state->tree())) return {};
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return {};
    cancel.poll();
    const bool is_json = state->info().options.syntax == syntax::Syntax::Json;
    Completions out;
    out.cursor = offset;
    const KeywordsHere keywords = keywords_at(*state->tree(), offset);
    if (keywords.is_all) return complete_keywords(*state->tree(), offset, keywords, options);
    std::optional<Cursor> cursor =
        is_json ? std::optional(Cursor{*state, *place, offset}) : locate_cursor(*state, *place, offset);
    if (!cursor) return out;
    CompletionList list(typed_word(*state->tree(), offset), options);
    ItemStyle style{.snippets = options.snippets, .documentation = options.documentation, .json = is_json};
    const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
    CursorScope scope(*cursor, native.extension ? native.extension->typed_names(native.context, file, offset)
                                                : TypedNames());
    Draft draft{snapshot, *cursor, scope, options, list, style, cursor->replaced, cancel, native.functions()};
    if (is_json)
        complete_json(*cursor, draft);
    else
        NativeCompletion(*cursor, draft, native).run();
    if (takes_loops(*cursor))
        for (const std::string_view word : keywords.words) add_keyword(draft, word, rank::kPlain);
    out.items = list.take(style, out.is_cut);
    out.replaced = cursor->replaced;
    return out;
}

}  // namespace hcl::ide
