// The heap layout of values. Only the value_*.cpp files include this.
#pragma once

#include <memory>

#include "engine/value/value.h"

namespace hcl::internal {

inline constexpr std::size_t kShortString = 14;

// The bytes follow the cell.
struct StringCell : Cell {
    explicit StringCell(std::size_t n) : length(n) {}
    char* data() { return reinterpret_cast<char*>(this + 1); }
    const char* data() const { return reinterpret_cast<const char*>(this + 1); }
    static void destroy(const StringCell* cell);
    std::size_t length;
};

// List, set, tuple, and the attributes of an object in the order of its type. The elements follow the cell.
struct SequenceCell : Cell {
    SequenceCell(Type t, std::size_t n) : type(std::move(t)), count(static_cast<std::uint32_t>(n)) {}
    // Moves from the elements; null when their total weight exceeds the limit.
    static SequenceCell* make(Type type, std::span<Value> elements);
    Value* elements() { return reinterpret_cast<Value*>(this + 1); }
    const Value* elements() const { return reinterpret_cast<const Value*>(this + 1); }
    Type type;
    std::uint32_t count;
    std::uint32_t weight = 1;
};

// The entries follow the cell.
struct MapCell : Cell {
    MapCell(Type t, std::size_t n) : type(std::move(t)), count(static_cast<std::uint32_t>(n)) {}
    MapEntry* entries() { return reinterpret_cast<MapEntry*>(this + 1); }
    const MapEntry* entries() const { return reinterpret_cast<const MapEntry*>(this + 1); }
    Type type;
    std::uint32_t count;
    std::uint32_t weight = 1;
};

struct CapsuleCell : Cell {
    CapsuleCell(Type t, std::shared_ptr<const void> p) : type(std::move(t)), payload(std::move(p)) {}
    Type type;
    std::shared_ptr<const void> payload;
};

struct RefinedCell : Cell {
    RefinedCell(Type t, Refinements r) : type(std::move(t)), refinements(std::move(r)) {}
    Type type;
    Refinements refinements;
};

struct MarkedCell : Cell {
    MarkedCell(Value v, Marks m) : inner(std::move(v)), marks(std::move(m)) {}
    Value inner;
    Marks marks;
};

void destroy_big_number(const Counted* number);

}  // namespace hcl::internal
