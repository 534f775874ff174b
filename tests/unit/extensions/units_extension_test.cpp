// An extension whose types are not ours: units of measure. `3 * m + 2 * s` is a type error, and every feature
// of an editor shows units where it shows types.
#include <doctest/doctest.h>

#include <map>
#include <optional>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/function.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/completion/completion.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/ide/refactor/code_actions.h"
#include "engine/ide/refactor/rename.h"
#include "tests/unit/extensions/workspace.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {
namespace units_extension {

using check::ExtensionContext;
using syntax::Node;
using syntax::NodeKind;

// Exponents of the base units: a speed is m^1 s^-1.
using Unit = std::map<std::string, int>;

std::string text_of(const Unit& unit) {
    std::string above;
    std::string below;
    for (const auto& [name, exponent] : unit) {
        std::string& side = exponent > 0 ? above : below;
        for (int i = 0; i < std::abs(exponent); ++i) side += (side.empty() ? "" : "*") + name;
    }
    if (below.empty()) return above.empty() ? "1" : above;
    return (above.empty() ? "1" : above) + "/" + below;
}

Unit product(const Unit& a, const Unit& b, int sign) {
    Unit out = a;
    for (const auto& [name, exponent] : b)
        if ((out[name] += sign * exponent) == 0) out.erase(name);
    return out;
}

const Unit kMetre{{"m", 1}};
const Unit kSecond{{"s", 1}};
// The dimensions of attributes, by name.
const std::map<std::string, Unit, std::less<>> kWanted{
    {"length", kMetre}, {"time", kSecond}, {"speed", {{"m", 1}, {"s", -1}}}};

// Types of expressions. Places are those of the nodes.
struct Typer {
    const bind::Module& module;
    Diagnostics* findings = nullptr;
    int depth = 0;

    std::optional<Unit> of(Node node) {
        constexpr int kMostDepth = 100;
        if (!node || depth > kMostDepth) return std::nullopt;
        ++depth;
        std::optional<Unit> out = of_kind(node);
        --depth;
        return out;
    }

  private:
    std::optional<Unit> of_kind(Node node) {
        switch (node.kind()) {
            case NodeKind::Number:
                return Unit();
            case NodeKind::Paren:
            case NodeKind::Unary:
                return of(node.child(0));
            case NodeKind::Variable:
                return of_name(node.text());
            case NodeKind::Binary:
                return of_operation(node);
            case NodeKind::Call: {
                const std::optional<Unit> argument = of(node.child(1));
                if (eval::call_name(node).view() != "sqrt" || !argument) return std::nullopt;
                Unit half;
                for (const auto& [name, exponent] : *argument) half[name] = exponent / 2;
                return half;
            }
            default:
                return std::nullopt;
        }
    }

    std::optional<Unit> of_name(std::string_view name) {
        if (name == "m") return kMetre;
        if (name == "s") return kSecond;
        const bind::SymbolList found = module.symbols().by_address({std::string(name)});
        if (found.empty()) return std::nullopt;
        const bind::BoundUnit& unit = module.unit_of(found.back());
        Typer quiet{module, nullptr, depth};
        return quiet.of(unit.attributes[module.declaration(found.back()).attribute].expr);
    }

    std::optional<Unit> of_operation(Node node) {
        const std::optional<Unit> left = of(node.child(0));
        const std::optional<Unit> right = of(node.child(1));
        if (!left || !right) return std::nullopt;
        switch (node.binary_op()) {
            case syntax::BinaryOp::Multiply:
                return product(*left, *right, 1);
            case syntax::BinaryOp::Divide:
                return product(*left, *right, -1);
            case syntax::BinaryOp::Add:
            case syntax::BinaryOp::Subtract:
                if (*left == *right) return left;
                if (findings)
                    add_diagnostic(*findings, DiagCode::CheckFailed, node.span(),
                                   {"The left side is in " + text_of(*left) + ", the right side in " +
                                    text_of(*right) + ": only like can be added to like."});
                return std::nullopt;
            default:
                return std::nullopt;
        }
    }
};

class Units final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "units"; }

    // Numbers have no units when they are evaluated: what a root is in is the typer's.
    std::shared_ptr<const eval::FunctionTable> functions() const override { return functions_; }

    Diagnostics findings(const ExtensionContext& context, FileId file) const override {
        Diagnostics out;
        context.module->file(file)->each_unit([&](const bind::UnitSlot& slot) {
            for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
                Diagnostics found;
                const std::optional<Unit> unit = Typer{*context.module, &found}.of(attribute.expr);
                auto wanted = kWanted.find(attribute.name);
                if (unit && wanted != kWanted.end() && *unit != wanted->second) {
                    const Span span = attribute.expr.span();
                    const Unit missing = product(wanted->second, *unit, -1);
                    Diagnostic& d = add_diagnostic(
                        found, DiagCode::CheckFailed, span,
                        {"A " + attribute.name + " is in " + text_of(wanted->second) + ", and this is in " +
                         text_of(*unit) + ": it lacks a factor in " + text_of(missing) + "."});
                    if (missing == kMetre || missing == kSecond)
                        d.fixes.push_back({.title = "Multiply by 1 " + text_of(missing),
                                           .edits = {{file,
                                                      {{span.end + slot.base, span.end + slot.base},
                                                       " * " + text_of(missing)}}},
                                           .preferred = true});
                }
                for (Diagnostic& d : found) {
                    d.file = file;
                    d.span = d.span.shifted(slot.base);
                    out.push_back(std::move(d));
                }
            }
        });
        return out;
    }

    std::optional<check::ExtensionHover> hover(const ExtensionContext& context, FileId file,
                                               std::uint32_t offset) const override {
        const auto slot = context.module->file(file)->unit_at(offset);
        if (!slot) return std::nullopt;
        for (const bind::BoundAttribute& attribute : slot->unit->attributes) {
            if (!attribute.span.shifted(slot->base).touches(offset)) continue;
            const std::optional<Unit> unit = Typer{*context.module}.of(attribute.expr);
            if (!unit) return std::nullopt;
            return check::ExtensionHover{attribute.span.shifted(slot->base),
                                         attribute.name + ": " + text_of(*unit), "Units of measure."};
        }
        return std::nullopt;
    }

    std::vector<check::ExtensionItem> completions(const ExtensionContext&,
                                                  const check::ExtensionCursor& cursor) const override {
        using Kind = check::ExtensionItem::Kind;
        if (cursor.at == check::ExtensionCursor::At::Value)
            return {{.kind = Kind::Value, .label = "m", .detail = "m"},
                    {.kind = Kind::Value, .label = "s", .detail = "s"}};
        std::vector<check::ExtensionItem> out;
        for (const auto& [name, unit] : kWanted)
            out.push_back({.kind = Kind::Argument, .label = name, .detail = text_of(unit)});
        return out;
    }

    std::optional<check::ExtensionSignature> signature(const ExtensionContext&, const check::ExtensionCursor&,
                                                       std::string_view name, Node) const override {
        if (name != "sqrt") return std::nullopt;
        return check::ExtensionSignature{
            .parameters = {{"area", "u*u"}}, .result = "u", .documentation = "The side of a square."};
    }

    std::optional<std::vector<check::ExtensionHint>> type_hints(const ExtensionContext& context, FileId file,
                                                                Span span) const override {
        std::vector<check::ExtensionHint> out;
        context.module->file(file)->each_unit([&](const bind::UnitSlot& slot) {
            for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
                const Span name = attribute.name_span.shifted(slot.base);
                if (name.start < span.start || name.end > span.end) continue;
                if (const auto unit = Typer{*context.module}.of(attribute.expr))
                    out.push_back({name.end, text_of(*unit)});
            }
        });
        return out;
    }

  private:
    std::shared_ptr<const eval::FunctionTable> functions_ = [] {
        eval::Function root;
        root.parameters.push_back({.name = "area", .doc = "Of a square.", .type = Type::number()});
        root.result_type = Type::number();
        root.implementation = [](std::span<const Value>, const Type&,
                                 eval::CallContext&) -> eval::FunctionResult<Value> {
            return Value::unknown(Type::number());
        };
        auto table = std::make_shared<eval::FunctionTable>();
        table->add("sqrt", std::move(root));
        return table;
    }();
};

constexpr std::string_view kPack = R"(
language "toy" {
  native = units
}
variables {
  m = 1
  s = 1
}
object {
  attr "*" {
    symbol {
      address = [name]
      kind    = quantity
    }
  }
}
)";

struct Lab {
    ExtensionWorkspace workspace{std::make_shared<const Units>(), kPack};
    FileId file;
    std::string text;
    explicit Lab(std::string source) : file(workspace.add("/w/a.t.hcl", source)), text(std::move(source)) {}
    std::uint32_t at(std::string_view part) const {
        const std::size_t place = text.find(part);
        REQUIRE(place != std::string::npos);
        return static_cast<std::uint32_t>(place);
    }
};

TEST_CASE("units: like is added to like, and a finding explains itself") {
    Lab lab("a = 3 * m + 2 * s\nlength = 3 * m\ntime = length / (2 * m / s)\nspeed = 3 * m\n");
    CHECK(lab.workspace.findings(lab.workspace.pack()).empty());
    CHECK(
        lab.workspace.findings(lab.file) ==
        "HCL6013 3 * m + 2 * s: The left side is in m, the right side in s: only like can be added to like.\n"
        "HCL6013 3 * m: A speed is in m/s, and this is in m: it lacks a factor in 1/s.\n");
}

TEST_CASE("units: a fix adds what is missing") {
    Lab lab("length = 3\n");
    const auto fixes = ide::quick_fixes(*lab.workspace.snapshot(), lab.file, {0, 10}, {});
    REQUIRE(fixes.size() == 1);
    CHECK(fixes[0].fix.title == "Multiply by 1 m");
    REQUIRE(fixes[0].fix.edits.size() == 1);
    CHECK(fixes[0].fix.edits[0].edit.replacement == " * m");
}

TEST_CASE("units: hover, hints, signatures and completion show them") {
    Lab lab("length = 3 * m\ntime = 2 * s\nspeed = length / time\nside = sqrt(length * length)\n");
    CHECK(lab.workspace.findings(lab.file).empty());
    const world::SnapshotPtr now = lab.workspace.snapshot();
    const auto hover = ide::hover(*now, lab.file, lab.at("speed"), {});
    REQUIRE(hover);
    CHECK(hover->markdown.find("speed: m/s") != std::string::npos);
    CHECK(hover->markdown.find("Units of measure.") != std::string::npos);

    std::string hints;
    for (const ide::InlayHint& hint :
         ide::inlay_hints(*now, lab.file, {0, static_cast<std::uint32_t>(lab.text.size())}, {}))
        if (hint.kind == ide::HintKind::Type) hints += hint.label + " ";
    CHECK(hints.find("m/s") != std::string::npos);

    const auto help = ide::signature_help(*now, lab.file, lab.at("sqrt(") + 5, {});
    REQUIRE(help);
    CHECK(help->label == "sqrt(area: u*u): u");
    CHECK(help->documentation == "The side of a square.");

    std::string names;
    for (const ide::CompletionItem& item : ide::complete(*now, lab.file, lab.at("2 * s") + 5, {}, {}).items)
        names += item.label + ":" + item.detail + " ";
    CHECK(names.find("s:s") != std::string::npos);
}

TEST_CASE("units: names of quantities are found and renamed as any symbol") {
    Lab lab("length = 3 * m\nspeed  = length / s\n");
    const world::SnapshotPtr now = lab.workspace.snapshot();
    const auto definition = ide::definition_at(*now, lab.file, lab.at("length / s"), {});
    REQUIRE(definition);
    REQUIRE(definition->places.size() == 1);
    CHECK(definition->places[0].name == Span{0, 6});
    const auto edits = ide::rename(*now, lab.file, lab.at("length / s"), "way", {});
    REQUIRE(edits);
    CHECK(edits->size() == 4);  // with the blanks that align the lines
}

TEST_CASE("units: half-typed lines do not affect the others") {
    Lab lab("length = 3 * m\ntime = length +\nspeed = length / \n");
    const auto hover = ide::hover(*lab.workspace.snapshot(), lab.file, lab.at("length"), {});
    REQUIRE(hover);
    CHECK(hover->markdown.find("length: m") != std::string::npos);
}

}  // namespace units_extension
}  // namespace hcl::test
