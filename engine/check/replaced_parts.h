// What overriding files replace: findings there do not count. Private to check/.
#pragma once

#include <map>
#include <vector>

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

class ReplacedParts {
  public:
    // Kept with the module; null where no file overrides others.
    static const ReplacedParts* of(const bind::Module& module);

    // False: the finding is about something that another file replaces. Names that nobody knows become
    // warnings where the program does not look at them.
    bool counts(Diagnostic& found) const;

  private:
    struct Parts {
        std::vector<Span> replaced;  // values and blocks
        std::vector<Span> folders;   // fixed values of calls, of which only the folder is looked up later
        std::vector<Span> merged;  // what checks of the whole declaration point to: the one above is checked
        std::vector<Span> unseen;  // names in bodies that are merged before anybody looks for unknown ones
    };
    struct Body {
        bind::UnitSlot slot;
        std::uint32_t body;
    };

    explicit ReplacedParts(const bind::Module& module);
    void add(const bind::Module& module, bind::Symbol above, bind::Symbol below);
    // `depth`: how many blocks deep blocks replace others.
    void add_bodies(const bind::Module& module, const Body& above, const Body& below, int depth);
    void add_merged(const Body& below);
    void add_unseen(const Body& body);

    std::map<FileId, Parts> files_;
};

}  // namespace hcl::check
