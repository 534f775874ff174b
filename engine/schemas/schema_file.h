// One schema cache: what a package offers, read body by body.
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
    // Reads the index alone. The error says what is wrong, for people.
    static Result<std::shared_ptr<const SchemaFile>> open(const StoredBytesPtr& bytes);

    std::string_view package() const { return package_; }
    std::string_view version() const { return version_; }  // of the package; empty: not known
    std::size_t count() const;

    // A package with a single body of a family without a name has it under any name.
    language::BodySource::Answer find(std::string_view family, std::string_view name) const;
    // Null when there is none, or when it is damaged.
    eval::FunctionPtr function(std::string_view name) const;
    // The bytes of a record that native code reads. Null when there is none, or when it is damaged.
    std::shared_ptr<const std::string> native_record(std::string_view family, std::string_view name) const;
    void each_name(std::string_view family, const std::function<void(std::string_view)>& visit) const;
    void each_family(const std::function<void(std::string_view family, std::size_t names)>& visit) const;
    // Reads everything: the name of the first damaged record.
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
        std::vector<Record> records;  // by name
    };

    const Family* family(std::string_view name) const;
    static const Record* record(const Family& family, std::string_view name);
    std::shared_ptr<const std::string> bytes_of(const Record& record) const;  // null: damaged

    StoredBytesPtr bytes_;
    std::string index_;  // which the names below lie in
    std::string_view package_;
    std::string_view version_;
    std::vector<Family> families_;
};
using SchemaFilePtr = std::shared_ptr<const SchemaFile>;

}  // namespace hcl::schemas
