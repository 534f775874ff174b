// The packages that a module declares, by their local names: the sources of schemas for its blocks. Without
// positions, so it stays equal when text moves.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/unit.h"

namespace hcl::bind {

// Versions of packages, by address.
using PackageVersions = std::map<std::string, std::string, std::less<>>;
// The versions that a lock file selects for a module.
struct LockedPackages {
    PackageVersions versions;
    bool is_own = false;  // the lock file lies beside the module
    bool operator==(const LockedPackages&) const = default;
};
using LockedPackagesPtr = std::shared_ptr<const LockedPackages>;

struct PackageChoice {
    std::string address;   // empty: it cannot be known
    std::string version;   // of the schema; empty: the only one
    std::string own_name;  // the last part of the declared address
    bool operator==(const PackageChoice&) const = default;
};

class Packages {
  public:
    // `locked` may be null.
    explicit Packages(LockedPackagesPtr locked = nullptr) : locked_(std::move(locked)) {}

    // A later declaration replaces an earlier one of the same name.
    void declare(const PackageDeclaration& declaration);
    bool is_declared(std::string_view name) const { return by_name_.contains(name); }
    // The declared names of a package, by its address.
    std::vector<std::string> names_of(std::string_view address, const language::Language& language) const;
    // The address of a package by its local name, declared or not; empty when it cannot be known.
    std::string address_of(std::string_view name, const language::Language& language) const;
    // The address, and of several known versions the locked one or the nearest to it. When none is locked,
    // the newest one that the module admits, otherwise the newest.
    PackageChoice choice_of(std::string_view name, const language::Language& language) const;
    // The same for an address, declared or not.
    std::string version_of(std::string_view address, const language::Language& language) const;
    // The selected version, whether its schema is known or not; empty: none is.
    std::string_view locked_version(std::string_view address) const;
    // The declared names whose choice differs from `before`.
    std::set<std::string> changed_from(const Packages& before, const language::Language& language) const;
    const LockedPackagesPtr& locked() const { return locked_; }
    bool has_same_locked(const LockedPackagesPtr& other) const;

  private:
    // As it is written, or the name itself; empty when it cannot be known.
    std::string declared_address_of(std::string_view name) const;
    std::string version_of(std::string_view address, std::string_view constraint,
                           const language::Language& language) const;

    std::map<std::string, PackageDeclaration, std::less<>> by_name_;
    LockedPackagesPtr locked_;
};
using PackagesPtr = std::shared_ptr<const Packages>;

class FileTable;
class UnitTree;
PackagesPtr declared_packages(const FileTable& files, LockedPackagesPtr locked);
// The names of packages that bodies were searched in.
std::set<std::string> used_packages(const FileTable& files);
// The indices of the units that name one of the packages.
std::vector<std::uint32_t> cells_naming(const UnitTree& units, const std::set<std::string>& packages);

// The declaration that an attribute of this name is: the members of its value with the address and the
// constraint.
PackageDeclaration declared_package(std::string name, syntax::Node value, std::string_view address,
                                    std::string_view constraint);
// The package that a provider address begins with: `aws` of `aws.west`.
std::string package_name(syntax::Node address);
// The names that can be that of the package in a label with separators, longest first: "a-b" and "a" of
// "a-b".
std::vector<std::string> names_before(std::string_view label, std::string_view separator);
// The part of an address that says the type: "b" of "a.b.c" and of "b.c".
std::string_view type_in_address(std::string_view address);

}  // namespace hcl::bind
