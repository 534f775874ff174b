// Where a schema cache is read from: the host passes files in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace hcl::schemas {

// The bytes of a file, read where they are asked for. Safe from any thread.
class StoredBytes {
  public:
    virtual ~StoredBytes() = default;
    virtual std::uint64_t size() const = 0;
    // That many bytes from the offset; fewer, or none, where they cannot be read.
    virtual std::string read(std::uint64_t offset, std::size_t size) const = 0;
};
using StoredBytesPtr = std::shared_ptr<const StoredBytes>;

// All bytes in memory.
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
