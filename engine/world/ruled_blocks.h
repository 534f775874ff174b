// The blocks that rules of a configuration can be about.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/eval/budget.h"
#include "engine/language/condition.h"
#include "engine/language/language.h"
#include "engine/world/config_file.h"

namespace hcl::world {

// Names of arguments and blocks. Not closed: others are accepted as well.
struct NamesInBlocks {
    std::set<std::string> all{};
    bool is_closed = true;
};

// The blocks of languages by type, looked up once for all rules of a file.
class RuledBlocks {
  public:
    // The blocks of one type.
    struct Known {
        std::vector<const language::BlockDef*> found{};
        const NamesInBlocks& names();
        std::set<std::string> labels() const;

      private:
        std::optional<NamesInBlocks> names_{};
    };
    struct InBodies {
        std::unordered_map<std::string, Known> blocks{};
        // One of the bodies accepts blocks of any type, or there are too many to look at.
        bool takes_any = false;
    };
    // `bytes`: of the file whose rules are checked.
    explicit RuledBlocks(const FindLanguage& find, std::uint64_t bytes = 0)
        : find_(find), budget_({.steps = language::condition_steps(bytes)}) {}
    // The language with this id; null when it is unknown, or another file describes it.
    language::LanguagePtr language(const ConfigFile& config, const std::string& id);
    // In the language, at any depth.
    InBodies& of(const language::Language& language);
    // The blocks nested in blocks of this type, at any depth. `all`: the blocks of the language.
    InBodies& inside(const InBodies& all, const std::string& type);
    // For the conditions of all rules of the file.
    eval::Budget& budget() { return budget_; }

  private:
    const FindLanguage& find_;
    std::map<std::string, language::LanguagePtr> by_id_;
    std::map<const language::Language*, InBodies> languages_;
    std::map<std::pair<const InBodies*, std::string>, InBodies> inside_;
    eval::Budget budget_;
};

}  // namespace hcl::world
