// One schema cache: the schemas of a package, read on demand.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/eval/function.h"
#include "engine/language/body_source.h"
#include "engine/schemas/stored_bytes.h"

namespace hcl::schemas {

class SchemaFile {
  public:
    // Reads only the index. The error is a message for users.
    static Result<std::shared_ptr<const SchemaFile>> open(const StoredBytesPtr& bytes);

    std::string_view package() const { return package_; }
    std::string_view version() const { return version_; }  // of the package; empty: unknown
    std::size_t count() const;

    // If a family has a single record without a name, it is found under any name.
    language::BodySource::Answer find(std::string_view family, std::string_view name) const;
    // Null when it is missing or corrupt.
    eval::FunctionPtr function(std::string_view name) const;
    // The bytes of a record for native code, or of a function. Null when it is missing or corrupt.
    std::shared_ptr<const std::string> native_record(std::string_view family, std::string_view name) const;
    void each_name(std::string_view family, const std::function<void(std::string_view)>& visit) const;
    void each_family(const std::function<void(std::string_view family, std::size_t names)>& visit) const;
    // Reads everything; returns the name of the first corrupt record.
    std::optional<std::string> damage() const;

  private:
    struct Record {
        std::string_view name;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint64_t checksum = 0;
    };
    struct Family {
        std::string_view name;
        std::vector<Record> records;  // sorted by name
    };

    const Family* family(std::string_view name) const;
    static const Record* record(const Family& family, std::string_view name);
    std::shared_ptr<const std::string> bytes_of(const Record& record) const;  // null: corrupt

    StoredBytesPtr bytes_;
    std::string index_;  // backs the names below
    std::string_view package_;
    std::string_view version_;
    std::vector<Family> families_;
};
using SchemaFilePtr = std::shared_ptr<const SchemaFile>;

// The function in a record of the family "function"; null when it is corrupt.
eval::FunctionPtr function_of_record(std::string_view record);

}  // namespace hcl::schemas
