// Tokens: how package schemas and programs name resource types, functions and types: "package:module:member".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hcl::pcl {

struct Token {
    std::string_view package;
    std::string_view module;  // "index" where none is written
    std::string_view member;
    // "pulumi:providers:aws": the provider of the package "aws".
    bool is_provider() const { return package == "pulumi" && module == "providers"; }
    // The package whose schema has it.
    std::string_view home() const { return is_provider() ? member : package; }
};

// "package:module:member" or "package:member"; none for anything else.
std::optional<Token> parse_token(std::string_view text);

// Which part of a token's module counts, as a package schema says. Tokens that agree in what this gives are
// the same.
class ModuleFormat {
  public:
    // A regular expression; the default when it cannot be read.
    explicit ModuleFormat(std::string_view expression);
    ~ModuleFormat();
    ModuleFormat(ModuleFormat&&) noexcept;
    ModuleFormat& operator=(ModuleFormat&&) noexcept;

    std::string module(std::string_view written) const;
    // "aws:s3:Bucket" of "aws:s3/bucket:Bucket"; "mock::Thing" of "mock:index:Thing".
    std::string canonical(std::string_view package, const Token& token) const;

  private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;  // null: the whole module counts
};

}  // namespace hcl::pcl
