// What native code knows of a language beyond what its pack says: the door between features and such code. A
// pack names an extension (`native = NAME`), the host passes in those of the build, and no feature asks which
// language it serves.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/language/body_source.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// A module and what is around it.
struct ExtensionContext {
    bind::ModulePtr module;
    std::string folder;  // of the module's files
    language::BodySourcePtr schemas;
    // The module of the same language in another folder; null when there is none. `is_known` is false where
    // nobody can say, such as outside of the workspace.
    struct Other {
        bind::ModulePtr module;
        bool is_known = false;
    };
    std::function<Other(const std::string& folder)> other;
    const Cancel& cancel;
};

// What is known of the expression or name at a place.
struct ExtensionHover {
    Span span;
    std::string type;           // as people read it
    std::string documentation;  // Markdown; may be empty
};

struct ExtensionCompletion {
    enum class Kind : std::uint8_t { Property, Member, Token, Variable, Function, Option };
    std::string label;
    Kind kind = Kind::Property;
    std::string detail;  // its type
    std::string documentation;
    Span replaces;
    std::string insert;
};

class LanguageExtension {
  public:
    virtual ~LanguageExtension() = default;
    // As packs write it.
    virtual std::string_view name() const = 0;
    // What is wrong with a file of the module; places are those of the file. Safe from any thread, as all of
    // these.
    virtual Diagnostics findings(const ExtensionContext& context, FileId file) const = 0;
    virtual std::optional<ExtensionHover> hover(const ExtensionContext&, FileId,
                                                std::uint32_t /*offset*/) const {
        return std::nullopt;
    }
    virtual std::vector<ExtensionCompletion> complete(const ExtensionContext&, FileId,
                                                      std::uint32_t /*offset*/) const {
        return {};
    }
};

using LanguageExtensions = std::vector<std::shared_ptr<const LanguageExtension>>;

}  // namespace hcl::check
