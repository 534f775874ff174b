// Semantic tokens as the protocol wants them: five numbers each, relative to the token before.
#include "engine/ide/semantic_tokens.h"

#include <algorithm>
#include <charconv>

#include "protocol/model/generated/structure.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/token_legend.h"

namespace hcl::server {

namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::size_t kNumbers = 5;  // a token

Numbers encode(const std::vector<ide::SemanticToken>& tokens) {
    Numbers data;
    data.resize(tokens.size() * kNumbers);
    std::uint32_t* out = data.data();
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    for (const ide::SemanticToken& token : tokens) {
        *out++ = token.line - line;
        *out++ = token.line == line ? token.column - column : token.column;
        *out++ = token.length;
        *out++ = static_cast<std::uint32_t>(token.kind) - 1;
        *out++ = token.is_declaration ? 1 : 0;
        line = token.line;
        column = token.column;
    }
    return data;
}

// Hundreds of thousands of numbers, nearly all of one or two digits.
void append_numbers(std::string& out, std::span<const std::uint32_t> numbers) {
    std::size_t at = out.size();
    out.resize(at + numbers.size() * 11 + 2);
    char* to = out.data() + at;
    *to++ = '[';
    for (std::uint32_t number : numbers) {
        if (number < 10) {
            *to++ = static_cast<char>('0' + number);
        } else if (number < 100) {
            *to++ = static_cast<char>('0' + number / 10);
            *to++ = static_cast<char>('0' + number % 10);
        } else {
            to = std::to_chars(to, to + 10, number).ptr;
        }
        *to++ = ',';
    }
    if (!numbers.empty()) --to;
    *to++ = ']';
    out.resize(static_cast<std::size_t>(to - out.data()));
}

std::string full_answer(std::span<const std::uint32_t> data, std::string_view id) {
    std::string out = "{";
    if (!id.empty()) out.append("\"resultId\":\"").append(id).append("\",");
    out += "\"data\":";
    append_numbers(out, data);
    out += '}';
    return out;
}

Numbers tokens_of(const Context& context, const world::FileState& state, Span span) {
    return encode(ide::semantic_tokens(*context.snapshot, state.id(), span, context.unit(), context.cancel));
}

TokenCache::Data all_tokens(const Context& context, const world::FileState& state) {
    return std::make_shared<const Numbers>(tokens_of(context, state, {0, state.tree()->size()}));
}

}  // namespace

lsp::SemanticTokensLegend token_legend(const ClientInfo& client) {
    std::string label = client.label_tokens ? "label" : "enumMember";
    return {{"comment", "keyword", "type", label, "property", "string", "number", "operator", "macro", label,
             "function", "variable", "parameter"},
            {"declaration"}};
}

Reply semantic_tokens_full(const Context& context, const lsp::SemanticTokensParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    TokenCache::Data data = all_tokens(context, *state);
    std::string id = context.tokens->put(state->id(), data);
    return full_answer(*data, id);
}

Reply semantic_tokens_delta(const Context& context, const lsp::SemanticTokensDeltaParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    TokenCache::Data old = context.tokens->find(state->id(), params.previous_result_id);
    TokenCache::Data data = all_tokens(context, *state);
    std::string id = context.tokens->put(state->id(), data);
    if (!old) return full_answer(*data, id);
    // What is equal before and behind stays, whole tokens at a time.
    std::size_t shorter = std::min(old->size(), data->size());
    auto differs =
        std::mismatch(old->begin(), old->begin() + static_cast<std::ptrdiff_t>(shorter), data->begin());
    auto before = static_cast<std::size_t>(differs.first - old->begin()) / kNumbers * kNumbers;
    std::size_t behind = 0;
    while (behind < shorter - before &&
           (*old)[old->size() - behind - 1] == (*data)[data->size() - behind - 1])
        ++behind;
    behind = behind / kNumbers * kNumbers;
    std::string out = "{\"resultId\":\"" + id + "\",\"edits\":[";
    std::size_t removed = old->size() - before - behind;
    std::size_t added = data->size() - before - behind;
    if (removed + added > 0) {
        out += "{\"start\":" + std::to_string(before) + ",\"deleteCount\":" + std::to_string(removed) +
               ",\"data\":";
        append_numbers(out, std::span(*data).subspan(before, added));
        out += '}';
    }
    out += "]}";
    return out;
}

Reply semantic_tokens_range(const Context& context, const lsp::SemanticTokensRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    Span span = to_span(*state->tree(), params.range, context.unit());
    return full_answer(tokens_of(context, *state, span), "");
}

}  // namespace hcl::server
