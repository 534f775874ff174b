#include "server/host/append_file.h"

#include <cerrno>
#include <cstring>

namespace hcl::server {

Result<std::shared_ptr<AppendFile>> AppendFile::create(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "we");
    if (!file) return fail(path + ": " + std::strerror(errno));
    return std::shared_ptr<AppendFile>(new AppendFile(file));
}

AppendFile::~AppendFile() {
    std::fclose(file_);
}

void AppendFile::write(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
}

}  // namespace hcl::server
