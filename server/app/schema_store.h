// Writes schemas into the folder of schemas, for `hcl-ls schema` and the server.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/schemas/schema_set.h"
#include "server/app/provider_schemas.h"
#include "server/host/file_system.h"

namespace hcl::server {

// A text with the name of a package, and its version if that is known.
std::string named_package(std::string_view package, std::string_view version);

class SchemaStore {
  public:
    // `tell` gets a sentence without a line break for each version that is stored or removed, `complain` for
    // each that cannot be removed.
    using Say = std::function<void(const std::string& line)>;
    SchemaStore(FileSystem& files, std::string folder, Say tell, Say complain)
        : files_(files), folder_(std::move(folder)), tell_(std::move(tell)), complain_(std::move(complain)) {}

    // Makes the folder. Call it first.
    Result<void> open();
    Result<void> add(std::vector<PackageSchemas> packages);
    // Removes what the added ones replace: those whose version was unknown, and those of the versions that
    // were added first when there are too many. Call it last.
    void make_room();

  private:
    void make_room_for(const schemas::SchemaSet& stored, const PackageSchemas& added);

    FileSystem& files_;
    std::string folder_;
    Say tell_;
    Say complain_;
    std::vector<PackageSchemas> added_;  // without their bytes
};

}  // namespace hcl::server
