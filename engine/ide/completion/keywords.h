// The keywords of `for` expressions and of directives in templates. Private to completion.
#pragma once

#include <string_view>
#include <vector>

#include "engine/syntax/file/file.h"

namespace hcl::ide {

struct KeywordsHere {
    std::vector<std::string_view> words;
    bool is_all = false;  // nothing else can stand there
};

// The keywords that can stand at a place, or in place of the word that ends or begins there.
KeywordsHere keywords_at(const syntax::File& file, std::uint32_t offset);

}  // namespace hcl::ide
