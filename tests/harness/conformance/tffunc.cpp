// Mode tffunc: one expression with the functions of Terraform: its value, or the title and place of the first
// error.
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/base/hcl_string.h"
#include "engine/bind/module_files.h"
#include "engine/eval/evaluate.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/language.h"
#include "engine/world/file_syntax.h"
#include "engine/world/world.h"
#include "tests/harness/conformance/encoding.h"
#include "tests/harness/conformance/eval_support.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

namespace {

using nlohmann::json;

// The recorded form of a value: plain JSON beside the type, numbers as numbers.
json plain_json(const Value& marked) {
    const Value value = marked.unmarked();
    if (!value.is_known()) return {{"unknown", true}};
    if (value.is_null()) return nullptr;
    const Type& type = value.type();
    if (type.is_string()) return printable(std::string(value.as_string()));
    if (type.is_bool()) return value.as_bool();
    if (type.is_number()) {
        const std::string digits = encode_value(value)["value"].get<std::string>();
        return digits.find("nfinity") == std::string::npos ? json::parse(digits) : json(nullptr);
    }
    if (type.is_object() || type.is_map()) {
        json out = json::object();
        for (std::size_t i = 0; i < value.size(); ++i)
            out[std::string(value.key_at(i).as_string())] = plain_json(value.value_at(i));
        return out;
    }
    json out = json::array();
    for (std::size_t i = 0; i < value.size(); ++i) out.push_back(plain_json(value.value_at(i)));
    return out;
}

// Sets have no order.
bool same_plain(const json& a, const json& b, const json& type) {
    const std::string kind = type.is_array() ? type[0].get<std::string>() : std::string();
    if (kind == "set" && a.is_array() && b.is_array())
        return std::multiset<json>(a.begin(), a.end()) == std::multiset<json>(b.begin(), b.end());
    if (a.is_number() && b.is_number()) return a.get<double>() == b.get<double>();
    if (a.is_array() && b.is_array()) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const json part = kind == "tuple" ? type[1][i] : kind.empty() ? json() : type[1];
            if (!same_plain(a[i], b[i], part)) return false;
        }
        return true;
    }
    if (a.is_object() && b.is_object()) {
        if (a.size() != b.size()) return false;
        for (const auto& [key, part] : a.items()) {
            if (!b.contains(key)) return false;
            const json inner = kind == "object" ? type[1].value(key, json())
                               : kind == "map"  ? type[1]
                                                : json();
            if (!same_plain(part, b[key], inner)) return false;
        }
        return true;
    }
    return a == b;
}

// The folder of a case, with what the recording itself left there.
class CaseDisk final : public Disk {
  public:
    explicit CaseDisk(const json& c) {
        const json texts = c.value("files", json::object());
        for (const auto& [name, text] : texts.items()) files_[name] = text.get<std::string>();
        const json binaries = c.value("binary_files", json::object());
        for (const auto& [name, digits] : binaries.items())
            files_[name] = bytes_of(digits.get<std::string>());
        for (const char* name :
             {".terraform.tfstate.lock.info", "locals.tf", "main.tf", "main.tf.txt", "terraform.tfstate"})
            files_.try_emplace(name);
    }
    static constexpr std::string_view kFolder = "/case";

    DiskAnswerPtr file(const std::string& path) const override {
        DiskAnswer answer{.found = DiskAnswer::Found::Nothing, .bytes = {}, .files = {}};
        if (!path.starts_with(kFolder)) return std::make_shared<const DiskAnswer>();
        if (const auto found = files_.find(relative(path)); found != files_.end())
            answer = {.found = DiskAnswer::Found::File, .bytes = found->second, .files = {}};
        else if (is_folder(path))
            answer.found = DiskAnswer::Found::Folder;
        return std::make_shared<const DiskAnswer>(std::move(answer));
    }
    DiskAnswerPtr folder(const std::string& path, unsigned) const override {
        DiskAnswer answer{.found = DiskAnswer::Found::Nothing, .bytes = {}, .files = {}};
        if (is_folder(path)) answer.found = DiskAnswer::Found::Folder;
        const std::string base = relative(path);
        const std::string prefix = base.empty() ? base : base + "/";
        for (const auto& [name, text] : files_)
            if (name.starts_with(prefix)) answer.files.push_back(name.substr(prefix.size()));
        return std::make_shared<const DiskAnswer>(std::move(answer));
    }

  private:
    static std::string bytes_of(const std::string& digits) {
        std::string out;
        for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
            out += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
        return out;
    }
    static std::string relative(const std::string& path) {
        return path.size() > kFolder.size() ? path.substr(kFolder.size() + 1) : std::string();
    }
    bool is_folder(const std::string& path) const {
        const std::string prefix = relative(path) + "/";
        return prefix == "/" ||
               std::ranges::any_of(files_, [&](const auto& f) { return f.first.starts_with(prefix); });
    }

    std::map<std::string, std::string> files_;
};

// The names of a module, and its files.
class CaseScope final : public eval::Scope {
  public:
    CaseScope(std::shared_ptr<const eval::Scope> names, const json& c)
        : Scope(std::move(names)),
          files_(std::make_shared<const CaseDisk>(c), std::string(CaseDisk::kFolder) + "/") {}
    const eval::Files* files() const override { return &files_; }

  private:
    bind::ModuleFiles files_;
};

// `local`, `path` and `terraform`, as the module of a case has them.
std::shared_ptr<const eval::Scope> scope_of(const json& c) {
    auto scope = std::make_shared<eval::MapScope>();
    std::vector<std::pair<std::string, Value>> locals;
    const json recorded = c.value("locals", json::object());
    for (const auto& [name, value] : recorded.items())
        locals.emplace_back(name, value.is_string() ? Value::string(value.get<std::string>())
                                                    : Value::integer(value.get<std::int64_t>()));
    scope->set("local", Value::object(std::move(locals)));
    scope->set("path", Value::object({{"module", Value::string(".")},
                                      {"root", Value::string(".")},
                                      {"cwd", Value::unknown(Type::string())}}));
    scope->set_functions(language::LanguageSet::builtin().find("terraform")->evaluation.functions);
    return std::make_shared<const CaseScope>(std::move(scope), c);
}

// The findings of a module that contains the expression, such as undeclared names, which
// evaluation alone does not report.
Diagnostics module_errors(const json& c) {
    std::string text = "locals {\n";
    const json locals = c.value("locals", json::object());
    for (const auto& [name, value] : locals.items())
        text += "  " + name + " = " +
                (value.is_string() ? hcl_string(value.get<std::string>()) : value.dump()) + "\n";
    text += "}\noutput \"result\" {\n  sensitive = true\n  value = " + c["expr"].get<std::string>() + "\n}\n";
    world::World world;
    const FileId id(0);
    const std::string path = std::string(CaseDisk::kFolder) + "/main.tf";
    world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                   std::make_shared<const std::string>(std::move(text)));
    world.set_disk(std::make_shared<const CaseDisk>(c));
    Diagnostics found = ide::diagnostics_for(*world.snapshot(), id, {});
    std::erase_if(found, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    return found;
}

}  // namespace

CaseOutcome run_tffunc(const json& c) {
    const ParsedCase parsed = parse_case(c["expr"].get<std::string>(), "native");
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    eval::EvalResult result = eval::evaluate(parsed.root, scope_of(c).get(), options);
    Diagnostics findings = parsed.diagnostics;
    findings.insert(findings.end(), result.diagnostics.begin(), result.diagnostics.end());
    const Diagnostic* first = nullptr;
    for (const Diagnostic& d : findings)
        if (!first && d.severity == Severity::Error) first = &d;

    CaseOutcome outcome;
    outcome.expected =
        c["expr"].get<std::string>() + "\n" + c.value("errors", c.value("result", json())).dump();
    if (first) {
        const Position at = parsed.file->position(first->span.start, ColumnUnit::Utf16);
        outcome.actual = std::to_string(at.column + 1) + ": " + first->title + ": " + first->message;
        if (!c.contains("errors")) return outcome;
        const json& wanted = c["errors"][0];
        outcome.passed = true;
        if (wanted["summary"] == first->title) outcome.bonus = "with the recorded summary";
        return outcome;
    }
    if (const Diagnostics found = module_errors(c); !found.empty()) {
        outcome.actual = found[0].title + ": " + found[0].message;
        outcome.passed = c.contains("errors");
        return outcome;
    }
    const json value = plain_json(result.value);
    outcome.actual = value.dump() + " " + encode_type(result.value.type()).dump();
    if (c.contains("errors")) return outcome;
    const json& wanted = c["result"];
    // Recorded so: a value of which not even the type is known.
    if (wanted.is_object() && wanted["type"] == "dynamic") {
        outcome.passed = result.value.is_dynamic_unknown();
        return outcome;
    }
    if (wanted.is_null()) {
        outcome.passed = value.is_null();
        return outcome;
    }
    outcome.passed = result.value.is_wholly_known() && same_type(wanted["type"], result.value.type()) &&
                     same_plain(wanted["value"], value, wanted["type"]);
    return outcome;
}

}  // namespace hcl::test
