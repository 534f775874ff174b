// Slots for values derived from an immutable
// object: computed on first use and cached.
//
// No lock is held while a computation runs: two threads that ask at the same time may both compute, and the
// first to finish wins. A computation that unwinds (Cancelled) leaves the slot empty. Safe from any thread.
#pragma once

#include <atomic>
#include <utility>

namespace hcl {

// One value of one known type.
template <typename T>
class Once {
  public:
    Once() = default;
    Once(const Once&) = delete;
    Once& operator=(const Once&) = delete;
    ~Once() { delete value_.load(std::memory_order_acquire); }

    // The value, or null when it has not been computed.
    const T* peek() const { return value_.load(std::memory_order_acquire); }

    template <typename Compute>
    const T& get(Compute&& compute) const {
        if (const T* ready = peek()) return *ready;
        const T* fresh = new T(std::forward<Compute>(compute)());
        const T* winner = nullptr;
        if (value_.compare_exchange_strong(winner, fresh, std::memory_order_acq_rel)) return *fresh;
        delete fresh;
        return *winner;
    }

  private:
    mutable std::atomic<const T*> value_{nullptr};
};

// A slot for each requested type: features cache data derived from a file in the file,
// without the file knowing them. T is a type that the feature owns, hence the key is free of clashes.
class Memo {
  public:
    Memo() = default;
    Memo(const Memo&) = delete;
    Memo& operator=(const Memo&) = delete;
    ~Memo() {
        for (Slot* slot = first_.load(std::memory_order_acquire); slot;) {
            Slot* next = slot->next;
            slot->destroy(slot);
            slot = next;
        }
    }

    template <typename T>
    const T* peek() const {
        return find<T>(first_.load(std::memory_order_acquire), nullptr);
    }

    template <typename T, typename Compute>
    const T& get(Compute&& compute) const {
        Slot* head = first_.load(std::memory_order_acquire);
        if (const T* ready = find<T>(head, nullptr)) return *ready;
        auto* fresh = new Holder<T>(std::forward<Compute>(compute)());
        for (;;) {
            // Others may have pushed since: look at the new slots only.
            Slot* seen = first_.load(std::memory_order_acquire);
            if (const T* ready = find<T>(seen, head)) {
                delete fresh;
                return *ready;
            }
            head = seen;
            fresh->next = seen;
            if (first_.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel)) return fresh->value;
        }
    }

  private:
    template <typename T>
    static constexpr char kKey = 0;

    struct Slot {
        const void* key;
        void (*destroy)(Slot*);
        Slot* next = nullptr;
    };
    template <typename T>
    struct Holder : Slot {
        explicit Holder(T v)
            : Slot{&kKey<T>, [](Slot* slot) { delete static_cast<Holder*>(slot); }}, value(std::move(v)) {}
        T value;
    };

    template <typename T>
    static const T* find(Slot* from, Slot* end) {
        for (Slot* slot = from; slot != end; slot = slot->next)
            if (slot->key == &kKey<T>) return &static_cast<Holder<T>*>(slot)->value;
        return nullptr;
    }

    mutable std::atomic<Slot*> first_{nullptr};
};

}  // namespace hcl
