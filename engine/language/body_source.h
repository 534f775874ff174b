// Schemas that are not part of a pack, such as those of a provider's resource types. The host provides a
// source of them; a body is decoded when a block first needs it.
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

// A body in the format of its source. Immutable and thread-safe.
class StoredBody {
  public:
    virtual ~StoredBody() = default;
    virtual BodyDef compile(const Language& language) const = 0;
    // The type of the object that the body describes.
    virtual Type type() const = 0;
};
using StoredBodyPtr = std::shared_ptr<const StoredBody>;

struct BodyKey {
    std::string_view package;       // its origin: "hashicorp/aws"
    std::string_view family;        // its purpose: "resource"
    std::string_view name;          // "aws_instance"
    std::string_view version = {};  // of the package; empty: the newest one
};

// Whether `whole` is the address of a package, or ends with it, segment by segment, in any case:
// "registry.terraform.io/hashicorp/aws" and "hashicorp/aws".
bool is_address_of(std::string_view whole, std::string_view address);

class BodySource {
  public:
    enum class Found : std::uint8_t {
        UnknownPackage,  // the package is unknown
        NoSuchName,      // the package is known and has no such body
        Unreadable,      // the record is corrupt
        Body
    };
    struct Answer {
        Found found = Found::UnknownPackage;
        StoredBodyPtr body;  // set for Found::Body only
    };

    virtual ~BodySource() = default;
    virtual Answer find(const BodyKey& key) const = 0;
    using Visit = std::function<void(std::string_view package, std::string_view name)>;
    using VersionOf = std::function<std::string(std::string_view package)>;
    // All names of a family, sorted within each package, in the version that `version_of` gives (null or "":
    // the newest one).
    virtual void each_name(std::string_view family, const VersionOf& version_of,
                           const Visit& visit) const = 0;
    // The names of a family in one package, which is matched as in find(); the name of the key is not used.
    virtual void each_name_of(const BodyKey& key,
                              const std::function<void(std::string_view)>& visit) const = 0;
    // The versions of a package, newest first; empty for one whose version is unknown.
    virtual void each_version(std::string_view /*package*/,
                              const std::function<void(std::string_view)>& /*visit*/) const {}

    // Data for native code (families with a ":" in their names): the bytes of a record, null when it is
    // missing or corrupt; and the addresses of all packages.
    virtual std::shared_ptr<const std::string> native_record(const BodyKey&) const { return nullptr; }
    virtual void each_package(const std::function<void(std::string_view)>&) const {}
};
using BodySourcePtr = std::shared_ptr<const BodySource>;

}  // namespace hcl::language
