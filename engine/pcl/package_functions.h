// `invoke` and `call`: what they take and give is what packages declare of functions and methods.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/pcl/functions.h"
#include "engine/pcl/packages.h"

namespace hcl::pcl {

struct PackageFunctionOptions {
    bool is_reference = false;  // to the letter what the reference does
    bool skips_types = false;   // nothing is checked against schemas
};

class PackageFunctions : public Functions {
  public:
    explicit PackageFunctions(PackageFunctionOptions options) : options_(options) {}

    std::optional<Signature> signature(const Call& call, Diagnostics& findings) const override;
    std::vector<std::string_view> names() const override;
    bool is_resource(const Type& type) const override;

  protected:
    // Null when nothing is known of it.
    virtual PackagePtr package(std::string_view name) const = 0;

  private:
    Signature invoke(const Call& call, Diagnostics& findings) const;
    Signature positional(const FunctionDef& function, const Call& call, Diagnostics& findings) const;
    Signature method(const Call& call, Diagnostics& findings) const;
    Signature method_of(const ResourceDef& resource, const Argument& name, Diagnostics& findings) const;
    const ResourceDef* resource_of(const Type& type) const;

    PackageFunctionOptions options_;
};

}  // namespace hcl::pcl
