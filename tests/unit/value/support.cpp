#include "tests/unit/value/support.h"

#include <doctest/doctest.h>

#include <vector>

namespace hcl::test {

namespace {

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    Type type() {
        std::string_view name = word();
        if (name == "any") return Type::dynamic();
        if (name == "string") return Type::string();
        if (name == "number") return Type::number();
        if (name == "bool") return Type::boolean();
        expect('(');
        Type out;
        if (name == "tuple") {
            expect('[');
            std::vector<Type> elements;
            while (!take(']')) {
                elements.push_back(type());
                take(',');
            }
            out = Type::tuple(elements);
        } else if (name == "object") {
            expect('{');
            std::vector<ObjectAttribute> attributes;
            while (!take('}')) {
                std::string attribute(word());
                bool optional = take('?');
                expect('=');
                attributes.push_back({attribute, type(), optional});
                take(',');
            }
            out = Type::object(std::move(attributes));
        } else if (name == "list") {
            out = Type::list(type());
        } else if (name == "set") {
            out = Type::set(type());
        } else {
            REQUIRE(name == "map");
            out = Type::map(type());
        }
        expect(')');
        return out;
    }

    bool done() const { return at_ == text_.size(); }

  private:
    std::string_view word() {
        std::size_t start = at_;
        while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
        return text_.substr(start, at_ - start);
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) { REQUIRE(take(c)); }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

Type type_of(std::string_view source) {
    Reader reader(source);
    Type out = reader.type();
    REQUIRE(reader.done());
    return out;
}

}  // namespace hcl::test
