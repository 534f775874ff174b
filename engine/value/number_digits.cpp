#include "engine/value/number_digits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "engine/base/check.h"

namespace hcl::internal {

namespace {

__extension__ typedef unsigned __int128 Wide;
static_assert(sizeof(boost::multiprecision::limb_type) == 8);

// Digits are produced in groups of this size: the largest power of ten in 63 bits.
constexpr std::size_t kGroup = 18;
constexpr std::uint64_t kGroupBase = 1'000'000'000'000'000'000;

std::uint64_t limb(const BigInt& number, std::size_t i) {
    return i < number.backend().size() ? number.backend().limbs()[i] : 0;
}

// 64 bits of `number` starting at bit `at`, which may be negative.
std::uint64_t bits_at(const BigInt& number, std::int64_t at) {
    if (at <= -64) return 0;
    if (at < 0) return limb(number, 0) << -at;
    auto i = static_cast<std::size_t>(at / 64);
    auto shift = static_cast<unsigned>(at % 64);
    std::uint64_t low = limb(number, i) >> shift;
    return shift == 0 ? low : low | limb(number, i + 1) << (64 - shift);
}

// Not inlined: otherwise the compiler takes the limbs for those stored inline in a small number.
[[gnu::noinline]] void copy_limbs(const std::uint64_t* from, std::size_t count,
                                  boost::multiprecision::limb_type* to) {
    std::copy(from, from + count, to);
}

// A number in [0, 2^64) as an integer part and a binary fraction of a fixed length.
class Fixed {
  public:
    static constexpr std::size_t kMostLimbs = 24;

    // False if the number does not fit. `fraction_bits`: the room that the fraction needs.
    bool assign(const BigInt& mantissa, std::int64_t exponent, std::int64_t fraction_bits) {
        count_ = static_cast<std::size_t>((fraction_bits + 63) / 64);
        if (count_ > kMostLimbs) return false;
        first_ = 0;
        auto bits = static_cast<std::int64_t>(boost::multiprecision::msb(mantissa)) + 1;
        if (bits + exponent > 63) return false;
        // Limb i of the fraction starts at this bit below the point.
        for (std::size_t i = 0; i < count_; ++i) {
            auto below = static_cast<std::int64_t>(count_ - i) * 64;
            fraction_[i] = bits_at(mantissa, -exponent - below);
        }
        whole_ = bits_at(mantissa, -exponent);
        return true;
    }
    // Adds or subtracts 2^-bit. The fraction is large enough to subtract it.
    void add_bit(std::int64_t bit) {
        std::size_t i = limb_of(bit);
        std::uint64_t carry = mask_of(bit);
        for (; i < count_ && carry; ++i) {
            std::uint64_t sum = fraction_[i] + carry;
            carry = sum < carry ? 1 : 0;
            fraction_[i] = sum;
        }
        whole_ += carry;
    }
    void subtract_bit(std::int64_t bit) {
        std::size_t i = limb_of(bit);
        std::uint64_t borrow = mask_of(bit);
        for (; i < count_ && borrow; ++i) {
            std::uint64_t difference = fraction_[i] - borrow;
            borrow = difference > fraction_[i] ? 1 : 0;
            fraction_[i] = difference;
        }
        whole_ -= borrow;
    }

    std::uint64_t whole() const { return whole_; }
    bool fraction_is_zero() {
        while (first_ < count_ && fraction_[first_] == 0) ++first_;
        return first_ == count_;
    }
    // Removes the next kGroup digits from the fraction and returns them.
    std::uint64_t next_group() {
        std::uint64_t carry = 0;
        for (std::size_t i = first_; i < count_; ++i) {
            Wide product = static_cast<Wide>(fraction_[i]) * kGroupBase + carry;
            fraction_[i] = static_cast<std::uint64_t>(product);
            carry = static_cast<std::uint64_t>(product >> 64);
        }
        return carry;
    }

  private:
    std::size_t limb_of(std::int64_t bit) const { return count_ - static_cast<std::size_t>((bit + 63) / 64); }
    static std::uint64_t mask_of(std::int64_t bit) { return std::uint64_t{1} << ((64 - bit % 64) % 64); }

    std::uint64_t whole_ = 0;
    std::size_t count_ = 0;
    std::size_t first_ = 0;  // limbs below are zero
    std::array<std::uint64_t, kMostLimbs> fraction_{};
};

using Group = std::array<char, kGroup>;

Group digits_of(std::uint64_t group) {
    Group out;
    for (std::size_t i = kGroup; i-- > 0; group /= 10) out[i] = static_cast<char>('0' + group % 10);
    return out;
}

// The first digits of a number: those of the integer part, followed by the point.
void begin_digits(Decimal& d, std::uint64_t whole) {
    if (whole == 0) return;
    char buffer[24];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, whole);
    d.digits.assign(buffer, end);
    d.point = end - buffer;
}

}  // namespace

void trim(Decimal& d) {
    auto end = d.digits.find_last_not_of('0');
    d.digits.resize(end == std::string::npos ? 0 : end + 1);
}

void round_down(Decimal& d, std::size_t count) {
    if (count >= d.digits.size()) return;
    d.digits.resize(count);
    d.more = false;
    trim(d);
    if (d.digits.empty()) d.point = 0;
}

void round_up(Decimal& d, std::size_t count) {
    if (count >= d.digits.size()) return;
    while (count > 0 && d.digits[count - 1] >= '9') --count;
    if (count == 0) {
        d.digits = "1";
        ++d.point;
    } else {
        ++d.digits[count - 1];
        d.digits.resize(count);
    }
    d.more = false;
}

void round_to(Decimal& d, std::int64_t count) {
    if (count < 0) {
        d.digits.clear();
        d.point = 0;
        return;
    }
    auto n = static_cast<std::size_t>(count);
    if (n >= d.digits.size()) return;
    bool up = d.digits[n] >= '5';
    if (d.digits[n] == '5' && n + 1 == d.digits.size() && !d.more)
        up = n > 0 && ((d.digits[n - 1] - '0') & 1) != 0;
    if (up)
        round_up(d, n);
    else
        round_down(d, n);
}

std::optional<Decimal> leading_digits(const Parts& number, std::int64_t need) {
    if (number.exponent >= 0) return std::nullopt;
    Fixed fixed;
    if (!fixed.assign(number.mantissa, number.exponent, -number.exponent)) return std::nullopt;
    need = std::max<std::int64_t>(need, 1);
    Decimal d;
    begin_digits(d, fixed.whole());
    while (static_cast<std::int64_t>(d.digits.size()) <= need && !fixed.fraction_is_zero()) {
        Group group = digits_of(fixed.next_group());
        std::size_t zeros = 0;
        if (d.digits.empty()) {
            while (zeros < kGroup && group[zeros] == '0') ++zeros;
            d.point -= static_cast<std::int64_t>(zeros);
        }
        d.digits.append(group.data() + zeros, kGroup - zeros);
    }
    d.more = !fixed.fraction_is_zero();
    if (!d.more) trim(d);
    return d;
}

std::optional<Decimal> shortest_digits(const Parts& number, unsigned precision) {
    const std::int64_t top = number.top();
    if (number.exponent >= 0) {
        // Other integers are further away than half a unit in the last place.
        if (top > static_cast<std::int64_t>(precision)) return std::nullopt;
        Decimal d;
        d.digits = BigInt(number.mantissa << static_cast<unsigned>(number.exponent)).str();
        d.point = static_cast<std::int64_t>(d.digits.size());
        trim(d);
        return d;
    }
    // Half a unit in the last place is 2^-last.
    const std::int64_t last = static_cast<std::int64_t>(precision) + 1 - top;
    if (last <= -number.exponent) return std::nullopt;
    Fixed middle;
    if (!middle.assign(number.mantissa, number.exponent, last)) return std::nullopt;
    Fixed lower = middle;
    Fixed upper = middle;
    lower.subtract_bit(last);
    upper.add_bit(last);
    if (lower.whole() != middle.whole() || upper.whole() != middle.whole()) return std::nullopt;

    // As long as their digits agree, every decimal between the two neighbours begins with them. The
    // neighbours have more digits than are ever read.
    Decimal d;
    begin_digits(d, middle.whole());
    std::size_t decided = 0;  // the number of digits to keep, once decided
    bool down = false;
    bool up = false;
    while (!down && !up && !middle.fraction_is_zero()) {
        Group m = digits_of(middle.next_group());
        Group l = digits_of(lower.next_group());
        Group u = digits_of(upper.next_group());
        const bool is_last = middle.fraction_is_zero();
        std::size_t end = kGroup;
        if (is_last)
            while (end > 0 && m[end - 1] == '0') --end;
        std::size_t i = 0;
        if (d.digits.empty()) {
            for (; i < end && m[i] == '0'; ++i, --d.point)
                if (u[i] != '0') return std::nullopt;  // the upper neighbour begins one place earlier
        }
        for (; i < end; ++i) {
            d.digits += m[i];
            if (down || up) continue;
            down = l[i] != m[i];
            up = u[i] != m[i];
            decided = d.digits.size();
        }
    }
    d.more = !middle.fraction_is_zero();
    if (!down && !up) return d;
    // The next digit may decide the direction of rounding.
    if (d.more && decided == d.digits.size()) {
        Group next = digits_of(middle.next_group());
        d.digits.append(next.data(), kGroup);
        d.more = !middle.fraction_is_zero();
    }
    if (!d.more) trim(d);
    if (down && up)
        round_to(d, static_cast<std::int64_t>(decided));
    else if (down)
        round_down(d, decided);
    else
        round_up(d, decided);
    return d;
}

Number quotient(std::uint64_t a, std::uint64_t b, std::int64_t exponent, bool negative, unsigned precision) {
    HCL_DCHECK(b != 0 && b >> 63 == 0 && precision <= kNumberPrecision);
    Parts parts;
    parts.form = a == 0 ? Form::Zero : Form::Finite;
    parts.negative = negative;
    parts.exponent = exponent;
    if (a % b == 0) {
        parts.mantissa = a / b;
        return make_number(std::move(parts), precision);
    }
    // As many limbs of the quotient as the precision needs plus one bit, and a flag for the remainder.
    constexpr std::size_t kLimbs = kNumberPrecision / 64 + 2;
    std::uint64_t limbs[kLimbs];
    const int shift = std::countl_zero(a);
    std::uint64_t rest = 0;
    std::uint64_t next = a << shift;
    for (std::size_t i = kLimbs; i-- > 0; next = 0) {
        Wide value = static_cast<Wide>(rest) << 64 | next;
        limbs[i] = static_cast<std::uint64_t>(value / b);
        rest = static_cast<std::uint64_t>(value) - limbs[i] * b;
    }
    auto& backend = parts.mantissa.backend();
    backend.resize(kLimbs, kLimbs);
    copy_limbs(limbs, kLimbs, backend.limbs());
    backend.normalize();
    parts.exponent -= static_cast<std::int64_t>(kLimbs - 1) * 64 + shift;
    return make_number(std::move(parts), precision, rest != 0);
}

Number decimal_fraction(std::uint64_t digits, unsigned places, bool negative) {
    HCL_DCHECK(places <= kMostPlaces);
    std::uint64_t divisor = 1;
    for (unsigned i = 0; i < places; ++i) divisor *= 5;
    return quotient(digits, divisor, -static_cast<std::int64_t>(places), negative, kNumberPrecision);
}

}  // namespace hcl::internal
