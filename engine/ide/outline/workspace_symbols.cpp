#include "engine/ide/outline/workspace_symbols.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/ide/completion/fuzzy.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::ide {

namespace {

// Indexes blocks at any depth, and attributes only at the top level and in top-level blocks.
constexpr int kMaxAttributeDepth = 1;

constexpr std::uint32_t kNoMore = 0xFFFF'FFFF;

// Arguments are numerous and rarely searched: they come after all
// blocks, and an empty query omits them.
constexpr int kArgument = 1'000'000;

struct FileSymbol {
    std::uint32_t name;       // index of the name
    std::uint32_t container;  // index of the container
    std::uint32_t next;       // next symbol with the same name, or kNoMore
    SymbolKind kind;
    language::Icon icon;
    Span span;
};

// Names are stored once and matched once: attributes share few names.
struct FileName {
    std::uint32_t letters;  // filter checked before the name
    std::uint32_t start;    // in `text`
    std::uint32_t length;
    std::uint32_t first;  // first symbol
};

struct FileSymbols {
    std::vector<FileSymbol> symbols;  // sorted by position
    std::vector<FileName> names;
    std::string text;
    std::vector<std::string> containers;

    std::string_view name(const FileName& of) const {
        return std::string_view(text).substr(of.start, of.length);
    }
};

// The letters and digits that occur, one bit each; a name that lacks a bit of the query cannot match.
std::uint32_t letters_of(std::string_view text) {
    std::uint32_t bits = 0;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z')
            bits |= 1u << (c - 'A');
        else if (c >= 'a' && c <= 'z')
            bits |= 1u << (c - 'a');
        else if (c >= '0' && c <= '9')
            bits |= 1u << (26 + (c - '0') % 5);
        else if (c != ' ')
            bits |= 1u << 31;
    }
    return bits;
}

class TableMaker {
  public:
    FileSymbols make(const std::vector<DocumentSymbol>& outline) {
        table_.containers.emplace_back();
        collect(outline, 0, 0);
        std::ranges::sort(found_, {}, &Found::span);
        table_.symbols.reserve(found_.size());
        std::unordered_map<std::string_view, std::uint32_t> known;
        std::vector<std::uint32_t> last;  // last symbol of each name
        std::size_t bytes = 0;
        for (const Found& found : found_) {
            auto index = static_cast<std::uint32_t>(table_.symbols.size());
            auto [at, is_new] =
                known.try_emplace(found.symbol->name, static_cast<std::uint32_t>(table_.names.size()));
            if (is_new) {
                table_.names.push_back({letters_of(at->first), static_cast<std::uint32_t>(bytes),
                                        static_cast<std::uint32_t>(at->first.size()), index});
                bytes += at->first.size();
                table_.text += at->first;
                last.push_back(index);
            } else {
                table_.symbols[last[at->second]].next = index;
                last[at->second] = index;
            }
            table_.symbols.push_back(
                {at->second, found.container, kNoMore, found.symbol->kind, found.symbol->icon, found.span});
        }
        return std::move(table_);
    }

  private:
    struct Found {
        const DocumentSymbol* symbol;
        std::uint32_t container;
        Span span;
    };

    void collect(const std::vector<DocumentSymbol>& outline, std::uint32_t container, int depth) {
        for (const DocumentSymbol& symbol : outline) {
            bool is_block = symbol.kind == SymbolKind::Block;
            if (!is_block && depth > kMaxAttributeDepth) continue;
            found_.push_back({&symbol, container, symbol.selection});
            if ((!is_block && depth > 0) || symbol.children.empty()) continue;
            const std::string& outer = table_.containers[container];
            auto inner = static_cast<std::uint32_t>(table_.containers.size());
            table_.containers.push_back(outer.empty() ? symbol.name : outer + " › " + symbol.name);
            collect(symbol.children, inner, depth + 1);
        }
    }

    FileSymbols table_;
    std::vector<Found> found_;
};

FileSymbols table_of(const std::vector<DocumentSymbol>& outline) {
    return TableMaker().make(outline);
}

// Cache for a file that is not open. Its language may change while its text stays the same.
struct ClosedFile {
    std::mutex mutex;
    language::LanguagePtr language;
    std::shared_ptr<const FileSymbols> table;
};
struct ClosedFileSlot {
    std::unique_ptr<ClosedFile> file = std::make_unique<ClosedFile>();
};

std::shared_ptr<const FileSymbols> closed_table(const world::Snapshot& snapshot,
                                                const world::FileState& state, const Cancel& cancel) {
    ClosedFile& kept = *state.memo().get<ClosedFileSlot>([] { return ClosedFileSlot(); }).file;
    language::LanguagePtr language = world::language_of(snapshot, state);
    std::lock_guard lock(kept.mutex);
    if (!kept.table || kept.language != language) {
        kept.table =
            std::make_shared<const FileSymbols>(table_of(unbound_symbols(snapshot, state.id(), cancel)));
        kept.language = std::move(language);
    }
    return kept.table;
}

// Owns the tables that candidates point to, because the snapshot may drop modules and tables meanwhile.
struct TableOwners {
    std::vector<std::shared_ptr<const FileSymbols>> closed;
    std::vector<Outline> open;
};

// Calls visit(table, start) for parts of the file; positions in a table are relative to `start`.
template <typename Visit>
void each_table(const world::Snapshot& snapshot, const world::FileState& state, TableOwners& owners,
                const Cancel& cancel, const Visit& visit) {
    if (!state.info().is_open)
        return visit(*owners.closed.emplace_back(closed_table(snapshot, state, cancel)), 0u);
    const Outline& outline = owners.open.emplace_back(snapshot, state.id(), cancel);
    outline.each_piece([&](const OutlinePiece& piece) {
        if (!piece.memo) return;
        visit(piece.memo->get<FileSymbols>([&] { return table_of(outline.symbols(piece)); }),
              piece.span.start);
    });
}

struct Candidate {
    int score;
    const world::FileState* state;
    const FileSymbols* table;
    const FileSymbol* symbol;
    std::uint32_t start;  // base of the symbol's position

    Location where() const { return {state->id(), symbol->span.shifted(start)}; }
};

bool is_better(const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.state == b.state ? a.where() < b.where() : world::is_before(*a.state, *b.state);
}

// Keeps the best `limit` matches in a bounded heap.
class Best {
  public:
    explicit Best(std::size_t limit) : limit_(limit) {}

    // False when a later match of this score cannot be among the best.
    bool add(const Candidate& candidate) {
        if (is_full_ && !is_better(candidate, worst_)) return false;
        kept_.push_back(candidate);
        if (kept_.size() >= 2 * limit_) cut();
        return true;
    }
    bool may_be(int score) const { return !is_full_ || score >= worst_.score; }

    std::vector<Candidate> take() {
        cut();
        std::ranges::sort(kept_, is_better);
        return std::move(kept_);
    }

  private:
    void cut() {
        if (kept_.size() <= limit_) return;
        auto last = kept_.begin() + static_cast<std::ptrdiff_t>(limit_) - 1;
        std::ranges::nth_element(kept_, last, is_better);
        worst_ = *last;
        is_full_ = true;
        kept_.resize(limit_);
    }

    std::size_t limit_;
    std::vector<Candidate> kept_;
    Candidate worst_{};
    bool is_full_ = false;
};

}  // namespace

std::vector<WorkspaceSymbol> workspace_symbols(const world::Snapshot& snapshot, std::string_view query,
                                               std::size_t limit, const Cancel& cancel) {
    std::vector<WorkspaceSymbol> result;
    if (limit == 0) return result;
    TableOwners owners;
    Best best(limit);
    const FuzzyPattern pattern(query);
    const std::uint32_t wanted = letters_of(query);
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        if (world::is_foreign(snapshot, *state) ||
            world::is_downloaded(snapshot.extensions(), state->info().path))
            continue;
        each_table(snapshot, *state, owners, cancel, [&](const FileSymbols& table, std::uint32_t start) {
            for (const FileName& name : table.names) {
                if ((name.letters & wanted) != wanted) continue;
                std::optional<int> score = query.empty() ? 0 : pattern.score(table.name(name));
                if (!score || !best.may_be(*score)) continue;
                for (std::uint32_t i = name.first; i != kNoMore; i = table.symbols[i].next) {
                    const FileSymbol& symbol = table.symbols[i];
                    const bool is_argument =
                        symbol.kind != SymbolKind::Block && symbol.icon == language::Icon::None;
                    if (is_argument && query.empty()) continue;
                    const int rank = is_argument ? *score - kArgument : *score;
                    if (!best.may_be(rank)) continue;
                    if (!best.add({rank, state, &table, &symbol, start}) && !is_argument) break;
                }
            }
        });
    }
    for (const Candidate& found : best.take())
        result.push_back({std::string(found.table->name(found.table->names[found.symbol->name])),
                          found.table->containers[found.symbol->container], found.symbol->kind, found.where(),
                          found.symbol->icon});
    return result;
}

}  // namespace hcl::ide
