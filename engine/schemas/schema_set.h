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
    // The first of several caches of a package in `files` is used.
    explicit SchemaSet(std::vector<SchemaFilePtr> files, std::vector<LateFile> late = {});
    ~SchemaSet() override;

    Answer find(const language::BodyKey& key) const override;
    // Not those in late files.
    void each_name(std::string_view family, const Visit& visit) const override;
    void each_name_of(std::string_view package, std::string_view family,
                      const std::function<void(std::string_view)>& visit) const override;
    std::shared_ptr<const std::string> native_record(const language::BodyKey& key) const override;
    void each_package(const std::function<void(std::string_view)>& visit) const override;

    // "hashicorp/aws" finds "registry.terraform.io/hashicorp/aws": the package address ends
    // with the given one, segment by segment, case-insensitively. Of several matches, the first
    // by address. Null when there is none.
    const SchemaFile* package(std::string_view address) const;
    // Without the late ones.
    const std::vector<SchemaFilePtr>& files() const { return files_; }

  private:
    struct Late;

    std::vector<SchemaFilePtr> files_;         // sorted by address
    std::vector<std::unique_ptr<Late>> late_;  // sorted by address, without those in files_
};
using SchemaSetPtr = std::shared_ptr<const SchemaSet>;

}  // namespace hcl::schemas
