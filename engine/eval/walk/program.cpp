#include "engine/eval/walk/program.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/walk/evaluator.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

namespace {

// True for quoted text without escapes and templates.
bool is_verbatim(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return c == '\\' || c == '$' || c == '%'; });
}

// True for templates of plain literals and interpolations without strip markers.
bool is_simple_template(Node node) {
    if (!node.is(NodeKind::Template) || node.data().size == 1) return false;
    for (Node part : node.children()) {
        if (part.is(NodeKind::TemplateLiteral)) {
            if (!is_verbatim(part.text())) return false;
            continue;
        }
        if (!part.is(NodeKind::Interpolation) || part.token_end() < part.first_token() + 2) return false;
        std::uint32_t last = part.token_end() - 1;
        if (part.token_kind(part.first_token()) != syntax::TokenKind::TemplateInterp ||
            part.token_kind(last) != syntax::TokenKind::TemplateSeqEnd ||
            part.token_span(part.first_token()).length() != 2 || part.token_span(last).length() != 1)
            return false;
    }
    return true;
}

// It yields its value, of any type.
bool is_single_interpolation(const Op& op, Node node) {
    if (op.kind != NodeKind::Template || op.size == 1) return false;
    Node only = node.child(0);
    return only.is(NodeKind::Interpolation) && only.data().size + 1 == op.size;
}

// Node kinds that are constant if all their parts are.
bool may_be_constant(const Op& op) {
    if (op.flags & syntax::kBroken) return false;
    switch (op.kind) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
        case NodeKind::Unary:
        case NodeKind::Binary:
        case NodeKind::Conditional:
        case NodeKind::Paren:
        case NodeKind::Tuple:
        case NodeKind::Object:
        case NodeKind::ObjectItem:
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::TemplateLiteral:
        case NodeKind::Interpolation:
        case NodeKind::GetAttr:
        case NodeKind::Index:
        case NodeKind::LegacyIndex:
            return true;
        default:
            return false;
    }
}

// Parts that have a value.
bool is_expression(NodeKind kind) {
    return kind != NodeKind::ObjectItem && kind != NodeKind::TemplateLiteral &&
           kind != NodeKind::Interpolation;
}

}  // namespace

Program::Program(Node expr) : expr_(expr) {
    const std::uint32_t count = expr.data().size;
    ops_ = count <= kInside ? reinterpret_cast<Op*>(inside_) : std::allocator<Op>().allocate(count);
    for (std::uint32_t i = 0; i < count; ++i)
        read(*new (ops_ + i) Op, {&expr.chunk(), expr.base(), expr.id() + i});
}

Program::~Program() {
    const std::uint32_t count = ops_->size;
    std::destroy_n(ops_, count);
    if (count > kInside) std::allocator<Op>().deallocate(ops_, count);
}

void Program::read(Op& op, Node node) {
    const syntax::NodeData& data = node.data();
    op.kind = data.kind;
    op.flags = data.flags;
    op.size = data.size;
    switch (data.kind) {
        case NodeKind::Number:
        case NodeKind::JsonNumber:
            if (node.has(syntax::kHcl1)) {
                std::optional<Value> number = plain_number(syntax::number_text(node));
                op.hold_constant(number ? std::move(*number) : Value::unknown(Type::number()));
            } else if (std::optional<Value> number = plain_number(node.text())) {
                op.hold_constant(std::move(*number));
            }
            break;
        case NodeKind::Bool:
        case NodeKind::JsonBool:
            op.hold_constant(Value::boolean(node.has(syntax::kTrue)));
            break;
        case NodeKind::Null:
        case NodeKind::JsonNull:
            op.hold_constant(Value::null());
            break;
        case NodeKind::Variable:
        case NodeKind::Name:
        case NodeKind::TemplateLiteral:
            op.hold_name(node.text());
            break;
        case NodeKind::FunctionName:
            // Namespaced names can contain white space.
            if (data.token_count == 1) op.hold_name(node.text());
            break;
        case NodeKind::GetAttr: {
            std::string_view name = attribute_name(node);
            op.hold_name(name);
            op.is_simple = std::ranges::all_of(name, [](char c) { return static_cast<signed char>(c) >= 0; });
            break;
        }
        case NodeKind::LegacyIndex:
            op.hold_name(node.token_text(node.token_end() - 1));
            break;
        case NodeKind::Index:
            op.is_simple = is_literal_key(node.child(1));
            break;
        case NodeKind::Template:
            op.is_simple = !is_single_interpolation(op, node) && is_simple_template(node);
            if (op.is_simple && op.size == 2) {
                Node only = node.child(0);
                if (only.is(NodeKind::TemplateLiteral)) op.hold_constant(Value::string(only.text()));
            }
            break;
        default:
            break;
    }
}

void Program::fold(const Op* first, const Op* end, const Rules& rules) {
    Op* const ops = ops_ + (first - ops_);
    const auto count = static_cast<std::size_t>(end - first);
    // Nodes precede their parts.
    std::vector<bool> is_constant(count);
    for (std::size_t i = count; i-- > 0;) {
        bool all = may_be_constant(ops[i]);
        // An identifier is a key with its own name.
        bool is_key = ops[i].kind == NodeKind::ObjectItem;
        for (std::size_t child = i + 1; all && child < i + ops[i].size; child += ops[child].size) {
            all = is_constant[child] || (is_key && ops[child].kind == NodeKind::Variable);
            is_key = false;
        }
        is_constant[i] = all;
    }
    // Together they must not take more than a small multiple of their source.
    const Limits limits{.steps = 1000 + 4 * count, .bytes = 4096 + 64 * count, .depth = 100};
    Budget budget(limits);
    const MapScope scope;
    const std::shared_ptr<const void> source;
    for (std::size_t i = 0; i < count;) {
        Op& op = ops[i];
        if (is_constant[i] && is_expression(op.kind)) {
            if (op.holds != Op::Holds::Constant) {
                Diagnostics found;
                Evaluator evaluator(&scope, rules, budget, source, found, false, true);
                Value constant = evaluator.run(Code(&op, this));
                // Expressions with findings are not folded, so that each evaluation reports them.
                if (found.empty() && constant.is_wholly_known()) op.hold_constant(std::move(constant));
            }
            i += op.size;
            continue;
        }
        const bool is_template = op.kind == NodeKind::Template || op.kind == NodeKind::Heredoc;
        if (is_template && op.holds == Op::Holds::Nothing && !op.is_simple &&
            !is_single_interpolation(op, node(&op))) {
            items_.push_back(
                std::make_unique<const std::vector<syntax::TemplateItem>>(syntax::template_items(node(&op))));
            op.items = items_.back().get();
            op.holds = Op::Holds::Items;
        }
        ++i;
    }
}

}  // namespace hcl::eval
