// Instants and durations as the date functions read and write them: RFC 3339 timestamps and durations such as
// "1h30m". Pure arithmetic on the proleptic Gregorian calendar; no clock, no time zone database.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace hcl::eval::functions {

// A point in time as it was written: local fields and the offset they are relative to.
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

// Accepts exactly RFC 3339 ("2006-01-02T15:04:05.999Z", "...+07:00"; upper-case T and Z; no leap second).
// The error says what is wrong, without naming an argument.
std::expected<Timestamp, std::string> parse_rfc3339(std::string_view text);

// Without a fraction of a second, as the functions return it.
std::string format_rfc3339(const Timestamp& time);

// "+hhmm", or "+hh:mm" when `colon` is ':'.
std::string format_offset(const Timestamp& time, std::string_view colon);

// 0 is Sunday.
int weekday(const Timestamp& time);

// Nanoseconds. Accepts "[+-](<decimal><unit>)+" with the units h, m, s, ms, us (also µs), ns, and "0".
std::expected<std::int64_t, std::string> parse_duration(std::string_view text);

// The instant `nanoseconds` later, with the same offset.
Timestamp add_duration(const Timestamp& time, std::int64_t nanoseconds);

// Which instant comes first, whatever the offsets are.
std::strong_ordering compare_instants(const Timestamp& a, const Timestamp& b);

}  // namespace hcl::eval::functions
