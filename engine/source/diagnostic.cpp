#include "engine/source/diagnostic.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <span>
#include <tuple>

#include "engine/base/check.h"
#include "engine/base/suggest.h"
#include "engine/base/utf8.h"

namespace hcl {

namespace {

// A title or message, split at compile time: texts, each with an argument after it except the last. Unlike a
// format library, this keeps single braces: messages quote HCL.
struct Pattern {
    static constexpr std::size_t kMostSlots = 7;

    std::string_view text;
    struct Slot {
        std::uint16_t at = 0;  // of its "{N}"
        std::uint8_t argument = 0;
    } slots[kMostSlots] = {};
    std::uint32_t count = 0;

    constexpr explicit Pattern(std::string_view t = {}) : text(t) {
        for (std::size_t i = 0; i + 2 < text.size(); ++i)
            if (text[i] == '{' && text[i + 1] >= '0' && text[i + 1] <= '9' && text[i + 2] == '}') {
                // Too many slots are a compile-time error.
                slots[count++] = {static_cast<std::uint16_t>(i),
                                  static_cast<std::uint8_t>(text[i + 1] - '0')};
                i += 2;
            }
    }

    void fill(std::string& out, std::span<const std::string> args) const;
};

struct Entry {
    DiagInfo info;
    Pattern title;
    Pattern message;
};

constexpr auto registry() {
    using enum Severity;
    // No deduced std::array: clang limits the number of elements of its deduction guide.
    auto entries = std::to_array<Entry>({
#define HCL_DIAG(number, severity, name, title, message) \
    Entry{DiagInfo{DiagCode::name, severity, #name, title, message}, Pattern(title), Pattern(message)},
#include "engine/source/diagnostics/all.def"
#undef HCL_DIAG
    });
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.info.code < b.info.code; });
    return entries;
}

constexpr auto kRegistry = registry();

static_assert(std::adjacent_find(kRegistry.begin(), kRegistry.end(),
                                 [](const Entry& a, const Entry& b) { return a.info.code == b.info.code; }) ==
                  kRegistry.end(),
              "two diagnostics have the same code");

// Maps a code to its one-based index in the registry.
constexpr auto places() {
    std::array<std::uint16_t, static_cast<std::size_t>(kRegistry.back().info.code) + 1> result{};
    std::uint16_t place = 0;
    for (const Entry& entry : kRegistry) result[static_cast<std::size_t>(entry.info.code)] = ++place;
    return result;
}

constexpr auto kPlaces = places();

const Entry& entry_of(DiagCode code) {
    auto number = static_cast<std::size_t>(code);
    HCL_CHECK(number < kPlaces.size() && kPlaces[number] != 0);
    return kRegistry[kPlaces[number] - 1u];
}

constexpr std::size_t kSlotSize = std::string_view("{0}").size();

void Pattern::fill(std::string& out, std::span<const std::string> args) const {
    auto argument = [&](const Slot& slot) {
        HCL_DCHECK(slot.argument < args.size());
        return slot.argument < args.size() ? std::string_view(args[slot.argument]) : std::string_view();
    };
    std::size_t size = text.size() - count * kSlotSize;
    for (std::size_t i = 0; i < count; ++i) size += argument(slots[i]).size();
    out.resize_and_overwrite(size, [&](char* to, std::size_t) {
        std::size_t done = 0;
        auto put = [&](std::string_view piece) {
            if (!piece.empty()) std::memcpy(to, piece.data(), piece.size());
            to += piece.size();
        };
        for (std::size_t i = 0; i < count; ++i) {
            put(text.substr(done, slots[i].at - done));
            put(argument(slots[i]));
            done = slots[i].at + kSlotSize;
        }
        put(text.substr(done));
        return size;
    });
}

// More of a word, such as a type or a value, nobody reads; thousands of findings can have the same one.
constexpr std::size_t kMostOfWord = 2'000;
constexpr std::size_t kMostOfMessage = 2 * kMostOfWord;

void make(Diagnostic& diagnostic, DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    const Entry& entry = entry_of(code);
    diagnostic.code = code;
    diagnostic.severity = entry.info.severity;
    diagnostic.span = span;
    diagnostic.args.reserve(args.size());
    for (const std::string_view word : args) diagnostic.args.push_back(shortened(word, kMostOfWord));
    entry.title.fill(diagnostic.title, diagnostic.args);
    entry.message.fill(diagnostic.message, diagnostic.args);
}

}  // namespace

void Diagnostic::shorten() {
    for (std::string* text : {&title, &message})
        if (text->size() > kMostOfMessage) {
            const std::string rest = text == &message && proviso != 0 ? text->substr(proviso) : std::string();
            *text = shortened(*text, kMostOfMessage);
            if (rest.empty()) continue;
            proviso = static_cast<std::uint32_t>(text->size());
            *text += rest;
        }
    for (RelatedPlace& place : related)
        if (place.message.size() > kMostOfMessage) place.message = shortened(place.message, kMostOfMessage);
}

void Diagnostic::harden() {
    severity = Severity::Error;
    if (proviso != 0) message.resize(proviso);
    proviso = 0;
}

const DiagInfo& diag_info(DiagCode code) {
    return entry_of(code).info;
}

std::vector<DiagInfo> all_diag_infos() {
    std::vector<DiagInfo> infos;
    infos.reserve(kRegistry.size());
    for (const Entry& entry : kRegistry) infos.push_back(entry.info);
    return infos;
}

std::string diag_id(DiagCode code) {
    return "HCL" + std::to_string(static_cast<unsigned>(code));
}

const DiagInfo* find_diag(std::string_view id_or_name) {
    unsigned number = 0;
    if (id_or_name.starts_with("HCL"))
        std::from_chars(id_or_name.data() + 3, id_or_name.data() + id_or_name.size(), number);
    auto it = std::ranges::find_if(kRegistry, [&](const Entry& entry) {
        return entry.info.name == id_or_name ||
               (number == static_cast<unsigned>(entry.info.code) && diag_id(entry.info.code) == id_or_name);
    });
    return it == kRegistry.end() ? nullptr : &it->info;
}

std::string nearest_diag(std::string_view name) {
    Suggester near(name);
    for (const Entry& entry : kRegistry) near.offer(entry.info.name);
    return near.best();
}

Diagnostic make_diagnostic(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    Diagnostic diagnostic;
    make(diagnostic, code, span, args);
    return diagnostic;
}

Diagnostic& add_diagnostic(Diagnostics& to, DiagCode code, Span span,
                           std::initializer_list<std::string_view> args) {
    // Usually there is only one.
    if (to.capacity() == 0) to.reserve(1);
    Diagnostic& diagnostic = to.emplace_back();
    make(diagnostic, code, span, args);
    return diagnostic;
}

void add_nearest(Diagnostic& diagnostic, FileId file, Span place, std::string_view given,
                 const std::string& nearest) {
    const bool is_quoted = place.length() == given.size() + 2;
    if (is_quoted) place = {place.start + 1, place.end - 1};
    if (nearest.empty() || place.length() != given.size()) return;
    diagnostic.fixes.push_back({.title = "Change to \"" + nearest + "\"",
                                .edits = {{file, {place, nearest}}},
                                .preferred = true,
                                .is_guess = true});
}

bool has_errors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const auto& d) { return d.severity == Severity::Error; });
}

void sort_diagnostics(Diagnostics& diagnostics) {
    auto before = [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.file, a.span, a.code, a.title, a.message) <
               std::tie(b.file, b.span, b.code, b.title, b.message);
    };
    // Usually two sorted lists, of syntax and of semantics; a full sort would need as much memory again.
    const auto first_end = std::is_sorted_until(diagnostics.begin(), diagnostics.end(), before);
    if (std::is_sorted(first_end, diagnostics.end(), before))
        std::inplace_merge(diagnostics.begin(), first_end, diagnostics.end(), before);
    else
        std::ranges::stable_sort(diagnostics, before);
}

}  // namespace hcl
