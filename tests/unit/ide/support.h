// A world with a few files, and "|" as cursor mark.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/world/file_syntax.h"
#include "engine/world/world.h"

namespace hcl::test {

struct SmallWorld {
    world::World world;

    // Ids count from 0 in the order of calls.
    FileId add(std::string path, std::string_view text) {
        world::FileInfo info;
        info.id = FileId(next_++);
        info.options = world::parse_options(path, "");
        info.path = std::move(path);
        world.set_file(info, std::make_shared<const std::string>(text));
        return info.id;
    }

    std::string text(FileId id, Span span) { return world.snapshot()->file(id)->tree()->text(span); }

  private:
    std::uint32_t next_ = 0;
};

// The text without its "|", and the offset of it.
struct Marked {
    std::string text;
    std::uint32_t offset;
    explicit Marked(std::string_view marked)
        : text(marked), offset(static_cast<std::uint32_t>(marked.find('|'))) {
        text.erase(offset, 1);
    }
};

}  // namespace hcl::test
