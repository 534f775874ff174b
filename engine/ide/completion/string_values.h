// Candidates for strings that the language restricts: enumerated values, names of symbols, paths, labels.
// Private to completion.
#pragma once

#include "engine/ide/completion/draft.h"
#include "engine/ide/completion/expectation.h"

namespace hcl::ide {

enum class Quotes : std::uint8_t { Add, None };

void add_choices(Draft& draft, const language::ValueRules& rules, Quotes quotes);
// Symbols of the kinds, by name or by path.
void add_symbol_names(Draft& draft, const language::ValueRules& rules, Quotes quotes, bool by_path = false);
// The first steps of their addresses.
void add_first_steps(Draft& draft, const language::ValueRules& rules);
// Symbols that only such values can name, by the steps of their address after these.
void add_symbol_steps(Draft& draft, const language::ValueRules& rules, const std::vector<std::string>& steps);
// Everything that is expected inside the quotes at the cursor.
void add_string_contents(Draft& draft, const Expectation& wanted);
// Files and folders for a path that functions read, which starts at this byte of the file.
void add_read_paths(Draft& draft, std::uint32_t start);
// The same for what follows the beginning of a path, in the notation of language/call_folder.h.
void add_paths_behind(Draft& draft, std::string_view written, bool folders_only);
// Folders for a path that counts from a folder, as the file would write it.
void add_folders_from(Draft& draft, const std::string& folder);
// Names of files in the folders above.
void add_files_above(Draft& draft);
// Types of blocks that a dynamic block can generate in this body.
void add_made_blocks(Draft& draft, Quotes quotes);
// Label `index` of a block.
void add_labels(Draft& draft, const BlockDef& block, std::size_t index, Quotes quotes);

}  // namespace hcl::ide
