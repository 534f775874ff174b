// A folder of files in a language whose pack names an extension.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/file_syntax.h"
#include "engine/world/world.h"

namespace hcl::test {

class ExtensionWorkspace {
  public:
    // Files that end in ".t.hcl" are written in the language of the pack.
    ExtensionWorkspace(std::shared_ptr<const check::LanguageExtension> extension, std::string_view pack) {
        world_.set_extensions({std::move(extension)});
        add("/w/.hcl-ls.hcl", "language \"toy\" {\n  spec  = \"toy.pack.hcl\"\n  files = [\"*.t.hcl\"]\n}\n");
        pack_ = add("/w/toy.pack.hcl", pack);
    }

    FileId add(const std::string& path, std::string_view text) {
        const FileId id(next_++);
        world_.set_file({id, path, "", world::parse_options(path, ""), true, 0},
                        std::make_shared<const std::string>(text));
        return id;
    }
    FileId pack() const { return pack_; }
    world::SnapshotPtr snapshot() { return world_.snapshot(); }

    // Each finding of a file on a line: code, the text that it is about, and its sentence.
    std::string findings(FileId file) {
        std::string out;
        const world::SnapshotPtr now = snapshot();
        for (const Diagnostic& d : ide::diagnostics_for(*now, file, {}))
            out += std::string(diag_id(d.code)) + " " + now->file(file)->tree()->text(d.span) + ": " +
                   d.message + "\n";
        return out;
    }

  private:
    world::World world_;
    std::uint32_t next_ = 0;
    FileId pack_;
};

}  // namespace hcl::test
