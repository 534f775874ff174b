#include "engine/pcl/token.h"

#include <re2/re2.h>

#include <algorithm>

namespace hcl::pcl {

namespace {

constexpr std::string_view kWhole = "(.*)";
constexpr std::size_t kLongestExpression = 1000;

}  // namespace

std::optional<Token> parse_token(std::string_view text) {
    const auto colons = std::ranges::count(text, ':');
    if (colons != 1 && colons != 2) return std::nullopt;
    const std::size_t first = text.find(':');
    const std::size_t last = text.rfind(':');
    Token token{text.substr(0, first), {}, text.substr(last + 1)};
    if (last != first) token.module = text.substr(first + 1, last - first - 1);
    if (token.module.empty()) token.module = "index";
    return token;
}

struct ModuleFormat::Compiled {
    RE2 expression;
    Compiled(std::string_view text, const RE2::Options& options)
        : expression(re2::StringPiece(text.data(), text.size()), options) {}
};

ModuleFormat::ModuleFormat(std::string_view expression) {
    if (expression.empty() || expression == kWhole || expression.size() > kLongestExpression) return;
    RE2::Options options;
    options.set_log_errors(false);
    auto compiled = std::make_unique<Compiled>(expression, options);
    if (compiled->expression.ok() && compiled->expression.NumberOfCapturingGroups() > 0)
        compiled_ = std::move(compiled);
}

ModuleFormat::~ModuleFormat() = default;
ModuleFormat::ModuleFormat(ModuleFormat&&) noexcept = default;
ModuleFormat& ModuleFormat::operator=(ModuleFormat&&) noexcept = default;

std::string ModuleFormat::module(std::string_view written) const {
    std::string_view found = written;
    if (compiled_) {
        re2::StringPiece group;
        if (!RE2::PartialMatch(re2::StringPiece(written.data(), written.size()), compiled_->expression,
                               &group))
            return {};
        found = {group.data(), group.size()};
    }
    return found.starts_with("index") ? std::string() : std::string(found);
}

std::string ModuleFormat::canonical(std::string_view package, const Token& token) const {
    std::string out(package);
    out += ':';
    if (!token.is_provider()) out += module(token.module);
    out += ':';
    out += token.member;
    return out;
}

}  // namespace hcl::pcl
