#include "server/app/configurations.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/language/language.h"
#include "engine/language/pack_source.h"
#include "engine/world/config_file.h"
#include "engine/world/installed_modules.h"
#include "server/app/extensions.h"
#include "server/host/walk.h"

namespace hcl::server {

ReadableFolders::ReadableFolders(const FileSystem& files, const std::vector<std::string>& folders)
    : files_(files) {
    auto add = [&](const std::string& folder) {
        if (std::ranges::find(written_, folder) != written_.end()) return;
        written_.push_back(folder);
        resolved_.push_back(files.resolve(folder));
    };
    for (const std::string& folder : folders) {
        add(folder);
        for (std::string at = folder; at.starts_with('/'); at.resize(at.rfind('/')))
            if (files.stat(at + "/.git")) {
                add(at);
                break;
            }
    }
}

bool ReadableFolders::contains(const std::string& path) const {
    const std::string target = files_.resolve(path);
    return std::ranges::any_of(
        resolved_, [&](const std::string& folder) { return target == folder || is_below(target, folder); });
}

bool ReadableFolders::may_configure(const std::string& path) const {
    if (contains(path)) return true;
    const std::string folder = path.substr(0, path.rfind('/'));
    return !contains(folder) && is_below(files_.resolve(path), files_.resolve(folder));
}

std::vector<std::string> configurations_in(const std::string& folder) {
    std::vector<std::string> out{folder + "/" + std::string(world::kConfigName)};
    for (const auto& extension : language_extensions())
        if (!extension->rules_file().empty())
            out.push_back(folder + "/" + std::string(extension->rules_file()));
    return out;
}

std::vector<std::string> configurations_above(std::string folder) {
    std::vector<std::string> out;
    for (std::size_t slash = folder.rfind('/'); slash != std::string::npos && slash > 0;
         slash = folder.rfind('/')) {
        folder.resize(slash);
        for (std::string& path : configurations_in(folder)) out.push_back(std::move(path));
    }
    return out;
}

bool may_name_files(std::string_view path) {
    if (file_name_of(path) == world::kConfigName) return true;
    static const std::vector<std::string> packs = [] {
        std::vector<std::string> patterns;
        for (const language::LanguagePtr& one : language::LanguageSet::builtin().all())
            if (one->describes_packs) patterns = one->recognition.files;
        return patterns;
    }();
    return std::ranges::any_of(
        packs, [&](const std::string& pattern) { return language::glob_matches(pattern, path); });
}

std::vector<NamedFile> files_named_by(const std::string& path, std::string_view text,
                                      const ReadableFolders& readable) {
    std::vector<NamedFile> out;
    if (text.size() > limits::config_file) return out;
    const bool is_pack = file_name_of(path) != world::kConfigName;
    if (is_pack && text.find("extends") == std::string_view::npos) return out;
    const std::string folder(folder_of(path));
    const syntax::FilePtr tree = syntax::File::parse(text);
    std::vector<std::string> all;
    if (const language::ExtendedName base = is_pack ? language::extended_by(*tree) : language::ExtendedName();
        base.is_path())
        all.push_back(path_from(folder, base.name));
    if (!is_pack) all = world::files_of_config(*tree, folder);
    const bool is_own = all.empty() || !readable.contains(folder.substr(0, folder.size() - 1));
    for (std::string& named : all) {
        const bool is_readable = is_own || readable.contains(named);
        out.push_back({std::move(named), is_readable});
    }
    return out;
}

std::vector<std::string> folders_named_by(const std::string& path, std::string_view text) {
    constexpr std::size_t kLongest = 1024;
    constexpr std::size_t kMost = 64;
    std::vector<std::string> out;
    for (std::size_t at = 0; out.size() < kMost && (at = text.find("\".", at)) != std::string_view::npos;) {
        ++at;
        const std::string_view rest = text.substr(at, kLongest);
        const std::string_view named = rest.substr(0, rest.find_first_of("\"\n$%"));
        if (!is_relative_path(named)) continue;
        if (named.size() == rest.size() || rest[named.size()] != '"') continue;
        std::string folder = path_from(std::string(folder_of(path)), named);
        while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
        if (std::ranges::find(out, folder) == out.end()) out.push_back(std::move(folder));
        at += named.size();
    }
    return out;
}

std::vector<std::string> manifests_in(const std::string& folder) {
    std::vector<std::string> out;
    for (const auto& extension : language_extensions())
        if (!extension->manifest_file().empty())
            out.push_back(folder + "/" + std::string(extension->manifest_file()));
    return out;
}

std::vector<std::string> folders_of_manifest(const std::string& path, std::string_view text,
                                             const ReadableFolders& readable) {
    std::vector<std::string> out;
    const auto manifest = world::manifest_at(language_extensions(), path);
    if (!manifest) return out;
    const std::string_view beside = folder_of(path);
    for (const check::InstalledModule& module : manifest->extension->installed_in(text)) {
        std::string folder = world::folder_of_installed(*manifest, module);
        folder.pop_back();
        if (folder.starts_with(beside) && readable.contains(folder)) out.push_back(std::move(folder));
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

ConfigurationFiles read_named(const FileSystem& files, const std::string& path, const std::string& text,
                              const ReadableFolders& readable, std::uint64_t most_bytes,
                              const std::set<std::string>& known) {
    ConfigurationFiles out;
    std::set<std::string> seen{path};
    auto read_from = [&](const std::string& from, const std::string& its_text) {
        for (NamedFile& named : files_named_by(from, its_text, readable)) {
            if (!seen.insert(named.path).second || known.contains(named.path)) continue;
            if (!named.is_readable)
                out.refused.push_back(std::move(named.path));
            else if (auto read = files.read(named.path, most_bytes))
                out.files.push_back({std::move(named.path), std::move(*read)});
        }
    };
    read_from(path, text);
    // The bases of packs, too; `files` grows meanwhile.
    for (std::size_t i = 0; i < out.files.size(); ++i) {
        const ConfigurationFiles::File file = out.files[i];
        if (file_name_of(file.path) != world::kConfigName) read_from(file.path, file.text);
    }
    return out;
}

ConfigurationFiles read_configuration(const FileSystem& files, const std::string& path,
                                      const ReadableFolders& readable, std::uint64_t most_bytes,
                                      const std::set<std::string>& known) {
    if (!files.stat(path)) return {};
    ConfigurationFiles out;
    if (!readable.may_configure(path)) {
        out.refused.push_back(path);
        return out;
    }
    auto text = files.read(path, most_bytes);
    if (!text) return {};
    out = read_named(files, path, *text, readable, most_bytes, known);
    if (!known.contains(path)) out.files.push_back({path, std::move(*text)});
    return out;
}

}  // namespace hcl::server
