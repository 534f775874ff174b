// Bodies that no pack spells out, such as those of the resource types of a provider. The host passes a source
// of them in; a body is decoded when a block asks for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/value/type.h"

namespace hcl::language {

class Language;
struct BodyDef;

// A body in the form of its source. Immutable; safe from any thread.
class StoredBody {
  public:
    virtual ~StoredBody() = default;
    virtual BodyDef compile(const Language& language) const = 0;
    // The type of the object that the body describes.
    virtual Type type() const = 0;
};
using StoredBodyPtr = std::shared_ptr<const StoredBody>;

struct BodyKey {
    std::string_view package;  // where it comes from: "hashicorp/aws"
    std::string_view family;   // what it is for: "resource"
    std::string_view name;     // "aws_instance"
};

class BodySource {
  public:
    enum class Found : std::uint8_t {
        UnknownPackage,  // nothing is known of the package
        NoSuchName,      // the package is known and has no such body
        Unreadable,      // there is one, and it is damaged
        Body
    };
    struct Answer {
        Found found = Found::UnknownPackage;
        StoredBodyPtr body;  // of Body alone
    };

    virtual ~BodySource() = default;
    virtual Answer find(const BodyKey& key) const = 0;
    using Visit = std::function<void(std::string_view package, std::string_view name)>;
    // All names of a family, sorted within each package.
    virtual void each_name(std::string_view family, const Visit& visit) const = 0;
    // The names of a family in one package, which is found as by find().
    virtual void each_name_of(std::string_view package, std::string_view family,
                              const std::function<void(std::string_view)>& visit) const = 0;

    // What native code reads (families with a ":" in their names): the bytes of a record, null when there is
    // none or when it is damaged; and the addresses of all packages.
    virtual std::shared_ptr<const std::string> native_record(const BodyKey&) const { return nullptr; }
    virtual void each_package(const std::function<void(std::string_view)>&) const {}
};
using BodySourcePtr = std::shared_ptr<const BodySource>;

}  // namespace hcl::language
