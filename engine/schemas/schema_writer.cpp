#include "engine/schemas/schema_writer.h"

namespace hcl::schemas {

namespace {

void write(ByteWriter& out, const Documentation& documentation) {
    out.text(documentation.text);
    out.number(documentation.is_deprecated ? 1 : 0);
    if (documentation.is_deprecated) out.text(documentation.advice);
}

void write(ByteWriter& out, const std::vector<SchemaAttribute>& attributes) {
    out.number(attributes.size());
    for (const SchemaAttribute& attribute : attributes) {
        out.text(attribute.name);
        out.number(attribute.flags);
        write(out, attribute.documentation);
        if (!(attribute.flags & kNested)) {
            out.type(attribute.type);
            continue;
        }
        ByteWriter nested;
        write(nested, attribute.nested);
        out.number(static_cast<std::uint64_t>(attribute.nesting));
        out.text(nested.bytes());
    }
}

void write(ByteWriter& out, const SchemaBody& body) {
    write(out, body.documentation);
    write(out, body.attributes);
    out.number(body.blocks.size());
    for (const SchemaBlock& block : body.blocks) {
        ByteWriter inside;
        write(inside, block.body);
        out.text(block.type);
        out.number(static_cast<std::uint64_t>(block.nesting));
        out.number(block.min_items);
        out.number(block.max_items);
        write(out, block.body.documentation);
        out.text(inside.bytes());
    }
}

}  // namespace

void SchemaWriter::add(std::string_view family, std::string_view name, const SchemaBody& body) {
    ByteWriter out;
    write(out, body);
    families_[std::string(family)][std::string(name)] = out.take();
}

void SchemaWriter::add(std::string_view name, const SchemaFunction& function) {
    ByteWriter out;
    write(out, function.documentation);
    out.type(function.result);
    out.number(function.is_variadic ? 1 : 0);
    out.number(function.parameters.size());
    for (const SchemaParameter& parameter : function.parameters) {
        out.text(parameter.name);
        out.text(parameter.doc);
        out.number(parameter.allows_null ? 1 : 0);
        out.type(parameter.type);
    }
    families_["function"][std::string(name)] = out.take();
}

void SchemaWriter::add_record(std::string_view family, std::string_view name, std::string bytes) {
    families_[std::string(family)][std::string(name)] = std::move(bytes);
}

std::size_t SchemaWriter::count() const {
    std::size_t count = 0;
    for (const auto& [family, records] : families_) count += records.size();
    return count;
}

std::string SchemaWriter::take() {
    ByteWriter index;
    index.text(package_);
    index.text(version_);
    index.number(families_.size());
    std::uint64_t size = kFixedHeader;
    for (const auto& [family, records] : families_) {
        index.text(family);
        index.number(records.size());
        for (const auto& [name, record] : records) {
            index.text(name);
            index.number(record.size());
            index.fixed(checksum(record), 8);
            size += record.size();
        }
    }
    size += index.bytes().size();
    ByteWriter out;
    out.raw(kMagic);
    out.fixed(kVersion, 4);
    out.fixed(index.bytes().size(), 4);
    out.fixed(size, 8);
    out.fixed(checksum(index.bytes(), checksum(out.bytes())), 8);
    out.raw(index.bytes());
    for (const auto& [family, records] : families_)
        for (const auto& [name, record] : records) out.raw(record);
    families_.clear();
    return out.take();
}

}  // namespace hcl::schemas
