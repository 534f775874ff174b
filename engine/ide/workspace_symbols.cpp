#include "engine/ide/workspace_symbols.h"

#include <algorithm>

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
        out.push_back({std::move(symbol.name), container, symbol.kind, symbol.selection});
    }
}

const FileSymbols& symbols_of(const world::Snapshot& snapshot, const world::FileState& state,
                              const Cancel& cancel) {
    return state.memo().get<FileSymbols>([&] {
        std::vector<DocumentSymbol> outline = document_symbols(snapshot, state.id(), cancel);
        FileSymbols result;
        collect(outline, "", 0, result.symbols);
        std::ranges::sort(result.symbols, {}, &FileSymbol::span);
        for (const FileSymbol& symbol : result.symbols) result.letters.push_back(letters_of(symbol.name));
        return result;
    });
}

struct Candidate {
    int score;
    const world::FileState* state;
    const FileSymbol* symbol;
};

bool is_better(const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.state->id() != b.state->id()) return a.state->id() < b.state->id();
    return a.symbol->span < b.symbol->span;
}

}  // namespace

std::vector<WorkspaceSymbol> workspace_symbols(const world::Snapshot& snapshot, std::string_view query,
                                               std::size_t limit, const Cancel& cancel) {
    std::vector<Candidate> best;  // never more than twice the limit
    auto keep_best = [&] {
        if (best.size() <= limit) return;
        std::ranges::nth_element(best, best.begin() + static_cast<std::ptrdiff_t>(limit), is_better);
        best.resize(limit);
    };
    const std::uint32_t wanted = letters_of(query);
    for (const world::FileState* state : snapshot.files()) {
        cancel.poll();
        const FileSymbols& of_file = symbols_of(snapshot, *state, cancel);
        for (std::size_t i = 0; i < of_file.symbols.size(); ++i) {
            if ((of_file.letters[i] & wanted) != wanted) continue;
            const FileSymbol& symbol = of_file.symbols[i];
            std::optional<int> score = query.empty() ? 0 : fuzzy_score(query, symbol.name);
            if (!score) continue;
            best.push_back({*score, state, &symbol});
            if (best.size() >= 2 * limit) keep_best();
        }
    }
    keep_best();
    std::ranges::sort(best, is_better);
    std::vector<WorkspaceSymbol> result;
    result.reserve(best.size());
    for (const Candidate& found : best)
        result.push_back({found.symbol->name,
                          found.symbol->container,
                          found.symbol->kind,
                          {found.state->id(), found.symbol->span}});
    return result;
}

}  // namespace hcl::ide
