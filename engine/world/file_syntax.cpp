#include "engine/world/file_syntax.h"

#include <algorithm>
#include <array>

#include "engine/language/language.h"

namespace hcl::world {

namespace {

// Names end in these when they hold native syntax.
constexpr std::array kNativeEndings = {
    std::string_view(".hcl"),          std::string_view(".tf"),    std::string_view(".tfvars"),
    std::string_view(".tofu"),         std::string_view(".nomad"), std::string_view(".hcldec"),
    std::string_view(".zcl"),          std::string_view(".pp"),    std::string_view(".tfbackend"),
    std::string_view(".sentinel.hcl"),
};
constexpr std::array kJsonEndings = {
    std::string_view(".hcl.json"),     std::string_view(".tf.json"),     std::string_view(".tfvars.json"),
    std::string_view(".tofu.json"),    std::string_view(".tftest.json"), std::string_view(".nomad.json"),
    std::string_view(".tfquery.json"),
};
constexpr std::array kTemplateEndings = {std::string_view(".tftpl"), std::string_view(".hcltpl")};

template <std::size_t N>
bool ends_with_any(std::string_view path, const std::array<std::string_view, N>& endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace

bool is_hcl_path(std::string_view path) {
    return ends_with_any(path, kNativeEndings) || ends_with_any(path, kJsonEndings) ||
           language::LanguageSet::builtin().of_file(path, "") != nullptr;
}

std::string known_endings() {
    std::string all;
    for (std::string_view ending : kNativeEndings) all += (all.empty() ? "*" : " *") + std::string(ending);
    for (std::string_view ending : kJsonEndings) all += " *" + std::string(ending);
    return all;
}

syntax::ParseOptions parse_options(std::string_view path, std::string_view language, std::string_view text) {
    syntax::ParseOptions options;
    if (path.ends_with(".json") || language.ends_with("json"))
        options.syntax = syntax::Syntax::Json;
    else if (ends_with_any(path, kTemplateEndings) || language.ends_with("template"))
        options.syntax = syntax::Syntax::Template;
    if (options.syntax != syntax::Syntax::Native) return options;
    constexpr std::size_t kBeginning = 4096;
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    language::LanguagePtr known = builtin.of_file(path, language);
    if ((!known || known->recognition.is_fallback) && !text.empty())
        if (auto found = builtin.of_content(text.substr(0, kBeginning))) known = found;
    options.hcl1 = known && known->is_hcl1;
    return options;
}

}  // namespace hcl::world
