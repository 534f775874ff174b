// A completion in progress: the cursor, and the candidates found so far. Private to completion.
#pragma once

#include <memory>

#include "engine/eval/function.h"
#include "engine/ide/completion/completion_list.h"
#include "engine/ide/completion/cursor_scope.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct Draft {
    const world::Snapshot& snapshot;
    const Cursor& cursor;
    CursorScope& scope;
    const CompletionOptions& options;
    CompletionList& list;
    ItemStyle& style;
    Span& replaced;  // the cursor's, or a part of it
    const Cancel& cancel;
    std::shared_ptr<const eval::FunctionTable> more_functions{};  // of the language's extension; may be null

    const bind::Module& module() const { return cursor.module(); }
    const language::Language& language() const { return cursor.language(); }
};

}  // namespace hcl::ide
