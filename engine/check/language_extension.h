// What native code knows of a language beyond what its pack says: the door between features and such code. A
// pack names an extension (`native = NAME`), the host passes in those of the build, and no feature asks which
// language it serves.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "engine/language/body_source.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::check {

// A module and what is around it.
struct ExtensionContext {
    bind::ModulePtr module;
    language::BodySourcePtr schemas;
    // The module of the same language in another folder; null when there is none, or it is not known.
    std::function<bind::ModulePtr(const std::string& folder)> other;
    const Cancel& cancel;
    // Whether findings of a rule, by its name, are shown; what nobody sees need not be looked for. `is_on`:
    // when nobody has set it. Null: nobody has.
    std::function<bool(std::string_view rule, bool is_on)> wants{};
};

// What is known of the expression or name at a place.
struct ExtensionHover {
    Span span;
    std::string type;           // as people read it
    std::string documentation;  // Markdown; may be empty
};

// Something that may be written at a cursor.
struct ExtensionItem {
    enum class Kind : std::uint8_t {
        Argument,  // a name that a value follows
        Member,    // a name behind a dot
        Value,
        Function,
    } kind = Kind::Value;
    std::string label;            // strings without their quotes
    std::string detail{};         // its type
    std::string documentation{};  // Markdown
    bool is_string = false;       // a value that stands in quotes
    bool is_expected = false;     // required, or what the place asks for
    bool is_deprecated = false;
};

// A cursor in half-typed text.
struct ExtensionCursor {
    enum class At : std::uint8_t { Label, Name, Value } at;
    FileId file;
    syntax::FilePtr tree;                // of the file, with a name at the cursor
    std::span<const syntax::Node> path;  // the nodes at the cursor in it, the outermost first
    std::uint32_t offset;
    bool in_string;
};

class LanguageExtension {
  public:
    virtual ~LanguageExtension() = default;
    // As packs write it.
    virtual std::string_view name() const = 0;
    // What is wrong with a file of the module; places are those of the file. Safe from any thread, as all of
    // these.
    virtual Diagnostics findings(const ExtensionContext& context, FileId file) const = 0;
    // The name of the file in which another program with the same rules is told which of them count, for the
    // files beside and below it; empty: there is none.
    virtual std::string_view rules_file() const { return {}; }
    // What such a file says.
    virtual RuleSettings rules_in(const syntax::File&) const { return {}; }
    virtual std::optional<ExtensionHover> hover(const ExtensionContext&, FileId,
                                                std::uint32_t /*offset*/) const {
        return std::nullopt;
    }
    virtual std::vector<ExtensionItem> completions(const ExtensionContext&, const ExtensionCursor&) const {
        return {};
    }
};

using LanguageExtensions = std::vector<std::shared_ptr<const LanguageExtension>>;

}  // namespace hcl::check
