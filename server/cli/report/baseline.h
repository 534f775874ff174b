// Findings that somebody has decided to live with for now: `hcl-ls check --baseline=FILE`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

// By file, code and text, not by line: what stands above a finding may change.
class Baseline {
  public:
    static Result<Baseline> parse(std::string_view json);
    static Baseline of(const std::vector<CheckedFile>& files);
    std::string to_json() const;

    // Takes out of `files` what is in here, each entry as often as it was found. Returns how many entries
    // of those files are found no more.
    std::size_t take_out(std::vector<CheckedFile>& files) const;
    std::size_t size() const;
    // Entries of files that were not looked at this time stay as they are.
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
