#include "engine/language/placeholder.h"

#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/base/json_string.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::language {

std::string without_places(std::string_view snippet) {
    std::string out;
    std::size_t open = 0;  // number of open placeholders
    for (std::size_t i = 0; i < snippet.size(); ++i) {
        char c = snippet[i];
        if (c == '\\' && i + 1 < snippet.size()) {
            out += snippet[++i];
            continue;
        }
        if (c == '}' && open > 0) {
            --open;
            continue;
        }
        auto is_digit = [&](std::size_t at) {
            return at < snippet.size() && snippet[at] >= '0' && snippet[at] <= '9';
        };
        bool in_braces = c == '$' && i + 1 < snippet.size() && snippet[i + 1] == '{';
        std::size_t at = i + (in_braces ? 2 : 1);
        if (c != '$' || !is_digit(at)) {
            out += c;
            continue;
        }
        while (is_digit(at)) ++at;
        if (!in_braces) {
            i = at - 1;
            continue;
        }
        if (at < snippet.size() && snippet[at] == '|') {
            // The first of its choices.
            std::size_t end = std::min(snippet.find("|}", at), snippet.size());
            std::string_view choices = snippet.substr(at + 1, end - std::min(end, at + 1));
            out += choices.substr(0, choices.find(','));
            i = std::min(end + 1, snippet.size());
            continue;
        }
        ++open;
        i = at < snippet.size() && snippet[at] == ':' ? at : at - 1;
    }
    return out;
}

std::string placeholder(const Type& type, bool json) {
    if (type.is_string()) return "\"\"";
    if (type.is_number()) return "0";
    if (type.is_bool()) return "false";
    std::string out;
    if (type.is_tuple()) {
        for (const Type& element : type.elements())
            out += (out.empty() ? "" : ", ") + placeholder(element, json);
        return "[" + out + "]";
    }
    if (type.is_object()) {
        for (const ObjectAttribute& attribute : type.attributes()) {
            if (attribute.optional) continue;
            const bool is_bare = !json && syntax::is_valid_identifier(attribute.name);
            out += out.empty() ? " " : ", ";
            out += json ? json_string(attribute.name) : is_bare ? attribute.name : hcl_string(attribute.name);
            out += (json ? ": " : " = ") + placeholder(attribute.type, json);
        }
        return out.empty() ? "{}" : "{" + out + " }";
    }
    if (type.is_list() || type.is_set()) return "[]";
    if (type.is_map()) return "{}";
    return "null";
}

std::string type_source(const AttributeDef& def) {
    std::string out = def.type.is_dynamic() ? "" : def.type.to_constraint_source();
    for (std::size_t i = 0; i < def.types.size(); ++i)
        out += (i == 0                      ? ""
                : i + 1 == def.types.size() ? " or "
                                            : ", ") +
               def.types[i].to_constraint_source();
    return out;
}

std::string placeholder(const AttributeDef& def) {
    if (!def.snippet.empty()) {
        std::string text = without_places(def.snippet);
        // Brackets with a place for the first element.
        const bool is_empty = text.size() > 1 && text.find_first_not_of(" \n", 1) == text.size() - 1;
        if (is_empty && text.front() == '{') return "{}";
        if (!text.empty()) return text;
    }
    const Type& type = def.types.empty() ? def.type : def.types.front();
    bool is_one = type.is_primitive() || type.is_dynamic();
    if (def.default_value && def.decoder == Decoder::None && is_one) return def.default_value->to_display(80);
    if (is_one)
        for (const Choice& choice : def.rules.values) {
            if (choice.is_deprecated || !choice.is_available) continue;
            bool is_word = def.decoder == Decoder::Keyword && choice.value.is_known_string();
            return is_word ? std::string(choice.value.as_string()) : choice.value.to_display(80);
        }
    if (def.decoder == Decoder::Identifiers || def.decoder == Decoder::Traversals ||
        def.decoder == Decoder::Addresses)
        return "[]";
    if (def.decoder == Decoder::Type) return "any";
    if (def.decoder != Decoder::None) return "null";
    if (type.is_number() && def.rules.min) return def.rules.min->to_display(80);
    return placeholder(type);
}

}  // namespace hcl::language
