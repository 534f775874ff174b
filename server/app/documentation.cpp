#include "server/app/documentation.h"

#include "hcl_diagnostics.h"

namespace hcl::server {

std::string documentation_url(DiagCode code) {
    std::string page = HCL_DOCUMENTATION;
    if (!page.empty()) page.append("diagnostics.md#").append(diag_id(code));
    return page;
}

std::string_view documentation_entry(DiagCode code) {
    const std::string id = diag_id(code);
    const std::size_t start = kDiagnosticsDocument.find("\n### " + id + " ");
    if (start == std::string_view::npos) return {};
    std::string_view entry = kDiagnosticsDocument.substr(start + 1);
    for (std::string_view next : {"\n## ", "\n### ", "\n<a "}) entry = entry.substr(0, entry.find(next));
    return entry;
}

std::string rule_title(const DiagInfo& info) {
    std::string title;
    std::string_view rest = info.title;
    while (!rest.empty()) {
        const std::size_t slot = rest.find('{');
        title += rest.substr(0, slot);
        if (slot == std::string_view::npos) break;
        rest.remove_prefix(slot);
        title += "...";
        const std::size_t end = rest.find('}');
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return title.empty() ? std::string(info.name) : title;
}

}  // namespace hcl::server
