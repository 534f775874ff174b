// PCL: any bytes as types and as a program. A type converts to itself and to unions with it, the unified type
// of two types accepts both, in any order, assignable types convert, an expression without names has a value
// of its type, and an edited program has the same findings as a fresh one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/pcl/convert.h"
#include "engine/pcl/notation.h"
#include "engine/pcl/program.h"
#include "engine/pcl/traverse.h"
#include "engine/pcl/unify.h"
#include "tests/fuzz/target.h"
#include "tests/harness/typed_values.h"

namespace {

using namespace hcl;

void require_that(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// Every conversion from dynamic is unsafe except to dynamic.
bool converts_to_unions_with_it(const pcl::Type& type) {
    if (type.is(pcl::Kind::Union)) return std::ranges::all_of(type.members(), converts_to_unions_with_it);
    return !type.resolved().is_dynamic();
}

// An eventual type absorbs a plain object or tuple.
bool has_structures(const pcl::Type& type) {
    const std::string text = type.to_string();
    return text.contains("tuple(") || text.contains("object(");
}

// Tuples of different length are assignable and have a common type, but do not convert.
bool has_tuples(const pcl::Type& type) {
    return type.to_string().contains("tuple(");
}

// Outputs in promises are assignable but not convertible.
bool assignment_converts(const pcl::Type& type) {
    return !has_structures(type) && !type.contains_promises();
}

// Beyond limits of work, unification depends on where it stops.
bool is_small(const pcl::Type& type) {
    constexpr std::size_t kLongest = 300;
    return type.to_string().size() <= kLongest;
}

// The common type of values, and of promises and outputs of them, accepts both.
void check_common(const pcl::Type& a, const pcl::Type& b) {
    auto check = [](const pcl::Type& left, const pcl::Type& right) {
        const pcl::Type both[] = {left, right};
        const pcl::Type common = pcl::common_types(both).safe;
        require_that(pcl::is_convertible(common, left) && pcl::is_convertible(common, right),
                     "what is common takes both");
    };
    if (has_tuples(a) && has_tuples(b)) return;
    const bool is_eventual = a.contains_eventuals() || b.contains_eventuals();
    if (!is_eventual || (!has_structures(a) && !has_structures(b))) check(a, b);
    if (is_eventual) return;
    check(pcl::Type::promise(a), pcl::Type::promise(b));
    check(pcl::Type::output(a), pcl::Type::output(b));
    check(pcl::Type::promise(a), pcl::Type::output(b));
    check(pcl::Type::output(a), pcl::Type::promise(b));
}

void check_types(std::string_view input) {
    constexpr std::size_t kMostTypes = 6;
    std::vector<pcl::Type> types;
    for (std::size_t at = 0; at < input.size() && types.size() < kMostTypes;) {
        const std::size_t end = std::min(input.find('\n', at), input.size());
        const pcl::ParsedType parsed = pcl::parse_type(input.substr(at, end - at));
        // A union without members has no values: it converts only to itself, and no law holds for it.
        if (parsed.type && !parsed.type->to_string().contains("union()")) types.push_back(*parsed.type);
        at = end + 1;
    }
    for (const pcl::Type& a : types) {
        a.to_string();
        a.to_pretty();
        pcl::traverse(a, pcl::StepKey::name("a"));
        pcl::iteration_types(a);
        require_that(pcl::conversion(a, a) == pcl::Conversion::Safe, "a type converts to itself");
        for (const pcl::Type& b : types) {
            const pcl::Type both[] = {a, b};
            const pcl::Type whole = pcl::Type::union_of({a, b});
            require_that(!converts_to_unions_with_it(a) || pcl::conversion(whole, a) == pcl::Conversion::Safe,
                         "a type converts to a union with it");
            check_common(a, b);
            require_that(pcl::is_convertible(a, b) == !pcl::explain_misfit(a, b), "a misfit has a reason");
            const pcl::Type reverse[] = {b, a};
            if (!a.is_dynamic() && !b.is_dynamic() && is_small(a) && is_small(b))
                require_that(pcl::common_types(reverse).safe.equals(pcl::common_types(both).safe),
                             "what is common does not depend on the order");
            if (assignment_converts(a) && assignment_converts(b) && pcl::is_assignable(a, b))
                require_that(pcl::is_convertible(a, b), "what is assignable converts");
        }
    }
}

pcl::ProgramInput input_of(const syntax::FilePtr& tree) {
    static const auto packages = std::make_shared<const pcl::Packages>(nullptr);
    pcl::ProgramInput input;
    input.files.push_back({FileId(1), "main.pp", tree});
    input.packages = packages;
    return input;
}

std::string shown(const pcl::Program& program) {
    std::string out;
    auto add = [&](Span span) { out += std::to_string(span.start) + "-" + std::to_string(span.end) + " "; };
    for (const pcl::PlacedNode& node : program.nodes()) {
        out += node->name + " " + node->type.to_string() + " ";
        add(node.name_span());
    }
    for (const Diagnostic& d : program.findings()) {
        out += d.title + d.message;
        add(d.span);
    }
    return out;
}

void check_program(std::string_view text) {
    const syntax::FilePtr tree = syntax::File::parse(text);
    constexpr std::size_t kMostValues = 20;
    std::size_t values = 0;
    for (const syntax::BodyItem& item : tree->body().items())
        if (item.kind == syntax::BodyItem::Kind::Attribute && ++values <= kMostValues)
            require_that(test::compare_type_with_value(item.attribute().expr).problem.empty(),
                         "a value has the type of its expression");
    const pcl::ProgramPtr program = pcl::Program::bind(input_of(tree), {});
    for (std::uint32_t i = 0; i < program->nodes().size() && i < 3; ++i)
        program->each_type(i, [](syntax::Node, const pcl::Type&) {}, {});
    // Replaces bytes at the position that the first byte selects.
    if (text.empty()) return;
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::uint32_t start = static_cast<unsigned char>(text[0]) % size;
    const Edit edit{{start, std::min(size, start + 3)}, "a"};
    const syntax::FilePtr edited = tree->edited(std::span(&edit, 1));
    pcl::ProgramInput input = input_of(edited);
    input.previous = program;
    require_that(
        shown(*pcl::Program::bind(std::move(input), {})) == shown(*pcl::Program::bind(input_of(edited), {})),
        "an edited program says what a new one says");
}

}  // namespace

HCL_FUZZ_TARGET(pcl) {
    constexpr std::size_t kMost = 20'000;
    input = input.substr(0, kMost);
    check_types(input);
    check_program(input);
}
