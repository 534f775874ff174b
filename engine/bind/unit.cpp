#include "engine/bind/unit.h"

#include "engine/bind/ignore_comments.h"
#include "engine/bind/unit_binder.h"
#include "engine/syntax/tree/entries.h"

namespace hcl::bind {

BoundUnitPtr bind_item(const BodyItem& item, const language::Language& language, const Packages& packages) {
    NewUnit<> made(language, packages);
    const bool is_bogus = item.kind == BodyItem::Kind::Bogus;
    if (!is_bogus) made.binder.native_items({item}, 0, kNone);
    syntax::each_chunk(item, [&](const syntax::Chunk& chunk, std::uint32_t base) {
        find_ignore_comments(chunk, base, *made.unit);
    });
    if (is_bogus && made.unit->ignores.empty()) return nullptr;
    return made.finished(item.span.end);
}

BoundUnitPtr bind_trivia(const syntax::Chunk& chunk, const language::Language& language) {
    const Packages none;
    NewUnit<> made(language, none);
    find_ignore_comments(chunk, 0, *made.unit);
    if (made.unit->ignores.empty()) return nullptr;
    made.unit->size = static_cast<std::uint32_t>(chunk.text.size());
    return std::move(made.unit);
}

BoundUnitPtr bind_header(const BodyItem& block, const language::Language& language,
                         const Packages& packages) {
    NewUnit<> made(language, packages);
    made.binder.native_block(block.block(), 0, false);
    made.unit->blocks[0].has_parts = true;
    return made.finished(block.span.end);
}

BoundUnitPtr bind_inside(const BodyItem& block, const std::optional<BodyItem>& item,
                         const syntax::Chunk& chunk, const language::Language& language,
                         const Packages& packages) {
    NewUnit<> made(language, packages);
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    const std::uint32_t body = made.binder.stand_in(std::string(block.block().type()), {0, size});
    if (item && item->kind != BodyItem::Kind::Bogus) made.binder.native_items({*item}, body, kNone);
    find_ignore_comments(chunk, 0, *made.unit);
    return made.finished(size);
}

BoundUnitPtr bind_end(const BodyItem& block, const syntax::Chunk& chunk, const language::Language& language,
                      const Packages& packages) {
    NewUnit<> made(language, packages);
    const auto brace = std::ranges::find(chunk.token_kinds, syntax::TokenKind::CBrace);
    const auto token = static_cast<std::uint32_t>(brace - chunk.token_kinds.begin());
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    made.binder.stand_in(std::string(block.block().type()),
                         {0, token < chunk.token_kinds.size() ? chunk.token_span(token).start : size});
    find_ignore_comments(chunk, 0, *made.unit);
    return made.finished(size);
}

}  // namespace hcl::bind
