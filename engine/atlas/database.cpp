#include "engine/atlas/database.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/base/path.h"

namespace hcl::atlas {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;

struct NamedDatabase {
    std::string_view name;
    Database database;
};

// Endings of files, words of editors, and schemes of URLs or images behind `docker://`.
constexpr std::array kEndings{NamedDatabase{".pg.hcl", Database::PostgreSql},
                              NamedDatabase{".my.hcl", Database::MySql},
                              NamedDatabase{".ms.hcl", Database::SqlServer}};
constexpr std::array kLanguages{NamedDatabase{"atlas-schema-postgresql", Database::PostgreSql},
                                NamedDatabase{"atlas-schema-mysql", Database::MySql},
                                NamedDatabase{"atlas-schema-mssql", Database::SqlServer}};
constexpr std::array kSchemes{
    NamedDatabase{"postgres", Database::PostgreSql}, NamedDatabase{"postgresql", Database::PostgreSql},
    NamedDatabase{"postgis", Database::PostgreSql},  NamedDatabase{"pgvector", Database::PostgreSql},
    NamedDatabase{"mysql", Database::MySql},         NamedDatabase{"maria", Database::MySql},
    NamedDatabase{"mariadb", Database::MySql},       NamedDatabase{"sqlserver", Database::SqlServer}};

Database database_of_url(std::string_view url) {
    std::size_t end = url.find("://");
    if (end == std::string_view::npos) return Database::Unknown;
    std::string_view scheme = url.substr(0, end);
    // docker://postgres/15/dev, docker+postgres://image
    if (scheme == "docker") {
        url.remove_prefix(end + 3);
        scheme = url.substr(0, url.find('/'));
    } else if (scheme.starts_with("docker+")) {
        scheme.remove_prefix(7);
    }
    const auto* const found = std::ranges::find(kSchemes, scheme, &NamedDatabase::name);
    return found == kSchemes.end() ? Database::Unknown : found->database;
}

// The texts in a value: itself, or its elements.
void add_texts(const Value& value, std::vector<std::string>& out) {
    const Value& plain = value.unmarked();
    if (plain.is_known_string()) {
        out.emplace_back(plain.as_string());
    } else if (plain.has_content() && (plain.type().is_tuple() || plain.type().is_list())) {
        for (std::size_t i = 0; i < plain.size(); ++i) add_texts(plain.value_at(i), out);
    }
}

struct Environments {
    std::string folder;  // of the project file
    std::string schema;  // the path of the schema file
    ToldDatabase told{};
    bool is_ambiguous = false;

    // Whether the paths of an environment are, or contain, the schema.
    bool names_schema(const std::vector<std::string>& sources) const {
        return std::ranges::any_of(sources, [&](std::string_view source) {
            constexpr std::string_view kScheme = "file://";
            if (source.starts_with(kScheme)) source.remove_prefix(kScheme.size());
            source = source.substr(0, source.find('?'));
            std::string path = path_from(folder, source);
            if (path == schema) return true;
            if (!path.ends_with('/')) path += '/';
            return std::string_view(folder_of(schema)) == path;
        });
    }

    void add(const UnitSlot& slot, const BoundBlock& block) {
        if (block.type != "env" || !slot.state) return;
        std::vector<std::string> sources;
        ToldDatabase here;
        for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            const Value& value = slot.state->values[i];
            if (attribute.name == "src") add_texts(value, sources);
            if (attribute.name != "dev" && attribute.name != "url") continue;
            // The dev database is of the same kind, and its URL seldom a secret.
            const Value& url = value.unmarked();
            const Database database =
                url.is_known_string() ? database_of_url(url.as_string()) : Database::Unknown;
            if (database != Database::Unknown &&
                (here.database == Database::Unknown || attribute.name == "dev"))
                here = {database, slot.file, attribute.expr.span().shifted(slot.base)};
        }
        if (here.database == Database::Unknown || !names_schema(sources)) return;
        is_ambiguous = is_ambiguous || (told.database != Database::Unknown && told.database != here.database);
        if (told.database == Database::Unknown) told = here;
    }
};

}  // namespace

ToldDatabase database_of(const check::ExtensionContext& context, const bind::ModuleFile& schema) {
    const std::string& path = schema.input.path;
    for (const NamedDatabase& one : kEndings)
        if (path.ends_with(one.name)) return {one.database, {}, {}};
    if (context.editor_language) {
        const std::string language = context.editor_language(schema.input.id);
        const auto* const told = std::ranges::find(kLanguages, language, &NamedDatabase::name);
        if (told != kLanguages.end()) return {told->database, {}, {}};
    }
    if (!context.implied) return {};
    constexpr std::array<std::string_view, 3> kFolders{"", "../", "../../"};
    for (const std::string_view up : kFolders) {
        const bind::ModulePtr project = context.implied(std::string(up) + "atlas.hcl", "atlas");
        if (!project) continue;
        const bind::ModuleFile& file = project->files().front();
        Environments environments{std::string(folder_of(file.input.path)), path};
        file.each_unit([&](const UnitSlot& slot) {
            for (const std::uint32_t i : slot.unit->bodies[0].blocks)
                environments.add(slot, slot.unit->blocks[i]);
        });
        return environments.is_ambiguous ? ToldDatabase() : environments.told;
    }
    return {};
}

std::string_view name_of(Database database) {
    switch (database) {
        case Database::PostgreSql:
            return "PostgreSQL";
        case Database::MySql:
            return "MySQL";
        case Database::SqlServer:
            return "SQL Server";
        case Database::Unknown:
            break;
    }
    return "";
}

}  // namespace hcl::atlas
