// Growing token arrays of the lexers; scratch memory that is reused between chunks.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "engine/base/check.h"
#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

class TokenBuffer {
  public:
    std::uint32_t size() const { return size_; }
    TokenKind kind(std::uint32_t i) const { return kinds_[i]; }
    std::uint32_t start(std::uint32_t i) const { return starts_[i]; }
    const TokenKind* kinds() const { return kinds_.get(); }
    const std::uint32_t* starts() const { return starts_.get(); }

    void push(TokenKind kind, std::uint32_t start) {
        if (size_ == capacity_) [[unlikely]]
            grow();
        kinds_[size_] = kind;
        starts_[size_] = start;
        ++size_;
    }
    void set_kind(std::uint32_t i, TokenKind kind) { kinds_[i] = kind; }
    void truncate(std::uint32_t size) { size_ = size; }
    // Removes the first `count` tokens; the others move to the front.
    void drop_front(std::uint32_t count) {
        size_ -= count;
        if (size_ == 0) return;
        std::memmove(kinds_.get(), kinds_.get() + count, size_ * sizeof(TokenKind));
        std::memmove(starts_.get(), starts_.get() + count, size_ * sizeof(std::uint32_t));
    }

  private:
    void grow() {
        // A long line needs many; untouched pages cost nothing.
        constexpr std::uint32_t kLarge = 64 * 1024;
        std::uint32_t capacity = capacity_ == 0 ? 1024 : capacity_ * (capacity_ < kLarge ? 2 : 4);
        std::unique_ptr<TokenKind[]> kinds(new TokenKind[capacity]);
        std::unique_ptr<std::uint32_t[]> starts(new std::uint32_t[capacity]);
        if (size_ != 0) {
            std::memcpy(kinds.get(), kinds_.get(), size_ * sizeof(TokenKind));
            std::memcpy(starts.get(), starts_.get(), size_ * sizeof(std::uint32_t));
        }
        kinds_ = std::move(kinds);
        starts_ = std::move(starts);
        capacity_ = capacity;
    }

    std::unique_ptr<TokenKind[]> kinds_;
    std::unique_ptr<std::uint32_t[]> starts_;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0;
};

}  // namespace hcl::syntax
