#include "server/app/wire.h"

#include <cstdlib>

namespace hcl::server {
void Framer::feed(std::string_view bytes, const std::function<void(std::string_view)>& on_body,
                  const std::function<void(std::string_view)>& on_problem) {
    buffer_ += bytes;
    for (;;) {
        auto end = buffer_.find("\r\n\r\n");
        if (end == std::string::npos) return;
        auto at = buffer_.find("Content-Length:");
        if (at > end) {
            on_problem("no Content-Length");
            buffer_.erase(0, end + 4);
            continue;
        }
        std::size_t size = std::strtoull(buffer_.c_str() + at + 15, nullptr, 10);
        if (buffer_.size() < end + 4 + size) return;
        std::string body = buffer_.substr(end + 4, size);
        buffer_.erase(0, end + 4 + size);
        on_body(body);
    }
}
std::string normalise_uri(std::string_view uri) { return std::string(uri); }
std::string path_of_uri(std::string_view uri) {
    return uri.starts_with("file://") ? std::string(uri.substr(7)) : std::string();
}
std::string uri_of_path(std::string_view path) { return "file://" + std::string(path); }
}  // namespace hcl::server
