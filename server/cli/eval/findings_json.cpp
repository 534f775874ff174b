#include "server/cli/eval/findings_json.h"

#include "engine/source/severity.h"

namespace hcl::server {

void write_findings(lsp::JsonWriter& json, const Diagnostics& findings) {
    auto text = [&](std::string_view name, std::string_view value) {
        json.key(name);
        json.string(value);
    };
    json.key("diagnostics");
    json.begin_array();
    for (const Diagnostic& d : findings) {
        json.begin_object();
        text("code", diag_id(d.code));
        text("severity", severity_word(d.severity));
        text("title", d.title);
        text("message", d.message);
        if (d.has_place) {
            json.key("start");
            json.unsigned_integer(d.span.start);
            json.key("end");
            json.unsigned_integer(d.span.end);
        }
        json.end_object();
    }
    json.end_array();
}

}  // namespace hcl::server
