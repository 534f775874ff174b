#include "engine/ide/completion/extension_values.h"

#include "engine/base/hcl_string.h"
#include "engine/syntax/lex/chars.h"

namespace hcl::ide {

void add_extension_values(Draft& draft, const world::ExtensionOf& native, check::ExtensionCursor::At at) {
    using Kind = check::ExtensionItem::Kind;
    if (!native.extension) return;
    const Cursor& cursor = draft.cursor;
    const bool is_followed = cursor.is_followed_by_header();
    for (check::ExtensionItem& item : native.extension->completions(
             native.context,
             {at, cursor.place.file->input.id, cursor.tree, cursor.path, cursor.offset, cursor.in_string})) {
        const bool is_name = syntax::is_valid_identifier(item.label);
        // Such a member requires brackets.
        if (item.kind == Kind::Member && !is_name && !cursor.in_string) continue;
        Candidate c{std::move(item.label)};
        switch (item.kind) {
            case Kind::Argument:
                c.kind = at == check::ExtensionCursor::At::Name ? CompletionKind::Attribute
                                                                : CompletionKind::Member;
                if (!cursor.in_string)
                    c.inserted = (is_name ? c.label : hcl_string(c.label)) + (is_followed ? "" : " = ");
                break;
            case Kind::Member:
                c.kind = CompletionKind::Member;
                break;
            case Kind::Value:
                // A label may be a bare name.
                if (item.is_string && !cursor.in_string &&
                    !(is_name && at == check::ExtensionCursor::At::Label))
                    c.inserted = hcl_string(c.label);
                break;
            case Kind::Function:
                c.kind = CompletionKind::Function;
                if (!cursor.is_followed_by_parenthesis()) c.inserted = c.label + "(";
                break;
        }
        c.detail = std::move(item.detail);
        if (draft.options.documentation) c.documentation = std::move(item.documentation);
        c.is_deprecated = item.is_deprecated;
        c.is_hidden = item.is_hidden;
        c.order = item.order;
        c.rank = item.is_deprecated            ? rank::kDeprecated
                 : item.is_expected            ? rank::kExpected
                 : item.kind == Kind::Function ? rank::kFunction
                                               : rank::kPlain;
        draft.list.add(std::move(c));
    }
}

}  // namespace hcl::ide
