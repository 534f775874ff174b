// A pack that extends another one is read as one text, in which what both describe is merged (docs/packs.md,
// "Extending a pack"). Places in that text lead back to the files that it is made of.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::language {

// A pack as a file.
struct PackFile {
    std::string path;
    syntax::FilePtr tree;
    FileId id{};  // invalid: of this build
};

// The other pack that a pack names in `extends`; empty when there is none.
struct ExtendedName {
    std::string name;
    Span place;
    // The path of a file; otherwise the id of a language of this build.
    bool is_path() const { return name.find_first_of("./") != std::string::npos; }
};
ExtendedName extended_by(const syntax::File& pack);
inline constexpr std::size_t kMostExtended = 16;  // by one pack, directly or not

struct PackSource {
    // A part of the text that is copied from a file.
    struct Piece {
        std::uint32_t start = 0;
        std::uint32_t length = 0;
        FileId file;
        std::uint32_t from = 0;  // in the file
    };
    syntax::FilePtr tree;
    FileId file;                     // of the pack itself
    std::vector<Piece> pieces;       // sorted; empty: the tree is that of the file
    std::vector<std::string> bases;  // the ids of the languages that it extends
    Diagnostics findings;            // what it cannot extend, and what clashes, with places in the file

    bool is_merged() const { return !pieces.empty(); }
    // Findings about the text become findings about the file; those about other files are dropped, as these
    // have them themselves.
    void settle(Diagnostics& list) const;
};

// The pack file with this path; empty when there is none.
using FindPack = std::function<std::optional<PackFile>(const std::string& path)>;
// The pack with all that it extends.
PackSource extended_pack(const PackFile& pack, const FindPack& find);

// The beginning of a merged text; the ids of the languages that it extends follow.
inline constexpr std::string_view kMergedMark = "# hcl-ls:merged";
// Whether the tree is made of several files, so that its places are no places in a file.
bool is_merged_pack(const syntax::File& tree);
// The ids of the languages that it extends, directly or not.
std::vector<std::string> bases_of_merged(const syntax::File& tree);

// The file patterns that the text of a pack has, also of one that cannot be loaded.
std::vector<std::string> file_patterns_in(const syntax::File& pack);
// The names of the checks that the text of a pack has, also of one that cannot be loaded. They refer to the
// text.
std::vector<std::string_view> check_names_in(std::string_view text);

}  // namespace hcl::language
