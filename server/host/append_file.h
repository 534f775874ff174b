// A file that grows line by line, for logs and recordings.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hcl::server {

class AppendFile {
  public:
    // Replaces an existing file.
    static Result<std::shared_ptr<AppendFile>> create(const std::string& path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    // Flushes to the operating system before it returns, so that a crash loses nothing. Not
    // thread-safe: one writer at a time.
    void write(std::string_view text);

  private:
    explicit AppendFile(std::FILE* file) : file_(file) {}
    std::FILE* file_;
};

}  // namespace hcl::server
