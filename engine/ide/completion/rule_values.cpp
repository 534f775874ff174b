#include "engine/ide/completion/rule_values.h"

#include <functional>

#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/ide/completion/completion_list.h"
#include "engine/syntax/lex/chars.h"
#include "engine/world/language_lookup.h"
#include "engine/world/ruled_blocks.h"

namespace hcl::ide {

namespace {

using syntax::NodeKind;
using world::RuledBlocks;

bool is_list_of_names(std::string_view argument) {
    return argument == "attributes" || argument == "required" || argument == "forbidden" ||
           argument == "order";
}

class RuleNamesAt {
  public:
    RuleNamesAt(Draft& draft, std::size_t first) : draft_(draft), cursor_(draft.cursor), first_(first) {}

    bool add(std::string_view argument) {
        const bool is_expression = argument == "condition" || argument == "message" || argument == "fix";
        if (is_expression) add_roots_and_members();
        if (argument == "language") add_languages();
        if (argument == "blocks" || argument == "inside") add_types();
        const bool has_names = is_list_of_names(argument);
        if (has_names) add_names();
        return has_names || argument == "language";
    }

  private:
    // The strings and words of another argument of the rule.
    std::vector<std::string> words_of(std::string_view argument) const {
        std::vector<std::string> out;
        const bind::BoundUnit& unit = *cursor_.slot->unit;
        for (std::uint32_t i : unit.bodies[cursor_.body].attributes) {
            const bind::BoundAttribute& there = unit.attributes[i];
            if (there.name != argument || !there.expr) continue;
            if (std::string one = bind::literal_text(there.expr); !one.empty()) return {one};
            for (const Node item : eval::without_parens(there.expr).children())
                if (std::string one = bind::literal_text(item); !one.empty()) out.push_back(std::move(one));
        }
        return out;
    }

    bool has(std::string_view argument) const {
        const bind::BoundUnit& unit = *cursor_.slot->unit;
        for (std::uint32_t i : unit.bodies[cursor_.body].attributes)
            if (unit.attributes[i].name == argument) return true;
        return false;
    }

    std::vector<language::LanguagePtr> languages() const {
        std::vector<language::LanguagePtr> out;
        for (const std::string& id : words_of("language"))
            if (language::LanguagePtr one = world::language_called(draft_.snapshot, cursor_.state, id))
                out.push_back(std::move(one));
        return out;
    }

    void offer(std::string name, std::string_view detail, CompletionKind kind) {
        const bool is_word = syntax::is_valid_identifier(name);
        Candidate c{std::move(name), kind};
        c.rank = rank::kExpected;
        c.detail = detail;
        if (!cursor_.in_string && (!is_word || kind == CompletionKind::Block))
            c.inserted = "\"" + c.label + "\"";
        draft_.list.add(std::move(c));
    }

    void add_languages() {
        for (const language::LanguagePtr& one : language::LanguageSet::builtin().all())
            offer(one->id, one->title, CompletionKind::Value);
        for (const world::WorkspaceConfig& config : world::workspace_languages(draft_.snapshot).configs)
            for (const auto& association : config.associations)
                offer(association.language->id, association.language->title, CompletionKind::Value);
    }

    // The first pattern of a list is that of the type.
    void add_types() {
        const Node list = eval::without_parens(cursor_.path[first_]);
        if (list.is(NodeKind::Tuple) && list.child(0) &&
            list.child(0).span().end < cursor_.path.back().span().start)
            return;
        for (const language::LanguagePtr& one : languages())
            for (const auto& [type, known] : blocks_.of(*one).blocks)
                offer(type, "block", CompletionKind::Block);
    }

    // The blocks that the rule is about.
    void each_block(const std::function<void(RuledBlocks::Known&)>& visit) {
        const std::vector<std::string> blocks = words_of("blocks"), inside = words_of("inside");
        if (blocks.empty()) return;
        for (const language::LanguagePtr& one : languages()) {
            RuledBlocks::InBodies* all = &blocks_.of(*one);
            if (!inside.empty() && all->blocks.contains(inside.front()))
                all = &blocks_.inside(*all, inside.front());
            if (const auto known = all->blocks.find(blocks.front()); known != all->blocks.end())
                visit(known->second);
        }
    }

    void add_names() {
        each_block([&](RuledBlocks::Known& known) {
            for (const std::string& name : known.names().all) offer(name, "", CompletionKind::Member);
        });
    }

    void add_roots_and_members() {
        if (cursor_.in_string) return;
        const Node node = cursor_.path.back();
        if (!node.is(NodeKind::GetAttr)) {
            const Node parent = cursor_.path.size() > 1 ? cursor_.path[cursor_.last() - 1] : Node();
            const bool is_key = node.is(NodeKind::Object) ||
                                (parent && parent.is(NodeKind::ObjectItem) && parent.child(0) == node);
            if (is_key) return add_names();
            for (std::string_view root : {"self", "label", "set"})
                offer(std::string(root), "", CompletionKind::Variable);
            if (has("attributes"))
                for (std::string_view root : {"name", "value"})
                    offer(std::string(root), "", CompletionKind::Variable);
            return;
        }
        const eval::Traversal operand = eval::traversal_of(node.child(0));
        if (operand.size() != 1) return;
        if (operand[0].name == "self" || operand[0].name == "set") return add_names();
        if (operand[0].name != "label") return;
        each_block([&](RuledBlocks::Known& known) {
            for (const std::string& label : known.labels()) offer(label, "label", CompletionKind::Member);
        });
    }

    Draft& draft_;
    const Cursor& cursor_;
    std::size_t first_;
    const world::FindLanguage find_{};  // languages are found by their ids beforehand
    RuledBlocks blocks_{find_};
};

}  // namespace

bool add_rule_names(Draft& draft, const AttributeDef& def, std::size_t first) {
    const Cursor& cursor = draft.cursor;
    if (!cursor.state.info().path.ends_with(world::kConfigName)) return false;  // or NAME.hcl-ls.hcl
    if (!cursor.slot || cursor.body == kNone) return false;
    const bind::BoundUnit& unit = *cursor.slot->unit;
    const std::uint32_t block = unit.bodies[cursor.body].block;
    if (block == kNone || unit.blocks[block].type != "rule") return false;
    return RuleNamesAt(draft, first).add(def.name);
}

}  // namespace hcl::ide
