#include "engine/check/encrypted.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/base/git_crypt.h"

namespace hcl::check {

namespace {

struct Header {
    std::string_view begin;  // of the file
    std::string_view tool;
};

constexpr Header kHeaders[] = {{kGitCryptHeader, "git-crypt"},
                               {"$ANSIBLE_VAULT;", "Ansible Vault"},
                               {"age-encryption.org/", "age"},
                               {"-----BEGIN AGE ENCRYPTED FILE-----", "age"},
                               {"-----BEGIN PGP MESSAGE-----", "OpenPGP"}};

}  // namespace

std::optional<Diagnostic> encrypted_file(const syntax::File& tree) {
    constexpr std::uint32_t kLongest = 40;
    const std::string begin = tree.text({0, std::min(tree.size(), kLongest)});
    for (const Header& header : kHeaders) {
        if (!begin.starts_with(header.begin)) continue;
        Diagnostic d = make_diagnostic(DiagCode::InvalidEncoding, {0, 0}, {});
        d.severity = Severity::Warning;
        d.title = "Encrypted file";
        d.message = "This file is encrypted with " + std::string(header.tool) +
                    ", so it is not checked. Decrypt it to work on it.";
        return d;
    }
    return std::nullopt;
}

}  // namespace hcl::check
