#include "engine/language/fixed_names.h"

#include <algorithm>
#include <set>
#include <span>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/language.h"

namespace hcl::language {

namespace {

using syntax::Node;
using syntax::NodeKind;

void add_once(std::vector<std::string>& list, std::string_view name) {
    if (std::ranges::find(list, name) == list.end()) list.emplace_back(name);
}

class Collector {
  public:
    FixedNames names;

    void body(const LazyBody& lazy) {
        const Span source = lazy.source().span();
        if (!seen_.emplace(source.start, source.end).second) return;
        const BodyDef& def = lazy.get();
        for (const AttributeDef& a : def.attributes) symbol(a.symbol.get(), nullptr);
        if (def.any_attribute) symbol(def.any_attribute->symbol.get(), nullptr);
        for (const BlockDef& b : def.blocks) block(b);
        if (def.any_block) block(*def.any_block);
        cases(def.cases);
    }

  private:
    // By position: a recursive body is compiled again at each level.
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;

    void cases(const std::vector<CaseDef>& list) {
        for (const CaseDef& one : list)
            for (const CaseDef::Choice& choice : one.choices)
                if (choice.body) body(*choice.body);
    }

    // `block`: null for the symbol of an attribute.
    void symbol(const SymbolDef* def, const BlockDef* block) {
        if (!def || def->is_name_only || def->address.size() < 2 ||
            def->address.front().kind != AddressStep::Kind::Literal)
            return;
        std::string whole = def->address.front().text;
        for (const AddressStep& step : std::span(def->address).subspan(1)) {
            const bool is_label =
                step.kind == AddressStep::Kind::Label && block && step.label < block->labels.size();
            std::string word = step.kind == AddressStep::Kind::Literal ? step.text
                               : is_label                              ? block->labels[step.label].name
                                                                       : "name";
            if (step.kind != AddressStep::Kind::Literal)
                std::ranges::transform(word, word.begin(), [](char c) {
                    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
                });
            whole += '.' + word;
        }
        names.roots.emplace(def->address.front().text, std::move(whole));
    }

    void block(const BlockDef& def) {
        symbol(def.symbol.get(), &def);
        for (const ScopeDef& one : def.scopes) scope(one, def.type);
        if (def.body) body(*def.body);
        cases(def.cases);
    }

    static std::string first_member(Node value) {
        Node object = value ? eval::without_parens(value) : value;
        if (!object || !object.is(NodeKind::Object) || !object.child(0) || !object.child(0).child(0))
            return {};
        return eval::static_keyword(eval::Expression(object.child(0).child(0)));
    }

    // The literal keys of `names`, with the attributes that `when` reads.
    void scope(const ScopeDef& def, const std::string& block_type) {
        Node object = def.names ? eval::without_parens(def.names) : def.names;
        if (!object || !object.is(NodeKind::Object)) return;
        std::vector<std::string> needs;
        if (def.when)
            for (const eval::Traversal& path : eval::variables(def.when))
                if (path.size() == 2 && (path.front().name == "set" || path.front().name == "self"))
                    add_once(needs, path[1].name);
        for (Node item : object.children()) {
            if (!item.child(0)) continue;
            const std::string key = eval::static_keyword(eval::Expression(item.child(0)));
            if (key.empty()) continue;
            auto known = std::ranges::find(names.scoped, key, &FixedNames::Scoped::name);
            if (known == names.scoped.end()) {
                names.scoped.push_back({key, needs, {block_type}, first_member(item.child(1))});
                continue;
            }
            for (const std::string& need : needs) add_once(known->needs, need);
            add_once(known->blocks, block_type);
        }
    }
};

FixedNames collect(const LazyBody& root, const auto& bodies) {
    Collector all;
    all.body(root);
    for (const auto& [name, body] : bodies) all.body(*body);
    std::ranges::sort(all.names.scoped, {}, &FixedNames::Scoped::name);
    return std::move(all.names);
}

}  // namespace

const FixedNames::Scoped* FixedNames::find_scoped(std::string_view name) const {
    auto it = std::ranges::lower_bound(scoped, name, std::less<>(), &Scoped::name);
    return it != scoped.end() && it->name == name ? &*it : nullptr;
}

const FixedNames& Language::fixed_names() const {
    return fixed_names_.get([&] { return collect(*root_, bodies_); });
}

}  // namespace hcl::language
