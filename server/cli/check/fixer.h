// Applies the fixes of findings and judges each by itself: one after which there is a new finding is taken
// back, and not tried again.
//
// Fixes that do not touch each other are applied together and what is found then is compared with what was
// found before. A new finding on the lines of one fix refuses it; when nothing tells which fix a new finding
// comes from, half of them are tried.
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
        // Whether the fixes of a finding are asked for.
        std::function<bool(const Diagnostic&)> is_wanted;
        std::function<void(std::size_t index, std::string text)> set_text;
        // Finds again what may follow from new texts of these files. Gives what was found before, by file.
        std::function<std::map<std::size_t, Diagnostics>(const std::set<std::size_t>& changed)> find;
    };
    explicit Fixer(Sources sources) : sources_(std::move(sources)) {}

    // Applies what can be fixed, and returns how many findings that mended.
    std::size_t run();
    // The last run ended before everything was tried.
    bool is_unfinished() const { return is_unfinished_; }

  private:
    struct Candidate {
        std::size_t file = 0;  // index, of the finding
        DiagCode code{};
        std::uint32_t place = 0;  // of the finding
        std::vector<std::pair<std::size_t, Edit>> edits;
        std::string name;  // by which it is known once it is refused
    };
    using Batch = std::vector<Candidate>;
    struct Verdict {
        std::set<std::size_t> refused;  // indexes in the batch
        bool is_bad = false;            // there is something new that no single fix explains
        std::size_t mended = 0;
    };
    struct State;

    Batch collect() const;
    std::size_t judge(Batch batch);
    State apply(const Batch& batch);
    void undo(State state);
    Verdict compare(const Batch& batch, const State& before) const;
    void refuse(const Candidate& candidate) { refused_.insert(candidate.name); }

    Sources sources_;
    std::set<std::string> refused_;
    std::size_t bytes_ = 0;  // read again so far
    bool is_unfinished_ = false;
};

}  // namespace hcl::server
