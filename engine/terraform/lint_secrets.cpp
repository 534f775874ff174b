// Secrets that are written out: keys and tokens with the prefixes that their services give them.
#include <array>

#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

enum class Letters : std::uint8_t { Capitals, Word, WordOrHyphen };

struct SecretForm {
    std::string_view prefix;
    std::size_t length;  // behind the prefix, at least
    Letters letters;
    std::string_view meaning;
};

constexpr std::array<SecretForm, 15> kForms{{
    {"AKIA", 16, Letters::Capitals, "an access key of AWS"},
    {"ASIA", 16, Letters::Capitals, "an access key of AWS"},
    {"ghp_", 36, Letters::Word, "a token of GitHub"},
    {"gho_", 36, Letters::Word, "a token of GitHub"},
    {"ghs_", 36, Letters::Word, "a token of GitHub"},
    {"github_pat_", 60, Letters::Word, "a token of GitHub"},
    {"glpat-", 20, Letters::WordOrHyphen, "a token of GitLab"},
    {"xoxb-", 20, Letters::WordOrHyphen, "a token of Slack"},
    {"xoxp-", 20, Letters::WordOrHyphen, "a token of Slack"},
    {"AIza", 35, Letters::WordOrHyphen, "a key of Google"},
    {"sk_live_", 24, Letters::Word, "a key of Stripe"},
    {"hvs.", 24, Letters::WordOrHyphen, "a token of Vault"},
    {".atlasv1.", 60, Letters::WordOrHyphen, "a token of HCP Terraform"},
    {"npm_", 36, Letters::Word, "a token of npm"},
    {"dop_v1_", 64, Letters::Word, "a token of DigitalOcean"},
}};

bool is_of(Letters letters, char c) {
    const bool is_capital = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letters == Letters::Capitals || is_capital) return is_capital;
    return (c >= 'a' && c <= 'z') || c == '_' || (c == '-' && letters == Letters::WordOrHyphen);
}

bool is_word(char c) {
    return is_of(Letters::Word, c);
}

// Whether the letters behind the prefix are as many as that, and no placeholder such as "XXXX".
bool fits(const SecretForm& form, std::string_view text, std::size_t at) {
    const bool is_inside = at > 0 && is_word(text[at - 1]) && is_word(form.prefix.front());
    if (is_inside) return false;
    constexpr std::size_t kLongest = 256;
    const std::string_view rest = text.substr(at + form.prefix.size(), kLongest);
    std::size_t length = 0;
    std::size_t different = 0;
    while (length < rest.size() && is_of(form.letters, rest[length])) {
        if (rest.substr(0, length).find(rest[length]) == std::string_view::npos) ++different;
        ++length;
    }
    constexpr std::size_t kFewest = 6;
    const bool is_longer = form.letters == Letters::Capitals && length != form.length;
    return length >= form.length && !is_longer && different >= kFewest &&
           !rest.substr(0, length).ends_with("EXAMPLE");
}

}  // namespace

std::string_view secret_in(std::string_view text) {
    constexpr std::size_t kShortest = 20;
    constexpr std::string_view kKey = "PRIVATE KEY-----";
    if (text.size() < kShortest) return {};
    if (const std::size_t begin = text.find(kKeyBegins); begin != std::string_view::npos) {
        const std::size_t key = text.find(kKey, begin);
        // With a body: the first line alone is what documentation and patterns have.
        constexpr std::size_t kLongestKind = 40;
        constexpr std::size_t kBody = 64;
        if (key != std::string_view::npos && key - begin < kLongestKind && text.size() - key > kBody)
            return "a private key";
    }
    for (const SecretForm& form : kForms)
        for (std::size_t at = text.find(form.prefix); at != std::string_view::npos;
             at = text.find(form.prefix, at + 1))
            if (fits(form, text, at)) return form.meaning;
    return {};
}

}  // namespace hcl::terraform
