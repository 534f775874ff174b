// A language that the engine understands: what a pack declares, loaded once and shared; and the set of all
// that are known, which says what a file is written in.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/once.h"
#include "engine/eval/function.h"
#include "engine/language/fixed_names.h"
#include "engine/language/schema.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/value/rules.h"

namespace hcl::language {

// Names that nothing declares: mistakes, names that others know, or strings that the program replaces later.
enum class UnknownNames : std::uint8_t { Error, Ignore, Text };
enum class Join : std::uint8_t { File, Folder };
// Formatting beyond layout.
enum class FormatExtra : std::uint8_t { QuoteLabels, UnwrapInterpolations };

class Language {
  public:
    // What the host and the extension that the pack names add to it.
    struct Additions {
        BodySourcePtr schemas;                                 // bodies that the pack takes from elsewhere
        std::shared_ptr<const eval::FunctionTable> functions;  // functions of the pack come before them
        bool operator==(const Additions&) const = default;
    };
    // Never null. Errors of the pack are in `findings`; everything else of it is usable.
    // `version`: which one of the language is meant, when packs say what came and went with versions.
    static std::shared_ptr<const Language> load(syntax::FilePtr pack, FileId pack_id, std::string id,
                                                std::string version = {}, Additions additions = {});

    // Which files are written in the language.
    struct Recognition {
        std::vector<std::string> ids;    // what editors call it
        std::vector<std::string> files;  // globs; one without a slash is matched by the file's name
        std::shared_ptr<const Pattern> first_line;  // files whose first line it matches; null: none
        std::shared_ptr<const Pattern> content;     // files of which some line near the beginning matches it
        bool is_fallback = false;                   // other languages that know a file come first
    };
    // How files and folders belong together.
    struct Modules {
        Join join = Join::File;
        std::string overrides;                    // a glob: files whose blocks replace instead of adding
        std::vector<std::string> override_kinds;  // of symbols that such files may not declare anew
        bool may_call = false;                    // some blocks may stand for the modules of other folders
        std::vector<std::string> public_kinds;    // of symbols that other modules and languages see
        // Set when attributes of this language set symbols of another one in the same folder.
        struct Sets {
            std::string language;
            std::string kind;
        } sets;
        // The type of block with which a file may be used alone: two files that each have one may declare the
        // same names. Empty: none.
        std::string stands_alone;
        // The address of a package that nothing declares; `*` stands for its name: "hashicorp/*". Empty:
        // none.
        std::string default_package;
    };
    // Which names may be used.
    struct Names {
        UnknownNames unknown = UnknownNames::Error;
        std::string optional_root;           // may stand before any symbol's address: `resource.TYPE.NAME`
        std::vector<std::string> strict;     // patterns of first words that must be declared in any case
        std::vector<std::string> free;       // patterns of first words that nobody needs to declare
        std::vector<std::string> functions;  // patterns of functions that exist though nobody describes them
        std::vector<std::string> forgiving;  // functions whose arguments may hold names that nothing declares
        bool needs_whole_addresses = false;  // a reference must not end before the address that it begins
    };
    struct Evaluation {
        std::shared_ptr<const eval::FunctionTable> functions;         // never null
        std::shared_ptr<const eval::FunctionTable> scoped_functions;  // that scopes bring in; never null
        std::vector<std::pair<std::string, Value>> variables;
        bool reads_files = false;  // functions do, by paths from the module's folder
        bool is_silent = false;    // functions are not known, so findings of evaluation are not reported
    };

    std::string id;
    std::string title;
    std::string version;           // as pinned; empty: any
    bool is_hcl1 = false;          // files are written in HCL 1
    bool describes_packs = false;  // its files are packs, and are checked as such
    const Rules* rules = &Rules::spec();
    Recognition recognition;
    Modules modules;
    Names names;
    Evaluation evaluation;
    std::string
        native;  // the extension that knows more of the language (check/language_extension.h); empty: none
    Additions additions;
    std::string dynamic_blocks;  // the type of blocks that generate others; empty: there are none
    // Blocks of which nothing is known, in a body that takes any; never null.
    std::shared_ptr<const BlockDef> free_block;
    std::shared_ptr<const BlockDef> free_generator;  // generates such blocks; null without `dynamic_blocks`
    std::vector<FormatExtra> format_extras;
    std::vector<std::pair<std::string, std::string>> levels;  // severities, by code or name
    syntax::FilePtr pack;
    FileId pack_id;
    Diagnostics findings;  // of loading; those of bodies are in the bodies

    // Whether a name whose first word nothing declares is a mistake.
    bool must_be_declared(std::string_view root) const;
    // Whether a function exists of which nothing but its name is known.
    bool may_be_function(std::string_view name) const;

    const BodyDef& root() const { return root_->get(); }
    // A named body; null when the pack has none of that name. The language alone owns it, since such bodies
    // may hold each other and themselves.
    LazyBodyPtr body(std::string_view name) const;
    const std::unordered_map<std::string, LazyBodyPtr, NameHash, std::equal_to<>>& bodies() const {
        return bodies_;
    }
    // Names that the pack writes out; found when first asked for, since everything is compiled then.
    const FixedNames& fixed_names() const;
    struct StoredAnswer {
        BodySource::Found found = BodySource::Found::UnknownPackage;
        LazyBodyPtr body;  // the language owns it
    };
    StoredAnswer stored_body(const BodyKey& key) const;
    // Compiles everything and gives all findings: what `pack check` and the editor show.
    Diagnostics all_findings() const;

    Language();
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

  private:
    friend struct Loader;
    LazyBodyPtr root_;
    std::unordered_map<std::string, LazyBodyPtr, NameHash, std::equal_to<>> bodies_;
    Once<FixedNames> fixed_names_;
    struct StoredBodies;
    std::unique_ptr<StoredBodies> stored_;
};
using LanguagePtr = std::shared_ptr<const Language>;

// The functions that pack expressions can call.
const std::shared_ptr<const eval::FunctionTable>& pack_functions();

// True when the path or, for a pattern without a slash, its last part matches. `*` stops at slashes, `**`
// does not;
// `?` and `[abc]` are single characters, `{a,b}` is either.
bool glob_matches(std::string_view pattern, std::string_view path);

// True when the pattern, in which `*` stands for any text, matches all of the name.
bool name_matches(std::string_view pattern, std::string_view name);

// The id in a comment "hcl-ls:language ID" of the first line; empty when there is none.
std::string_view language_mark(std::string_view text);

// How far into a file its language may show.
inline constexpr std::uint32_t kLanguageHints = 4096;

// Packs that are part of the program, and then those of a workspace, which come first.
class LanguageSet {
  public:
    // The packs of this build, loaded once for the process.
    static const LanguageSet& builtin();

    LanguageSet() = default;
    LanguageSet with(std::vector<LanguagePtr> more) const;

    const std::vector<LanguagePtr>& all() const { return languages_; }
    LanguagePtr find(std::string_view id) const;
    // By what the editor says, then by the name: of all patterns that match, the longest decides. Null when
    // none does.
    LanguagePtr of_file(std::string_view path, std::string_view editor_id) const;
    // By hints of packs about the beginning of a text. Null when none fits.
    LanguagePtr of_content(std::string_view text) const;

  private:
    std::vector<LanguagePtr> languages_;
};

// The text of a pack of this build, by the name of its file without the ending; empty when there is none.
struct BuiltinPack {
    std::string_view name;
    std::string_view text;
};
std::span<const BuiltinPack> builtin_packs();

}  // namespace hcl::language
