#include "engine/language/pack_source.h"

#include <algorithm>
#include <utility>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/language/language.h"
#include "engine/language/pack_merge.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::language {

namespace {

constexpr std::uint64_t kMostBytes = 8u << 20;
constexpr std::uint32_t kMostMark = 4096;  // bytes of the line that names what is extended

// The packs that one extends, from the nearest to the last.
struct Chain {
    const PackFile& own;
    const ExtendedName& written;
    const FindPack& find;
    Diagnostics& findings;
    std::vector<PackFile> packs{};
    std::string base{};  // the id of the built-in language at the end; empty: none

    void contradiction(const std::string& sentence) {
        findings.push_back(make_diagnostic(DiagCode::PackContradiction, written.place, {sentence}));
    }

    // False when nothing can be extended.
    bool follow() {
        std::uint64_t bytes = own.tree->size();
        PackFile from = own;
        for (ExtendedName next = written; !next.name.empty(); next = extended_by(*from.tree)) {
            if (!next.is_path()) return language(next);
            const std::string path = path_from(std::string(folder_of(from.path)), next.name);
            if (is_cycle(path)) return false;
            auto found = find(path);
            if (!found) {
                missing(next);
                return false;
            }
            bytes += found->tree->size();
            if (packs.size() + 1 >= kMostExtended || bytes > kMostBytes) {
                contradiction("Too much is extended here: " + std::to_string(kMostExtended) + " packs of " +
                              std::to_string(kMostBytes >> 20) + " MiB in all are read.");
                return false;
            }
            from = std::move(*found);
            packs.push_back(from);
        }
        return true;
    }

    bool language(const ExtendedName& next) {
        if (LanguageSet::builtin().find(next.name)) {
            base = next.name;
            return true;
        }
        Suggester near(next.name);
        for (const LanguagePtr& known : LanguageSet::builtin().all()) near.offer(known->id);
        if (packs.empty())
            findings.push_back(make_diagnostic(
                DiagCode::UnknownPackName, written.place,
                {"extends", R"(a language of this build, or the path of a pack ("./base.hcldec"),)",
                 next.name, did_you_mean(near.best())}));
        else
            contradiction("\"" + std::string(file_name_of(packs.back().path)) + "\" extends \"" + next.name +
                          "\", and no language of this build is called so.");
        return false;
    }

    bool is_cycle(const std::string& path) {
        if (path != own.path && std::ranges::find(packs, path, &PackFile::path) == packs.end()) return false;
        std::string way(file_name_of(own.path));
        for (const PackFile& one : packs) way += " -> " + std::string(file_name_of(one.path));
        contradiction("Packs cannot extend each other in a circle: " + way + " -> " +
                      std::string(file_name_of(path)) + ".");
        return true;
    }

    void missing(const ExtendedName& next) {
        Diagnostic& d =
            findings.emplace_back(make_diagnostic(DiagCode::PackFileNotFound, written.place, {next.name}));
        if (!packs.empty())
            d.message = "\"" + std::string(file_name_of(packs.back().path)) + "\" extends \"" + next.name +
                        "\". " + d.message;
    }
};

// The id that a pack gives to its language; empty when there is none, or it is no plain name.
std::string language_id_in(const syntax::File& pack) {
    for (const syntax::BlockView& block : pack.body().blocks()) {
        if (block.type() != "language" || block.labels().empty()) continue;
        std::string id = block.labels().front().value;
        return id.find_first_of(" \n") == std::string::npos ? id : std::string();
    }
    return {};
}

PackSource alone(const PackFile& pack) {
    PackSource out;
    out.tree = pack.tree;
    out.file = pack.id;
    return out;
}

}  // namespace

void PackSource::settle(Diagnostics& list) const {
    auto located = [&](Span place) -> std::optional<Location> {
        auto after = std::ranges::upper_bound(pieces, place.start, {}, &Piece::start);
        if (after == pieces.begin()) return std::nullopt;
        const Piece& piece = *--after;
        if (!piece.file.is_valid() || place.start > piece.start + piece.length) return std::nullopt;
        const std::uint32_t from = piece.from + (place.start - piece.start);
        const std::uint32_t most = piece.length - (place.start - piece.start);
        return Location{piece.file, {from, from + std::min(place.length(), most)}};
    };
    auto settle_one = [&](Diagnostic& d) {
        const auto place = located(d.span);
        if (!place || place->file != file) return false;
        d.span = place->span;
        if (const auto context = d.context ? located(*d.context) : std::nullopt) d.context = context->span;
        std::erase_if(d.related, [&](RelatedPlace& one) {
            const auto there = located(one.where.span);
            if (there) one.where = *there;
            return !there;
        });
        for (Fix& fix : d.fixes)
            for (FileEdit& edit : fix.edits)
                if (const auto there = located(edit.edit.range)) edit.edit.range = there->span;
        return true;
    };
    if (is_merged()) std::erase_if(list, [&](Diagnostic& d) { return !settle_one(d); });
    for (Diagnostic& d : list) d.file = file;
}

ExtendedName extended_by(const syntax::File& pack) {
    if (pack.options().syntax != syntax::Syntax::Native) return {};
    for (const syntax::BlockView& block : pack.body().blocks()) {
        if (block.type() != "language") continue;
        for (const syntax::AttributeView& attribute : block.body().attributes())
            if (attribute.name == "extends")
                return {syntax::quoted_text(attribute.expr).value_or(std::string()), attribute.expr.span()};
    }
    return {};
}

PackSource extended_pack(const PackFile& pack, const FindPack& find) {
    PackSource out = alone(pack);
    const ExtendedName written = extended_by(*pack.tree);
    if (written.name.empty()) return out;
    Chain chain{pack, written, find, out.findings};
    if (!chain.follow()) return out;
    chain.packs.insert(chain.packs.begin(), pack);
    if (!chain.base.empty()) chain.packs.push_back({{}, LanguageSet::builtin().find(chain.base)->pack, {}});
    PackSource merged = alone(chain.packs.back());
    for (std::size_t i = chain.packs.size() - 1; i-- > 0;) {
        const PackFile& next = chain.packs[i];
        const std::string base =
            chain.packs[i + 1].id.is_valid() ? language_id_in(*chain.packs[i + 1].tree) : chain.base;
        if (!base.empty()) merged.bases.push_back(base);
        Diagnostics clashes;
        MergedText text = merge_packs(merged, next, clashes);
        merged.tree = syntax::File::parse(text.text, next.tree->options());
        merged.pieces = std::move(text.pieces);
        merged.file = next.id;
        merged.findings = std::move(clashes);
    }
    return merged;
}

bool is_merged_pack(const syntax::File& tree) {
    return tree.text({0, std::min(tree.size(), static_cast<std::uint32_t>(kMergedMark.size()))}) ==
           kMergedMark;
}

std::vector<std::string> bases_of_merged(const syntax::File& tree) {
    std::vector<std::string> out;
    if (!is_merged_pack(tree)) return out;
    std::string line = tree.text({0, std::min(tree.size(), kMostMark)});
    line.resize(std::min(line.find('\n'), line.size()));
    for (std::size_t at = kMergedMark.size(); at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at + 1), line.size());
        out.emplace_back(line.substr(at + 1, end - at - 1));
        at = end;
    }
    return out;
}

std::vector<std::string> file_patterns_in(const syntax::File& pack) {
    std::vector<std::string> out;
    for (const syntax::BlockView& block : pack.body().blocks()) {
        if (block.type() != "language") continue;
        for (const syntax::AttributeView& attribute : block.body().attributes()) {
            if (attribute.name != "files" || !attribute.expr) continue;
            for (syntax::Node element : attribute.expr.children())
                if (auto pattern = syntax::quoted_text(element)) out.push_back(std::move(*pattern));
        }
    }
    return out;
}

std::vector<std::string_view> check_names_in(std::string_view text) {
    constexpr std::string_view kStart = "check \"";
    std::vector<std::string_view> out;
    for (std::size_t at = text.find(kStart); at != std::string_view::npos; at = text.find(kStart, at)) {
        at += kStart.size();
        const std::string_view name = text.substr(at, text.find_first_of("\"\n", at) - at);
        if (!name.empty()) out.push_back(name);
    }
    return out;
}

}  // namespace hcl::language
