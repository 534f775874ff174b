// An extension that adds functions, bodies and rules to a language: shelves of boxes, whose kinds a library
// knows.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "engine/eval/function.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/completion/completion.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/language/body_builder.h"
#include "engine/world/module_lookup.h"
#include "tests/unit/extensions/workspace.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {
namespace library_extension {

// A kind of box: its width is required.
class Box final : public language::StoredBody {
  public:
    language::BodyDef compile(const language::Language& language) const override {
        language::BodyDef body;
        language::BodyBuilder builder(language, body);
        language::AttributeDef width;
        width.name = "width";
        width.type = Type::number();
        width.is_required = true;
        width.notes.doc = "How wide it is.";
        builder.add(std::move(width));
        return body;
    }
    Type type() const override { return Type::object({{"width", Type::number()}}); }
};

class Boxes final : public language::BodySource {
  public:
    Answer find(const language::BodyKey& key) const override {
        if (key.package != "shelf/box") return {};
        if (key.family != "item" || std::ranges::find(kNames, key.name) == kNames.end())
            return {Found::NoSuchName, nullptr};
        return {Found::Body, std::make_shared<const Box>()};
    }
    void each_name(std::string_view family, const VersionOf&, const Visit& visit) const override {
        if (family == "item")
            for (std::string_view name : kNames) visit("shelf/box", name);
    }
    void each_name_of(const language::BodyKey& key,
                      const std::function<void(std::string_view)>& visit) const override {
        if (key.package == "shelf/box" && key.family == "item")
            for (std::string_view name : kNames) visit(name);
    }

  private:
    static constexpr std::array<std::string_view, 2> kNames{"box_large", "box_small"};
};

eval::Function twice() {
    eval::Function f;
    f.description = "Twice the number.";
    f.parameters.push_back({.name = "number", .doc = "Any number.", .type = Type::number()});
    f.result_type = Type::number();
    f.implementation = [](std::span<const Value> arguments, const Type&,
                          eval::CallContext&) -> eval::FunctionResult<Value> {
        return Value::number(*add(arguments[0].as_number(), arguments[0].as_number()));
    };
    return f;
}

class Shelf final : public check::LanguageExtension {
  public:
    std::string_view name() const override { return "shelf"; }
    std::shared_ptr<const eval::FunctionTable> functions() const override { return functions_; }
    language::BodySourcePtr bodies(const language::BodySourcePtr&) const override { return boxes_; }

    // A rule with a value that evaluation knows: no box is wider than the shelf.
    Diagnostics findings(const check::ExtensionContext& context, FileId file) const override {
        Diagnostics out;
        if (context.wants && !context.wants("too-wide", true)) return out;
        context.module->file(file)->each_unit([&](const bind::UnitSlot& slot) {
            for (std::size_t i = 0; i < slot.unit->attributes.size(); ++i) {
                const bind::BoundAttribute& attribute = slot.unit->attributes[i];
                const Value& width = slot.state->values[i].unmarked();
                if (attribute.name != "width" || !width.is_known_number()) continue;
                if (width.as_number() <= Number::integer(100)) continue;
                Diagnostic& d =
                    add_diagnostic(out, DiagCode::CheckFailed, attribute.expr.span().shifted(slot.base),
                                   {"The shelf is 100 wide."});
                d.rule = "too-wide";
                d.file = file;
            }
        });
        return out;
    }

  private:
    std::shared_ptr<const eval::FunctionTable> functions_ = [] {
        auto table = std::make_shared<eval::FunctionTable>();
        table->add("twice", twice());
        return table;
    }();
    language::BodySourcePtr boxes_ = std::make_shared<const Boxes>();
};

constexpr std::string_view kPack = R"(
language "toy" {
  native          = shelf
  package = "shelf/*"
}
object {
  block_list "item" {
    label "kind" {}
    label "name" {}
    symbol {
      address = [label.kind, label.name]
      kind    = item
    }
    object {
      case {
        on      = label.kind
        is      = { "*" = body.anything }
        package = { kind = item, name = [label.kind] }
      }
    }
  }
  attr "*" {}
}
body "anything" {
  object { unknown = allowed }
}
)";

TEST_CASE("extensions: functions, bodies and rules of native code") {
    ExtensionWorkspace workspace(std::make_shared<const Shelf>(), kPack);
    const FileId file = workspace.add("/w/a.t.hcl", R"(item "box_small" "a" {
  width = twice(20)
}
item "box_large" "b" {
  width = twice(box_small.a.width)
}
item "box_large" "c" {
  width = twice(60)
}
item "box_small" "d" {
  depth = 1
}
item "box_huge" "e" {}
item "crate_any" "f" { depth = 1 }
wide = twice("x")
sum  = box_small.a.width + 1
)");
    CHECK(workspace.findings(workspace.pack()) == "");
    const std::string found = workspace.findings(file);
    CAPTURE(found);
    CHECK(found.find("HCL6013 twice(60): The shelf is 100 wide.") != std::string::npos);
    CHECK(found.find("HCL4001") != std::string::npos);  // "d" has no width
    CHECK(found.find("HCL4002 depth") != std::string::npos);
    CHECK(found.find("box_huge") != std::string::npos);
    CHECK(found.find("crate_any") == std::string::npos);
    CHECK(found.find("HCL3605 x") != std::string::npos);
    CHECK(found.find("twice(20)") == std::string::npos);

    const world::SnapshotPtr now = workspace.snapshot();
    const auto module = world::module_of(*now, file, {});
    const auto text = std::string(now->file(file)->tree()->text());
    const auto hover = ide::hover(*now, file, static_cast<std::uint32_t>(text.find("twice(20)")), {});
    REQUIRE(hover);
    CHECK(hover->markdown.find("Twice the number.") != std::string::npos);
    const auto help =
        ide::signature_help(*now, file, static_cast<std::uint32_t>(text.find("twice(20)") + 6), {});
    REQUIRE(help);
    CHECK(help->label == "twice(number: number): number");
}

TEST_CASE("extensions: their names are completed") {
    ExtensionWorkspace workspace(std::make_shared<const Shelf>(), kPack);
    auto labels = [&](std::string_view marked) {
        static int next = 0;
        const Marked at(marked);
        const FileId file = workspace.add("/w/" + std::to_string(next++) + ".t.hcl", at.text);
        std::string out;
        for (const ide::CompletionItem& item :
             ide::complete(*workspace.snapshot(), file, at.offset, {}, {}).items)
            out += item.label + " ";
        return out;
    };
    CHECK(labels("item \"|\" \"x\" {}\n") == "box_large box_small ");
    CHECK(labels("item \"box_small\" \"x\" {\n  |\n}\n").find("width") != std::string::npos);
    CHECK(labels("x = twi|\n").find("twice") != std::string::npos);
}

TEST_CASE("extensions: a pack that names an unknown one has a finding") {
    ExtensionWorkspace workspace(std::make_shared<const Shelf>(),
                                 "language \"toy\" {\n  native = shelv\n}\n");
    CHECK(workspace.findings(workspace.pack()) ==
          "HCL5002 shelv: \"shelv\" has no meaning in \"native\". Known: shelf.\n");
}

}  // namespace library_extension
}  // namespace hcl::test
