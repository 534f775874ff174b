#pragma once
// interim
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace hcl::server {

class Framer {
  public:
    void feed(std::string_view bytes, const std::function<void(std::string_view)>& on_body,
              const std::function<void(std::string_view)>& on_problem);

  private:
    std::string buffer_;
};
std::string normalise_uri(std::string_view uri);
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(std::string_view path);

}  // namespace hcl::server
