#include "engine/decode/decoders.h"

#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/decoder.h"

namespace hcl::decode {

namespace {

struct NamedDecoder {
    std::string_view name;
    const Type& (*type)();
};

constexpr NamedDecoder kDecoders[] = {
    {"closure", &eval::expression_closure_type},  {"expression", &eval::expression_type},
    {"identifiers", &eval::identifier_list_type}, {"keyword", &eval::keyword_type},
    {"type", &eval::type_constraint_type},
};

}  // namespace

std::optional<Type> decoder_type_by_name(std::string_view name) {
    for (const NamedDecoder& decoder : kDecoders)
        if (decoder.name == name) return decoder.type();
    return std::nullopt;
}

std::string decoder_names() {
    std::string names;
    for (const NamedDecoder& decoder : kDecoders) {
        if (!names.empty()) names += ", ";
        names += decoder.name;
    }
    return names;
}

}  // namespace hcl::decode
