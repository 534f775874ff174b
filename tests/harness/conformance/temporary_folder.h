// A temporary folder for one case, removed with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace hcl::test {

struct TemporaryFolder {
    std::filesystem::path path;

    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "hcl-case-XXXXXX").string();
        if (char* made = ::mkdtemp(pattern.data())) path = made;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((path / name).parent_path());
        std::ofstream(path / name, std::ios::binary) << text;
    }
    // `files`: {"m/main.tf": text}.
    void write(const nlohmann::json& files) const {
        for (const auto& [name, text] : files.items()) write(name, text.get<std::string>());
    }
};

}  // namespace hcl::test
