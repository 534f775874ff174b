// Timestamps and durations for the date functions: RFC 3339 timestamps and durations such as "1h30m". Pure
// arithmetic on the proleptic Gregorian calendar; no clock, no time zone database.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace hcl::eval::functions {

// A point in time as written: local fields and their UTC offset.
struct Timestamp {
    std::int64_t year = 0;
    int month = 1;  // 1..12
    int day = 1;    // 1..31
    int hour = 0;
    int minute = 0;
    int second = 0;
    int nanosecond = 0;
    int offset_minutes = 0;
};

// Accepts exactly RFC 3339 ("2006-01-02T15:04:05.999Z", "...+07:00"; upper-case T and Z; no leap second). The
// error message does not name the argument.
std::expected<Timestamp, std::string> parse_rfc3339(std::string_view text);

// Without fractions of a second, as the functions return it.
std::string format_rfc3339(const Timestamp& time);

// "+hhmm", or "+hh:mm" when `colon` is ':'.
std::string format_offset(const Timestamp& time, std::string_view colon);

// 0 is Sunday.
int weekday(const Timestamp& time);

// Nanoseconds. Accepts "[+-](<decimal><unit>)+" with the units h, m, s, ms, us (also µs), ns, and "0".
std::expected<std::int64_t, std::string> parse_duration(std::string_view text);

// The instant `nanoseconds` later, with the same offset.
Timestamp add_duration(const Timestamp& time, std::int64_t nanoseconds);

// Compares by instant, regardless of UTC offsets.
std::strong_ordering compare_instants(const Timestamp& a, const Timestamp& b);

}  // namespace hcl::eval::functions
