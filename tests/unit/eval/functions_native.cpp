// Functions that packs enable: documentation, and hostile input.
#include <string>

#include "engine/eval/functions/functions.h"
#include "tests/unit/eval/functions_support.h"

namespace hcl::test {
namespace native_functions {
namespace {

std::string called(std::string_view name, std::vector<Value> arguments, const eval::Limits& limits = {}) {
    const eval::FunctionPtr function = eval::native_function(name);
    REQUIRE(function != nullptr);
    eval::Budget budget(limits);
    eval::CallContext context{Rules::reference(), budget};
    return shown(eval::call_function(*function, arguments, context));
}

// Created only for this test.
constexpr const char* kKey = R"(-----BEGIN RSA PRIVATE KEY-----
MIICXQIBAAKBgQCgrFK1VVIz5sQTvscZjI00FTm5qTU8Zaiy2XjA9FILDkrZKymj
kU9LNLVIgMN4Sg+tFt+t8kFQJDPfx1ax/t1OcBuXeSZ5BzYTvltDHBUPckhdM0br
17p+2xwrRPzEr+r7LsN79hxxZuWhxZMK+yYYlBJX/DJQZ4uCNq19nbFgIwIDAQAB
AoGAB+qVpKOQikgbbxGeQ67+IgvNrU0d91zW5AD9BxzCkhLhMzQCODHnoz/0kp7t
gpa7kP6ohKyD9UvjVmo+5kQ1aRz1/TAcn6huqjOKaofOl4mB8hNPJigL/cb+3jWO
80nBYQL2A5J+IEaTiYAXKUTfu3Wf+6wty5TfH2tIeUjA2GkCQQDOPXcm/uxizeka
BW5M1NL7srCnCpmI1t9YbUIoTgAwN8olfd1U5WVCsKC6tiq3yKgIVfN8b5X6Wn+G
6EyRpFSfAkEAx3Bjiyw+yIifK2HMEiehsqRLfK28h6SbtLztXAQWLp8SkK7IsCTU
v0vpDLaN91V8LAIOtCDvBD8FMQH0ndbh/QJBALUK69/FhEivrOJ0xgCYCqV8lOnt
uh2PUfxT3PF4l128e60xsetme99xIYcFhrZSZH78xIMFiUh9zNjmbuCius0CQQCM
zn6ZPc29yyeFe3CWyMBS3cgl6IuYwNDl1BVIx+HZXJnA6IXsRrSlsrSBM0ob+5DF
iVZUOoRF3TCPHzBTV+kJAkAjW6MUrfnD2ltPm0mO0Awh36O2LTpSg+uVXpYhlkry
FgBIC4SJRMAgJgiR4+zHuJ8Z6vnijpmPXpdOcQ551RYH
-----END RSA PRIVATE KEY-----
)";
constexpr const char* kOtherForm = R"(-----BEGIN PRIVATE KEY-----
MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAKCsUrVVUjPmxBO+
xxmMjTQVObmpNTxlqLLZeMD0UgsOStkrKaORT0s0tUiAw3hKD60W363yQVAkM9/H
VrH+3U5wG5d5JnkHNhO+W0McFQ9ySF0zRuvXun7bHCtE/MSv6vsuw3v2HHFm5aHF
kwr7JhiUElf8MlBni4I2rX2dsWAjAgMBAAECgYAH6pWko5CKSBtvEZ5Drv4iC82t
TR33XNbkAP0HHMKSEuEzNAI4MeejP/SSnu2ClruQ/qiErIP1S+NWaj7mRDVpHPX9
MByfqG6qM4pqh86XiYHyE08mKAv9xv7eNY7zScFhAvYDkn4gRpOJgBcpRN+7dZ/7
rC3LlN8fa0h5SMDYaQJBAM49dyb+7GLN6RoFbkzU0vuysKcKmYjW31htQihOADA3
yiV93VTlZUKwoLq2KrfIqAhV83xvlfpaf4boTJGkVJ8CQQDHcGOLLD7IiJ8rYcwS
J6GypEt8rbyHpJu0vO1cBBYunxKQrsiwJNS/S+kMto33VXwsAg60IO8EPwUxAfSd
1uH9AkEAtQrr38WESK+s4nTGAJgKpXyU6e26HY9R/FPc8XiXXbx7rTGx62Z733Eh
hwWGtlJkfvzEgwWJSH3M2OZu4KK6zQJBAIzOfpk9zb3LJ4V7cJbIwFLdyCXoi5jA
0OXUFUjH4dlcmcDohexGtKWytIEzShv7kMWJVlQ6hEXdMI8fMFNX6QkCQCNboxSt
+cPaW0+bSY7QDCHfo7YtOlKD65VeliGWSvIWAEgLhIlEwCAmCJHj7Me4nxnq+eKO
mY9el05xDnnVFgc=
-----END PRIVATE KEY-----
)";
constexpr const char* kNotRsa = R"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIF+ydh4m2mC/uBzx6+X/MJWOE5bJJvjatrQSDRvzP7eBoAoGCCqGSM49
AwEHoUQDQgAE72ASvHqOoqe78HHjHUSiQHjF9rcD5TdGmm/z4YH68zJjbW3TW/zr
dSBHqqcIyzcLXIMrc+1k7aKaxJjLqq42Xg==
-----END EC PRIVATE KEY-----
)";
constexpr const char* kCipher =
    "GPAo2PcYTMTyqIyHKE3hJ02HQwXQXxeJ8yj2dlcxRWGHls8pHNGsxbmVB8I1NE98M1wexk9bDCe9jGzLtyS6dUpeyB4LQTKVJ9og0LmQ"
    "BTY1GNm1vNLCLI8fAndiqmTSjWY5p8XWsl3F8foC1wjvO+jaw/FblSTWLsJlBpEhPcc=";

TEST_CASE("functions that packs name: every function and parameter is documented") {
    for (const std::string_view library : {"encoding", "network", "extended", "search", "digests", "yaml",
                                           "marks", "files", "templates", "definitions"}) {
        const eval::FunctionTable* table = eval::native_library(library);
        REQUIRE(table != nullptr);
        for (const auto& [name, function] : table->all()) {
            CHECK_MESSAGE(function->description.ends_with('.'), name);
            for (const eval::Parameter& parameter : function->parameters)
                CHECK_MESSAGE(parameter.doc.ends_with('.'), name << " " << parameter.name);
        }
    }
}

TEST_CASE("rsadecrypt reads keys in both forms, and rejects everything else") {
    CHECK(called("rsadecrypt", {str(kCipher), str(kKey)}) == "\"s\u00e9cret\"");
    CHECK(called("rsadecrypt", {str(kCipher), str(kOtherForm)}) == "\"s\u00e9cret\"");
    CHECK(called("rsadecrypt", {str("YQ=="), str(kKey)}) == "error");
    CHECK(called("rsadecrypt", {str(kCipher), str(kNotRsa)}) == "error 1");
    CHECK(called("rsadecrypt", {str(kCipher), str("-----BEGIN RSA PRIVATE KEY-----")}) == "error 1");
    CHECK(called("rsadecrypt", {str("!"), str(kKey)}) == "error 0");
}

TEST_CASE("YAML: aliases of aliases are paid for, nesting is bounded") {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 30; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int k = 0; k < 8; ++k) bomb += ", " + before;
        bomb += "]\n";
    }
    CHECK(called("yamldecode", {str(bomb)}) == "out of budget");
    CHECK(called("yamldecode", {str(std::string(5000, '['))}) == "error");
    CHECK(called("yamldecode", {str(std::string(100'000, '{'))}) == "error");
    std::string deep;
    for (int i = 0; i < 3000; ++i) deep += "- ";
    CHECK(called("yamldecode", {str(deep + "x")}) == "error");
    CHECK(called("yamldecode", {str("a: &x [1, *x]")}) == "error");
    CHECK(called("yamldecode", {str(std::string("a: \0b", 6))}) == "error");
    CHECK(called("yamldecode", {str("\xEF\xBB\xBF"
                                    "a: 1")}) == "{ a = 1 }");
}

TEST_CASE("results that differ between runs are unknown, except for their form") {
    CHECK(called("uuid", {}).starts_with("(unknown string"));
    CHECK(called("bcrypt", {str("x")}).starts_with("(unknown string"));
    CHECK(called("bcrypt", {str("x"), num(40)}) == "error 1");
    CHECK(called("bcrypt", {str(std::string(73, 'x'))}) == "error 0");
    CHECK(called("file", {str("a.txt")}) == "(unknown string)");
}

TEST_CASE("marks are set, taken away and asked for") {
    const Value secret = str("x").with_marks(Marks::sensitive());
    const Value passing = str("x").with_marks(Marks::ephemeral());
    CHECK(called("issensitive", {secret}) == "true");
    CHECK(called("issensitive", {Value::tuple({secret})}) == "false");
    CHECK(called("issensitive", {Value::unknown(Type::string())}).starts_with("(unknown bool"));
    CHECK(called("nonsensitive", {secret}) == "\"x\"");
    CHECK(called("sensitive", {str("x")}) == "(sensitive)");
    CHECK(called("ephemeralasnull", {passing}) == "null");
    CHECK(called("ephemeralasnull", {Value::tuple({str("a"), passing})}) == "[\"a\", null]");
}

TEST_CASE("addresses within prefixes") {
    CHECK(called("cidrcontains", {str("10.0.0.0/8"), str("10.1.2.3")}) == "true");
    CHECK(called("cidrcontains", {str("10.0.0.0/8"), str("11.1.2.3")}) == "false");
    CHECK(called("cidrcontains", {str("10.0.0.0/8"), str("10.0.0.0/7")}) == "false");
    CHECK(called("cidrcontains", {str("10.0.0.0/8"), str("10.128.0.0/9")}) == "true");
    CHECK(called("cidrcontains", {str("fd00::/8"), str("fd01::1")}) == "true");
    CHECK(called("cidrcontains", {str("fd00::/8"), str("10.0.0.1")}) == "error");
    CHECK(called("cidrcontains", {str("10.0.0.0/8"), str("x")}) == "error 1");
}

TEST_CASE("the query of a URL") {
    CHECK(called("urldecode", {str("a+b%26c%C3%A9")}) == "\"a b&c\u00e9\"");
    CHECK(called("urldecode", {str("100%")}) == "error 0");
    CHECK(called("urldecode", {str("%zz")}) == "error 0");
}

}  // namespace
}  // namespace native_functions
}  // namespace hcl::test
