#include "engine/ide/workspace_symbols.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "engine/ide/fuzzy.h"

namespace hcl::ide {

namespace {

// Blocks of any depth are worth finding; attributes only where they are names of their own: at the top, and
// in blocks at the top.
constexpr int kMaxAttributeDepth = 1;

struct FileSymbol {
    std::string name;
    std::string container;
    SymbolKind kind;
    language::Icon icon;
    Span span;
};

struct FileSymbols {
    std::vector<FileSymbol> symbols;
    std::vector<std::uint32_t> letters;  // of each symbol's name: looked at before the name itself
};

// Which letters and digits occur, each as a bit; a name that lacks one that is asked for is none.
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

void collect(std::vector<DocumentSymbol>& outline, const std::string& container, int depth,
             std::vector<FileSymbol>& out) {
    for (DocumentSymbol& symbol : outline) {
        if (symbol.kind != SymbolKind::Block && depth > kMaxAttributeDepth) continue;
        bool is_block = symbol.kind == SymbolKind::Block;
        if (is_block || depth == 0) {
            std::string inner = container.empty() ? symbol.name : container + " › " + symbol.name;
            collect(symbol.children, inner, depth + 1, out);
        }
        out.push_back({std::move(symbol.name), container, symbol.kind, symbol.icon, symbol.selection});
    }
}

FileSymbols table_of(std::vector<DocumentSymbol> outline) {
    FileSymbols result;
    collect(outline, "", 0, result.symbols);
    std::ranges::sort(result.symbols, {}, &FileSymbol::span);
    result.letters.reserve(result.symbols.size());
    for (const FileSymbol& symbol : result.symbols) result.letters.push_back(letters_of(symbol.name));
    return result;
}

// Of a file that is not open. Its language may become another one while the file stays as it is.
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

// Calls visit(table, start) for parts of the file, whose places count from their starts.
template <typename Visit>
void each_table(const world::Snapshot& snapshot, const world::FileState& state,
                std::vector<std::shared_ptr<const FileSymbols>>& keep, const Cancel& cancel,
                const Visit& visit) {
    if (!state.info().is_open) return visit(*keep.emplace_back(closed_table(snapshot, state, cancel)), 0u);
    Outline outline(snapshot, state.id(), cancel);
    outline.each_piece([&](const OutlinePiece& piece) {
        if (!piece.memo) return;
        visit(piece.memo->get<FileSymbols>([&] { return table_of(outline.symbols(piece)); }),
              piece.span.start);
    });
}

struct Candidate {
    int score;
    const world::FileState* state;
    const FileSymbol* symbol;
    std::uint32_t start;  // that its place counts from
};

bool is_better(const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.state->id() != b.state->id()) return a.state->id() < b.state->id();
    return a.symbol->span.shifted(a.start) < b.symbol->span.shifted(b.start);
}

}  // namespace

std::vector<WorkspaceSymbol> workspace_symbols(const world::Snapshot& snapshot, std::string_view query,
                                               std::size_t limit, const Cancel& cancel) {
    std::vector<std::shared_ptr<const FileSymbols>> keep;
    std::vector<Candidate> best;  // never more than twice the limit
    auto keep_best = [&] {
        if (best.size() <= limit) return;
        std::ranges::nth_element(best, best.begin() + static_cast<std::ptrdiff_t>(limit), is_better);
        best.resize(limit);
    };
    const std::uint32_t wanted = letters_of(query);
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        each_table(snapshot, *state, keep, cancel, [&](const FileSymbols& table, std::uint32_t start) {
            for (std::size_t i = 0; i < table.symbols.size(); ++i) {
                if ((table.letters[i] & wanted) != wanted) continue;
                const FileSymbol& symbol = table.symbols[i];
                std::optional<int> score = query.empty() ? 0 : fuzzy_score(query, symbol.name);
                if (!score) continue;
                best.push_back({*score, state, &symbol, start});
                if (best.size() >= 2 * limit) keep_best();
            }
        });
    }
    keep_best();
    std::ranges::sort(best, is_better);
    std::vector<WorkspaceSymbol> result;
    result.reserve(best.size());
    for (const Candidate& found : best)
        result.push_back({found.symbol->name,
                          found.symbol->container,
                          found.symbol->kind,
                          {found.state->id(), found.symbol->span.shifted(found.start)},
                          found.symbol->icon});
    return result;
}

}  // namespace hcl::ide
