#include "engine/atlas/extension.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/atlas/database.h"
#include "engine/atlas/database_words.h"
#include "engine/atlas/misspelt.h"
#include "engine/atlas/schema_objects.h"
#include "engine/base/path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"

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

// A text, or the elements of a list.
std::vector<std::string> texts_of(Node expr) {
    const Node inner = eval::without_parens(expr);
    std::vector<std::string> out;
    if (inner.is(NodeKind::Tuple))
        for (const Node element : inner.children()) out.push_back(bind::literal_text(element));
    else
        out.push_back(bind::literal_text(inner));
    std::erase(out, std::string());
    return out;
}

// The schema that is a file, or a folder of files.
bind::ModulePtr schema_at(const check::ExtensionContext& context, const std::string& path) {
    constexpr std::string_view kSchema = "atlas-schema";
    if (!context.implied) return nullptr;
    if (bind::ModulePtr schema = context.implied(path + '/', kSchema)) return schema;
    bind::ModulePtr schema = context.implied(std::string(folder_of(path)), kSchema);
    const bool has_file = schema && std::ranges::any_of(schema->files(), [&](const bind::ModuleFile& file) {
                              return file_name_of(file.input.path) == file_name_of(path);
                          });
    return has_file ? schema : nullptr;
}

struct VarsOfSchemas {
    Node vars{};  // the object; may be null
    std::vector<bind::ModulePtr> schemas{};
};

// The `vars` of a block data "hcl_schema", and the schemas that it reads.
VarsOfSchemas vars_in(const check::ExtensionContext& context, const UnitSlot& slot, const BoundBlock& block) {
    VarsOfSchemas out;
    if (block.type != "data" || block.labels.empty() || block.labels[0].value != "hcl_schema") return out;
    for (const std::uint32_t i : slot.unit->bodies[block.body].attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (!attribute.expr) continue;
        if (attribute.name == "vars") out.vars = eval::without_parens(attribute.expr);
        if (attribute.name == "path" || attribute.name == "paths")
            for (const std::string& path : texts_of(attribute.expr))
                if (bind::ModulePtr schema = schema_at(context, path);
                    schema && std::ranges::find(out.schemas, schema) == out.schemas.end())
                    out.schemas.push_back(std::move(schema));
    }
    return out;
}

// Variables of the schema, at a key of `vars`.
std::vector<check::ExtensionItem> vars_to_complete(const check::ExtensionContext& context,
                                                   const bind::ModuleFile& file,
                                                   const check::ExtensionCursor& cursor) {
    std::vector<check::ExtensionItem> out;
    if (cursor.path.empty() || cursor.path.back().is(NodeKind::GetAttr)) return out;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t b : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[b];
            if (!block.span.shifted(slot.base).contains(cursor.offset)) continue;
            const VarsOfSchemas of = vars_in(context, slot, block);
            if (!of.vars || !of.vars.is(NodeKind::Object) ||
                !of.vars.span().shifted(slot.base).contains(cursor.offset))
                continue;
            std::set<std::string> set;
            for (const Node item : of.vars.children()) {
                if (!item.is(NodeKind::ObjectItem) || !item.child(0)) continue;
                const bool is_here = item.span().shifted(slot.base).touches(cursor.offset);
                if (is_here && !item.child(0).span().shifted(slot.base).touches(cursor.offset)) return;
                if (!is_here) set.insert(bind::literal_text(item.child(0)));
            }
            for (const bind::ModulePtr& schema : of.schemas)
                for (const bind::Symbol symbol : schema->symbols().by_kind("variable"))
                    if (symbol.is_declaration())
                        if (const std::string& name = schema->declaration(symbol).address.back();
                            set.insert(name).second)
                            out.push_back({.kind = check::ExtensionItem::Kind::Argument,
                                           .label = name,
                                           .is_expected = true});
        }
    });
    return out;
}

// Keys of `vars` in data "hcl_schema": variables of the schema there.
std::vector<check::ExtensionName> names_of_schemas(const check::ExtensionContext& context,
                                                   const bind::ModuleFile& file) {
    std::vector<check::ExtensionName> out;
    file.each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t b : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[b];
            const auto [vars, schemas] = vars_in(context, slot, block);
            if (!vars || !vars.is(NodeKind::Object)) continue;
            for (const Node item : vars.children()) {
                const Node key = item.is(NodeKind::ObjectItem) ? item.child(0) : Node();
                const std::string name = key ? bind::literal_text(key) : std::string();
                const Span word = key ? key.span().shifted(slot.base) : Span();
                for (const bind::ModulePtr& schema : schemas) {
                    check::ExtensionName one{word, word, schema, {}};
                    for (const bind::Symbol symbol : schema->symbols().by_kind_and_name("variable", name))
                        if (symbol.is_declaration()) one.symbols.push_back(symbol);
                    if (!one.symbols.empty()) out.push_back(std::move(one));
                }
            }
        }
    });
    return out;
}

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

    // Locals of schemas are evaluated before blocks have names.
    bool may_extract(const check::ExtensionContext& context, FileId id, Span expression) const override {
        const bind::ModuleFile* file = context.module->file(id);
        const std::optional<UnitSlot> slot = file ? file->unit_at(expression.start) : std::nullopt;
        if (!slot || context.module->language().id == kProject) return true;
        bool is_early = true;
        for (const BoundAttribute& attribute : slot->unit->attributes) {
            if (!attribute.expr || !attribute.expr.span().shifted(slot->base).contains(expression.start))
                continue;
            // A type is no value: `varchar(200)`.
            if (attribute.name == "type") is_early = false;
            eval::each_reference(attribute.expr, [&](Node at, std::string_view root) {
                const bool is_inside = expression.contains(at.span().shifted(slot->base).start);
                is_early = is_early && (!is_inside || root == "var" || root == "local");
            });
        }
        return is_early;
    }

    std::vector<check::ExtensionName> names_of_others(const check::ExtensionContext& context,
                                                      FileId id) const override {
        const bind::ModuleFile* file = context.module->file(id);
        return file && context.module->language().id == kProject ? names_of_schemas(context, *file)
                                                                 : std::vector<check::ExtensionName>();
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
        if (context.module->language().id == kProject) return vars_to_complete(context, *file, cursor);
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
