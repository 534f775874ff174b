// The schemas of a package in memory, and their encoding as a schema cache.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/schemas/format.h"

namespace hcl::schemas {

struct Documentation {
    std::string text;  // Markdown
    bool is_deprecated = false;
    std::string advice;  // the replacement, for users
};

struct SchemaAttribute {
    std::string name;
    Documentation documentation;
    std::uint32_t flags = 0;  // AttributeFlag
    Type type;
    Nesting nesting = Nesting::Single;
    std::vector<SchemaAttribute> nested;  // with kNested
};

struct SchemaBlock;

struct SchemaBody {
    Documentation documentation;
    std::vector<SchemaAttribute> attributes;
    std::vector<SchemaBlock> blocks;
};

struct SchemaBlock {
    std::string type;
    Nesting nesting = Nesting::List;
    std::uint64_t min_items = 0;
    std::uint64_t max_items = 0;  // 0: any number
    SchemaBody body;
};

struct SchemaParameter {
    std::string name;
    std::string doc;
    Type type;
    bool allows_null = false;
};

struct SchemaFunction {
    Documentation documentation;
    std::vector<SchemaParameter> parameters;
    bool is_variadic = false;  // the last parameter accepts any number of arguments
    Type result;
};

class SchemaWriter {
  public:
    // `version` of the package; empty when unknown.
    SchemaWriter(std::string package, std::string version)
        : package_(std::move(package)), version_(std::move(version)) {}

    void add(std::string_view family, std::string_view name, const SchemaBody& body);
    void add(std::string_view name, const SchemaFunction& function);
    // Adds bytes for native code; the family name contains a ":".
    void add_record(std::string_view family, std::string_view name, std::string bytes);
    std::size_t count() const;
    // Returns the complete file.
    std::string take();

  private:
    std::string package_;
    std::string version_;
    std::map<std::string, std::map<std::string, std::string>, std::less<>> families_;  // records by name
};

}  // namespace hcl::schemas
