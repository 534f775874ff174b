// The functions available to a spec's own expressions: some of the standard ones.
#include <array>

#include "engine/decode/spec_file.h"
#include "engine/eval/functions/functions.h"

namespace hcl::decode {

namespace {

constexpr std::array<std::string_view, 15> kNames = {
    "abs",   "coalesce", "concat", "hasindex", "int",    "jsondecode", "jsonencode", "length",
    "lower", "max",      "min",    "reverse",  "strlen", "substr",     "upper"};

std::shared_ptr<const eval::FunctionTable> make_table() {
    eval::FunctionTable chosen;
    const eval::FunctionTable& all = eval::standard_functions();
    for (std::string_view name : kNames)
        if (auto function = all.find_shared(name)) chosen.add(std::string(name), function);
    return std::make_shared<const eval::FunctionTable>(std::move(chosen));
}

}  // namespace

const std::shared_ptr<const eval::FunctionTable>& spec_functions() {
    static const std::shared_ptr<const eval::FunctionTable> table = make_table();
    return table;
}

}  // namespace hcl::decode
