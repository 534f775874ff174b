#include "engine/atlas/database_words.h"

#include <algorithm>
#include <array>

namespace hcl::atlas {

namespace {

constexpr std::uint8_t kPostgreSql = 1;
constexpr std::uint8_t kMySql = 2;
constexpr std::uint8_t kSqlServer = 4;

constexpr std::array<std::string_view, 15> kCommonTypes{"bigint",   "bit",  "char", "date",      "decimal",
                                                        "float",    "int",  "json", "numeric",   "real",
                                                        "smallint", "text", "time", "timestamp", "varchar"};

constexpr std::array kTypes{
    DatabaseWord{"bigserial", kPostgreSql, "", "bigint", "bigint"},
    DatabaseWord{"binary", kMySql | kSqlServer, "bytea", "", ""},
    DatabaseWord{"bit_varying", kPostgreSql, "", "bit", "varbinary"},
    DatabaseWord{"blob", kMySql, "bytea", "", "varbinary"},
    DatabaseWord{"bool", kPostgreSql | kMySql, "", "", "bit"},
    DatabaseWord{"boolean", kPostgreSql | kMySql, "", "", "bit"},
    DatabaseWord{"box", kPostgreSql},
    DatabaseWord{"bytea", kPostgreSql, "", "blob", "varbinary"},
    DatabaseWord{"character_varying", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"cidr", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"circle", kPostgreSql},
    DatabaseWord{"citext", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"datetime", kMySql | kSqlServer, "timestamp", "", ""},
    DatabaseWord{"datetime2", kSqlServer, "timestamp", "datetime", ""},
    DatabaseWord{"datetimeoffset", kSqlServer, "timestamptz", "timestamp", ""},
    DatabaseWord{"double", kMySql, "double_precision", "", "float"},
    DatabaseWord{"double_precision", kPostgreSql, "", "double", "float"},
    DatabaseWord{"image", kSqlServer, "bytea", "blob", ""},
    DatabaseWord{"inet", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"int2", kPostgreSql, "", "smallint", "smallint"},
    DatabaseWord{"int4", kPostgreSql, "", "int", "int"},
    DatabaseWord{"int8", kPostgreSql, "", "bigint", "bigint"},
    DatabaseWord{"interval", kPostgreSql},
    DatabaseWord{"jsonb", kPostgreSql, "", "json", "nvarchar"},
    DatabaseWord{"line", kPostgreSql},
    DatabaseWord{"longblob", kMySql, "bytea", "", "varbinary"},
    DatabaseWord{"longtext", kMySql, "text", "", "varchar"},
    DatabaseWord{"lseg", kPostgreSql},
    DatabaseWord{"macaddr", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"macaddr8", kPostgreSql, "", "varchar", "varchar"},
    DatabaseWord{"mediumblob", kMySql, "bytea", "", "varbinary"},
    DatabaseWord{"mediumint", kMySql, "int", "", "int"},
    DatabaseWord{"mediumtext", kMySql, "text", "", "varchar"},
    DatabaseWord{"money", kPostgreSql | kSqlServer, "", "decimal", ""},
    DatabaseWord{"nchar", kSqlServer, "char", "char", ""},
    DatabaseWord{"ntext", kSqlServer, "text", "text", ""},
    DatabaseWord{"nvarchar", kSqlServer, "varchar", "varchar", ""},
    DatabaseWord{"oid", kPostgreSql},
    DatabaseWord{"path", kPostgreSql},
    DatabaseWord{"serial", kPostgreSql | kMySql, "", "", "int"},
    DatabaseWord{"serial2", kPostgreSql, "", "smallint", "smallint"},
    DatabaseWord{"serial4", kPostgreSql, "", "int", "int"},
    DatabaseWord{"serial8", kPostgreSql, "", "bigint", "bigint"},
    DatabaseWord{"smalldatetime", kSqlServer, "timestamp", "datetime", ""},
    DatabaseWord{"smallmoney", kSqlServer, "money", "decimal", ""},
    DatabaseWord{"smallserial", kPostgreSql, "", "smallint", "smallint"},
    DatabaseWord{"sql_variant", kSqlServer},
    DatabaseWord{"timestamptz", kPostgreSql, "", "timestamp", "datetimeoffset"},
    DatabaseWord{"timetz", kPostgreSql, "", "time", "time"},
    DatabaseWord{"tinyblob", kMySql, "bytea", "", "varbinary"},
    DatabaseWord{"tinyint", kMySql | kSqlServer, "smallint", "", ""},
    DatabaseWord{"tinytext", kMySql, "text", "", "varchar"},
    DatabaseWord{"tsquery", kPostgreSql},
    DatabaseWord{"tsvector", kPostgreSql},
    DatabaseWord{"uniqueidentifier", kSqlServer, "uuid", "binary", ""},
    DatabaseWord{"uuid", kPostgreSql | kMySql, "", "", "uniqueidentifier"},
    DatabaseWord{"varbinary", kMySql | kSqlServer, "bytea", "", ""},
    DatabaseWord{"xid", kPostgreSql},
    DatabaseWord{"xid8", kPostgreSql},
    DatabaseWord{"xml", kPostgreSql | kSqlServer, "", "text", ""},
    DatabaseWord{"year", kMySql, "smallint", "", "smallint"},
};
static_assert(std::ranges::is_sorted(kTypes, {}, &DatabaseWord::word));

constexpr std::array kIndexKinds{
    DatabaseWord{"BRIN", kPostgreSql},
    DatabaseWord{"FULLTEXT", kMySql, "GIN", "", ""},
    DatabaseWord{"GIN", kPostgreSql},
    DatabaseWord{"GIST", kPostgreSql},
    DatabaseWord{"SPATIAL", kMySql, "GIST", "", ""},
    DatabaseWord{"SPGIST", kPostgreSql},
};
static_assert(std::ranges::is_sorted(kIndexKinds, {}, &DatabaseWord::word));

constexpr std::array kSettings{
    DatabaseWord{"auto_increment", kMySql, "identity", "", "identity"},
    DatabaseWord{"engine", kMySql},
    DatabaseWord{"identity", kPostgreSql | kSqlServer, "", "auto_increment", ""},
    DatabaseWord{"unsigned", kMySql},
};
static_assert(std::ranges::is_sorted(kSettings, {}, &DatabaseWord::word));

}  // namespace

bool DatabaseWord::is_of(Database database) const {
    const int bit = database == Database::PostgreSql ? kPostgreSql
                    : database == Database::MySql    ? kMySql
                                                     : kSqlServer;
    return (databases & bit) != 0;
}

std::string_view DatabaseWord::instead(Database database) const {
    return database == Database::PostgreSql ? postgresql : database == Database::MySql ? mysql : sqlserver;
}

std::span<const std::string_view> common_types() {
    return kCommonTypes;
}

std::span<const DatabaseWord> column_types() {
    return kTypes;
}

std::span<const DatabaseWord> index_kinds() {
    return kIndexKinds;
}

std::span<const DatabaseWord> settings() {
    return kSettings;
}

const DatabaseWord* find(std::span<const DatabaseWord> words, std::string_view word) {
    const auto found = std::ranges::lower_bound(words, word, {}, &DatabaseWord::word);
    return found != words.end() && found->word == word ? &*found : nullptr;
}

}  // namespace hcl::atlas
