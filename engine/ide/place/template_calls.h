// Files that functions render as templates, and the names that their calls give them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/ide/place/bound_place.h"
#include "engine/syntax/file/file.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// A call that renders a file. Valid while the module lives.
struct TemplateCall {
    struct Name {
        std::string name;
        Span whole;  // in the file of the call, with the value
        Span word;
        std::string text;  // of the value, as it is written
    };
    bind::ModulePtr module;
    FileId file;
    Span variables;           // the argument with the names
    Value value;              // of that argument
    std::vector<Name> names;  // as far as they are written there
    bool is_written = false;  // it is an object: there are no others
    bool is_certain = false;  // it surely renders this file, whichever folder its path counts from

    const Name* find(std::string_view name) const;
};

// Whether functions of the language render files.
bool can_render(const language::Language& language);

// The calls of a file in the workspace, by path and place.
std::vector<TemplateCall> calls_of_template(const world::Snapshot& snapshot, const std::string& path,
                                            const Cancel& cancel);

// A key in a call that renders a file.
struct TemplateKey {
    std::string path;  // of the file
    std::string name;
    Span word;  // in the file of the call
};
std::optional<TemplateKey> template_key_at(const BoundPlace& place);

// A name in a template that its calls must give.
struct FreeName {
    std::string name;
    Span span;
};
std::vector<FreeName> free_names(const syntax::File& text);

}  // namespace hcl::ide
