// The encoding of schema caches: numbers, strings, types and checksums. docs/schema-cache.md describes the
// format. Private to schemas/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/value/type.h"

namespace hcl::schemas {

inline constexpr std::string_view kMagic = "HCLSCHEM";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kFixedHeader = 32;
inline constexpr int kMaxDepth = 64;               // of nested blocks, and of types
inline constexpr std::string_view kAnyName = "*";  // an attribute of this name: any content besides

// How a nested attribute or block repeats.
enum class Nesting : std::uint8_t { Single, Group, List, Set, Map };

enum AttributeFlag : std::uint32_t {
    kRequired = 1,
    kOptional = 2,
    kComputed = 4,
    kSensitive = 8,
    kWriteOnly = 32,
    kNested = 64,  // nested attributes instead of a type
};

enum class TypeTag : std::uint8_t { Dynamic, String, Number, Bool, List, Set, Map, Tuple, Object };

// Detects corruption, not tampering.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

class ByteWriter {
  public:
    void number(std::uint64_t n);  // varint: 7 bits per byte, lowest first
    void text(std::string_view s) {
        number(s.size());
        out_ += s;
    }
    void fixed(std::uint64_t n, int bytes);  // little-endian
    void type(const Type& type);
    void raw(std::string_view bytes) { out_ += bytes; }
    const std::string& bytes() const { return out_; }
    std::string take() { return std::move(out_); }

  private:
    std::string out_;
};

// Reads untrusted bytes: after the first invalid item, all results are empty and `failed` is true.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number();
    std::uint32_t count();  // of items with at least one byte each
    std::string_view text();
    std::uint64_t fixed(int bytes);
    Type type(int depth = 0);
    // Skips and returns the next bytes.
    std::string_view raw(std::uint64_t size);
    bool failed() const { return failed_; }
    bool at_end() const { return bytes_.empty(); }

  private:
    void fail() {
        failed_ = true;
        bytes_ = {};
    }
    std::string_view bytes_;
    bool failed_ = false;
};

}  // namespace hcl::schemas
