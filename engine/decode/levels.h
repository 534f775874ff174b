// A body during decoding, with arguments and blocks by slot of its plan. Private to the decoder.
//
// TreeLevel reads an unmodified native body directly from the syntax tree and gives up at
// anything that the schema does not expect. ContentLevel uses a BodyContent, so it supports every
// body, and errors have been reported.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/decode/body_sources.h"
#include "engine/decode/spec_plan.h"

namespace hcl::decode {

// Stack-like memory for temporaries without destructors.
class FrameStack {
  public:
    struct Mark {
        std::size_t block = 0;
        std::size_t used = 0;
    };
    Mark mark() const { return {block_, used_}; }
    void release(Mark mark) {
        block_ = mark.block;
        used_ = mark.used;
    }
    template <typename T>
    T* make(std::size_t count = 1) {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignof(std::max_align_t));
        auto* memory = static_cast<T*>(take(count * sizeof(T)));
        std::uninitialized_value_construct_n(memory, count);
        return memory;
    }

  private:
    static constexpr std::size_t kBlockSize = 64 << 10;
    struct Block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };
    void* take(std::size_t size);

    std::vector<Block> blocks_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
};

struct TreeBlock {
    syntax::BodyItem item;
    const TreeBlock* next = nullptr;  // of the same type
};

class TreeLevel {
  public:
    using Handle = const TreeBlock*;

    TreeLevel(const syntax::FilePtr& file, FileId file_id) : file_(file), file_id_(file_id) {}

    // False when the body needs the general path; nothing has been reported then.
    bool read(const NativeTree& tree, const BodyPlan& plan, FrameStack& frames);
    bool read(const TreeBlock& block, const BodyPlan& plan, FrameStack& frames);

    // The node of the attribute, or null.
    syntax::Node attribute(const SpecNode& node) const { return slots_[node.slot].attribute; }
    Attribute attribute_of(syntax::Node attribute) const;
    Location missing_item() const;

    std::size_t count(const SpecNode& node) const { return slots_[node.slot].count; }
    Handle first(const SpecNode& node) const { return slots_[node.slot].first; }
    Handle next(const SpecNode&, Handle block) const { return block->next; }
    bool is_unknown(Handle) const { return false; }
    Body body_of(Handle block) const;
    Location header_span(Handle block) const;
    Location own_place(Handle block) const { return header_span(block); }
    std::size_t label_count(Handle block) const;
    std::string label(Handle block, std::size_t index) const;

    const syntax::FilePtr& file() const { return file_; }
    FileId file_id() const { return file_id_; }

  private:
    struct Slot {
        syntax::Node attribute;
        const TreeBlock* first = nullptr;
        TreeBlock* last = nullptr;
        std::size_t count = 0;
    };
    bool start(const BodyPlan& plan, FrameStack& frames);
    bool add_attribute(syntax::Node node);
    bool add_block(const syntax::BodyItem& item);
    bool finish() const;

    const syntax::FilePtr& file_;
    FileId file_id_;
    const BodyPlan* plan_ = nullptr;
    FrameStack* frames_ = nullptr;
    Slot* slots_ = nullptr;
    std::uint32_t hint_ = 0;
    const NativeTree* whole_ = nullptr;  // exactly one of the two is set
    const TreeBlock* block_ = nullptr;
};

class ContentLevel {
  public:
    using Handle = const Block*;

    ContentLevel(const BodyContent& content, const BodyPlan& plan);

    const Attribute* attribute(const SpecNode& node) const { return content_.find(node.spec->name); }
    Location missing_item() const { return content_.missing_item; }

    std::size_t count(const SpecNode& node) const;
    Handle first(const SpecNode& node) const;
    Handle next(const SpecNode& node, Handle block) const;
    bool is_unknown(Handle block) const { return block->body.is_unknown(); }
    const Body& body_of(Handle block) const { return block->body; }
    Location header_span(Handle block) const { return block->header_span; }
    Location own_place(Handle block) const {
        return block->own_place == Location() ? block->header_span : block->own_place;
    }
    std::size_t label_count(Handle block) const { return block->labels.size(); }
    const std::string& label(Handle block, std::size_t index) const { return block->labels[index]; }

    const BodyContent& content() const { return content_; }

  private:
    const std::vector<std::size_t>* numbers(const SpecNode& node) const;

    const BodyContent& content_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_type_;  // block indices
    std::vector<std::size_t> next_;  // by block: the next one of its type, or itself
};

}  // namespace hcl::decode
