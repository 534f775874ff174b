// The rules of .gitignore files: which paths a version control system leaves out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::server {

// The rules of one ignore file, for paths below the folder it lies in.
class IgnoreRules {
  public:
    static IgnoreRules parse(std::string_view text);

    enum class Verdict { None, Ignore, Keep };
    // `path` is relative to the rules' folder, with forward slashes. The last rule that matches decides.
    Verdict match(std::string_view path, bool is_folder) const;
    bool is_empty() const { return rules_.empty(); }

  private:
    struct Rule {
        std::string pattern;
        bool keep = false;          // !pattern
        bool folders_only = false;  // pattern/
        bool anchored = false;      // a slash before the end ties the pattern to the rules' folder
    };
    std::vector<Rule> rules_;
};

}  // namespace hcl::server
