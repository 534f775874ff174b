// Parts of declarations that override files replace; findings there do not count. Private to check/.
#pragma once

#include <map>
#include <vector>

#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

class ReplacedParts {
  public:
    // Cached with the module; null when no file overrides others.
    static const ReplacedParts* of(const bind::Module& module);

    // False when the finding is about a replaced part. Turns unknown names into warnings where
    // the program does not check them.
    bool counts(Diagnostic& found) const;

  private:
    struct Parts {
        std::vector<Span> replaced;  // values and blocks
        std::vector<Span> folders;   // fixed values of calls, of which only the folder is used later
        std::vector<Span> merged;    // targets of checks on whole declarations, which the overriding one gets
        std::vector<Span> unseen;    // names in bodies that are merged before unknown names are checked
    };
    struct Body {
        bind::UnitSlot slot;
        std::uint32_t body;
    };

    struct Names;   // the attributes and blocks of a body
    struct Making;  // what is known while the parts are found

    explicit ReplacedParts(const bind::Module& module);
    void add(Making& making, bind::Symbol above, bind::Symbol below);
    // `depth`: the number of block levels at which blocks replace others.
    void add_bodies(Making& making, const Body& above, const Body& below, int depth);
    void add_merged(Making& making, const Body& below);
    void add_unseen(Making& making, const Body& body);

    std::map<FileId, Parts> files_;
};

}  // namespace hcl::check
