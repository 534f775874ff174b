// A finding about the user's source: a value, collected beside the result, never thrown.
//
// Every diagnostic has a registered code (engine/source/diagnostics/*.def, one file per room). A title is the
// short name people know ("Unsupported argument"); the message says what is wrong in the user's own words,
// why, and what to do. Positions are bytes of the file named by `file`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/edit.h"
#include "engine/source/span.h"

namespace hcl {

enum class Severity : std::uint8_t { Error, Warning, Info, Hint };

enum class DiagCode : std::uint16_t {
#define HCL_DIAG(number, severity, name, title, message) name = number,
#include "engine/source/diagnostics/all.def"
#undef HCL_DIAG
};

struct DiagInfo {
    DiagCode code;
    Severity severity;
    std::string_view name;     // the enumerator: "UnknownVariable"
    std::string_view title;    // may have slots {0} {1} ...
    std::string_view message;  // may have slots {0} {1} ...
};

// The registry, sorted by number.
const DiagInfo& diag_info(DiagCode code);
std::vector<DiagInfo> all_diag_infos();
// "HCL3012"
std::string diag_id(DiagCode code);
// By id or name; null when there is none.
const DiagInfo* find_diag(std::string_view id_or_name);
// The name that was probably meant; empty when none is near.
std::string nearest_diag(std::string_view name);

struct RelatedPlace {
    Location where;
    std::string message;
};

struct FileEdit {
    FileId file;
    Edit edit;
};

// A change that mends the finding, offered as a quick fix; applied unasked (`check --fix`, "fix all") when it
// is preferred and no guess.
struct Fix {
    std::string title;
    std::vector<FileEdit> edits;
    bool preferred = false;
    bool is_guess = false;  // such as the nearest name: likely, but only the user can decide
};

enum class DiagTag : std::uint8_t { None, Unnecessary, Deprecated };

struct Diagnostic {
    DiagCode code{};
    Severity severity = Severity::Error;
    DiagTag tag = DiagTag::None;
    FileId file;                  // invalid: the file at hand, filled in by whoever publishes
    Span span;                    // the tightest range
    std::optional<Span> context;  // the larger construct around it
    bool has_place = true;        // false: about the whole input
    std::string title;
    std::string message;
    std::uint32_t rounds = 1;  // of a loop, in which an evaluation found it
    std::string rule;          // the name of a rule that a pack spells out; empty for those of this program
    std::vector<RelatedPlace> related;
    std::vector<Fix> fixes;
};

using Diagnostics = std::vector<Diagnostic>;

// Builds a diagnostic of a registered code; `args` fill the slots {0}, {1}, ... of title and message.
Diagnostic make_diagnostic(DiagCode code, Span span, std::initializer_list<std::string_view> args = {});
// The same as the last one of a list, where it is built in its place.
Diagnostic& add_diagnostic(Diagnostics& to, DiagCode code, Span span,
                           std::initializer_list<std::string_view> args = {});

bool has_errors(const Diagnostics& diagnostics);

// Orders by file, place, code and message: the same order on every run.
void sort_diagnostics(Diagnostics& diagnostics);

}  // namespace hcl
