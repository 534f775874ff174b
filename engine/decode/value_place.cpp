// Finds the source location of a part of a decoded value.
#include <algorithm>

#include "engine/decode/spec.h"
#include "engine/decode/spec_plan.h"

namespace hcl::decode {

namespace {

class PlaceSearch {
  public:
    PlaceSearch(const Path& path, const Rules& rules) : path_(path), rules_(rules) {}

    std::optional<Location> in_body(const Body& body, const Spec& spec, std::size_t step) const {
        return find(body.partial_content(implied_schema(spec, rules_)).content, spec, step);
    }

  private:
    std::optional<Location> find(const BodyContent& content, const Spec& spec, std::size_t step) const {
        switch (spec.kind) {
            case Spec::Kind::Attr:
                if (const Attribute* attr = content.find(spec.name)) return attr->place();
                return std::nullopt;
            case Spec::Kind::Object:
                for (std::size_t i = 0; i < spec.names.size(); ++i)
                    if (key(step) == spec.names[i]) return find(content, *spec.children[i], step + 1);
                return std::nullopt;
            case Spec::Kind::Array:
                if (auto i = index(step); i && *i < spec.children.size())
                    return find(content, *spec.children[*i], step + 1);
                return std::nullopt;
            case Spec::Kind::Literal:
                return std::nullopt;
            case Spec::Kind::Default:
            case Spec::Kind::Transform:
                for (const SpecPtr& child : spec.children)
                    if (auto place = find(content, *child, step)) return place;
                return std::nullopt;
            default:
                return in_blocks(content, spec, step);
        }
    }

    std::optional<Location> in_blocks(const BodyContent& content, const Spec& spec, std::size_t step) const {
        std::size_t number = 0;
        for (const Block& block : content.blocks) {
            if (block.type != spec.name) continue;
            if (spec.kind == Spec::Kind::BlockAttrs) {
                for (const Attribute& attr : block.body.just_attributes().attributes)
                    if (key(step) == attr.name) return attr.place();
                return std::nullopt;
            }
            std::size_t inner = step;
            bool is_meant = true;
            if (spec.kind == Spec::Kind::BlockMap) {
                for (const std::string& label : block.labels) is_meant = is_meant && key(inner++) == label;
            } else if (spec.kind != Spec::Kind::Block) {
                // The elements of a set are sorted, so its first block represents it.
                is_meant = spec.kind == Spec::Kind::BlockSet || index(step) == number;
                ++inner;
            }
            ++number;
            if (!is_meant) continue;
            if (auto place = in_body(block.body, *spec.children.front(), inner)) return place;
            return block.header_span;
        }
        return std::nullopt;
    }

    // The name or key of a step; empty when it has none.
    std::string_view key(std::size_t step) const {
        if (step >= path_.size() || !path_[step].key.is_known_string()) return {};
        return path_[step].key.as_string();
    }
    std::optional<std::size_t> index(std::size_t step) const {
        if (step >= path_.size() || !path_[step].key.is_known_number()) return std::nullopt;
        return path_[step].key.as_number().to_uint64();
    }

    const Path& path_;
    const Rules& rules_;
};

}  // namespace

std::optional<Location> place_of_part(const Body& body, const Spec& spec, const Path& path,
                                      const Rules& rules) {
    return PlaceSearch(path, rules).in_body(body, spec, 0);
}

}  // namespace hcl::decode
