// The candidates of a completion: gathered cheaply, ranked by what was typed, and only the best made into
// items with their texts. Private to completion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/module.h"
#include "engine/eval/function.h"
#include "engine/ide/completion/completion.h"

namespace hcl::ide {

namespace rank {
inline constexpr int kExpected = 1;  // what the place asks for
inline constexpr int kFitting = 2;   // of the right type
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
    // What the texts are made from; null or empty where it does not apply.
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
};

// How names are written down.
struct ItemStyle {
    bool snippets = false;
    bool documentation = true;
    bool json = false;
    bool in_quotes = false;    // of a key of JSON
    bool is_followed = false;  // by what a name needs: "=", a header, "("
    bool is_one_line = false;  // inside of a block on one line
};

class CompletionList {
  public:
    CompletionList(std::string_view typed, const CompletionOptions& options)
        : typed_(typed), options_(options) {}

    void reserve(std::size_t more) { candidates_.reserve(candidates_.size() + more); }
    // The first of a label counts.
    void add(Candidate candidate);
    bool is_empty() const { return candidates_.empty(); }
    // The items, best first; says whether some were cut.
    std::vector<CompletionItem> take(const ItemStyle& style, bool& is_cut);

  private:
    // Where the label is, or where it would be.
    std::uint32_t& place_of(std::string_view label);
    void make_room();

    std::string typed_;
    const CompletionOptions& options_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> by_label_;  // a hash table of places in `candidates_`, one more than they are
};

// `name = ...` and `type "label" { ... }` with places to fill in, what is required included.
std::string attribute_snippet(const bind::AttributeDef& def, std::string_view name, bool json);
std::string block_snippet(const bind::BlockDef& def, bool json);
std::string notes_text(const language::Notes& notes);
// How well a type fits where another is wanted.
int fitness(const Type& type, const Type& wanted);

}  // namespace hcl::ide
