#include "server/app/format_extras.h"

namespace hcl::server {

format::Extras format_extras_of(const language::Language& language) {
    format::Extras out;
    for (language::FormatExtra extra : language.format_extras) {
        if (extra == language::FormatExtra::QuoteLabels) out.quote_labels = true;
        if (extra == language::FormatExtra::UnwrapInterpolations) out.unwrap_interpolations = true;
    }
    if (!out.any()) return out;
    for (const language::BlockDef& block : language.root().blocks) {
        if (!block.body) continue;
        for (const language::AttributeDef& attribute : block.body->get().attributes)
            if (attribute.takes_bare_collections) out.types.push_back({block.type, attribute.name});
    }
    return out;
}

}  // namespace hcl::server
