// Regular expressions and formats that packs require of values.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/once.h"
#include "engine/eval/functions/regex_pattern.h"
#include "engine/language/schema.h"

namespace hcl::language {

// A regular expression that must match the whole text, in linear time.
class Pattern {
  public:
    static std::expected<std::shared_ptr<const Pattern>, std::string> compile(std::string_view text);
    // Compiled by its first use: for a text that is known to be a regular expression.
    static std::shared_ptr<const Pattern> later(std::string text);
    bool matches(std::string_view text) const;
    // The steps that this takes at most; 0 for an ordinary pattern.
    std::uint64_t steps_for(std::string_view text) const;

  private:
    using Compiled = std::shared_ptr<const eval::functions::Pattern>;
    const Compiled& compiled() const;
    explicit Pattern(std::string text) : text_(std::move(text)) {}
    std::string text_;
    Once<Compiled> compiled_;
};

// The names of all formats, for messages.
std::string format_names();

// Why the string is not in the format, as a clause; empty when it is.
std::string format_problem(Format format, std::string_view text);
// The steps that this takes at most; 0 for an ordinary text.
std::uint64_t format_steps(Format format, std::string_view text);

}  // namespace hcl::language
