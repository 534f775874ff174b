// Files that other files name as being in their language, whatever they are called.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/language/language.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Whether the beginnings of two states of a file name the same files.
bool names_same_files(const FileState& a, const FileState& b, const language::Language& language);

// Whether files of the language set symbols of a module of that one in their folder, or call it.
bool gives_values_to(const language::Language& from, std::string_view language);

// The names that files of a workspace give to others.
class NamedFiles {
  public:
    // Whether files of the language can name others.
    bool can_name(const language::Language& language) { return !functions_of(language).empty(); }
    // Adds the names in a file, by functions of its language or in the paths of calls.
    void add(const FileState& state, const language::LanguagePtr& language);
    // The language of a file that one of those in the folders above or below it names; null: none does.
    language::LanguagePtr language_of(std::string_view path) const;

  private:
    struct Name {
        std::string end;     // of the path
        std::string folder;  // of the file that has the name
        language::LanguagePtr language;
    };
    const std::vector<std::string>& functions_of(const language::Language& language);

    std::unordered_map<std::string, std::vector<Name>> by_name_;  // by the last part
    std::unordered_map<const language::Language*, std::vector<std::string>> functions_;
};

}  // namespace hcl::world
