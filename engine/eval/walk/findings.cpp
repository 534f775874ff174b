// Findings: removal of duplicates, severity, and the end of an evaluation.
#include <algorithm>
#include <string>

#include "engine/eval/walk/evaluator.h"

namespace hcl::eval {

Value Evaluator::finished(Value value, std::size_t mark) {
    for (std::size_t i = mark; i < diagnostics_.size(); ++i)
        if (diagnostics_[i].rounds > 1)
            diagnostics_[i].message += " (" + std::to_string(diagnostics_[i].rounds) + " times)";
    if (stopped_) {
        // The part that exhausted the budget may be one whose diagnostics do not count.
        bool is_reported =
            std::any_of(diagnostics_.begin() + static_cast<std::ptrdiff_t>(mark), diagnostics_.end(),
                        [&](const Diagnostic& d) { return d.code == stop_code_; });
        if (!is_reported) diagnostics_.push_back(make_diagnostic(stop_code_, stop_span_, {}));
    }
    return value;
}

bool Evaluator::errors_since(std::size_t mark) const {
    if (stopped_) return true;
    for (std::size_t i = mark; i < diagnostics_.size(); ++i)
        if (diagnostics_[i].severity == Severity::Error) return true;
    return false;
}

void Evaluator::cut(std::size_t begin, std::size_t end) {
    if (begin == end) return;
    diagnostics_.erase(diagnostics_.begin() + static_cast<std::ptrdiff_t>(begin),
                       diagnostics_.begin() + static_cast<std::ptrdiff_t>(end));
}

void Evaluator::move_before(std::size_t from, std::size_t to) {
    auto first = diagnostics_.begin();
    std::rotate(first + static_cast<std::ptrdiff_t>(to), first + static_cast<std::ptrdiff_t>(from),
                diagnostics_.end());
}

bool Evaluator::may_report(Span span) {
    if (stopped_) return false;
    if (budget_.state() == Budget::State::Open) return true;
    // A failure caused by the exhausted budget is reported as such.
    stop(span);
    return false;
}

void Evaluator::reported() {
    // Evaluation stops at the limit of findings.
    if (diagnostics_.size() >= budget_.limits().diagnostics) {
        stopped_ = true;
        stop_code_ = DiagCode::TooManyDiagnostics;
        stop_span_ = diagnostics_.back().span;
    }
}

// A finding without text represents one that is reported already, until the iteration ends: checks for
// errors since some point must see it.
void Evaluator::repeat(DiagCode code, Span span) {
    Diagnostic& d = diagnostics_.emplace_back();
    d.code = code;
    d.span = span;
}

namespace {

bool is_missing_attribute(DiagCode code) {
    switch (code) {
        case DiagCode::UnsupportedAttribute:
        case DiagCode::AttributeOfPrimitive:
        case DiagCode::AttributeOfListOfObjects:
        case DiagCode::AttributeOfSetOfObjects:
        case DiagCode::AttributeOfOther:
            return true;
        default:
            return false;
    }
}

// Whether two findings at one place say the same of different elements: none of them has the attribute.
bool is_one_mistake(DiagCode a, DiagCode b) {
    return a == b || (is_missing_attribute(a) && is_missing_attribute(b));
}

}  // namespace

bool Evaluator::is_shown(DiagCode code, Span span) {
    if (!may_report(span)) return false;
    for (std::size_t i = loop_begin_; i < diagnostics_.size(); ++i) {
        if (!is_one_mistake(diagnostics_[i].code, code) || diagnostics_[i].span != span) continue;
        repeat(code, span);
        return false;
    }
    return true;
}

bool Evaluator::may_compare(std::size_t names) {
    if (names > names_to_compare_ || !budget_.affords_steps(names)) return false;
    names_to_compare_ -= names;
    return budget_.spend(names);
}

std::size_t Evaluator::names_left() const {
    return std::min<std::size_t>(names_to_compare_, budget_.limits().steps - budget_.steps());
}

void Evaluator::spend_names(std::size_t names) {
    names = std::min(names, names_left());
    names_to_compare_ -= names;
    budget_.spend(names);
}

void Evaluator::add(Diagnostic diagnostic) {
    diagnostics_.push_back(std::move(diagnostic));
    reported();
}

void Evaluator::report(Diagnostic diagnostic) {
    if (is_shown(diagnostic.code, diagnostic.span)) add(std::move(diagnostic));
}

void Evaluator::report(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    if (is_shown(code, span)) add(make_diagnostic(code, span, args));
}

void Evaluator::report(DiagCode code, Span span, Span context, std::initializer_list<std::string_view> args) {
    if (!is_shown(code, span)) return;
    Diagnostic d = make_diagnostic(code, span, args);
    d.context = context;
    add(std::move(d));
}

// Ends an iteration of the innermost loop, whose first finding has index `begin`. Repeated findings are
// merged into those of the same loop. What repeats a finding of an outer loop stays until the outer iteration
// ends: a conditional in between may turn it into a warning, or drop it.
void Evaluator::end_round(std::size_t begin) {
    if (loop_begin_ == kNoLoop || begin >= diagnostics_.size()) return;
    const auto at = [&](std::size_t i) { return diagnostics_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::size_t kept = begin;
    for (std::size_t i = begin; i < diagnostics_.size(); ++i) {
        Diagnostic& d = diagnostics_[i];
        auto is_same = [&](const Diagnostic& e) {
            return is_one_mistake(e.code, d.code) && e.span == d.span;
        };
        if (d.title.empty()) {
            if (const auto first = std::find_if(at(inner_begin_), at(kept), is_same); first != at(kept)) {
                first->rounds += d.rounds;
                // It certainly fails in this iteration.
                if (d.severity == Severity::Error && first->severity == Severity::Warning) first->harden();
                continue;
            }
            if (std::none_of(at(loop_begin_), at(inner_begin_), is_same)) continue;
        }
        if (kept != i) diagnostics_[kept] = std::move(d);
        ++kept;
    }
    diagnostics_.resize(kept);
}

namespace {

// Errors regardless of whether the code is evaluated.
bool is_always_wrong(DiagCode code) {
    switch (code) {
        case DiagCode::UnknownVariable:
        case DiagCode::VariablesNotAllowed:
        case DiagCode::UnknownFunction:
        case DiagCode::UnknownFunctionNamespace:
        case DiagCode::FunctionsNotAllowed:
        case DiagCode::InvalidNumber:
        case DiagCode::InexactNumber:
        case DiagCode::NumberOverflow:
        case DiagCode::EvaluationTooDeep:
        case DiagCode::EvaluationTooLong:
        case DiagCode::EvaluationTooLarge:
        case DiagCode::TooManyDiagnostics:
            return true;
        default:
            return false;
    }
}

}  // namespace

void Evaluator::soften(std::size_t begin, std::size_t end, std::string_view when) {
    for (std::size_t i = begin; i < end; ++i) {
        Diagnostic& d = diagnostics_[i];
        if (d.severity != Severity::Error || is_always_wrong(d.code)) continue;
        d.severity = Severity::Warning;
        if (d.title.empty()) continue;
        d.proviso = static_cast<std::uint32_t>(d.message.size());
        (d.message += ' ') += when;
    }
}

Value Evaluator::stop(Span span) {
    if (!stopped_) {
        DiagCode code = budget_.state() == Budget::State::OutOfSteps   ? DiagCode::EvaluationTooLong
                        : budget_.state() == Budget::State::OutOfBytes ? DiagCode::EvaluationTooLarge
                                                                       : DiagCode::EvaluationTooDeep;
        stop_code_ = code;
        stop_span_ = span;
        diagnostics_.push_back(make_diagnostic(code, span, {}));
        stopped_ = true;
    }
    return Value::dynamic();
}

Value Evaluator::stop_too_large(Code node) {
    if (!stopped_ && budget_.state() == Budget::State::Open) budget_.spend(0, ~std::uint64_t{0});
    return stop(node);
}

}  // namespace hcl::eval
