// Collects and ranks completion candidates; builds items with snippets and documentation for the best only.
// Private to completion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"
#include "engine/eval/function.h"
#include "engine/ide/completion/completion.h"

namespace hcl::ide {

namespace rank {
inline constexpr int kBegins = 0;    // begins with what is typed
inline constexpr int kExpected = 1;  // the expected kind of value
inline constexpr int kFitting = 2;   // of a fitting type
inline constexpr int kPlain = 3;
inline constexpr int kFittingFunction = 4;
inline constexpr int kFunction = 5;
inline constexpr int kUnfitting = 6;
inline constexpr int kDeprecated = 7;
}  // namespace rank

struct Candidate {
    std::string label;
    CompletionKind kind = CompletionKind::Value;
    int rank = rank::kPlain;
    int order = 0;  // among candidates of one rank that fit as well
    // Sources of the item's text; null or empty where they do not apply.
    const bind::AttributeDef* attribute = nullptr;
    const bind::BlockDef* block = nullptr;
    const eval::Function* function = nullptr;
    std::string inserted{};  // empty: the label
    std::string detail{};
    std::string documentation{};
    std::string commit{};
    Span removed{};  // see CompletionItem
    Type type{};     // shown when there is no detail
    bool is_preselected = false;
    bool is_deprecated = false;
    bool is_snippet = false;  // `inserted` has places
    bool is_hidden = false;   // only keeps others of the same label out
};

// How items are inserted.
struct ItemStyle {
    bool snippets = false;
    bool documentation = true;
    bool json = false;
    bool in_quotes = false;    // of a JSON key
    bool is_followed = false;  // the "=", header or "(" is already there
    bool is_one_line = false;  // in a block on one line
};

class CompletionList {
  public:
    CompletionList(std::string_view typed, const CompletionOptions& options)
        : typed_(typed), options_(options) {}

    void reserve(std::size_t more) { candidates_.reserve(candidates_.size() + more); }
    // The first candidate with a label is kept.
    void add(Candidate candidate);
    bool is_empty() const { return candidates_.empty(); }
    // The items, best first; `is_cut` is set when some were dropped.
    std::vector<CompletionItem> take(const ItemStyle& style, bool& is_cut);

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t place = 0;  // an index into `candidates_`, plus one; 0: free
    };
    // The slot of the label in the hash table, or the free one where it belongs.
    Slot& slot_of(std::string_view label, std::uint32_t hash);
    void make_room();

    std::string typed_;
    const CompletionOptions& options_;
    std::vector<Candidate> candidates_;
    std::vector<Slot> by_label_;  // hash table
};

// `name = ...` and `type "label" { ... }` with placeholders, required arguments included.
std::string attribute_snippet(const bind::AttributeDef& def, std::string_view name, bool json);
std::string block_snippet(const bind::BlockDef& def, bool json);
std::string notes_text(const language::Notes& notes);
// The rank of a value of `type` where `wanted` is expected.
int fitness(const Type& type, const Type& wanted);

}  // namespace hcl::ide
