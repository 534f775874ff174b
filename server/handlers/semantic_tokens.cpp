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

// The place that the next token is relative to.
struct Origin {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

Numbers encode(const std::vector<ide::SemanticToken>& tokens, Origin at = {}) {
    Numbers data;
    data.resize(tokens.size() * kNumbers);
    std::uint32_t* out = data.data();
    for (const ide::SemanticToken& token : tokens) {
        *out++ = token.line - at.line;
        *out++ = token.line == at.line ? token.column - at.column : token.column;
        *out++ = token.length;
        *out++ = static_cast<std::uint32_t>(token.kind) - 1;
        *out++ = (token.is_declaration ? 1u : 0u) | (token.is_deprecated ? 2u : 0u);
        at = {token.line, token.column};
    }
    return data;
}

// Where the last of so many tokens starts.
Origin origin_behind(const Numbers& data, std::size_t tokens) {
    Origin at;
    for (std::size_t i = 0; i < tokens; ++i) {
        std::uint32_t lines = data[i * kNumbers];
        at.line += lines;
        at.column = lines == 0 ? at.column + data[i * kNumbers + 1] : data[i * kNumbers + 1];
    }
    return at;
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
    auto answer = std::make_shared<TokenCache::Answer>();
    answer->pieces = ide::token_pieces(*context.snapshot, state.id(), context.cancel);
    answer->numbers = encode(ide::semantic_tokens(*context.snapshot, state.id(), answer->pieces, 0,
                                                  answer->pieces.size(), context.unit(), context.cancel));
    return answer;
}

// The same, with the tokens of pieces that were there before taken over. `first` and `behind` say how many of
// the old tokens at the start and the end are the same.
TokenCache::Data tokens_after(const Context& context, const world::FileState& state,
                              const TokenCache::Answer& old, std::size_t& first, std::size_t& behind) {
    auto answer = std::make_shared<TokenCache::Answer>();
    std::vector<ide::TokenPiece>& pieces = answer->pieces;
    pieces = ide::token_pieces(*context.snapshot, state.id(), context.cancel);
    const std::size_t shorter = std::min(pieces.size(), old.pieces.size());
    std::size_t head = 0;
    first = behind = 0;
    while (head < shorter && pieces[head].is_same(old.pieces[head])) {
        pieces[head].count = old.pieces[head].count;
        first += pieces[head++].count;
    }
    std::size_t tail = 0;
    while (tail < shorter - head &&
           pieces[pieces.size() - 1 - tail].is_same(old.pieces[old.pieces.size() - 1 - tail])) {
        std::uint32_t count = old.pieces[old.pieces.size() - 1 - tail].count;
        pieces[pieces.size() - 1 - tail].count = count;
        behind += count;
        ++tail;
    }
    // The first token behind the change is relative to what changed: its piece is done again.
    while (tail > 0) {
        std::uint32_t count = pieces[pieces.size() - tail].count;
        behind -= count;
        --tail;
        if (count > 0) break;
    }
    Numbers middle = encode(ide::semantic_tokens(*context.snapshot, state.id(), pieces, head,
                                                 pieces.size() - tail, context.unit(), context.cancel),
                            origin_behind(old.numbers, first));
    auto from = [&](std::size_t tokens) {
        return old.numbers.begin() + static_cast<std::ptrdiff_t>(tokens * kNumbers);
    };
    Numbers& all = answer->numbers;
    all.reserve((first + behind) * kNumbers + middle.size());
    all.assign(old.numbers.begin(), from(first));
    all.insert(all.end(), middle.begin(), middle.end());
    all.insert(all.end(), from(old.numbers.size() / kNumbers - behind), old.numbers.end());
    return answer;
}

}  // namespace

lsp::SemanticTokensLegend token_legend(const ClientInfo& client) {
    std::string label = client.label_tokens ? "label" : "enumMember";
    return {{"comment", "keyword", "type", label, "property", "string", "number", "operator", "macro", label,
             "function", "variable", "parameter", "type", "enumMember"},
            {"declaration", "deprecated"}};
}

Reply semantic_tokens_full(const Context& context, const lsp::SemanticTokensParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    TokenCache::Data data = all_tokens(context, *state);
    std::string id = context.tokens->put(state->id(), data);
    return full_answer(data->numbers, id);
}

Reply semantic_tokens_delta(const Context& context, const lsp::SemanticTokensDeltaParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    TokenCache::Data old = context.tokens->find(state->id(), params.previous_result_id);
    if (!old) {
        TokenCache::Data data = all_tokens(context, *state);
        std::string id = context.tokens->put(state->id(), data);
        return full_answer(data->numbers, id);
    }
    std::size_t first = 0;
    std::size_t last = 0;
    TokenCache::Data data = tokens_after(context, *state, *old, first, last);
    std::string id = context.tokens->put(state->id(), data);
    // What is equal before and behind stays, whole tokens at a time.
    const Numbers& before_edit = old->numbers;
    const Numbers& now = data->numbers;
    std::size_t shorter = std::min(before_edit.size(), now.size());
    std::size_t before = first * kNumbers;
    std::size_t behind = last * kNumbers;
    while (before + behind < shorter && before_edit[before] == now[before]) ++before;
    before = before / kNumbers * kNumbers;
    while (behind < shorter - before &&
           before_edit[before_edit.size() - behind - 1] == now[now.size() - behind - 1])
        ++behind;
    behind = behind / kNumbers * kNumbers;
    std::string out = "{\"resultId\":\"" + id + "\",\"edits\":[";
    std::size_t removed = before_edit.size() - before - behind;
    std::size_t added = now.size() - before - behind;
    if (removed + added > 0) {
        out += "{\"start\":" + std::to_string(before) + ",\"deleteCount\":" + std::to_string(removed) +
               ",\"data\":";
        append_numbers(out, std::span(now).subspan(before, added));
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
