// Findings in the user's source: plain values, returned next to the result, never thrown.
//
// Every diagnostic has a registered code (engine/source/diagnostics/*.def, one file per room). The title is
// the short name that users know ("Unsupported argument"); the message says what is wrong, why, and how to
// fix it. Positions are byte offsets in `file`.
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
// The nearest registered name; empty when none is similar.
std::string nearest_diag(std::string_view name);

struct RelatedPlace {
    Location where;
    std::string message;
};

struct FileEdit {
    FileId file;
    Edit edit;
};

// A change that fixes the finding, offered as a quick fix. It is applied automatically (`check --fix`, "fix
// all") only when it is preferred and not a guess.
struct Fix {
    std::string title;
    std::vector<FileEdit> edits;
    bool preferred = false;
    bool is_guess = false;    // likely but uncertain, such as a similar name: the user decides
    bool is_removal = false;  // of a whole declaration, which may be new: not done by "fix all" in an editor
};

enum class DiagTag : std::uint8_t { None, Unnecessary, Deprecated };

struct Diagnostic {
    DiagCode code{};
    Severity severity = Severity::Error;
    DiagTag tag = DiagTag::None;
    FileId file;                  // invalid: the file being checked, filled in by the publisher
    Span span;                    // as narrow as possible
    std::optional<Span> context;  // the enclosing construct
    bool has_place = true;        // false: concerns the whole input
    std::string title;
    std::string message;
    std::vector<std::string> args;  // the words in the slots of title and message, for code that reacts
    std::uint32_t rounds = 1;       // number of loop iterations with this finding
    std::uint32_t proviso = 0;      // where the message says when a warning is an error, at its end; or 0
    std::string rule;               // name of a rule that a pack defines; empty for built-in checks
    std::vector<RelatedPlace> related;
    std::vector<Fix> fixes;

    // One of `args`; empty when there are fewer.
    std::string_view arg(std::size_t i) const { return i < args.size() ? args[i] : std::string_view(); }
    // Makes it an error in any case, without a proviso.
    void harden();
    // Cuts texts that nobody reads to their end: messages of authors can have any length.
    void shorten();
};

using Diagnostics = std::vector<Diagnostic>;

// Builds a diagnostic of a registered code; `args` fill the slots {0}, {1}, ... of title and message.
Diagnostic make_diagnostic(DiagCode code, Span span, std::initializer_list<std::string_view> args = {});
// Adds the diagnostic to the list and returns it.
Diagnostic& add_diagnostic(Diagnostics& to, DiagCode code, Span span,
                           std::initializer_list<std::string_view> args = {});

// Offers the nearest known word, if any, in place of `given`, which stands there with or without quotes.
void add_nearest(Diagnostic& diagnostic, FileId file, Span place, std::string_view given,
                 const std::string& nearest);

bool has_errors(const Diagnostics& diagnostics);

// Orders by file, position, code and message, so that the order is deterministic.
void sort_diagnostics(Diagnostics& diagnostics);

}  // namespace hcl
