// Applies the fixes of findings and validates each: a fix that causes a new finding is
// reverted and not tried again.
//
// Disjoint fixes are applied as a batch, and the findings before and after are compared. A
// new finding on the lines of a fix rejects that fix; when new findings cannot be attributed
// to a fix, half of the batch is tried.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "server/cli/report/finding_report.h"

namespace hcl::server {

class Fixer {
  public:
    struct Sources {
        std::vector<CheckedFile>& files;  // with all their findings
        // Whether fixes of the finding are requested.
        std::function<bool(const Diagnostic&)> is_wanted;
        std::function<void(std::size_t index, std::string text)> set_text;
        // Computes the findings again that the files may affect. Returns the previous findings, by file.
        std::function<std::map<std::size_t, Diagnostics>(const std::set<std::size_t>& changed)> find;
    };
    explicit Fixer(Sources sources) : sources_(std::move(sources)) {}

    // Applies all possible fixes; returns the number of fixed findings.
    std::size_t run();
    // The last run ended before all fixes were tried.
    bool is_unfinished() const { return is_unfinished_; }

  private:
    struct Candidate {
        std::size_t file = 0;  // index, of the finding
        DiagCode code{};
        std::uint32_t place = 0;  // of the finding
        std::string rule;
        std::string message;
        std::vector<std::pair<std::size_t, Edit>> edits;
        bool is_removal = false;
        std::string name;  // identifies the fix once it is rejected
    };
    using Batch = std::vector<Candidate>;
    struct Verdict {
        std::set<std::size_t> refused;  // indexes in the batch
        bool is_bad = false;            // there are new findings that cannot be attributed to one fix
        std::size_t mended = 0;
    };
    struct State;

    Batch collect() const;
    std::size_t judge(Batch batch);
    State apply(const Batch& batch);
    bool is_spent();
    void undo(State state);
    Verdict compare(const Batch& batch, const State& before) const;
    void refuse(const Candidate& candidate) { refused_.insert(candidate.name); }

    Sources sources_;
    std::set<std::string> refused_;
    std::size_t bytes_ = 0;  // checked again so far
    bool is_unfinished_ = false;
};

}  // namespace hcl::server
