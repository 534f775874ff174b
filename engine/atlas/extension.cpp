#include "engine/atlas/extension.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/atlas/database.h"
#include "engine/atlas/database_words.h"
#include "engine/atlas/misspelt.h"
#include "engine/atlas/schema_objects.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::atlas {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

constexpr std::string_view kProject = "atlas";
constexpr std::string_view kTypeRule = "database-type";
constexpr std::string_view kSettingRule = "database-setting";

// A word alone, or the name of a function that is called; empty for other expressions.
struct Word {
    std::string text{};
    Span place{};
};

Word word_of(Node expr) {
    const Node inner = eval::without_parens(expr);
    if (inner.is(NodeKind::Call)) return {std::string(eval::call_name(inner).view()), inner.child(0).span()};
    const eval::Traversal path = eval::traversal_of(inner);
    return path.size() == 1 ? Word{path[0].name, inner.span()} : Word();
}

struct SchemaChecker {
    const ToldDatabase& told;
    const UnitSlot& slot;
    Diagnostics& out;

    void report(std::string_view rule, Span place, std::string sentence, std::string_view instead,
                bool is_replaceable) {
        if (!instead.empty()) sentence += " It has `" + std::string(instead) + "`.";
        out.push_back(make_diagnostic(DiagCode::CheckFailed, place.shifted(slot.base), {sentence}));
        Diagnostic& d = out.back();
        d.file = slot.file;
        d.severity = Severity::Warning;
        d.rule = rule;
        if (told.file.is_valid()) d.related.push_back({{told.file, told.place}, "the URL of the database"});
        if (is_replaceable && !instead.empty())
            d.fixes.push_back({.title = "Change to \"" + std::string(instead) + "\"",
                               .edits = {{{}, {place.shifted(slot.base), std::string(instead)}}},
                               .preferred = true,
                               .is_guess = true});
    }

    void word(const BoundAttribute& attribute, std::span<const DatabaseWord> words, std::string_view what) {
        if (!attribute.expr) return;
        const Word written = word_of(attribute.expr);
        const DatabaseWord* known = find(words, written.text);
        if (!known || known->is_of(told.database)) return;
        report(
            kTypeRule, written.place,
            std::string(name_of(told.database)) + " has no " + std::string(what) + " `" + written.text + "`.",
            known->instead(told.database), true);
    }

    void setting(std::string_view name, Span place) {
        const DatabaseWord* known = find(settings(), name);
        if (!known || known->is_of(told.database)) return;
        report(kSettingRule, place,
               "`" + std::string(name) + "` has no meaning for " + std::string(name_of(told.database)) + ".",
               known->instead(told.database), false);
    }

    void look(const BoundBlock& block) {
        const bool is_column = block.type == "column";
        if (!is_column && block.type != "table" && block.type != "index") return;
        for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& attribute = slot.unit->attributes[i];
            if (attribute.name == "type" && is_column) word(attribute, column_types(), "type");
            if (attribute.name == "type" && block.type == "index") word(attribute, index_kinds(), "index");
            if (block.type != "index") setting(attribute.name, attribute.name_span);
        }
        if (!is_column) return;
        for (const std::uint32_t i : slot.unit->bodies[block.body].blocks)
            setting(slot.unit->blocks[i].type, slot.unit->blocks[i].type_span);
    }
};

class Extension final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "atlas"; }

    std::vector<std::string_view> rule_names() const override {
        return {kTypeRule, kSettingRule, kReferenceRule, kTwiceRule};
    }

    bool offers(const check::ExtensionContext& context, FileId id, std::string_view path,
                const language::Notes&, bool /*surely*/) const override {
        const bind::ModuleFile* file = context.module->file(id);
        const DatabaseWord* known = find(settings(), path.substr(path.rfind('/') + 1));
        if (!file || !known) return true;
        const Database database = database_of(context, *file).database;
        return database == Database::Unknown || known->is_of(database);
    }

    Diagnostics findings(const check::ExtensionContext& context, FileId id) const override {
        Diagnostics out;
        const bind::ModuleFile* file = context.module->file(id);
        if (!file) return out;
        const bool is_schema = context.module->language().id != kProject;
        const ToldDatabase told = is_schema ? database_of(context, *file) : ToldDatabase();
        if (is_schema) add_declared_twice(*file, out);
        file->each_unit([&](const UnitSlot& slot) {
            context.cancel.poll();
            add_misspelt(slot, out);
            if (is_schema) add_wrong_references(slot, out);
            if (told.database == Database::Unknown) return;
            SchemaChecker checker{told, slot, out};
            for (const BoundBlock& block : slot.unit->blocks)
                if (block.def) checker.look(block);
        });
        return out;
    }

    // The words that its database has, before those of others, which the pack lists.
    std::vector<check::ExtensionItem> completions(const check::ExtensionContext& context,
                                                  const check::ExtensionCursor& cursor) const override {
        using Kind = check::ExtensionItem::Kind;
        std::vector<check::ExtensionItem> out;
        const bind::ModuleFile* file = context.module->file(cursor.file);
        if (!file || cursor.in_string || cursor.at != check::ExtensionCursor::At::Value) return out;
        // Behind a dot stand members: `enum.`.
        if (!cursor.path.empty() && cursor.path.back().is(NodeKind::GetAttr)) return out;
        const Words words = words_at(cursor);
        const Database database =
            words.some.empty() ? Database::Unknown : database_of(context, *file).database;
        if (database == Database::Unknown) return out;
        const eval::FunctionTable& functions = *context.module->language().evaluation.scoped_functions;
        auto add = [&](std::string_view word) {
            out.push_back({.kind = functions.find(word) ? Kind::Function : Kind::Value,
                           .label = std::string(word),
                           .detail = std::string(name_of(database)),
                           .is_expected = true});
        };
        for (const std::string_view word : words.all) add(word);
        for (const DatabaseWord& word : words.some)
            if (word.is_of(database)) add(word.word);
        return out;
    }

  private:
    struct Words {
        std::span<const std::string_view> all{};  // that all databases have
        std::span<const DatabaseWord> some{};
    };

    // The words that the argument at the cursor takes.
    static Words words_at(const check::ExtensionCursor& cursor) {
        std::string block{};
        for (const Node node : cursor.path) {
            if (node.is(NodeKind::Block)) block = std::string(node.child(0).text());
            if (!node.is(NodeKind::Attribute) || node.child(0).text() != "type") continue;
            if (block == "column") return {common_types(), column_types()};
            if (block == "index") return {{}, index_kinds()};
        }
        return {};
    }
};

}  // namespace

std::shared_ptr<const check::LanguageExtension> make_extension() {
    return std::make_shared<const Extension>();
}

}  // namespace hcl::atlas
