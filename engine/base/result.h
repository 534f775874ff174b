// Errors of the environment (IO, malformed JSON, a missing pack). Errors in user
// code are Diagnostics, never an Error.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace hcl {

struct Error {
    std::string message;
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message) {
    return std::unexpected(Error{std::move(message)});
}

}  // namespace hcl

#define HCL_CONCAT_INNER(a, b) a##b
#define HCL_CONCAT(a, b) HCL_CONCAT_INNER(a, b)

// HCL_TRY(auto x, f()): takes the value, or returns the error from the enclosing function.
#define HCL_TRY(declaration, expression)                                           \
    auto HCL_CONCAT(hcl_try_, __LINE__) = (expression);                            \
    if (!HCL_CONCAT(hcl_try_, __LINE__))                                           \
        return std::unexpected(std::move(HCL_CONCAT(hcl_try_, __LINE__)).error()); \
    declaration = std::move(*HCL_CONCAT(hcl_try_, __LINE__))
