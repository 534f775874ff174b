#include "server/cli/report/finding_report.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/source/severity.h"
#include "server/app/documentation.h"
#include "server/cli/printable.h"
#include "server/cli/report/finding_walk.h"
#include "server/cli/report/render.h"

namespace hcl::server {

using json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 8> kFormats = {"human",  "short",  "json",       "sarif",
                                                      "github", "gitlab", "checkstyle", "junit"};

std::string one_line(const Finding& f) {
    std::string line = printable(f.file.shown);
    if (f.diagnostic.has_place) line += ":" + std::to_string(f.line) + ":" + std::to_string(f.column);
    line += ": " + std::string(severity_word(f.diagnostic.severity)) + ": ";
    std::string text = f.text();
    std::ranges::replace(text, '\n', ' ');
    return line + printable(text) + " [" + diag_id(f.diagnostic.code) + "]\n";
}

// XML cannot represent control characters or bytes that are not UTF-8.
std::string xml(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        Character character = read_character(text, at);
        std::string_view bytes = text.substr(at, character.length);
        at += character.length;
        char c = bytes[0];
        if (!character.is_valid || character.code == 0xFFFE || character.code == 0xFFFF)
            out += "\xEF\xBF\xBD";
        else if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\n')
            out += "&#10;";
        else if (character.code < 0x20 && c != '\t')
            out += "\xEF\xBF\xBD";
        else
            out += bytes;
    }
    return out;
}

// Escapes the characters that end a property or message of a workflow command.
std::string workflow(std::string_view text, bool property) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::string_view bytes = text.substr(at, read_character(text, at).length);
        at += bytes.size();
        char c = bytes[0];
        if (c == '%')
            out += "%25";
        else if (c == '\r')
            out += "%0D";
        else if (c == '\n')
            out += "%0A";
        else if (property && c == ':')
            out += "%3A";
        else if (property && c == ',')
            out += "%2C";
        else
            out += printable(bytes);
    }
    return out;
}

json position(std::uint32_t line, std::uint32_t column, std::uint32_t byte) {
    return {{"line", line}, {"column", column}, {"byte", byte}};
}

json related_places(const Finding& f, FindingFiles& files) {
    json places = json::array();
    for (const RelatedPlace& related : f.diagnostic.related) {
        json& place = places.emplace_back(json{{"message", related.message}});
        const FindingFiles::File* file = files.find(related.where.file, f.file);
        if (!file) continue;
        const SourceLines& lines = *file->lines;
        auto at = [&](std::uint32_t offset) {
            return position(lines.line_of(offset) + 1, lines.column_of(offset) + 1, offset);
        };
        place["file"] = file->file->shown;
        place["start"] = at(related.where.span.start);
        place["end"] = at(related.where.span.end);
    }
    return places;
}

std::string text_of(const json& report) {
    return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string json_report(const std::vector<CheckedFile>& files, const std::vector<CheckedFile>& related,
                        const Report& totals) {
    FindingFiles all(files, related);
    json findings = json::array();
    each_finding(files, [&](const Finding& f) {
        const Diagnostic& d = f.diagnostic;
        json& finding = findings.emplace_back(json{{"file", f.file.shown},
                                                   {"code", diag_id(d.code)},
                                                   {"name", diag_info(d.code).name},
                                                   {"severity", severity_word(d.severity)},
                                                   {"title", d.title},
                                                   {"message", d.message}});
        if (std::string page = documentation_url(d.code); !page.empty()) finding["url"] = std::move(page);
        if (!d.rule.empty()) finding["rule"] = d.rule;
        if (d.has_place) {
            finding["start"] = position(f.line, f.column, d.span.start);
            finding["end"] = position(f.end_line, f.end_column, d.span.end);
        }
        if (!d.related.empty()) finding["related"] = related_places(f, all);
        for (const Fix& fix : d.fixes) finding["fixes"].push_back(fix.title);
    });
    return text_of({{"files", files.size()},
                    {"errors", totals.errors},
                    {"warnings", totals.warnings},
                    {"findings", std::move(findings)}});
}

std::string gitlab_report(const std::vector<CheckedFile>& files) {
    constexpr std::string_view kSeverities[] = {"major", "minor", "info", "info"};
    Fingerprints prints;
    json report = json::array();
    each_finding(files, [&](const Finding& f) {
        report.push_back({{"description", f.text()},
                          {"check_name", diag_id(f.diagnostic.code)},
                          {"fingerprint", prints.of(f)},
                          {"severity", kSeverities[static_cast<std::size_t>(f.diagnostic.severity)]},
                          {"location", {{"path", f.file.shown}, {"lines", {{"begin", f.line}}}}}});
    });
    return text_of(report);
}

std::string github_report(const std::vector<CheckedFile>& files) {
    std::string out;
    each_finding(files, [&](const Finding& f) {
        std::string_view command = f.diagnostic.severity == Severity::Error     ? "error"
                                   : f.diagnostic.severity == Severity::Warning ? "warning"
                                                                                : "notice";
        out += "::" + std::string(command) + " file=" + workflow(f.file.shown, true) +
               ",line=" + std::to_string(f.line) + ",col=" + std::to_string(f.column) +
               ",endLine=" + std::to_string(f.end_line) + ",endColumn=" + std::to_string(f.end_column) +
               ",title=" + workflow(f.diagnostic.title + " [" + diag_id(f.diagnostic.code) + "]", true) +
               "::" + workflow(f.diagnostic.message, false) + "\n";
    });
    return out;
}

std::string checkstyle_report(const std::vector<CheckedFile>& files) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
    const CheckedFile* open = nullptr;
    each_finding(files, [&](const Finding& f) {
        if (open != &f.file) {
            if (open) out += "  </file>\n";
            open = &f.file;
            out += "  <file name=\"" + xml(f.file.shown) + "\">\n";
        }
        std::string_view severity =
            f.diagnostic.severity == Severity::Hint ? "info" : severity_word(f.diagnostic.severity);
        out += "    <error line=\"" + std::to_string(f.line) + "\" column=\"" + std::to_string(f.column) +
               "\" severity=\"" + std::string(severity) + "\" message=\"" + xml(f.text()) +
               "\" source=\"hcl-ls." + diag_id(f.diagnostic.code) + "\"/>\n";
    });
    if (open) out += "  </file>\n";
    return out + "</checkstyle>\n";
}

std::string junit_report(const std::vector<CheckedFile>& files) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    std::size_t failing = 0;
    for (const CheckedFile& file : files) failing += !file.findings.empty();
    out += "<testsuite name=\"hcl-ls check\" tests=\"" + std::to_string(files.size()) + "\" failures=\"" +
           std::to_string(failing) + "\" errors=\"0\">\n";
    for (const CheckedFile& file : files) {
        out += "  <testcase classname=\"hcl-ls\" name=\"" + xml(file.shown) + "\"";
        if (file.findings.empty()) {
            out += "/>\n";
            continue;
        }
        std::string all;
        each_finding({file}, [&](const Finding& f) { all += one_line(f); });
        out += ">\n    <failure message=\"" + std::to_string(file.findings.size()) + " findings\">" +
               xml(all) + "</failure>\n  </testcase>\n";
    }
    return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace

bool is_report_format(std::string_view name) {
    return std::ranges::find(kFormats, name) != kFormats.end();
}

std::string report_format_names() {
    std::string out;
    for (std::string_view name : kFormats) out += (out.empty() ? "" : ", ") + std::string(name);
    return out;
}

Report report_findings(std::string_view format, const std::vector<CheckedFile>& files,
                       const std::vector<CheckedFile>& related, bool color) {
    Report report;
    std::size_t affected = 0;
    for (const CheckedFile& file : files) {
        std::size_t before = report.errors + report.warnings;
        for (const Diagnostic& d : file.findings) {
            report.errors += d.severity == Severity::Error;
            report.warnings += d.severity == Severity::Warning;
        }
        affected += report.errors + report.warnings > before;
    }
    if (format == "human") {
        FindingFiles all(files, related);
        for (const CheckedFile& file : files) {
            if (file.findings.empty()) continue;
            const SourceLines& lines = *all.find(file.id, file)->lines;
            auto find_source = [&](FileId id) {
                const FindingFiles::File* other = all.find(id, file);
                return other ? RenderSource{other->file->shown, other->lines.get()} : RenderSource{};
            };
            for (const Diagnostic& d : file.findings)
                report.out += render_diagnostic(d, file.shown, lines, {color, find_source});
        }
        if (report.errors + report.warnings > 0)
            report.err = count_line(report.errors, report.warnings) + " in " + std::to_string(affected) +
                         (affected == 1 ? " file\n" : " files\n");
    } else if (format == "short") {
        each_finding(files, [&](const Finding& f) { report.out += one_line(f); });
    } else if (format == "json") {
        report.out = json_report(files, related, report);
    } else if (format == "sarif") {
        report.out = sarif_report(files, related);
    } else if (format == "github") {
        report.out = github_report(files);
    } else if (format == "gitlab") {
        report.out = gitlab_report(files);
    } else if (format == "checkstyle") {
        report.out = checkstyle_report(files);
    } else {
        report.out = junit_report(files);
    }
    return report;
}

}  // namespace hcl::server
