// The order of the members of a union. Private to this room.
#pragma once

#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "engine/pcl/type.h"

namespace hcl::pcl {

// Compares types by their text in the reference implementation's notation, but reads only the parts that
// differ: types share the others, and one of a line can have a text of megabytes.
class UnionOrder {
  public:
    // Below zero, zero (the texts are equal), above.
    int compare(const Type& a, const Type& b) { return compare(a, b, {'\0', '\0'}); }
    bool is_before(const Type& a, const Type& b) {
        const int order = compare(a, b);
        return order != 0 ? order < 0 : a.hash() < b.hash();
    }

  private:
    // The characters after both texts: one can start with the other.
    struct Next {
        char a;
        char b;
    };
    int compare(const Type& a, const Type& b, Next next);
    int compare_lists(std::span<const Type> a, std::span<const Type> b);
    int compare_objects(std::span<const Property> a, std::span<const Property> b);
    int compare_enums(const Type& a, const Type& b);
    static int compare_constants(const Value& a, const Value& b, Next next);
    static int compare_texts(std::string_view a, std::string_view b, Next next);

    std::set<std::pair<const internal::TypeNode*, const internal::TypeNode*>>
        same_;  // different, with one text
};

}  // namespace hcl::pcl
