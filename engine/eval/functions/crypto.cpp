#include "engine/eval/functions/crypto.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <memory>

namespace hcl::eval::functions {

namespace {

const EVP_MD* algorithm(DigestKind kind) {
    switch (kind) {
        case DigestKind::Md5:
            return EVP_md5();
        case DigestKind::Sha1:
            return EVP_sha1();
        case DigestKind::Sha256:
            return EVP_sha256();
        case DigestKind::Sha512:
            break;
    }
    return EVP_sha512();
}

struct Free {
    void operator()(BIO* bio) const { BIO_free(bio); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
};

// Otherwise the library reads a configuration file that the environment may name.
void start() {
    static const bool is_started =
        OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, nullptr) == 1;
    static_cast<void>(is_started);
}

// Keys with a password are rejected: there is no prompt.
int no_password(char*, int, int, void*) {
    return -1;
}

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::optional<std::string> digest(DigestKind kind, std::string_view bytes) {
    start();
    unsigned char out[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), out, &size, algorithm(kind), nullptr) != 1) {
        ERR_clear_error();
        return std::nullopt;
    }
    return std::string(reinterpret_cast<const char*>(out), size);
}

std::expected<std::string, RsaFault> rsa_decrypt(std::string_view bytes, std::string_view pem) {
    start();
    // OpenSSL leaves errors in a queue of the thread.
    struct ClearErrors {
        ~ClearErrors() { ERR_clear_error(); }
    } clear_errors;
    // The time grows with the cube of the key size.
    constexpr std::size_t kMostPem = std::size_t{1} << 15;
    constexpr int kMostBits = 8192;
    if (pem.size() > kMostPem) return std::unexpected(RsaFault::TooLarge);
    const std::unique_ptr<BIO, Free> bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    if (!bio) return std::unexpected(RsaFault::UnreadableKey);
    const std::unique_ptr<EVP_PKEY, Free> key(
        PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
    if (!key) return std::unexpected(RsaFault::UnreadableKey);
    if (EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA) return std::unexpected(RsaFault::NotRsa);
    if (EVP_PKEY_bits(key.get()) > kMostBits) return std::unexpected(RsaFault::TooLarge);
    const std::unique_ptr<EVP_PKEY_CTX, Free> context(EVP_PKEY_CTX_new(key.get(), nullptr));
    if (!context || EVP_PKEY_decrypt_init(context.get()) <= 0 ||
        EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_PADDING) <= 0)
        return std::unexpected(RsaFault::CannotDecrypt);
    // By default newer versions return random data for invalid
    // input; older ones do not know the option.
    EVP_PKEY_CTX_ctrl_str(context.get(), "rsa_pkcs1_implicit_rejection", "0");
    std::size_t size = 0;
    if (EVP_PKEY_decrypt(context.get(), nullptr, &size, bytes_of(bytes), bytes.size()) <= 0)
        return std::unexpected(RsaFault::CannotDecrypt);
    std::string out(size, '\0');
    if (EVP_PKEY_decrypt(context.get(), reinterpret_cast<unsigned char*>(out.data()), &size, bytes_of(bytes),
                         bytes.size()) <= 0)
        return std::unexpected(RsaFault::CannotDecrypt);
    out.resize(size);
    return out;
}

}  // namespace hcl::eval::functions
