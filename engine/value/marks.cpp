#include "engine/value/marks.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace hcl {

namespace {

bool before(const Mark& a, const Mark& b) {
    return std::tie(a.kind, a.text) < std::tie(b.kind, b.text);
}

}  // namespace

Marks::Marks(std::vector<Mark> marks) {
    std::sort(marks.begin(), marks.end(), before);
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    if (!marks.empty()) set_ = std::make_shared<const std::vector<Mark>>(std::move(marks));
}

std::span<const Mark> Marks::items() const {
    return set_ ? std::span<const Mark>(*set_) : std::span<const Mark>();
}

bool Marks::has(MarkKind kind) const {
    return std::ranges::any_of(items(), [&](const Mark& m) { return m.kind == kind; });
}

bool Marks::has_named(std::string_view name) const {
    return std::ranges::any_of(items(),
                               [&](const Mark& m) { return m.kind == MarkKind::Named && m.text == name; });
}

Marks Marks::operator|(const Marks& other) const {
    if (other.empty() || set_ == other.set_) return *this;
    if (empty() || std::includes(other.set_->begin(), other.set_->end(), set_->begin(), set_->end(), before))
        return other;
    if (std::includes(set_->begin(), set_->end(), other.set_->begin(), other.set_->end(), before))
        return *this;
    std::vector<Mark> both;
    both.reserve(set_->size() + other.set_->size());
    std::set_union(set_->begin(), set_->end(), other.set_->begin(), other.set_->end(),
                   std::back_inserter(both), before);
    Marks out;
    out.set_ = std::make_shared<const std::vector<Mark>>(std::move(both));
    return out;
}

Marks Marks::without(MarkKind kind) const {
    if (!has(kind)) return *this;
    std::vector<Mark> rest;
    for (const Mark& m : items())
        if (m.kind != kind) rest.push_back(m);
    return Marks(std::move(rest));
}

bool Marks::operator==(const Marks& other) const {
    return set_ == other.set_ || (set_ && other.set_ && *set_ == *other.set_);
}

}  // namespace hcl
