// A body in a record of a schema cache. Private to schemas/.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/language/body_source.h"

namespace hcl::schemas {

// Keeps the record alive.
class StoredBlock final : public language::StoredBody {
  public:
    enum class Form : std::uint8_t {
        Top,     // of a record; an empty one accepts anything
        Block,   // nested
        Fields,  // attributes of an object
    };
    StoredBlock(std::shared_ptr<const std::string> record, std::string_view bytes, Form form)
        : record_(std::move(record)), bytes_(bytes), form_(form) {}

    language::BodyDef compile(const language::Language& language) const override;
    Type type() const override;

  private:
    std::shared_ptr<const std::string> record_;
    std::string_view bytes_;
    Form form_;
};

// Whether the whole record can be decoded.
bool is_readable(std::string_view record);

}  // namespace hcl::schemas
