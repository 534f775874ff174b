#include "engine/language/path_functions.h"

#include "engine/eval/module_path.h"

namespace hcl::language {

std::string function_above(const Language& language) {
    for (const BlockDef& block : language.root().blocks)
        if (block.call && !block.call->parents.empty()) return block.call->parents;
    return {};
}

std::string function_here(const Language& language) {
    for (const BlockDef& block : language.root().blocks)
        if (block.call && !block.call->here.empty()) return block.call->here;
    return {};
}

std::vector<std::string> functions_naming_files(const Language& language) {
    std::vector<std::string> out;
    if (!language.modules.may_call || language.modules.join != Join::File) return out;
    if (std::string above = function_above(language); !above.empty()) out.push_back(std::move(above));
    for (const auto& [name, function] : language.evaluation.functions->all())
        if (eval::reads_module(*function)) out.push_back(name);
    return out;
}

}  // namespace hcl::language
