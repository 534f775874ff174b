// Files that git-crypt has encrypted: what a checkout without the key holds.
#pragma once

#include <string_view>

namespace hcl {

// The first bytes of such a file.
inline constexpr std::string_view kGitCryptHeader("\0GITCRYPT\0", 10);

}  // namespace hcl
