#include "engine/world/rule_page.h"

#include <algorithm>
#include <set>
#include <vector>

#include "engine/language/pack_source.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

using syntax::BlockView;
using syntax::BodyView;

// The text of the block as it would stand at the start of a line.
std::string source_of(const syntax::File& file, const BlockView& block) {
    const std::string text = file.text(block.span());
    const std::uint32_t indent = file.position(block.span().start, ColumnUnit::Utf8).column;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        std::string_view line = std::string_view(text).substr(at, end - at);
        const std::size_t blank = line.find_first_not_of(" \t");
        if (at > 0) line.remove_prefix(std::min<std::size_t>(blank, indent));
        out += line;
        at = end;
    }
    return out;
}

class Pages {
  public:
    Pages(std::string_view name, std::string& out) : name_(name), out_(out) {}

    // The blocks of the type with this name.
    void add(const syntax::File& file, std::string_view type, const std::string& what,
             const std::string& where) {
        find(file, file.body(), type, what, where, 0);
    }

  private:
    static constexpr int kMaxDepth = 100;

    void find(const syntax::File& file, const BodyView& body, std::string_view type, const std::string& what,
              const std::string& where, int depth) {
        if (depth > kMaxDepth) return;
        for (const BlockView& block : body.blocks()) {
            const auto labels = block.labels();
            if (block.type() == type && !labels.empty() && labels[0].value == name_) {
                const std::uint32_t line = file.position(block.span().start, ColumnUnit::Utf8).line + 1;
                if (!out_.empty()) out_ += "\n";
                out_ += what;
                if (!where.empty()) out_ += ", in " + where + ", line " + std::to_string(line);
                out_ += ":\n```hcl\n" + source_of(file, block) + "\n```\n";
            }
            find(file, block.body(), type, what, where, depth + 1);
        }
    }

    std::string_view name_;
    std::string& out_;
};

bool has_check(std::string_view text, std::string_view name) {
    const std::vector<std::string_view> names = language::check_names_in(text);
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::string rule_page(const Snapshot& snapshot, std::string_view name,
                      const std::function<std::string(const std::string& path)>& shown) {
    std::string out;
    Pages pages(name, out);
    const WorkspaceLanguages& languages = workspace_languages(snapshot);
    std::set<FileId> seen;
    for (const WorkspaceConfig& config : languages.configs) {
        if (!config.house_rules) continue;
        for (const check::HouseRule& rule : config.house_rules->rules) {
            const FileState* state = rule.id == name ? snapshot.file(rule.place.file) : nullptr;
            if (state && seen.insert(state->id()).second)
                pages.add(*state->tree(), "rule", "A rule of this workspace", shown(state->info().path));
        }
    }
    for (const FileId pack : languages.packs)
        if (const FileState* state = snapshot.file(pack); state && seen.insert(pack).second)
            pages.add(*state->tree(), "check", "A check of a pack", shown(state->info().path));
    for (const language::BuiltinPack& pack : language::builtin_packs()) {
        if (!has_check(pack.text, name)) continue;
        const language::LanguagePtr language = language::LanguageSet::builtin().find(pack.name);
        const std::string title = language ? language->title : std::string(pack.name);
        pages.add(*syntax::File::parse(pack.text), "check", "A check of the language \"" + title + "\"", {});
    }
    return out;
}

}  // namespace hcl::world
