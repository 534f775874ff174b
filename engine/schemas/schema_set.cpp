#include "engine/schemas/schema_set.h"

#include <algorithm>
#include <mutex>

#include "engine/language/version_order.h"

namespace hcl::schemas {

struct SchemaSet::Late {
    explicit Late(LateFile late) : from(std::move(late)) {}
    LateFile from;
    std::once_flag once;
    SchemaFilePtr file;

    const SchemaFile* opened() {
        std::call_once(once, [this] { file = from.open(); });
        return file.get();
    }
};

SchemaSet::SchemaSet(std::vector<SchemaFilePtr> files, std::vector<LateFile> late)
    : files_(std::move(files)) {
    std::ranges::stable_sort(files_, [](const SchemaFilePtr& a, const SchemaFilePtr& b) {
        if (a->package() != b->package()) return a->package() < b->package();
        return language::compare_versions(a->version(), b->version()) > 0;
    });
    std::ranges::stable_sort(late, {}, &LateFile::package);
    for (LateFile& one : late) {
        const bool is_known =
            std::ranges::binary_search(files_, std::string_view(one.package), {},
                                       [](const SchemaFilePtr& file) { return file->package(); }) ||
            (!late_.empty() && late_.back()->from.package == one.package);
        if (!is_known) late_.push_back(std::make_unique<Late>(std::move(one)));
    }
}

SchemaSet::~SchemaSet() = default;

const SchemaFile* SchemaSet::package(std::string_view address, std::string_view version) const {
    for (const SchemaFilePtr& file : files_)
        if (language::is_address_of(file->package(), address) &&
            (version.empty() || file->version() == version))
            return file.get();
    for (const std::unique_ptr<Late>& one : late_)
        if (language::is_address_of(one->from.package, address)) return one->opened();
    return nullptr;
}

language::BodySource::Answer SchemaSet::find(const language::BodyKey& key) const {
    const SchemaFile* file = package(key.package, key.version);
    return file ? file->find(key.family, key.name) : Answer{};
}

std::shared_ptr<const std::string> SchemaSet::native_record(const language::BodyKey& key) const {
    const SchemaFile* file = package(key.package, key.version);
    return file ? file->native_record(key.family, key.name) : nullptr;
}

void SchemaSet::each_package(const std::function<void(std::string_view)>& visit) const {
    each_newest([&](const SchemaFile& file) { visit(file.package()); });
    for (const std::unique_ptr<Late>& one : late_) visit(one->from.package);
}

void SchemaSet::each_version(std::string_view package,
                             const std::function<void(std::string_view)>& visit) const {
    std::vector<std::string_view> versions;
    for (const SchemaFilePtr& file : files_)
        if (language::is_address_of(file->package(), package)) versions.push_back(file->version());
    std::ranges::stable_sort(versions, [](std::string_view a, std::string_view b) {
        return language::compare_versions(a, b) > 0;
    });
    versions.erase(std::ranges::unique(versions).begin(), versions.end());
    for (std::string_view version : versions) visit(version);
}

void SchemaSet::each_newest(const std::function<void(const SchemaFile&)>& visit) const {
    const SchemaFile* before = nullptr;
    for (const SchemaFilePtr& file : files_) {
        if (!before || before->package() != file->package()) visit(*file);
        before = file.get();
    }
}

void SchemaSet::each_name(std::string_view family, const VersionOf& version_of, const Visit& visit) const {
    each_newest([&](const SchemaFile& newest) {
        const SchemaFile* file =
            version_of ? package(newest.package(), version_of(newest.package())) : &newest;
        if (!file) file = &newest;
        file->each_name(family, [&](std::string_view name) { visit(newest.package(), name); });
    });
}

void SchemaSet::each_name_of(const language::BodyKey& key,
                             const std::function<void(std::string_view)>& visit) const {
    if (const SchemaFile* file = package(key.package, key.version)) file->each_name(key.family, visit);
}

}  // namespace hcl::schemas
