// Words that only some of the databases have. What is not in these tables may be known by all.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/atlas/database.h"

namespace hcl::atlas {

struct DatabaseWord {
    std::string_view word;
    std::uint8_t databases = 0;  // bits of is_of()
    // The equivalents in PostgreSQL, MySQL and SQL Server; empty: there is none, or it has the word itself.
    std::string_view postgresql{};
    std::string_view mysql{};
    std::string_view sqlserver{};

    bool is_of(Database database) const;
    std::string_view instead(Database database) const;
};

// Types of columns that all have.
std::span<const std::string_view> common_types();
// Types of columns, kinds of indexes, and the arguments and blocks of tables and columns.
std::span<const DatabaseWord> column_types();
std::span<const DatabaseWord> index_kinds();
std::span<const DatabaseWord> settings();
// Null: all may have it.
const DatabaseWord* find(std::span<const DatabaseWord> words, std::string_view word);

}  // namespace hcl::atlas
