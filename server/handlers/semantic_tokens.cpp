// Semantic tokens in LSP's relative encoding: five numbers for each token.
#include "engine/ide/annotation/semantic_tokens.h"

#include <algorithm>
#include <charconv>

#include "protocol/model/generated/structure.h"
#include "server/app/routes.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/token_legend.h"

namespace hcl::server {

namespace {

using Numbers = std::vector<std::uint32_t>;
using Pieces = std::vector<ide::TokenPiece>;

constexpr std::size_t kNumbers = 5;  // numbers for each token
constexpr std::size_t kMaxDigits = 10;

std::uint32_t kind_of(const ide::SemanticToken& token) {
    return static_cast<std::uint32_t>(token.kind) - 1;
}
std::uint32_t modifiers_of(const ide::SemanticToken& token) {
    return (token.is_declaration ? 1u : 0u) | (token.is_deprecated ? 2u : 0u);
}

// Encodes tokens relative to the previous token.
class Encoder {
  public:
    explicit Encoder(Numbers& out) : out_(out) {}

    // Encodes the next run, which spans `lines` lines.
    void run(const ide::TokenRun& run) {
        const std::size_t size = out_.size();
        out_.resize(size + run.tokens.size() * kNumbers);
        std::uint32_t* to = out_.data() + size;
        for (const ide::SemanticToken& token : run.tokens) to = one(token, to);
        line_ += run.lines;
    }
    // Encodes only the first token of a run; false when it has none.
    bool first_of(const ide::TokenRun& run) {
        if (!run.tokens.empty()) {
            out_.resize(out_.size() + kNumbers);
            one(run.tokens.front(), out_.data() + out_.size() - kNumbers);
        }
        line_ += run.lines;
        return !run.tokens.empty();
    }
    // Skips a run.
    void skip(const ide::TokenRun& run) {
        if (!run.tokens.empty()) {
            last_line_ = line_ + run.tokens.back().line;
            last_column_ = run.tokens.back().column;
        }
        line_ += run.lines;
    }

  private:
    std::uint32_t* one(const ide::SemanticToken& token, std::uint32_t* to) {
        const std::uint32_t line = line_ + token.line;
        *to++ = line - last_line_;
        *to++ = line == last_line_ ? token.column - last_column_ : token.column;
        *to++ = token.length;
        *to++ = kind_of(token);
        *to++ = modifiers_of(token);
        last_line_ = line;
        last_column_ = token.column;
        return to;
    }

    Numbers& out_;
    std::uint32_t line_ = 0;       // start of the next run
    std::uint32_t last_line_ = 0;  // of the previous token
    std::uint32_t last_column_ = 0;
};

// Fast path: nearly all numbers have one or two digits.
char* write_number(char* to, std::uint32_t number) {
    if (number < 10) {
        *to++ = static_cast<char>('0' + number);
        return to;
    }
    if (number < 100) {
        *to++ = static_cast<char>('0' + number / 10);
        *to++ = static_cast<char>('0' + number % 10);
        return to;
    }
    return std::to_chars(to, to + kMaxDigits, number).ptr;
}

// Finishes a JSON array whose numbers were written with trailing commas.
char* end_list(char* begin, char* to) {
    if (to != begin) --to;
    *to++ = ']';
    return to;
}

void append_numbers(std::string& out, std::span<const std::uint32_t> numbers) {
    const std::size_t at = out.size();
    const std::size_t most = at + numbers.size() * (kMaxDigits + 1) + 2;
    out.resize_and_overwrite(most, [&](char* text, std::size_t) {
        char* begin = text + at;
        *begin++ = '[';
        char* to = begin;
        for (std::uint32_t number : numbers) {
            to = write_number(to, number);
            *to++ = ',';
        }
        return static_cast<std::size_t>(end_list(begin, to) - text);
    });
}

// Writes the numbers of Encoder directly as text; used for hundreds of thousands of tokens at once.
char* write_tokens(char* to, const Pieces& pieces) {
    char* begin = to;
    std::uint32_t line = 0;  // start of the run
    std::uint32_t last_line = 0;
    std::uint32_t last_column = 0;
    for (const ide::TokenPiece& piece : pieces) {
        for (const ide::SemanticToken& token : piece.run->tokens) {
            const std::uint32_t at = line + token.line;
            if (at != last_line) last_column = 0;
            to = write_number(to, at - last_line);
            *to++ = ',';
            to = write_number(to, token.column - last_column);
            *to++ = ',';
            to = write_number(to, token.length);
            *to++ = ',';
            to = write_number(to, kind_of(token));
            *to++ = ',';
            *to++ = static_cast<char>('0' + modifiers_of(token));
            *to++ = ',';
            last_line = at;
            last_column = token.column;
        }
        line += piece.run->lines;
    }
    return end_list(begin, to);
}

std::string start_answer(std::string_view id) {
    std::string out = "{";
    if (!id.empty()) out.append("\"resultId\":\"").append(id).append("\",");
    return out += "\"data\":";
}

TokenCache::Data pieces_of(const Context& context, const world::FileState& state, const Pieces& before) {
    return std::make_shared<const Pieces>(
        ide::token_pieces(*context.snapshot, state.id(), context.unit(), before, context.cancel));
}

Reply full_reply(const Context& context, const world::FileState& state, const TokenCache::Data& pieces) {
    std::size_t tokens = 0;
    for (const ide::TokenPiece& piece : *pieces) tokens += piece.run->tokens.size();
    std::string out = start_answer(context.tokens->put(state.id(), pieces));
    const std::size_t at = out.size();
    // Reserved but untouched memory is free.
    const std::size_t most = at + tokens * kNumbers * (kMaxDigits + 1) + 3;
    out.resize_and_overwrite(most, [&](char* text, std::size_t) {
        text[at] = '[';
        char* to = write_tokens(text + at + 1, *pieces);
        *to++ = '}';
        return static_cast<std::size_t>(to - text);
    });
    return out;
}

// The numbers of the pieces [first, last), and of the first token after them, which is relative to them.
Numbers between(const Pieces& pieces, std::size_t first, std::size_t last) {
    Numbers numbers;
    Encoder encoder(numbers);
    for (std::size_t i = 0; i < first; ++i) encoder.skip(*pieces[i].run);
    for (std::size_t i = first; i < last; ++i) encoder.run(*pieces[i].run);
    for (std::size_t i = last; i < pieces.size(); ++i)
        if (encoder.first_of(*pieces[i].run)) break;
    return numbers;
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
    return full_reply(context, *state, pieces_of(context, *state, {}));
}

void prepare_tokens(const Context& context, const world::FileState& state) {
    pieces_of(context, state, {});
}

Reply semantic_tokens_delta(const Context& context, const lsp::SemanticTokensDeltaParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    TokenCache::Data old = context.tokens->find(state->id(), params.previous_result_id);
    if (!old) return full_reply(context, *state, pieces_of(context, *state, {}));
    TokenCache::Data fresh = pieces_of(context, *state, *old);
    std::string id = context.tokens->put(state->id(), fresh);
    // Skip the common prefix and suffix of identical runs; within the others keep whole tokens that are
    // equal.
    const Pieces& a = *old;
    const Pieces& b = *fresh;
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t head = 0;
    std::size_t tokens = 0;
    while (head < shorter && a[head].run == b[head].run) tokens += a[head++].run->tokens.size();
    std::size_t tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail].run == b[b.size() - 1 - tail].run) ++tail;
    const Numbers gone = between(a, head, a.size() - tail);
    const Numbers now = between(b, head, b.size() - tail);
    const std::size_t least = std::min(gone.size(), now.size());
    std::size_t before = 0;
    while (before < least && gone[before] == now[before]) ++before;
    before = before / kNumbers * kNumbers;
    std::size_t behind = 0;
    while (behind < least - before && gone[gone.size() - behind - 1] == now[now.size() - behind - 1])
        ++behind;
    behind = behind / kNumbers * kNumbers;
    std::string out = "{\"resultId\":\"" + id + "\",\"edits\":[";
    const std::size_t removed = gone.size() - before - behind;
    const std::size_t added = now.size() - before - behind;
    if (removed + added > 0) {
        out += "{\"start\":" + std::to_string(tokens * kNumbers + before) +
               ",\"deleteCount\":" + std::to_string(removed) + ",\"data\":";
        append_numbers(out, std::span(now).subspan(before, added));
        out += '}';
    }
    out += "]}";
    return out;
}

Reply semantic_tokens_range(const Context& context, const lsp::SemanticTokensRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    ide::TokenRun run;
    run.tokens = ide::semantic_tokens(*context.snapshot, state->id(),
                                      to_span(*state->tree(), params.range, context.unit()), context.unit(),
                                      context.cancel);
    Numbers numbers;
    Encoder(numbers).run(run);
    std::string out = start_answer("");
    append_numbers(out, numbers);
    return out += '}';
}

}  // namespace hcl::server
