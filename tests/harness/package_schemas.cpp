#include "tests/harness/package_schemas.h"

#include <stdexcept>
#include <vector>

#include "engine/schemas/schema_set.h"
#include "server/app/provider_schemas.h"
#include "tests/harness/paths.h"

namespace hcl::test {

language::BodySourcePtr schemas_of_json(std::span<const std::string> texts, std::string_view file) {
    std::vector<schemas::SchemaFilePtr> files;
    for (const std::string& text : texts) {
        auto read = server::read_schemas_of_json(text, file);
        if (!read) throw std::runtime_error("a package schema cannot be read");
        for (server::PackageSchemas& one : *read) {
            auto opened = schemas::SchemaFile::open(
                std::make_shared<const schemas::BytesInMemory>(std::move(one.bytes)));
            if (!opened || (*opened)->damage()) throw std::runtime_error("a schema cache is damaged");
            files.push_back(*opened);
        }
    }
    return std::make_shared<const schemas::SchemaSet>(std::move(files));
}

std::shared_ptr<const pcl::Packages> mock_packages(bool properties_may_be_missing) {
    static const language::BodySourcePtr source = [] {
        const std::string text =
            read_whole_file(source_root() / "tests" / "conformance" / "pcl" / "mock-schema.json");
        return schemas_of_json(std::span(&text, 1));
    }();
    using Packages = const pcl::Packages;
    static const auto strict = std::make_shared<Packages>(source);
    static const auto lenient = std::make_shared<Packages>(source, true);
    return properties_may_be_missing ? lenient : strict;
}

}  // namespace hcl::test
