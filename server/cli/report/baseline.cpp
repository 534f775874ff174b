#include "server/cli/report/baseline.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/utf8.h"

namespace hcl::server {

using json = nlohmann::ordered_json;

namespace {

// As JSON has it.
std::string valid(std::string_view text) {
    std::string out;
    append_valid_utf8(out, text);
    return out;
}

}  // namespace

Baseline::Key Baseline::key_of(const CheckedFile& file, const Diagnostic& finding) {
    std::string text = finding.title;
    if (!finding.message.empty()) text += ": " + finding.message;
    return {valid(file.shown), diag_id(finding.code), valid(text)};
}

Result<Baseline> Baseline::parse(std::string_view text) {
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object() || !document.contains("findings") || !document["findings"].is_array())
        return fail("it is not a JSON object with a list \"findings\"");
    Baseline baseline;
    auto string_of = [](const json& finding, const char* name) -> const std::string* {
        auto member = finding.find(name);
        return member == finding.end() ? nullptr : member->get_ptr<const std::string*>();
    };
    for (const json& finding : document["findings"]) {
        const std::string* file = string_of(finding, "file");
        const std::string* code = string_of(finding, "code");
        const std::string* message = string_of(finding, "text");
        if (!file || !code || !message) return fail("a finding needs \"file\", \"code\" and \"text\"");
        std::uint64_t count = 1;
        if (finding.contains("count")) {
            if (!finding["count"].is_number_unsigned() || finding["count"] == 0)
                return fail("\"count\" must be at least 1");
            count = finding["count"].get<std::uint64_t>();
        }
        baseline.counts_[{*file, *code, *message}] += count;
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
    json findings = json::array();
    for (const auto& [key, count] : counts_) {
        json& finding =
            findings.emplace_back(json{{"file", key.file}, {"code", key.code}, {"text", key.text}});
        if (count > 1) finding["count"] = count;
    }
    const json document = {{"version", 1}, {"findings", std::move(findings)}};
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::size_t Baseline::take_out(std::vector<CheckedFile>& files) const {
    std::map<Key, std::uint64_t> left = counts_;
    std::set<std::string> checked;
    for (CheckedFile& file : files) {
        checked.insert(valid(file.shown));
        std::erase_if(file.findings, [&](const Diagnostic& finding) {
            auto entry = left.find(key_of(file, finding));
            if (entry == left.end() || entry->second == 0) return false;
            --entry->second;
            return true;
        });
    }
    std::size_t gone = 0;
    for (const auto& [key, count] : left)
        if (checked.contains(key.file)) gone += count;
    return gone;
}

std::size_t Baseline::size() const {
    std::size_t all = 0;
    for (const auto& [key, count] : counts_) all += count;
    return all;
}

void Baseline::keep_others(const Baseline& old, const std::vector<CheckedFile>& files) {
    std::set<std::string> checked;
    for (const CheckedFile& file : files) checked.insert(valid(file.shown));
    for (const auto& [key, count] : old.counts_)
        if (!checked.contains(key.file)) counts_.emplace(key, count);
}

}  // namespace hcl::server
