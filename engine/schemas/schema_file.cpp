#include "engine/schemas/schema_file.h"

#include <algorithm>

#include "engine/schemas/format.h"
#include "engine/schemas/stored_block.h"

namespace hcl::schemas {

using language::BodySource;

namespace {

constexpr std::string_view kFunctions = "function";

// Families of records that are no bodies.
bool is_native(std::string_view family) {
    return family.find(':') != std::string_view::npos || family == kFunctions;
}

}  // namespace

Result<SchemaFilePtr> SchemaFile::open(const StoredBytesPtr& bytes) {
    std::string head = bytes->read(0, kFixedHeader);
    if (head.size() < kFixedHeader || !head.starts_with(kMagic)) return fail("is not a schema cache");
    ByteReader in(std::string_view(head).substr(kMagic.size()));
    std::uint64_t version = in.fixed(4);
    std::uint64_t index_size = in.fixed(4);
    std::uint64_t size = in.fixed(8);
    std::uint64_t expected = in.fixed(8);
    if (version != kVersion)
        return fail("has version " + std::to_string(version) + " of the format, and this program reads " +
                    std::to_string(kVersion));
    if (size != bytes->size())
        return fail("is damaged: it has " + std::to_string(bytes->size()) + " bytes instead of " +
                    std::to_string(size));
    auto file = std::make_shared<SchemaFile>();
    file->bytes_ = bytes;
    file->index_ = bytes->read(kFixedHeader, index_size);
    constexpr std::size_t kChecked = kFixedHeader - 8;
    if (file->index_.size() != index_size ||
        checksum(file->index_, checksum(std::string_view(head).substr(0, kChecked))) != expected)
        return fail("is damaged: its index does not have the checksum that it should");
    ByteReader index(file->index_);
    file->package_ = index.text();
    file->version_ = index.text();
    std::uint64_t offset = kFixedHeader + index_size;
    for (std::uint32_t families = index.count(); families > 0 && !index.failed(); --families) {
        Family family;
        family.name = index.text();
        std::uint32_t count = index.count();
        family.records.reserve(count);
        for (; count > 0 && !index.failed(); --count) {
            Record record;
            record.name = index.text();
            record.offset = offset;
            record.size = index.number();
            record.checksum = index.fixed(8);
            if (record.size > size - offset) return fail("is damaged: a record lies beyond its end");
            offset += record.size;
            family.records.push_back(record);
        }
        if (!std::ranges::is_sorted(family.records, {}, &Record::name))
            return fail("is damaged: its names are not in order");
        file->families_.push_back(std::move(family));
    }
    if (index.failed() || !index.at_end() || offset != size)
        return fail("is damaged: its index cannot be read");
    return SchemaFilePtr(std::move(file));
}

std::size_t SchemaFile::count() const {
    std::size_t count = 0;
    for (const Family& family : families_) count += family.records.size();
    return count;
}

const SchemaFile::Family* SchemaFile::family(std::string_view name) const {
    auto found = std::ranges::find(families_, name, &Family::name);
    return found == families_.end() ? nullptr : &*found;
}

const SchemaFile::Record* SchemaFile::record(const Family& family, std::string_view name) {
    auto found = std::ranges::lower_bound(family.records, name, {}, &Record::name);
    return found != family.records.end() && found->name == name ? &*found : nullptr;
}

std::shared_ptr<const std::string> SchemaFile::bytes_of(const Record& record) const {
    auto bytes = std::make_shared<const std::string>(
        bytes_->read(record.offset, static_cast<std::size_t>(record.size)));
    bool is_whole = bytes->size() == record.size && checksum(*bytes) == record.checksum;
    return is_whole ? bytes : nullptr;
}

BodySource::Answer SchemaFile::find(std::string_view name_of_family, std::string_view name) const {
    using Found = BodySource::Found;
    const Family* found = family(name_of_family);
    if (!found || is_native(name_of_family)) return {Found::NoSuchName, nullptr};
    const Record* one = record(*found, name);
    if (!one && found->records.size() == 1) one = record(*found, "");
    if (!one) return {Found::NoSuchName, nullptr};
    std::shared_ptr<const std::string> bytes = bytes_of(*one);
    if (!bytes || !is_readable(*bytes)) return {Found::Unreadable, nullptr};
    std::string_view all = *bytes;
    return {Found::Body, std::make_shared<const StoredBlock>(std::move(bytes), all, StoredBlock::Form::Top)};
}

eval::FunctionPtr SchemaFile::function(std::string_view name) const {
    const std::shared_ptr<const std::string> bytes = native_record(kFunctions, name);
    return bytes ? function_of_record(*bytes) : nullptr;
}

eval::FunctionPtr function_of_record(std::string_view record) {
    ByteReader in(record);
    eval::Function out;
    out.description = in.text();
    if (in.number() != 0) out.description += "\n\n**Deprecated.** " + std::string(in.text());
    out.result_type = in.type().without_optional();
    bool is_variadic = in.number() != 0;
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) {
        eval::Parameter parameter;
        parameter.name = in.text();
        parameter.doc = in.text();
        parameter.allow_null = in.number() != 0;
        parameter.type = in.type();
        out.parameters.push_back(std::move(parameter));
    }
    if (in.failed() || (is_variadic && out.parameters.empty())) return nullptr;
    if (is_variadic) {
        out.variadic = std::move(out.parameters.back());
        out.parameters.pop_back();
    }
    // The function runs in the package's own program, so the result is unknown.
    out.implementation = [](std::span<const Value>, const Type& type,
                            eval::CallContext&) -> eval::FunctionResult<Value> {
        return Value::unknown(type);
    };
    return std::make_shared<const eval::Function>(std::move(out));
}

std::shared_ptr<const std::string> SchemaFile::native_record(std::string_view name_of_family,
                                                             std::string_view name) const {
    const Family* found = is_native(name_of_family) ? family(name_of_family) : nullptr;
    const Record* one = found ? record(*found, name) : nullptr;
    return one ? bytes_of(*one) : nullptr;
}

void SchemaFile::each_name(std::string_view name_of_family,
                           const std::function<void(std::string_view)>& visit) const {
    if (const Family* found = family(name_of_family))
        for (const Record& record : found->records) visit(record.name);
}

void SchemaFile::each_family(
    const std::function<void(std::string_view family, std::size_t names)>& visit) const {
    for (const Family& family : families_) visit(family.name, family.records.size());
}

std::optional<std::string> SchemaFile::damage() const {
    for (const Family& family : families_)
        for (const Record& record : family.records) {
            std::shared_ptr<const std::string> bytes = bytes_of(record);
            bool is_whole = bytes && (family.name == kFunctions ? function(record.name) != nullptr
                                      : is_native(family.name)  ? true
                                                                : is_readable(*bytes));
            if (!is_whole) return std::string(family.name) + " " + std::string(record.name);
        }
    return std::nullopt;
}

}  // namespace hcl::schemas
