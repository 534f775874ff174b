// Language support in native code, beyond what packs can express: the interface between features and such
// code. A pack names an extension (`native = NAME`), the host registers the extensions of the build, and no
// feature depends on which language it is.
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
#include "engine/language/body_source.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::check {

// A module and its environment.
struct ExtensionContext {
    bind::ModulePtr module;
    language::BodySourcePtr schemas;
    // The module of the same language in another folder; null when there is none or it is unknown.
    std::function<bind::ModulePtr(const std::string& folder)> other;
    const Cancel& cancel;
    // Whether findings of a rule are reported, so that others need not be computed. `is_on` is the default
    // without settings. Null: there are no settings.
    std::function<bool(std::string_view rule, bool is_on)> wants{};
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

class LanguageExtension {
  public:
    virtual ~LanguageExtension() = default;
    // The name that packs use.
    virtual std::string_view name() const = 0;
    // The findings for a file of the module, with positions in that file.
    // All functions here are thread-safe.
    virtual Diagnostics findings(const ExtensionContext& context, FileId file) const = 0;
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
