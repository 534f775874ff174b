// `invoke` and `call`, whose signatures come from the functions and methods that packages declare.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/pcl/builtin_functions.h"
#include "engine/pcl/packages.h"

namespace hcl::pcl {

struct PackageFunctionOptions {
    bool is_reference = false;  // reproduces the reference implementation exactly
    bool skips_types = false;   // does not check against schemas
};

class PackageFunctions : public Functions {
  public:
    explicit PackageFunctions(PackageFunctionOptions options) : options_(options) {}

    std::optional<Signature> signature(const Call& call, Diagnostics& findings) const override;
    std::vector<std::string_view> names() const override;
    bool is_resource(const Type& type) const override;

  protected:
    // Null when the package is unknown.
    virtual PackagePtr package(std::string_view name) const = 0;
    // Why its schema cannot be read; empty when there is none.
    virtual std::string damage(std::string_view /*name*/) const { return {}; }

  private:
    Signature invoke(const Call& call, Diagnostics& findings) const;
    Signature positional(const Package& home, const FunctionDef& function, const Call& call,
                         Diagnostics& findings) const;
    Signature method(const Call& call, Diagnostics& findings) const;
    Signature method_of(const ResourceDef& resource, const Call& call, Diagnostics& findings) const;
    const ResourceDef* resource_of(const Type& type) const;
    // For functions and methods that no schema describes: they accept any arguments.
    Signature open_invoke() const;
    Signature open_call() const;
    Type undescribed() const { return options_.is_reference ? Type::dynamic() : Type::unknown(); }

    PackageFunctionOptions options_;
};

}  // namespace hcl::pcl
