// Known findings that `hcl-ls check --baseline=FILE` ignores.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

// Findings are identified by file, code and message, not by line, so that edits elsewhere do not matter.
class Baseline {
  public:
    static Result<Baseline> parse(std::string_view text);
    static Baseline of(const std::vector<CheckedFile>& files);
    std::string to_json() const;

    // Removes the findings of the baseline from `files`, each as often as it was recorded. Returns the number
    // of entries of these files that no longer occur.
    std::size_t take_out(std::vector<CheckedFile>& files) const;
    std::size_t size() const;
    // Entries of files that were not checked are kept.
    void keep_others(const Baseline& old, const std::vector<CheckedFile>& files);

  private:
    struct Key {
        std::string file;
        std::string code;
        std::string text;
        auto operator<=>(const Key&) const = default;
    };
    static Key key_of(const CheckedFile& file, const Diagnostic& finding);
    std::map<Key, std::uint64_t> counts_;
};

}  // namespace hcl::server
