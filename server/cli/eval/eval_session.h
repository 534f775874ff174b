// State of `hcl-ls eval`: a growing scope of variables and functions, and evaluation in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/value/rules.h"

namespace hcl::server {

struct Evaluated {
    Value value;
    Diagnostics diagnostics;
    bool is_type = false;  // the value is the text of a type, from type(...)
};

class EvalSession {
  public:
    explicit EvalSession(const Rules& rules);

    enum class Form : std::uint8_t { Expression, Template, Json };
    Evaluated evaluate(std::string_view text, Form form = Form::Expression);

    void set(std::string name, Value value) { scope_->set(std::move(name), std::move(value)); }
    // Defines every attribute of a variables file; each may refer to earlier ones.
    Diagnostics load(std::string_view text, bool is_json);
    // Defines an unknown value of the given type expression.
    Diagnostics set_unknown(std::string name, std::string_view type);

    const eval::MapScope& scope() const { return *scope_; }

    // Completion candidates at the end of `text`, and the number of bytes that each replaces.
    struct Completion {
        std::vector<std::string> candidates;
        std::size_t replaces = 0;
    };
    Completion complete(std::string_view text) const;
    // Whether `text` ends inside brackets, a heredoc or a template, and so continues on the next line.
    static bool is_incomplete(std::string_view text);

  private:
    const Rules& rules_;
    std::shared_ptr<eval::MapScope> scope_;
};

// Findings with their source lines, for a terminal; `name` is the displayed name of the source.
std::string render_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view name,
                               bool colours);

}  // namespace hcl::server
