// Tolerant reading of packs. Missing or wrong items are skipped and reported; unknown
// names are reported by the schema of the pack language, not here. Private to
// language/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/decoder.h"
#include "engine/language/language.h"

namespace hcl::language {

class Reading {
  public:
    // The language's pack. Findings are added to `findings`.
    Reading(const Language& language, Diagnostics& findings) : language_(language), findings_(findings) {}

    const Language& language() const { return language_; }

    void report(DiagCode code, Span place, std::initializer_list<std::string_view> args);
    void report(Diagnostics findings);
    eval::Expression expression(syntax::Node node) const { return eval::Expression(node, language_.pack); }

    // An identifier or a string; empty otherwise.
    std::string word(syntax::Node node, std::string_view what);
    std::vector<std::string> words(syntax::Node node, std::string_view what);  // one, or a list
    // self.NAME; anything else is reported, and empty.
    std::string member_of_self(syntax::Node node, std::string_view what);
    // The value of a constant expression, converted; empty without one. The schema of packs reports
    // annotations of the wrong type; where it accepts any expression, request the report here.
    enum class ReportErrors : std::uint8_t { No, Yes };
    std::optional<Value> value(syntax::Node node, const Type& type, std::string_view what,
                               ReportErrors errors = ReportErrors::No);
    std::string text(syntax::Node node, std::string_view what);
    bool flag(syntax::Node node, std::string_view what);
    std::optional<std::uint64_t> count(syntax::Node node, std::string_view what);
    // Whether it is an object in braces.
    static bool is_object(syntax::Node node);
    // The elements of a list in brackets; any other expression itself.
    std::vector<syntax::Node> elements(syntax::Node node) const;
    // At most `limits::compared_words` elements of a list; a longer list is reported.
    std::vector<syntax::Node> compared_elements(syntax::Node node, std::string_view what);
    // Whether a list of `count` elements is still below `limits::compared_words`. If not, that is reported at
    // the next element, `one`.
    bool may_be_more(std::size_t count, syntax::Node one, std::string_view what);
    // Keys (identifiers or strings) and values of an object in braces, in source order.
    std::vector<std::pair<std::string, syntax::Node>> entries(syntax::Node node, std::string_view what,
                                                              bool takes_empty = false);

    // The members of an object in braces, which has no others than `known`.
    std::vector<std::pair<std::string, syntax::Node>> members(syntax::Node node, std::string_view what,
                                                              const std::vector<std::string_view>& known);

    // Reports that the setting `what` does not know the word; with the nearest known one as a fix.
    void report_word(syntax::Node node, std::string_view what, const std::string& given,
                     const std::vector<std::string_view>& known);

    // The table's value for the word; `otherwise` when there is no word or the word is unknown.
    template <typename T>
    T pick(syntax::Node node, std::string_view what,
           std::initializer_list<std::pair<std::string_view, T>> table, T otherwise) {
        if (!node) return otherwise;
        std::string given = word(node, what);
        std::vector<std::string_view> known;
        for (const auto& [name, value] : table) {
            if (name == given) return value;
            known.push_back(name);
        }
        report_word(node, what, given, known);
        return otherwise;
    }

  private:
    const Language& language_;
    Diagnostics& findings_;
};

// A block of a pack, with its items by name.
struct PackBlock {
    std::vector<syntax::AttributeView> attributes;
    std::vector<syntax::BlockView> blocks;

    explicit PackBlock(const syntax::BodyView& body);
    syntax::Node find(std::string_view name) const;  // null when absent
    const syntax::AttributeView* attribute(std::string_view name) const;
};

// A built-in pack by name, read completely: a language or a library. Null when there is none;
// it lives as long as the program.
LanguagePtr builtin_pack(std::string_view name);
BlockDef make_free_block(const Language& language);
// The block that generates blocks of this type, one per element of a collection.
std::shared_ptr<const BlockDef> generator_of(const Language& language, const BlockDef& made);

BodyDef compile_body(const Language& language, const syntax::BodyView& source);

}  // namespace hcl::language
