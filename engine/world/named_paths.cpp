#include "engine/world/named_paths.h"

#include <algorithm>

#include "engine/bind/written_path.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"

namespace hcl::world {

namespace {

using language::BlockDef;
using syntax::BlockView;
using syntax::Node;

struct NamesOfFile {
    const syntax::File& file;
    const language::Language& language;

    static Node attribute(const BlockView& block, std::string_view name) {
        for (const syntax::AttributeView& one : block.body().attributes())
            if (one.name == name) return one.expr;
        return {};
    }

    // Whether the attributes of such a block are the values ROOT.NAME.
    static bool declares_values(const BlockDef& block, std::string_view root) {
        const auto& any = block.body->get().any_attribute;
        return any && any->symbol && any->symbol->address.size() == 2 &&
               any->symbol->address[0].kind == language::AddressStep::Kind::Literal &&
               any->symbol->address[0].text == root &&
               any->symbol->address[1].kind == language::AddressStep::Kind::Name;
    }

    Node value(std::string_view root, std::string_view name) const {
        const auto& blocks = language.root().blocks;
        const auto def =
            std::ranges::find_if(blocks, [&](const BlockDef& block) { return declares_values(block, root); });
        if (def == blocks.end()) return {};
        for (const BlockView& block : file.body().blocks())
            if (block.type() == def->type)
                if (Node found = attribute(block, name)) return found;
        return {};
    }

    // The path that a block of the type has: the first one, or that with the label.
    Node path_of_block(std::string_view type, std::string_view label) const {
        const BlockDef* def = language.root().block(type);
        if (!def || !def->call) return {};
        for (const BlockView& block : file.body().blocks()) {
            if (block.type() != type) continue;
            const auto labels = block.labels();
            if (label.empty() || (!labels.empty() && labels[0].value == label))
                return attribute(block, def->call->folder);
        }
        return {};
    }
};

}  // namespace

std::string without_name(const syntax::File& file, const language::Language& language,
                         std::string_view path) {
    constexpr int kMostSteps = 8;
    const NamesOfFile names{file, language};
    const language::PathFunctions functions = language::path_functions(language);
    std::string out(path);
    for (int i = 0; i < kMostSteps && out.starts_with(language::kNamed); ++i) {
        const auto [name, rest] = language::named_path(out);
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string_view root = name.substr(0, dot);
        const std::string_view member = name.substr(std::min(dot + 1, name.size()));
        const bool is_block = functions.names_block(root);
        const Node expr = is_block ? names.path_of_block(root, member) : names.value(root, member);
        std::string begin = expr ? bind::written_path(expr, functions) : std::string();
        // Without such a block, it is the folder of the file itself.
        if (is_block && !expr && member.empty())
            begin = ".";
        else if (begin.empty())
            return {};
        else if (is_block)
            begin = language::continued_path(begin, "..");
        out = rest.empty() ? begin : language::continued_path(begin, rest);
    }
    return out.starts_with(language::kNamed) ? std::string() : out;
}

}  // namespace hcl::world
