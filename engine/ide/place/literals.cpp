#include "engine/ide/place/literals.h"

#include <algorithm>

#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/function.h"
#include "engine/eval/module_path.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

bool has_rules(const bind::BoundAttribute& attribute) {
    return attribute.def && attribute.def->rules.format != language::Format::None && attribute.expr &&
           !attribute.expr.is(NodeKind::Missing);
}

}  // namespace

void each_literal(const bind::UnitSlot& slot, const bind::BoundAttribute& attribute,
                  const std::function<void(Span span, std::string text)>& visit) {
    const syntax::Chunk& chunk = attribute.expr.chunk();
    std::uint32_t end = attribute.expr.id() + attribute.expr.data().size;
    for (std::uint32_t id = attribute.expr.id(); id < end; ++id) {
        Node node(&chunk, attribute.expr.base(), id);
        std::string text;
        if (node.is(NodeKind::Template) && syntax::is_string_literal(node)) {
            text = syntax::template_items(node)[0].text;
        } else if (node.is(NodeKind::JsonString)) {
            eval::JsonText json(node);
            if (json.may_be_template()) continue;
            text = json.text();
        } else {
            continue;
        }
        Span span = node.span();
        if (span.length() >= 2) visit(Span{span.start + 1, span.end - 1}.shifted(slot.base), std::move(text));
    }
}

void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit) {
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        for (const bind::BoundAttribute& attribute : slot.unit->attributes)
            if (has_rules(attribute))
                each_literal(slot, attribute,
                             [&](Span span, std::string text) { visit(attribute, span, std::move(text)); });
    });
}

std::optional<std::string> folder_of_paths(const bind::UnitSlot& slot, std::uint32_t body,
                                           const language::ValueRules& rules) {
    if (rules.path_folder.empty()) return std::string();
    const bind::BoundUnit& unit = *slot.unit;
    const std::uint32_t around = unit.bodies[body].block;
    const bind::BlockDef* def = around == bind::kNone ? nullptr : unit.blocks[around].def;
    bool inherits = false;
    for (const std::uint32_t i : unit.bodies[body].attributes) {
        const bind::BoundAttribute& attribute = unit.attributes[i];
        // It may have the argument of another block of its kind.
        if (def && def->symbol && attribute.def)
            inherits = inherits || std::ranges::count(attribute.def->rules.refers_to, def->symbol->kind) > 0;
        if (attribute.name != rules.path_folder) continue;
        if (!slot.state || !slot.state->values[i].is_known_string()) return std::nullopt;
        std::string folder(slot.state->values[i].as_string());
        const bool is_elsewhere = folder.find(':') != std::string::npos || folder.ends_with(".git");
        return is_elsewhere ? std::nullopt : std::optional(std::move(folder));
    }
    return inherits ? std::nullopt : std::optional(std::string());
}

void each_path_literal(const BoundPlace& place, const Cancel& cancel,
                       const std::function<void(const PathLiteral& path)>& visit) {
    using language::Format;
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
            if (!has_rules(attribute) || attribute.def->rules.path == Format::None) continue;
            const Format kind = attribute.def->rules.path;
            const auto folder = folder_of_paths(slot, attribute.body, attribute.def->rules);
            if (!folder) continue;
            each_literal(slot, attribute, [&](Span span, std::string text) {
                // Another length: the text has escapes.
                if (text.empty() || span.length() != text.size() || text.find("{{") != std::string::npos)
                    return;
                if (kind == Format::FileUrl) {
                    if (!text.starts_with(kFileUrl)) return;
                    text.erase(0, kFileUrl.size());
                    span.start += static_cast<std::uint32_t>(kFileUrl.size());
                    text.erase(std::min(text.find('?'), text.size()));
                    span.end = span.start + static_cast<std::uint32_t>(text.size());
                }
                if (!text.empty()) visit({span, std::move(text), kind, *folder});
            });
        }
    });
}

std::optional<ReadPath> read_path_in(Node string, std::uint32_t base) {
    constexpr std::string_view kModule = "${path.module}/";
    constexpr std::string_view kRoot = "${path.root}/";
    if (!string || !string.is(NodeKind::Template)) return std::nullopt;
    const std::string_view text = string.text();
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
    std::string_view inner = text.substr(1, text.size() - 2);
    std::uint32_t start = string.span().start + base + 1;
    const bool is_of_root = inner.starts_with(kRoot);
    const std::string_view before = is_of_root                   ? kRoot
                                    : inner.starts_with(kModule) ? kModule
                                                                 : std::string_view();
    inner.remove_prefix(before.size());
    start += static_cast<std::uint32_t>(before.size());
    if (inner.find_first_of("$%\\\"") != std::string::npos) return std::nullopt;
    const bool is_of_module = !is_of_root && !before.empty();
    return ReadPath{{start, start + static_cast<std::uint32_t>(inner.size())},
                    std::string(inner),
                    is_of_root,
                    is_of_module};
}

namespace {

// The path in `join("/", [path.module, "PATH"])`.
std::optional<ReadPath> joined_path(Node call, std::uint32_t base) {
    if (!call.is(NodeKind::Call) || call.child_count() != 3 || call.child(0).text() != "join" ||
        call.child(1).text() != "\"/\"" || !call.child(2).is(NodeKind::Tuple))
        return std::nullopt;
    const Node parts = call.child(2);
    if (parts.child_count() != 2) return std::nullopt;
    const std::string_view start = parts.child(0).text();
    if (start != "path.module" && start != "path.root") return std::nullopt;
    auto read = read_path_in(parts.child(1), base);
    if (!read || parts.child(1).text().starts_with("\"${")) return std::nullopt;
    read->is_of_root = start == "path.root";
    read->is_of_module = !read->is_of_root;
    return read;
}

// Whether it reads `path.module` or `path.root`.
bool has_paths(const bind::BoundUnit& unit) {
    return std::ranges::any_of(unit.references, [](const bind::Reference& reference) {
        return reference.steps.size() == 2 && reference.steps[0].name == "path";
    });
}

}  // namespace

void each_read_path(const bind::Module& module, const bind::UnitSlot& slot,
                    const std::function<void(const ReadPath& path)>& visit) {
    const bool has_any = has_paths(*slot.unit);
    if (slot.unit->calls.empty() && !has_any) return;
    const eval::FunctionTable& functions = *module.language().evaluation.functions;
    for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr) continue;
        eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
            const auto function = functions.find(name);
            const bool reads = function && (function->reads_files || eval::reads_module(*function));
            if (!reads || call.child_count() < 2) return;
            const auto read = read_path_in(call.child(1), slot.base);
            if (const auto found = read ? read : joined_path(call.child(1), slot.base)) visit(*found);
        });
        if (!has_any) continue;
        const syntax::Chunk& chunk = attribute.expr.chunk();
        const std::uint32_t end = attribute.expr.id() + attribute.expr.data().size;
        for (std::uint32_t id = attribute.expr.id(); id < end; ++id) {
            const Node node(&chunk, attribute.expr.base(), id);
            if (!node.is(NodeKind::Template) || !node.text().starts_with("\"${path.")) continue;
            const auto read = read_path_in(node, slot.base);
            if (read && !read->text.empty() && read->text.size() + 2 < node.text().size()) visit(*read);
        }
    }
}

}  // namespace hcl::ide
