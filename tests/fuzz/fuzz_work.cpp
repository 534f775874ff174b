// Looks for inputs that ask for much: what is new is what takes more work for each byte, not what takes
// another way. Reading, editing and evaluating are counted, and each stays within its bound.
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/base/check.h"
#include "engine/eval/budget.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/scope.h"
#include "engine/syntax/file/file_builder.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

enum Kind : std::size_t { kRead, kReadJson, kEdit, kSteps, kBytes, kFindings, kKinds };
constexpr std::size_t kLevels = 128;

// libFuzzer keeps an input that sets a byte here for the first time.
#ifdef HCL_FUZZER
__attribute__((section("__libfuzzer_extra_counters")))
#endif
std::uint8_t levels[kKinds * kLevels];

// Levels are an eighth apart, so that small increases are kept.
void reach(Kind kind, std::uint64_t work, std::size_t bytes) {
    const std::uint64_t share = 8 * work / (bytes + 16) + 1;
    const auto log = static_cast<std::size_t>(std::bit_width(share));
    const std::size_t fine = log > 3 ? (share >> (log - 4)) & 7 : 0;
    const std::size_t level = 8 * log + fine;
    levels[kind * kLevels + (level < kLevels ? level : kLevels - 1)] = 1;
}

struct Evaluated {
    std::uint64_t steps = 0;
    std::uint64_t bytes = 0;
};

// The height of a tree is bounded, so the recursion ends.
void evaluate_all(const syntax::BodyView& body, const eval::MapScope& scope, const eval::EvalOptions& options,
                  Evaluated& sum) {
    for (const syntax::BodyItem& item : body.items()) {
        if (item.kind == syntax::BodyItem::Kind::Block) {
            evaluate_all(item.block().body(), scope, options, sum);
        } else if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().expr) {
            eval::Budget budget(options.limits);
            eval::evaluate(item.attribute().expr, &scope, options, budget);
            sum.steps += budget.steps();
            sum.bytes += budget.bytes();
        }
    }
}

}  // namespace

HCL_FUZZ_TARGET(work) {
    constexpr std::size_t kLongest = 4096;
    // As in the tests of the parser (work_test.cpp); what is fixed counts in short texts.
    constexpr std::uint64_t kMostForByte = 64;
    constexpr std::uint64_t kFixed = 16'384;
    if (input.size() > kLongest) return;
    std::uint64_t work = 0;
    syntax::FilePtr file = syntax::FileBuilder::parse(input, {}, &work);
    HCL_CHECK(work <= kMostForByte * input.size() + kFixed);
    reach(kRead, work, input.size());
    reach(kFindings, file->diagnostics().size(), input.size());

    work = 0;
    syntax::FileBuilder::parse(input, {.syntax = syntax::Syntax::Json, .hcl1 = false}, &work);
    HCL_CHECK(work <= kMostForByte * input.size() + kFixed);
    reach(kReadJson, work, input.size());

    work = 0;
    const auto middle = static_cast<std::uint32_t>(input.size() / 2);
    const Edit edit{{middle, middle}, "{"};
    syntax::FileBuilder::edited(*file, std::span(&edit, 1), &work);
    HCL_CHECK(work <= 2 * kMostForByte * input.size() + kFixed);
    reach(kEdit, work, input.size());

    eval::MapScope scope;
    scope.set_functions(eval::shared_standard_functions());
    eval::EvalOptions options;
    options.source = file;
    options.limits.steps = 20'000;
    options.limits.bytes = 4u << 20;
    Evaluated sum;
    evaluate_all(file->body(), scope, options, sum);
    reach(kSteps, sum.steps, input.size());
    reach(kBytes, sum.bytes, input.size());
}
