// Reads the parts of `.hcl-ls.hcl`. Private to world/.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/language/language.h"
#include "engine/world/config_file.h"

namespace hcl::world {

// The strings of an expression: one, or a list of them.
std::vector<std::string> strings_of(syntax::Node expr);
// The elements of a list that are identifiers or quoted.
std::vector<std::string> names_of(syntax::Node expr);
bool is_written(syntax::Node expr);
// Reports a rule that can never apply, or not as written.
void without_effect(ConfigFile& out, Span place, const std::string& why);

// The blocks of languages by type, looked up once for all rules of a file.
class RuledBlocks {
  public:
    // The blocks of one type, in any body of the language.
    struct Known {
        std::vector<const language::BlockDef*> found{};
        // Names of their arguments and blocks, if they accept no others; computed when they are asked for.
        std::optional<std::set<std::string>> names{};
        bool is_complete = false;
    };
    struct OfLanguage {
        std::unordered_map<std::string, Known> blocks{};
        // One of the bodies accepts blocks of any type, or there are too many to look at.
        bool takes_any = false;
    };
    explicit RuledBlocks(const FindLanguage& find) : find_(find) {}
    // The language with this id; null when it is unknown, or another file describes it.
    language::LanguagePtr language(const ConfigFile& config, const std::string& id);
    OfLanguage& of(const language::Language& language);

  private:
    const FindLanguage& find_;
    std::map<std::string, language::LanguagePtr> by_id_;
    std::map<const language::Language*, OfLanguage> languages_;
};

// A `rule` block. The languages of the file must have been read.
void read_house_rule(const syntax::BlockView& block, RuledBlocks& blocks, ConfigFile& out);

}  // namespace hcl::world
