// A spec and an input from one text, split at the first NUL (or the middle): decoding ends, and nothing is
// lost: a known result or a finding, under both rule sets.
#include <cstdlib>

#include "engine/schema/dynamic_block.h"
#include "engine/schema/evaluate.h"
#include "engine/schema/spec_file.h"
#include "tests/fuzz/target.h"

HCL_FUZZ_TARGET(decode) {
    using namespace hcl;
    std::size_t split = input.find('\0');
    if (split == std::string_view::npos) split = input.size() / 2;
    std::string_view spec_text = input.substr(0, split);
    std::string_view text = input.substr(std::min(input.size(), split + 1));
    for (const Rules* rules : {&Rules::spec(), &Rules::reference()}) {
        schema::SpecFile spec = schema::load_spec_file(syntax::File::parse(spec_text), FileId(0), *rules);
        bool is_json = text.starts_with('{');
        syntax::FilePtr file = syntax::File::parse(
            text, {.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native, .hcl1 = false});
        eval::MapScope scope;
        scope.set_functions(schema::spec_functions());
        eval::EvalOptions options = schema::eval_options(*rules);
        options.limits.steps = 100'000;
        schema::Body body = schema::expand_dynamic(schema::file_body(file, FileId(1)), &scope, options);
        schema::DecodeResult result = schema::decode(body, *spec.root, &scope, options);
        schema::references(body, *spec.root, *rules);
        schema::dynamic_references(schema::file_body(file, FileId(1)), *spec.root, true, *rules);
        bool says_why =
            has_errors(spec.diagnostics) || has_errors(result.diagnostics) || has_errors(file->diagnostics());
        // The input has no unknown variables, so only a mistake can leave something unknown.
        if (!result.value.is_wholly_known() && !says_why) std::abort();
    }
}
