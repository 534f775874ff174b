#include "engine/world/file_syntax.h"

#include <algorithm>

#include "engine/language/foreign.h"

namespace hcl::world {

namespace {

bool is_template_path(std::string_view path) {
    return path.ends_with(".tftpl") || path.ends_with(".hcltpl") || path.ends_with(".pkrtpl.hcl") ||
           path.ends_with(".pkrtpl") || path.ends_with(".tpl.pkrvars.hcl");
}

}  // namespace

bool is_hcl_path(std::string_view path) {
    // zcl, the ancestor of HCL, is not a language of any pack: only its syntax is checked.
    return path.ends_with(".zcl") || language::LanguageSet::builtin().of_file(path, "") != nullptr;
}

bool is_foreign_text(std::string_view path, std::string_view text) {
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    language::LanguagePtr known = language::builtin_language_of(path, "", text);
    if (known && known->recognition.is_fallback)
        if (auto shown = builtin.of_content(text)) known = shown;
    return known && language::is_foreign(*known, text);
}

bool is_json_of_hcl1(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with('{') && !text.starts_with("{{") && !text.starts_with("{%");
}

syntax::ParseOptions native_options(const language::Language* language, std::string_view text) {
    syntax::ParseOptions options;
    options.hcl1 = language && language->is_hcl1;
    if ((options.hcl1 || (language && language->recognition.is_fallback)) && is_json_of_hcl1(text)) {
        options.syntax = syntax::Syntax::Json;
        options.hcl1 = true;
    }
    return options;
}

syntax::ParseOptions parse_options(std::string_view path, std::string_view language, std::string_view text) {
    syntax::ParseOptions options;
    if (path.ends_with(".json") || language.ends_with("json"))
        options.syntax = syntax::Syntax::Json;
    else if (is_template_path(path) || language.ends_with("template"))
        options.syntax = syntax::Syntax::Template;
    if (options.syntax != syntax::Syntax::Native) return options;
    constexpr std::size_t kBeginning = 4096;
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    language::LanguagePtr known = language::builtin_language_of(path, language, text);
    if ((!known || known->recognition.is_fallback) && !text.empty())
        if (auto found = builtin.of_content(text.substr(0, kBeginning))) known = found;
    return native_options(known.get(), text);
}

}  // namespace hcl::world
