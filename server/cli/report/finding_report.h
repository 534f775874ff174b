// Reports of findings, for terminals and for other tools.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"

namespace hcl::server {

struct CheckedFile {
    FileId id;
    std::string shown;
    std::shared_ptr<const std::string> text;
    Diagnostics findings;
};

struct Report {
    std::string out;
    std::string err;
    std::size_t errors = 0;
    std::size_t warnings = 0;
};

bool is_report_format(std::string_view name);
std::string report_format_names();
// `related` are files that were not checked but that findings refer to.
Report report_findings(std::string_view format, const std::vector<CheckedFile>& files,
                       const std::vector<CheckedFile>& related, bool color);

}  // namespace hcl::server
