// Tokens name resource types, functions and types in package schemas and programs: "package:module:member".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::pcl {

struct Token {
    std::string_view package;
    std::string_view module;  // "index" when omitted
    std::string_view member;
    // "pulumi:providers:aws": the provider of the package "aws".
    bool is_provider() const { return package == "pulumi" && module == "providers"; }
    // The package whose schema declares it.
    // "pulumi:providers:aws/method" is a method of the provider.
    std::string_view home() const { return is_provider() ? member.substr(0, member.find('/')) : package; }
};

// Parses "package:module:member" or "package:member"; empty for anything else.
std::optional<Token> parse_token(std::string_view text);

// The significant part of a token's module, as the package schema defines it. Tokens with
// the same canonical form are the same.
class ModuleFormat {
  public:
    // `expression` is a regular expression; an invalid one is replaced by the default.
    explicit ModuleFormat(std::string_view expression);
    ~ModuleFormat();
    ModuleFormat(ModuleFormat&&) noexcept;
    ModuleFormat& operator=(ModuleFormat&&) noexcept;

    std::string module(std::string_view written) const;
    // "aws:s3:Bucket" of "aws:s3/bucket:Bucket"; "mock::Thing" of "mock:index:Thing".
    std::string canonical(std::string_view package, const Token& token) const;

  private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;  // null: the whole module is significant
};

}  // namespace hcl::pcl
