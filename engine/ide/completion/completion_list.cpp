#include "engine/ide/completion/completion_list.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/base/name_index.h"
#include "engine/ide/completion/fuzzy.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/language/placeholder.h"
#include "engine/source/position.h"

namespace hcl::ide {

namespace {

using bind::AttributeDef;
using bind::BlockDef;
using bind::BodyDef;

constexpr int kDeepest = 3;  // depth of nested blocks in one snippet
constexpr std::size_t kMostType = 60;

// Numbers the placeholders of a snippet.
struct Places {
    int next = 1;
    bool has_end = false;  // the final cursor position ($0) is already set
    std::string end() { return std::exchange(has_end, true) ? "" : "$0"; }
    std::string empty() { return "${" + std::to_string(next++) + "}"; }
    std::string with(std::string_view text) {
        return "${" + std::to_string(next++) + ":" + escaped(text) + "}";
    }
    std::string choice(const std::vector<std::string>& all) {
        std::string out = "${" + std::to_string(next++) + "|";
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i > 0) out += ",";
            for (char c : all[i]) {
                if (c == ',' || c == '|' || c == '\\') out += '\\';
                out += c;
            }
        }
        return out + "|}";
    }
    // A snippet of the pack, with its placeholders renumbered to follow the existing ones.
    std::string all_of(std::string_view snippet) {
        std::string out;
        const int before = next - 1;
        for (std::size_t i = 0; i < snippet.size(); ++i) {
            out += snippet[i];
            if (snippet[i] == '\\' && i + 1 < snippet.size()) {
                out += snippet[++i];
                continue;
            }
            if (snippet[i] != '$') continue;
            if (i + 1 < snippet.size() && snippet[i + 1] == '{') out += snippet[++i];
            int number = 0;
            while (i + 1 < snippet.size() && snippet[i + 1] >= '0' && snippet[i + 1] <= '9' && number < 1000)
                number = number * 10 + (snippet[++i] - '0');
            if (snippet[i] < '0' || snippet[i] > '9') continue;
            if (number == 0) {
                has_end = true;
            } else {
                number += before;
                next = std::max(next, number + 1);
            }
            out += std::to_string(number);
        }
        return out;
    }
    static std::string escaped(std::string_view text) {
        std::string out;
        for (char c : text) {
            if (c == '$' || c == '}' || c == '\\') out += '\\';
            out += c;
        }
        return out;
    }
};

std::vector<std::string> choices_of(const language::ValueRules& rules, bool quoted) {
    std::vector<std::string> all;
    for (const language::Choice& choice : rules.values) {
        if (all.size() == 40) break;
        if (!choice.is_available || choice.is_deprecated) continue;
        if (choice.value.is_known_string())
            all.push_back(quoted ? hcl_string(choice.value.as_string())
                                 : std::string(choice.value.as_string()));
        else
            all.push_back(choice.value.to_display(80));
    }
    return all;
}

bool takes_list_of_names(language::Decoder decoder) {
    return decoder == language::Decoder::Identifiers || decoder == language::Decoder::Traversals ||
           decoder == language::Decoder::Addresses;
}

// Optional labels are left out, unless their values are known.
bool is_written(const language::LabelDef& label) {
    return !label.is_variadic && (!label.is_optional || !label.rules.values.empty());
}

// The text after the equals sign.
std::string value_snippet(const AttributeDef& def, Places& places, bool json) {
    if (!def.snippet.empty() && !json) return places.all_of(def.snippet);
    const Type& type = def.type;
    bool is_keyword = def.decoder == language::Decoder::Keyword && !json;
    if (takes_list_of_names(def.decoder) && !json) {
        const bool has_words = def.decoder == language::Decoder::Identifiers && !def.rules.values.empty();
        return "[" + (has_words ? places.choice(choices_of(def.rules, false)) : places.empty()) + "]";
    }
    if (!def.rules.values.empty() && (type.is_primitive() || type.is_dynamic() || is_keyword))
        return places.choice(choices_of(def.rules, !is_keyword));
    if (def.decoder != language::Decoder::None) return json ? "\"" + places.empty() + "\"" : places.empty();
    if (type.is_string()) return "\"" + places.empty() + "\"";
    // A condition is no constant.
    const bool is_condition = def.must_refer != language::MustRefer::Nothing;
    if (type.is_bool()) return is_condition ? places.empty() : places.choice({"true", "false"});
    if (type.is_list() || type.is_set() || type.is_tuple()) {
        bool of_texts = type.is_collection() && type.element().is_string();
        if (of_texts && !def.rules.values.empty())
            return "[" + places.choice(choices_of(def.rules, true)) + "]";
        return of_texts ? "[\"" + places.empty() + "\"]" : "[" + places.empty() + "]";
    }
    if (type.is_map() || type.is_object()) return "{\n  " + places.empty() + "\n}";
    return places.empty();
}

std::string indented(const std::string& text) {
    std::string out;
    for (char c : text) {
        out += c;
        if (c == '\n') out += "  ";
    }
    return out;
}

bool is_asked_for(const AttributeDef& attribute) {
    return attribute.is_required && !attribute.is_read_only && attribute.notes.is_available;
}

// The lines of a block's body: all required items, then a placeholder for more.
std::string body_snippet(const BodyDef& body, Places& places, bool json, int depth) {
    std::vector<std::string> lines;
    auto width = [](std::string_view name) { return count_units(name, ColumnUnit::Grapheme); };
    std::uint32_t widest = 0;
    for (const AttributeDef& attribute : body.attributes)
        if (is_asked_for(attribute)) widest = std::max(widest, width(attribute.name));
    for (const AttributeDef& attribute : body.attributes) {
        if (!is_asked_for(attribute)) continue;
        std::string name = json ? json_string(attribute.name) + ": "
                                : attribute.name + std::string(widest - width(attribute.name), ' ') + " = ";
        lines.push_back(name + value_snippet(attribute, places, json));
    }
    for (const BlockDef& block : body.blocks) {
        if (block.min_items == 0 || !block.notes.is_available || json) continue;
        std::string header = block.type;
        for (const language::LabelDef& label : block.labels)
            if (is_written(label)) header += " \"" + places.with(label.name) + "\"";
        if (depth >= kDeepest)
            lines.push_back(header + " {\n  " + places.empty() + "\n}");
        else
            lines.push_back(header + " {\n  " +
                            indented(body_snippet(block.body->get(), places, json, depth + 1)) + "\n}");
    }
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i > 0 ? (json ? ",\n" : "\n") : "") + lines[i];
    if (depth > 0) return out.empty() ? places.empty() : out;
    if (places.has_end) return out;
    return out + (out.empty() || json ? "" : "\n") + places.end();
}

}  // namespace

std::string notes_text(const language::Notes& notes) {
    std::string text = notes.doc;
    auto paragraph = [&](std::string_view more) { text += (text.empty() ? "" : "\n\n") + std::string(more); };
    if (notes.is_deprecated) {
        const bool is_renamed = notes.deprecated.empty() && !notes.replaced_by.empty();
        paragraph("**Deprecated.** " +
                  (is_renamed ? "Use `" + notes.replaced_by + "` instead." : notes.deprecated));
    }
    if (!notes.since.empty()) paragraph("Since " + notes.since + ".");
    if (!notes.until.empty()) paragraph("Until " + notes.until + ".");
    if (!notes.is_available) paragraph("Not in the version of this workspace.");
    if (!notes.link.empty()) paragraph("[Documentation](" + notes.link + ")");
    return text;
}

std::string attribute_snippet(const AttributeDef& def, std::string_view name, bool json) {
    Places places;
    std::string value = value_snippet(def, places, json);
    return (json ? json_string(def.name) + ": " : Places::escaped(name) + " = ") + value + places.end();
}

namespace {

// Each label is a property of the object before.
std::string block_snippet_json(const BlockDef& def) {
    Places places;
    std::vector<std::string> names{json_string(def.type)};
    for (const language::LabelDef& label : def.labels) {
        if (!is_written(label)) continue;
        std::vector<std::string> all = choices_of(label.rules, false);
        names.push_back("\"" + (all.empty() ? places.with(label.name) : places.choice(all)) + "\"");
    }
    std::string out = body_snippet(def.body->get(), places, true, 0);
    for (std::size_t i = names.size(); i-- > 0;) out = names[i] + ": {\n  " + indented(out) + "\n}";
    return out;
}

}  // namespace

std::string block_snippet(const BlockDef& def, bool json) {
    if (json) return block_snippet_json(def);
    Places places;
    std::string header = def.type + " ";
    for (const language::LabelDef& label : def.labels) {
        if (!is_written(label)) continue;
        std::vector<std::string> all = choices_of(label.rules, false);
        header += "\"" + (all.empty() ? places.with(label.name) : places.choice(all)) + "\" ";
    }
    std::string inside;
    if (def.snippet.empty()) {
        inside = body_snippet(def.body->get(), places, false, 0);
    } else {
        inside = places.all_of(def.snippet);
        inside += places.end();
    }
    return header + "{\n  " + indented(inside) + "\n}";
}

int fitness(const Type& type, const Type& wanted) {
    if (wanted.is_dynamic() || type.is_dynamic()) return rank::kPlain;
    if (type.matches(wanted) || type.matches(wanted.without_optional())) return rank::kFitting;
    bool is_list = type.is_list() || type.is_set() || type.is_tuple();
    bool wants_list = wanted.is_list() || wanted.is_set() || wanted.is_tuple();
    bool is_map = type.is_map() || type.is_object();
    bool wants_map = wanted.is_map() || wanted.is_object();
    if ((is_list && wants_list) || (is_map && wants_map)) return rank::kFitting;
    // Every primitive converts to a string, and some strings convert to numbers or bools.
    if (type.is_primitive() && wanted.is_string()) return rank::kPlain;
    if (type.is_string() && wanted.is_primitive()) return rank::kPlain;
    // A member may fit.
    if (is_map) return rank::kPlain;
    return rank::kUnfitting;
}

namespace {

// How well a candidate fits what is typed: where it begins so, its rank counts only among these.
enum class Match : std::uint8_t { Begins, Holds, None };

CompletionItem base_item(const Candidate& c, Match match, const ItemStyle& style) {
    CompletionItem item;
    item.label = c.label;
    item.kind = c.kind;
    item.rank = match == Match::Begins  ? rank::kBegins
                : match == Match::Holds ? c.rank
                                        : rank::kDeprecated + 1;
    item.is_snippet = c.is_snippet;
    item.inserted = c.inserted.empty() ? c.label : c.inserted;
    item.commit = c.commit;
    item.removed = c.removed;
    item.detail = c.detail;
    item.is_preselected = c.is_preselected;
    item.is_deprecated = c.is_deprecated;
    if (style.documentation) item.documentation = c.documentation;
    if (item.detail.empty() && !c.type.is_dynamic()) {
        item.detail = c.type.to_source();
        if (item.detail.size() > kMostType) item.detail = c.type.friendly_name();
    }
    return item;
}

void describe_attribute(CompletionItem& item, const AttributeDef& def, const ItemStyle& style) {
    item.is_deprecated = def.notes.is_deprecated;
    if (style.documentation) item.documentation = notes_text(def.notes);
    item.detail = language::type_source(def);
    if (item.detail.size() > kMostType)
        item.detail = def.types.empty() ? def.type.friendly_name() : "one of several types";
    if (def.is_required) item.detail += item.detail.empty() ? "required" : ", required";
    if (style.is_followed || style.in_quotes) return;
    if (style.snippets && !style.is_one_line) {
        item.inserted = attribute_snippet(def, item.inserted, style.json);
        item.is_snippet = true;
    } else {
        item.inserted = style.json ? json_string(def.name) + ": " : item.inserted + " = ";
    }
}

void describe_block(CompletionItem& item, const BlockDef& def, const ItemStyle& style) {
    item.is_deprecated = def.notes.is_deprecated;
    if (style.documentation) item.documentation = notes_text(def.notes);
    for (const language::LabelDef& label : def.labels)
        item.detail += (item.detail.empty() ? "\"" : " \"") + label.name + "\"";
    item.detail = "block" + (item.detail.empty() ? "" : " " + item.detail);
    if (style.is_followed || style.in_quotes) return;
    if (style.snippets && !style.is_one_line) {
        item.inserted = block_snippet(def, style.json);
        item.is_snippet = true;
    } else if (style.json) {
        item.inserted = json_string(def.type) + ": ";
    }
}

void describe_function(CompletionItem& item, const eval::Function& function, const ItemStyle& style) {
    Signature signature = signature_of("", function);
    const std::size_t close = signature.label.rfind(')');
    item.parameters = signature.label.substr(0, close + 1);
    if (close + 3 <= signature.label.size()) item.detail = signature.label.substr(close + 3);
    if (style.documentation) item.documentation = std::move(signature.documentation);
    if (style.is_followed || !style.snippets) return;
    item.is_snippet = !function.parameters.empty() || function.variadic;
    item.inserted = item.label + (item.is_snippet ? "($0)" : "()");
}

CompletionItem item_of(const Candidate& c, Match match, const ItemStyle& style) {
    CompletionItem item = base_item(c, match, style);
    if (c.attribute)
        describe_attribute(item, *c.attribute, style);
    else if (c.block)
        describe_block(item, *c.block, style);
    else if (c.function)
        describe_function(item, *c.function, style);
    return item;
}

}  // namespace

void CompletionList::add(Candidate candidate) {
    if (candidate.label.empty()) return;
    if (!options_.only.empty() && candidate.label != options_.only) return;
    if (2 * (candidates_.size() + 1) > by_label_.size()) make_room();
    const std::uint32_t hash = hash_name(candidate.label);
    Slot& slot = slot_of(candidate.label, hash);
    if (slot.place != 0) return;
    candidates_.push_back(std::move(candidate));
    slot = {hash, static_cast<std::uint32_t>(candidates_.size())};
}

CompletionList::Slot& CompletionList::slot_of(std::string_view label, std::uint32_t hash) {
    const std::size_t mask = by_label_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = by_label_[i];
        if (slot.place == 0 || (slot.hash == hash && candidates_[slot.place - 1].label == label)) return slot;
    }
}

void CompletionList::make_room() {
    std::vector<Slot> old(std::bit_ceil(4 * std::max(candidates_.size() + 16, candidates_.capacity())));
    old.swap(by_label_);
    const std::size_t mask = by_label_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.place == 0) continue;
        std::size_t i = slot.hash & mask;
        while (by_label_[i].place != 0) i = (i + 1) & mask;
        by_label_[i] = slot;
    }
}

std::vector<CompletionItem> CompletionList::take(const ItemStyle& style, bool& is_cut) {
    struct Scored {
        const Candidate* candidate;
        int score;  // of the typed letters; negative: no match
        Match match;
    };
    std::vector<Scored> order;
    order.reserve(candidates_.size());
    const FuzzyPattern typed(typed_);
    for (const Candidate& c : candidates_)
        if (!c.is_hidden) {
            const int score = typed_.empty() ? 0 : typed.score(c.label).value_or(-1);
            // A name in a namespace is preferred only when a ":" is typed.
            const bool is_far =
                c.label.find("::") != std::string::npos && typed_.find(':') == std::string::npos;
            const bool begins =
                !typed_.empty() && !is_far && c.rank < rank::kDeprecated && typed.begins(c.label);
            order.push_back({&c, score, score < 0 ? Match::None : begins ? Match::Begins : Match::Holds});
        }
    // A keyword that is begun is meant rather than a function.
    auto rank_of = [](const Scored& one) {
        const bool is_word = one.match == Match::Begins && one.candidate->kind == CompletionKind::Keyword;
        return is_word ? std::min(one.candidate->rank, rank::kPlain) : one.candidate->rank;
    };
    auto is_better = [&](const Scored& a, const Scored& b) {
        if (a.match != b.match) return a.match < b.match;
        if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
        if (a.score != b.score) return a.score > b.score;
        if (a.candidate->order != b.candidate->order) return a.candidate->order < b.candidate->order;
        return a.candidate->label < b.candidate->label;
    };
    is_cut = order.size() > options_.most;
    if (is_cut) {
        std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(options_.most),
                                 is_better);
        order.resize(options_.most);
        // Drop items that do not match from a list that is cut anyway.
        std::erase_if(order, [](const Scored& s) { return s.score < 0; });
    }
    std::ranges::sort(order, is_better);
    std::vector<CompletionItem> items;
    items.reserve(order.size());
    for (const Scored& scored : order) items.push_back(item_of(*scored.candidate, scored.match, style));
    return items;
}

}  // namespace hcl::ide
