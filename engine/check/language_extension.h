// Language support in native code, beyond what packs can express: the interface between features and such
// code. A pack names an extension (`native = NAME`), the host registers the extensions of the build, and no
// feature depends on which language it is.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/once.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "engine/check/instance_elements.h"
#include "engine/language/body_source.h"
#include "engine/language/schema.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::eval {
class FunctionTable;
}

namespace hcl::check {

// Whether a folder without files of a language surely is not there, or surely holds no such files.
enum class BareFolder : std::uint8_t { Unknown, Missing, Empty };

// The result of looking for the downloaded module of a call.
struct Download {
    enum class State : std::uint8_t {
        Unknown,       // it has downloaded nothing for the calling module
        Fits,          // what the call means
        Missing,       // nothing for this call
        OtherSource,   // what the call meant earlier
        OtherVersion,  // a version that the call does not admit
    } state = State::Unknown;
    std::string folder{};   // when it fits: with a slash at its end
    std::string source{};   // when it is another one
    std::string version{};  // of what was downloaded
};

// A word in a file of another module that names a symbol, as its extension tells (ExtensionName).
struct ExtensionUse {
    bind::ModulePtr module;
    FileId file;
    Span word;
    Span origin;  // with the words before it
};

// A module and its environment.
struct ExtensionContext {
    bind::ModulePtr module;
    language::BodySourcePtr schemas;
    // Modules that a file names, by the module of that file and the path that it has. Null: none is known,
    // and so are its results.
    bind::CalledModule called;
    const Cancel& cancel;
    // A module that no file names, but that this one depends on: of a language, in a folder relative to this
    // one ("": the same). Null: none is known.
    std::function<bind::ModulePtr(const std::string& folder, std::string_view language)> implied{};
    // Modules of another language that have a path to a folder of the same name as this one's; the first
    // `most` by path.
    std::function<std::vector<bind::ModulePtr>(std::string_view language, std::size_t most)> mentioning{};
    bool is_lenient = false;  // what may be a mistake is a warning (RuleSettings)
    // Whether findings of a rule, by its name, are shown; hidden ones need not be computed. `is_on`: the
    // default without a setting. Null: nothing is set.
    std::function<bool(std::string_view rule, bool is_on)> wants{};
    // Whether a setting switches a rule off by its own name. Null: nothing is set.
    std::function<bool(std::string_view rule)> switches_off{};
    // The options of rules (RuleSettings). Null: none is set.
    const std::map<std::string, std::string, std::less<>>* options = nullptr;
    // Whether a folder without known files of a language is missing or empty. The path is as written in the
    // module.
    std::function<BareFolder(const std::string& folder, std::string_view language)> bare{};
    // The most similar name of a file in the folders above; empty when a file there has the name itself, when
    // none is similar, and for files whose paths do not start in their own folder.
    std::function<std::string(const std::string& name)> like_above{};
    // Whether a module of the workspace calls this one. Null: unknown.
    std::function<bool()> is_called{};
    // Modules that call the given one; the first `most` by path. Null: none is known.
    std::function<std::vector<bind::ModulePtr>(const bind::Module&, std::size_t most)> callers{};
    // The modules of another language whose files lie in a folder, which is relative to that of this one
    // (""), by path. Null: unknown.
    std::function<std::vector<bind::ModulePtr>(std::string_view folder, std::string_view language)> beside{};
    // Finds the downloaded module of a call; the folder is that of bind::called_folder().
    std::function<Download(const std::string& folder)> download{};
    // How many files of this language are in the folder of this one, with itself. Null: unknown.
    std::function<std::size_t()> alike{};
    // The word by which the editor calls the language of a file of this module; empty: none. Null: unknown.
    std::function<std::string(FileId)> editor_language{};
    // The words in files of other modules that name one of these symbols of `module`, whose name this is.
    // Null: none is known.
    std::function<std::vector<ExtensionUse>(const std::vector<bind::Symbol>&, const std::string& name)>
        uses_elsewhere{};
    // A cache for results that the extension computes from all modules together; lives as long as the
    // functions above give the same answers. Null: there is none.
    const Memo* workspace = nullptr;
    // A cache for results that the extension computes from this context; copies of the context share it.
    std::shared_ptr<const Memo> memo = std::make_shared<const Memo>();

    // Nothing in the workspace calls the module, as far as that is known.
    bool is_root() const { return is_called && !is_called(); }
    // The module that another one calls in a folder; null when there is none or it is unknown.
    bind::ModulePtr called_by(const bind::Module& caller, const std::string& folder) const {
        return called ? called(caller, folder) : nullptr;
    }
    bind::ModulePtr called_in(const std::string& folder) const { return called_by(*module, folder); }
};

// Information about the expression or name at a position.
struct ExtensionHover {
    Span span;
    std::string type;           // in notation for users
    std::string documentation;  // Markdown; may be empty
};

// A completion item.
struct ExtensionItem {
    enum class Kind : std::uint8_t {
        Argument,  // a name followed by a value
        Member,    // a name after a dot
        Value,
        Function,
    } kind = Kind::Value;
    std::string label;            // strings without quotes
    std::string detail{};         // its type
    std::string documentation{};  // Markdown
    bool is_string = false;       // a value to be quoted
    bool is_expected = false;     // required, or of the expected type
    bool is_deprecated = false;
    bool is_hidden = false;  // leaves out what the pack offers under this label
    int order = 0;           // among those that fit as well
};

// A cursor in incomplete text.
struct ExtensionCursor {
    enum class At : std::uint8_t { Label, Name, Value } at;
    FileId file;
    syntax::FilePtr tree;                // of the file, with a placeholder name at the cursor
    std::span<const syntax::Node> path;  // the nodes at the cursor, outermost first
    std::uint32_t offset;
    bool in_string;
};

// A function as the arguments of one call choose it.
struct ExtensionSignature {
    struct Parameter {
        std::string name;
        std::string type;             // as people read it, on one line
        std::string documentation{};  // Markdown
    };
    std::vector<Parameter> parameters;
    bool takes_more = false;  // the last one takes all further arguments
    std::string result;
    std::string documentation;  // Markdown
};

// A type or a value that the text leaves out, shown within it.
struct ExtensionHint {
    std::uint32_t offset = 0;
    std::string text;
};

// An instance of a module with the values that its inputs usually have.
struct UsualModule {
    bind::ModulePtr module{};   // null: there is none
    std::string_view origin{};  // follows what is shown of it: " by default"
};

// An argument that a block may take and does not have.
struct ExtensionArgument {
    std::string name;
    std::string value;  // a placeholder: an expression; empty: not written for the user
    bool is_required = false;
};

struct ExtensionDefinition {
    Span origin;  // what names it
    FileId file;
    Span span;  // the whole construct
    Span name;  // inside of it
    struct Other {
        FileId file;
        Span span;
        Span name;
    };
    std::vector<Other> others{};  // where it is also defined
};

// Text that records the earlier address of a renamed block.
struct ExtensionRecord {
    std::string text{};                     // empty: nothing is needed
    std::string json{};                     // the same as a property of the root object in JSON
    std::optional<Location> in_place_of{};  // an earlier record; without it the text follows the block
    std::vector<FileEdit> also{};           // changes of other records
};

// A page about what stands at a place.
struct ExtensionLink {
    Span span;
    std::string url;
};

// A word in a file that names symbols of another module, which the pack does not tell.
struct ExtensionName {
    Span word;
    Span origin;  // with the words before it
    bind::ModulePtr module;
    std::vector<bind::Symbol> symbols;  // never empty
};

// A file that does not exist yet.
struct NewFile {
    std::string path;  // absolute
    std::string text;
};

// A change that an extension offers at a place, as a refactoring of the kind `refactor.rewrite`.
struct ExtensionRefactoring {
    std::string id;  // unique at one place
    std::string title;
    std::vector<FileEdit> edits;
    std::vector<NewFile> new_files{};
    bool is_extraction = false;  // of the kind `refactor.extract`
};

// The path of a folder or file in a text, which counts from another folder than that of its file.
struct ExtensionPath {
    Span span;  // without quotes
    std::string text;
    std::string folder;         // from which it counts, as the file would write it
    std::string language = {};  // of the files there; empty: any
    bool is_computed = false;   // the text is the value of an expression, which is at the place
};

// An entry of a manifest of downloaded modules: such a module, or a local one, which may call others.
struct InstalledModule {
    // The names of the calls that lead to it; none for the calling module itself.
    std::vector<std::string> calls;
    std::string source;
    std::string version;
    std::string folder;  // relative to that of the calling module
};

class LanguageExtension {
  public:
    virtual ~LanguageExtension() = default;
    // The name that packs use.
    virtual std::string_view name() const = 0;
    // Functions that its languages have besides those of their packs; null: none. Always the same.
    virtual std::shared_ptr<const eval::FunctionTable> functions() const { return nullptr; }
    // Functions that a module has besides, such as those of the packages that it requires; null: none.
    virtual std::shared_ptr<const eval::FunctionTable> functions_of(const ExtensionContext&) const {
        return nullptr;
    }
    // Bodies that its packs take from elsewhere (`from`), in place of those of the host; the same object for
    // the same argument, which may be null.
    virtual language::BodySourcePtr bodies(const language::BodySourcePtr& of_host) const { return of_host; }
    // Findings of a file of the module, with spans in that file. Callable from any thread, as are all members
    // below.
    virtual Diagnostics findings(const ExtensionContext& context, FileId file) const = 0;
    // Its checks of the elements of repeated blocks; null: none. The same object at each call.
    virtual const InstanceElements* elements() const { return nullptr; }
    // Completes a finding of the file, from whichever room it comes, before comments and levels apply: its
    // title as users of the language know it, another code where the language has finer ones. False: it does
    // not count.
    virtual bool refine(const ExtensionContext&, FileId, Diagnostic&) const { return true; }
    // Names that a file of values sets and that another file, which is always read too, sets again.
    virtual std::set<std::string> replaced_values(const ExtensionContext&, FileId) const { return {}; }
    // The name of the file in which another program with the same rules is told which of them count, for the
    // files beside and below it; empty: there is none.
    virtual std::string_view rules_file() const { return {}; }
    // The names of the rules that only it has: those that no pack says.
    virtual std::vector<std::string_view> rule_names() const { return {}; }
    // The rule settings in such a file.
    virtual RuleSettings rules_in(const syntax::File&) const { return {}; }
    // The name of the file that selects versions of packages for the module in its folder and those that this
    // one calls; empty: there is none.
    virtual std::string_view lock_file() const { return {}; }
    // The versions in such a file.
    virtual bind::PackageVersions locked_in(const syntax::File&) const { return {}; }
    // The path, from the folder of a module, of the file that lists the modules that were downloaded for it.
    // They lie in the folder of that file. Empty: there is none.
    virtual std::string_view manifest_file() const { return {}; }
    // The modules in such a file.
    virtual std::vector<InstalledModule> installed_in(std::string_view /*text*/) const { return {}; }
    // Whether it is what a call with this source and these versions means.
    virtual Download::State fits(const InstalledModule&, std::string_view /*source*/,
                                 std::string_view /*versions*/) const {
        return Download::State::Unknown;
    }
    virtual std::optional<ExtensionHover> hover(const ExtensionContext&, FileId,
                                                std::uint32_t /*offset*/) const {
        return std::nullopt;
    }
    // Names at a place whose types are known where evaluation gives no value, as unknown values.
    virtual std::vector<std::pair<std::string, Value>> typed_names(const ExtensionContext&, FileId,
                                                                   std::uint32_t /*offset*/) const {
        return {};
    }
    // Markdown that follows the hover of the pack, such as a link to documentation elsewhere.
    virtual std::string see_also(const ExtensionContext&, FileId, std::uint32_t /*offset*/) const {
        return {};
    }
    // Links to pages elsewhere, in the order of the text.
    virtual std::vector<ExtensionLink> links(const ExtensionContext&, FileId) const { return {}; }
    virtual std::vector<ExtensionRefactoring> refactorings(const ExtensionContext&, FileId, Span) const {
        return {};
    }
    // The record that a block needs whose symbol gets another address, by words.
    virtual ExtensionRecord on_rename(const ExtensionContext&, bind::Symbol,
                                      const std::vector<std::string>& /*from*/,
                                      const std::vector<std::string>& /*to*/) const {
        return {};
    }
    // Whether a name means something else in some expressions, so that nothing is renamed to it.
    virtual bool has_own_meaning(std::string_view /*name*/) const { return false; }
    // Whether the address at a place is an earlier one that is recorded: a rename for which on_rename() gives
    // a text does not change it.
    virtual bool is_history(const ExtensionContext&, FileId, Span) const { return false; }
    virtual std::vector<ExtensionItem> completions(const ExtensionContext&, const ExtensionCursor&) const {
        return {};
    }
    // The signature of the function called at the cursor; `call` is null when syntax does not determine its
    // arguments.
    virtual std::optional<ExtensionSignature> signature(const ExtensionContext&, const ExtensionCursor&,
                                                        std::string_view /*name*/,
                                                        syntax::Node /*call*/) const {
        return std::nullopt;
    }
    // The names of what a function takes; nothing for one that the extension does not know.
    virtual std::vector<std::string> parameter_names(std::string_view /*function*/) const { return {}; }
    // For what is shown where a value is unknown in the module itself.
    virtual UsualModule usual_module(const ExtensionContext&) const { return {}; }
    // Types in a part of a file that it does not write out; nothing when the pack tells them.
    virtual std::optional<std::vector<ExtensionHint>> type_hints(const ExtensionContext&, FileId,
                                                                 Span) const {
        return std::nullopt;
    }
    // Texts behind values in a part of a file, such as the number of instances that a block has.
    virtual std::vector<ExtensionHint> value_hints(const ExtensionContext&, FileId, Span) const { return {}; }
    // Missing arguments of the innermost block at the offset, in source order. They replace those that the
    // pack has under the same names.
    virtual std::vector<ExtensionArgument> missing_arguments(const ExtensionContext&, FileId,
                                                             std::uint32_t /*offset*/) const {
        return {};
    }
    // Whether to offer an argument or block that the pack lists. `path`: the types of the blocks around it,
    // outermost first, and its name: "resource/lifecycle/destroy". `surely`: only if all versions of the
    // program that the module admits have it; otherwise one is enough.
    virtual bool offers(const ExtensionContext&, FileId, std::string_view /*path*/, const language::Notes&,
                        bool /*surely*/) const {
        return true;
    }
    // Whether a value with a name of its own can take the place of the expression: not where the language
    // takes only literals, or gives names a meaning that they have nowhere else.
    virtual bool may_extract(const ExtensionContext&, FileId, Span /*expression*/) const { return true; }
    // The words of a file that name symbols of other modules, in the order of the text.
    virtual std::vector<ExtensionName> names_of_others(const ExtensionContext&, FileId) const { return {}; }
    // Paths that packs do not tell.
    virtual std::vector<ExtensionPath> paths(const ExtensionContext&, FileId) const { return {}; }
    // Definitions of names that are not symbols of the pack: parts of values, for example.
    virtual std::optional<ExtensionDefinition> definition(const ExtensionContext&, FileId,
                                                          std::uint32_t /*offset*/) const {
        return std::nullopt;
    }
};

using LanguageExtensions = std::vector<std::shared_ptr<const LanguageExtension>>;

}  // namespace hcl::check
