#include "engine/eval/failed_body.h"

namespace hcl::eval {

namespace {

// An argument in messages.
std::string shown(const Value& argument) {
    constexpr std::size_t kLongest = 40;
    std::string text =
        argument.is_marked() ? argument.unmarked().is_null() ? "null" : "(sensitive)" : argument.to_display();
    if (text.size() <= kLongest && text.find('\n') == std::string::npos) return text;
    return argument.type().friendly_name();
}

}  // namespace

FunctionError error_of_body(const Diagnostics& found, FileId file, std::span<const std::string> parameters,
                            std::span<const Value> arguments) {
    std::size_t errors = 0;
    const Diagnostic* first = nullptr;
    for (const Diagnostic& d : found) {
        if (d.severity != Severity::Error) continue;
        if (!first) first = &d;
        ++errors;
    }
    FunctionError error{first->title + ": " + as_clause(*first), {}, false};
    if (errors > 1) error.message += " (and " + std::to_string(errors - 1) + " more)";
    std::string given;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        given += (given.empty() ? "" : ", ") + parameters[i] + " = " + shown(arguments[i]);
    if (!given.empty()) error.message += "; here " + given;
    if (first->file.is_valid()) file = first->file;
    if (!file.is_valid()) return error;
    error.related.push_back({{file, first->span}, "it fails here"});
    for (const RelatedPlace& place : first->related) error.related.push_back(place);
    return error;
}

}  // namespace hcl::eval
