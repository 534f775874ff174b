#include "engine/ide/completion/signature_help.h"

#include <algorithm>

#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/ide/completion/cursor.h"
#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/places.h"
#include "engine/world/extension_lookup.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

struct OpenCall {
    std::string name;
    std::size_t argument = 0;
    std::uint32_t start = 0;  // of the name
};

bool is_trivia(TokenKind kind) {
    return kind == TokenKind::Whitespace || kind == TokenKind::Comment || kind == TokenKind::Newline;
}

// Walks back from the cursor over balanced brackets to the open parenthesis of the call. Uses tokens alone,
// so that it works in unfinished code.
std::optional<OpenCall> open_call(const syntax::Chunk& chunk, std::uint32_t before) {
    OpenCall call;
    std::uint32_t depth = 0;
    bool saw_equals = false;  // an "=" at this level: `name =` on its own line starts a new argument
    for (std::uint32_t i = before; i-- > 0;) {
        TokenKind kind = chunk.token_kinds[i];
        switch (kind) {
            case TokenKind::CParen:
            case TokenKind::CBrack:
            case TokenKind::CBrace:
            case TokenKind::TemplateSeqEnd:
            case TokenKind::CQuote:
            case TokenKind::CHeredoc:
                ++depth;
                break;
            case TokenKind::OBrack:
            case TokenKind::OBrace:
            case TokenKind::TemplateInterp:
            case TokenKind::TemplateControl:
            case TokenKind::OQuote:
            case TokenKind::OHeredoc:
                if (depth > 0) {
                    --depth;
                } else {
                    call.argument = 0;
                    saw_equals = false;
                }
                break;
            case TokenKind::OParen: {
                if (depth > 0) {
                    --depth;
                    break;
                }
                std::uint32_t t = i;
                while (t > 0 && is_trivia(chunk.token_kinds[t - 1])) --t;
                std::uint32_t end = t;
                while (t > 0 && (chunk.token_kinds[t - 1] == TokenKind::Ident ||
                                 chunk.token_kinds[t - 1] == TokenKind::DoubleColon))
                    --t;
                if (t < end) {
                    call.start = chunk.token_span(t).start;
                    for (; t < end; ++t) call.name += chunk.token_text(t);
                    return call;
                }
                call.argument = 0;  // parentheses that are not a call
                saw_equals = false;
                break;
            }
            case TokenKind::Comma:
                if (depth == 0) ++call.argument;
                break;
            case TokenKind::Equal:
                if (depth == 0) saw_equals = true;
                break;
            case TokenKind::Newline:
                if (depth == 0 && saw_equals) {
                    // If the position is inside an object, its open brace comes next.
                    std::uint32_t nested = 0;
                    bool is_object = false;
                    for (std::uint32_t t = i; t-- > 0;) {
                        TokenKind k = chunk.token_kinds[t];
                        if (k == TokenKind::CParen || k == TokenKind::CBrack || k == TokenKind::CBrace)
                            ++nested;
                        if (k == TokenKind::OParen || k == TokenKind::OBrack || k == TokenKind::OBrace) {
                            if (nested-- > 0) continue;
                            is_object = k == TokenKind::OBrace;
                            break;
                        }
                    }
                    if (!is_object) return std::nullopt;
                    saw_equals = false;
                }
                break;
            default:
                break;
        }
    }
    return std::nullopt;
}

// Inside a JSON string, where the calls are found in its tree.
std::optional<OpenCall> open_call(const ExpressionPlace& place, std::uint32_t offset) {
    for (std::size_t up = 0; up < place.path.size(); ++up) {
        Node node = place.around(up);
        if (!node.is(NodeKind::Call)) continue;
        Span inside = eval::call_arguments_span(node);
        Span close = eval::call_close_span(node);
        if (offset <= inside.start || (!close.is_empty() && offset >= close.end)) continue;
        OpenCall call{std::string(eval::call_name(node).view()), 0};
        std::uint32_t token = node.first_token();
        auto count = [&](std::uint32_t end) {
            for (; token < end; ++token)
                if (node.token_kind(token) == TokenKind::Comma && node.token_span(token).end <= offset)
                    ++call.argument;
        };
        for (Node child : node.children()) {
            count(child.first_token());
            token = std::max(token, child.token_end());
        }
        count(node.token_end());
        return call;
    }
    return std::nullopt;
}

std::string type_text(const Type& type) {
    // What takes an expression takes any.
    return type.is_dynamic() || type.is_capsule() ? "any" : type.to_constraint_source();
}

void add_parameter(Signature& signature, const eval::Parameter& parameter, bool is_variadic) {
    if (!signature.parameters.empty()) signature.label += ", ";
    auto start = static_cast<std::uint32_t>(signature.label.size());
    signature.label += parameter.name + ": " + type_text(parameter.type) + (is_variadic ? "..." : "");
    signature.parameters.push_back(
        {{start, static_cast<std::uint32_t>(signature.label.size())}, parameter.doc});
}

// The signature that the language's extension provides for the function.
std::optional<Signature> extension_signature(const world::ExtensionOf& native, const BoundPlace& place,
                                             const world::FileState& state, std::uint32_t offset,
                                             const OpenCall& call) {
    if (!native.extension) return std::nullopt;
    std::optional<Cursor> cursor = locate_cursor(state, place, offset);
    std::vector<Node> path = cursor ? cursor->path : std::vector<Node>();
    const syntax::FilePtr tree = cursor ? cursor->tree : state.tree();
    if (auto token = path.empty() ? token_at(*tree, offset > 0 ? offset - 1 : 0) : std::nullopt)
        path = nodes_around(*token);
    auto found = std::ranges::find_if(path, [&](Node node) {
        return node.is(NodeKind::Call) && eval::call_start_span(node).start == call.start;
    });
    const Node node = found == path.end() ? Node() : *found;
    const auto known = native.extension->signature(
        native.context,
        {check::ExtensionCursor::At::Value, state.id(), tree, path, offset, cursor && cursor->in_string},
        call.name, node);
    if (!known) return std::nullopt;
    Signature signature;
    signature.label = call.name + "(";
    for (const check::ExtensionSignature::Parameter& parameter : known->parameters) {
        if (!signature.parameters.empty()) signature.label += ", ";
        const auto start = static_cast<std::uint32_t>(signature.label.size());
        const bool is_rest = known->takes_more && &parameter == &known->parameters.back();
        signature.label += parameter.name + ": " + parameter.type + (is_rest ? "..." : "");
        signature.parameters.push_back(
            {{start, static_cast<std::uint32_t>(signature.label.size())}, parameter.documentation});
    }
    signature.label += "): " + known->result;
    signature.documentation = known->documentation;
    if (call.argument < known->parameters.size())
        signature.active = call.argument;
    else if (known->takes_more && !known->parameters.empty())
        signature.active = known->parameters.size() - 1;
    return signature;
}

}  // namespace

Signature signature_of(std::string_view name, const eval::Function& function) {
    Signature signature;
    signature.label = std::string(name) + "(";
    for (const eval::Parameter& parameter : function.parameters) add_parameter(signature, parameter, false);
    if (function.variadic) add_parameter(signature, *function.variadic, true);
    signature.label += ")";
    if (!function.compute_type && !function.result_type.is_dynamic())
        signature.label += ": " + type_text(function.result_type);
    signature.documentation = function.description;
    return signature;
}

std::optional<Signature> signature_help(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                        const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return std::nullopt;
    const syntax::File& tree = *state->tree();
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return std::nullopt;
    std::optional<OpenCall> call;
    if (tree.options().syntax == syntax::Syntax::Json) {
        if (auto inside = expression_at(*place)) call = open_call(*inside, place->offset);
    } else if (auto token = token_at(tree, offset)) {
        // At the end of the file the last token precedes the cursor.
        std::uint32_t before = token->span().start >= offset ? token->index : token->index + 1;
        if (token->span().start < offset && token->span().end > offset &&
            token->kind() != TokenKind::QuotedLit && token->kind() != TokenKind::StringLit)
            before = token->index;
        if (token->kind() == TokenKind::Comment && token->span().start < offset) return std::nullopt;
        call = open_call(*token->chunk, before);
        if (call) call->start += token->base;
        // At the start of a chunk the cursor may belong to the previous one.
        if (!call && token->index == 0 && offset > 0 && token->span().start == offset)
            if (auto earlier = token_at(tree, offset - 1)) {
                call = open_call(*earlier->chunk, earlier->index + 1);
                if (call) call->start += earlier->base;
            }
    }
    if (!call) return std::nullopt;
    const world::ExtensionOf native = world::extension_of(snapshot, place->module, cancel);
    if (auto known = extension_signature(native, *place, *state, offset, *call)) return known;
    const std::shared_ptr<const eval::FunctionTable> more = native.functions();
    std::optional<bind::UnitSlot> slot = place->slot;
    if (!slot) slot = place->file->unit_at(0);
    const eval::Function* function = nullptr;
    ScopePtr scope;
    if (slot) {
        const std::uint32_t body = innermost_body(*slot->unit, offset - std::min(offset, slot->base));
        scope = bind::scope_of(*place->module, *slot, body);
        function = known_function(*place->module, *slot, body, call->name, *scope, more.get());
    } else {
        function = place->module->language().evaluation.functions->find(call->name);
    }
    if (!function) return std::nullopt;
    Signature signature = signature_of(call->name, *function);
    if (call->argument < function->parameters.size())
        signature.active = call->argument;
    else if (function->variadic)
        signature.active = function->parameters.size();
    return signature;
}

}  // namespace hcl::ide
