// Scalars cost no allocation: the test binary counts what operator new hands out.
#include <doctest/doctest.h>

#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "tests/harness/allocations.h"

using namespace hcl;

TEST_CASE("scalar arithmetic, comparison and short strings allocate nothing") {
    const Rules& rules = Rules::reference();
    // Lazily made constants.
    (void)ops::add(Value::unknown(Type::number()), Value::integer(1));
    (void)ops::less(Value::unknown(Type::number()), Value::integer(1), rules);
    (void)ops::equals(Value::unknown(Type::number()), Value::integer(1), rules);

    std::size_t before = test::allocations();
    Value sum = Value::integer(0);
    bool all = true;
    for (int i = 1; i < 100; ++i) {
        Value n = Value::integer(i);
        sum = *ops::add(sum, n);
        sum = *ops::multiply(sum, Value::integer(3));
        sum = *ops::subtract(sum, n);
        sum = *ops::modulo(sum, Value::integer(1000));
        sum = *ops::negate(*ops::negate(sum));
        all &= ops::divide(Value::integer(i * 4), Value::integer(4))->as_number() == Number::integer(i);
        all &= ops::greater_or_equal(n, Value::integer(1), rules)->as_bool();
        all &= !ops::less(n, Value::integer(0), rules)->as_bool();
        all &= ops::equals(n, n, rules).as_bool();
        Value text = Value::string("fourteen bytes");
        Value copy = text;
        all &= ops::equals(text, copy, rules).as_bool();
        all &= ops::logical_and(Value::boolean(true), *ops::logical_not(Value::boolean(false)), rules)
                   ->as_bool();
        Value unknown = Value::unknown(Type::number());
        all &= ops::add(unknown, n)->is_unknown();
        all &= ops::equals(unknown, n, rules).is_unknown();
        all &= convert_value(Value::string("true"), Type::boolean(), rules)->as_bool();
        all &= convert_value(n, Type::number(), rules)->as_number() == n.as_number();
        all &= convert_value(Value::string("123456"), Type::number(), rules)->as_number() ==
               Number::integer(123456);
    }
    std::size_t made = test::allocations() - before;
    CHECK(all);
    CHECK(made == 0);
}
