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
        if (argument == "blocks" || argument == "inside") add_patterns(argument);
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

    // The first pattern of a list is that of the type, the others are those of labels.
    void add_patterns(std::string_view argument) {
        const Node list = eval::without_parens(cursor_.path[first_]);
        std::size_t before = 0;
        if (list.is(NodeKind::Tuple))
            for (const Node item : list.children()) before += item.span().end < cursor_.offset;
        if (before == 0) return add_types();
        const bool is_outer = argument == "inside";
        each_block(words_of(argument), is_outer ? std::vector<std::string>() : words_of("inside"),
                   [&](const language::Language& language, RuledBlocks::Known& known) {
                       for (const language::BlockDef* block : known.found)
                           if (before <= block->labels.size())
                               add_label_values(language, *block, block->labels[before - 1]);
                   });
    }

    void add_types() {
        for (const language::LanguagePtr& one : languages())
            for (const auto& [type, known] : blocks_.of(*one).blocks)
                offer(type, "block", CompletionKind::Block);
    }

    using VisitCase = std::function<void(const language::CaseDef&)>;
    static void each_case(const language::BlockDef& block, const VisitCase& visit) {
        for (const language::CaseDef& one : block.cases) visit(one);
        if (!block.body) return;
        for (const language::CaseDef& one : block.body->get().cases) visit(one);
    }

    void add_label_values(const language::Language& language, const language::BlockDef& block,
                          const language::LabelDef& label) {
        auto add = [&](std::string value, std::string_view detail) {
            offer(std::move(value), detail, CompletionKind::Block);
        };
        for (const language::Choice& choice : label.rules.values)
            if (choice.value.is_known_string()) add(std::string(choice.value.as_string()), label.name);
        each_case(block, [&](const language::CaseDef& selection) {
            for (std::size_t key = 0; key < selection.keys.size(); ++key)
                for (const language::CaseDef::Choice& option : selection.choices)
                    if (selection.keys[key].is_label && selection.keys[key].name == label.name &&
                        key < option.patterns.size() && !option.patterns[key].contains('*'))
                        add(option.patterns[key], label.name);
            if (selection.selects_stored(label.name) && language.additions.schemas)
                language.additions.schemas->each_name(selection.from, {},
                                                      [&](std::string_view package, std::string_view name) {
                                                          if (!name.empty()) add(std::string(name), package);
                                                      });
        });
    }

    using VisitBlocks = std::function<void(const language::Language&, RuledBlocks::Known&)>;
    void each_block(const std::vector<std::string>& blocks, const std::vector<std::string>& inside,
                    const VisitBlocks& visit) {
        if (blocks.empty()) return;
        for (const language::LanguagePtr& one : languages()) {
            RuledBlocks::InBodies* all = &blocks_.of(*one);
            if (!inside.empty() && all->blocks.contains(inside.front()))
                all = &blocks_.inside(*all, inside.front());
            if (const auto known = all->blocks.find(blocks.front()); known != all->blocks.end())
                visit(*one, known->second);
        }
    }

    // The blocks that the rule is about.
    void each_block(const VisitBlocks& visit) { each_block(words_of("blocks"), words_of("inside"), visit); }

    void add_names() {
        const std::vector<std::string> patterns = words_of("blocks");
        each_block([&](const language::Language& language, RuledBlocks::Known& known) {
            for (const std::string& name : known.names().all) offer(name, "", CompletionKind::Member);
            for (const language::BlockDef* block : known.found) add_stored_names(language, *block, patterns);
        });
    }

    // Names in the body that a package defines, if one of the patterns is its label.
    void add_stored_names(const language::Language& language, const language::BlockDef& block,
                          const std::vector<std::string>& patterns) {
        if (!language.additions.schemas) return;
        for (std::size_t i = 0; i < block.labels.size() && i + 1 < patterns.size(); ++i)
            each_case(block, [&](const language::CaseDef& selection) {
                if (!selection.selects_stored(block.labels[i].name)) return;
                const std::string& wanted = patterns[i + 1];
                std::string origin;
                language.additions.schemas->each_name(selection.from, {},
                                                      [&](std::string_view package, std::string_view name) {
                                                          if (name == wanted) origin = package;
                                                      });
                if (origin.empty()) return;
                const auto body = language.stored_body({origin, selection.from, wanted}).body;
                if (!body) return;
                for (const AttributeDef& one : body->get().attributes)
                    offer(one.name, origin, CompletionKind::Member);
                for (const BlockDef& one : body->get().blocks)
                    offer(one.type, origin, CompletionKind::Member);
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
        each_block([&](const language::Language&, RuledBlocks::Known& known) {
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
    if (draft.language().id != world::kConfigLanguage) return false;
    if (!cursor.slot || cursor.body == kNone) return false;
    const bind::BoundUnit& unit = *cursor.slot->unit;
    const std::uint32_t block = unit.bodies[cursor.body].block;
    if (block == kNone || unit.blocks[block].type != "rule") return false;
    return RuleNamesAt(draft, first).add(def.name);
}

}  // namespace hcl::ide
