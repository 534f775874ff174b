#include "engine/eval/text/describe.h"

#include "engine/value/type_names.h"

namespace hcl::eval {

namespace {

// The path to the difference, and the types there.
struct Difference {
    std::string path;
    Type yes;
    Type no;
    std::string special;  // a whole sentence, if types alone do not explain it
};

Difference find_difference(Type yes, Type no) {
    Difference d;
    while (true) {
        if (yes.is_object() && no.is_object()) {
            const ObjectAttribute* differing = nullptr;
            for (const ObjectAttribute& a : yes.attributes()) {
                const ObjectAttribute* b = no.find_attribute(a.name);
                if (!b) {
                    d.special = "Only the result for true has an attribute \"" + a.name + "\"";
                    break;
                }
                if (b->type != a.type) {
                    differing = &a;
                    break;
                }
            }
            if (d.special.empty() && !differing)
                for (const ObjectAttribute& b : no.attributes())
                    if (!yes.find_attribute(b.name)) {
                        d.special = "Only the result for false has an attribute \"" + b.name + "\"";
                        break;
                    }
            if (!d.special.empty() || !differing) break;
            d.path += "." + differing->name;
            Type inner_no = no.find_attribute(differing->name)->type;
            Type inner_yes = differing->type;
            yes = inner_yes;
            no = inner_no;
            continue;
        }
        if (yes.is_tuple() && no.is_tuple()) {
            std::size_t a = yes.elements().size(), b = no.elements().size();
            if (a != b) {
                d.special = "The result for true has " + std::to_string(a) +
                            (a == 1 ? " element, the other " : " elements, the other ") + std::to_string(b);
                break;
            }
            std::size_t i = 0;
            while (i < a && yes.elements()[i] == no.elements()[i]) ++i;
            if (i == a) break;
            d.path += "[" + std::to_string(i) + "]";
            Type inner_yes = yes.elements()[i], inner_no = no.elements()[i];
            yes = inner_yes;
            no = inner_no;
            continue;
        }
        if (yes.is_collection() && yes.kind() == no.kind() && yes != no) {
            d.path += "[*]";
            Type inner_yes = yes.element(), inner_no = no.element();
            yes = inner_yes;
            no = inner_no;
            continue;
        }
        break;
    }
    d.yes = yes;
    d.no = no;
    return d;
}

void append_with_article(std::string& out, const Type& type) {
    const std::size_t begin = out.size();
    out += "a ";
    internal::append_friendly_name(out, type);
    const bool vowel =
        out.size() > begin + 2 && std::string_view("aeiou").find(out[begin + 2]) != std::string_view::npos;
    if (vowel) out.insert(begin + 1, 1, 'n');
}

std::string describe_types(const Type& yes, const Type& no) {
    std::string out;
    out.reserve(64);
    out += "The result for true is ";
    append_with_article(out, yes);
    out += ", the other ";
    append_with_article(out, no);
    return out;
}

}  // namespace

std::string describe_mismatch(const Type& yes, const Type& no) {
    if (yes.kind() != no.kind()) return describe_types(yes, no);
    Difference d = find_difference(yes, no);
    std::string where = d.path.empty() ? "" : ", at " + d.path;
    if (!d.special.empty()) return d.special + where;
    return describe_types(d.yes, d.no) + where;
}

std::string with_article(const Type& type) {
    std::string out;
    append_with_article(out, type);
    return out;
}

}  // namespace hcl::eval
