#include "engine/schemas/format.h"

#include <vector>

namespace hcl::schemas {

namespace {

std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8'FEB8'6659'FD93ull;
    return x ^ (x >> 29);
}

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8 && at + i < bytes.size(); ++i)
        word |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return word;
}

}  // namespace

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
    std::uint64_t a = mix(seed ^ 0x9E37'79B9'7F4A'7C15ull);
    std::uint64_t b = mix(a + bytes.size());
    std::size_t at = 0;
    for (; at + 16 <= bytes.size(); at += 16) {
        a = mix(a ^ word_at(bytes, at));
        b = mix(b ^ word_at(bytes, at + 8));
    }
    for (; at < bytes.size(); at += 8) a = mix(a ^ word_at(bytes, at));
    return mix(a + 0x1000'0000'01B3ull * b);
}

void ByteWriter::number(std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) out_ += static_cast<char>((n & 0x7F) | 0x80);
    out_ += static_cast<char>(n);
}

void ByteWriter::fixed(std::uint64_t n, int bytes) {
    for (int i = 0; i < bytes; ++i) out_ += static_cast<char>(n >> (8 * i) & 0xFF);
}

void ByteWriter::type(const Type& type) {
    auto tag = [&](TypeTag t) { number(static_cast<std::uint64_t>(t)); };
    switch (type.kind()) {
        case TypeKind::String:
            return tag(TypeTag::String);
        case TypeKind::Number:
            return tag(TypeTag::Number);
        case TypeKind::Bool:
            return tag(TypeTag::Bool);
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            tag(type.is_list() ? TypeTag::List : type.is_set() ? TypeTag::Set : TypeTag::Map);
            return this->type(type.element());
        case TypeKind::Tuple:
            tag(TypeTag::Tuple);
            number(type.elements().size());
            for (const Type& element : type.elements()) this->type(element);
            return;
        case TypeKind::Object:
            tag(TypeTag::Object);
            number(type.attributes().size());
            for (const ObjectAttribute& attribute : type.attributes()) {
                text(attribute.name);
                number(attribute.optional ? 1 : 0);
                this->type(attribute.type);
            }
            return;
        case TypeKind::Dynamic:
        case TypeKind::Capsule:
            return tag(TypeTag::Dynamic);
    }
}

std::uint64_t ByteReader::number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
        auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        n |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return n;
    }
    fail();
    return 0;
}

std::uint32_t ByteReader::count() {
    std::uint64_t n = number();
    if (n <= bytes_.size()) return static_cast<std::uint32_t>(n);
    fail();
    return 0;
}

std::string_view ByteReader::raw(std::uint64_t size) {
    if (size > bytes_.size()) {
        fail();
        return {};
    }
    std::string_view out = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return out;
}

std::string_view ByteReader::text() {
    return raw(number());
}

std::uint64_t ByteReader::fixed(int bytes) {
    std::string_view given = raw(static_cast<std::uint64_t>(bytes));
    return word_at(given, 0);
}

Type ByteReader::type(int depth) {
    if (depth > kMaxDepth) {
        fail();
        return {};
    }
    switch (static_cast<TypeTag>(number())) {
        case TypeTag::Dynamic:
            return {};
        case TypeTag::String:
            return Type::string();
        case TypeTag::Number:
            return Type::number();
        case TypeTag::Bool:
            return Type::boolean();
        case TypeTag::List:
            return Type::list(type(depth + 1));
        case TypeTag::Set:
            return Type::set(type(depth + 1));
        case TypeTag::Map:
            return Type::map(type(depth + 1));
        case TypeTag::Tuple: {
            std::vector<Type> elements;
            for (std::uint32_t n = count(); n > 0 && !failed_; --n) elements.push_back(type(depth + 1));
            return Type::tuple(elements);
        }
        case TypeTag::Object: {
            std::vector<ObjectAttribute> attributes;
            for (std::uint32_t n = count(); n > 0 && !failed_; --n) {
                ObjectAttribute one;
                one.name = text();
                one.optional = number() != 0;
                one.type = type(depth + 1);
                attributes.push_back(std::move(one));
            }
            return Type::object(std::move(attributes));
        }
    }
    fail();
    return {};
}

}  // namespace hcl::schemas
