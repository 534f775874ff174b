// A vector with inline storage for its first elements, for short vectors that are created often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace hcl {

template <typename T, std::size_t kInside>
class SmallVector {
  public:
    SmallVector() = default;
    SmallVector(const SmallVector&) = delete;
    SmallVector& operator=(const SmallVector&) = delete;
    ~SmallVector() {
        std::destroy_n(data_, size_);
        if (data_ != inside()) std::allocator<T>().deallocate(data_, capacity_);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& back() { return data_[size_ - 1]; }
    // The elements from index `first` on.
    std::span<T> from(std::size_t first) { return {data_ + first, size_ - first}; }

    // `value` must not be an element of this vector.
    template <typename... Args>
    T& emplace_back(Args&&... args) {
        if (size_ == capacity_) [[unlikely]]
            grow(size_ + 1);
        return *new (static_cast<void*>(data_ + size_++)) T(std::forward<Args>(args)...);
    }
    void push_back(T value) { emplace_back(std::move(value)); }
    [[gnu::always_inline]] void append(const T* values, std::size_t count)
        requires std::is_trivially_copyable_v<T>
    {
        if (size_ + count > capacity_) [[unlikely]]
            grow(size_ + count);
        copy_few(reinterpret_cast<std::byte*>(data_ + size_), reinterpret_cast<const std::byte*>(values),
                 count * sizeof(T));
        size_ += count;
    }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) grow(capacity);
    }
    void pop_back() { truncate(size_ - 1); }
    // Keeps the first `count` elements.
    void truncate(std::size_t count) {
        std::destroy(data_ + count, data_ + size_);
        size_ = count;
    }

  private:
    // Copies small sizes without a function call.
    [[gnu::always_inline]] static void copy_few(std::byte* to, const std::byte* from, std::size_t count) {
        if (count > 16) {
            std::memcpy(to, from, count);
        } else if (count >= 8) {
            std::uint64_t head, tail;
            std::memcpy(&head, from, 8);
            std::memcpy(&tail, from + count - 8, 8);
            std::memcpy(to, &head, 8);
            std::memcpy(to + count - 8, &tail, 8);
        } else {
            for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
        }
    }

    T* inside() { return reinterpret_cast<T*>(storage_); }
    [[gnu::noinline]] void grow(std::size_t least) {
        std::size_t capacity = 2 * capacity_ > least ? 2 * capacity_ : least;
        T* data = std::allocator<T>().allocate(capacity);
        std::uninitialized_move_n(data_, size_, data);
        std::destroy_n(data_, size_);
        if (data_ != inside()) std::allocator<T>().deallocate(data_, capacity_);
        data_ = data;
        capacity_ = capacity;
    }

    T* data_ = inside();
    std::size_t size_ = 0;
    std::size_t capacity_ = kInside;
    // T can be a pointer.
    alignas(T) std::byte storage_[kInside * sizeof(T)];  // NOLINT(bugprone-sizeof-expression)
};

}  // namespace hcl
