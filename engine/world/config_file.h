// Reads `.hcl-ls.hcl`, the settings of its folder and the folders below. The pack engine/packs/hcl_ls.hcl
// checks and documents it; this reader is tolerant.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/check.h"
#include "engine/check/house_rules.h"
#include "engine/language/language.h"
#include "engine/syntax/file/file.h"

namespace hcl::world {

class FileState;

inline constexpr std::string_view kConfigName = ".hcl-ls.hcl";
// Ids of the languages of packs and configurations.
inline constexpr std::string_view kPackLanguage = "pack";
inline constexpr std::string_view kConfigLanguage = "hcl-ls";

struct ConfigFile {
    struct Language {
        std::string id;
        Span id_span;
        std::vector<std::string> files;  // patterns
        // Groups of file patterns that make up one module, in order of precedence.
        std::vector<std::vector<std::string>> together;
        std::string version;
        bool has_spec = false;
        std::vector<std::string> specs;  // paths of packs, relative to the folder of the file
        Span spec_span;
        // The patterns of both lists.
        std::vector<std::string> all_files() const;
    };
    std::vector<Language> languages;
    check::RuleSettings rules;
    // The keys of `rules`.
    struct NamedRule {
        std::string name;
        Span place;
    };
    std::vector<NamedRule> named_rules;
    std::vector<check::HouseRule> house_rules;  // their nodes refer to the file
    struct Include {
        std::string path;  // relative to the folder of the file
        Span span;
    };
    std::vector<Include> includes;  // files with more rules
    Diagnostics findings;           // invalid severities, rules that can never apply
    // The number of languages, patterns and files, with those of the folders above. Beyond the limit
    // (limits::config_names) they are left out.
    std::uint64_t names = 0;
};

// A language that a pack of the workspace describes; null when there is none of this id.
using FindLanguage = std::function<language::LanguagePtr(const ConfigFile&, std::string_view id)>;
// `names_above`: those in the configurations of the folders above. `find`: languages that rules can be about
// besides those of the build.
ConfigFile read_config(const syntax::File& file, std::uint64_t names_above = 0,
                       const FindLanguage& find = {});
// Without its `rule` blocks, which take most of the time.
ConfigFile read_settings(const syntax::File& file, std::uint64_t names_above = 0);
// Empty, with a finding, if the file is larger than limits::config_file.
ConfigFile read_config(const FileState& state, std::uint64_t names_above = 0, const FindLanguage& find = {});
// The paths of the packs and rule files that the file names; `folder` is its own, with a trailing slash.
std::vector<std::string> files_of_config(const syntax::File& file, std::string_view folder);

}  // namespace hcl::world
