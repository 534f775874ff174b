// A language as defined by a pack, loaded once and shared; and the set of all known languages, which
// determines the language of a file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
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

// The treatment of undeclared names: errors, declared elsewhere, or plain text that is replaced later.
enum class UnknownNames : std::uint8_t { Error, Ignore, Text };
enum class Join : std::uint8_t { File, Folder };
// Formatting beyond layout.
enum class FormatExtra : std::uint8_t { QuoteLabels, UnwrapInterpolations };

class Language {
  public:
    // Additions by the host and by the extension that the pack names.
    struct Additions {
        BodySourcePtr schemas;                                 // bodies that the pack takes from elsewhere
        std::shared_ptr<const eval::FunctionTable> functions;  // functions of the pack come before them
        bool operator==(const Additions&) const = default;
    };
    // Never null. Errors of the pack are in `findings`; everything else of it is usable.
    // `version`: which one of the language is meant, when packs say what came and went with versions.
    static std::shared_ptr<const Language> load(syntax::FilePtr pack, FileId pack_id, std::string id,
                                                std::string version = {}, Additions additions = {});

    // Determines the files that are written in the language.
    struct Recognition {
        std::vector<std::string> ids;            // language ids of editors
        std::vector<std::string> files;          // globs; a pattern without a slash matches the file name
        std::shared_ptr<const Pattern> content;  // matches some line near the beginning of such files
        std::vector<std::shared_ptr<const Pattern>> foreign;  // match lines that are never in such files
        // Match lines of files with other names that are in another language.
        std::vector<std::shared_ptr<const Pattern>> unlike;
        bool is_fallback = false;  // used only when no other language matches
    };
    // How files and folders form modules.
    struct Modules {
        Join join = Join::File;
        std::string overrides;                    // a glob: files whose blocks replace others
        std::vector<std::string> override_kinds;  // kinds of symbols that such files cannot redeclare
        bool may_call = false;                    // some blocks can refer to modules in other folders
        std::vector<std::string> public_kinds;    // kinds of symbols visible to other modules and languages
        // Set when attributes of this language set symbols of another language in the same folder.
        struct Sets {
            std::string language;
            std::string kind;
        } sets;
        // The block type that makes a file self-contained: two files that each have such a block may declare
        // the same names. Empty: none.
        std::string stands_alone;
        // The address of an undeclared package; `*` is replaced by its name: "hashicorp/*". The last part of
        // declared ones is replaced by its last part in the same way. Empty: none.
        std::string default_package;
        // Relative paths in a called module count from the module that the program runs in.
        bool run_in_caller = false;
    };
    // Rules for names in expressions.
    struct Names {
        UnknownNames unknown = UnknownNames::Error;
        std::string optional_root;           // may precede any symbol's address: `resource.TYPE.NAME`
        std::vector<std::string> strict;     // patterns of first words that must always be declared
        std::vector<std::string> free;       // patterns of first words that need no declaration
        std::vector<std::string> functions;  // patterns of functions that exist without a known signature
        std::vector<std::string> forgiving;  // functions whose arguments may contain undeclared names
        bool needs_whole_addresses = false;  // a reference must contain the full address
        // First words that contain the name of a symbol: what precedes it, and the kinds of symbols.
        std::vector<std::pair<std::string, ValueRules>> of_symbols;
        std::vector<std::pair<std::string, ValueRules>>
            members;  // some members of first words, for completion
    };
    struct Evaluation {
        std::shared_ptr<const eval::FunctionTable> functions;         // never null
        std::shared_ptr<const eval::FunctionTable> scoped_functions;  // that scopes add; never null
        std::vector<std::pair<std::string, Value>> variables;
        // Arguments of functions that name symbols.
        struct Arguments {
            std::vector<ValueRules> by_parameter;
            bool is_variadic = false;  // the last one is for all further arguments
            // Null: the argument names no symbols.
            const ValueRules* rules(std::size_t index) const;
        };
        std::map<std::string, Arguments, std::less<>> arguments;
        bool reads_files = false;     // functions do, relative to the module's folder
        bool asks_for_files = false;  // expressions of the pack do, with "fileexists"
        bool is_silent = false;       // functions are unknown, so evaluation findings are suppressed
    };

    std::string id;
    std::string title;
    std::string version;               // which one is meant; empty: any
    bool is_version_selected = false;  // by the workspace; otherwise it is the pack's default
    bool is_hcl1 = false;              // files are written in HCL 1
    bool takes_any_case = false;       // names of arguments and blocks, also with underscores
    bool describes_packs = false;      // its files are packs, and are checked as packs
    bool takes_null_parts = true;      // elements of lists and maps can be null
    const Rules* rules = &Rules::spec();
    Recognition recognition;
    Modules modules;
    Names names;
    Evaluation evaluation;
    std::string
        native;  // the extension that knows more of the language (check/language_extension.h); empty: none
    Additions additions;
    std::string dynamic_blocks;          // the type of blocks that generate others; empty: there are none
    bool generates_stored_only = false;  // only those in bodies of packages
    // Blocks of which nothing is known, in a body that takes any; never null.
    std::shared_ptr<const BlockDef> free_block;
    std::shared_ptr<const BlockDef> free_generator;  // generates such blocks; null without `dynamic_blocks`
    std::vector<FormatExtra> format_extras;
    std::vector<std::pair<std::string, std::string>> levels;  // severities, by code or name
    syntax::FilePtr pack;
    FileId pack_id;
    // Packs of this build are checked by its tests.
    bool is_built_in() const { return !pack_id.is_valid(); }
    Diagnostics findings;  // of loading; findings of a body are in the body

    // Whether it is an error when the first word of a reference is undeclared.
    bool must_be_declared(std::string_view root) const;
    // Null: no argument of the function names symbols.
    const Evaluation::Arguments* arguments_of(std::string_view function) const;
    // Whether the function may exist although only its name pattern is known.
    bool may_be_function(std::string_view name) const;

    const BodyDef& root() const { return root_->get(); }
    // A named body; null when the pack has none of that name. Only the language owns it, since such bodies
    // can contain each other and themselves.
    LazyBodyPtr body(std::string_view name) const;
    const std::unordered_map<std::string, LazyBodyPtr, NameHash, std::equal_to<>>& bodies() const {
        return bodies_;
    }
    // The functions that expressions of the pack can call; never null.
    const std::shared_ptr<const eval::FunctionTable>& own_functions() const { return own_functions_; }
    // Names that the pack defines; computed on first use, because that compiles the whole pack.
    const FixedNames& fixed_names() const;
    struct StoredAnswer {
        BodySource::Found found = BodySource::Found::UnknownPackage;
        LazyBodyPtr body;  // owned by the language
    };
    StoredAnswer stored_body(const BodyKey& key) const;
    // Whether a body may include another one of so many bytes. Each inclusion is compiled anew, and bodies
    // that include each other multiply.
    bool may_include(std::uint64_t bytes) const;
    // Whether cases may have keys with so many more `*`. Each block is compared with all of them.
    bool may_compare(std::uint64_t wildcards) const;
    // Compiles everything and returns all findings, for `pack check` and the editor.
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
    mutable std::atomic<std::uint64_t> included_bytes_{0};
    mutable std::atomic<std::uint64_t> case_wildcards_{0};
    struct StoredBodies;
    std::unique_ptr<StoredBodies> stored_;
    std::shared_ptr<const eval::FunctionTable> own_functions_;
};
using LanguagePtr = std::shared_ptr<const Language>;

// The functions that expressions of every pack can call.
const std::shared_ptr<const eval::FunctionTable>& pack_functions();

// The words that a pack may write in its list of functions.
struct NamedFunctions {
    std::vector<std::string> libraries;
    std::vector<std::string> functions;  // single ones
};
NamedFunctions functions_by_name();

// True when the path, or for a pattern without a slash its file name,
// matches. `*` does not match slashes, `**` does; `?` and `[abc]` match
// one character, `{a,b}` alternatives.
bool glob_matches(std::string_view pattern, std::string_view path);

// True when the pattern, in which `*` matches any text, matches the whole name.
bool name_matches(std::string_view pattern, std::string_view name);

// The id in a first-line comment "hcl-ls:language ID"; empty when there is none.
std::string_view language_mark(std::string_view text);

// The number of bytes at the start of a file that can determine its language.
inline constexpr std::uint32_t kLanguageHints = 16384;

// The built-in packs and those of a workspace, which take precedence.
class LanguageSet {
  public:
    // The built-in packs, loaded once per process.
    static const LanguageSet& builtin();

    LanguageSet() = default;
    LanguageSet with(std::vector<LanguagePtr> more) const;

    const std::vector<LanguagePtr>& all() const { return languages_; }
    LanguagePtr find(std::string_view id) const;
    // By the editor's language id, then by file name: the longest matching
    // pattern wins. Null when none matches.
    LanguagePtr of_file(std::string_view path, std::string_view editor_id) const;
    // By the content patterns of packs. Null when none matches.
    LanguagePtr of_content(std::string_view text) const;

  private:
    std::vector<LanguagePtr> languages_;
};

// The source text of a built-in pack, by its file name without extension; empty when there is none.
struct BuiltinPack {
    std::string_view name;
    std::string_view text;
};
std::span<const BuiltinPack> builtin_packs();

}  // namespace hcl::language
