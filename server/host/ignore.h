// The rules of .gitignore files, which exclude paths from version control.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::server {

// The rules of one ignore file, for paths below its folder.
class IgnoreRules {
  public:
    static IgnoreRules parse(std::string_view text);

    enum class Verdict { None, Ignore, Keep };
    // `path` is relative to the rules' folder, with forward slashes. The last matching rule wins.
    Verdict match(std::string_view path, bool is_folder) const;
    bool is_empty() const { return rules_.empty(); }

  private:
    struct Rule {
        std::string pattern;
        bool keep = false;          // !pattern
        bool folders_only = false;  // pattern/
        bool anchored = false;      // a slash before the end anchors the pattern to the rules' folder
    };
    std::vector<Rule> rules_;
};

}  // namespace hcl::server
