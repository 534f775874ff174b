// A pack and a file in its language from one text, split at the first NUL (or the middle): loading, binding
// and checking end, and after an edit a module built from the previous one equals a fresh one.
#include <cstdlib>
#include <string>

#include "engine/bind/pack_text.h"
#include "engine/check/check.h"
#include "engine/language/language.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

std::string said(const bind::Module& module) {
    std::string out;
    for (const Diagnostic& d : check::check_file(module, FileId(1), {}, {}, {})) {
        out += diag_id(d.code) + " " + std::to_string(d.span.start) + "-" + std::to_string(d.span.end) + " " +
               d.message + "\n";
        if (d.span.end < d.span.start) std::abort();
    }
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t block = 0; block < slot.unit->blocks.size() && block < 50; ++block)
                out += bind::outline_name(module, slot, block) + bind::block_link(module, slot, block) + "\n";
        });
    return out;
}

}  // namespace

HCL_FUZZ_TARGET(packs) {
    std::size_t split = input.find('\0');
    if (split == std::string_view::npos) split = input.size() / 2;
    syntax::FilePtr pack = syntax::File::parse(input.substr(0, split));
    std::string_view text = input.substr(std::min(input.size(), split + 1));
    auto language = language::Language::load(pack, FileId(0), "fuzzed", "1.2");
    language->all_findings();
    bool is_json = text.starts_with('{');
    syntax::FilePtr file = syntax::File::parse(
        text, {.syntax = is_json ? syntax::Syntax::Json : syntax::Syntax::Native, .hcl1 = false});
    auto build = [&](const syntax::FilePtr& tree, const bind::Module* previous) {
        return bind::Module::build(language, {{FileId(1), "/a.hcl", tree}}, previous, {});
    };
    bind::ModulePtr first = build(file, nullptr);
    said(*first);
    if (file->size() == 0) return;
    // Removes a range that the input selects.
    std::uint32_t from = static_cast<unsigned char>(text.back()) % file->size();
    Edit edit{{from, std::min(file->size(), from + 1 + static_cast<unsigned char>(text.front()) % 16)}, ""};
    syntax::FilePtr edited = file->edited(std::span(&edit, 1));
    bind::ModulePtr next = build(edited, first.get());
    bind::ModulePtr fresh = build(syntax::File::parse(edited->text(), file->options()), nullptr);
    if (said(*next) != said(*fresh)) std::abort();
}
