// `symbol` blocks: what a block or an attribute declares.
#include "engine/eval/analysis/traversal.h"
#include "engine/language/body_parts.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;
using syntax::NodeKind;

namespace {

struct SymbolReader {
    Reading& read;

    AddressStep address_step(Node node, const std::vector<LabelDef>& labels) {
        AddressStep step;
        eval::Traversal path = eval::traversal_of(node);
        if (path.size() == 1) {
            bool is_name = path[0].name == "name";
            step.kind = is_name ? AddressStep::Kind::Name : AddressStep::Kind::Literal;
            step.text = path[0].name;
            return step;
        }
        if (path.size() == 2 && path[0].name == "label") {
            for (std::uint32_t i = 0; i < labels.size(); ++i)
                if (labels[i].name == path[1].name) return {AddressStep::Kind::Label, path[1].name, i, false};
        }
        if (path.size() == 2 && path[0].name == "self")
            return {AddressStep::Kind::Value, path[1].name, 0, false};
        if (node.is(NodeKind::Template))
            return {AddressStep::Kind::Literal, read.text(node, "address"), 0, false};
        read.report(
            DiagCode::UnsuitablePackValue, node.span(),
            {"address", "each step is a word, name, label.NAME of a label that the block has, or self.NAME"});
        return step;
    }

    // Where it is visible, and `by_name` when expressions cannot refer to it.
    void visibility(SymbolDef& symbol, Node node) {
        for (Node element : read.elements(node)) {
            if (read.word(element, "visible") == "by_name")
                symbol.is_name_only = true;
            else
                symbol.visibility = read.pick<Visibility>(element, "visible",
                                                          {{"module", Visibility::Module},
                                                           {"parent", Visibility::Parent},
                                                           {"file", Visibility::File},
                                                           {"callers", Visibility::Callers},
                                                           {"nearest", Visibility::Nearest},
                                                           {"by_name", Visibility::Module}},
                                                          Visibility::Module);
        }
    }

    std::shared_ptr<const SymbolDef> symbol(const BlockView& view, const std::vector<LabelDef>& labels) {
        PackBlock block(view.body());
        auto symbol = std::make_shared<SymbolDef>();
        symbol->place = view.type_span();
        for (Node step : read.elements(block.find("address")))
            symbol->address.push_back(address_step(step, labels));
        for (Node node : read.elements(block.find("optional"))) {
            AddressStep wanted = address_step(node, labels);
            for (AddressStep& step : symbol->address)
                if (step.kind == wanted.kind && step.text == wanted.text) step.is_optional = true;
        }
        symbol->kind = read.word(block.find("kind"), "kind");
        symbol->value = block.find("value");
        symbol->sensitive = block.find("sensitive");
        symbol->ephemeral = block.find("ephemeral");
        symbol->is_open_ended = block.find("unknown");
        symbol->indexed = block.find("indexed");
        symbol->enabled_by = read.words(block.find("when"), "when");
        symbol->unusable = block.find("message");
        if (Node node = block.find("default")) symbol->fallback = read.member_of_self(node, "default");
        if (Node node = block.find("each")) symbol->each = read.member_of_self(node, "each");
        symbol->turns = block.find("names");
        symbol->icon = read_icon(read, block);
        symbol->has_hint = read_hint(read, block);
        visibility(*symbol, block.find("visible"));
        enum class Unused : std::uint8_t { Allowed, Warns, Unchecked };
        const auto unused = read.pick<Unused>(
            block.find("unused"), "unused",
            {{"true", Unused::Warns}, {"false", Unused::Allowed}, {"unchecked", Unused::Unchecked}},
            Unused::Allowed);
        symbol->warns_unused = unused != Unused::Allowed;
        symbol->is_checked_when_used = unused == Unused::Unchecked;
        enum class Depends : std::uint8_t { Value, All, Members };
        const auto depends = read.pick<Depends>(
            block.find("depends"), "depends",
            {{"value", Depends::Value}, {"all", Depends::All}, {"members", Depends::Members}},
            Depends::Value);
        symbol->depends_on_all = depends == Depends::All;
        symbol->depends_by_member = depends == Depends::Members;
        symbol->needs.all = !symbol->value;
        symbol->needs.add(symbol->value);
        symbol->needs.add(symbol->sensitive);
        symbol->needs.add(symbol->ephemeral);
        symbol->needs.add(symbol->indexed);
        symbol->needs.add(symbol->unusable);
        symbol->type = block.find("type");
        symbol->required = block.find("required");
        symbol->needs.add(symbol->type);
        symbol->needs.add(symbol->required);
        symbol->nullable = block.find("nullable");
        symbol->needs.add(symbol->nullable);
        symbol->needs.add(symbol->is_open_ended);
        symbol->needs.add(symbol->turns);
        if (symbol->address.empty()) return nullptr;
        if (symbol->kind.empty() && symbol->address.front().kind == AddressStep::Kind::Literal)
            symbol->kind = symbol->address.front().text;
        return symbol;
    }
};

}  // namespace

std::shared_ptr<const SymbolDef> read_symbol(Reading& read, const BlockView& view,
                                             const std::vector<LabelDef>& labels) {
    return SymbolReader{read}.symbol(view, labels);
}

}  // namespace hcl::language
