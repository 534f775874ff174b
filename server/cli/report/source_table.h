// The files that a command's diagnostics refer to, by id, with their displayed names.
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

    // For terminals, in the given order.
    std::string render(std::span<const Diagnostic> diagnostics, RenderOptions options) const;

  private:
    std::unordered_map<FileId, Source> sources_;
};

}  // namespace hcl::server
