#include "engine/language/path_functions.h"

#include <algorithm>

#include "engine/eval/module_path.h"

namespace hcl::language {

PathFunctions path_functions(const Language& language) {
    PathFunctions out;
    for (const BlockDef& block : language.root().blocks) {
        if (!block.call) continue;
        for (std::string PathFunctions::* part :
             {&PathFunctions::above, &PathFunctions::here, &PathFunctions::root})
            if ((out.*part).empty()) out.*part = block.call->paths.*part;
        if (out.of_blocks.empty()) out.of_blocks = block.call->paths.of_blocks;
    }
    return out;
}

std::vector<std::string> functions_naming_files(const Language& language) {
    std::vector<std::string> out;
    // Files that a language names are of that language where its blocks call such.
    const bool calls_own = std::ranges::any_of(language.root().blocks, [](const BlockDef& block) {
        return block.call && block.call->language.empty() && !block.call->folder.empty();
    });
    if (!calls_own || language.modules.join != Join::File) return out;
    if (std::string above = path_functions(language).above; !above.empty()) out.push_back(std::move(above));
    for (const auto& [name, function] : language.evaluation.functions->all())
        if (eval::reads_module(*function)) out.push_back(name);
    return out;
}

}  // namespace hcl::language
