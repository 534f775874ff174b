// Times scalar operations, common values and conversions, in nanoseconds each.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace {

using namespace hcl;

volatile std::size_t sink;

template <typename F>
void measure(const char* name, std::size_t rounds, const F& f) {
    using Clock = std::chrono::steady_clock;
    double best = 1e300;
    for (int run = 0; run < 5; ++run) {
        auto start = Clock::now();
        for (std::size_t i = 0; i < rounds; ++i) sink = sink + f(i);
        std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
        best = std::min(best, elapsed.count() / static_cast<double>(rounds));
    }
    std::printf("%-44s %10.1f ns\n", name, best);
}

Number parsed(std::string_view text) {
    return parse_number(text, NumberSyntax::Flexible).number;
}

}  // namespace

int main() {
    const Rules& rules = Rules::reference();
    Value one = Value::integer(1);
    Value half = Value::number(parsed("2.5"));
    Value third = *ops::divide(Value::number(parsed("1")), Value::number(parsed("3")));
    Value unknown = Value::unknown(Type::number());

    measure("add, integers", 1'000'000, [&](std::size_t i) {
        return static_cast<std::size_t>(
            ops::add(Value::integer(static_cast<std::int64_t>(i)), one)->as_number().word());
    });
    measure("less, integers", 1'000'000, [&](std::size_t i) {
        return ops::less(Value::integer(static_cast<std::int64_t>(i)), one, rules)->as_bool();
    });
    measure("equals, short strings", 1'000'000, [&](std::size_t) {
        return ops::equals(Value::string_nfc("some text"), Value::string_nfc("some text"), rules).as_bool();
    });
    measure("add, unknown", 1'000'000, [&](std::size_t) { return ops::add(unknown, one)->is_unknown(); });
    measure("add, short fractions", 200'000, [&](std::size_t) { return ops::add(half, one)->is_known(); });
    measure("multiply, 512 bits", 200'000,
            [&](std::size_t) { return ops::multiply(third, third)->is_known(); });
    measure("divide, 512 bits", 200'000, [&](std::size_t) { return ops::divide(one, third)->is_known(); });
    measure("number to text, integer", 500'000, [&](std::size_t i) {
        return convert_value(Value::integer(static_cast<std::int64_t>(i)), Type::string(), rules)
            ->as_string()
            .size();
    });
    measure("number to text, 512 bits", 5'000,
            [&](std::size_t) { return convert_value(third, Type::string(), rules)->as_string().size(); });
    measure("text to number, 0.1", 50'000, [&](std::size_t) { return parsed("0.1").is_big(); });
    measure("object of three attributes", 200'000, [&](std::size_t) {
        return Value::object({{"name", one}, {"size", half}, {"kind", third}}).size();
    });
    Type object = Type::object({{"name", Type::number(), false}, {"size", Type::number(), false}});
    measure("object of a type at hand", 500'000,
            [&](std::size_t) { return Value::object(object, {one, half}).size(); });

    std::vector<Value> many;
    for (int i = 0; i < 10'000; ++i) many.push_back(Value::integer(i));
    measure("tuple of 10,000", 200, [&](std::size_t) { return Value::tuple(many).size(); });
    Value tuple = Value::tuple(many);
    Type strings = Type::list(Type::string());
    measure("tuple of 10,000 numbers to list of string", 50,
            [&](std::size_t) { return convert_value(tuple, strings, rules)->size(); });
    measure("set of 10,000", 100, [&](std::size_t) { return Value::set(Type::number(), many).size(); });
    std::vector<Type> types = {strings, Type::list(Type::number()),
                               Type::tuple({Type::boolean(), Type::string()})};
    measure("unify list, list, tuple", 50'000,
            [&](std::size_t) { return unify(types, Safety::Unsafe, rules)->needs_conversion.size(); });
}
