// Measures evaluation: every recorded expression that parses, parsed and prepared once and evaluated in a
// loop, all in turn and each many times in a row (compare with tests/bench/peers/go/eval on the same machine
// at the same time), and the figures this room promises: scalars without allocation, a long for expression.
// Usage: eval-bench CONTEXT_JSON EXPR_JSONL [SECONDS [COUNT]]; COUNT: instead, that many of the cases that
// take longest.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/prepared.h"
#include "engine/syntax/file/file.h"
// Each benchmark is a single source file; this one needs the reader of recorded values.
#include "tests/harness/conformance/encoding.cpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: otherwise g++ warns about `free` of memory from `new`.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
    std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

namespace {

using namespace hcl;
// CPU time of this program, not wall time: other programs may use the machine.
double now() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}
double seconds_since(double start) {
    return now() - start;
}

// Nanoseconds and allocations of one evaluation.
void measure(const char* name, std::string_view text, const eval::Scope& scope) {
    syntax::FilePtr file = syntax::parse_expression(text);
    eval::EvalOptions options;
    options.rules = &Rules::reference();
    options.source = file;
    eval::evaluate(file->root(), &scope, options);
    std::size_t before = allocations;
    double start = now();
    std::size_t rounds = 0;
    while (seconds_since(start) < 0.3) {
        for (int i = 0; i < 10; ++i) eval::evaluate(file->root(), &scope, options);
        rounds += 10;
    }
    double each = seconds_since(start) * 1e9 / static_cast<double>(rounds);
    std::printf("%-40s %12.0f ns  %8.1f allocations\n", name, each,
                static_cast<double>(allocations - before) / static_cast<double>(rounds));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("usage: eval-bench CONTEXT_JSON EXPR_JSONL [SECONDS]\n", stderr);
        return 2;
    }
    eval::MapScope scope;
    auto table = std::make_shared<eval::FunctionTable>(eval::standard_functions());
    table->add("try", eval::try_function());
    table->add("can", eval::can_function());
    table->add("convert", eval::convert_function());
    scope.set_functions(table);
    std::ifstream context_file(argv[1]);
    nlohmann::json context = nlohmann::json::parse(context_file);
    for (const auto& [name, value] : context["variables"].items())
        scope.set(name, *test::decode_value(value));

    std::vector<syntax::FilePtr> files;
    std::vector<std::string> texts;
    std::ifstream cases(argv[2]);
    for (std::string line; std::getline(cases, line);) {
        nlohmann::json one = nlohmann::json::parse(line);
        if (!one["input"].contains("src")) continue;
        syntax::FilePtr file = syntax::parse_expression(one["input"]["src"].get<std::string>());
        if (has_errors(file->diagnostics())) continue;
        files.push_back(std::move(file));
        texts.push_back(one["input"]["src"]);
    }
    std::vector<eval::Prepared> expressions;
    for (const syntax::FilePtr& file : files)
        expressions.emplace_back(file->root(), Rules::reference(), file);
    eval::EvalOptions options;
    options.rules = &Rules::reference();
    double seconds = argc > 3 ? std::atof(argv[3]) : 3;
    auto evaluate_one = [&](const eval::Prepared& expr) { eval::evaluate(expr, &scope, options); };
    if (argc > 4) {
        std::vector<std::pair<double, std::size_t>> times;
        double sum = 0;
        for (std::size_t i = 0; i < expressions.size(); ++i) {
            evaluate_one(expressions[i]);
            double begin = now();
            for (int k = 0; k < 500; ++k) evaluate_one(expressions[i]);
            times.emplace_back(seconds_since(begin) * 2e6, i);
            sum += times.back().first;
        }
        std::sort(times.rbegin(), times.rend());
        double above = 0;
        for (std::size_t i = 0; i < times.size() && i < std::strtoull(argv[4], nullptr, 10); ++i) {
            above += times[i].first;
            std::printf("%8.0f ns, %4.1f %% so far: %s\n", times[i].first, 100 * above / sum,
                        texts[times[i].second].c_str());
        }
        return 0;
    }
    // All in turn, where code and data are seldom in the processor's caches; and each many times in a row, as
    // in a loop over elements, or in a function's body.
    for (auto [name, times] : {std::pair("eval", 1), std::pair("repeat", 100)}) {
        double start = now();
        std::size_t rounds = 0;
        while (seconds_since(start) < seconds) {
            for (const eval::Prepared& expr : expressions)
                for (int i = 0; i < times; ++i) evaluate_one(expr);
            rounds += static_cast<std::size_t>(times);
        }
        double each = seconds_since(start) * 1e9 / static_cast<double>(rounds * expressions.size());
        std::printf("%s %.0f exprs/s (%.0f ns each, %zu cases, each %d in a row)\n", name, 1e9 / each, each,
                    expressions.size(), times);
    }

    std::vector<Value> many;
    for (int i = 0; i < 10'000; ++i) many.push_back(Value::string("item-" + std::to_string(i)));
    scope.set("many", Value::list(Type::string(), std::move(many)));
    measure("arithmetic and comparison", "num_five * 2 + 1 > 3 && bool_true", scope);
    measure("short strings", "str_hello == \"hello\" ? str_key : \"other\"", scope);
    measure("for over 10,000 with filter and template", "[for x in many : \"<${x}>\" if x != \"item-5\"]",
            scope);
    return 0;
}
