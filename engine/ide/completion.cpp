#include "engine/ide/completion.h"

#include <algorithm>
#include <set>

#include "engine/ide/bound_place.h"
#include "engine/ide/places.h"

namespace hcl::ide {

namespace {

using bind::AttributeDef;
using bind::BlockDef;
using bind::BodyDef;
using syntax::TokenKind;

bool is_word(TokenKind kind) {
    return kind == TokenKind::Ident;
}
bool is_text(TokenKind kind) {
    return kind == TokenKind::QuotedLit || kind == TokenKind::OQuote;
}

struct Completer {
    const BoundPlace& place;
    const syntax::File& tree;
    std::uint32_t offset;
    Completions out{};
    std::set<std::string> seen{};

    void add(CompletionItem item) {
        if (item.inserted.empty()) item.inserted = item.label;
        if (seen.insert(item.label).second) out.items.push_back(std::move(item));
    }

    static std::string documentation(const language::Notes& notes) {
        std::string text = notes.doc;
        if (notes.is_deprecated)
            text += (text.empty() ? "" : "\n\n") + std::string("Deprecated. ") + notes.deprecated;
        if (!notes.link.empty())
            text += (text.empty() ? "" : "\n\n") + std::string("[Documentation](") + notes.link + ")";
        return text;
    }

    // ---- Names of a body

    void names(const std::vector<const BodyDef*>& defs, const std::vector<std::string>& set,
               const std::vector<const BlockDef*>& there) {
        for (const BodyDef* def : defs) {
            for (const AttributeDef& attribute : def->attributes) {
                if (attribute.is_read_only || std::ranges::find(set, attribute.name) != set.end()) continue;
                CompletionItem item;
                item.label = attribute.name;
                item.inserted = attribute.name + " = ";
                item.kind = CompletionKind::Attribute;
                item.detail = attribute.type.is_dynamic() ? "" : attribute.type.to_constraint_source();
                item.documentation = documentation(attribute.notes);
                item.is_required = attribute.is_required;
                item.is_deprecated = attribute.notes.is_deprecated;
                add(std::move(item));
            }
            for (const BlockDef& block : def->blocks) {
                auto count = static_cast<std::uint64_t>(std::ranges::count(there, &block));
                if (block.max_items > 0 && count >= block.max_items) continue;
                CompletionItem item;
                item.label = block.type;
                item.kind = CompletionKind::Block;
                for (const language::LabelDef& label : block.labels)
                    item.detail += (item.detail.empty() ? "" : " ") + label.name;
                item.documentation = documentation(block.notes);
                item.is_required = block.min_items > count;
                item.is_deprecated = block.notes.is_deprecated;
                add(std::move(item));
            }
        }
    }

    void top_level() {
        std::vector<std::string> set;
        std::vector<const BlockDef*> there;
        for (const bind::ModuleFile& file : place.module->files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (std::uint32_t i : slot.unit->bodies[0].attributes)
                    set.push_back(slot.unit->attributes[i].name);
                for (std::uint32_t i : slot.unit->bodies[0].blocks) there.push_back(slot.unit->blocks[i].def);
            });
        names({&place.module->language().root()}, set, there);
    }

    void body(std::uint32_t index) {
        const bind::BoundUnit& unit = place.unit();
        const bind::BoundBody& b = unit.bodies[index];
        std::vector<std::string> set;
        std::vector<const BlockDef*> there;
        for (std::uint32_t i : b.attributes)
            if (!unit.attributes[i].name_span.touches(place.offset)) set.push_back(unit.attributes[i].name);
        for (std::uint32_t i : b.blocks) there.push_back(unit.blocks[i].def);
        names(b.defs, set, there);
    }

    // ---- Values

    void symbols_of(const std::vector<std::string>& kinds, bool quoted) {
        for (const std::string& kind : kinds) {
            for (bind::Symbol symbol : place.module->by_kind(kind)) {
                CompletionItem item;
                item.label = place.module->declaration(symbol).address.back();
                item.inserted = quoted ? "\"" + item.label + "\"" : item.label;
                item.kind = CompletionKind::Symbol;
                item.detail = kind;
                add(std::move(item));
            }
        }
    }

    void choices(const AttributeDef& def, bool in_text) {
        for (const language::Choice& choice : def.rules.values) {
            CompletionItem item;
            bool is_string = choice.value.is_known_string();
            item.label = is_string ? std::string(choice.value.as_string()) : choice.value.to_display(80);
            bool bare = in_text || !is_string || def.decoder == language::Decoder::Keyword;
            item.inserted = bare ? item.label : "\"" + item.label + "\"";
            item.documentation = choice.doc;
            add(std::move(item));
        }
    }

    void words(std::initializer_list<std::string_view> list) {
        for (std::string_view word : list)
            add({.label = std::string(word),
                 .inserted = {},
                 .kind = CompletionKind::Value,
                 .detail = {},
                 .documentation = {}});
    }

    void expression(std::uint32_t body_index) {
        auto scope = place.module->scope_of(*place.slot, body_index);
        for (const eval::Scope* s = scope.get(); s; s = s->parent()) {
            s->each_variable([&](std::string_view name) {
                CompletionItem item;
                item.label = name;
                item.kind = CompletionKind::Symbol;
                if (const Value* value = s->variable(name))
                    item.detail = value->type().is_dynamic() ? "" : value->type().to_source();
                if (item.detail.size() > 60) item.detail = value_kind(*s->variable(name));
                add(std::move(item));
            });
        }
        for (const eval::Scope* s = scope.get(); s; s = s->parent())
            s->each_function([&](std::string_view name) {
                const eval::Function* function = s->function(name);
                if (!function) return;
                CompletionItem item;
                item.label = name;
                item.kind = CompletionKind::Function;
                item.detail = std::string(name) + "(";
                for (const eval::Parameter& p : function->parameters)
                    item.detail += (item.detail.back() == '(' ? "" : ", ") + p.name;
                if (function->variadic)
                    item.detail += (item.detail.back() == '(' ? "" : ", ") + function->variadic->name + "...";
                item.detail += ")";
                item.documentation = function->description;
                add(std::move(item));
            });
    }

    static std::string value_kind(const Value& value) { return value.type().friendly_name(); }

    // Behind a dot: what the path before it leads to.
    void members(std::vector<std::string> path, std::uint32_t body_index) {
        for (bind::Symbol symbol : place.module->by_prefix(path)) {
            const bind::Declaration& d = place.module->declaration(symbol);
            add({.label = d.address[path.size()],
                 .inserted = {},
                 .kind = CompletionKind::Symbol,
                 .detail = d.def->kind,
                 .documentation = {}});
        }
        // The value of the longest symbol that the path begins with, or of a name of the scope.
        Value value;
        std::size_t used = 0;
        for (std::size_t count = path.size(); count > 0 && used == 0; --count)
            if (auto found = place.module->by_address(std::vector<std::string>(
                    path.begin(), path.begin() + static_cast<std::ptrdiff_t>(count)));
                !found.empty()) {
                value = place.module->value_of(found.back());
                used = count;
            }
        if (used == 0) {
            auto scope = place.module->scope_of(*place.slot, body_index);
            if (const Value* known = scope->find_variable(path[0])) {
                value = *known;
                used = 1;
            }
        }
        Type type = value.unmarked().type();
        for (; used < path.size(); ++used) {
            const ObjectAttribute* attribute = type.is_object() ? type.find_attribute(path[used]) : nullptr;
            if (!attribute) {
                type = type.is_map() ? Type(type.element()) : Type();
                continue;
            }
            type = Type(attribute->type);
        }
        if (type.is_object())
            for (const ObjectAttribute& attribute : type.attributes())
                add({.label = attribute.name,
                     .inserted = {},
                     .kind = CompletionKind::Attribute,
                     .detail = attribute.type.to_source(),
                     .documentation = {}});
    }

    void value(const bind::BoundAttribute& attribute, const std::optional<TokenPlace>& before, bool in_text) {
        const AttributeDef* def = attribute.def;
        if (in_text) {
            if (!def) return;
            choices(*def, true);
            symbols_of(def->rules.refers_to, false);
            return;
        }
        // Names joined by dots in front of the word.
        if (before && before->kind() == TokenKind::Dot) {
            std::vector<std::string> path;
            std::optional<TokenPlace> at = before;
            while (at && at->kind() == TokenKind::Dot && at->index > 0) {
                at->index -= 1;
                if (!is_word(at->kind())) return;
                path.insert(path.begin(), std::string(at->text()));
                if (at->index == 0) break;
                at->index -= 1;
            }
            if (!path.empty()) members(std::move(path), attribute.body);
            return;
        }
        if (def) {
            choices(*def, false);
            symbols_of(def->rules.refers_to, true);
            if (def->decoder == language::Decoder::Type) {
                for (std::string_view name : eval::primitive_type_names()) words({name});
                for (std::string_view name : eval::type_constructor_names()) words({name});
            }
            if (def->decoder != language::Decoder::None && def->decoder != language::Decoder::Expression)
                return;
            if (def->type.is_bool()) words({"true", "false"});
            if (def->is_constant) return;
        }
        expression(attribute.body);
    }

    void run() {
        auto word = token_touching(tree, offset, is_word);
        bool on_word = word && is_word(word->kind()) && word->span().touches(offset);
        out.replaced = on_word ? Span{word->span().start, word->span().end} : Span{offset, offset};
        if (!place.slot) {
            top_level();
            return;
        }
        const bind::BoundUnit& unit = place.unit();
        // The attribute whose value the cursor is in: behind its name, before the next line.
        for (const bind::BoundAttribute& attribute : unit.attributes) {
            bool inside = attribute.name_span.end < place.offset && place.offset <= attribute.span.end;
            bool missing = !attribute.expr || attribute.expr.is(syntax::NodeKind::Missing);
            if (!inside && missing && place.offset > attribute.name_span.end) {
                std::string between = tree.text(place.in_file({attribute.name_span.end, place.offset}));
                inside = between.find('\n') == std::string::npos && between.find('=') != std::string::npos;
            }
            if (!inside) continue;
            std::optional<TokenPlace> text = offset > 0 ? token_at(tree, offset - 1) : std::nullopt;
            bool in_text = text && is_text(text->kind());
            if (in_text) {
                bool literal = text->kind() == TokenKind::QuotedLit;
                std::optional<TokenPlace> next = token_at(tree, offset);
                Span span = literal                                        ? text->span()
                            : next && next->kind() == TokenKind::QuotedLit ? next->span()
                                                                           : Span{offset, offset};
                out.replaced = span;
            }
            std::optional<TokenPlace> before =
                out.replaced.start > 0 ? token_at(tree, out.replaced.start - 1) : std::nullopt;
            value(attribute, before, in_text);
            return;
        }
        // The innermost body around the cursor.
        std::uint32_t best = bind::kNone;
        for (std::uint32_t i = 1; i < unit.bodies.size(); ++i)
            if (unit.bodies[i].inside.touches(place.offset) &&
                (best == bind::kNone || unit.bodies[i].inside.length() <= unit.bodies[best].inside.length()))
                best = i;
        if (best == bind::kNone) {
            for (const bind::BoundBlock& block : unit.blocks)
                for (const bind::BoundLabel& label : block.labels)
                    if (label.span.touches(place.offset)) return;
            top_level();
        } else {
            body(best);
        }
    }
};

}  // namespace

Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state || state->info().options.syntax != syntax::Syntax::Native) return {};
    auto place = bound_at(snapshot, file, offset, cancel);
    if (!place) return {};
    Completer completer{*place, *state->tree(), offset};
    completer.run();
    return std::move(completer.out);
}

}  // namespace hcl::ide
