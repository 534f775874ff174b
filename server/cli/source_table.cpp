#include "server/cli/source_table.h"

namespace hcl::server {

FileId SourceTable::add(std::string name, syntax::FilePtr file) {
    FileId id(static_cast<std::uint32_t>(sources_.size()));
    sources_.emplace(id, Source{std::move(name), std::move(file)});
    return id;
}

const SourceTable::Source* SourceTable::find(FileId id) const {
    auto it = sources_.find(id);
    return it == sources_.end() ? nullptr : &it->second;
}

std::string SourceTable::render(std::span<const Diagnostic> diagnostics, RenderOptions options) const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        const Source* source = diagnostic.has_place ? find(diagnostic.file) : nullptr;
        std::string text = source ? source->file->text() : "";
        SourceLines lines(text);
        out += render_diagnostic(diagnostic, source ? source->name : "", lines, options);
    }
    return out;
}

}  // namespace hcl::server
