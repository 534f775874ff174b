#include "engine/decode/levels.h"

#include <algorithm>

#include "engine/syntax/lex/literal.h"

namespace hcl::decode {

using syntax::Node;
using syntax::NodeKind;

void* FrameStack::take(std::size_t size) {
    size = (size + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
    while (block_ < blocks_.size() && used_ + size > blocks_[block_].size) {
        ++block_;
        used_ = 0;
    }
    if (block_ == blocks_.size()) {
        std::size_t wanted = std::max(kBlockSize, size);
        blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(wanted), wanted});
        used_ = 0;
    }
    void* memory = blocks_[block_].bytes.get() + used_;
    used_ += size;
    return memory;
}

bool TreeLevel::start(const BodyPlan& plan, FrameStack& frames) {
    if (!plan.has_slots) return false;
    plan_ = &plan;
    frames_ = &frames;
    slots_ = frames.make<Slot>(plan.slots.size());
    return true;
}

bool TreeLevel::read(const NativeTree& tree, const BodyPlan& plan, FrameStack& frames) {
    whole_ = &tree;
    if (!start(plan, frames)) return false;
    for (const syntax::BodyItem& item : tree.view.items()) {
        if (item.kind == syntax::BodyItem::Kind::Attribute && !add_attribute(item.node)) return false;
        if (item.kind == syntax::BodyItem::Kind::Block && !add_block(item)) return false;
    }
    return finish();
}

bool TreeLevel::read(const TreeBlock& block, const BodyPlan& plan, FrameStack& frames) {
    // A long block is split into separate chunks, which only the body's view can walk.
    if (block.item.split) return false;
    block_ = &block;
    if (!start(plan, frames)) return false;
    Node body;
    for (Node child : block.item.node.children()) body = child;
    for (Node child : body.children()) {
        if (child.is(NodeKind::Attribute)) {
            if (!add_attribute(child)) return false;
        } else if (child.is(NodeKind::Block)) {
            if (!add_block({syntax::BodyItem::Kind::Block, child, {}, nullptr})) return false;
        }
    }
    return finish();
}

bool TreeLevel::add_attribute(Node node) {
    std::uint32_t found = plan_->names.find(node.child(0).text(), hint_);
    if (found == SlotTable::kNone || plan_->slots[found].is_block) return false;
    hint_ = found + 1;
    Slot& slot = slots_[found];
    if (slot.attribute) return false;  // set twice
    slot.attribute = node;
    return true;
}

bool TreeLevel::add_block(const syntax::BodyItem& item) {
    std::uint32_t found = plan_->names.find(item.node.child(0).text(), hint_);
    if (found == SlotTable::kNone || !plan_->slots[found].is_block) return false;
    hint_ = found;
    std::uint32_t labels = 0;
    for (Node child : item.node.children()) labels += child.is(NodeKind::Label) ? 1 : 0;
    if (labels != plan_->slots[found].label_count) return false;
    auto* block = frames_->make<TreeBlock>();
    block->item = item;
    Slot& slot = slots_[found];
    if (slot.last)
        slot.last->next = block;
    else
        slot.first = block;
    slot.last = block;
    ++slot.count;
    return true;
}

bool TreeLevel::finish() const {
    for (std::size_t i = 0; i < plan_->slots.size(); ++i)
        if (plan_->slots[i].required && !slots_[i].attribute) return false;
    return true;
}

namespace {

// The view of a block that was found by walking the nodes of its parent.
syntax::BlockView view_of(const TreeBlock& block) {
    syntax::BodyItem item = block.item;
    if (!item.split) item.span = item.node.span();
    return syntax::BlockView(item);
}

}  // namespace

Attribute TreeLevel::attribute_of(Node attribute) const {
    syntax::BodyItem item{syntax::BodyItem::Kind::Attribute, attribute, attribute.span(), nullptr};
    return native_attribute(file_, file_id_, item.attribute());
}

Location TreeLevel::missing_item() const {
    std::uint32_t place =
        whole_ ? whole_->missing : native_tree_of(file_, file_id_, view_of(*block_)).missing;
    return {file_id_, {place, place}};
}

Body TreeLevel::body_of(Handle block) const {
    return Body(std::make_shared<NativeBody>(native_tree_of(file_, file_id_, view_of(*block))));
}

Location TreeLevel::header_span(Handle block) const {
    return {file_id_, view_of(*block).header_span()};
}

std::size_t TreeLevel::label_count(Handle block) const {
    std::size_t count = 0;
    for (Node child : block->item.node.children()) count += child.is(NodeKind::Label) ? 1 : 0;
    return count;
}

std::string TreeLevel::label(Handle block, std::size_t index) const {
    for (Node child : block->item.node.children())
        if (child.is(NodeKind::Label) && index-- == 0) return syntax::label_text(child);
    return {};
}

ContentLevel::ContentLevel(const BodyContent& content, const BodyPlan&) : content_(content) {
    next_.resize(content.blocks.size());
    for (std::size_t i = 0; i < content.blocks.size(); ++i) {
        std::vector<std::size_t>& same = by_type_[content.blocks[i].type];
        if (!same.empty()) next_[same.back()] = i;
        next_[i] = i;
        same.push_back(i);
    }
}

const std::vector<std::size_t>* ContentLevel::numbers(const SpecNode& node) const {
    auto found = by_type_.find(node.spec->name);
    return found == by_type_.end() ? nullptr : &found->second;
}

std::size_t ContentLevel::count(const SpecNode& node) const {
    const auto* found = numbers(node);
    return found ? found->size() : 0;
}

ContentLevel::Handle ContentLevel::first(const SpecNode& node) const {
    const auto* found = numbers(node);
    return found ? &content_.blocks[found->front()] : nullptr;
}

ContentLevel::Handle ContentLevel::next(const SpecNode&, Handle block) const {
    auto number = static_cast<std::size_t>(block - content_.blocks.data());
    return next_[number] == number ? nullptr : &content_.blocks[next_[number]];
}

}  // namespace hcl::decode
