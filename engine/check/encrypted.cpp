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

// SOPS keeps the form of files: the object of JSON, with its own data at the end.
constexpr std::string_view kEncryptedText = "\"ENC[AES256_GCM,data:";
constexpr std::string_view kOfSops = "\"sops\": {";

bool is_encrypted_by_sops(const syntax::File& tree, std::string_view begin) {
    // A text in the language never begins so.
    if (!begin.starts_with('{') || !begin.contains(kEncryptedText)) return false;
    constexpr std::uint32_t kLongest = 1 << 20;
    return tree.text({0, std::min(tree.size(), kLongest)}).contains(kOfSops);
}

Diagnostic encrypted_with(std::string_view tool) {
    Diagnostic d = make_diagnostic(DiagCode::InvalidEncoding, {0, 0}, {});
    d.severity = Severity::Warning;
    d.title = "Encrypted file";
    d.message = "This file is encrypted with " + std::string(tool) +
                ", so it is not checked. Decrypt it to work on it.";
    return d;
}

}  // namespace

std::optional<Diagnostic> encrypted_file(const syntax::File& tree) {
    constexpr std::uint32_t kLongest = 1000;
    const std::string begin = tree.text({0, std::min(tree.size(), kLongest)});
    for (const Header& header : kHeaders)
        if (begin.starts_with(header.begin)) return encrypted_with(header.tool);
    if (is_encrypted_by_sops(tree, begin)) return encrypted_with("SOPS");
    return std::nullopt;
}

}  // namespace hcl::check
