// Reading the files of the index from disk: whole folders, or those around one document. Runs on workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/app/open_texts.h"
#include "server/app/settings.h"
#include "server/host/file_system.h"

namespace hcl::server {

class ReadableFolders;

struct FoundFile {
    std::string path;
    std::shared_ptr<const std::string> text;  // null: cannot be read
    bool is_ignored = false;                  // by version control
    std::string origin{};                     // of a link (FileInfo)
};

// The path of the file that a link leads to, from the root that contains it; empty for other files.
std::string origin_of_link(const FileSystem& files, const std::string& path,
                           const std::vector<std::string>& roots);

// Whether settings exclude the file. Globs are relative to the root that sets them; for global settings, to
// `folder`.
bool is_excluded(const SettingsTable& settings, std::string_view path, std::string_view folder);

// Reads the files that a file with this text names, if it is a configuration or a manifest.
void read_named_files(const FileSystem& files, const std::string& path, std::string_view text,
                      const ReadableFolders& readable, std::uint64_t most_bytes, std::vector<FoundFile>& out);

// The files of the downloaded modules that a manifest with this text lists; none for other files.
std::vector<std::string> downloaded_files(const FileSystem& files, const std::string& path,
                                          std::string_view text, const ReadableFolders& readable);

// A walk over folders: its input, and the results that `run_scan` fills in.
struct FolderScan {
    std::vector<std::string> folders;
    SettingsTable settings;
    std::vector<std::string> roots;
    std::shared_ptr<const OpenTexts> open;  // configurations in editors count as they are there; may be null

    std::vector<std::string> paths;  // all files found
    std::set<std::string> ignored;   // of these, by version control
    std::set<std::string> links;     // to files
    // Files that may not be found by walking: those that configurations named before, then those of `paths`.
    std::set<std::string> named;
    std::vector<std::string> problems;  // skipped items, with reasons
    std::size_t outside = 0;            // links that lead out of the roots
    std::set<std::string> seen_folders;
    std::set<std::string> unseen_folders;  // left out, with all below
    std::set<std::string> unseen_files;    // that exist and are not read
    bool complete = false;
};

struct ScanHooks {
    std::function<bool()> is_over;
    std::function<void(const std::string& line)> log;
    std::function<void(std::size_t done, std::size_t all)> progress;
    std::function<void(std::vector<FoundFile> batch)> take;
};

void run_scan(const FileSystem& files, FolderScan& scan, const ScanHooks& hooks);

// The files that determine the meaning of documents in a folder: those of the folder and of the folders that
// they name, the configurations in and above it, and what these name.
struct Surroundings {
    std::string folder;
    std::string root;  // empty: the folder is in no root
    SettingsTable settings;
    std::vector<std::string> roots;
    std::shared_ptr<const OpenTexts> open;  // may be null
};
std::vector<FoundFile> read_surroundings(const FileSystem& files, const Surroundings& around,
                                         const std::function<bool()>& is_over);

}  // namespace hcl::server
