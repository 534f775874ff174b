// Iterates findings with their display positions. Private to the reports of check.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/cli/report/finding_report.h"
#include "server/cli/report/render.h"

namespace hcl::server {

// A finding with 1-based line and column.
struct Finding {
    const CheckedFile& file;
    const Diagnostic& diagnostic;
    const SourceLines& lines;  // of the file
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t end_line = 1;
    std::uint32_t end_column = 1;

    std::string text() const {
        std::string out = diagnostic.title;
        if (!diagnostic.message.empty()) out += ": " + diagnostic.message;
        return out;
    }
};

inline void each_finding(const std::vector<CheckedFile>& files,
                         const std::function<void(const Finding&)>& visit) {
    for (const CheckedFile& file : files) {
        if (file.findings.empty()) continue;
        SourceLines lines(*file.text);
        for (const Diagnostic& d : file.findings) {
            Finding finding{file, d, lines};
            if (d.has_place) {
                finding.line = lines.line_of(d.span.start) + 1;
                finding.column = lines.column_of(d.span.start) + 1;
                finding.end_line = lines.line_of(d.span.end) + 1;
                finding.end_column = lines.column_of(d.span.end) + 1;
            }
            visit(finding);
        }
    }
}

// The files that findings refer to, with their lines indexed on demand.
class FindingFiles {
  public:
    struct File {
        const CheckedFile* file = nullptr;
        std::unique_ptr<SourceLines> lines{};
    };
    FindingFiles(const std::vector<CheckedFile>& checked, const std::vector<CheckedFile>& related) {
        for (const CheckedFile& file : checked) files_[file.id].file = &file;
        for (const CheckedFile& file : related) files_[file.id].file = &file;
    }
    // The file with the id, `home` when the id is invalid; null when unknown.
    const File* find(FileId id, const CheckedFile& home) {
        auto found = files_.find(id.is_valid() ? id : home.id);
        if (found == files_.end()) return nullptr;
        File& file = found->second;
        if (!file.lines) file.lines = std::make_unique<SourceLines>(*file.file->text);
        return &file;
    }

  private:
    std::map<FileId, File> files_;
};

// A stable fingerprint: unchanged when lines move; equal findings of one file are numbered.
class Fingerprints {
  public:
    std::string of(const Finding& f) {
        std::string key = f.file.shown + '\n' + diag_id(f.diagnostic.code) + '\n' + f.text();
        key += '\n' + std::to_string(seen_[key]++);
        std::uint64_t hash = 1469598103934665603ull;
        for (char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
        std::string print;
        for (int i = 60; i >= 0; i -= 4) print += "0123456789abcdef"[(hash >> i) & 15];
        return print;
    }

  private:
    std::map<std::string, int> seen_;
};

// Findings as SARIF 2.1.0.
std::string sarif_report(const std::vector<CheckedFile>& files, const std::vector<CheckedFile>& related);

}  // namespace hcl::server
