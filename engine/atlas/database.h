// The database that a schema of Atlas is for.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::atlas {

enum class Database : std::uint8_t { Unknown, PostgreSql, MySql, SqlServer };

struct ToldDatabase {
    Database database = Database::Unknown;
    FileId file{};  // the project file and the URL in it; an invalid id: the name of the schema file tells
    Span place{};
};

// As the file's name tells, or the editor's word for its language, or else the environments of a project file
// here or in a folder above.
ToldDatabase database_of(const check::ExtensionContext& context, const bind::ModuleFile& schema);
// Its name for users.
std::string_view name_of(Database database);

}  // namespace hcl::atlas
