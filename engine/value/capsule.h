// Capsule types: opaque values of the application that pass through expressions.
//
// A descriptor is an immutable object, usually static; its address is its identity. Extension slots let other
// rooms attach data to a type (such as the decoder of custom static decoding).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hcl {

class Type;
class Value;

// Declare one static key per kind of extension: `inline constexpr CapsuleExtensionKey<Decoder> kDecoder;`.
template <typename T>
struct CapsuleExtensionKey {};

class CapsuleType {
  public:
    // All hooks are optional and must be pure. Payloads are the pointers passed to Value::capsule.
    struct Operations {
        // Application-defined equality; without it, values are equal when they share one payload.
        bool (*equals)(const void* a, const void* b) = nullptr;
        // Order for sets: negative, zero (when equal) or positive. Without it, by address of the payload.
        int (*compare)(const void* a, const void* b) = nullptr;
        // Conversion of a capsule value to another type. `can_convert_to` depends only on types.
        bool (*can_convert_to)(const Type& target) = nullptr;
        std::optional<Value> (*convert_to)(const void* payload, const Type& target) = nullptr;
        // Conversion of another value (known, not null, unmarked) to this capsule type.
        bool (*can_convert_from)(const Type& source) = nullptr;
        std::optional<Value> (*convert_from)(const Value& source) = nullptr;
        // The plain value that represents this one in JSON. Null: it has none.
        Value (*to_plain)(const void* payload) = nullptr;
        // The text for hover and the command line.
        std::string (*describe)(const void* payload) = nullptr;
    };
    struct Extension {
        const void* key;
        const void* data;
    };

    constexpr explicit CapsuleType(std::string_view name, const Operations* operations = nullptr,
                                   std::span<const Extension> extensions = {})
        : name_(name), operations_(operations), extensions_(extensions) {}
    CapsuleType(const CapsuleType&) = delete;
    CapsuleType& operator=(const CapsuleType&) = delete;

    std::string_view name() const { return name_; }
    const Operations& operations() const {
        static constexpr Operations kNone{};
        return operations_ ? *operations_ : kNone;
    }
    // Null when this type has no such extension.
    template <typename T>
    const T* extension(const CapsuleExtensionKey<T>& key) const {
        for (const Extension& e : extensions_)
            if (e.key == &key) return static_cast<const T*>(e.data);
        return nullptr;
    }

  private:
    std::string_view name_;
    const Operations* operations_;
    std::span<const Extension> extensions_;
};

template <typename T>
constexpr CapsuleType::Extension capsule_extension(const CapsuleExtensionKey<T>& key, const T& data) {
    return {&key, &data};
}

}  // namespace hcl
