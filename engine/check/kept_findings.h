// Collects the findings of one file: applies suppression comments and severity settings, and keeps no more
// than the number that is shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/check/check.h"
#include "engine/check/replaced_parts.h"

namespace hcl::check {

class KeptFindings {
  public:
    // `commented`: the units with comments that silence; `file` may be null when the module has none of that
    // id. All must outlive this.
    KeptFindings(const bind::Module& module, FileId id, const bind::ModuleFile* file,
                 const std::vector<bind::UnitSlot>& commented, const RuleSettings& settings,
                 const Refine& refine, const FindFindingName& find_name);

    void add(Diagnostic found);
    void add_all(Diagnostics found);
    // Later findings behind that place, whose text may be that of an open heredoc, do not count.
    void end_at(std::uint32_t place) { end_ = place; }
    // Sorted, the most severe where there are too many, with one finding that counts the others. Comments
    // that silence nothing are findings once all findings are known.
    enum class UnusedComments : std::uint8_t { Ignored, Reported };
    Diagnostics finish(UnusedComments comments);

  private:
    // A comment and its range. Comments that contain a position are found from the last one that starts
    // before it, following `around` outwards.
    struct Comment {
        const bind::IgnoreComment* comment;
        std::uint32_t base;
        Span lines{};
        std::size_t around = kNowhere;
        bool is_used = false;
    };
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    // The first findings in report order.
    struct First {
        std::size_t most;
        Diagnostics list{};
        std::optional<Span> left_out{};  // position of the first omitted finding
        void add(Diagnostic found);
        void cut();
    };

    void read_comments(const std::vector<bind::UnitSlot>& units);
    bool is_silenced(const Diagnostic& found);
    bool apply_level(Diagnostic& found) const;  // false: switched off
    void keep(Diagnostic found);
    void add_unused_comments();
    void report_unused(const Comment& comment);

    const Limits& limits_;
    FileId id_;
    const bind::ModuleFile* file_;
    const RuleSettings& settings_;
    const language::Language& language_;
    const Refine& refine_;              // may be empty
    const FindFindingName& find_name_;  // may be empty
    const ReplacedParts* replaced_;     // null: nothing is replaced
    std::vector<Comment> of_file_;
    // The codes that comments of the whole file name, and whether a finding has them; "": all codes.
    std::unordered_map<std::string_view, bool> file_codes_;
    std::vector<Comment> of_lines_;  // by start
    std::optional<std::uint32_t> end_;
    std::size_t total_ = 0;
    First of_evaluation_;
    std::array<First, 4> by_severity_;
};

}  // namespace hcl::check
