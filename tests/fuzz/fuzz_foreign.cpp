// Files of other tools, from any bytes. The first byte chooses: a JSON Schema, whose import is a pack without
// mistakes of syntax; a Dockerfile; or the manifest of downloaded modules.
#include <string>
#include <string_view>

#include "engine/bake/dockerfile.h"
#include "engine/base/check.h"
#include "engine/language/language.h"
#include "engine/syntax/file/file.h"
#include "engine/terraform/module_manifest.h"
#include "server/cli/pack/pack_import.h"
#include "tests/fuzz/target.h"

HCL_FUZZ_TARGET(foreign) {
    using namespace hcl;
    if (input.empty()) return;
    const auto kind = static_cast<unsigned char>(input[0]) % 3;
    input.remove_prefix(1);
    if (kind == 0) {
        auto pack = server::import_pack(input, "fuzzed");
        if (!pack) return;
        syntax::FilePtr file = syntax::File::parse(pack->text);
        HCL_CHECK(file->diagnostics().size() == 0);
        language::Language::load(file, FileId(0), "fuzzed")->all_findings();
    } else if (kind == 1) {
        const bake::Stages stages = bake::stages_of(input);
        HCL_CHECK(stages.names.size() <= stages.count);
    } else {
        const auto modules = terraform::modules_of_manifest(input);
        for (const auto& module : modules) {
            HCL_CHECK(terraform::is_same_source(module.source, module.source));
            terraform::is_same_source(input, module.source);
        }
    }
}
