// A file that grows line by line: logs and recordings.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hcl::server {

class AppendFile {
  public:
    // Replaces what was there.
    static Result<std::shared_ptr<AppendFile>> create(const std::string& path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    // On disk when it returns, as far as the system is asked: what a crash leaves is what was written. One
    // writer at a time.
    void write(std::string_view text);

  private:
    explicit AppendFile(std::FILE* file) : file_(file) {}
    std::FILE* file_;
};

}  // namespace hcl::server
