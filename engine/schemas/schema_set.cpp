#include "engine/schemas/schema_set.h"

#include <algorithm>
#include <mutex>

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
    std::ranges::stable_sort(files_, {}, [](const SchemaFilePtr& file) { return file->package(); });
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

const SchemaFile* SchemaSet::package(std::string_view address) const {
    if (address.empty()) return nullptr;
    for (const SchemaFilePtr& file : files_)
        if (ends_with_address(file->package(), address)) return file.get();
    for (const std::unique_ptr<Late>& one : late_)
        if (ends_with_address(one->from.package, address)) return one->opened();
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
    for (const std::unique_ptr<Late>& one : late_) visit(one->from.package);
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
