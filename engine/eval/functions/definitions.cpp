// Definitions as text: writes values as expressions and objects as
// definition files, and reads such files.
#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <set>

#include "engine/base/hcl_string.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/source/position.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/lex/chars.h"
#include "engine/value/convert.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

// Writes source in canonical layout: a line that opens more brackets than it closes indents the following
// lines, and the equals signs of consecutive lines are aligned.
class DefinitionWriter {
  public:
    explicit DefinitionWriter(CallContext& call) : call_(call) {}

    // Writes the definitions of an object, or only one expression.
    bool definitions(const Value& object) {
        for (std::size_t i = 0; i < object.size(); ++i) {
            if (!entry(object.key_at(i).as_string(), object.value_at(i))) return false;
            lines_.emplace_back();
        }
        return true;
    }
    bool expression(const Value& value) {
        if (!pay_elements(1, call_)) return false;
        if (value.is_null()) {
            add("null");
            return true;
        }
        const Type type = value.type();
        if (type.is_string()) {
            if (!pay_text(value.as_string().size(), call_)) return false;
            add(quoted(value.as_string()));
        } else if (type.is_object() || type.is_map()) {
            return object(value);
        } else if (type.is_list() || type.is_set() || type.is_tuple()) {
            return sequence(value);
        } else {
            auto text = convert_value(value, Type::string(), call_.rules);
            if (!text || !text->is_known_string() || !pay_text(text->as_string().size(), call_)) return false;
            add(text->as_string());
        }
        return true;
    }

    std::string text() {
        align();
        std::string out;
        std::vector<int> opened;  // number of open brackets of each indenting line
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            Line& line = lines_[i];
            if (line.text.empty() && i + 1 == lines_.size()) break;
            for (int closed = -line.brackets; closed > 0 && !opened.empty();) {
                const int taken = std::min(closed, opened.back());
                closed -= taken;
                opened.back() -= taken;
                if (opened.back() == 0) opened.pop_back();
            }
            out.append(opened.size() * 2, ' ');
            out += line.text;
            if (i + 1 < lines_.size()) out += '\n';
            if (line.brackets > 0) opened.push_back(line.brackets);
        }
        return out;
    }

  private:
    struct Line {
        std::string text;
        std::size_t name_bytes = 0;  // width before the equals sign; 0: none
        int brackets = 0;            // opening minus closing brackets
    };

    void add(std::string_view text) { lines_.back().text += text; }

    // Also escapes white space other than a space, and unprintable characters.
    static std::string quoted(std::string_view text) {
        std::string plain = hcl_string(text);
        if (is_ascii(plain)) return plain;
        std::string out;
        for (std::size_t at = 0; at < plain.size();) {
            const std::size_t begin = at;
            const char32_t c = decode_utf8(plain, at);
            constexpr std::uint32_t kVisible =
                U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK;
            if (c < 0x80 || (U_GET_GC_MASK(static_cast<UChar32>(c)) & kVisible) != 0)
                out.append(plain, begin, at - begin);
            else
                out += c > 0xFFFF ? fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c))
                                  : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
        }
        return out;
    }

    bool entry(std::string_view key, const Value& value) {
        if (!pay_text(key.size(), call_)) return false;
        Line& line = lines_.back();
        line.text += syntax::is_valid_identifier(key) ? std::string(key) : quoted(key);
        line.name_bytes = line.text.size();
        line.text += " = ";
        return expression(value);
    }

    bool object(const Value& value) {
        add("{");
        if (value.size() > 0) {
            ++lines_.back().brackets;
            for (std::size_t i = 0; i < value.size(); ++i) {
                lines_.emplace_back();
                if (!entry(value.key_at(i).as_string(), value.value_at(i))) return false;
            }
            lines_.emplace_back().brackets = -1;
        }
        add("}");
        return true;
    }

    bool sequence(const Value& value) {
        add("[");
        ++lines_.back().brackets;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) add(", ");
            if (!expression(value.value_at(i))) return false;
        }
        --lines_.back().brackets;
        add("]");
        return true;
    }

    void align() {
        for (std::size_t first = 0; first < lines_.size();) {
            std::size_t end = first;
            std::size_t widest = 0;
            auto is_aligned = [](const Line& line) { return line.name_bytes > 0 && line.brackets == 0; };
            for (; end < lines_.size() && is_aligned(lines_[end]); ++end)
                widest = std::max(widest, width(lines_[end]));
            for (; first < end; ++first)
                lines_[first].text.insert(lines_[first].name_bytes, widest - width(lines_[first]), ' ');
            if (first < lines_.size()) ++first;
        }
    }
    static std::size_t width(const Line& line) {
        return count_units(std::string_view(line.text).substr(0, line.name_bytes), ColumnUnit::Grapheme);
    }

    CallContext& call_;
    std::vector<Line> lines_{1};
};

FunctionResult<Value> encode_expression(Arguments arguments, const Type& type, CallContext& call) {
    if (!arguments[0].is_wholly_known()) return Value::unknown(type);
    if (!pay_walk(arguments[0], call)) return out_of_budget();
    DefinitionWriter writer(call);
    if (!writer.expression(arguments[0])) return out_of_budget();
    return text_result(writer.text(), call);
}

FunctionResult<Value> encode_definitions(Arguments arguments, const Type& type, CallContext& call) {
    const Value& value = arguments[0];
    if (!value.type().is_object() && !value.type().is_map() && !value.type().is_dynamic())
        return function_error(
            fmt::format("an object is required, whose attributes become definitions, not {}",
                        with_article(value.type())));
    if (!value.is_wholly_known()) return Value::unknown(type);
    if (!pay_walk(value, call)) return out_of_budget();
    for (std::size_t i = 0; i < value.size(); ++i)
        if (const std::string name(value.key_at(i).as_string()); !syntax::is_valid_identifier(name))
            return function_error(fmt::format("\"{}\" cannot be the name of a definition", name));
    DefinitionWriter writer(call);
    if (!writer.definitions(value)) return out_of_budget();
    return text_result(writer.text(), call);
}

FunctionResult<Value> decode_definitions(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view text = arguments[0].as_string();
    if (!pay_text(text.size() * 8, call)) return out_of_budget();
    const syntax::FilePtr file = syntax::File::parse(text);
    auto problem = [&](const Diagnostic& d) {
        const Position at = file->position(d.span.start, ColumnUnit::Grapheme);
        return function_error(fmt::format("line {}: {}", at.line + 1, as_clause(d)));
    };
    for (const Diagnostic& d : file->diagnostics())
        if (d.severity == Severity::Error) return problem(d);
    const syntax::BodyView body = file->body();
    if (auto blocks = body.blocks(); !blocks.empty())
        return function_error(
            fmt::format("there can be definitions alone, and no block \"{}\"", blocks[0].type()));
    std::vector<std::pair<std::string, Value>> out;
    std::set<std::string_view> names;
    for (const syntax::AttributeView& attribute : body.attributes()) {
        if (!names.insert(attribute.name).second)
            return function_error(fmt::format("\"{}\" is defined twice", attribute.name));
        Diagnostics findings;
        Value value = evaluate(attribute.expr, nullptr, call.rules, call.budget, file, findings);
        if (call.budget.state() != Budget::State::Open) return out_of_budget();
        for (const Diagnostic& d : findings)
            if (d.severity == Severity::Error) return problem(d);
        out.emplace_back(attribute.name, std::move(value));
    }
    return Value::object(std::move(out));
}

}  // namespace

void add_definition_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    const Type string = Type::string();
    table.add("encode_expr", partial(define("Returns a value written as an expression.", string,
                                            {parameter("value", any, kUnknown | kDynamic, "The value.")},
                                            encode_expression)));
    table.add(
        "encode_tfvars",
        partial(define("Returns an object written as a file of definitions, one for each attribute.", string,
                       {parameter("value", any, kUnknown | kDynamic, "The object.")}, encode_definitions)));
    table.add("decode_tfvars",
              define("Reads a file of definitions and returns an object with an attribute for each.", any,
                     {parameter("src", string, kPlain, "The contents of the file.")}, decode_definitions));
}

}  // namespace hcl::eval::functions
