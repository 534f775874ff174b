// The files that the diagnostics of a command may point into, by id, with the names that people gave them.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "server/cli/report/render.h"

namespace hcl::server {

class SourceTable {
  public:
    struct Source {
        std::string name;
        syntax::FilePtr file;
    };
    FileId add(std::string name, syntax::FilePtr file);
    const Source* find(FileId id) const;

    // For people, in the order given.
    std::string render(std::span<const Diagnostic> diagnostics, RenderOptions options) const;

  private:
    std::unordered_map<FileId, Source> sources_;
};

}  // namespace hcl::server
