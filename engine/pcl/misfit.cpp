#include "engine/pcl/misfit.h"

#include <utility>

#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"

namespace hcl::pcl {

namespace {

// Describes the deepest misfit, with the path to it.
class MisfitWords {
  public:
    explicit MisfitWords(std::string_view name) : name_(name) {}

    void look(const Misfit& misfit) {
        if (const std::string choice = missing_choice(misfit); !choice.empty()) {
            // The intended object is ambiguous, so the missing properties are unknown.
            note(misfit.path.size() + 1, ": " + place(misfit) + "." + choice + " is missing");
            return;
        }
        const auto [to, from] = contrast(misfit.to, misfit.from);
        note(misfit.path.size(), misfit.from.is_none()
                                     ? ": " + place(misfit) + " is missing"
                                     : ": " + place(misfit) + " is " + from + " and must be " + to);
        for (const Misfit& one : misfit.alternatives) look(one);
    }
    std::string take() && { return std::move(words_); }

  private:
    std::string place(const Misfit& misfit) const {
        std::string out(name_);
        for (const std::string& step : misfit.path) out += step;
        return out;
    }
    // The property that chooses one of several objects, if the value is an object without it.
    static std::string missing_choice(const Misfit& misfit) {
        const Type to = misfit.to.resolved();
        const Type from = resolve_outputs(misfit.from.resolved()).resolved();
        if (!to.is(Kind::Union) || to.annotation().empty() || !from.is(Kind::Object)) return {};
        return from.find_property(to.annotation()) ? std::string() : std::string(to.annotation());
    }
    void note(std::size_t depth, std::string words) {
        if (depth <= deepest_) return;
        deepest_ = depth;
        words_ = std::move(words);
    }

    std::string_view name_;
    std::size_t deepest_ = 0;
    std::string words_;
};

// Describes the innermost misfit; empty when the misfit is the whole value.
std::string misfit_words(std::string_view name, const Type& to, const Type& from) {
    MisfitWords words(name);
    if (const std::optional<Misfit> misfit = explain_misfit(to, from)) words.look(*misfit);
    return std::move(words).take();
}

}  // namespace

Diagnostic& report_wrong_type(Diagnostics& findings, Span span, std::string_view name, const Type& to,
                              const Type& shown, const Type& from, std::string_view reason) {
    const Contrast types = contrast(shown, from);
    const std::string words = reason.empty() ? misfit_words(name, to, from) : ": " + std::string(reason);
    Diagnostic& d =
        add_diagnostic(findings, DiagCode::PclWrongInputType, span, {name, types.to, types.from, words});
    offer_conversions(d, span, to, from);
    return d;
}

}  // namespace hcl::pcl
