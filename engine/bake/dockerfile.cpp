#include "engine/bake/dockerfile.h"

#include "engine/base/ascii.h"

namespace hcl::bake {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// The words of a line.
std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> out;
    while (true) {
        while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
        if (line.empty()) return out;
        std::size_t end = 0;
        while (end < line.size() && !is_space(line[end])) ++end;
        out.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

// A first line such as `# syntax=docker/dockerfile:1` names the frontend.
bool is_of_other_frontend(std::string_view line) {
    if (!line.starts_with('#')) return false;
    const std::size_t at = line.find("syntax");
    const std::size_t equals = line.find('=');
    return at != std::string_view::npos && equals != std::string_view::npos && at < equals &&
           !line.substr(equals).contains("docker/dockerfile");
}

}  // namespace

Stages stages_of(std::string_view dockerfile) {
    Stages out;
    bool is_first = true;
    while (!dockerfile.empty()) {
        const std::size_t end = dockerfile.find('\n');
        const std::string_view line = dockerfile.substr(0, end);
        dockerfile.remove_prefix(end == std::string_view::npos ? dockerfile.size() : end + 1);
        if (is_first && is_of_other_frontend(line)) out.are_known = false;
        is_first = false;
        const std::vector<std::string_view> words = words_of(line);
        if (words.empty() || ascii::lowered(words[0]) != "from") continue;
        ++out.count;
        // Continued on the next line, where the name may be.
        if (line.find('\\') != std::string_view::npos || line.find('`') != std::string_view::npos)
            out.are_known = false;
        for (std::size_t i = 2; i + 1 < words.size(); ++i) {
            if (ascii::lowered(words[i]) != "as") continue;
            if (words[i + 1].find('$') != std::string_view::npos) out.are_known = false;
            out.names.emplace_back(words[i + 1]);
            break;
        }
    }
    if (out.count == 0) out.are_known = false;
    return out;
}

}  // namespace hcl::bake
