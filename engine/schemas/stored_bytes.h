// Random access to the bytes of a schema cache: the host provides the files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace hcl::schemas {

// The bytes of a file, read on demand. Thread-safe.
class StoredBytes {
  public:
    virtual ~StoredBytes() = default;
    virtual std::uint64_t size() const = 0;
    // Reads `size` bytes at the offset; returns fewer, or none, on failure.
    virtual std::string read(std::uint64_t offset, std::size_t size) const = 0;
};
using StoredBytesPtr = std::shared_ptr<const StoredBytes>;

// A file that is held in memory.
class BytesInMemory final : public StoredBytes {
  public:
    explicit BytesInMemory(std::string bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::string read(std::uint64_t offset, std::size_t size) const override {
        return offset > bytes_.size() ? std::string() : bytes_.substr(offset, size);
    }

  private:
    std::string bytes_;
};

}  // namespace hcl::schemas
