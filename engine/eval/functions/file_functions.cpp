// Functions that read files: contents, digests, existence, and templates.
#include <fmt/format.h>

#include <algorithm>

#include "engine/base/base64.h"
#include "engine/base/git_crypt.h"
#include "engine/base/glob.h"
#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/base/utf8.h"
#include "engine/eval/files.h"
#include "engine/eval/functions/digests.h"
#include "engine/eval/functions/templates.h"
#include "engine/eval/scope.h"

namespace hcl::eval::functions {
namespace {

using Found = DiskAnswer::Found;

const Files* files_of(const CallContext& call) {
    return call.scope ? call.scope->find_files() : nullptr;
}

const DiskAnswerPtr& nothing_known() {
    static const DiskAnswerPtr nothing = std::make_shared<const DiskAnswer>();
    return nothing;
}

DiskAnswerPtr ask(const Value& path, CallContext& call) {
    const Files* files = files_of(call);
    return files ? files->file(path.as_string()) : nothing_known();
}

// Files that git-crypt has locked here are readable for those who have the key.
DiskAnswerPtr ask_contents(const Value& path, CallContext& call) {
    DiskAnswerPtr file = ask(path, call);
    return file->bytes.starts_with(kGitCryptHeader) ? nothing_known() : file;
}

std::string problem(const DiskAnswer& answer, std::string_view path) {
    if (answer.found == Found::Folder)
        return fmt::format("\"{}\" is a folder, not a file", path.empty() ? "." : path);
    return fmt::format("there is no file \"{}\"", path);
}

// The error of a function that cannot read a file; `argument` is the index of the path.
std::unexpected<FunctionError> no_file(const DiskAnswer& answer, const Value& path,
                                       std::optional<std::size_t> argument) {
    FunctionError error{problem(answer, path.as_string()), argument};
    if (answer.found == Found::Nothing) {
        error.rule = kMissingFileRule;
        error.path = path.as_string();
    }
    return std::unexpected(std::move(error));
}

FunctionResult<Value> contents(Arguments arguments, const Type& type, CallContext& call) {
    const DiskAnswerPtr file = ask_contents(arguments[0], call);
    if (file->found == Found::Unknowable) return Value::unknown(type);
    if (file->found != Found::File) return no_file(*file, arguments[0], 0);
    if (!is_valid_utf8(file->bytes))
        return function_error(fmt::format("the contents of \"{}\" are not UTF-8; filebase64 reads any file",
                                          arguments[0].as_string()));
    return text_result(file->bytes, call);
}

FunctionResult<Value> base64_contents(Arguments arguments, const Type& type, CallContext& call) {
    const DiskAnswerPtr file = ask_contents(arguments[0], call);
    if (file->found == Found::Unknowable) return Value::unknown(type);
    if (file->found != Found::File) return no_file(*file, arguments[0], 0);
    if (!pay_text(file->bytes.size() / 3 * 4, call)) return out_of_budget();
    return Value::string_nfc(to_base64(file->bytes));
}

FunctionResult<Value> digest_of_file(const DigestFunction& f, Arguments arguments, const Type& type,
                                     CallContext& call) {
    const DiskAnswerPtr file = ask_contents(arguments[0], call);
    if (file->found == Found::Unknowable) return Value::unknown(type);
    if (file->found != Found::File) return no_file(*file, arguments[0], std::nullopt);
    return digest_of(f.kind, f.as_base64, file->bytes, call);
}

FunctionResult<Value> exists(Arguments arguments, const Type& type, CallContext& call) {
    const DiskAnswerPtr file = ask(arguments[0], call);
    if (file->found == Found::Unknowable) return Value::unknown(type);
    if (file->found == Found::Folder) return no_file(*file, arguments[0], std::nullopt);
    return Value::boolean(file->found == Found::File);
}

// Unclosed brackets and braces, and braces around a slash: a pattern is applied to one part of a path at a
// time.
bool is_broken_glob(std::string_view pattern) {
    std::size_t braces = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            ++i;
            if (i == pattern.size()) return true;
            continue;
        }
        if (pattern[i] == '/' && braces > 0) return true;
        if (pattern[i] == '{') ++braces;
        if (pattern[i] == '}' && braces > 0) --braces;
        if (pattern[i] == '[') {
            const std::size_t close = pattern.find(']', i + 2);
            if (close == std::string_view::npos) return true;
            i = close;
        }
    }
    return braces > 0;
}

// Two asterisks cross folders only where they are a whole part of the path; otherwise they are as good as
// one.
std::string with_single_stars(std::string_view pattern) {
    std::string out;
    for (std::size_t at = 0; at <= pattern.size();) {
        const std::size_t end = std::min(pattern.find('/', at), pattern.size());
        const std::string_view part = pattern.substr(at, end - at);
        if (at > 0) out += '/';
        for (std::size_t i = 0; i < part.size(); ++i) {
            if (part[i] == '\\' && i + 1 < part.size()) {
                out += part[i++];
            } else if (part != "**" && part[i] == '*' && i > 0 && part[i - 1] == '*') {
                continue;
            }
            out += part[i];
        }
        at = end + 1;
    }
    return out;
}

FunctionResult<Value> matching_files(Arguments arguments, const Type& type, CallContext& call) {
    const std::string_view given = arguments[1].as_string();
    if (is_broken_glob(given)) return function_error(fmt::format("\"{}\" is not a valid pattern", given));
    const std::string pattern = given.empty() ? std::string() : with_single_stars(clean_path(given));
    const Files* files = files_of(call);
    if (!files || pattern.starts_with("..") || pattern.starts_with('/')) return Value::unknown(type);
    const bool is_deep = pattern.find("**") != std::string::npos;
    const unsigned depth =
        is_deep ? limits::folder_depth : 1 + static_cast<unsigned>(std::ranges::count(pattern, '/'));
    const DiskAnswerPtr folder = files->folder(arguments[0].as_string(), depth);
    if (folder->found == Found::Unknowable) return Value::unknown(type);
    std::vector<Value> found;
    for (const std::string& file : folder->files) {
        if (!call.budget.spend(1 + file.size() * pattern.size() / 16, 0)) return out_of_budget();
        if (match_glob(pattern, file)) found.push_back(Value::string(file));
    }
    if (!pay_elements(found.size(), call)) return out_of_budget();
    return Value::set(Type::string(), std::move(found));
}

FunctionResult<Value> absolute_path(Arguments arguments, const Type& type, CallContext& call) {
    const std::string_view path = arguments[0].as_string();
    if (!pay_text(path.size() * 2, call)) return out_of_budget();
    if (path.starts_with('/')) return text_result(clean_path(path), call);
    const Files* files = files_of(call);
    const std::string absolute = files ? files->absolute(path) : std::string();
    if (!absolute.empty()) return text_result(absolute, call);
    // The working directory of the program is unknown.
    Refinements known = Refinements::present();
    known.prefix = "/";
    return Value::unknown(type).refined(known);
}

FunctionResult<Value> rendered_file(Arguments arguments, const Type& type, CallContext& call) {
    const DiskAnswerPtr file = ask_contents(arguments[0], call);
    if (file->found == Found::Unknowable) return Value::unknown(type);
    const std::string_view path = arguments[0].as_string();
    if (file->found != Found::File) return no_file(*file, arguments[0], 0);
    if (!is_valid_utf8(file->bytes)) return function_error(fmt::format("\"{}\" is not UTF-8", path));
    return render_template({file->bytes, std::string(path)}, arguments[1], 1, call);
}

Function reading(Function function) {
    function.reads_files = true;
    return partial(std::move(function));
}

}  // namespace

void add_file_functions(FunctionTable& table) {
    const Type string = Type::string();
    auto path = [&] { return parameter("path", string, kPlain, "The path of the file."); };
    table.add("file", reading(define("Returns the contents of a file, which must be UTF-8.", string, {path()},
                                     contents)));
    table.add("filebase64", reading(define("Returns the contents of a file in Base64.", string, {path()},
                                           base64_contents)));
    for (const DigestFunction& f : kDigestFunctions)
        table.add(
            std::string(f.file_name),
            reading(define(fmt::format("Returns the {} digest of a file, in {}.", f.title,
                                       f.as_base64 ? "Base64" : "hexadecimal"),
                           string, {path()}, [&f](Arguments arguments, const Type& type, CallContext& call) {
                               return digest_of_file(f, arguments, type, call);
                           })));
    table.add("fileexists", reading(define("Returns true when there is a file at the path.", Type::boolean(),
                                           {path()}, exists)));
    table.add(
        "fileset",
        reading(define("Returns the paths of files below a folder that match a pattern.", Type::set(string),
                       {parameter("path", string, kPlain, "The path of the folder."),
                        parameter("pattern", string, kPlain,
                                  "A pattern such as `**/*.json`: `*`, `?`, `[a-z]` and `{a,b}` stay within "
                                  "a name, `**` crosses folders.")},
                       matching_files)));
    table.add("abspath",
              reading(define("Returns the absolute form of a path.", string,
                             {parameter("path", string, kPlain, "A path with `/` between its parts.")},
                             absolute_path)));
    Function render = reading(nullable(
        define("Returns what a template in a file makes of variables.", Type::dynamic(),
               {parameter("path", string, kPlain, "The path of the template."),
                parameter("vars", Type::dynamic(), kPlain, "A map or object of the template's variables.")},
               rendered_file)));
    render.renders_file = true;
    render.check_types = check_template_variables;
    table.add("templatefile", std::move(render));
}

}  // namespace hcl::eval::functions
