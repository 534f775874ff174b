// The input of `hcl-ls check`: the requested files, and the surrounding files that affect them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/world/world.h"
#include "server/app/configurations.h"
#include "server/app/wanted_files.h"
#include "server/cli/check/check_options.h"
#include "server/cli/check/targets.h"
#include "server/cli/report/finding_report.h"
#include "server/host/walk.h"

namespace hcl::server {

class CheckSources {
  public:
    CheckSources(Console& console, const CheckOptions& options);

    // Only configurations and packs: those of the folders, of the folders above them, and below them.
    void read_rules();
    // False when a file could not be read; the others are loaded.
    bool read();
    // Computes the findings of all files in their current state.
    void find(bool shows_progress);
    // The files that were left out because those before have as many findings as one run may.
    std::size_t left_out() const;
    std::size_t requested() const { return left_out_.size(); }
    // Applies preferred fixes of the requested findings in memory until none are left.
    std::size_t fix();
    // Adds configurations that apply to the files, are not among them, and cannot be read as they are meant.
    void add_configurations();
    // Removes findings that the options exclude.
    void keep_wanted();
    // The finding says that a file was not checked as it should be: its language is broken or unknown.
    static bool was_unchecked(const Diagnostic& d);
    // Writes the changed files. False on failure.
    bool write();

    std::vector<CheckedFile>& checked() { return checked_; }
    // The state of the files and those around them.
    world::SnapshotPtr snapshot() { return world_.snapshot(); }
    // Files that findings refer to without being checked.
    std::vector<CheckedFile> related();
    // Empty, or a message when --language names an unknown language.
    std::string language_problem();
    // Empty, or a message when an option names a rule that no language of the workspace has.
    std::string rule_problem();
    // The message for a name that no rule has.
    std::string unknown_rule(std::string_view name);
    // The documentation of a rule or check that is written in HCL; empty if there is none.
    std::string page_of_rule(std::string_view name);

  private:
    using Text = std::shared_ptr<const std::string>;
    struct Origin {
        std::string path;
        Text text;  // as read
    };
    FileId add(const std::string& path, Text text, const std::string& language);
    void set_readable(const std::vector<Target>& targets);
    void refuse(const std::string& path);
    void complain_about_refused();
    void add_surroundings(const std::string& path);
    void add_called_folders();
    std::string path_of_called(std::string_view folder, std::string_view called) const;
    // A folder above a file, in which the files that it calls are looked for.
    struct FolderAbove {
        bool is_readable = false;
        std::set<std::string, std::less<>> names{};
        bool may_have(std::string_view path) const;
    };
    const FolderAbove& folder_above(std::string_view folder) const;
    void add_configuration(const std::string& path);
    // Reads the configurations and packs below the folder: their rules can be named above.
    void add_rules_below(const std::string& folder);
    // Reads the configurations and packs below a checked configuration whose `rules` have unknown names.
    void add_named_rules();
    std::string shown(const std::string& path) const;
    void add_downloaded(const std::string& folder);
    void read_unknown(const std::string& path);  // unless it was read
    void add_extended(const std::string& path, const std::string& text);
    WalkVisitor visitor();
    void set_text(std::size_t index, std::string text);
    void set_limits(const Limits& limits);
    // Finds again what is left out of reports, to be fixed with the rest. False when nothing is.
    bool find_all_fixes();
    // Computes the findings again that the changed files may affect.
    std::map<std::size_t, Diagnostics> find_again(const std::set<std::size_t>& changed);
    void find_in(std::span<const std::size_t> wanted, bool shows_progress);
    // Computes the findings of files, as long as there is room for more; returns how many there are.
    std::uint64_t find_of_files(const world::Snapshot& snapshot, std::span<const std::size_t> files,
                                std::uint64_t room);
    bool is_wanted(const Diagnostic& d) const;
    // A finding of a configuration about a language that none of the checked files has.
    bool is_of_others(const world::Snapshot& snapshot, const world::FileState& configuration,
                      const Diagnostic& d) const;
    // A file that was not requested.
    CheckedFile other_file(const world::FileState& state) const;

    Console& console_;
    WantedFiles wanted_;
    const CheckOptions& options_;
    world::World world_;
    std::vector<CheckedFile> checked_;
    std::vector<Origin> origins_;         // of the checked files
    std::vector<std::uint8_t> left_out_;  // of the checked files: whether it is
    std::set<std::string> known_;
    std::set<std::string> links_;  // of the files that were found
    std::set<std::string> folders_;
    std::set<std::string> configured_;
    std::optional<ReadableFolders> readable_;
    mutable std::map<std::string, FolderAbove> folders_above_;
    std::set<std::string> refused_;  // folders and packs elsewhere that files refer to
    std::uint32_t next_ = 0;
};

}  // namespace hcl::server
