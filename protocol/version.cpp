// Keeps the library non-empty until the protocol lands.
namespace hcl::lsp {}
