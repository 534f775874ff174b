#include "engine/ide/annotation/semantic_tokens.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "engine/ide/annotation/token_refinements.h"
#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/places.h"
#include "engine/syntax/json/json_entries.h"

namespace hcl::ide {

namespace {

using syntax::Chunk;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

constexpr std::uint8_t kDeclaration = 0x80;
constexpr std::uint8_t kDeprecated = 0x40;
constexpr std::uint8_t kFlags = kDeclaration | kDeprecated;

constexpr std::size_t kTokenKinds = static_cast<std::size_t>(TokenKind::EndOfFile) + 1;

constexpr TokenClass class_of(TokenKind kind) {
    switch (kind) {
        case TokenKind::Comment:
            return TokenClass::Comment;
        case TokenKind::Ident:
            return TokenClass::Variable;
        case TokenKind::Number:
        case TokenKind::JsonNumber:
            return TokenClass::Number;
        case TokenKind::JsonKeyword:
            return TokenClass::Keyword;
        case TokenKind::OQuote:
        case TokenKind::CQuote:
        case TokenKind::QuotedLit:
        case TokenKind::StringLit:
        case TokenKind::JsonString:
            return TokenClass::String;
        case TokenKind::OHeredoc:
        case TokenKind::CHeredoc:
            return TokenClass::HeredocTag;
        case TokenKind::TemplateInterp:
        case TokenKind::TemplateControl:
        case TokenKind::TemplateSeqEnd:
            return TokenClass::TemplateMarker;
        case TokenKind::Equal:
        case TokenKind::Colon:
        case TokenKind::Ellipsis:
        case TokenKind::FatArrow:
        case TokenKind::Question:
        case TokenKind::Plus:
        case TokenKind::Minus:
        case TokenKind::Star:
        case TokenKind::Slash:
        case TokenKind::Percent:
        case TokenKind::Bang:
        case TokenKind::EqualOp:
        case TokenKind::NotEqual:
        case TokenKind::LessThan:
        case TokenKind::LessThanEq:
        case TokenKind::GreaterThan:
        case TokenKind::GreaterThanEq:
        case TokenKind::And:
        case TokenKind::Or:
            return TokenClass::Operator;
        default:
            return TokenClass::Plain;
    }
}

constexpr auto kClasses = [] {
    std::array<std::uint8_t, kTokenKinds> classes{};
    for (std::size_t i = 0; i < kTokenKinds; ++i)
        classes[i] = static_cast<std::uint8_t>(class_of(static_cast<TokenKind>(i)));
    return classes;
}();

// Tokens that never contain a line break.
constexpr bool is_within_line(TokenKind kind) {
    return kind == TokenKind::Ident || kind == TokenKind::Number || kind == TokenKind::OQuote ||
           kind == TokenKind::CQuote || (kind >= TokenKind::OBrace && kind <= TokenKind::Or);
}

// Classifies every token of a chunk. Reused between chunks to keep its buffers.
class Classifier {
  public:
    const std::vector<std::uint8_t>& classify(const Chunk& chunk) {
        chunk_ = &chunk;
        const std::size_t count = chunk.token_kinds.size();
        classes_.resize(count);
        for (std::size_t t = 0; t < count; ++t)
            classes_[t] = kClasses[static_cast<std::size_t>(chunk.token_kinds[t])];
        bound_.clear();
        key_ = 0;
        const auto nodes = static_cast<std::uint32_t>(chunk.nodes.size());
        for (std::uint32_t id = 0; id < nodes; ++id) node(id);
        return classes_;
    }

    // Refinements from the language; positions are relative to `start` bytes before the chunk.
    const std::vector<std::uint8_t>& refine(const std::vector<TokenRefinement>& known, std::uint32_t start) {
        auto it =
            std::ranges::lower_bound(known, start, {}, [](const TokenRefinement& r) { return r.span.start; });
        const auto end = start + static_cast<std::uint32_t>(chunk_->text.size());
        const auto& starts = chunk_->token_starts;
        for (; it != known.end() && it->span.start < end; ++it) {
            auto first = std::ranges::lower_bound(starts, it->span.start - start) - starts.begin();
            for (auto t = static_cast<std::size_t>(first);
                 t < classes_.size() && starts[t] < it->span.end - start; ++t) {
                if (classes_[t] == 0) continue;
                if (it->kind != TokenClass::Plain) classes_[t] = static_cast<std::uint8_t>(it->kind);
                classes_[t] |=
                    (it->is_declaration ? kDeclaration : 0) | (it->is_deprecated ? kDeprecated : 0);
            }
        }
        return classes_;
    }

  private:
    // The node range in which the names of a for expression are in scope.
    struct Bound {
        std::uint32_t begin;
        std::uint32_t end;
        std::string_view names[2];
    };

    void node(std::uint32_t id) {
        const syntax::NodeData& data = chunk_->nodes[id];
        switch (data.kind) {
            case NodeKind::Attribute:
                set_words(id + 1, TokenClass::Property);
                break;
            case NodeKind::Block:
                set_words(id + 1, TokenClass::BlockType);
                break;
            case NodeKind::Label:
                set_words(id, TokenClass::Label);
                break;
            case NodeKind::Bool:
            case NodeKind::Null:
                if (!is_key(id)) set_words(id, TokenClass::Keyword);
                break;
            case NodeKind::Variable:
                if (!is_key(id) && is_bound(id)) set_words(id, TokenClass::LoopVariable);
                break;
            case NodeKind::ObjectItem: {
                NodeKind key = data.size > 1 ? chunk_->nodes[id + 1].kind : NodeKind::Missing;
                if (key == NodeKind::Variable || key == NodeKind::Bool || key == NodeKind::Null) {
                    set_words(id + 1, TokenClass::Property);
                    key_ = id + 1;
                }
                break;
            }
            case NodeKind::GetAttr: {
                std::uint32_t end = chunk_->token_end(id);
                if (end > data.first_token && chunk_->token_kinds[end - 1] == TokenKind::Ident &&
                    data.size > 1 && chunk_->token_end(id + 1) < end)
                    classes_[end - 1] = static_cast<std::uint8_t>(TokenClass::Property);
                break;
            }
            case NodeKind::FunctionName:
                set_words(id, TokenClass::Function);
                break;
            case NodeKind::ForTuple:
            case NodeKind::ForObject:
            case NodeKind::ForDirective:
                keywords(id);
                bind(id);
                break;
            case NodeKind::IfDirective:
                keywords(id);
                break;
            case NodeKind::JsonProperty:
                if (data.size > 1 && chunk_->nodes[id + 1].kind == NodeKind::JsonString)
                    set_words(id + 1, TokenClass::Property);
                break;
            default:
                break;
        }
    }

    bool is_key(std::uint32_t id) const { return key_ == id && id != 0; }

    // All tokens of a node except whitespace.
    void set_words(std::uint32_t id, TokenClass kind, std::uint8_t flags = 0) {
        if (id >= chunk_->nodes.size()) return;
        const std::uint32_t end = chunk_->token_end(id);
        for (std::uint32_t t = chunk_->nodes[id].first_token; t < end; ++t) {
            TokenKind token = chunk_->token_kinds[t];
            if (token == TokenKind::Whitespace || token == TokenKind::Newline || token == TokenKind::Comment)
                continue;
            classes_[t] = static_cast<std::uint8_t>(kind) | flags;
        }
    }

    // The names among the node's own tokens, excluding its children.
    void keywords(std::uint32_t id) {
        Node node(chunk_, 0, id);
        std::uint32_t t = node.first_token();
        auto until = [&](std::uint32_t end) {
            for (; t < end; ++t)
                if (chunk_->token_kinds[t] == TokenKind::Ident)
                    classes_[t] = static_cast<std::uint8_t>(TokenClass::Keyword);
        };
        for (Node child : node.children()) {
            until(child.first_token());
            t = std::max(t, child.token_end());
        }
        until(node.token_end());
    }

    void bind(std::uint32_t id) {
        Node node(chunk_, 0, id);
        Bound bound{0, id + node.data().size, {}};
        int count = 0;
        for (Node child : node.children()) {
            if (!child.is(NodeKind::Name)) {
                // The names are not in scope in the collection itself.
                bound.begin = child.id() + child.data().size;
                break;
            }
            if (count < 2) bound.names[count++] = child.text();
            set_words(child.id(), TokenClass::LoopVariable, kDeclaration);
        }
        if (bound.begin != 0) bound_.push_back(bound);
    }

    bool is_bound(std::uint32_t id) {
        while (!bound_.empty() && bound_.back().end <= id) bound_.pop_back();
        if (bound_.empty()) return false;
        std::string_view name = chunk_->token_text(chunk_->nodes[id].first_token);
        return std::ranges::any_of(bound_, [&](const Bound& b) {
            return b.begin <= id && (b.names[0] == name || b.names[1] == name);
        });
    }

    const Chunk* chunk_ = nullptr;
    std::vector<std::uint8_t> classes_;
    std::vector<Bound> bound_;
    std::uint32_t key_ = 0;  // the last object key; 0 (never a key) for none
};

// Converts classified tokens to lines and columns.
class Writer {
  public:
    Writer(Span wanted, Position start, ColumnUnit unit)
        : wanted_(wanted), unit_(unit), line_(start.line), column_(start.column) {}

    void chunk(const Chunk& chunk, std::uint32_t base, const std::vector<std::uint8_t>& classes) {
        text_ = chunk.text;
        has_lone_returns_ = chunk.lone_returns != 0;
        base_ = base;
        is_plain_ = chunk.is_ascii || unit_ == ColumnUnit::Utf8;
        at_ = 0;
        const auto count = static_cast<std::uint32_t>(chunk.token_kinds.size());
        for (std::uint32_t t = 0; t < count; ++t) {
            const std::uint8_t kind = classes[t];
            std::uint32_t start = chunk.token_starts[t];
            std::uint32_t end = chunk.token_starts[t + 1];
            if (kind == 0) continue;
            // A quoted string is reported as one token, as is a namespaced function name.
            while (t + 1 < count && classes[t + 1] == kind && is_joined(kind))
                end = chunk.token_starts[++t + 1];
            if (base + start >= wanted_.end) break;
            if (base + end <= wanted_.start) continue;
            token(start, end, kind, is_within_line(chunk.token_kinds[t]) && end - start < 64);
        }
        move_to(static_cast<std::uint32_t>(text_.size()));
    }

    // The written tokens; the buffer stays with the writer.
    const std::vector<SemanticToken>& tokens() const { return tokens_; }
    std::vector<SemanticToken> take() { return std::move(tokens_); }
    void reserve(std::size_t count) { tokens_.reserve(count); }
    // Restarts at another position of the file.
    void restart(Span wanted, Position start) {
        wanted_ = wanted;
        line_ = start.line;
        column_ = start.column;
        tokens_.clear();
    }

  private:
    static bool is_joined(std::uint8_t kind) {
        auto plain = static_cast<TokenClass>(kind & ~kFlags);
        return plain == TokenClass::String || plain == TokenClass::Label || plain == TokenClass::Function ||
               plain == TokenClass::Property;
    }

    // The next line-break byte by LSP's rules, or null.
    const char* line_end(const char* from, const char* end) const {
        if (has_lone_returns_) {
            const char* text_end = text_.data() + text_.size();
            for (; from < end; ++from)
                if (*from == '\n' || (*from == '\r' && (from + 1 == text_end || from[1] != '\n')))
                    return from;
            return nullptr;
        }
        return static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from)));
    }

    // Advances to a later byte.
    void move_to(std::uint32_t to) {
        const char* from = text_.data() + at_;
        const char* end = text_.data() + to;
        // Fast path: most words are separated by a single space.
        if (end - from == 1 && *from == ' ') {
            ++column_;
            at_ = to;
            return;
        }
        while (from < end) {
            const char* found = line_end(from, end);
            if (!found) break;
            from = found + 1;
            ++line_;
            column_ = 0;
        }
        column_ += units(from, end);
        at_ = to;
    }

    std::uint32_t units(const char* from, const char* end) const {
        auto bytes = static_cast<std::uint32_t>(end - from);
        if (is_plain_ || bytes == 0) return bytes;
        return count_units({from, bytes}, unit_);
    }

    void token(std::uint32_t start, std::uint32_t end, std::uint8_t kind, bool is_short) {
        const auto plain = static_cast<TokenClass>(kind & ~kFlags);
        if (!is_short || plain == TokenClass::String || plain == TokenClass::HeredocTag) {
            for (;;) {
                const char* found = line_end(text_.data() + start, text_.data() + end);
                if (!found) break;
                auto at = static_cast<std::uint32_t>(found - text_.data());
                piece(start, at, plain, kind);
                start = at + 1;
            }
        }
        piece(start, end, plain, kind);
    }

    // Part of one line.
    void piece(std::uint32_t start, std::uint32_t end, TokenClass plain, std::uint8_t kind) {
        if (end > start && text_[end - 1] == '\r') --end;
        if (plain == TokenClass::HeredocTag || plain == TokenClass::Comment)
            while (start < end && (text_[start] == ' ' || text_[start] == '\t')) ++start;
        if (start >= end || base_ + end <= wanted_.start || base_ + start >= wanted_.end) return;
        move_to(start);
        std::uint32_t length = units(text_.data() + start, text_.data() + end);
        tokens_.push_back(
            {line_, column_, length, plain, (kind & kDeclaration) != 0, (kind & kDeprecated) != 0});
        column_ += length;
        at_ = end;
    }

    Span wanted_;
    ColumnUnit unit_;
    std::uint32_t line_;
    std::uint32_t column_;
    std::string_view text_;
    std::uint32_t base_ = 0;
    std::uint32_t at_ = 0;  // the byte of text_ that line_ and column_ refer to
    bool is_plain_ = true;
    bool has_lone_returns_ = false;
    std::vector<SemanticToken> tokens_;
};

}  // namespace

namespace {

// Iterates the units of a file in step with its chunks, which have the same order.
class Units {
  public:
    struct Place {
        const bind::BoundUnit* unit = nullptr;
        std::uint32_t base = 0;
    };

    Units() = default;
    // Valid while the file's module is alive.
    explicit Units(const bind::ModuleFile& file) {
        places_.reserve(file.units->count());
        file.units->each(0, file.units->count(), 0, [&](const bind::UnitCell& cell, std::uint32_t base) {
            if (cell.unit) places_.push_back({cell.unit.get(), base});
        });
    }
    Units(const std::vector<bind::UnitCell>& cells, std::uint32_t base) {
        for (const bind::UnitCell& cell : cells) {
            if (cell.unit) places_.push_back({cell.unit.get(), base});
            base += cell.size;
        }
    }
    // The unit of the chunk that starts at `base`, or null.
    const Place* at(std::uint32_t base) {
        while (next_ + 1 < places_.size() && places_[next_ + 1].base <= base) ++next_;
        return next_ < places_.size() && places_[next_].base <= base ? &places_[next_] : nullptr;
    }

  private:
    std::vector<Place> places_;
    std::size_t next_ = 0;
};

// As each_chunk(); JSON in the parts that it is bound in.
template <typename Visit>
void each_bound_chunk(const syntax::File& tree, Span span, const Cancel& cancel, const Visit& visit) {
    if (tree.options().syntax != syntax::Syntax::Json) return each_chunk(tree, span, cancel, visit);
    syntax::each_part(tree, span, [&](const Chunk& chunk, std::uint32_t base) {
        cancel.poll();
        visit(chunk, base);
    });
}

void write_chunk(const Chunk& chunk, std::uint32_t base, Units& units, Classifier& classifier,
                 Writer& writer) {
    classifier.classify(chunk);
    const Units::Place* slot = units.at(base);
    writer.chunk(chunk, base,
                 classifier.refine(slot ? token_refinements(*slot->unit) : kNoRefinements,
                                   slot ? base - slot->base : 0));
}

using TokenRunPtr = std::shared_ptr<const TokenRun>;

// Cached with a part of the bound file.
struct KeptRun {
    TokenRunPtr run;
};

class PieceMaker {
  public:
    PieceMaker(const syntax::File& tree, ColumnUnit unit, const Cancel& cancel)
        : tree_(tree), unit_(unit), cancel_(cancel), writer_({}, {}, unit) {}

    // One run for each part of the bound file (a few dozen items).
    void parts_of(const bind::UnitTreePtr& node, std::uint32_t base) {
        for (const bind::UnitTreePtr& child : node->children()) {
            parts_of(child, base);
            base += child->bytes();
        }
        if (!node->children().empty() || node->bytes() == 0) return;
        const Span span{base, base + node->bytes()};
        auto make = [&] { return KeptRun{run(span, Units(node->cells(), base))}; };
        TokenRunPtr kept = node->memo().get<KeptRun>(make).run;
        if (kept->unit != unit_ || kept->column != column_at(base)) kept = make().run;
        add(nullptr, span.end, std::move(kept));
    }

    // One run for each chunk, for files without a language.
    void chunks(const std::vector<TokenPiece>& before) {
        const std::uint32_t count = tree_.chunk_count();
        std::vector<syntax::ChunkPtr> all;
        all.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) all.push_back(tree_.chunk(i));
        const std::size_t shorter = std::min<std::size_t>(count, before.size());
        std::size_t head = 0;
        while (head < shorter && before[head].key == all[head]) ++head;
        std::size_t tail = 0;
        while (tail < shorter - head && before[before.size() - 1 - tail].key == all[count - 1 - tail]) ++tail;
        std::uint32_t base = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Span span{base, base + static_cast<std::uint32_t>(all[i]->text.size())};
            TokenRunPtr known;
            if (i < head) known = before[i].run;
            if (i >= count - tail) known = before[before.size() - (count - i)].run;
            if (!known || known->unit != unit_ || known->column != column_at(base))
                known = run(span, Units());
            add(all[i], span.end, std::move(known));
            base = span.end;
        }
    }

    // The text after the last part.
    void rest() {
        if (end_ < tree_.size()) add(nullptr, tree_.size(), run({end_, tree_.size()}, Units()));
    }

    std::vector<TokenPiece> take() { return std::move(pieces_); }

  private:
    void add(std::shared_ptr<const void> key, std::uint32_t end, TokenRunPtr run) {
        end_ = end;
        pieces_.push_back({std::move(key), std::move(run)});
    }

    std::uint32_t column_at(std::uint32_t base) const {
        bool starts_line = base == 0 || (base == end_ && pieces_.back().run->ends_line);
        return starts_line ? 0 : tree_.position(base, unit_).column;
    }

    TokenRunPtr run(Span span, Units units) {
        auto made = std::make_shared<TokenRun>();
        made->unit = unit_;
        made->column = column_at(span.start);
        writer_.restart(span, {0, made->column});
        each_bound_chunk(tree_, span, cancel_, [&](const Chunk& chunk, std::uint32_t base) {
            write_chunk(chunk, base, units, classifier_, writer_);
            made->lines += chunk.newlines + (unit_ == ColumnUnit::Grapheme ? 0 : chunk.lone_returns);
            made->ends_line = chunk.text.ends_with('\n');
        });
        made->tokens = writer_.tokens();
        return made;
    }

    const syntax::File& tree_;
    ColumnUnit unit_;
    const Cancel& cancel_;
    Classifier classifier_;
    Writer writer_;
    std::vector<TokenPiece> pieces_;
    std::uint32_t end_ = 0;
};

}  // namespace

std::vector<SemanticToken> semantic_tokens(const world::Snapshot& snapshot, FileId file, Span span,
                                           ColumnUnit unit, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    const syntax::File& tree = *state->tree();
    if (tree.chunk_count() == 0) return {};
    span.end = std::min(span.end, tree.size());
    span.start = std::min(span.start, span.end);
    bind::ModulePtr module = world::module_of(snapshot, file, cancel);
    const bind::ModuleFile* bound = module ? module->file(file) : nullptr;
    Units units = bound ? Units(*bound) : Units();
    Writer writer(span, {}, unit);
    writer.reserve(span.length() / 6);
    Classifier classifier;
    bool is_first = true;
    each_bound_chunk(tree, span, cancel, [&](const Chunk& chunk, std::uint32_t base) {
        if (std::exchange(is_first, false)) writer.restart(span, tree.position(base, unit));
        write_chunk(chunk, base, units, classifier, writer);
    });
    return writer.take();
}

std::vector<TokenPiece> token_pieces(const world::Snapshot& snapshot, FileId file, ColumnUnit unit,
                                     const std::vector<TokenPiece>& before, const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    PieceMaker maker(*state->tree(), unit, cancel);
    bind::ModulePtr module = world::module_of(snapshot, file, cancel);
    if (const bind::ModuleFile* bound = module ? module->file(file) : nullptr) {
        maker.parts_of(bound->units, 0);
        maker.rest();
    } else {
        maker.chunks(before);
    }
    return maker.take();
}

}  // namespace hcl::ide
