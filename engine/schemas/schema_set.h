// The schemas of several packages as one BodySource.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/schemas/schema_file.h"

namespace hcl::schemas {

// A cache that is made or opened when something first asks for its package by address.
struct LateFile {
    std::string package;
    std::function<SchemaFilePtr()> open;  // called once, on any thread; null when it cannot be read
};

class SchemaSet final : public language::BodySource {
  public:
    // The first of several caches of one version of a package in `files` is used.
    explicit SchemaSet(std::vector<SchemaFilePtr> files, std::vector<LateFile> late = {});
    ~SchemaSet() override;

    Answer find(const language::BodyKey& key) const override;
    // Not those in late files.
    void each_name(std::string_view family, const VersionOf& version_of, const Visit& visit) const override;
    void each_name_of(const language::BodyKey& key,
                      const std::function<void(std::string_view)>& visit) const override;
    // Not those in late files.
    void each_version(std::string_view package,
                      const std::function<void(std::string_view)>& visit) const override;
    std::shared_ptr<const std::string> native_record(const language::BodyKey& key) const override;
    void each_package(const std::function<void(std::string_view)>& visit) const override;

    // "hashicorp/aws" finds "registry.terraform.io/hashicorp/aws": the package address ends
    // with the given one (language::is_address_of). Of several matches, the first by address; without a
    // version, the newest of that. Null when there is none.
    const SchemaFile* package(std::string_view address, std::string_view version = {}) const;
    // Without the late ones; versions of a package follow each other, newest first.
    const std::vector<SchemaFilePtr>& files() const { return files_; }

  private:
    struct Late;

    void each_newest(const std::function<void(const SchemaFile&)>& visit) const;

    std::vector<SchemaFilePtr> files_;         // sorted by address, newest first
    std::vector<std::unique_ptr<Late>> late_;  // sorted by address, without those in files_
};
using SchemaSetPtr = std::shared_ptr<const SchemaSet>;

}  // namespace hcl::schemas
