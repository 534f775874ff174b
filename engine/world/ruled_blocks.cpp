#include "engine/world/ruled_blocks.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace hcl::world {

namespace {

void follow_cases(const std::vector<language::CaseDef>& cases,
                  const std::function<void(const language::LazyBodyPtr&)>& visit) {
    for (const language::CaseDef& one : cases)
        for (const auto& choice : one.choices) visit(choice.body);
}

// Adds the definitions of all blocks in these bodies, at any depth.
void add_blocks(std::vector<const language::BodyDef*> pending, RuledBlocks::InBodies& out) {
    constexpr std::size_t kMostBodies = 2'000;
    std::unordered_set<const language::BodyDef*> seen(pending.begin(), pending.end());
    auto follow = [&](const language::LazyBodyPtr& body) {
        if (body && seen.insert(&body->get()).second) pending.push_back(&body->get());
    };
    auto takes_any = [](const std::vector<language::CaseDef>& cases) {
        return std::ranges::any_of(cases, &language::CaseDef::takes_any);
    };
    while (!pending.empty() && seen.size() < kMostBodies) {
        const language::BodyDef& body = *pending.back();
        pending.pop_back();
        out.takes_any |= body.is_lenient || body.any_block || takes_any(body.cases);
        for (const language::BlockDef& block : body.blocks) {
            out.blocks[block.type].found.push_back(&block);
            out.takes_any |= takes_any(block.cases);
            follow(block.body);
            follow_cases(block.cases, follow);
        }
        follow_cases(body.cases, follow);
    }
    out.takes_any |= !pending.empty();
}

// The names that may stand in any of the blocks; false when one of them accepts others: names of the user's
// own, or those of a schema from elsewhere.
bool add_names_in(const std::vector<const language::BlockDef*>& blocks, std::set<std::string>& names) {
    bool is_closed = true;
    std::unordered_set<const language::BodyDef*> seen;
    std::function<void(const language::LazyBodyPtr&)> add;
    auto add_cases = [&](const std::vector<language::CaseDef>& cases) {
        is_closed = is_closed && std::ranges::none_of(cases, &language::CaseDef::takes_any);
        follow_cases(cases, add);
    };
    add = [&](const language::LazyBodyPtr& lazy) {
        if (!lazy || !seen.insert(&lazy->get()).second) return;
        const language::BodyDef& body = lazy->get();
        is_closed = is_closed && !body.is_lenient && !body.any_block && !body.any_attribute;
        for (const language::AttributeDef& attribute : body.attributes) names.insert(attribute.name);
        for (const language::BlockDef& block : body.blocks) names.insert(block.type);
        add_cases(body.cases);
    };
    for (const language::BlockDef* block : blocks) {
        add(block->body);
        add_cases(block->cases);
    }
    return is_closed;
}

}  // namespace

const NamesInBlocks& RuledBlocks::Known::names() {
    if (!names_) {
        names_.emplace();
        names_->is_closed = add_names_in(found, names_->all);
    }
    return *names_;
}

std::set<std::string> RuledBlocks::Known::labels() const {
    std::set<std::string> out;
    for (const language::BlockDef* block : found)
        for (const language::LabelDef& label : block->labels) out.insert(label.name);
    return out;
}

language::LanguagePtr RuledBlocks::language(const ConfigFile& config, const std::string& id) {
    const auto [known, is_new] = by_id_.try_emplace(id);
    if (!is_new) return known->second;
    if (find_) known->second = find_(config, id);
    const bool is_described = std::ranges::any_of(
        config.languages, [&](const ConfigFile::Language& one) { return one.id == id && one.has_spec; });
    if (!known->second && !is_described) known->second = language::LanguageSet::builtin().find(id);
    return known->second;
}

RuledBlocks::InBodies& RuledBlocks::of(const language::Language& language) {
    const auto [known, is_new] = languages_.try_emplace(&language);
    if (is_new) add_blocks({&language.root()}, known->second);
    return known->second;
}

RuledBlocks::InBodies& RuledBlocks::inside(const InBodies& all, const std::string& type) {
    const auto [known, is_new] = inside_.try_emplace({&all, type});
    const auto around = all.blocks.find(type);
    if (!is_new || around == all.blocks.end()) return known->second;
    std::vector<const language::BodyDef*> bodies;
    auto add = [&](const language::LazyBodyPtr& body) {
        if (body) bodies.push_back(&body->get());
    };
    for (const language::BlockDef* block : around->second.found) {
        add(block->body);
        known->second.takes_any |= std::ranges::any_of(block->cases, &language::CaseDef::takes_any);
        follow_cases(block->cases, add);
    }
    add_blocks(std::move(bodies), known->second);
    return known->second;
}

}  // namespace hcl::world
