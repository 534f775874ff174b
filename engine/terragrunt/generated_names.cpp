#include "engine/terragrunt/generated_names.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/path.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/file/file.h"

namespace hcl::terragrunt {

namespace {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// Stands for parts of the content that are not known.
constexpr std::string_view kUnknownPart = "terragrunt_generates_this";

// Appends the text of a template, with both branches of conditions and one round of loops.
void append_text(Node part, std::string& out) {
    switch (part.kind()) {
        case NodeKind::TemplateLiteral:
            out += part.text();
            break;
        case NodeKind::Interpolation:
            out += kUnknownPart;
            break;
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::TemplateBody:
        case NodeKind::IfDirective:
        case NodeKind::ForDirective:
            for (Node child : part.children()) append_text(child, out);
            break;
        default:
            break;
    }
}

// Adds what follows each `var.` and `local.` in the text of a file.
void add_names_read(std::string_view text, std::set<std::string>& out) {
    for (const std::string_view root : {"var.", "local."})
        for (std::size_t at = text.find(root); at != std::string_view::npos; at = text.find(root, at + 1)) {
            std::size_t end = at + root.size();
            while (end < text.size() && ascii::is_name_part(text[end])) ++end;
            if (at == 0 || !ascii::is_name_part(text[at - 1])) out.emplace(text.substr(at, end - at));
        }
}

// The content of a generated file; nothing when it is not known.
std::optional<std::string> content_of(const UnitSlot& slot, std::uint32_t attribute) {
    if (slot.state) {
        const Value& value = slot.state->values[attribute].unmarked();
        if (value.is_known_string()) return std::string(value.as_string());
    }
    const Node expr = slot.unit->attributes[attribute].expr;
    const Node text = expr ? eval::without_parens(expr) : Node();
    if (!text || !(text.is(NodeKind::Heredoc) || text.is(NodeKind::Template))) return std::nullopt;
    std::string out;
    append_text(text, out);
    return out;
}

class Reader {
  public:
    explicit Reader(GeneratedNames& out) : out_(out) {}

    void content(const std::string& text) {
        const syntax::FilePtr file = syntax::File::parse(text);
        if (has_errors(file->diagnostics())) out_.has_unknown = true;
        for (const syntax::BlockView& block : file->body().blocks()) declare(block);
        add_names_read(text, out_.read);
    }

  private:
    void declare(const syntax::BlockView& block) {
        std::vector<std::string> labels;
        for (const syntax::LabelView& label : block.labels()) labels.push_back(label.value);
        const std::string_view type = block.type();
        if (type == "locals") {
            for (const syntax::AttributeView& attribute : block.body().attributes())
                add("local." + std::string(attribute.name));
        } else if (type == "provider" && labels.size() == 1) {
            const std::string alias = alias_of(block);
            if (!alias.empty()) add(labels[0] + "." + alias);
        } else if (labels.size() == 1 && (type == "variable" || type == "module" || type == "output")) {
            add((type == "variable" ? "var" : std::string(type)) + "." + labels[0]);
        } else if (labels.size() == 2 && type == "resource") {
            add(labels[0] + "." + labels[1]);
        } else if (labels.size() == 2 && (type == "data" || type == "ephemeral")) {
            add(std::string(type) + "." + labels[0] + "." + labels[1]);
        }
    }
    static std::string alias_of(const syntax::BlockView& block) {
        for (const syntax::AttributeView& attribute : block.body().attributes())
            if (attribute.name == "alias" && attribute.expr) return bind::literal_text(attribute.expr);
        return {};
    }
    void add(std::string address) {
        if (address.find(kUnknownPart) != std::string::npos) out_.has_unknown = true;
        out_.addresses.insert(std::move(address));
    }

    GeneratedNames& out_;
};

std::string text_in(const UnitSlot& slot, const BoundBlock& block, std::string_view name) {
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
        if (slot.unit->attributes[i].name == name && slot.unit->attributes[i].expr)
            return bind::literal_text(slot.unit->attributes[i].expr);
    return {};
}

void read_block(const UnitSlot& slot, const BoundBlock& block, GeneratedNames& out) {
    const std::string path = text_in(slot, block, "path");
    const bool is_json = path.ends_with(".tf.json") || path.ends_with(".tofu.json");
    // Other files declare nothing. A path that is computed can be any.
    if (!path.empty() && !is_json && !path.ends_with(".tf") && !path.ends_with(".tofu")) return;
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
        if (slot.unit->attributes[i].name != "contents") continue;
        const std::optional<std::string> text = is_json ? std::nullopt : content_of(slot, i);
        if (text)
            Reader(out).content(*text);
        else
            out.has_unknown = true;
    }
}

// A file that is removed where its block is switched off.
void read_removal(const UnitSlot& slot, const BoundBlock& block, GeneratedNames& out) {
    const auto value_of = [&](std::string_view name) -> std::optional<Value> {
        for (const std::uint32_t i : slot.unit->bodies[block.body].attributes)
            if (slot.unit->attributes[i].name == name)
                return slot.state ? slot.state->values[i].unmarked() : Value::dynamic();
        return std::nullopt;
    };
    const std::optional<Value> disable = value_of("disable");
    const std::optional<Value> action = value_of("if_disabled");
    if (!disable || !action) return;
    if (disable->is_null() || (disable->is_known_bool() && !disable->as_bool())) return;
    if (action->is_null() || (action->is_known_string() && !action->as_string().starts_with("remove")))
        return;
    const std::optional<Value> path = value_of("path");
    if (path && path->is_known_string())
        out.removable.emplace(file_name_of(path->as_string()));
    else
        out.removes_any = true;
}

// Whether a hook of the unit copies or makes files of the module.
bool has_hook_for_files(const UnitSlot& slot, const BoundBlock& terraform) {
    return std::ranges::any_of(slot.unit->bodies[terraform.body].blocks, [&](std::uint32_t i) {
        const BoundBlock& hook = slot.unit->blocks[i];
        if (hook.type != "before_hook" && hook.type != "after_hook") return false;
        return std::ranges::any_of(slot.unit->bodies[hook.body].attributes, [&](std::uint32_t a) {
            const BoundAttribute& attribute = slot.unit->attributes[a];
            return attribute.name == "execute" && attribute.expr && attribute.expr.text().contains(".tf");
        });
    });
}

bool names_other_module(const UnitSlot& slot, const BoundBlock& block) {
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
        const BoundAttribute& attribute = slot.unit->attributes[i];
        if (attribute.name != "source" || !attribute.expr) continue;
        const std::string path = bind::literal_text(attribute.expr);
        return path != "." && path != "./" && path != "./.";
    }
    return false;
}

// The generated names and the includes of one file, cached with its module.
struct NamesOfFile {
    GeneratedNames names;
    std::vector<std::string> included;
};

const NamesOfFile& names_of_file(const bind::Module& unit) {
    return unit.memo().get<NamesOfFile>([&] {
        NamesOfFile own;
        unit.files()[0].each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                const BoundBlock& block = slot.unit->blocks[i];
                if (block.type == "generate") {
                    read_block(slot, block, own.names);
                    read_removal(slot, block, own.names);
                }
                if (block.type == "terraform" && names_other_module(slot, block))
                    own.names.runs_other_module = true;
                if (block.type == "terraform" && has_hook_for_files(slot, block))
                    own.names.has_unknown = true;
                if (block.type == "include") own.included.push_back(bind::called_folder(*slot.unit, block));
            }
            for (std::uint32_t i : slot.unit->bodies[0].attributes) {
                const BoundAttribute& attribute = slot.unit->attributes[i];
                if (attribute.name != "generate") continue;
                own.names.has_unknown = true;
                if (attribute.expr && attribute.expr.text().contains("if_disabled"))
                    own.names.removes_any = true;
            }
        });
        return own;
    });
}

}  // namespace

bool GeneratedNames::may_declare(std::string_view address) const {
    if (has_unknown || addresses.contains(std::string(address))) return true;
    const std::string beginning = std::string(address) + '.';
    const auto next = addresses.lower_bound(beginning);
    return next != addresses.end() && next->starts_with(beginning);
}

GeneratedNames generated_names(const check::ExtensionContext& context, const bind::ModulePtr& unit) {
    constexpr std::size_t kMostFiles = 100;
    GeneratedNames out;
    std::set<std::string> seen;
    std::vector<bind::ModulePtr> open{unit};
    while (!open.empty() && seen.size() < kMostFiles) {
        const bind::ModulePtr next = std::move(open.back());
        open.pop_back();
        if (!next || next->files().empty() || !seen.insert(next->files()[0].input.path).second) continue;
        const NamesOfFile& own = names_of_file(*next);
        out.addresses.insert(own.names.addresses.begin(), own.names.addresses.end());
        out.read.insert(own.names.read.begin(), own.names.read.end());
        out.has_unknown = out.has_unknown || own.names.has_unknown;
        out.runs_other_module = out.runs_other_module || own.names.runs_other_module;
        out.removable.insert(own.names.removable.begin(), own.names.removable.end());
        out.removes_any = out.removes_any || own.names.removes_any;
        for (const std::string& folder : own.included) {
            open.push_back(context.called_by(*next, folder));
            // It may generate anything.
            if (!open.back()) out.has_unknown = true;
        }
    }
    return out;
}

bool any_unit_running(const check::ExtensionContext& context,
                      const std::function<bool(const bind::ModulePtr& unit)>& visit) {
    if (!context.mentioning) return false;
    return std::ranges::any_of(
        context.mentioning("terragrunt", kMostUnits), [&](const bind::ModulePtr& unit) {
            return visit(unit) ||
                   (context.callers && std::ranges::any_of(context.callers(*unit, kMostUnits), visit));
        });
}

bool may_remove_file(const check::ExtensionContext& context, const std::string& file) {
    if (!context.called) return false;
    const bind::ModulePtr beside =
        context.implied ? context.implied("terragrunt.hcl", "terragrunt") : nullptr;
    if (beside && generated_names(context, beside).may_remove(file)) return true;
    return any_unit_running(context, [&](const bind::ModulePtr& unit) {
        return generated_names(context, unit).may_remove(file);
    });
}

bool is_added_to_other_module(const check::ExtensionContext& context) {
    const bind::ModulePtr unit = context.implied ? context.implied("terragrunt.hcl", "terragrunt") : nullptr;
    return unit && context.called && generated_names(context, unit).runs_other_module;
}

}  // namespace hcl::terragrunt
