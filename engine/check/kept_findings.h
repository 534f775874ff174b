// The findings of one file while they are gathered: silenced by comments, with the levels that settings give
// them, and no more of them in memory than are shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/check/check.h"
#include "engine/check/replaced_parts.h"

namespace hcl::check {

class KeptFindings {
  public:
    // `commented`: the units with comments that silence; `file` may be null when the module has none of that
    // id. All must outlive this.
    KeptFindings(const bind::Module& module, FileId id, const bind::ModuleFile* file,
                 const std::vector<bind::UnitSlot>& commented, const RuleSettings& settings);

    void add(Diagnostic found);
    void add_all(Diagnostics found);
    // Sorted, the most severe where there are too many, with one finding that counts the others. Comments
    // that silence nothing are findings once all findings are known.
    enum class UnusedComments : std::uint8_t { Ignored, Reported };
    Diagnostics finish(UnusedComments comments);

  private:
    // A comment and what it covers. Of those that begin before a place, the ones that hold it are found from
    // the last one by way of those around.
    struct Comment {
        const bind::IgnoreComment* comment;
        std::uint32_t base;
        Span lines{};
        std::size_t around = kNowhere;
        bool is_used = false;
    };
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    // The first ones in the order of a report.
    struct First {
        std::size_t most;
        Diagnostics list{};
        std::optional<Span> left_out{};  // the first place of what is left out
        void add(Diagnostic found);
        void cut();
    };

    void read_comments(const std::vector<bind::UnitSlot>& units);
    bool is_silenced(const Diagnostic& found);
    bool apply_level(Diagnostic& found) const;  // false: it is switched off
    void keep(Diagnostic found);
    void add_unused_comments();

    const Limits& limits_;
    FileId id_;
    const bind::ModuleFile* file_;
    const RuleSettings& settings_;
    const language::Language& language_;
    const ReplacedParts* replaced_;  // null: nothing is replaced
    std::vector<Comment> of_file_;
    std::vector<Comment> of_lines_;  // by where they begin
    std::size_t total_ = 0;
    First of_evaluation_;
    std::array<First, 4> by_severity_;
};

}  // namespace hcl::check
