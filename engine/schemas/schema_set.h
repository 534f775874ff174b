// The schemas of several packages as one BodySource.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/schemas/schema_file.h"

namespace hcl::schemas {

class SchemaSet final : public language::BodySource {
  public:
    explicit SchemaSet(std::vector<SchemaFilePtr> files);

    Answer find(const language::BodyKey& key) const override;
    void each_name(std::string_view family, const Visit& visit) const override;
    void each_name_of(std::string_view package, std::string_view family,
                      const std::function<void(std::string_view)>& visit) const override;
    std::shared_ptr<const std::string> native_record(const language::BodyKey& key) const override;
    void each_package(const std::function<void(std::string_view)>& visit) const override;

    // "hashicorp/aws" finds "registry.terraform.io/hashicorp/aws": the package address ends
    // with the given one, segment by segment, case-insensitively. Of several matches, the first
    // by address. Null when there is none.
    const SchemaFile* package(std::string_view address) const;
    const std::vector<SchemaFilePtr>& files() const { return files_; }

  private:
    std::vector<SchemaFilePtr> files_;  // sorted by address
};

}  // namespace hcl::schemas
