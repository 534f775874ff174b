// "package" blocks, which map names to packages. Reads a single block;
// see program_items.cpp for the table.
#include <algorithm>

#include "engine/base/base64.h"
#include "engine/eval/evaluate.h"
#include "engine/pcl/program_binder.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyView;

namespace {

bool is_digits(std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
}

// Dot-separated letters, digits and hyphens.
bool is_tagged(std::string_view part, bool refuses_leading_zeros) {
    while (true) {
        const std::size_t dot = part.find('.');
        std::string_view one = part.substr(0, dot);
        if (one.empty()) return false;
        for (char c : one)
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'))
                return false;
        if (refuses_leading_zeros && is_digits(one) && one.size() > 1 && one[0] == '0') return false;
        if (dot == std::string_view::npos) return true;
        part.remove_prefix(dot + 1);
    }
}

}  // namespace

// MAJOR.MINOR.PATCH, with an optional pre-release and build.
bool is_semantic_version(std::string_view text) {
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        if (!is_tagged(text.substr(plus + 1), false)) return false;
        text = text.substr(0, plus);
    }
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        if (!is_tagged(text.substr(dash + 1), true)) return false;
        text = text.substr(0, dash);
    }
    for (int i = 0; i < 3; ++i) {
        const std::size_t dot = text.find('.');
        std::string_view part = text.substr(0, dot);
        if (!is_digits(part) || (part.size() > 1 && part[0] == '0')) return false;
        if ((dot == std::string_view::npos) != (i == 2)) return false;
        if (i < 2) text.remove_prefix(dot + 1);
    }
    return true;
}

bool is_absolute_url(std::string_view text) {
    if (text.starts_with('/')) return true;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    for (std::size_t i = 0; i < colon; ++i) {
        const char c = text[i];
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!is_letter && (i == 0 || !is_other)) return false;
    }
    return std::ranges::none_of(text,
                                [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; });
}

void ProgramBinder::refuse_package(PackageBlock& block, Span span, const std::string& title,
                                   const std::string& message) {
    block.is_refused = true;
    report(DiagCode::PclInvalidPackage, span, {title, message});
}

// The literal string of an argument of the block; empty when it is not a literal.
std::optional<std::string> ProgramBinder::package_string(PackageBlock& block,
                                                         const AttributeView& attribute) {
    if (attribute.expr.is(syntax::NodeKind::Missing)) return std::nullopt;
    Value value = eval::evaluate(attribute.expr, nullptr, eval::eval_options(Rules::reference())).value;
    if (value.is_known_string()) return std::string(value.as_string());
    refuse_package(block, attribute.expr.span(),
                   "attribute " + std::string(attribute.name) + " must be a string literal",
                   "It is read before anything is computed: write a string, without references.");
    return std::nullopt;
}

void ProgramBinder::read_provider(PackageBlock& made, const BodyView& body) {
    static constexpr std::string_view kKnown[] = {"baseProviderName", "baseProviderVersion",
                                                  "baseProviderDownloadUrl"};
    report_others(body, kKnown, "parameterization");
    for (const AttributeView& attribute : body.attributes()) {
        const bool is_name = attribute.name == "baseProviderName";
        const bool is_version = attribute.name == "baseProviderVersion";
        if (!is_name && !is_version && attribute.name != "baseProviderDownloadUrl") continue;
        auto text = package_string(made, attribute);
        if (!text) continue;
        const Span span = attribute.expr.span();
        if (is_name) {
            made.base_name = *text;
        } else if (is_version) {
            made.base_version = *text;
            if (!is_semantic_version(*text))
                refuse_package(made, span, "invalid baseProviderVersion \"" + *text + "\" for package",
                               "A version has three numbers: 4.11.2.");
        } else {
            made.url = *text;
            if (!is_absolute_url(*text))
                refuse_package(
                    made, span, "invalid download URL for package",
                    "\"" + *text + "\" is not a complete URL: a URL begins with a scheme such as https://.");
        }
    }
}

void ProgramBinder::read_parameterization(PackageBlock& made, const BodyView& body) {
    static constexpr std::string_view kKnown[] = {"name", "version", "value"};
    report_others(body, kKnown);
    made.is_parameterized = true;
    std::string name;
    for (const AttributeView& attribute : body.attributes()) {
        if (attribute.name != "name" && attribute.name != "version" && attribute.name != "value") continue;
        auto text = package_string(made, attribute);
        if (!text) continue;
        const Span span = attribute.expr.span();
        if (attribute.name == "name") {
            name = *text;
            if (name.empty())
                refuse_package(
                    made, span,
                    "name attribute of parameterization of \"" + made.base_name + "\" cannot be empty",
                    "Programs use the package by this name.");
        } else if (attribute.name == "version") {
            made.version = *text;
            if (!is_semantic_version(*text))
                refuse_package(made, span,
                               "invalid version \"" + *text + "\" of parameterization for package \"" +
                                   made.base_name + "\"",
                               "A version has three numbers: 1.0.0.");
        } else {
            made.value = *text;
            if (!from_base64(*text))
                refuse_package(
                    made, span,
                    "invalid base64 encoded value for parameterization of \"" + made.base_name + "\"",
                    "The parameters of a package are written in Base64.");
        }
    }
    if (!name.empty()) made.name = name;
}

void ProgramBinder::read_package(Declaration& declaration, const BlockView& block) {
    const std::vector<syntax::LabelView> labels = block.labels();
    if (labels.size() > 1) {
        report(DiagCode::PclWrongLabels, {labels.front().span.start, labels.back().span.end},
               {"package", "no labels", "package blocks must have at most one label"});
        return;
    }
    declaration.name_span = block.type_span();
    const auto package = std::make_shared<PackageBlock>();
    declaration.package = package;
    PackageBlock& made = *package;
    const BodyView body = block.body();
    if (!labels.empty()) {
        made.name = made.base_name = labels[0].value;
        report(DiagCode::PclDeprecatedLabel, labels[0].span, {});
    }
    read_provider(made, body);
    if (labels.empty()) made.name = made.base_name;
    for (const BlockView& inner : body.blocks())
        if (inner.type() == "parameterization") read_parameterization(made, inner.body());
    if (made.base_name.empty() && !made.is_refused)
        refuse_package(made, block.type_span(), "package blocks must set baseProviderName",
                       "It says which package this block describes.");
}

}  // namespace hcl::pcl
