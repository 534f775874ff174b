// Decoding from text to text, for the tests of this room.
#pragma once

#include <string>
#include <string_view>

#include "engine/decode/evaluate.h"
#include "engine/decode/spec_file.h"
#include "engine/value/value_json.h"

namespace hcl::decode {

struct Outcome {
    std::string json;    // the value, or why it has none
    std::string titles;  // of the diagnostics, in order, each followed by a semicolon
};

inline std::string titles_of(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& d : diagnostics) out += d.title + ";";
    return out;
}

inline Body body_of(std::string_view text, FileId id = FileId(1)) {
    bool is_json = text.starts_with('{') || text.starts_with('[');
    return file_body(
        syntax::File::parse(
            text, {.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native, .hcl1 = false}),
        id);
}

// Input that begins with a brace or bracket is JSON.
inline Outcome run(std::string_view spec_text, std::string_view input, const Rules& rules = Rules::spec()) {
    SpecFile spec = load_spec_file(syntax::File::parse(spec_text), FileId(0), rules);
    eval::MapScope scope;
    for (auto& [name, value] : spec.variables) scope.set(name, value);
    scope.set_functions(std::make_shared<const eval::FunctionTable>(spec.functions));
    DecodeResult result = decode(body_of(input), *spec.root, &scope, eval::eval_options(rules));
    auto json = value_to_json(result.value);
    return {json ? *json : json.error().message(),
            titles_of(spec.diagnostics) + titles_of(result.diagnostics)};
}

}  // namespace hcl::decode
