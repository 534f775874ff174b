#include "engine/bind/packages.h"

#include <algorithm>
#include <utility>

#include "engine/base/path.h"
#include "engine/bind/module.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/language/version_order.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

// The address of a package that is not a literal.
constexpr std::string_view kUnknownAddress = "?";

std::string_view first_number(std::string_view version) {
    if (version.starts_with('v')) version.remove_prefix(1);
    return version.substr(0, version.find('.'));
}

// The known version whose schema is most like that of the wanted one. A later version with the same first
// number has everything that this one has. `known` is sorted, newest first.
std::string nearest_version(const std::vector<std::string>& known, std::string_view wanted) {
    const std::string* later = nullptr;
    const std::string* earlier = nullptr;
    for (const std::string& one : known) {
        if (one == wanted) return one;
        if (one.empty()) continue;
        if (language::compare_versions(one, wanted) >= 0)
            later = &one;
        else if (!earlier)
            earlier = &one;
    }
    auto is_alike = [&](const std::string* one) { return one && first_number(*one) == first_number(wanted); };
    if (is_alike(later)) return *later;
    if (is_alike(earlier)) return *earlier;
    if (earlier) return *earlier;
    return later ? *later : known.front();
}

// The known version that is nearest to a constraint which admits none of them.
std::string nearest_to_constraint(const std::vector<std::string>& known, std::string_view constraint) {
    constexpr std::string_view kParts = "0123456789.";
    const std::size_t start = constraint.find_first_of("0123456789");
    if (start == std::string_view::npos) return known.front();
    const std::size_t end = std::min(constraint.find_first_not_of(kParts, start), constraint.size());
    const std::string_view wanted = constraint.substr(start, end - start);
    const bool is_upper_limit = constraint.substr(0, start).find('<') != std::string_view::npos;
    if (!is_upper_limit) return nearest_version(known, wanted);
    const auto below = std::ranges::find_if(known, [&](const std::string& one) {
        return !one.empty() && language::compare_versions(one, wanted) < 0;
    });
    if (below != known.end()) return *below;
    return known.back().empty() ? known.front() : known.back();
}

}  // namespace

void Packages::declare(const PackageDeclaration& declaration) {
    by_name_.insert_or_assign(declaration.name, declaration);
}

std::string Packages::declared_address_of(std::string_view name) const {
    if (name.empty()) return {};
    const auto it = by_name_.find(name);
    if (it == by_name_.end() || it->second.address.empty()) return std::string(name);
    return it->second.address == kUnknownAddress ? std::string() : it->second.address;
}

std::string Packages::address_of(std::string_view name, const language::Language& language) const {
    std::string address = declared_address_of(name);
    if (address.empty()) return address;
    std::string_view pattern = language.modules.default_package;
    const std::size_t last = address.rfind('/') + 1;
    if (last > 0) pattern.remove_prefix(pattern.rfind('/') + 1);
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return address;
    return address.substr(0, last) + std::string(pattern.substr(0, star)) + address.substr(last) +
           std::string(pattern.substr(star + 1));
}

std::vector<std::string> Packages::names_of(std::string_view address,
                                            const language::Language& language) const {
    std::vector<std::string> out;
    for (const auto& [name, declaration] : by_name_)
        if (language::is_address_of(address, address_of(name, language))) out.push_back(name);
    return out;
}

std::string_view Packages::locked_version(std::string_view address) const {
    if (!locked_ || address.empty()) return {};
    for (const auto& [package, version] : locked_->versions)
        if (language::is_address_of(package, address)) return version;
    return {};
}

std::string Packages::version_of(std::string_view address, std::string_view constraint,
                                 const language::Language& language) const {
    std::vector<std::string> known;
    if (const language::BodySourcePtr& schemas = language.additions.schemas)
        schemas->each_version(address, [&](std::string_view version) { known.emplace_back(version); });
    if (known.size() < 2) return {};
    if (const std::string_view locked = locked_version(address); !locked.empty())
        return nearest_version(known, locked);
    const language::VersionConstraint admitting(constraint);
    for (const std::string& version : known)
        if (!version.empty() && admitting.admits(version)) return version;
    return nearest_to_constraint(known, constraint);
}

std::string Packages::version_of(std::string_view address, const language::Language& language) const {
    for (const auto& [name, declaration] : by_name_)
        if (language::is_address_of(address, address_of(name, language)))
            return version_of(address, declaration.constraint, language);
    return version_of(address, "", language);
}

PackageChoice Packages::choice_of(std::string_view name, const language::Language& language) const {
    PackageChoice out{address_of(name, language), {}, {}};
    if (out.address.empty()) return out;
    out.own_name = file_name_of(declared_address_of(name));
    const auto declared = by_name_.find(name);
    out.version = version_of(
        out.address, declared == by_name_.end() ? std::string_view() : declared->second.constraint, language);
    return out;
}

bool Packages::has_same_locked(const LockedPackagesPtr& other) const {
    return locked_ == other || (locked_ && other && *locked_ == *other);
}

std::set<std::string> Packages::changed_from(const Packages& before,
                                             const language::Language& language) const {
    std::set<std::string> out;
    auto compare = [&](const Packages& names) {
        for (const auto& [name, declaration] : names.by_name_)
            if (choice_of(name, language) != before.choice_of(name, language)) out.insert(name);
    };
    compare(*this);
    compare(before);
    return out;
}

PackagesPtr declared_packages(const FileTable& files, LockedPackagesPtr locked) {
    auto packages = std::make_shared<Packages>(std::move(locked));
    for (const ModuleFile& file : files)
        file.units->each(0, file.units->count(), 0, [&](const UnitCell& cell, std::uint32_t) {
            if (!cell.unit) return;
            for (const PackageDeclaration& one : cell.unit->packages) packages->declare(one);
        });
    return packages;
}

std::set<std::string> used_packages(const FileTable& files) {
    std::set<std::string> out;
    for (const ModuleFile& file : files)
        file.units->each(0, file.units->count(), 0, [&](const UnitCell& cell, std::uint32_t) {
            if (cell.unit) out.insert(cell.unit->package_names.begin(), cell.unit->package_names.end());
        });
    return out;
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

PackageDeclaration declared_package(std::string name, Node value, std::string_view address,
                                    std::string_view constraint) {
    PackageDeclaration out{std::move(name), std::string(kUnknownAddress), {}};
    if (!value) return out;
    Node inner = eval::without_parens(value);
    // A string is only a version constraint, not an address.
    if (inner.is(NodeKind::Template) || inner.is(NodeKind::JsonString)) {
        out.address.clear();
        if (!constraint.empty()) out.constraint = literal_text(inner);
        return out;
    }
    if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) return out;
    bool has_address = false;
    for (Node item : inner.children()) {
        if (!item.child(0)) continue;
        const std::string member = literal_text(item.child(0));
        if (member == address && !std::exchange(has_address, true)) {
            std::string text = literal_text(item.child(1));
            if (!text.empty()) out.address = std::move(text);
        } else if (!constraint.empty() && member == constraint) {
            out.constraint = literal_text(item.child(1));
        }
    }
    if (!has_address) out.address.clear();
    return out;
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

std::vector<std::string> names_before(std::string_view label, std::string_view separator) {
    constexpr std::size_t kMostNames = 10;  // names have few parts
    std::vector<std::string> out;
    for (std::size_t end = label.find(separator); out.size() < kMostNames && end != std::string_view::npos;
         end = label.find(separator, end + separator.size()))
        if (end > 0) out.emplace_back(label.substr(0, end));
    if (!label.empty()) out.emplace_back(label);
    std::ranges::reverse(out);
    return out;
}

std::string_view type_in_address(std::string_view address) {
    const std::size_t end = address.rfind('.');
    if (end == std::string_view::npos) return address;
    address = address.substr(0, end);
    return address.substr(address.rfind('.') + 1);
}

}  // namespace hcl::bind
