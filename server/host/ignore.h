// The rules of .gitignore files, which exclude paths from version control.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hcl::server {

// The rules of one ignore file, for paths below its folder.
class IgnoreRules {
  public:
    static IgnoreRules parse(std::string_view text);

    // TooLong: no rule matched within the steps that are spent on one path.
    enum class Verdict { None, Ignore, Keep, TooLong };
    // `path` is relative to the rules' folder, with forward slashes. The last matching rule wins.
    Verdict match(std::string_view path, bool is_folder) const;
    bool is_empty() const { return count_ == 0; }

  private:
    struct Rule {
        std::uint32_t number = 0;   // from 1, in the order of the file
        bool keep = false;          // !pattern
        bool folders_only = false;  // pattern/
    };
    // A pattern that is not a plain name.
    struct Wild : Rule {
        std::string pattern;
        bool anchored = false;  // a slash before the end anchors the pattern to the rules' folder
        std::size_t start = 0;  // how much of the pattern every match starts and ends with
        std::size_t end = 0;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    // By name or path, the last rules: for files and folders, and for folders only.
    using Plain = std::unordered_map<std::string, std::array<Rule, 2>, Hash, std::equal_to<>>;

    Plain names_;
    Plain paths_;  // anchored
    std::vector<Wild> wild_;
    std::uint32_t count_ = 0;
};

}  // namespace hcl::server
