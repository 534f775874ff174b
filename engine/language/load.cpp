// Loads a pack: its language block, functions, variables and named bodies. The bodies themselves are compiled
// later.
#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "engine/base/limits.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/functions/common.h"
#include "engine/eval/functions/ext_functions.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/module_path.h"
#include "engine/language/body_parts.h"
#include "engine/language/builtin_languages.h"
#include "engine/language/pack_checker.h"
#include "engine/language/pack_source.h"
#include "engine/language/reading.h"
#include "engine/language/value_format.h"
#include "engine/language/written_function.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

namespace {

// A pack without a language block is a library of functions.
bool is_library(const BuiltinPack& pack) {
    return !pack.text.starts_with("language \"") && pack.text.find("\nlanguage \"") == std::string_view::npos;
}

// A built-in library, loaded once for all packs.
struct FunctionLibrary {
    explicit FunctionLibrary(const BuiltinPack& p) : pack(p) {}
    const BuiltinPack& pack;
    Once<LanguagePtr> loaded;

    const LanguagePtr& language() const {
        return loaded.get(
            [&] { return Language::load(syntax::File::parse(pack.text), {}, std::string(pack.name)); });
    }
};

const std::deque<FunctionLibrary>& function_libraries() {
    static const std::deque<FunctionLibrary> libraries = [] {
        std::deque<FunctionLibrary> out;
        for (const BuiltinPack& pack : builtin_packs())
            if (is_library(pack)) out.emplace_back(pack);
        return out;
    }();
    return libraries;
}

// Null when there is none of this name.
LanguagePtr function_library(std::string_view name) {
    const auto found = std::ranges::find(function_libraries(), name,
                                         [](const FunctionLibrary& one) { return one.pack.name; });
    return found == function_libraries().end() ? nullptr : found->language();
}

// A single function: functions of libraries take precedence over built-in ones of the same name.
// `stdlib.NAME` is the latter, and `space::NAME` a function with a namespaced name.
eval::FunctionPtr function_by_name(std::string_view name) {
    constexpr std::string_view kStandard = "stdlib.";
    if (name.starts_with(kStandard)) return pack_functions()->find_shared(name.substr(kStandard.size()));
    if (const std::size_t space = name.rfind("::"); space != std::string_view::npos)
        return function_by_name(name.substr(space + 2));
    if (auto function = eval::native_function(name)) return function;
    for (const FunctionLibrary& library : function_libraries())
        if (auto function = library.language()->evaluation.functions->find_shared(name)) return function;
    return pack_functions()->find_shared(name);
}

// Words in `functions` for many functions at once.
constexpr std::array<std::string_view, 13> kLibraries{
    "stdlib", "common", "encoding", "network",         "extended",  "search",     "digests",
    "yaml",   "marks",  "files",    "workspace_files", "templates", "definitions"};

}  // namespace

NamedFunctions functions_by_name() {
    NamedFunctions out;
    std::set<std::string, std::less<>> single;
    auto add_all = [&](const eval::FunctionTable& table) {
        for (const auto& [name, function] : table.all())
            if (!name.contains("::")) single.insert(name);
    };
    for (std::string_view name : kLibraries) {
        out.libraries.emplace_back(name);
        if (const eval::FunctionTable* native = eval::native_library(name)) add_all(*native);
    }
    for (const FunctionLibrary& library : function_libraries()) {
        out.libraries.push_back(library.language()->id);
        add_all(*library.language()->evaluation.functions);
    }
    add_all(*pack_functions());
    out.functions.assign(single.begin(), single.end());
    return out;
}

struct Loader {
    Language& language;
    Reading read;
    eval::FunctionTable functions{};
    eval::FunctionTable scoped_functions{};
    std::shared_ptr<const eval::FunctionTable> own_functions = pack_functions();
    std::vector<std::string> namespaces{};  // that contain copies of all functions
    bool names_functions = false;
    bool reads_header_alone = false;

    bool is_pattern(std::string_view text, Node place) {
        if (language.is_built_in()) return true;
        const auto compiled = Pattern::compile(text);
        if (!compiled)
            read.report(DiagCode::UnsuitablePackValue, place.span(), {"content", compiled.error()});
        return compiled.has_value();
    }

    // One pattern, or several; those after `!` match what is foreign.
    std::shared_ptr<const Pattern> content(Node node) {
        std::string any;
        std::size_t count = 0;
        for (Node element : read.compared_elements(node, "content")) {
            const std::string text = read.text(element, "content");
            const bool is_foreign = text.starts_with('!');
            const bool is_unlike = text.starts_with('-');
            const std::string_view pattern = std::string_view(text).substr(is_foreign || is_unlike ? 1 : 0);
            if (!is_pattern(pattern, element)) continue;
            if (is_foreign) language.recognition.foreign.push_back(Pattern::later(std::string(pattern)));
            if (is_unlike) language.recognition.unlike.push_back(Pattern::later(std::string(pattern)));
            if (text.empty() || is_foreign || is_unlike) continue;
            any = ++count == 1 ? text : (count == 2 ? "(?:" + any + ")" : any) + "|(?:" + text + ")";
        }
        if (count > 0 && language.is_built_in()) return Pattern::later(std::move(any));
        auto compiled = Pattern::compile(any);
        return compiled && count > 0 ? std::move(*compiled) : nullptr;
    }

    void language_block(const BlockView& view) {
        PackBlock block(view.body());
        auto labels = view.labels();
        if (!labels.empty()) language.id = labels[0].value;
        language.title = read.text(block.find("title"), "title");
        if (language.version.empty()) language.version = read.text(block.find("version"), "version");
        enum class Syntax : std::uint8_t { Hcl2, Hcl1, Spec };
        const auto kind = read.pick<Syntax>(
            block.find("syntax"), "syntax",
            {{"hcl2", Syntax::Hcl2}, {"hcl1", Syntax::Hcl1}, {"spec", Syntax::Spec}}, Syntax::Hcl2);
        language.rules = kind == Syntax::Spec   ? &Rules::spec()
                         : kind == Syntax::Hcl1 ? &Rules::hcl1()
                                                : &Rules::reference();
        language.is_hcl1 = kind == Syntax::Hcl1;
        language.takes_any_case = read.pick<bool>(block.find("also"), "also", {{"any_case", true}}, false);
        for (auto& [name, node] : read.entries(block.find("severity"), "severity"))
            language.levels.emplace_back(name, read.word(node, "severity"));
        const Node generator = block.find("dynamic_blocks");
        if (!Reading::is_object(generator)) {
            language.dynamic_blocks = read.text(generator, "dynamic_blocks");
        } else {
            for (const auto& [word, node] : read.members(generator, "dynamic_blocks", {"name", "kind"})) {
                if (word == "name") language.dynamic_blocks = read.text(node, "dynamic_blocks");
                if (word == "kind")
                    language.generates_stored_only =
                        read.pick<bool>(node, "dynamic_blocks", {{"package", true}}, false);
            }
        }
        language.takes_null_parts =
            read.pick<bool>(block.find("nullable"), "nullable", {{"true", true}, {"whole", false}}, true);
        language.native = read.word(block.find("native"), "native");
        language.describes_packs = language.native == "pack";
        if (language.describes_packs) language.native.clear();
        recognition(block);
        names(block);
        modules(block);
        evaluation(block);
        formatting(block);
    }

    void recognition(const PackBlock& block) {
        language.recognition.ids = read.words(block.find("ids"), "ids");
        language.recognition.files = read.words(block.find("files"), "files");
        language.recognition.content = content(block.find("content"));
        language.recognition.is_fallback = read.flag(block.find("default"), "default");
    }

    void names(const PackBlock& block) {
        language.names.unknown = read.pick<UnknownNames>(
            block.find("unknown"), "unknown",
            {{"error", UnknownNames::Error}, {"allowed", UnknownNames::Ignore}, {"text", UnknownNames::Text}},
            language.names.unknown);
        enum class Treatment : std::uint8_t { Error, Allowed, Optional, Whole };
        std::size_t count = 0;
        for (auto& [name, node] : read.entries(block.find("names"), "names")) {
            if (!read.may_be_more(count++, node, "names")) break;
            if (Reading::is_object(node)) {
                known_name(name, node);
                continue;
            }
            switch (read.pick<Treatment>(node, "names",
                                         {{"error", Treatment::Error},
                                          {"allowed", Treatment::Allowed},
                                          {"optional", Treatment::Optional},
                                          {"whole", Treatment::Whole}},
                                         Treatment::Allowed)) {
                case Treatment::Error:
                    language.names.strict.push_back(name);
                    break;
                case Treatment::Optional:
                    language.names.optional_root = name;
                    break;
                case Treatment::Whole:
                    language.names.needs_whole_addresses = true;
                    break;
                case Treatment::Allowed:
                    if (name.ends_with("()"))
                        language.names.forgiving.push_back(name.substr(0, name.size() - 2));
                    else
                        language.names.free.push_back(name);
                    break;
            }
        }
    }

    // { refers_to = [port] } for words such as "PORT_*", of which the rest names a symbol; { values = [...] }
    // for a name with members that are known.
    void known_name(const std::string& name, Node node) {
        ValueRules rules;
        for (const auto& [word, value] : read.members(node, "names", {"refers_to", "values"})) {
            if (word == "refers_to") rules.refers_to = read.words(value, "refers_to");
            if (word == "values") read_choices(read, value, Type::string(), rules);
        }
        if (!rules.values.empty()) language.names.members.emplace_back(name, rules);
        if (rules.refers_to.empty()) return;
        if (name.size() < 2 || name.find('*') + 1 != name.size())
            read.report(DiagCode::UnsuitablePackValue, node.span(),
                        {"names", "a prefix such as \"PORT_*\" is needed"});
        else
            language.names.of_symbols.emplace_back(name.substr(0, name.size() - 1), std::move(rules));
        // The program may know others.
        language.names.free.push_back(name);
    }

    void modules(const PackBlock& block) {
        // `block.TYPE`: folders, but files with such a block can be used separately.
        const Node join = block.find("join");
        if (const eval::Traversal path = join ? eval::traversal_of(join) : eval::Traversal();
            path.size() == 2 && path[0].name == "block") {
            language.modules.join = Join::Folder;
            language.modules.stands_alone = path[1].name;
        } else {
            language.modules.join = read.pick<Join>(
                join, "join", {{"file", Join::File}, {"folder", Join::Folder}}, language.modules.join);
        }
        language.modules.public_kinds = read.words(block.find("public"), "public");
        for (const BlockView& inner : block.blocks) {
            if (inner.type() != "call") continue;
            PackBlock call(inner.body());
            language.modules.sets = {read.word(call.find("language"), "language"),
                                     read.word(call.find("inputs"), "inputs")};
        }
        const Node overrides = block.find("overrides");
        if (!Reading::is_object(overrides)) {
            language.modules.overrides = read.text(overrides, "overrides");
        } else {
            for (const auto& [word, node] : read.members(overrides, "overrides", {"files", "kind"})) {
                if (word == "files") language.modules.overrides = read.text(node, "overrides");
                if (word == "kind") language.modules.override_kinds = read.words(node, "overrides");
            }
        }
        language.modules.default_package = read.text(block.find("package"), "package");
        language.modules.run_in_caller =
            read.pick<bool>(block.find("folder"), "folder", {{"module", false}, {"caller", true}}, false);
    }

    void evaluation(const PackBlock& block) {
        Node functions_named = block.find("functions");
        if (!functions_named || reads_header_alone) return;
        names_functions = true;
        for (Node element : read.compared_elements(functions_named, "functions")) add_functions(element);
    }

    void formatting(const PackBlock& block) {
        for (Node element : read.elements(block.find("formatting"))) {
            auto extra = read.pick<std::optional<FormatExtra>>(
                element, "formatting",
                {{"quote_labels", FormatExtra::QuoteLabels},
                 {"unwrap_interpolations", FormatExtra::UnwrapInterpolations}},
                std::nullopt);
            if (extra) language.format_extras.push_back(*extra);
        }
    }

    // An element of `functions`: a library, a function, a namespace or a pattern.
    void add_functions(Node element) {
        std::string name = read.word(element, "functions");
        // A library of which the functions are only in a namespace.
        const std::size_t end = name.rfind("::");
        const std::string rest = end == std::string::npos ? std::string() : name.substr(end + 2);
        if (std::ranges::find(kLibraries, rest) == kLibraries.end())
            return add_named(element, std::move(name));
        eval::FunctionTable others = std::exchange(functions, {});
        add_named(element, rest);
        for (const auto& [known, function] : functions.all())
            others.add(name.substr(0, end + 2) + known, function);
        functions = std::move(others);
    }

    void add_named(Node element, std::string name) {
        auto add_all = [&](const eval::FunctionTable& library) {
            for (const auto& [known, function] : library.all()) functions.add(known, function);
        };
        if (name.empty()) return;
        if (name == "*") {
            language.evaluation.is_silent = true;
            return;
        }
        constexpr std::string_view kReading = "workspace_files";
        if (name.starts_with(kReading)) {
            language.evaluation.reads_files = true;
            name = name.size() > kReading.size() ? name.substr(kReading.size() + 1) : "files";
        }
        if (name == "stdlib") return add_all(eval::standard_functions());
        if (name == "common") return add_all(eval::common_functions());
        if (const eval::FunctionTable* native = eval::native_library(name)) return add_all(*native);
        if (name.ends_with("::")) return namespaces.push_back(std::move(name));
        if (name.find('*') != std::string::npos) return language.names.functions.push_back(std::move(name));
        if (const LanguagePtr library = function_library(name)) {
            for (const auto& [known, arguments] : library->evaluation.arguments)
                language.evaluation.arguments.insert_or_assign(known, arguments);
            return add_all(*library->evaluation.functions);
        }
        if (auto function = function_by_name(name))
            return functions.add(name.substr(name.rfind('.') + 1), function);
        std::string libraries;
        for (std::string_view library : kLibraries) libraries += std::string(library) + ", ";
        read.report(DiagCode::UnknownPackWord, element.span(),
                    {"functions", name,
                     libraries + "libraries of this build, every function of them by its name, "
                                 "\"stdlib.NAME\", namespaces such as \"core::\" and patterns such as "
                                 "\"provider::*\""});
    }

    WrittenParameter parameter(std::string name, Node type) {
        WrittenParameter p{std::move(name), {}, {}};
        if (type && type.is(syntax::NodeKind::Variable) && type.text() == "module") {
            p.type = eval::module_path_type();
        } else if (type) {
            auto parsed = eval::parse_type(read.expression(type), eval::TypeExpressionKind::Constraint,
                                           Rules::reference());
            read.report(std::move(parsed.diagnostics));
            p.type = parsed.type;
        }
        return p;
    }

    // Names, or an object of names and types.
    std::vector<WrittenParameter> parameters(Node node, std::string_view what) {
        std::vector<WrittenParameter> out;
        if (Reading::is_object(node)) {
            for (auto& [name, type] : read.entries(node, what)) out.push_back(parameter(name, type));
            return out;
        }
        for (Node element : read.elements(node)) {
            const eval::Expression name = read.expression(element);
            auto decoded = eval::decode_expression(name, eval::keyword_type(), {},
                                                   eval::eval_options(Rules::reference()));
            read.report(std::move(decoded.diagnostics));
            if (std::string word = eval::static_keyword(name); !word.empty())
                out.push_back(parameter(std::move(word), {}));
        }
        return out;
    }

    // Parameters whose strings name symbols: { name = include }.
    void read_arguments(const std::string& function, const WrittenFunction& written, Node node) {
        std::vector<std::string> names;
        names.reserve(written.parameters.size() + 1);
        for (const WrittenParameter& parameter : written.parameters) names.push_back(parameter.name);
        if (written.variadic) names.push_back(written.variadic->name);
        Language::Evaluation::Arguments arguments;
        arguments.by_parameter.resize(names.size());
        arguments.is_variadic = written.variadic.has_value();
        for (const auto& [name, kinds] : read.entries(node, "refers_to")) {
            const auto known = std::ranges::find(names, name);
            if (known == names.end()) {
                read.report(DiagCode::UnsuitablePackValue, node.span(),
                            {"refers_to", "the function has no parameter \"" + name + "\""});
                continue;
            }
            ValueRules& rules = arguments.by_parameter[static_cast<std::size_t>(known - names.begin())];
            rules.refers_to = read.words(kinds, "refers_to");
            rules.is_for_known_kinds = true;
        }
        language.evaluation.arguments.insert_or_assign(function, std::move(arguments));
    }

    void function_block(const BlockView& view) {
        auto labels = view.labels();
        if (labels.empty()) return;
        PackBlock block(view.body());
        WrittenFunction written;
        written.doc = read.text(block.find("doc"), "doc");
        written.parameters = parameters(block.find("params"), "params");
        if (auto rest = parameters(block.find("variadic_param"), "variadic_param"); !rest.empty())
            written.variadic = std::move(rest.front());
        if (Node named = block.find("refers_to")) read_arguments(labels[0].value, written, named);
        written.most_variadic =
            static_cast<std::size_t>(read.count(block.find("max_items"), "max_items").value_or(0));
        if (Node node = block.find("type"))
            written.returns = eval::parse_type(read.expression(node), eval::TypeExpressionKind::Constraint,
                                               Rules::reference())
                                  .type;
        written.result = block.find("result");
        written.source = language.pack;
        if (!is_merged_pack(*language.pack)) written.file = language.pack_id;
        auto scope = std::make_shared<eval::MapScope>();
        scope->set_functions(own_functions);
        written.scope = std::move(scope);
        enum class Visible : std::uint8_t { Module, Scope, Pack };
        const auto visible = read.pick<Visible>(
            block.find("visible"), "visible",
            {{"module", Visible::Module}, {"scope", Visible::Scope}, {"pack", Visible::Pack}},
            Visible::Module);
        written.is_of_pack = true;
        eval::FunctionPtr function = written_function(std::move(written));
        if (visible == Visible::Module) functions.add(labels[0].value, std::move(function));
        if (visible == Visible::Scope) scoped_functions.add(labels[0].value, std::move(function));
        if (visible == Visible::Pack) add_own_function(labels[0].value, std::move(function));
    }

    // Functions call only those before them, so none can call itself.
    void add_own_function(std::string_view name, eval::FunctionPtr function) {
        auto all = std::make_shared<eval::FunctionTable>(*own_functions);
        all->add(std::string(name), std::move(function));
        own_functions = std::move(all);
    }

    void add_namespaces() {
        if (namespaces.empty()) return;
        const eval::FunctionTable plain = functions;
        for (const std::string& space : namespaces)
            for (const auto& [name, function] : plain.all())
                if (name.find("::") == std::string::npos) functions.add(space + name, function);
    }

    void variables_block(const BlockView& view) {
        for (const syntax::AttributeView& attribute : view.body().attributes())
            if (auto value =
                    read.value(attribute.expr, Type::dynamic(), attribute.name, Reading::ReportErrors::Yes))
                language.evaluation.variables.emplace_back(attribute.name, std::move(*value));
    }

    static bool mentions_calls(const syntax::File& pack) {
        for (std::uint32_t i = 0; i < pack.chunk_count(); ++i)
            if (const std::string_view text = pack.chunk(i)->text;
                text.find("call") != std::string_view::npos &&
                text.find("language \"") == std::string_view::npos)
                return true;
        return false;
    }

    static bool mentions_files(const syntax::File& pack) {
        for (std::uint32_t i = 0; i < pack.chunk_count(); ++i)
            if (std::string_view(pack.chunk(i)->text).find("fileexists(") != std::string_view::npos)
                return true;
        return false;
    }

    void run() {
        const syntax::BodyView body = language.pack->body();
        for (const BlockView& view : body.blocks()) {
            std::string_view type = view.type();
            if (type == "language") language_block(view);
            if (type == "function") function_block(view);
            if (type == "variables") variables_block(view);
            if (type == "body")
                if (auto labels = view.labels(); !labels.empty())
                    language.bodies_.emplace(
                        labels[0].value, std::make_shared<LazyBody>(language, view.body(), labels[0].span));
        }
        // Bodies are not compiled for this: searching for the word suffices.
        language.modules.may_call = mentions_calls(*language.pack);
        language.evaluation.asks_for_files =
            language.evaluation.reads_files && mentions_files(*language.pack);
        language.root_ = std::make_shared<LazyBody>(language, body, Span{});
        if (const eval::FunctionTable* added = language.additions.functions.get())
            for (const auto& [name, function] : added->all())
                if (!functions.find(name)) functions.add(name, function);
        add_namespaces();
        language.evaluation.functions = std::make_shared<const eval::FunctionTable>(std::move(functions));
        language.evaluation.scoped_functions =
            std::make_shared<const eval::FunctionTable>(std::move(scoped_functions));
        language.own_functions_ = std::move(own_functions);
        language.free_block = std::make_shared<const BlockDef>(make_free_block(language));
        if (!language.dynamic_blocks.empty())
            language.free_generator = generator_of(language, *language.free_block);
        if (language.title.empty()) language.title = language.id;
    }
};

std::shared_ptr<const Language> Language::load(syntax::FilePtr pack, FileId pack_id, std::string id,
                                               std::string version, Additions additions) {
    auto language = std::make_shared<Language>();
    language->id = std::move(id);
    language->is_version_selected = !version.empty();
    language->version = std::move(version);
    language->additions = std::move(additions);
    language->pack = std::move(pack);
    language->pack_id = pack_id;
    Loader{*language, Reading(*language, language->findings)}.run();
    for (Diagnostic& finding : language->findings) finding.file = pack_id;
    return language;
}

const ValueRules* Language::Evaluation::Arguments::rules(std::size_t index) const {
    if (is_variadic) index = std::min(index, by_parameter.size() - 1);
    if (index >= by_parameter.size() || by_parameter[index].refers_to.empty()) return nullptr;
    return &by_parameter[index];
}

const Language::Evaluation::Arguments* Language::arguments_of(std::string_view function) const {
    const auto known = evaluation.arguments.find(function);
    return known == evaluation.arguments.end() ? nullptr : &known->second;
}

bool Language::may_compare(std::uint64_t wildcards) const {
    return (case_wildcards_ += wildcards) <= limits::case_wildcards;
}

bool Language::may_include(std::uint64_t bytes) const {
    return (included_bytes_ += bytes) <= limits::included_bytes;
}

LazyBodyPtr Language::body(std::string_view name) const {
    auto it = bodies_.find(name);
    return it == bodies_.end() ? nullptr : LazyBodyPtr(LazyBodyPtr(), it->second.get());
}

namespace {

// Bodies at the same position of the pack have the same findings, however often they are included.
void collect(const LazyBody& body, std::set<std::pair<std::uint32_t, std::uint32_t>>& seen,
             Diagnostics& out) {
    Span source = body.source().span();
    if (!seen.emplace(source.start, source.end).second) return;
    const BodyDef& def = body.get();
    out.insert(out.end(), def.findings.begin(), def.findings.end());
    for (const BlockDef& b : def.blocks)
        if (b.body) collect(*b.body, seen, out);
    if (def.any_block && def.any_block->body) collect(*def.any_block->body, seen, out);
}

}  // namespace

Diagnostics Language::all_findings() const {
    Diagnostics out = findings;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    collect(*root_, seen, out);
    std::vector<std::string_view> body_names;
    body_names.reserve(bodies_.size());
    for (const auto& [name, body] : bodies_) body_names.push_back(name);
    std::ranges::sort(body_names);
    for (std::string_view name : body_names) collect(*body(name), seen, out);
    Diagnostics whole = check_pack(*this);
    out.insert(out.end(), std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
    sort_diagnostics(out);
    auto same = [](const Diagnostic& a, const Diagnostic& b) {
        return a.code == b.code && a.span == b.span && a.message == b.message;
    };
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
    return out;
}

namespace {

// The built-in packs that describe languages. At first only their headers are read, which contain the file
// patterns; the whole pack is loaded for the first of its files.
class BuiltinLanguages {
  public:
    BuiltinLanguages() : wholes_(builtin_packs().size()) {
        for (const BuiltinPack& pack : builtin_packs()) headers_.push_back(header_of(pack));
    }
    const std::vector<LanguagePtr>& headers() const { return headers_; }
    LanguagePtr whole(const LanguagePtr& language) const {
        for (std::size_t i = 0; language && i < headers_.size(); ++i) {
            if (headers_[i] != language) continue;
            const BuiltinPack& pack = builtin_packs()[i];
            return wholes_[i].get(
                [&] { return Language::load(syntax::File::parse(pack.text), {}, std::string(pack.name)); });
        }
        return language;
    }

  private:
    // Null for a library. The block ends with the first brace at the start of a line.
    static LanguagePtr header_of(const BuiltinPack& pack) {
        if (is_library(pack)) return nullptr;
        std::size_t start = pack.text.starts_with("language") ? 0 : pack.text.find("\nlanguage \"");
        std::size_t end = pack.text.find("\n}\n", start);
        auto language = std::make_shared<Language>();
        language->id = pack.name;
        language->pack = syntax::File::parse(pack.text.substr(0, end + 3));
        Loader loader{*language, Reading(*language, language->findings)};
        loader.reads_header_alone = true;
        loader.run();
        return language;
    }

    std::vector<LanguagePtr> headers_;
    std::vector<Once<LanguagePtr>> wholes_;
};

const BuiltinLanguages& builtin_languages() {
    static const BuiltinLanguages languages;
    return languages;
}

}  // namespace

const std::vector<LanguagePtr>& builtin_headers() {
    return builtin_languages().headers();
}

LanguagePtr whole_language(const LanguagePtr& language) {
    return builtin_languages().whole(language);
}

LanguagePtr builtin_pack(std::string_view name) {
    if (name.empty()) return nullptr;
    if (const LanguagePtr library = function_library(name)) return library;
    const std::span<const BuiltinPack> packs = builtin_packs();
    const auto found = std::ranges::find(packs, name, &BuiltinPack::name);
    if (found == packs.end()) return nullptr;
    return whole_language(builtin_headers()[static_cast<std::size_t>(found - packs.begin())]);
}

}  // namespace hcl::language
