#include "engine/pcl/notation.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::pcl {

namespace {

struct Word {
    std::string_view name;
    Type (*make)();
};
constexpr Word kWords[] = {
    {"dynamic", Type::dynamic}, {"any", Type::dynamic},   {"none", Type::none},     {"bool", Type::boolean},
    {"int", Type::integer},     {"number", Type::number}, {"string", Type::string}, {"id", Type::id},
};

class Reader {
  public:
    Reader(std::string_view text, Integers integers) : text_(text), integers_(integers) {}

    ParsedType read() {
        ParsedType out;
        Type type = alternatives();
        skip_space();
        if (problem_.empty() && at_ < text_.size()) fail("nothing more is expected here");
        out.problem = std::move(problem_);
        out.at = problem_at_;
        if (out.problem.empty()) out.type = std::move(type);
        return out;
    }

  private:
    bool failed() const { return !problem_.empty(); }
    Type fail(std::string problem) {
        if (problem_.empty()) {
            problem_ = std::move(problem);
            problem_at_ = at_;
        }
        at_ = text_.size();
        return Type();
    }

    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    }
    bool next_is(char c) {
        skip_space();
        return at_ < text_.size() && text_[at_] == c;
    }
    bool take(char c) {
        if (!next_is(c)) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("'") + c + "' is missing");
    }

    // A | B?
    Type alternatives() {
        if (++depth_ > kMaxTypeDepth) return fail("the type is nested too deeply");
        std::vector<Type> members;
        do {
            members.push_back(one());
            while (take('?')) members.push_back(Type::none());
        } while (take('|'));
        --depth_;
        return members.size() == 1 ? members.front() : Type::union_of(std::move(members));
    }

    Type one() {
        skip_space();
        if (failed() || at_ >= text_.size()) return fail("a type is missing");
        const char c = text_[at_];
        if (c == '"') return constant(Value::string(quoted()));
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        if (take('(')) return Type::tuple(parts(')'));
        if (take('[')) return Type::tuple(parts(']'));
        if (take('{')) return object();
        if (text_.substr(at_).starts_with("...")) {
            // A rendering leaves out what is too long, or inside of itself.
            at_ += 3;
            return Type();
        }
        const std::size_t start = at_;
        at_ += syntax::ident_length(text_, at_);
        if (at_ == start) return fail("a type is missing");
        return named(text_.substr(start, at_ - start));
    }

    Type named(std::string_view word) {
        if (word == "true" || word == "false") return constant(Value::boolean(word == "true"));
        if (word == "null") return constant(Value::null());
        if (!next_is('(')) {
            for (const Word& w : kWords)
                if (w.name == word) return w.make();
            return Type::opaque(word);
        }
        ++at_;
        if (word == "type") {
            const std::string_view name = until(')');
            expect(')');
            return Type::opaque(name);
        }
        if (word == "enum") return enumeration();
        if (word == "tuple" && next_is('[')) {
            ++at_;
            Type tuple = Type::tuple(parts(']'));
            expect(')');
            return tuple;
        }
        std::vector<Type> inner = parts(')');
        if (failed()) return Type();
        if (word == "union") return Type::union_of(std::move(inner));
        if (word == "tuple") return Type::tuple(inner);
        if (inner.size() != 1) return fail(std::string(word) + "() takes one type");
        const Type& part = inner.front();
        if (word == "list") return Type::list(part);
        if (word == "set") return Type::set(part);
        if (word == "map") return Type::map(part);
        if (word == "promise") return Type::promise(part);
        if (word == "output") return Type::output(part);
        if (word == "optional") return Type::optional(part);
        if (word == "object")
            return part.is(Kind::Object) ? part
                                         : fail("object() takes the types of its properties in braces");
        return fail("no type takes other types by the name of " + std::string(word));
    }

    // Up to the closing bracket, which is consumed.
    std::vector<Type> parts(char close) {
        std::vector<Type> out;
        while (!failed() && !take(close)) {
            out.push_back(alternatives());
            if (!next_is(close)) expect(',');
        }
        return out;
    }

    Type object() {
        std::vector<Property> properties;
        while (!failed() && !take('}')) {
            skip_space();
            Property property;
            if (next_is('"')) {
                property.name = quoted();
                skip_space();
            } else {
                const std::size_t end = std::min(text_.find_first_of("=:", at_), text_.size());
                std::string_view name = text_.substr(at_, end - at_);
                while (name.ends_with(' ')) name.remove_suffix(1);
                property.name = name;
                at_ = end;
            }
            if (!take('=') && !take(':')) fail("a property has a name, \"=\" and a type");
            property.type = alternatives();
            properties.push_back(std::move(property));
            if (!next_is('}')) expect(',');
        }
        return Type::object(std::move(properties));
    }

    // TOKEN(underlying): value,value) -- tokens contain colons, so the underlying type
    // is located by its bracket.
    Type enumeration() {
        if (begins_with_member()) return enumeration_of_members();
        const std::string_view token = until('(');
        expect('(');
        const Type underlying = alternatives();
        expect(')');
        expect(':');
        std::vector<Value> values;
        while (!failed() && !take(')')) {
            const Type value = one();
            if (!value.is(Kind::Const)) return fail("the members of an enum are constants");
            values.push_back(value.value());
            if (!next_is(')')) expect(',');
        }
        return Type::enumeration(token, underlying, std::move(values));
    }

    bool begins_with_member() {
        skip_space();
        const std::string_view rest = text_.substr(at_);
        const std::string_view word = rest.substr(0, rest.find_first_of("(:) |,"));
        if (rest.starts_with('"') || rest.starts_with('-') || rest.starts_with(')')) return true;
        if (word == "true" || word == "false") return true;
        return !word.empty() && word.find_first_not_of("0123456789.eE+-") == word.npos &&
               !rest.substr(word.size()).starts_with(':');
    }

    // value | value: an enum without a token, which has that of its members.
    Type enumeration_of_members() {
        std::vector<Value> values;
        Type underlying = Type::string();
        std::string token;
        while (!failed() && !take(')')) {
            const Type value = one();
            if (!value.is(Kind::Const)) return fail("the members of an enum are constants");
            if (values.empty()) underlying = value.underlying();
            token += (values.empty() ? "" : " | ") + value.to_string();
            values.push_back(value.value());
            if (!next_is(')')) expect('|');
        }
        return Type::enumeration(token, underlying, std::move(values));
    }

    std::string_view until(char c) {
        const std::size_t start = at_;
        at_ = std::min(text_.find(c, at_), text_.size());
        return text_.substr(start, at_ - start);
    }

    Type number() {
        const bool is_negative = take('-');
        const std::size_t start = at_;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool is_sign = (c == '+' || c == '-') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
            if (!is_sign && c != '.' && c != 'e' && c != 'E' && !(c >= '0' && c <= '9')) break;
            ++at_;
        }
        ParsedNumber parsed = parse_number(text_.substr(start, at_ - start), NumberSyntax::Literal);
        if (parsed.problem != NumberProblem::None) return fail("this number cannot be held");
        return constant(Value::number(is_negative ? parsed.number.negated() : parsed.number));
    }

    Type constant(const Value& value) { return Type::constant(value, integers_); }

    std::string quoted() {
        std::string out;
        ++at_;
        while (at_ < text_.size() && text_[at_] != '"') {
            const char c = text_[at_++];
            const bool is_doubled =
                (c == '$' || c == '%') && text_.substr(at_).starts_with(std::string{c, '{'});
            if (is_doubled) ++at_;
            if (is_doubled || c != '\\' || at_ == text_.size()) {
                out += c;
                continue;
            }
            escape(out);
        }
        if (at_ < text_.size())
            ++at_;
        else
            fail("the quotes are not closed");
        return out;
    }

    void escape(std::string& out) {
        const char c = text_[at_++];
        if (c == 'u') {
            std::uint32_t code = 0;
            const std::string_view digits = text_.substr(at_, 4);
            std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
            at_ += digits.size();
            append_code_point(out, code);
            return;
        }
        out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }

    std::string_view text_;
    Integers integers_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
    std::string problem_;
    std::size_t problem_at_ = 0;
};

}  // namespace

ParsedType parse_type(std::string_view text, Integers integers) {
    return Reader(text, integers).read();
}

}  // namespace hcl::pcl
