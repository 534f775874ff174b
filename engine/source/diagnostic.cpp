#include "engine/source/diagnostic.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "engine/base/check.h"

namespace hcl {

namespace {

constexpr auto registry() {
    using enum Severity;
    std::array infos = {
#define HCL_DIAG(number, severity, name, title, message) \
    DiagInfo{DiagCode::name, severity, #name, title, message},
#include "engine/source/diagnostics/all.def"
#undef HCL_DIAG
    };
    std::sort(infos.begin(), infos.end(),
              [](const DiagInfo& a, const DiagInfo& b) { return a.code < b.code; });
    return infos;
}

constexpr auto kRegistry = registry();

// Replaces {N} by the Nth argument. Unlike a format library this keeps a lone brace as it is: messages quote
// HCL.
std::string fill(std::string_view pattern, std::initializer_list<std::string_view> args) {
    std::string out;
    std::size_t brace = pattern.find('{');
    if (brace == std::string_view::npos) {
        out = pattern;
        return out;
    }
    std::size_t size = pattern.size();
    for (std::string_view arg : args) size += arg.size();
    out.reserve(size);
    std::size_t done = 0;
    for (; brace != std::string_view::npos; brace = pattern.find('{', brace + 1)) {
        bool is_slot = brace + 2 < pattern.size() && pattern[brace + 1] >= '0' && pattern[brace + 1] <= '9' &&
                       pattern[brace + 2] == '}';
        if (!is_slot) continue;
        out.append(pattern, done, brace - done);
        auto index = static_cast<std::size_t>(pattern[brace + 1] - '0');
        HCL_DCHECK(index < args.size());
        if (index < args.size()) out += *(args.begin() + index);
        brace += 2;
        done = brace + 1;
    }
    out.append(pattern, done);
    return out;
}

}  // namespace

const DiagInfo& diag_info(DiagCode code) {
    auto it = std::lower_bound(kRegistry.begin(), kRegistry.end(), code,
                               [](const DiagInfo& info, DiagCode wanted) { return info.code < wanted; });
    HCL_CHECK(it != kRegistry.end() && it->code == code);
    return *it;
}

std::vector<DiagInfo> all_diag_infos() {
    return {kRegistry.begin(), kRegistry.end()};
}

std::string diag_id(DiagCode code) {
    return "HCL" + std::to_string(static_cast<unsigned>(code));
}

Diagnostic make_diagnostic(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    const DiagInfo& info = diag_info(code);
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.severity = info.severity;
    diagnostic.span = span;
    diagnostic.title = fill(info.title, args);
    diagnostic.message = fill(info.message, args);
    return diagnostic;
}

bool has_errors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const auto& d) { return d.severity == Severity::Error; });
}

void sort_diagnostics(Diagnostics& diagnostics) {
    std::ranges::stable_sort(diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.file, a.span, a.code, a.title, a.message) <
               std::tie(b.file, b.span, b.code, b.title, b.message);
    });
}

}  // namespace hcl
