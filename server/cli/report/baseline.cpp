#include "server/cli/report/baseline.h"

#include <algorithm>
#include <set>

#include "protocol/json/document.h"
#include "server/cli/report/indented_json.h"

namespace hcl::server {

Baseline::Key Baseline::key_of(const CheckedFile& file, const Diagnostic& finding) {
    std::string text = finding.title;
    if (!finding.message.empty()) text += ": " + finding.message;
    return {file.shown, diag_id(finding.code), std::move(text)};
}

Result<Baseline> Baseline::parse(std::string_view json) {
    Baseline baseline;
    HCL_TRY(lsp::JsonDocument document, lsp::JsonDocument::parse(std::string(json)));
    lsp::JsonView findings = document.root()["findings"];
    if (!findings.is_array()) return fail("it has no list \"findings\"");
    for (lsp::JsonView one : findings) {
        if (!one["file"].is_string() || !one["code"].is_string() || !one["text"].is_string())
            return fail("a finding needs \"file\", \"code\" and \"text\"");
        auto count = one["count"].as_int().value_or(1);
        if (count < 1) return fail("a \"count\" is at least 1");
        Key key{std::string(one["file"].as_string()), std::string(one["code"].as_string()),
                std::string(one["text"].as_string())};
        baseline.counts_[std::move(key)] += static_cast<std::uint64_t>(count);
    }
    return baseline;
}

Baseline Baseline::of(const std::vector<CheckedFile>& files) {
    Baseline baseline;
    for (const CheckedFile& file : files)
        for (const Diagnostic& finding : file.findings) ++baseline.counts_[key_of(file, finding)];
    return baseline;
}

std::string Baseline::to_json() const {
    JsonText json;
    json.open_object();
    json.key("version").number(1);
    json.key("findings").open_array();
    for (const auto& [key, count] : counts_) {
        json.element().open_object();
        json.key("file").string(key.file);
        json.key("code").string(key.code);
        json.key("text").string(key.text);
        if (count > 1) json.key("count").number(count);
        json.close_object();
    }
    json.close_array();
    json.close_object();
    return json.take() + "\n";
}

std::size_t Baseline::take_out(std::vector<CheckedFile>& files) const {
    std::map<Key, std::uint64_t> left = counts_;
    std::set<std::string_view> looked_at;
    for (CheckedFile& file : files) {
        looked_at.insert(file.shown);
        std::erase_if(file.findings, [&](const Diagnostic& finding) {
            auto entry = left.find(key_of(file, finding));
            if (entry == left.end() || entry->second == 0) return false;
            --entry->second;
            return true;
        });
    }
    std::size_t gone = 0;
    for (const auto& [key, count] : left)
        if (looked_at.contains(key.file)) gone += count;
    return gone;
}

std::size_t Baseline::size() const {
    std::size_t all = 0;
    for (const auto& [key, count] : counts_) all += count;
    return all;
}

void Baseline::keep_others(const Baseline& old, const std::vector<CheckedFile>& files) {
    std::set<std::string_view> looked_at;
    for (const CheckedFile& file : files) looked_at.insert(file.shown);
    for (const auto& [key, count] : old.counts_)
        if (!looked_at.contains(key.file)) counts_.emplace(key, count);
}

}  // namespace hcl::server
