// Findings as SARIF 2.1.0, the format of code hosts and editors.
#include <map>
#include <optional>
#include <utility>

#include "engine/source/severity.h"
#include "server/app/version.h"
#include "server/cli/report/finding_walk.h"
#include "server/cli/report/indented_json.h"

namespace hcl::server {

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

// SARIF columns count code points, from 1.
void write_region(JsonText& json, std::string_view name, const CheckedFile& file, const SourceLines& lines,
                  Span span) {
    auto column = [&](std::uint32_t offset) {
        std::uint32_t start = lines.start_of(lines.line_of(offset));
        std::uint64_t count = 1;
        for (char c : std::string_view(file.text).substr(start, offset - start))
            count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        return count;
    };
    json.key(name).open_object();
    json.key("startLine").number(lines.line_of(span.start) + 1);
    json.key("startColumn").number(column(span.start));
    json.key("endLine").number(lines.line_of(span.end) + 1);
    json.key("endColumn").number(column(span.end));
    json.close_object();
}

void write_artifact(JsonText& json, const CheckedFile& file) {
    json.key("artifactLocation").open_object();
    json.key("uri").string(uri_of(file.shown));
    json.close_object();
}

struct SarifWriter {
    const std::vector<CheckedFile>& files;
    JsonText json{};
    std::map<std::string, std::size_t> rules{};
    std::map<FileId, const CheckedFile*> by_id{};

    const CheckedFile* file_of(FileId id, const CheckedFile& home) const {
        if (!id.is_valid()) return &home;
        auto it = by_id.find(id);
        return it == by_id.end() ? nullptr : it->second;
    }

    void rule_list() {
        std::map<std::string, const DiagInfo*> used;
        each_finding(files, [&](const Finding& f) {
            used.emplace(diag_id(f.diagnostic.code), &diag_info(f.diagnostic.code));
        });
        json.key("rules").open_array();
        for (const auto& [id, info] : used) {
            rules.emplace(id, rules.size());
            json.element().open_object();
            json.key("id").string(id);
            json.key("name").string(info->name);
            json.key("defaultConfiguration").open_object();
            json.key("level").string(level_of(info->severity));
            json.close_object();
            json.close_object();
        }
        json.close_array();
    }

    static std::string_view level_of(Severity severity) {
        return severity > Severity::Warning ? "note" : severity_word(severity);
    }

    void related(const Finding& f) {
        bool any = false;
        for (const RelatedPlace& place : f.diagnostic.related) {
            const CheckedFile* file = file_of(place.where.file, f.file);
            if (!file) continue;
            if (!std::exchange(any, true)) json.key("relatedLocations").open_array();
            json.element().open_object();
            json.key("physicalLocation").open_object();
            write_artifact(json, *file);
            if (file == &f.file)
                write_region(json, "region", *file, f.lines, place.where.span);
            else
                write_region(json, "region", *file, SourceLines(file->text), place.where.span);
            json.close_object();
            json.key("message").open_object();
            json.key("text").string(place.message);
            json.close_object();
            json.close_object();
        }
        if (any) json.close_array();
    }

    void fix(const Finding& f, const Fix& fix) {
        std::map<const CheckedFile*, std::vector<const Edit*>> changes;
        for (const FileEdit& edit : fix.edits) {
            const CheckedFile* file = file_of(edit.file, f.file);
            if (!file) return;
            changes[file].push_back(&edit.edit);
        }
        json.element().open_object();
        json.key("description").open_object();
        json.key("text").string(fix.title);
        json.close_object();
        json.key("artifactChanges").open_array();
        for (const auto& [file, edits] : changes) {
            std::optional<SourceLines> other;
            if (file != &f.file) other.emplace(file->text);
            const SourceLines& lines = other ? *other : f.lines;
            json.element().open_object();
            write_artifact(json, *file);
            json.key("replacements").open_array();
            for (const Edit* edit : edits) {
                json.element().open_object();
                write_region(json, "deletedRegion", *file, lines, edit->range);
                json.key("insertedContent").open_object();
                json.key("text").string(edit->replacement);
                json.close_object();
                json.close_object();
            }
            json.close_array();
            json.close_object();
        }
        json.close_array();
        json.close_object();
    }
    std::string run() {
        for (const CheckedFile& file : files) by_id.emplace(file.id, &file);
        Fingerprints prints;
        json.open_object();
        json.key("$schema").string("https://json.schemastore.org/sarif-2.1.0.json");
        json.key("version").string("2.1.0");
        json.key("runs").open_array();
        json.element().open_object();
        json.key("tool").open_object();
        json.key("driver").open_object();
        json.key("name").string("hcl-ls");
        json.key("version").string(version());
        rule_list();
        json.close_object();
        json.close_object();
        json.key("columnKind").string("unicodeCodePoints");
        json.key("results").open_array();
        each_finding(files, [&](const Finding& f) {
            std::string id = diag_id(f.diagnostic.code);
            json.element().open_object();
            json.key("ruleId").string(id);
            json.key("ruleIndex").number(rules.at(id));
            json.key("level").string(level_of(f.diagnostic.severity));
            json.key("message").open_object();
            json.key("text").string(f.text());
            json.close_object();
            json.key("locations").open_array();
            json.element().open_object();
            json.key("physicalLocation").open_object();
            write_artifact(json, f.file);
            if (f.diagnostic.has_place) write_region(json, "region", f.file, f.lines, f.diagnostic.span);
            json.close_object();
            json.close_object();
            json.close_array();
            related(f);
            if (!f.diagnostic.fixes.empty()) {
                json.key("fixes").open_array();
                for (const Fix& one : f.diagnostic.fixes) fix(f, one);
                json.close_array();
            }
            json.key("partialFingerprints").open_object();
            json.key("hclLs/v1").string(prints.of(f));
            json.close_object();
            json.close_object();
        });
        json.close_array();
        json.close_object();
        json.close_array();
        json.close_object();
        return json.take() + "\n";
    }
};

}  // namespace

std::string sarif_report(const std::vector<CheckedFile>& files) {
    return SarifWriter{files}.run();
}

}  // namespace hcl::server
