#include "server/app/schema_update.h"

#include <algorithm>
#include <utility>

#include "server/app/provider_schemas.h"
#include "server/app/schema_store.h"

namespace hcl::server {

namespace {

constexpr std::string_view kOpenTofuRegistry = "registry.opentofu.org/";
constexpr std::string_view kTerraformRegistry = "registry.terraform.io/";
constexpr std::size_t kLongestMessage = 4000;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Of these characters alone: the text is written into a file of Terraform.
bool consists_of(std::string_view text, std::string_view others) {
    return !text.empty() && is_letter_or_digit(text.front()) && std::ranges::all_of(text, [&](char c) {
        return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
    });
}

// A message without the colours and frames for a terminal, and without empty lines.
std::string without_frames(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size() && out.size() < kLongestMessage;) {
        if (text.substr(i).starts_with("\x1b[")) {
            const std::size_t end = text.find_first_not_of("0123456789;", i + 2);
            i = end == std::string_view::npos ? text.size() : end + 1;
            continue;
        }
        bool is_frame = false;
        for (std::string_view frame : {"╷", "│", "╵"})
            if (!is_frame && text.substr(i).starts_with(frame)) {
                i += frame.size();
                is_frame = true;
            }
        if (is_frame) continue;
        const char c = text[i++];
        const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (is_blank && (out.empty() || out.back() == '\n')) continue;
        if (c == '\n')
            while (!out.empty() && (out.back() == ' ' || out.back() == '\r')) out.pop_back();
        out += c;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '\n')) out.pop_back();
    return out;
}

// Whether a folder holds a folder or file of this name; links are not followed.
enum class Held : std::uint8_t { Nothing, Link, Folder, File };
Held held_in(const FileSystem& files, const std::string& folder, std::string_view name) {
    const auto entries = files.list(folder);
    if (!entries) return Held::Nothing;
    const auto found = std::ranges::find(*entries, name, &FolderEntry::name);
    if (found == entries->end()) return Held::Nothing;
    if (found->is_link) return Held::Link;
    return found->is_folder ? Held::Folder : Held::File;
}

// Why the providers of a module cannot be asked; empty: they can.
std::string missing_in(const FileSystem& files, const std::string& folder) {
    auto reason = [](Held found, Held wanted, std::string_view name) -> std::string {
        if (found == wanted) return {};
        if (found == Held::Link) return "\"" + std::string(name) + "\" is a link, which is not followed";
        return "it is not initialized: there is no \"" + std::string(name) + "\"";
    };
    std::string why = reason(held_in(files, folder, kLockFile), Held::File, kLockFile);
    if (why.empty()) why = reason(held_in(files, folder, ".terraform"), Held::Folder, ".terraform");
    if (why.empty())
        why =
            reason(held_in(files, folder + "/.terraform", "providers"), Held::Folder, ".terraform/providers");
    return why;
}

// The tool that wrote the lock file, by the addresses in it; otherwise the one whose files are in the folder.
bool is_of_opentofu(const FileSystem& files, const std::string& folder, const bind::PackageVersions& locked) {
    auto names = [&](std::string_view registry) {
        return std::ranges::any_of(locked, [&](const auto& one) { return one.first.starts_with(registry); });
    };
    if (names(kOpenTofuRegistry)) return true;
    if (names(kTerraformRegistry)) return false;
    const auto entries = files.list(folder);
    return entries && std::ranges::any_of(*entries, [](const FolderEntry& entry) {
               return entry.name.ends_with(".tofu") || entry.name.ends_with(".tofu.json");
           });
}

}  // namespace

std::optional<NamedProvider> named_provider(std::string_view text) {
    const std::size_t at = text.find('@');
    const std::string_view source = text.substr(0, at);
    if (at != std::string_view::npos && !consists_of(text.substr(at + 1), ".-+")) return std::nullopt;
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= source.size();) {
        const std::size_t slash = std::min(source.find('/', begin), source.size());
        parts.push_back(source.substr(begin, slash - begin));
        begin = slash + 1;
    }
    if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
    const bool has_host = parts.size() == 3;
    if (has_host && (!consists_of(parts[0], ".-:") || parts[0].find_first_of(".:") == std::string_view::npos))
        return std::nullopt;
    for (std::size_t i = has_host ? 1 : 0; i < parts.size(); ++i)
        if (!consists_of(parts[i], "-_")) return std::nullopt;
    return NamedProvider{std::string(source),
                         at == std::string_view::npos ? "" : std::string(text.substr(at + 1))};
}

bool SchemaUpdater::is_stored(const bind::PackageVersions& locked) {
    SchemaFolder::Stamp stamp = stamp_of_schemas(files_, options_.folder);
    if (!std::exchange(is_read_, true) || stamp != stamp_) {
        stored_ = read_schemas(files_, options_.folder, stamp).schemas;
        stamp_ = std::move(stamp);
    }
    return std::ranges::all_of(locked, [&](const auto& one) {
        return stored_ && std::ranges::any_of(stored_->files(), [&](const schemas::SchemaFilePtr& file) {
                   return file->package() == one.first && file->version() == one.second;
               });
    });
}

Result<std::string> SchemaUpdater::program_for(bool is_of_opentofu) const {
    if (!options_.program.empty()) return options_.program;
    const std::string_view first = is_of_opentofu ? "tofu" : "terraform";
    for (std::string_view name : {first, std::string_view(is_of_opentofu ? "terraform" : "tofu")})
        if (std::string path = programs_.find(name); !path.empty()) return path;
    return fail("neither \"terraform\" nor \"tofu\" is installed in a folder of PATH");
}

Result<std::string> SchemaUpdater::run(const std::string& program, const std::string& folder,
                                       std::vector<std::string> arguments,
                                       std::vector<std::string> environment) const {
    ProgramCall call{.path = program, .arguments = std::move(arguments), .folder = folder};
    call.environment = std::move(environment);
    call.environment.insert(call.environment.end(), {"TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1"});
    call.patience = options_.patience;
    call.most_output = options_.most_output;
    call.is_background = options_.is_background;
    call.is_cancelled = options_.is_cancelled;
    HCL_TRY(ProgramOutput output, programs_.run(call));
    if (output.code == 0) return std::move(output.out);
    std::string words = "\"" + program;
    for (const std::string& argument : call.arguments) words += " " + argument;
    const std::string message = without_frames(output.err.empty() ? output.out : output.err);
    return fail(words + "\" ended with code " + std::to_string(output.code) +
                (message.empty() ? "" : ":\n" + message));
}

Result<std::vector<std::string>> SchemaUpdater::store(const std::string& program, const std::string& folder,
                                                      const std::vector<std::string>& environment) {
    HCL_TRY(std::string text, run(program, folder, {"providers", "schema", "-json"}, environment));
    auto packages =
        read_schemas_of_json(std::move(text), {}, locked_in(files_, folder + "/" + std::string(kLockFile)));
    if (!packages) return fail("what " + program + " printed is of no use: " + packages.error().message);
    if (packages->empty()) return fail(program + " knows no provider there");
    std::vector<std::string> lines;
    auto say = [&](const std::string& line) { lines.push_back(line); };
    SchemaStore kept(files_, options_.folder, say, say);
    if (auto opened = kept.open(); !opened) return fail(opened.error().message);
    if (auto added = kept.add(std::move(*packages)); !added) return fail(added.error().message);
    kept.make_room();
    return lines;
}

SchemaUpdater::Outcome SchemaUpdater::update(const std::string& folder) {
    if (std::string reason = missing_in(files_, folder); !reason.empty())
        return {Outcome::Kind::NotInitialized, std::move(reason)};
    const bind::PackageVersions locked = locked_in(files_, folder + "/" + std::string(kLockFile));
    if (locked.empty()) return {Outcome::Kind::Known, "its lock file selects no provider"};
    if (!options_.is_complete && is_stored(locked))
        return {Outcome::Kind::Known, "the schemas of all its providers are stored"};
    auto program = program_for(is_of_opentofu(files_, folder, locked));
    if (!program) return {Outcome::Kind::Failed, program.error().message};
    auto lines = store(*program, folder, {});
    if (!lines) return {Outcome::Kind::Failed, lines.error().message};
    return {Outcome::Kind::Stored, {}, std::move(*lines)};
}

Result<std::vector<std::string>> SchemaUpdater::add(const NamedProvider& provider) {
    HCL_TRY(const std::string program, program_for(provider.source.starts_with(kOpenTofuRegistry)));
    HCL_TRY(const auto scratch, programs_.scratch_folder());
    const std::string& folder = scratch->path();
    const std::string version =
        provider.version.empty() ? "" : "      version = \"" + provider.version + "\"\n";
    const std::string text = "terraform {\n  required_providers {\n    wanted = {\n      source = \"" +
                             provider.source + "\"\n" + version + "    }\n  }\n}\n";
    if (auto written = files_.replace(folder + "/main.tf", text); !written)
        return fail(written.error().message);
    // Where the user's environment keeps the data of all modules in one place, it must not be changed.
    const std::vector<std::string> environment{"TF_DATA_DIR=" + folder + "/.terraform"};
    if (auto ready = run(program, folder, {"init", "-backend=false", "-input=false"}, environment); !ready)
        return fail(ready.error().message);
    return store(program, folder, environment);
}

}  // namespace hcl::server
