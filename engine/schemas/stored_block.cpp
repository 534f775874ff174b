#include "engine/schemas/stored_block.h"

#include <vector>

#include "engine/language/body_builder.h"
#include "engine/language/language.h"
#include "engine/schemas/format.h"

namespace hcl::schemas {

using language::AttributeDef;
using language::BlockDef;
using language::BodyBuilder;
using language::BodyDef;
using language::LazyBody;
using language::Notes;

namespace {

Notes notes_of(ByteReader& in) {
    Notes notes;
    notes.doc = in.text();
    notes.is_deprecated = in.number() != 0;
    if (notes.is_deprecated) notes.deprecated = in.text();
    return notes;
}

void skip_notes(ByteReader& in) {
    in.text();
    if (in.number() != 0) in.text();
}

// A stored attribute.
struct Attribute {
    std::string_view name;
    std::uint64_t flags = 0;
    Notes notes;  // if requested
    Type type;    // not for nested attributes
    Nesting nesting = Nesting::Single;
    std::string_view nested;  // encoded nested attributes

    bool is(AttributeFlag flag) const { return (flags & flag) != 0; }
};

Nesting nesting_of(ByteReader& in) {
    std::uint64_t n = in.number();
    return n <= static_cast<std::uint64_t>(Nesting::Map) ? static_cast<Nesting>(n) : Nesting::List;
}

Attribute attribute_of(ByteReader& in, bool wants_notes) {
    Attribute out;
    out.name = in.text();
    out.flags = in.number();
    if (wants_notes)
        out.notes = notes_of(in);
    else
        skip_notes(in);
    if (out.is(kNested)) {
        out.nesting = nesting_of(in);
        out.nested = in.text();
    } else {
        out.type = in.type();
    }
    return out;
}

struct Block {
    std::string_view type;
    Nesting nesting = Nesting::List;
    std::uint64_t min_items = 0;
    std::uint64_t max_items = 0;
    Notes notes;
    std::string_view inside;
};

Block block_of(ByteReader& in, bool wants_notes) {
    Block out;
    out.type = in.text();
    out.nesting = nesting_of(in);
    out.min_items = in.number();
    out.max_items = in.number();
    if (wants_notes)
        out.notes = notes_of(in);
    else
        skip_notes(in);
    out.inside = in.text();
    return out;
}

Type repeated(const Type& one, Nesting nesting) {
    switch (nesting) {
        case Nesting::List:
            return Type::list(one);
        case Nesting::Set:
            return Type::set(one);
        case Nesting::Map:
            return Type::map(one);
        case Nesting::Single:
        case Nesting::Group:
            break;
    }
    return one;
}

// Whether objects are inputs or results: results have all attributes.
enum class Side : std::uint8_t { Taken, Given };

Type fields_type(std::string_view bytes, Side side, int depth);

Type type_of(const Attribute& attribute, Side side, int depth) {
    if (!attribute.is(kNested))
        return side == Side::Given ? attribute.type.without_optional() : attribute.type;
    Type one = fields_type(attribute.nested, side, depth + 1);
    // Elements that contain values of any type have no common type.
    if (one.has_dynamic() && attribute.nesting != Nesting::Single) return Type::dynamic();
    return repeated(one, attribute.nesting);
}

// Adds the next attributes of `in` as members of an object.
void add_attributes(ByteReader& in, Side side, int depth, std::vector<ObjectAttribute>& out) {
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) {
        Attribute one = attribute_of(in, false);
        bool optional = side == Side::Taken && !one.is(kRequired);
        out.push_back({std::string(one.name), type_of(one, side, depth), optional});
    }
}

Type fields_type(std::string_view bytes, Side side, int depth) {
    if (depth > kMaxDepth) return {};
    ByteReader in(bytes);
    std::vector<ObjectAttribute> members;
    add_attributes(in, side, depth, members);
    return Type::object(std::move(members));
}

Type body_type(std::string_view bytes, int depth) {
    if (depth > kMaxDepth) return {};
    ByteReader in(bytes);
    skip_notes(in);
    std::vector<ObjectAttribute> members;
    add_attributes(in, Side::Given, depth, members);
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) {
        Block block = block_of(in, false);
        Type one = body_type(block.inside, depth + 1);
        bool is_one = block.nesting == Nesting::Single || block.nesting == Nesting::Group;
        Type type = one.has_dynamic() && !is_one ? Type::dynamic() : repeated(one, block.nesting);
        members.push_back({std::string(block.type), std::move(type), false});
    }
    return Type::object(std::move(members));
}

// Makes the attributes of an object in a block optional.
Type with_optional(const Type& type) {
    if (type.is_list()) return Type::list(with_optional(type.element()));
    if (type.is_set()) return Type::set(with_optional(type.element()));
    if (!type.is_object()) return type;
    std::vector<ObjectAttribute> members;
    for (const ObjectAttribute& one : type.attributes())
        members.push_back({one.name, with_optional(one.type), true});
    return Type::object(std::move(members));
}

bool may_be_blocks(const Attribute& attribute) {
    const Type& type = attribute.type;
    return !attribute.is(kNested) && (attribute.is(kOptional) || attribute.is(kRequired)) &&
           (type.is_list() || type.is_set()) && type.element().is_object();
}

BlockDef::Repeats repeats_of(Nesting nesting) {
    switch (nesting) {
        case Nesting::Set:
            return BlockDef::Repeats::Set;
        case Nesting::Map:
            return BlockDef::Repeats::Map;
        case Nesting::Single:
        case Nesting::Group:
            return BlockDef::Repeats::Single;
        case Nesting::List:
            break;
    }
    return BlockDef::Repeats::List;
}

struct Decoder {
    const language::Language& language;
    const std::shared_ptr<const std::string>& record;
    BodyDef& out;
    BodyBuilder build{language, out};

    std::shared_ptr<const LazyBody> body(std::string_view bytes, StoredBlock::Form form) const {
        return std::make_shared<const LazyBody>(language,
                                                std::make_shared<const StoredBlock>(record, bytes, form));
    }

    void attribute(Attribute stored) {
        if (stored.name == kAnyName) {
            out.is_lenient = true;
            return;
        }
        AttributeDef def;
        def.name = stored.name;
        def.notes = std::move(stored.notes);
        def.type = type_of(stored, Side::Taken, 0);
        def.is_required = stored.is(kRequired);
        def.allows_null = !def.is_required;
        def.is_sensitive = stored.is(kSensitive);
        def.is_write_only = stored.is(kWriteOnly);
        def.is_read_only = stored.is(kComputed) && !stored.is(kOptional) && !stored.is(kRequired);
        if (stored.is(kNested)) def.fields = body(stored.nested, StoredBlock::Form::Fields);
        if (may_be_blocks(stored)) {
            AttributeDef as_blocks;
            as_blocks.name = def.name;
            as_blocks.notes = def.notes;
            as_blocks.type = with_optional(def.type);
            build.add(build.as_block(as_blocks));
        }
        build.add(std::move(def));
    }

    void block(Block stored) {
        BlockDef def;
        def.type = stored.type;
        def.notes = std::move(stored.notes);
        def.repeats = repeats_of(stored.nesting);
        def.min_items = stored.min_items;
        def.max_items = def.repeats == BlockDef::Repeats::Single ? 1 : stored.max_items;
        if (def.repeats == BlockDef::Repeats::Map) {
            def.is_unique = true;
            language::LabelDef key;
            key.name = "key";
            def.labels.push_back(std::move(key));
        }
        def.body = body(stored.inside, StoredBlock::Form::Block);
        build.add(std::move(def));
    }
};

bool is_readable_fields(ByteReader& in, int depth);

bool is_readable_body(std::string_view bytes, int depth) {
    ByteReader in(bytes);
    skip_notes(in);
    if (depth > kMaxDepth || !is_readable_fields(in, depth)) return false;
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n)
        if (!is_readable_body(block_of(in, false).inside, depth + 1)) return false;
    return !in.failed() && in.at_end();
}

bool is_readable_fields(ByteReader& in, int depth) {
    if (depth > kMaxDepth) return false;
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) {
        Attribute one = attribute_of(in, false);
        if (!one.is(kNested)) continue;
        ByteReader nested(one.nested);
        if (!is_readable_fields(nested, depth + 1) || !nested.at_end()) return false;
    }
    return !in.failed();
}

}  // namespace

BodyDef StoredBlock::compile(const language::Language& language) const {
    BodyDef out;
    Decoder decoder{language, record_, out};
    ByteReader in(bytes_);
    if (form_ != Form::Fields)
        if (Notes notes = notes_of(in); !notes.doc.empty() || notes.is_deprecated)
            out.notes = std::make_shared<const Notes>(std::move(notes));
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) decoder.attribute(attribute_of(in, true));
    if (form_ == Form::Fields) {
        out.is_typed = true;
        out.is_lenient = true;  // other members of an object are ignored
        return out;
    }
    for (std::uint32_t n = in.count(); n > 0 && !in.failed(); --n) decoder.block(block_of(in, true));
    bool says_nothing = form_ == Form::Top && out.attributes.empty() && out.blocks.empty();
    if (says_nothing || in.failed()) out.is_lenient = true;
    return out;
}

Type StoredBlock::type() const {
    return form_ == Form::Fields ? fields_type(bytes_, Side::Given, 0) : body_type(bytes_, 0);
}

bool is_readable(std::string_view record) {
    return is_readable_body(record, 0);
}

}  // namespace hcl::schemas
