#include "engine/eval/functions/calendar.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "engine/base/ascii.h"

namespace hcl::eval::functions {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;

using ascii::is_digit;

bool is_leap(std::int64_t year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(std::int64_t year, int month) {
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

// Days since 1970-01-01. Years start in March, so that the leap day is the last of a year.
std::int64_t days_from_civil(std::int64_t year, int month, int day) {
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
    const std::int64_t year_of_era = y - era * 400;
    const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146'097 + day_of_era - 719'468;
}

// Seconds since 1970-01-01T00:00:00, as if the fields were UTC.
std::int64_t local_seconds(const Timestamp& time) {
    return days_from_civil(time.year, time.month, time.day) * kSecondsPerDay + time.hour * 3'600 +
           time.minute * 60 + time.second;
}

void set_civil(Timestamp& time, std::int64_t days) {
    days += 719'468;
    const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
    const std::int64_t day_of_era = days - era * 146'097;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t shifted_month = (5 * day_of_year + 2) / 153;
    time.day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
    time.month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
    time.year = year_of_era + era * 400 + (time.month <= 2 ? 1 : 0);
}

// Reads the parts of a timestamp in order and remembers the first error.
class TimestampReader {
  public:
    explicit TimestampReader(std::string_view text) : rest_(text) {}

    // Exactly `digits` digits with a value in [low, high].
    int number(std::size_t digits, int low, int high, std::string_view what) {
        if (failed()) return low;
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (i >= rest_.size()) {
                fail(fmt::format("the string ends before the {}", what));
                return low;
            }
            if (!is_digit(rest_[i])) {
                fail(fmt::format("the {} must have exactly {} digits, not \"{}\"", what, digits,
                                 rest_.substr(0, digits)));
                return low;
            }
            value = value * 10 + (rest_[i] - '0');
        }
        if (value < low || value > high) {
            fail(fmt::format("the {} must be between {} and {}, not {}", what, low, high, value));
            return low;
        }
        rest_.remove_prefix(digits);
        return value;
    }

    void expect(char c, std::string_view what) {
        if (failed()) return;
        if (rest_.empty())
            fail(fmt::format("the string ends where {} is expected", what));
        else if (rest_.front() != c)
            fail(fmt::format("{} is expected before \"{}\"", what, rest_.substr(0, 20)));
        else
            rest_.remove_prefix(1);
    }

    void fail(std::string message) {
        if (!failed()) error_ = std::move(message);
    }
    bool failed() const { return error_.has_value(); }
    std::string_view rest() const { return rest_; }
    void skip(std::size_t count) { rest_.remove_prefix(count); }
    std::string take_error() { return "not a valid RFC 3339 timestamp: " + std::move(*error_); }

  private:
    std::string_view rest_;
    std::optional<std::string> error_;
};

}  // namespace

std::expected<Timestamp, std::string> parse_rfc3339(std::string_view text) {
    TimestampReader reader(text);
    Timestamp time;
    time.year = reader.number(4, 0, 9999, "year");
    reader.expect('-', "\"-\"");
    time.month = reader.number(2, 1, 12, "month");
    reader.expect('-', "\"-\"");
    time.day = reader.number(2, 1, days_in_month(time.year, time.month), "day of the month");
    reader.expect('T', "the letter \"T\" between date and time");
    time.hour = reader.number(2, 0, 23, "hour");
    reader.expect(':', "\":\"");
    time.minute = reader.number(2, 0, 59, "minute");
    reader.expect(':', "\":\"");
    time.second = reader.number(2, 0, 59, "second");
    if (reader.failed()) return std::unexpected(reader.take_error());

    if (reader.rest().starts_with('.')) {
        std::size_t count = 1;
        int scale = 100'000'000;
        for (; count < reader.rest().size() && is_digit(reader.rest()[count]); ++count) {
            time.nanosecond += (reader.rest()[count] - '0') * scale;
            scale /= 10;
        }
        if (count == 1) reader.fail("the fraction of a second has no digits");
        reader.skip(count);
    }

    if (reader.rest().starts_with('Z')) {
        reader.skip(1);
    } else if (reader.rest().starts_with('+') || reader.rest().starts_with('-')) {
        const bool west = reader.rest().front() == '-';
        reader.skip(1);
        const int hours = reader.number(2, 0, 23, "hours of the UTC offset");
        reader.expect(':', "\":\" in the UTC offset");
        const int minutes = reader.number(2, 0, 59, "minutes of the UTC offset");
        time.offset_minutes = (west ? -1 : 1) * (hours * 60 + minutes);
    } else {
        reader.fail("it must end with a UTC offset such as \"Z\" or \"+02:00\"");
    }
    if (!reader.failed() && !reader.rest().empty())
        reader.fail(fmt::format("there is extra text after it: \"{}\"", reader.rest().substr(0, 20)));
    if (reader.failed()) return std::unexpected(reader.take_error());
    return time;
}

std::string format_offset(const Timestamp& time, std::string_view colon) {
    const int minutes = time.offset_minutes < 0 ? -time.offset_minutes : time.offset_minutes;
    return fmt::format("{}{:02}{}{:02}", time.offset_minutes < 0 ? '-' : '+', minutes / 60, colon,
                       minutes % 60);
}

std::string format_rfc3339(const Timestamp& time) {
    const std::int64_t year = time.year < 0 ? -time.year : time.year;
    return fmt::format("{}{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}", time.year < 0 ? "-" : "", year, time.month,
                       time.day, time.hour, time.minute, time.second,
                       time.offset_minutes == 0 ? "Z" : format_offset(time, ":"));
}

int weekday(const Timestamp& time) {
    const std::int64_t days = days_from_civil(time.year, time.month, time.day);
    return static_cast<int>(((days + 4) % 7 + 7) % 7);
}

namespace {

// Reads "1h30m" from left to right.
class DurationReader {
  public:
    explicit DurationReader(std::string_view text) : text_(text), rest_(text) {}

    std::expected<std::int64_t, std::string> read() {
        const bool negative = rest_.starts_with('-');
        if (negative || rest_.starts_with('+')) rest_.remove_prefix(1);
        if (rest_ == "0") return 0;
        if (rest_.empty()) return invalid();
        std::uint64_t total = 0;
        while (!rest_.empty()) {
            auto part = next();
            if (!part) return std::unexpected(part.error());
            total += *part;
            if (total > kLimit) return invalid();
        }
        if (negative) return static_cast<std::int64_t>(-total);
        if (total == kLimit) return invalid();
        return static_cast<std::int64_t>(total);
    }

  private:
    static constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
    struct Unit {
        std::string_view name;
        std::uint64_t nanoseconds;
    };
    // The micro sign and the Greek letter mu look the same; both are accepted.
    static constexpr std::array<Unit, 8> kUnits{{{"ns", 1},
                                                 {"us", 1'000},
                                                 {"\xC2\xB5s", 1'000},
                                                 {"\xCE\xBCs", 1'000},
                                                 {"ms", 1'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"m", 60'000'000'000},
                                                 {"h", 3'600'000'000'000}}};
    struct Fraction {
        std::uint64_t digits = 0;
        double scale = 1;
        std::size_t length = 0;
    };

    std::unexpected<std::string> error(std::string_view why) const {
        return std::unexpected(fmt::format("invalid duration \"{}\": {}", text_, why));
    }
    std::unexpected<std::string> invalid() const {
        return error("a duration is a sequence of numbers with units, such as \"1h30m\"");
    }

    // A number with its unit, in nanoseconds.
    std::expected<std::uint64_t, std::string> next() {
        const std::size_t before = rest_.size();
        auto whole = whole_number();
        if (!whole) return invalid();
        const std::size_t digits = before - rest_.size();
        const Fraction fraction = fraction_of();
        if (digits == 0 && fraction.length == 0) return invalid();
        auto unit = unit_of();
        if (!unit) return std::unexpected(unit.error());
        if (*whole > kLimit / *unit) return invalid();
        std::uint64_t part = *whole * *unit;
        if (fraction.digits > 0) {
            part += static_cast<std::uint64_t>(static_cast<double>(fraction.digits) *
                                               (static_cast<double>(*unit) / fraction.scale));
            if (part > kLimit) return invalid();
        }
        return part;
    }

    // Empty when it is too large.
    std::optional<std::uint64_t> whole_number() {
        std::uint64_t whole = 0;
        for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1)) {
            if (whole > kLimit / 10) return std::nullopt;
            whole = whole * 10 + static_cast<std::uint64_t>(rest_.front() - '0');
            if (whole > kLimit) return std::nullopt;
        }
        return whole;
    }

    Fraction fraction_of() {
        Fraction fraction;
        if (!rest_.starts_with('.')) return fraction;
        rest_.remove_prefix(1);
        // Digits beyond 63 bits cannot change a whole number of nanoseconds.
        bool full = false;
        for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1), ++fraction.length) {
            full = full || fraction.digits > (kLimit - 1) / 10;
            if (full) continue;
            const std::uint64_t more = fraction.digits * 10 + static_cast<std::uint64_t>(rest_.front() - '0');
            full = more > kLimit;
            if (full) continue;
            fraction.digits = more;
            fraction.scale *= 10;
        }
        return fraction;
    }

    // Reads the unit; returns its nanoseconds.
    std::expected<std::uint64_t, std::string> unit_of() {
        std::size_t length = 0;
        while (length < rest_.size() && rest_[length] != '.' && !is_digit(rest_[length])) ++length;
        const std::string_view name = rest_.substr(0, length);
        rest_.remove_prefix(length);
        if (name.empty()) return error("a number has no unit; use h, m, s, ms, us or ns");
        for (const Unit& unit : kUnits)
            if (unit.name == name) return unit.nanoseconds;
        return error(fmt::format("unknown unit \"{}\"; use h, m, s, ms, us or ns", name));
    }

    std::string_view text_;
    std::string_view rest_;
};

}  // namespace

std::expected<std::int64_t, std::string> parse_duration(std::string_view text) {
    return DurationReader(text).read();
}

std::strong_ordering compare_instants(const Timestamp& a, const Timestamp& b) {
    auto instant = [](const Timestamp& time) {
        return std::pair(local_seconds(time) - time.offset_minutes * 60, time.nanosecond);
    };
    return instant(a) <=> instant(b);
}

Timestamp add_duration(const Timestamp& time, std::int64_t nanoseconds) {
    std::int64_t seconds = local_seconds(time) + nanoseconds / kNanosecondsPerSecond;
    std::int64_t fraction = time.nanosecond + nanoseconds % kNanosecondsPerSecond;
    if (fraction < 0) {
        fraction += kNanosecondsPerSecond;
        --seconds;
    } else if (fraction >= kNanosecondsPerSecond) {
        fraction -= kNanosecondsPerSecond;
        ++seconds;
    }
    std::int64_t days = seconds / kSecondsPerDay;
    std::int64_t second_of_day = seconds % kSecondsPerDay;
    if (second_of_day < 0) {
        second_of_day += kSecondsPerDay;
        --days;
    }
    Timestamp result;
    set_civil(result, days);
    result.hour = static_cast<int>(second_of_day / 3'600);
    result.minute = static_cast<int>(second_of_day / 60 % 60);
    result.second = static_cast<int>(second_of_day % 60);
    result.nanosecond = static_cast<int>(fraction);
    result.offset_minutes = time.offset_minutes;
    return result;
}

}  // namespace hcl::eval::functions
