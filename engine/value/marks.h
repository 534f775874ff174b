// Marks: properties attached to a value (sensitive, ephemeral, deprecated, or named by a language pack). They
// propagate through every operation: a result has the marks of all its inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hcl {

enum class MarkKind : std::uint8_t { Sensitive, Ephemeral, Deprecated, Named };

struct Mark {
    MarkKind kind = MarkKind::Named;
    std::string text;  // Deprecated: the replacement; Named: the name
    bool operator==(const Mark&) const = default;
};

// An immutable set of marks: one pointer, null when empty; copies share it.
class Marks {
  public:
    Marks() = default;
    explicit Marks(std::vector<Mark> marks);
    static Marks sensitive() { return Marks({Mark{MarkKind::Sensitive, {}}}); }
    static Marks ephemeral() { return Marks({Mark{MarkKind::Ephemeral, {}}}); }
    static Marks deprecated(std::string message) {
        return Marks({Mark{MarkKind::Deprecated, std::move(message)}});
    }
    static Marks named(std::string name) { return Marks({Mark{MarkKind::Named, std::move(name)}}); }

    bool empty() const { return !set_; }
    bool has(MarkKind kind) const;
    bool has_named(std::string_view name) const;
    std::span<const Mark> items() const;  // sorted
    Marks operator|(const Marks& other) const;
    Marks& operator|=(const Marks& other) { return *this = *this | other; }
    Marks without(MarkKind kind) const;
    bool operator==(const Marks& other) const;

  private:
    std::shared_ptr<const std::vector<Mark>> set_;
};

}  // namespace hcl
