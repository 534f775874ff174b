#include "engine/check/insertion.h"

#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/language/placeholder.h"
#include "engine/source/position.h"

namespace hcl::check {

namespace {

using bind::AttributeDef;
using bind::BodyDef;
using language::Relation;

constexpr std::string_view kBlanks = " \t";

// The order of items in a body.
class BodyOrder {
  public:
    explicit BodyOrder(const bind::BoundBody& body) {
        for (const BodyDef* def : body.defs) {
            for (const Relation& relation : def->relations)
                if (relation.kind == Relation::Kind::Order) asked_.push_back(&relation.names);
            for (const AttributeDef& attribute : def->attributes) listed_.push_back(attribute.name);
        }
    }
    // Whether the language prescribes that order.
    bool must_precede(const std::string& first, const std::string& second) const {
        return std::ranges::any_of(asked_, [&](const std::vector<std::string>* names) {
            auto a = std::ranges::find(*names, first);
            auto b = std::ranges::find(*names, second);
            return a != names->end() && b != names->end() && a < b;
        });
    }
    bool precedes(const std::string& first, const std::string& second) const {
        if (must_precede(first, second)) return true;
        if (must_precede(second, first)) return false;
        // Names that no schema lists come last.
        const auto at = std::ranges::find(listed_, second);
        return at == listed_.end() || std::ranges::find(listed_, first) < at;
    }

  private:
    std::vector<const std::vector<std::string>*> asked_;
    std::vector<std::string_view> listed_;  // of definitions, which outlive this object
};

std::string indent_at(const BodySource& source, std::uint32_t offset) {
    const std::uint32_t at = offset + source.base;
    const std::uint32_t start = at - source.tree.position(at, ColumnUnit::Utf8).column;
    const std::string line = source.tree.text({start, std::min(start + 400, at)});
    return line.substr(0, std::min(line.find_first_not_of(kBlanks), line.size()));
}

std::string value_of(const BodySource& source, const AttributeDef& def) {
    std::string value = language::placeholder(def);
    // HCL 1 has no null.
    if (value == "null" && source.tree.options().hcl1) return "\"\"";
    if (!source.is_json() || value == "null") return value;
    const Type& type = def.types.empty() ? def.type : def.types.front();
    if (!def.snippet.empty() || type.is_object() || type.is_tuple()) return language::placeholder(type, true);
    const bool is_word = !value.empty() && ((value[0] >= 'a' && value[0] <= 'z') || value[0] == '_');
    if (is_word && value != "true" && value != "false" && value != "null") return json_string(value);
    return value;
}

std::size_t width(std::string_view text) {
    return count_units(text, ColumnUnit::Grapheme);
}

// The lines of arguments, without indentation. `widest`: the names have this width at least.
std::vector<std::string> lines_of(const BodySource& source, const std::vector<NewArgument>& arguments,
                                  std::size_t widest = 0) {
    std::vector<std::string> lines;
    lines.reserve(arguments.size());
    for (const NewArgument& argument : arguments) widest = std::max(widest, width(argument.name));
    for (const auto& [name, value] : arguments)
        lines.push_back(source.is_json() ? json_string(name) + ": " + value
                                         : name + std::string(widest - width(name), ' ') + " = " + value);
    return lines;
}

std::vector<NewArgument> with_placeholders(const BodySource& source,
                                           const std::vector<const AttributeDef*>& arguments) {
    std::vector<NewArgument> out;
    out.reserve(arguments.size());
    for (const AttributeDef* def : arguments) out.push_back({def->name, value_of(source, *def)});
    return out;
}

// The width of the names in the lines of the argument that ends there, by its equals sign.
std::size_t width_at(const BodySource& source, std::optional<std::uint32_t> end) {
    if (!end || source.is_json()) return 0;
    for (std::uint32_t i : source.body.attributes) {
        const bind::BoundAttribute& there = source.unit.attributes[i];
        if (there.span.end != *end || !there.expr) continue;
        const std::string text = source.text({there.name_span.start, there.expr.span().start});
        const std::size_t equals = text.find('=');
        return equals == std::string::npos || equals == 0 || text[equals - 1] != ' '
                   ? 0
                   : width(std::string_view(text).substr(0, equals - 1));
    }
    return 0;
}

// Whether the body has both of its braces.
bool can_write(const BodySource& source) {
    const Span inside = source.body.inside;
    if (source.body.block == bind::kNone || inside.start == 0) return false;
    return source.text({inside.start - 1, inside.start}) == "{" &&
           source.base + inside.end < source.tree.size() && source.text({inside.end, inside.end + 1}) == "}";
}

class Writer {
  public:
    explicit Writer(const BodySource& source) : source_(source) {
        const bind::BoundBody& body = source.body;
        inside_ = source.text(body.inside);
        has_lines_ = inside_.find('\n') != std::string::npos;
        outer_ = indent_at(source, outer_offset());
        inner_ = outer_ + "  ";
        if (has_lines_ && !body.attributes.empty())
            inner_ = indent_at(source, source.unit.attributes[body.attributes[0]].name_span.start);
    }

    // The lines of a body on one line, with the argument that it has; empty when it has several lines.
    std::vector<std::string> with_existing(const std::vector<NewArgument>& arguments) const {
        const bind::BoundBody& body = source_.body;
        if (has_lines_ || body.attributes.size() != 1 || !body.blocks.empty()) return {};
        const bind::BoundAttribute& there = source_.unit.attributes[body.attributes[0]];
        const std::string old = source_.text(there.span);
        if (!there.expr || inside_.find_first_not_of(kBlanks) != there.span.start - body.inside.start ||
            inside_.find_last_not_of(kBlanks) + 1 != there.span.end - body.inside.start)
            return {};
        std::vector<NewArgument> all{{there.name, old.substr(there.expr.span().start - there.span.start)}};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return lines_of(source_, all);
    }
    // In place of all of a body on one line.
    Edit instead(const std::vector<std::string>& lines) const {
        return {source_.body.inside, joined(lines) + "\n" + outer_};
    }

    // After the item that ends at `anchor`; at the start of the body without one.
    Edit behind(std::optional<std::uint32_t> anchor, const std::vector<std::string>& lines) const {
        return source_.is_json() ? json(anchor, lines)
                                 : native(anchor.value_or(source_.body.inside.start), lines);
    }
    // Before the item at `place`, which is first on its line.
    Edit before(std::uint32_t place, const std::vector<std::string>& lines) const {
        std::string text;
        for (const std::string& line : lines) text += line + "\n" + indent_at(source_, place);
        return {{place, place}, text};
    }
    Edit at_end(const std::vector<std::string>& lines) const {
        const Span inside = source_.body.inside;
        if (!has_lines_) return native(inside.start, lines);
        const auto line = static_cast<std::uint32_t>(inside_.rfind('\n'));
        return {{inside.start + line, inside.start + line}, joined(lines)};
    }
    bool has_lines() const { return has_lines_; }

  private:
    std::uint32_t outer_offset() const {
        const bind::BoundBlock& block = source_.unit.blocks[source_.body.block];
        return source_.is_json() ? source_.body.inside.start : block.type_span.start;
    }
    std::string joined(const std::vector<std::string>& lines) const {
        std::string text;
        for (const std::string& line : lines) {
            text += "\n" + inner_;
            for (char c : line) text += c == '\n' ? "\n" + inner_ : std::string(1, c);
        }
        return text;
    }

    Edit native(std::uint32_t from, const std::vector<std::string>& lines) const {
        const Span inside = source_.body.inside;
        if (!has_lines_) {
            // The body is changed to several lines.
            const std::size_t first = inside_.find_first_not_of(kBlanks);
            std::string old;
            if (first != std::string::npos)
                old = "\n" + inner_ + inside_.substr(first, inside_.find_last_not_of(kBlanks) + 1 - first);
            return {inside, old + joined(lines) + "\n" + outer_};
        }
        const std::size_t line = inside_.find('\n', from - inside.start);
        // The last item is on the line of the closing brace: the rest moves to a separate line.
        if (line == std::string::npos) return {{from, from}, joined(lines) + "\n" + outer_};
        const std::uint32_t at = inside.start + static_cast<std::uint32_t>(line);
        return {{at, at}, joined(lines)};
    }

    Edit json(std::optional<std::uint32_t> anchor, const std::vector<std::string>& lines) const {
        const bool is_empty = inside_.find_first_not_of(" \t\r\n") == std::string::npos;
        std::string text;
        for (const std::string& line : lines) {
            const std::string start = has_lines_ ? "\n" + inner_ : anchor ? " " : "";
            if (anchor) text += ',';
            text.append(start).append(line);
            if (!anchor) text += ',';
            if (!anchor && !has_lines_) text += " ";
        }
        const std::uint32_t at = anchor.value_or(source_.body.inside.start);
        if (is_empty) text.resize(text.rfind(','));
        return {{at, at}, text};
    }

    const BodySource& source_;
    std::string inside_;
    bool has_lines_ = false;
    std::string outer_;
    std::string inner_;
};

}  // namespace

std::vector<Edit> add_arguments(const BodySource& source, std::vector<NewArgument> arguments) {
    if (arguments.empty() || !can_write(source)) return {};
    const BodyOrder order(source.body);
    const Writer writer(source);
    struct Place {
        bool is_before = false;
        std::optional<std::uint32_t> offset;
        bool operator==(const Place&) const = default;
    };
    auto place_of = [&](const std::string& name) {
        Place place;
        std::optional<std::uint32_t> follower;
        for (std::uint32_t i : source.body.attributes) {
            const bind::BoundAttribute& there = source.unit.attributes[i];
            if (order.precedes(there.name, name)) place.offset = there.span.end;
            if (order.must_precede(name, there.name) && !follower) follower = there.name_span.start;
        }
        const bool is_late = follower && place.offset && *follower < *place.offset;
        if (is_late && !source.is_json() && writer.has_lines()) place = {true, follower};
        return place;
    };
    std::ranges::stable_sort(arguments, [&](const NewArgument& a, const NewArgument& b) {
        return order.must_precede(a.name, b.name);
    });
    std::vector<Edit> edits;
    if (!writer.has_lines() && !source.is_json()) {
        const std::vector<std::string> all = writer.with_existing(arguments);
        edits.push_back(all.empty() ? writer.behind(std::nullopt, lines_of(source, arguments))
                                    : writer.instead(all));
        return edits;
    }
    std::vector<std::pair<Place, std::vector<NewArgument>>> groups;
    for (NewArgument& argument : arguments) {
        const Place place = place_of(argument.name);
        auto same = std::ranges::find_if(groups, [&](const auto& group) { return group.first == place; });
        if (same == groups.end()) same = groups.insert(same, {place, {}});
        same->second.push_back(std::move(argument));
    }
    for (const auto& [place, group] : groups)
        edits.push_back(
            place.is_before
                ? writer.before(*place.offset, lines_of(source, group))
                : writer.behind(place.offset, lines_of(source, group, width_at(source, place.offset))));
    std::ranges::sort(edits, {}, &Edit::range);
    return edits;
}

std::vector<Edit> add_arguments(const BodySource& source, const std::vector<const AttributeDef*>& arguments) {
    return add_arguments(source, with_placeholders(source, arguments));
}

std::vector<Edit> add_block(const BodySource& source, const bind::BlockDef& block) {
    if (source.is_json() || !can_write(source)) return {};
    std::string text = block.type;
    for (const language::LabelDef& label : block.labels)
        if (!label.is_optional && !label.is_variadic) text += " " + hcl_string(label.name);
    std::vector<const AttributeDef*> required;
    for (const AttributeDef& attribute : block.body->get().attributes)
        if (attribute.is_required && attribute.notes.is_available) required.push_back(&attribute);
    text += " {";
    for (const std::string& line : lines_of(source, with_placeholders(source, required)))
        text += "\n  " + line;
    return {Writer(source).at_end({text + "\n}"})};
}

namespace {

// The length of the blanks at the beginning of a text, and of a comment behind them that ends the line.
std::size_t length_to_line_end(std::string_view text) {
    std::size_t at = std::min(text.find_first_not_of(" \t\r"), text.size());
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (text.substr(at).starts_with('#') || text.substr(at).starts_with("//")) return end;
    if (!text.substr(at).starts_with("/*")) return at;
    const std::size_t close = text.find("*/", at + 2);
    if (close == std::string_view::npos || close > end) return at;
    const std::size_t rest = std::min(text.find_first_not_of(" \t\r", close + 2), text.size());
    return rest == end ? end : at;
}

}  // namespace

std::uint32_t end_with_comment(const syntax::File& tree, std::uint32_t end) {
    constexpr std::uint32_t kMostComment = 2000;
    const std::string after = tree.text({end, std::min(end + kMostComment, tree.size())});
    const std::size_t length = length_to_line_end(after);
    const bool ends_line = length == after.size() || after[length] == '\n';
    if (!ends_line || after.find_first_not_of(" \t\r") >= length) return end;
    const std::size_t last = std::string_view(after).substr(0, length).find_last_not_of(" \t\r");
    return end + static_cast<std::uint32_t>(last) + 1;
}

Span removed_place(const syntax::File& tree, Span place) {
    constexpr std::uint32_t kMostBlanks = 200;
    constexpr std::uint32_t kMostComment = 2000;
    const std::uint32_t from = place.start - std::min(place.start, kMostBlanks);
    const std::string before = tree.text({from, place.start});
    const std::string after = tree.text({place.end, std::min(place.end + kMostComment, tree.size())});
    const std::size_t blanks_before = before.size() - (before.find_last_not_of(" \t") + 1);
    const auto start = place.start - static_cast<std::uint32_t>(blanks_before);
    const bool starts_line =
        start == 0 || (blanks_before < before.size() && tree.text({start - 1, start}) == "\n");
    if (!starts_line) return {start, place.end};
    // The comment of the line is about what goes.
    const std::size_t length = length_to_line_end(after);
    const bool ends_line = length < after.size() && after[length] == '\n';
    if (ends_line) return {start, place.end + static_cast<std::uint32_t>(length) + 1};
    return {place.start, place.end};
}

std::optional<Edit> added_item(const BodySource& source, syntax::Node object, const std::string& item) {
    if (!object || !object.is(syntax::NodeKind::Object) || !object.text().ends_with('}')) return std::nullopt;
    syntax::Node last;
    for (const syntax::Node child : object.children()) last = child;
    const std::uint32_t close = object.span().end - 1;
    const std::string_view text = object.text();
    if (text.find('\n') == std::string_view::npos) {
        if (!last) return Edit{object.span(), "{ " + item + " }"};
        return Edit{{last.span().end, last.span().end}, ", " + item};
    }
    // On a line of its own, before that of the brace.
    constexpr std::uint32_t kMostIndent = 256;
    const std::uint32_t from = close - std::min(close, kMostIndent);
    const std::string before = source.text({from, close});
    const std::size_t line = before.rfind('\n') + 1;
    if (line == 0 || before.find_first_not_of(" \t", line) != std::string::npos) return std::nullopt;
    const std::uint32_t at = from + static_cast<std::uint32_t>(line);
    return Edit{{at, at}, before.substr(line) + "  " + item + "\n"};
}

std::optional<Edit> added_property(const syntax::File& tree, const std::string& property) {
    const std::string text = tree.text();
    const std::size_t close = text.find_last_not_of(" \t\r\n");
    if (property.empty() || close == std::string::npos || close == 0 || text[close] != '}')
        return std::nullopt;
    const std::size_t last = text.find_last_not_of(" \t\r\n", close - 1);
    if (last == std::string::npos) return std::nullopt;
    const auto at = static_cast<std::uint32_t>(last + 1);
    return Edit{{at, static_cast<std::uint32_t>(close)},
                (text[last] == '{' ? "\n  " : ",\n  ") + property + "\n"};
}

std::optional<std::vector<Edit>> removed_properties(const syntax::File& tree, std::span<const Span> places) {
    constexpr std::uint32_t kMostBlanks = 4096;
    constexpr std::string_view kWhiteSpace = " \t\r\n";
    // The place of the first other character behind `offset`, and that of the last one before it.
    auto behind = [&](std::uint32_t offset) -> std::optional<std::uint32_t> {
        const std::string after = tree.text({offset, std::min(offset + kMostBlanks, tree.size())});
        const std::size_t found = after.find_first_not_of(kWhiteSpace);
        if (found == std::string::npos) return std::nullopt;
        return offset + static_cast<std::uint32_t>(found);
    };
    auto before = [&](std::uint32_t offset) -> std::optional<std::uint32_t> {
        const std::uint32_t from = offset - std::min(offset, kMostBlanks);
        const std::size_t found = tree.text({from, offset}).find_last_not_of(kWhiteSpace);
        if (found == std::string::npos) return std::nullopt;
        return from + static_cast<std::uint32_t>(found);
    };
    auto is_at = [&](std::uint32_t offset, std::string_view character) {
        return tree.text({offset, offset + 1}) == character;
    };
    std::vector<Edit> edits;
    for (std::size_t first = 0; first < places.size();) {
        // A run of neighbours goes at once.
        Span gone = places[first++];
        auto next = behind(gone.end);
        if (!next) return std::nullopt;
        while (is_at(*next, ",")) {
            const auto follower = behind(*next + 1);
            if (!follower) return std::nullopt;
            if (first == places.size() || places[first].start != *follower) {
                // Up to the property that stays.
                gone.end = *follower;
                break;
            }
            gone.end = places[first++].end;
            next = behind(gone.end);
            if (!next) return std::nullopt;
        }
        if (!is_at(*next, ",")) {
            const auto previous = before(gone.start);
            if (!previous) return std::nullopt;
            if (is_at(*previous, ","))
                gone.start = *previous;
            else  // all properties of the object
                gone = {*previous + 1, *next};
        }
        edits.push_back({gone, ""});
    }
    return edits;
}

}  // namespace hcl::check
