#include "server/cli/eval/eval_session.h"

#include <algorithm>

#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/syntax/file/file.h"
#include "server/cli/report/render.h"

namespace hcl::server {

using syntax::File;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

namespace {

// type(value): the type in type-expression syntax.
eval::Function type_function() {
    eval::Function f;
    f.description = "The type of a value, as type expressions write it.";
    eval::Parameter value;
    value.name = "value";
    value.doc = "Any value.";
    value.allow_null = value.allow_unknown = value.allow_dynamic = value.allow_marked = true;
    f.parameters.push_back(std::move(value));
    f.result_type = Type::string();
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          eval::CallContext&) -> eval::FunctionResult<Value> {
        return Value::string(arguments[0].type().to_source());
    };
    return f;
}

std::shared_ptr<const eval::FunctionTable> session_functions() {
    auto table = std::make_shared<eval::FunctionTable>(eval::standard_functions());
    table->add("try", eval::try_function());
    table->add("can", eval::can_function());
    table->add("convert", eval::convert_function());
    table->add("with", eval::with_function());
    table->add("type", type_function());
    return table;
}

bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (c & 0x80);
}

// The start of the expression that ends at `end`: names, dots and balanced brackets.
std::size_t operand_start(std::string_view text, std::size_t end) {
    std::size_t i = end;
    int depth = 0;
    while (i > 0) {
        char c = text[i - 1];
        if (c == ')' || c == ']') {
            ++depth;
        } else if (c == '(' || c == '[') {
            if (depth == 0) break;
            --depth;
        } else if (depth == 0 && !is_name_byte(c) && c != '.' && c != ':') {
            break;
        }
        --i;
    }
    return i;
}

// The brackets, strings and heredocs that are open at the end of the text, outermost first.
std::vector<TokenKind> open_at_end(std::string_view text) {
    syntax::FilePtr file = syntax::parse_expression(text);
    if (!has_errors(file->diagnostics()) || file->chunk_count() == 0) return {};
    std::vector<TokenKind> open;
    for (TokenKind kind : file->chunk(0)->token_kinds) {
        switch (kind) {
            case TokenKind::OBrace:
            case TokenKind::OBrack:
            case TokenKind::OParen:
            case TokenKind::OQuote:
            case TokenKind::OHeredoc:
            case TokenKind::TemplateInterp:
            case TokenKind::TemplateControl:
                open.push_back(kind);
                break;
            case TokenKind::CBrace:
            case TokenKind::CBrack:
            case TokenKind::CParen:
            case TokenKind::CQuote:
            case TokenKind::CHeredoc:
            case TokenKind::TemplateSeqEnd:
                if (!open.empty()) open.pop_back();
                break;
            default:
                break;
        }
    }
    return open;
}

}  // namespace

EvalSession::EvalSession(const Rules& rules) : rules_(rules), scope_(std::make_shared<eval::MapScope>()) {
    scope_->allow_variables();
    scope_->set_functions(session_functions());
}

Evaluated EvalSession::evaluate(std::string_view text, Form form) {
    Evaluated result;
    syntax::FilePtr file;
    Node root;
    if (form == Form::Json) {
        eval::JsonTemplate parsed = eval::parse_json_expression(text);
        file = parsed.file;
        root = parsed.root;
        result.diagnostics = std::move(parsed.diagnostics);
    } else {
        syntax::ParseOptions parse_options;
        parse_options.syntax = syntax::Syntax::Template;
        file = form == Form::Expression ? syntax::parse_expression(text) : File::parse(text, parse_options);
        root = file->root();
        result.diagnostics = file->diagnostics();
    }
    if (!root || has_errors(result.diagnostics)) return result;
    result.is_type = root.is(NodeKind::Call) && root.child(0) && root.child(0).text() == "type";
    eval::EvalOptions options;
    options.rules = &rules_;
    options.source = file;
    options.checking = eval::Checking::Everything;
    options.warn_about_numbers = true;
    eval::EvalResult evaluated = eval::evaluate(root, scope_.get(), options);
    result.value = std::move(evaluated.value);
    for (Diagnostic& d : evaluated.diagnostics) result.diagnostics.push_back(std::move(d));
    return result;
}

Diagnostics EvalSession::load(std::string_view text, bool is_json) {
    syntax::ParseOptions parse_options;
    parse_options.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native;
    syntax::FilePtr file = File::parse(text, parse_options);
    Diagnostics diagnostics = file->diagnostics();
    eval::EvalOptions options;
    options.rules = &rules_;
    options.source = file;
    options.checking = eval::Checking::Everything;
    auto set_one = [&](std::string name, Node expr) {
        eval::EvalResult evaluated = eval::evaluate(expr, scope_.get(), options);
        for (Diagnostic& d : evaluated.diagnostics) diagnostics.push_back(std::move(d));
        scope_->set(std::move(name), std::move(evaluated.value));
    };
    if (!is_json) {
        for (const syntax::AttributeView& attribute : file->body().attributes())
            set_one(std::string(attribute.name), attribute.expr);
        for (const syntax::BlockView& block : file->body().blocks())
            diagnostics.push_back(
                make_diagnostic(DiagCode::UnexpectedBlock, block.type_span(), {block.type()}));
        return diagnostics;
    }
    Node root = file->root();
    auto set_all = [&](Node object) {
        for (Node property : object.children()) {
            Node name = property.child(0), value = property.child(1);
            if (name && value && name.is(NodeKind::JsonString))
                set_one(std::string(eval::JsonText(name).text()), value);
        }
    };
    if (root && root.is(NodeKind::JsonObject)) set_all(root);
    // An array of objects is merged into one object.
    if (root && root.is(NodeKind::JsonArray))
        for (Node part : root.children())
            if (part.is(NodeKind::JsonObject)) set_all(part);
    return diagnostics;
}

Diagnostics EvalSession::set_unknown(std::string name, std::string_view type) {
    syntax::FilePtr file = syntax::parse_expression(type);
    Diagnostics diagnostics = file->diagnostics();
    if (has_errors(diagnostics)) return diagnostics;
    eval::TypeExpression parsed =
        eval::parse_type(eval::Expression(file->root(), file), eval::TypeExpressionKind::Constraint, rules_);
    scope_->set(std::move(name), Value::unknown(parsed.type.without_optional()));
    return parsed.diagnostics;
}

EvalSession::Completion EvalSession::complete(std::string_view text) const {
    Completion completion;
    std::size_t word = text.size();
    while (word > 0 && is_name_byte(text[word - 1])) --word;
    std::string_view prefix = text.substr(word);
    completion.replaces = prefix.size();
    auto offer = [&](std::string_view name, std::string_view suffix = "") {
        if (name.starts_with(prefix))
            completion.candidates.push_back(std::string(name) + std::string(suffix));
    };

    if (word > 0 && text[word - 1] == '.') {
        std::size_t start = operand_start(text, word - 1);
        syntax::FilePtr file = syntax::parse_expression(text.substr(start, word - 1 - start));
        Node root = file->root();
        if (!root || has_errors(file->diagnostics())) return completion;
        eval::EvalOptions options;
        options.rules = &rules_;
        options.limits.steps = 100'000;
        Value value = eval::evaluate(root, scope_.get(), options).value;
        Type type = value.type();
        if (type.is_object())
            for (const ObjectAttribute& attribute : type.attributes()) offer(attribute.name);
        else if (type.is_map() && value.has_content() && !value.is_marked())
            for (const MapEntry& entry : value.entries()) offer(entry.key.as_string());
        return completion;
    }

    // A namespaced name counts as one word.
    while (word > 2 && text[word - 1] == ':' && text[word - 2] == ':') {
        word -= 2;
        while (word > 0 && is_name_byte(text[word - 1])) --word;
    }
    prefix = text.substr(word);
    completion.replaces = prefix.size();
    scope_->each_variable([&](std::string_view name) { offer(name); });
    scope_->each_function([&](std::string_view name) { offer(name, "("); });
    for (std::string_view keyword : {"true", "false", "null"}) offer(keyword);
    std::sort(completion.candidates.begin(), completion.candidates.end());
    return completion;
}

bool EvalSession::is_incomplete(std::string_view text) {
    // A heredoc starts and ends at line breaks. A quoted string ends on its line.
    const std::vector<TokenKind> open = open_at_end(std::string(text) + "\n");
    return !open.empty() && open.back() != TokenKind::OQuote;
}

std::string render_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view name,
                               bool colours) {
    if (diagnostics.empty()) return {};
    SourceLines lines(source);
    std::string out;
    for (const Diagnostic& d : diagnostics) out += render_diagnostic(d, name, lines, {colours});
    return out;
}

}  // namespace hcl::server
