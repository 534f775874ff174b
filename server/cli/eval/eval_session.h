// What `hcl-ls eval` and its interactive form work on: a scope of variables and functions that grows, and
// texts that are evaluated in it.
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
    bool is_type = false;  // the value is text that names a type, asked for by type(...)
};

class EvalSession {
  public:
    explicit EvalSession(const Rules& rules);

    enum class Form : std::uint8_t { Expression, Template, Json };
    Evaluated evaluate(std::string_view text, Form form = Form::Expression);

    void set(std::string name, Value value) { scope_->set(std::move(name), std::move(value)); }
    // Sets every attribute of a file of variables; each may refer to those before it.
    Diagnostics load(std::string_view text, bool is_json);
    // An unknown value of a type written as an expression.
    Diagnostics set_unknown(std::string name, std::string_view type);

    const eval::MapScope& scope() const { return *scope_; }

    // What can be written at the end of `text`, and how many bytes of it each candidate replaces.
    struct Completion {
        std::vector<std::string> candidates;
        std::size_t replaces = 0;
    };
    Completion complete(std::string_view text) const;
    // Whether `text` ends within brackets, a string or a template, so that more lines belong to it.
    static bool is_incomplete(std::string_view text);

  private:
    const Rules& rules_;
    std::shared_ptr<eval::MapScope> scope_;
};

// Findings with the lines of source that they are about, for a terminal; `name` is what the source goes by.
std::string render_diagnostics(const Diagnostics& diagnostics, std::string_view source, std::string_view name,
                               bool colours);

}  // namespace hcl::server
