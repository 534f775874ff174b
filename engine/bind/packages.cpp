#include "engine/bind/packages.h"

#include <algorithm>

#include "engine/bind/module.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

// The address of a package that is not a literal.
constexpr std::string_view kUnknownAddress = "?";

}  // namespace

void Packages::declare(const PackageDeclaration& declaration) {
    by_name_.insert_or_assign(declaration.name, declaration.address);
}

std::string Packages::address_of(std::string_view name, const language::Language& language) const {
    if (name.empty()) return {};
    std::string address(name);
    if (auto it = by_name_.find(name); it != by_name_.end()) {
        if (it->second == kUnknownAddress) return {};
        if (!it->second.empty()) address = it->second;
    }
    std::size_t star = language.modules.default_package.find('*');
    if (address.find('/') != std::string::npos || star == std::string::npos) return address;
    return language.modules.default_package.substr(0, star) + address +
           language.modules.default_package.substr(star + 1);
}

std::set<std::string> Packages::changed_from(const Packages& before,
                                             const language::Language& language) const {
    std::set<std::string> out;
    auto compare = [&](const Packages& names) {
        for (const auto& [name, address] : names.by_name_)
            if (address_of(name, language) != before.address_of(name, language)) out.insert(name);
    };
    compare(*this);
    compare(before);
    return out;
}

PackagesPtr declared_packages(const FileTable& files) {
    auto packages = std::make_shared<Packages>();
    for (const ModuleFile& file : files)
        file.units->each(0, file.units->count(), 0, [&](const UnitCell& cell, std::uint32_t) {
            if (!cell.unit) return;
            for (const PackageDeclaration& one : cell.unit->packages) packages->declare(one);
        });
    return packages;
}

std::vector<std::uint32_t> cells_naming(const UnitTree& units, const std::set<std::string>& packages) {
    std::vector<std::uint32_t> out;
    std::uint32_t index = 0;
    units.each(0, units.count(), 0, [&](const UnitCell& cell, std::uint32_t) {
        bool names_one = cell.unit && std::ranges::any_of(cell.unit->package_names, [&](const auto& name) {
                             return packages.contains(name);
                         });
        if (names_one) out.push_back(index);
        ++index;
    });
    return out;
}

std::string declared_address(Node value, std::string_view member) {
    if (!value) return std::string(kUnknownAddress);
    Node inner = eval::without_parens(value);
    // A string is only a version constraint, not an address.
    if (inner.is(NodeKind::Template) || inner.is(NodeKind::JsonString)) return {};
    if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) return std::string(kUnknownAddress);
    for (Node item : inner.children()) {
        if (!item.child(0) || literal_text(item.child(0)) != member) continue;
        std::string address = literal_text(item.child(1));
        return address.empty() ? std::string(kUnknownAddress) : address;
    }
    return {};
}

std::string package_name(Node address) {
    if (!address || address.is(NodeKind::Missing)) return {};
    std::string text;
    if (eval::Traversal path = eval::traversal_of(address); !path.empty())
        text = path.front().name;
    else
        text = literal_text(address);
    return text.substr(0, text.find('.'));
}

}  // namespace hcl::bind
