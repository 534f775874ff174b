#include "engine/schemas/schema_set.h"

#include <algorithm>

namespace hcl::schemas {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool ends_with_address(std::string_view whole, std::string_view end) {
    if (end.size() > whole.size()) return false;
    if (end.size() < whole.size() && whole[whole.size() - end.size() - 1] != '/') return false;
    return std::ranges::equal(whole.substr(whole.size() - end.size()), end,
                              [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

SchemaSet::SchemaSet(std::vector<SchemaFilePtr> files) : files_(std::move(files)) {
    std::ranges::stable_sort(files_, {}, [](const SchemaFilePtr& file) { return file->package(); });
}

const SchemaFile* SchemaSet::package(std::string_view address) const {
    if (address.empty()) return nullptr;
    for (const SchemaFilePtr& file : files_)
        if (ends_with_address(file->package(), address)) return file.get();
    return nullptr;
}

language::BodySource::Answer SchemaSet::find(const language::BodyKey& key) const {
    const SchemaFile* file = package(key.package);
    return file ? file->find(key.family, key.name) : Answer{};
}

std::shared_ptr<const std::string> SchemaSet::native_record(const language::BodyKey& key) const {
    const SchemaFile* file = package(key.package);
    return file ? file->native_record(key.family, key.name) : nullptr;
}

void SchemaSet::each_package(const std::function<void(std::string_view)>& visit) const {
    for (const SchemaFilePtr& file : files_) visit(file->package());
}

void SchemaSet::each_name(std::string_view family, const Visit& visit) const {
    for (const SchemaFilePtr& file : files_)
        file->each_name(family, [&](std::string_view name) { visit(file->package(), name); });
}

void SchemaSet::each_name_of(std::string_view address, std::string_view family,
                             const std::function<void(std::string_view)>& visit) const {
    if (const SchemaFile* file = package(address)) file->each_name(family, visit);
}

}  // namespace hcl::schemas
