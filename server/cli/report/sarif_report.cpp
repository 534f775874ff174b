// Findings as SARIF 2.1.0, the format of code hosts and editors.
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/source/severity.h"
#include "server/app/documentation.h"
#include "server/app/version.h"
#include "server/cli/report/finding_walk.h"
#include "server/cli/report/indented_json.h"

namespace hcl::server {

using json = nlohmann::ordered_json;

namespace {

// A path as a relative URI reference.
std::string uri_of(std::string_view path) {
    std::string out;
    for (char c : path) {
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                        std::string_view("-._~/").find(c) != std::string_view::npos;
        if (is_plain) {
            out += c;
            continue;
        }
        auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += "0123456789ABCDEF"[byte >> 4];
        out += "0123456789ABCDEF"[byte & 15];
    }
    return out;
}

// SARIF columns are one-based and count code points.
json region(const CheckedFile& file, const SourceLines& lines, Span span) {
    auto column = [&](std::uint32_t offset) {
        const std::uint32_t start = lines.start_of(lines.line_of(offset));
        std::uint64_t count = 1;
        for (char c : std::string_view(*file.text).substr(start, offset - start))
            count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        return count;
    };
    return {{"startLine", lines.line_of(span.start) + 1},
            {"startColumn", column(span.start)},
            {"endLine", lines.line_of(span.end) + 1},
            {"endColumn", column(span.end)}};
}

json artifact(const CheckedFile& file) {
    return {{"uri", uri_of(file.shown)}};
}

std::string_view level_of(Severity severity) {
    return severity > Severity::Warning ? "note" : severity_word(severity);
}

class SarifReport {
  public:
    SarifReport(const std::vector<CheckedFile>& files, const std::vector<CheckedFile>& related)
        : files_(files), all_(files, related) {}

    json log() {
        json driver = {{"name", "hcl-ls"}, {"version", version()}, {"rules", rules()}};
        json run = {{"tool", {{"driver", std::move(driver)}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", results()}};
        return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", json::array({std::move(run)})}};
    }

  private:
    // Rules that have names of their own are parts of their code, so that each can be filtered by itself.
    static std::string id_of(const Diagnostic& d) {
        return d.rule.empty() ? diag_id(d.code) : diag_id(d.code) + "/" + d.rule;
    }

    json rules() {
        struct Used {
            const DiagInfo* info;
            std::string rule;
        };
        std::map<std::string, Used> used;
        each_finding(files_, [&](const Finding& f) {
            used.emplace(id_of(f.diagnostic), Used{&diag_info(f.diagnostic.code), f.diagnostic.rule});
        });
        json rules = json::array();
        for (const auto& [id, one] : used) {
            const DiagInfo* info = one.info;
            rule_index_.emplace(id, rules.size());
            rules.push_back(
                {{"id", id},
                 {"name", one.rule.empty() ? std::string(info->name) : one.rule},
                 {"shortDescription", {{"text", one.rule.empty() ? rule_title(*info) : one.rule}}},
                 {"defaultConfiguration", {{"level", level_of(info->severity)}}}});
            if (std::string page = documentation_url(info->code); !page.empty())
                rules.back()["helpUri"] = std::move(page);
        }
        return rules;
    }

    json results() {
        Fingerprints prints;
        json results = json::array();
        each_finding(files_, [&](const Finding& f) {
            const std::string id = id_of(f.diagnostic);
            json location = {{"artifactLocation", artifact(f.file)}};
            if (f.diagnostic.has_place) location["region"] = region(f.file, f.lines, f.diagnostic.span);
            json& result = results.emplace_back(
                json{{"ruleId", id},
                     {"ruleIndex", rule_index_.at(id)},
                     {"level", level_of(f.diagnostic.severity)},
                     {"message", {{"text", f.text()}}},
                     {"locations", json::array({{{"physicalLocation", std::move(location)}}})}});
            if (json places = related(f); !places.empty()) result["relatedLocations"] = std::move(places);
            if (json all = fixes(f); !all.empty()) result["fixes"] = std::move(all);
            result["partialFingerprints"] = {{"hclLs/v1", prints.of(f)}};
        });
        return results;
    }

    json related(const Finding& f) {
        json places = json::array();
        for (const RelatedPlace& place : f.diagnostic.related) {
            const FindingFiles::File* file = all_.find(place.where.file, f.file);
            if (!file) continue;
            json location = {{"artifactLocation", artifact(*file->file)},
                             {"region", region(*file->file, *file->lines, place.where.span)}};
            places.push_back(
                {{"physicalLocation", std::move(location)}, {"message", {{"text", place.message}}}});
        }
        return places;
    }

    // Fixes that only change known files.
    json fixes(const Finding& f) {
        json list = json::array();
        for (const Fix& fix : f.diagnostic.fixes) {
            std::map<const FindingFiles::File*, json> replacements;
            bool is_complete = true;
            for (const FileEdit& edit : fix.edits) {
                const FindingFiles::File* file = all_.find(edit.file, f.file);
                is_complete = is_complete && file;
                if (!file) break;
                replacements[file].push_back(
                    {{"deletedRegion", region(*file->file, *file->lines, edit.edit.range)},
                     {"insertedContent", {{"text", edit.edit.replacement}}}});
            }
            if (!is_complete) continue;
            json changes = json::array();
            for (auto& [file, edits] : replacements)
                changes.push_back(
                    {{"artifactLocation", artifact(*file->file)}, {"replacements", std::move(edits)}});
            list.push_back({{"description", {{"text", fix.title}}}, {"artifactChanges", std::move(changes)}});
        }
        return list;
    }

    const std::vector<CheckedFile>& files_;
    FindingFiles all_;
    std::map<std::string, std::size_t> rule_index_;
};

}  // namespace

std::string sarif_report(const std::vector<CheckedFile>& files, const std::vector<CheckedFile>& related) {
    return SarifReport(files, related).log().dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace hcl::server
