#include "engine/world/named_paths.h"

#include <algorithm>
#include <optional>

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

    // Whether the attributes of such a block are values with an address of two words.
    static bool has_values(const BlockDef& block) {
        const auto& any = block.body->get().any_attribute;
        return any && any->symbol && any->symbol->address.size() == 2 &&
               any->symbol->address[0].kind == language::AddressStep::Kind::Literal &&
               any->symbol->address[1].kind == language::AddressStep::Kind::Name;
    }
    // Whether they are the values ROOT.NAME.
    static bool declares_values(const BlockDef& block, std::string_view root) {
        return has_values(block) && block.body->get().any_attribute->symbol->address[0].text == root;
    }

    static Node value_in(const syntax::File& there, const BlockDef& def, std::string_view name) {
        for (const BlockView& block : there.body().blocks())
            if (block.type() == def.type)
                if (Node found = attribute(block, name)) return found;
        return {};
    }
    Node value(std::string_view root, std::string_view name) const {
        for (const BlockDef& block : language.root().blocks)
            if (declares_values(block, root)) return value_in(file, block, name);
        return {};
    }
    // A value of another file, as the name of the blocks that declare them and its own: `locals.base`.
    Node value_of_blocks(std::string_view type, std::string_view name) const {
        const BlockDef* def = language.root().block(type);
        return def && has_values(*def) ? value_in(file, *def, name) : Node();
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

constexpr int kMostSteps = 8;

// `root.locals.base` behind `include`: the label, the type of the blocks with values, and the name.
struct ValueOfBlock {
    std::string_view label;
    std::string_view type;
    std::string_view name;

    static std::optional<ValueOfBlock> read(std::string_view member) {
        const std::size_t name = member.rfind('.');
        if (name == std::string_view::npos) return std::nullopt;
        const std::string_view front = member.substr(0, name);
        const std::size_t type = front.rfind('.');
        const bool has_label = type != std::string_view::npos;
        return ValueOfBlock{has_label ? front.substr(0, type) : std::string_view(),
                            has_label ? front.substr(type + 1) : front, member.substr(name + 1)};
    }
};

// Paths of one file. Those in a file that it includes count from it, too.
struct PathsOfFile {
    const syntax::File& file;
    const language::Language& language;
    const language::PathFunctions& functions;
    const FileAt& file_at;
    bool& is_certain;       // false: another file may include this one, and the path counts from there
    std::string path = {};  // of the file, when another one includes it

    std::string known(std::string_view written, int steps) const {
        std::string out(written);
        for (; steps < kMostSteps && out.starts_with(language::kNamed); ++steps) {
            const auto [name, rest] = language::named_path(out);
            std::string begin = beginning(name, steps);
            if (begin.empty()) return {};
            out = rest.empty() ? begin : language::continued_path(begin, rest);
        }
        return out.starts_with(language::kNamed) ? std::string() : out;
    }

    std::string beginning(std::string_view name, int steps) const {
        const NamesOfFile names{file, language};
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string_view root = name.substr(0, dot);
        const std::string_view member = name.substr(std::min(dot + 1, name.size()));
        if (!functions.names_block(root)) return bind::written_path(names.value(root, member), functions);
        if (const auto value = ValueOfBlock::read(member)) return value_there(root, *value, steps);
        if (const Node expr = names.path_of_block(root, member)) {
            const std::string there = bind::written_path(expr, functions);
            return there.empty() ? there : language::continued_path(there, "..");
        }
        // Without such a block, it is the folder of the file itself.
        if (!member.empty()) return {};
        if (path.empty()) is_certain = false;
        return path.empty() ? "." : language::continued_path(path, "..");
    }

    std::string value_there(std::string_view root, const ValueOfBlock& value, int steps) const {
        const Node expr = NamesOfFile{file, language}.path_of_block(root, value.label);
        const std::string there = known(bind::written_path(expr, functions), steps + 1);
        const syntax::FilePtr other = there.empty() ? nullptr : file_at(there);
        if (!other) return {};
        const Node found = NamesOfFile{*other, language}.value_of_blocks(value.type, value.name);
        const PathsOfFile inside{*other, language, functions, file_at, is_certain, there};
        return inside.known(bind::written_path(found, functions), steps + 1);
    }
};

}  // namespace

NamedTarget without_name(const syntax::File& file, const language::Language& language, std::string_view path,
                         const FileAt& file_at) {
    const language::PathFunctions functions = language::path_functions(language);
    NamedTarget out;
    out.path = PathsOfFile{file, language, functions, file_at, out.is_certain}.known(path, 0);
    return out;
}

}  // namespace hcl::world
