#include "server/cli/eval/pcl_session.h"

#include <optional>

#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/notation.h"
#include "engine/pcl/package_functions.h"
#include "engine/pcl/render.h"
#include "engine/pcl/typer.h"
#include "engine/pcl/unify.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/lex/chars.h"
#include "server/cli/eval/input_text.h"

namespace hcl::server {

using syntax::Node;
using syntax::NodeKind;

namespace {

class SessionScope final : public pcl::TypeScope {
  public:
    explicit SessionScope(const std::map<std::string, pcl::Type, std::less<>>& names) : names_(names) {}
    std::optional<pcl::Definition> find(std::string_view name) const override {
        auto found = names_.find(name);
        if (found == names_.end()) return std::nullopt;
        return pcl::Definition{found->second};
    }
    void offer(Suggester& suggester) const override {
        for (const auto& [name, type] : names_) suggester.offer(name);
    }

  private:
    const std::map<std::string, pcl::Type, std::less<>>& names_;
};

class SessionFunctions final : public pcl::PackageFunctions {
  public:
    explicit SessionFunctions(const pcl::Packages& packages) : PackageFunctions({}), packages_(packages) {}

  protected:
    pcl::PackagePtr package(std::string_view name) const override { return packages_.find(name); }

  private:
    const pcl::Packages& packages_;
};

// Two types with `between` between them; types may hold spaces themselves.
std::optional<std::pair<pcl::Type, pcl::Type>> two_types(std::string_view text, std::string_view between) {
    for (std::size_t at = text.find(between); at != text.npos; at = text.find(between, at + 1)) {
        const pcl::ParsedType a = pcl::parse_type(text.substr(0, at));
        const pcl::ParsedType b = pcl::parse_type(text.substr(at + between.size()));
        if (a.type && b.type) return std::pair(*a.type, *b.type);
    }
    return std::nullopt;
}

// "name: rest" or "name = rest".
bool split_name(std::string_view text, char separator, std::string& name, std::string_view& rest) {
    const std::size_t at = text.find(separator);
    if (at == text.npos || (at + 1 < text.size() && text[at + 1] == separator)) return false;
    name = trimmed_input(text.substr(0, at));
    rest = trimmed_input(text.substr(at + 1));
    return syntax::is_valid_identifier(name);
}

std::string conversion_text(const pcl::Type& from, const pcl::Type& to) {
    const std::optional<pcl::Misfit> misfit = pcl::explain_misfit(to, from);
    std::string text(pcl::name_of(pcl::conversion(to, from)));
    return text + (misfit ? ": " + pcl::describe(*misfit) : "") + "\n";
}

std::string unified_text(const pcl::Type& a, const pcl::Type& b) {
    const pcl::Type both[] = {a, b};
    const pcl::CommonTypes found = pcl::common_types(both);
    std::string text = found.safe.to_string() + "\n";
    if (!(found.safe == found.unsafe)) text += "# unsafe: " + found.unsafe.to_string() + "\n";
    return text;
}

}  // namespace

PclSession::PclSession(language::BodySourcePtr schemas)
    : packages_(std::make_shared<const pcl::Packages>(std::move(schemas))) {}

std::string PclSession::declare(std::string name, std::string_view type) {
    pcl::ParsedType parsed = pcl::parse_type(type);
    if (!parsed.type) return parsed.problem;
    names_.insert_or_assign(std::move(name), std::move(*parsed.type));
    return {};
}

std::vector<std::string> PclSession::functions() const {
    std::vector<std::string> out;
    for (std::string_view name : SessionFunctions(*packages_).names()) out.emplace_back(name);
    return out;
}

PclSession::Answer PclSession::expression(std::string_view text) const {
    const syntax::FilePtr file = syntax::parse_expression(text);
    Answer out{.findings = file->diagnostics()};
    Node root = file->root();
    if (!root || has_errors(out.findings)) return out;
    const bool is_question =
        root.is(NodeKind::Call) && eval::call_name(root).view() == "type" && root.child_count() == 2;
    if (is_question) root = root.child(1);
    out.type = pcl::type_of(root, SessionScope(names_), SessionFunctions(*packages_), {}, out.findings);
    if (is_question) {
        out.text = out.type.to_string() + "\n";
        return out;
    }
    out.text = pcl::render_lines(out.type) + "\n";
    if (out.type.contains_eventuals())
        out.text += "# resolves to " + pcl::render_lines(pcl::resolve_outputs(out.type)) + "\n";
    return out;
}

PclSession::Answer PclSession::assign(std::string name, std::string_view text) {
    Answer out = expression(text);
    if (!has_errors(out.findings)) names_.insert_or_assign(std::move(name), out.type);
    return out;
}

PclSession::Answer PclSession::answer(std::string_view text) {
    auto wrong = [](std::string_view form) {
        return Answer{.text = "write " + std::string(form) + "\n", .is_refused = true};
    };
    constexpr std::string_view kConvertible = "convertible ";
    constexpr std::string_view kUnify = "unify ";
    if (text.starts_with(kConvertible)) {
        const auto types = two_types(text.substr(kConvertible.size()), " to ");
        return types ? Answer{.text = conversion_text(types->first, types->second)}
                     : wrong("convertible TYPE to TYPE");
    }
    if (text.starts_with(kUnify)) {
        const auto types = two_types(text.substr(kUnify.size()), " ");
        return types ? Answer{.text = unified_text(types->first, types->second)} : wrong("unify TYPE TYPE");
    }
    std::string name;
    std::string_view rest;
    if (split_name(text, '=', name, rest)) return assign(std::move(name), rest);
    if (split_name(text, ':', name, rest)) {
        const std::string problem = declare(name, rest);
        if (!problem.empty()) return {.text = problem + "\n", .is_refused = true};
        return {.text = names_.find(name)->second.to_string() + "\n"};
    }
    return expression(text);
}

}  // namespace hcl::server
