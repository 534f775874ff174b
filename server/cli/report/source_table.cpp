#include "server/cli/report/source_table.h"

#include <memory>

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
    // Lines are indexed once per file: a large file may have thousands of findings.
    struct Lines {
        std::string text;
        SourceLines lines;
        explicit Lines(std::string t) : text(std::move(t)), lines(text) {}
    };
    std::unordered_map<FileId, std::unique_ptr<Lines>> read;
    auto lines_of = [&](FileId id, const Source* source) -> const SourceLines& {
        std::unique_ptr<Lines>& entry = read[id];
        if (!entry) entry = std::make_unique<Lines>(source && source->file ? source->file->text() : "");
        return entry->lines;
    };
    options.find_source = [&](FileId id) {
        const Source* source = find(id);
        return source ? RenderSource{source->name, &lines_of(id, source)} : RenderSource{};
    };
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        const Source* source = diagnostic.has_place ? find(diagnostic.file) : nullptr;
        FileId id = source ? diagnostic.file : FileId();
        out += render_diagnostic(diagnostic, source ? source->name : "", lines_of(id, source), options);
    }
    return out;
}

}  // namespace hcl::server
