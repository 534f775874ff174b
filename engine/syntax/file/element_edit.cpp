#include "engine/syntax/file/element_edit.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "engine/syntax/file/boundary.h"
#include "engine/syntax/parse/line_layout.h"
#include "engine/syntax/parse/parser.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

// Tokens per run: parsing this many costs as little as copying the rest.
constexpr std::uint32_t kRunTokens = 128;

bool is_ascii(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

bool is_sound(const StoredChunk& chunk) {
    return chunk.diagnostics.empty() && !chunk.depends_on_rest() && chunk.reach == 0 && !chunk.has_unclosed &&
           !chunk.has_stray && !chunk.crosses_layout;
}

// Whether tokens [begin, end) of a list leave nothing open, close nothing around them, and have no line that
// would end a broken item: then errors in them do not change the end of the item.
bool stays_inside(std::string_view text, const TokenKind* kinds, const std::uint32_t* starts,
                  std::uint32_t begin, std::uint32_t end, const ElementRuns& place) {
    OpenBrackets brackets;
    brackets.open(TokenKind::OBrack);  // of any kind: its closer ends the search
    for (std::uint32_t i = begin; i < end; ++i) {
        const TokenKind kind = kinds[i];
        if (!brackets.matters(kind)) continue;
        const std::string_view token = text.substr(starts[i], starts[i + 1] - starts[i]);
        const bool is_comment_line = kind == TokenKind::Comment && token.ends_with('\n');
        auto step = brackets.take(kind, token == "\r", is_comment_line);
        if (step == OpenBrackets::Step::HeredocEnd || step == OpenBrackets::Step::Stray ||
            brackets.size() == 0)
            return false;
        if (step == OpenBrackets::Step::LineEnd && i + 1 < end &&
            line_start(text, kinds, starts, i + 1, place.indent, place.is_in_block) != LineStart::Inside)
            return false;
    }
    return brackets.size() == 1 && brackets.is_plain();
}

void copy_shifted(std::uint32_t* to, const std::uint32_t* from, std::size_t count, std::uint32_t shift) {
    using Words = std::uint32_t __attribute__((vector_size(16)));
    for (; count >= 8; count -= 8, to += 8, from += 8) {
        Words words[2];
        std::memcpy(words, from, sizeof(words));
        words[0] += shift;
        words[1] += shift;
        std::memcpy(to, words, sizeof(words));
    }
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i] + shift;
}

// Copies nodes with shifted token indexes, four at a time.
void copy_shifted(NodeData* to, const NodeData* from, std::size_t count, std::uint32_t shift) {
    using Words = std::uint32_t __attribute__((vector_size(16)));
    static_assert(offsetof(NodeData, first_token) == 4 && sizeof(NodeData) == 12);
    const Words shifts[3] = {{0, shift, 0, 0}, {shift, 0, 0, shift}, {0, 0, shift, 0}};
    for (; count >= 4; count -= 4, to += 4, from += 4) {
        Words words[3];
        std::memcpy(words, from, sizeof(words));
        for (int i = 0; i < 3; ++i) words[i] += shifts[i];
        std::memcpy(to, words, sizeof(words));
    }
    for (std::size_t i = 0; i < count; ++i) {
        to[i] = from[i];
        to[i].first_token += shift;
    }
}

// The innermost long list or object that contains the edit and allows separate parsing, with its runs.
class Finder {
  public:
    Finder(const StoredChunk& chunk, const ElementEdit& edit, Span at)
        : chunk_(chunk), edit_(edit), at_(at) {}

    std::unique_ptr<ElementRuns> find() {
        auto found = std::make_unique<ElementRuns>();
        found->depth = edit_.is_in_block ? 1 : 0;
        found->is_in_block = edit_.is_in_block;
        if (!go_down(*found) || !cut(*found)) return nullptr;
        const std::uint32_t begin = found->runs.front().token;
        if (!stays_inside(chunk_.text, chunk_.token_kinds.data(), chunk_.token_starts.data(), begin,
                          chunk_.token_end(found->list) - 1, *found))
            return nullptr;
        return found;
    }

  private:
    const NodeData& data(std::uint32_t node) const { return chunk_.nodes[node]; }
    std::uint32_t tokens_of(std::uint32_t node) const {
        return chunk_.token_end(node) - data(node).first_token;
    }
    bool contains(std::uint32_t node) const {
        return chunk_.token_starts[data(node).first_token] < at_.start &&
               at_.end < chunk_.token_starts[chunk_.token_end(node)];
    }
    // The child of `node` that contains the edit; 0 when there is none.
    std::uint32_t child_around(std::uint32_t node) const {
        const std::uint32_t end = node + data(node).size;
        for (std::uint32_t n = node + 1; n < end; n += data(n).size)
            if (contains(n)) return n;
        return 0;
    }

    bool go_down(ElementRuns& found) const {
        std::uint32_t node = 0;
        std::uint32_t depth = found.depth;
        for (;;) {
            std::uint32_t next = 0;
            switch (data(node).kind) {
                case NodeKind::Block: {
                    if ((data(node).flags & (kOneLine | kSplit | kBroken)) != 0) return false;
                    next = child_around(node);
                    if (next == 0 || data(next).kind != NodeKind::Body) return false;
                    // A block of several items would be split into these.
                    const std::uint32_t first = next + 1;
                    if (node == 0 && data(next).size != 1 + data(first).size) return false;
                    ++depth;
                    found.is_in_block = true;
                    break;
                }
                case NodeKind::Body:
                    next = child_around(node);
                    break;
                case NodeKind::Attribute:
                    found.attribute = node;
                    next = node + 2;
                    if (!set_indent(found) || !contains(next)) return false;
                    break;
                case NodeKind::ObjectItem:
                    next = node + 1 + data(node + 1).size;
                    if (!contains(next)) next = 0;
                    break;
                case NodeKind::Tuple:
                case NodeKind::Object:
                    found.list = node;
                    found.depth = ++depth;
                    next = child_around(node);
                    break;
                default:
                    break;
            }
            if (next == 0 || tokens_of(next) <= kSplitTokens) return found.list != 0;
            node = next;
        }
    }

    // False when the attribute does not start a line.
    bool set_indent(ElementRuns& found) const {
        const std::uint32_t at = chunk_.token_starts[data(found.attribute).first_token];
        found.indent = line_indent(chunk_.text, at);
        if (at == found.indent) return edit_.starts_line;
        return chunk_.text[at - found.indent - 1] == '\n';
    }

    // After the comma or line end that follows the token; the token when there is none.
    std::uint32_t behind_separator(std::uint32_t token, bool is_object) const {
        for (std::uint32_t i = token;; ++i) {
            const TokenKind kind = chunk_.token_kinds[i];
            if (kind == TokenKind::Comma) return i + 1;
            const bool ends_line = kind == TokenKind::Newline ||
                                   (kind == TokenKind::Comment && chunk_.token_text(i).ends_with('\n'));
            if (ends_line && is_object) return i + 1;
            if (!ends_line && kind != TokenKind::Whitespace && kind != TokenKind::Comment) return token;
        }
    }

    bool cut(ElementRuns& found) const {
        const NodeData& list = data(found.list);
        const bool is_object = list.kind == NodeKind::Object;
        if (list.size == 1 || (list.flags & kBroken) != 0) return false;
        found.runs.push_back({list.first_token + 1, found.list + 1});
        const std::uint32_t end = found.list + list.size;
        for (std::uint32_t n = found.list + 1; n < end;) {
            const std::uint32_t next = n + data(n).size;
            const std::uint32_t token = behind_separator(chunk_.token_end(n), is_object);
            if (next == end || token - found.runs.back().token >= kRunTokens)
                found.runs.push_back({token, next});
            n = next;
        }
        return true;
    }

    const StoredChunk& chunk_;
    const ElementEdit& edit_;
    const Span at_;
};

class Reader {
  public:
    Reader(const StoredChunk& chunk, const ElementRuns& old, const Edit& edit, Span at,
           const ParseOptions& options, std::uint64_t& work)
        : chunk_(chunk),
          old_(old),
          edit_(edit),
          at_(at),
          options_(options),
          work_(work),
          inserted_(static_cast<std::uint32_t>(edit.replacement.size())),
          run_count_(static_cast<std::uint32_t>(old.runs.size()) - 1) {}

    std::shared_ptr<StoredChunk> run() {
        first_ = run_at(at_.start);
        const std::uint32_t last = run_at(at_.end);
        for (std::uint32_t more = 1;; more *= 4) {
            const std::uint32_t stop = last + 1 + more;
            const bool is_rest = stop >= run_count_;
            Outcome outcome = read(last, is_rest ? run_count_ : stop, is_rest);
            if (outcome == Outcome::Failed || (outcome == Outcome::More && is_rest)) return nullptr;
            if (outcome == Outcome::Done) return made_;
        }
    }

  private:
    enum class Outcome : std::uint8_t { Done, More, Failed };

    std::uint32_t start_of(std::uint32_t run) const { return chunk_.token_starts[old_.runs[run].token]; }
    std::uint32_t run_at(std::uint32_t offset) const {
        auto behind = std::partition_point(
            old_.runs.begin() + 1, old_.runs.begin() + run_count_,
            [&](const ElementRuns::Run& run) { return chunk_.token_starts[run.token] <= offset; });
        return static_cast<std::uint32_t>(behind - old_.runs.begin()) - 1;
    }

    // From the first run that the edit touches to the start of a later run, or to the closer.
    Outcome read(std::uint32_t last, std::uint32_t stop, bool is_rest) {
        const std::uint32_t from = start_of(first_) - 1;  // with the token before the run
        const auto size = static_cast<std::uint32_t>(chunk_.text.size());
        const std::uint32_t stop_at = is_rest ? size : start_of(stop);
        const std::uint32_t closer = chunk_.token_end(old_.list) - 1;
        std::string text;
        text.reserve(stop_at - from + inserted_);
        text += chunk_.text.substr(from, at_.start - from);
        text += edit_.replacement;
        text += chunk_.text.substr(at_.end, stop_at - at_.end);

        Parser parser(text, options_, LexMode::Config);
        const bool is_object = chunk_.nodes[old_.list].kind == NodeKind::Object;
        parser.start_elements({is_object, old_.depth, old_.indent});
        if (first_ == 0 && parser.is_at_for()) return Outcome::Failed;
        std::vector<Part> parts(1);
        const std::uint32_t edit_end = at_.start - from + inserted_;
        std::uint32_t resumed = stop;
        bool is_synced = false;
        Outcome outcome = Outcome::More;
        for (;;) {
            const ElementKind kind = parser.next_element(parts.back().is_broken);
            if (kind != ElementKind::Element) {
                if (kind == ElementKind::Closer && is_rest) outcome = Outcome::Done;
                break;
            }
            Part& part = parts.back();
            part.token_end = parser.next_token();
            part.node_end = static_cast<std::uint32_t>(parser.nodes().size());
            part.diagnostic_end = parser.diagnostic_count();
            const std::uint32_t end = parser.token_offset(part.token_end);
            if (end >= edit_end) {
                const std::uint32_t old_end = from + end - inserted_ + at_.length();
                const std::uint32_t run = run_at(old_end);
                is_synced = old_end < stop_at && run > last && start_of(run) == old_end && run < run_count_;
                if (is_synced) {
                    resumed = run;
                    outcome = Outcome::Done;
                    break;
                }
            }
            if (part.token_end - (parts.size() == 1 ? 1 : parts[parts.size() - 2].token_end) >=
                2 * kRunTokens)
                parts.push_back({0, part.node_end, part.diagnostic_end, false});
        }
        work_ += parser.work();
        if (outcome == Outcome::Done && parser.saw_end()) outcome = Outcome::More;
        if (outcome != Outcome::Done) return outcome;
        if (parts.back().token_end == 0) parts.pop_back();
        if (parts.empty()) return Outcome::Failed;
        Fresh fresh{parser, text, parts};
        fresh.token_end = is_synced ? parts.back().token_end : parser.closer_token();
        fresh.resumed = resumed;
        fresh.old_token_end = is_synced ? old_.runs[resumed].token : closer;
        const std::uint32_t fresh_end = parser.token_offset(fresh.token_end);
        if (from + fresh_end + at_.length() != chunk_.token_starts[fresh.old_token_end] + inserted_ ||
            fresh_end < edit_end)
            return Outcome::Failed;
        for (const RestSearch& search : parser.searches())
            if (search.found == RestSearch::kNowhere && search.from < fresh_end) return Outcome::Failed;
        if (!stays_inside(text, parser.tokens().kinds(), parser.tokens().starts(),
                          text.front() == '\n' ? 0 : 1, fresh.token_end, old_))
            return Outcome::Failed;
        made_ = splice_chunk(fresh);
        return made_ ? Outcome::Done : Outcome::Failed;
    }

    // A parsed run: its ends in the arrays of the parser.
    struct Part {
        std::uint32_t token_end = 0;
        std::uint32_t node_end = 0;
        std::size_t diagnostic_end = 0;
        bool is_broken = false;
    };
    // The parsed elements that replace the runs from first_ to `resumed`, or to the closer. The
    // first token is the one before them.
    struct Fresh {
        Parser& parser;
        const std::string& text;
        const std::vector<Part>& parts;
        std::uint32_t token_end = 0;
        std::uint32_t resumed = 0;
        std::uint32_t old_token_end = 0;

        std::uint32_t token_begin(std::size_t part) const {
            return part == 0 ? 1 : parts[part - 1].token_end;
        }
        std::uint32_t node_begin(std::size_t part) const { return part == 0 ? 0 : parts[part - 1].node_end; }
    };

    // Null when several runs have lexical findings, whose number is limited.
    std::unique_ptr<ElementRuns> new_runs(const Fresh& fresh, std::uint32_t token_shift,
                                          std::uint32_t node_shift) const {
        auto now = std::make_unique<ElementRuns>();
        now->attribute = old_.attribute;
        now->list = old_.list;
        now->depth = old_.depth;
        now->indent = old_.indent;
        now->is_in_block = old_.is_in_block;
        const ElementRuns::Run begin = old_.runs[first_];
        const auto count = static_cast<std::uint32_t>(fresh.parts.size());
        now->runs.reserve(old_.runs.size() + count);
        now->runs.assign(old_.runs.begin(), old_.runs.begin() + first_);
        for (std::uint32_t i = 0; i < count; ++i)
            now->runs.push_back({begin.token + fresh.token_begin(i) - 1, begin.node + fresh.node_begin(i)});
        if (fresh.resumed == run_count_)
            now->runs.push_back(
                {begin.token + fresh.parts.back().token_end - 1, begin.node + fresh.parts.back().node_end});
        else
            for (std::uint32_t i = fresh.resumed; i <= run_count_; ++i)
                now->runs.push_back({old_.runs[i].token + token_shift, old_.runs[i].node + node_shift});

        for (const ElementRuns::Faulty& one : old_.faulty)
            if (one.run < first_) now->faulty.push_back(one);
        for (std::uint32_t i = 0; i < count; ++i) {
            ElementRuns::Faulty one = faults_of(fresh, i);
            one.run = first_ + i;
            if (one.is_broken || one.has_wrong_tokens || !one.of_grammar.empty())
                now->faulty.push_back(std::move(one));
        }
        for (const ElementRuns::Faulty& one : old_.faulty) {
            if (one.run < fresh.resumed) continue;
            now->faulty.push_back(one);
            now->faulty.back().run = one.run - fresh.resumed + first_ + count;
        }
        if (std::ranges::count_if(now->faulty, &ElementRuns::Faulty::has_wrong_tokens) > 1) return nullptr;
        return now;
    }

    static ElementRuns::Faulty faults_of(const Fresh& fresh, std::size_t i) {
        const TokenBuffer& tokens = fresh.parser.tokens();
        const Part& part = fresh.parts[i];
        const std::uint32_t begin = fresh.token_begin(i);
        const std::uint32_t end = i + 1 == fresh.parts.size() ? fresh.token_end : part.token_end;
        ElementRuns::Faulty one{};
        one.is_broken = part.is_broken;
        one.has_wrong_tokens = std::any_of(tokens.kinds() + begin, tokens.kinds() + end,
                                           [](TokenKind kind) { return is_in(kind, kLexicalErrors); });
        if (one.has_wrong_tokens) lexical_diagnostics(fresh.text, tokens, begin, end, one.of_tokens);
        std::span<Diagnostic> found = fresh.parser.take_diagnostics(
            begin, begin, i == 0 ? 0 : fresh.parts[i - 1].diagnostic_end, part.diagnostic_end);
        one.of_grammar.assign(std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
        rebase(one.of_tokens, tokens.start(begin));
        rebase(one.of_grammar, tokens.start(begin));
        return one;
    }

    // In the order of the parser: lexical findings first, and no syntax errors after the
    // first that breaks the item.
    static void gather(const ElementRuns& runs, StoredChunk& chunk) {
        auto add = [&](Diagnostics found, std::uint32_t run) {
            rebase(found, 0u - chunk.token_starts[runs.runs[run].token]);
            std::ranges::move(found, std::back_inserter(chunk.diagnostics));
        };
        for (const ElementRuns::Faulty& one : runs.faulty) add(one.of_tokens, one.run);
        for (const ElementRuns::Faulty& one : runs.faulty) {
            add(one.of_grammar, one.run);
            if (one.is_broken) break;
        }
    }

    // The nodes that contain the runs, outermost first; the last is the list.
    std::vector<std::uint32_t> nodes_around() const {
        std::vector<std::uint32_t> around;
        for (std::uint32_t node = 0;;) {
            around.push_back(node);
            if (node == old_.list) return around;
            std::uint32_t child = node + 1;
            while (child + chunk_.nodes[child].size <= old_.list) child += chunk_.nodes[child].size;
            node = child;
        }
    }

    // The parts of the old chunk that new ones replace, and the offsets of the rest.
    // Negative differences wrap around.
    struct Splice {
        const Fresh& fresh;
        std::uint32_t token = 0, old_token_end = 0, fresh_tokens = 0, token_shift = 0;
        std::uint32_t node = 0, old_node_end = 0, fresh_nodes = 0, node_shift = 0;
        std::uint32_t byte = 0, old_byte_end = 0, byte_shift = 0;
        std::string_view text{};              // fresh
        std::vector<std::uint32_t> around{};  // nodes that contain the replaced ones
    };

    Splice splice_of(const Fresh& fresh) const {
        const TokenBuffer& tokens = fresh.parser.tokens();
        Splice s{.fresh = fresh};
        s.token = old_.runs[first_].token;
        s.old_token_end = fresh.old_token_end;
        s.fresh_tokens = fresh.token_end - 1;
        s.token_shift = s.fresh_tokens - (s.old_token_end - s.token);
        s.node = old_.runs[first_].node;
        s.old_node_end = old_.runs[fresh.resumed].node;
        s.fresh_nodes = static_cast<std::uint32_t>(fresh.parser.nodes().size());
        s.node_shift = s.fresh_nodes - (s.old_node_end - s.node);
        s.byte = chunk_.token_starts[s.token];
        s.old_byte_end = chunk_.token_starts[s.old_token_end];
        s.text = std::string_view(fresh.text.data() + 1, tokens.start(fresh.token_end) - 1);
        s.byte_shift = static_cast<std::uint32_t>(s.text.size()) - (s.old_byte_end - s.byte);
        s.around = nodes_around();
        return s;
    }

    std::uint32_t token_count_around(const Splice& s, std::uint32_t node) const {
        return chunk_.token_end(node) - chunk_.nodes[node].first_token + s.token_shift;
    }

    // Token counts that exceed their field.
    std::vector<WideNode> wide_nodes(const Splice& s) const {
        std::vector<WideNode> wide;
        auto add = [&](std::uint32_t node, std::uint32_t count) {
            if (count >= NodeData::kWide) wide.push_back({node, count});
        };
        for (std::uint32_t at : s.around) add(at, token_count_around(s, at));
        for (const WideNode& one : chunk_.wide_nodes) {
            if (one.node >= s.old_node_end)
                wide.push_back({one.node + s.node_shift, one.token_count});
            else if (one.node < s.node && !std::ranges::binary_search(s.around, one.node))
                wide.push_back(one);
        }
        const std::vector<ScratchNode>& nodes = s.fresh.parser.nodes();
        for (std::uint32_t i = 0; i < s.fresh_nodes; ++i)
            add(s.node + i, nodes[i].token_end - nodes[i].first_token);
        std::ranges::sort(wide, {}, &WideNode::node);
        return wide;
    }

    template <typename T>
    static void copy(T* to, const T* from, std::size_t count) {
        if (count != 0) std::memcpy(to, from, count * sizeof(T));
    }

    void splice_text(const Splice& s, char* to) const {
        // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the size is that of the part
        copy(to, chunk_.text.data(), s.byte);
        copy(to + s.byte, s.text.data(), s.text.size());
        copy(to + s.byte + s.text.size(), chunk_.text.data() + s.old_byte_end,
             chunk_.text.size() - s.old_byte_end);
    }

    void splice_tokens(const Splice& s, const ChunkArrays& to) const {
        const TokenBuffer& tokens = s.fresh.parser.tokens();
        const std::size_t rest = chunk_.token_kinds.size() - s.old_token_end;
        const std::uint32_t end = s.token + s.fresh_tokens;
        copy(to.kinds, chunk_.token_kinds.data(), s.token);
        copy(to.kinds + s.token, tokens.kinds() + 1, s.fresh_tokens);
        copy(to.kinds + end, chunk_.token_kinds.data() + s.old_token_end, rest);
        copy(to.starts, chunk_.token_starts.data(), s.token);
        for (std::uint32_t i = 0; i < s.fresh_tokens; ++i)
            to.starts[s.token + i] = tokens.start(1 + i) - 1 + s.byte;
        copy_shifted(to.starts + end, chunk_.token_starts.data() + s.old_token_end, rest + 1, s.byte_shift);
    }

    void splice_nodes(const Splice& s, NodeData* to) const {
        const std::vector<ScratchNode>& nodes = s.fresh.parser.nodes();
        copy(to, chunk_.nodes.data(), s.node);
        for (std::uint32_t i = 0; i < s.fresh_nodes; ++i) to[s.node + i] = node_data(nodes[i], 1 - s.token);
        copy_shifted(to + s.node + s.fresh_nodes, chunk_.nodes.data() + s.old_node_end,
                     chunk_.nodes.size() - s.old_node_end, s.token_shift);
        for (std::uint32_t at : s.around) {
            to[at].size += s.node_shift;
            to[at].token_count = static_cast<std::uint16_t>(
                std::min<std::uint32_t>(token_count_around(s, at), NodeData::kWide));
        }
    }

    // Computes line counts and character properties of the text.
    void summarise(const Splice& s, StoredChunk& made) const {
        StoredChunk was;
        was.text = chunk_.text.substr(s.byte, s.old_byte_end - s.byte);
        scan_text(was);
        StoredChunk is;
        is.text = s.text;
        scan_text(is);
        made.newlines = chunk_.newlines - was.newlines + is.newlines;
        made.lone_returns = chunk_.lone_returns - was.lone_returns + is.lone_returns;
        made.is_ascii = is.is_ascii && (chunk_.is_ascii || (!was.is_ascii && is_ascii(made.text)));
        made.ends = chunk_.ends | is.ends;
        made.name_hash = chunk_.name_hash;
    }

    std::shared_ptr<StoredChunk> splice_chunk(const Fresh& fresh) const {
        const Splice s = splice_of(fresh);
        std::unique_ptr<ElementRuns> runs = new_runs(fresh, s.token_shift, s.node_shift);
        if (!runs) return nullptr;
        const std::vector<WideNode> wide = wide_nodes(s);
        ChunkArrays arrays;
        auto made = allocate_chunk(static_cast<std::uint32_t>(chunk_.text.size()) + s.byte_shift,
                                   static_cast<std::uint32_t>(chunk_.token_kinds.size()) + s.token_shift,
                                   static_cast<std::uint32_t>(chunk_.nodes.size()) + s.node_shift,
                                   wide.size(), arrays);
        splice_text(s, arrays.text);
        splice_tokens(s, arrays);
        splice_nodes(s, arrays.nodes);
        copy(arrays.wide, wide.data(), wide.size());
        std::uint8_t& flags = arrays.nodes[old_.attribute].flags;
        const bool is_broken = std::ranges::any_of(runs->faulty, &ElementRuns::Faulty::is_broken);
        flags = static_cast<std::uint8_t>(is_broken ? flags | kBroken : flags & ~kBroken);
        summarise(s, *made);
        gather(*runs, *made);
        made->extra = std::make_unique<const ChunkExtra>(ChunkExtra{{}, std::move(runs)});
        return made;
    }

    const StoredChunk& chunk_;
    const ElementRuns& old_;
    const Edit& edit_;
    const Span at_;
    const ParseOptions& options_;
    std::uint64_t& work_;
    const std::uint32_t inserted_;
    const std::uint32_t run_count_;
    std::uint32_t first_ = 0;
    std::shared_ptr<StoredChunk> made_;
};

bool is_within(const StoredChunk& chunk, const ElementRuns& runs, Span at) {
    return chunk.token_starts[runs.runs.front().token] <= at.start &&
           at.end <= chunk.token_starts[chunk.token_end(runs.list) - 1];
}

}  // namespace

std::shared_ptr<StoredChunk> edit_elements(const StoredChunk& chunk, const ElementEdit& edit,
                                           const ParseOptions& options, std::uint64_t& work) {
    const Span range = edit.edit.range;
    if (chunk.token_kinds.size() <= kSplitTokens || options.hcl1 || chunk.nodes.empty() ||
        range.end > edit.offset + chunk.text.size())
        return nullptr;
    const Span at{range.start - edit.offset, range.end - edit.offset};
    const ElementRuns* runs = chunk.runs();
    std::unique_ptr<ElementRuns> found;
    if (!runs || !is_within(chunk, *runs, at)) {
        // The findings of a broken run may hide findings in other runs.
        if (!is_sound(chunk)) return nullptr;
        found = Finder(chunk, edit, at).find();
        if (!found) return nullptr;
        work += chunk.token_kinds.size();
        runs = found.get();
    }
    return Reader(chunk, *runs, edit.edit, at, options, work).run();
}

}  // namespace hcl::syntax
