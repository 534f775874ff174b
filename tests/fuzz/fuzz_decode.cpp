// A spec and an input from one text, split at the first NUL (or the middle): decoding ends, and its result is
// a known value or a finding, under both sets of rules.
#include <cstdlib>

#include "engine/decode/dynamic_block.h"
#include "engine/decode/evaluate.h"
#include "engine/decode/spec_file.h"
#include "engine/decode/transform.h"
#include "tests/fuzz/target.h"

namespace {

// A native body is read directly from its tree, a wrapped one by its schema. Both must
// agree.
void check_tree_and_content(const hcl::decode::Body& body, const hcl::decode::Spec& spec,
                            const hcl::eval::Scope& scope, const hcl::eval::EvalOptions& options) {
    using namespace hcl;
    decode::Body wrapped = decode::transform_deep(body, [](decode::Body same) { return same; });
    decode::DecodeResult by_tree = decode::decode(body, spec, &scope, options);
    decode::DecodeResult by_content = decode::decode(wrapped, spec, &scope, options);
    if (!by_tree.value.identical(by_content.value)) std::abort();
    if (by_tree.diagnostics.size() != by_content.diagnostics.size()) std::abort();
    for (std::size_t i = 0; i < by_tree.diagnostics.size(); ++i) {
        const Diagnostic& a = by_tree.diagnostics[i];
        const Diagnostic& b = by_content.diagnostics[i];
        if (a.code != b.code || a.span != b.span || a.file != b.file || a.message != b.message) std::abort();
    }
}

}  // namespace

HCL_FUZZ_TARGET(decode) {
    using namespace hcl;
    std::size_t split = input.find('\0');
    if (split == std::string_view::npos) split = input.size() / 2;
    std::string_view spec_text = input.substr(0, split);
    std::string_view text = input.substr(std::min(input.size(), split + 1));
    for (const Rules* rules : {&Rules::spec(), &Rules::reference()}) {
        syntax::FilePtr spec_source = syntax::File::parse(spec_text);
        decode::SpecFile spec = decode::load_spec_file(spec_source, FileId(0), *rules);
        bool is_json = text.starts_with('{');
        syntax::FilePtr file = syntax::File::parse(
            text, {.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native, .hcl1 = false});
        eval::MapScope scope;
        scope.set_functions(decode::spec_functions());
        eval::EvalOptions options = eval::eval_options(*rules);
        options.limits.steps = 100'000;
        decode::Body body = decode::expand_dynamic(decode::file_body(file, FileId(1)), &scope, options);
        decode::DecodeResult result = decode::decode(body, *spec.root, &scope, options);
        check_tree_and_content(decode::file_body(file, FileId(1)), *spec.root, scope, options);
        decode::references(body, *spec.root, *rules);
        decode::functions_used(body, *spec.root, *rules);
        decode::dynamic_references(decode::file_body(file, FileId(1)), *spec.root, true, *rules);
        bool says_why = has_errors(spec_source->diagnostics()) || has_errors(spec.diagnostics) ||
                        has_errors(result.diagnostics) || has_errors(file->diagnostics());
        // The input has no unknown variables, so an unknown result must come from an error.
        if (!result.value.is_wholly_known() && !says_why) std::abort();
    }
}
