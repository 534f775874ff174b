// The kinds of bodies that this room implements. Private to decode/.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/decode/body.h"
#include "engine/value/text.h"

namespace hcl::decode {

// Names consumed by earlier partial processing.
class HiddenNames {
  public:
    bool contains(std::string_view name) const {
        return !names_.empty() && names_.contains(std::string(name));
    }
    void add(std::string_view name) { names_.emplace(name); }

  private:
    std::unordered_set<std::string> names_;
};

// Maps names to indices. Most bodies and schemas are small; then a linear search is faster than
// hashing.
class NameIndex {
  public:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void reserve(std::size_t count) {
        if (count > kSmall)
            hashed_.reserve(count);
        else
            small_.reserve(count);
        is_hashed_ = count > kSmall;
    }
    // For equal names the later one wins when `replace` is set, else the earlier one.
    void add(std::string_view name, std::size_t number, bool replace = false) {
        if (is_hashed_) {
            if (replace)
                hashed_.insert_or_assign(name, number);
            else
                hashed_.emplace(name, number);
            return;
        }
        for (auto& [known, value] : small_) {
            if (known != name) continue;
            if (replace) value = number;
            return;
        }
        small_.emplace_back(name, number);
    }
    std::size_t find(std::string_view name) const {
        if (is_hashed_) {
            auto it = hashed_.find(name);
            return it == hashed_.end() ? kNone : it->second;
        }
        for (const auto& [known, value] : small_)
            if (known == name) return value;
        return kNone;
    }
    bool contains(std::string_view name) const { return find(name) != kNone; }

  private:
    static constexpr std::size_t kSmall = 24;
    bool is_hashed_ = false;
    std::vector<std::pair<std::string_view, std::size_t>> small_;
    std::unordered_map<std::string_view, std::size_t> hashed_;
};

// A body of native syntax in its file.
struct NativeTree {
    syntax::FilePtr file;
    FileId file_id;
    syntax::BodyView view;
    std::uint32_t missing;  // position for findings about missing items
};

// The body of a block in that tree.
NativeTree native_tree_of(const syntax::FilePtr& file, FileId file_id, const syntax::BlockView& block);
Attribute native_attribute(const syntax::FilePtr& file, FileId file_id, const syntax::AttributeView& view);

class NativeBody final : public BodySource {
  public:
    explicit NativeBody(NativeTree tree) : tree_(std::move(tree)) {}

    ContentResult content(const BodySchema& schema) const override;
    PartialResult partial_content(const BodySchema& schema) const override;
    AttributesResult just_attributes() const override;
    Location missing_item() const override;
    const NativeTree* native_tree() const override { return items_ ? nullptr : &tree_; }

  private:
    // The items of the body: read on demand, and shared with the bodies that remain after partial processing.
    struct Items {
        struct NamedBlock {
            std::string_view type;
            syntax::BlockView view;
        };
        struct Repeat {
            syntax::AttributeView attribute;
            Span first;
        };
        std::vector<syntax::AttributeView> attributes;  // the first of each name
        std::vector<NamedBlock> blocks;
        // Attributes whose names equal an earlier one only in NFC: the parser does not report these.
        std::vector<Repeat> repeats;
        std::deque<std::string> normalised;  // NFC forms of names that are not normalised in the source
    };
    std::shared_ptr<const Items> items() const;
    void report_repeats(const Items& items, Diagnostics& diagnostics) const;

    Location at(Span span) const { return {tree_.file_id, span}; }
    Block block(const syntax::BlockView& view, std::vector<syntax::LabelView> labels) const;
    BodyContent take(const Items& items, const BodySchema& schema, Diagnostics& diagnostics) const;
    void report_unexpected(const Items& items, const BodySchema& schema, const BodyContent& content,
                           Diagnostics& diagnostics) const;

    NativeTree tree_;
    std::shared_ptr<const Items> items_;  // null until items were consumed
    HiddenNames hidden_attributes_;
    HiddenNames hidden_blocks_;
};

class JsonBody final : public BodySource {
  public:
    JsonBody(syntax::FilePtr file, FileId file_id, syntax::Node value)
        : file_(std::move(file)), file_id_(file_id), value_(value) {}

    ContentResult content(const BodySchema& schema) const override;
    PartialResult partial_content(const BodySchema& schema) const override;
    AttributesResult just_attributes() const override;
    Location missing_item() const override;

  private:
    struct Property {
        std::string name;
        syntax::Node name_node;
        syntax::Node value;
    };
    struct BlockWalk;

    Location at(Span span) const { return {file_id_, span}; }
    Location start_of(syntax::Node node) const;
    Attribute attribute(const Property& property) const;
    std::vector<Property> properties(syntax::Node value, std::string_view label_name,
                                     Diagnostics& diagnostics) const;
    void unpack_block(syntax::Node value, BlockWalk& walk, std::size_t level) const;
    BodyContent take(const BodySchema& schema, HiddenNames& used, Diagnostics& diagnostics) const;

    syntax::FilePtr file_;
    FileId file_id_;
    syntax::Node value_;
    HiddenNames hidden_;
};

class MergedBody final : public BodySource {
  public:
    explicit MergedBody(std::vector<Body> bodies) : bodies_(std::move(bodies)) {}

    ContentResult content(const BodySchema& schema) const override;
    PartialResult partial_content(const BodySchema& schema) const override;
    AttributesResult just_attributes() const override;
    Location missing_item() const override;

  private:
    std::vector<Body> bodies_;
};

}  // namespace hcl::decode
