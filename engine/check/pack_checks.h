// The checks of a pack's bodies (`check`). Private to check/.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/check/rule.h"

namespace hcl::check {

// A block, or an object that a body describes.
struct CheckedBody {
    struct Part {
        std::string name;
        Span place;         // of the name
        syntax::Node expr;  // null or Missing when there is none
        Value value;
        const bind::BoundAttribute* attribute = nullptr;  // null: it is a part of an object
    };
    std::span<const language::BodyDef* const> defs;
    std::vector<Part> parts;             // its attributes
    Span header;                         // where findings about the whole are
    const eval::Scope* scope = nullptr;  // self, label, set
};

void run_check(UnitRule& rule, const language::CheckDef& check, const CheckedBody& body);

}  // namespace hcl::check
