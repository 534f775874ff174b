// Completion in test files: what the tested modules declare, runs, and addresses of what can fail.
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/bind/address.h"
#include "engine/bind/interface.h"
#include "engine/terraform/completion_site.h"
#include "engine/terraform/place.h"
#include "engine/terraform/test_modules.h"
#include "engine/terraform/test_names.h"

namespace hcl::terraform {

namespace {

using Kind = CompletionSite::Kind;

class TestCompleter {
  public:
    TestCompleter(CompletionSite& site, const RuleInput& input) : site_(site), input_(input) {
        const CompletionSite::Around around = site.around();
        if (around.block && around.block->type == "run")
            tested_ = tested_by(input, around.slot, *around.block);
        else if (input.context.implied)
            tested_ =
                input.context.implied(from_test(input.context, input.file.input.path, "./"), "terraform");
    }

    void run() {
        const bool is_of_variables = site_.path == "variables" || site_.path == "run/variables";
        if (site_.cursor.at == check::ExtensionCursor::At::Name && is_of_variables && !site_.attribute) {
            if (tested_) site_.add_symbols(*tested_, "variable", Kind::Argument, arguments());
            return;
        }
        const bool is_provider = site_.path == "mock_provider" || site_.path == "provider";
        if (site_.cursor.at == check::ExtensionCursor::At::Label && is_provider && tested_)
            for (const RequiredProvider& one : shape_of(*tested_).required)
                site_.add({.kind = Kind::Value, .label = one.name, .is_string = true, .is_expected = true});
        const bool is_mock =
            site_.path == "mock_provider/mock_resource" || site_.path == "mock_provider/mock_data";
        if (site_.cursor.at == check::ExtensionCursor::At::Label && is_mock) return mocked_types();
        if (!site_.is_value()) return;
        if (is_mock && site_.argument == "defaults") return mocked_attributes();
        if (site_.argument == "values") return overridden_attributes();
        if (is_of_variables && keys_of_variable()) return;
        if (site_.argument == "expect_failures") return expected();
        if (site_.argument == "target" || site_.argument == "replace") return targets();
        if (site_.argument == "providers") return providers();
        const bool is_checked = site_.path == "run/assert";
        const bool is_given = is_of_variables || site_.path == "provider";
        if (is_checked || is_given) value(is_checked);
    }

  private:
    // Whether the cursor is at a key of an object.
    bool keys_of_variable() {
        const auto steps = site_.keys_around();
        if (!steps) return false;
        if (tested_)
            for (const bind::Symbol symbol : tested_->symbols().by_kind_and_name("variable", site_.argument))
                site_.add_keys(bind::interface_item(*tested_, tested_->slot_of(symbol), symbol.index()).type,
                               *steps);
        return true;
    }

    // The schemas of the mocked provider, in the version of the tested module.
    struct Mocked {
        std::string package;
        std::string version;
        std::string family;  // of what is mocked
    };
    std::optional<Mocked> mocked() const {
        const CompletionSite::Around around = site_.around();
        if (!site_.context.schemas || !tested_ || !around.block || around.block->labels.empty())
            return std::nullopt;
        const std::string& name = around.block->labels[0].value;
        const RequiredProvider* required = shape_of(*tested_).requirement(name);
        const bind::Packages& packages = tested_->packages();
        std::string package = packages.address_of(name, tested_->language());
        if (package.empty()) package = required ? required->source : provider_address("", name);
        std::string version = packages.version_of(package, tested_->language());
        return Mocked{std::move(package), std::move(version),
                      site_.path.ends_with("mock_data") ? "data" : "resource"};
    }

    void mocked_types() {
        const std::optional<Mocked> from = mocked();
        if (!from) return;
        site_.context.schemas->each_name_of(
            {from->package, from->family, "", from->version}, [&](std::string_view name) {
                site_.add({.label = std::string(name), .is_string = true, .is_expected = true});
            });
    }

    void mocked_attributes() {
        const auto steps = site_.keys_around();
        const std::optional<Mocked> from = mocked();
        if (!from || !steps || !site_.block.child(1)) return;
        const auto found = site_.context.schemas->find(
            {from->package, from->family, word_of_key(site_.block.child(1)), from->version});
        if (found.body) site_.add_keys(found.body->type(), *steps);
    }

    // The attributes of what an override replaces, or the outputs of a module.
    void overridden_attributes() {
        const auto steps = site_.keys_around();
        if (!steps || !tested_) return;
        for (const syntax::Node child : site_.block.children()) {
            if (!child.is(syntax::NodeKind::Body)) continue;
            for (const syntax::Node one : child.children()) {
                if (!one.is(syntax::NodeKind::Attribute) || word_of_key(one.child(0)) != "target" ||
                    !one.child(1))
                    continue;
                for (const bind::Symbol symbol : tested_->symbols().by_address(names_of(one.child(1).text())))
                    site_.add_keys(attributes_of(tested_->value_of(symbol).unmarked().type()), *steps);
            }
        }
    }
    // Of one instance, when there are several.
    static Type attributes_of(const Type& type) { return type.is_collection() ? Type(type.element()) : type; }

    // The names of the arguments of the innermost block.
    std::set<std::string> arguments() const {
        std::set<std::string> names;
        if (!site_.block) return names;
        for (const syntax::Node child : site_.block.children()) {
            if (!child.is(syntax::NodeKind::Body)) continue;
            for (const syntax::Node one : child.children())
                if (one.is(syntax::NodeKind::Attribute) && !one.child(0).span().touches(site_.cursor.offset))
                    names.insert(word_of_key(one.child(0)));
        }
        return names;
    }

    template <typename Visit>
    void each_block(std::string_view type, const Visit& visit) const {
        input_.file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks)
                if (slot.unit->blocks[i].type == type) visit(slot, slot.unit->blocks[i]);
        });
    }

    void root(std::string_view name, std::string_view detail) {
        site_.add({.kind = Kind::Value,
                   .label = std::string(name),
                   .detail = std::string(detail),
                   .is_expected = true});
    }

    // `is_checked`: in an assertion, which can read the whole module.
    void value(bool is_checked) {
        if (site_.words.empty()) {
            root("var", "variables");
            root("run", "results of earlier runs");
            if (!is_checked || !tested_) return;
            for (const std::string_view kind : {"output", "local", "module"})
                if (!tested_->symbols().by_kind(kind).empty()) root(kind, "of the tested module");
            for (const std::string& one : addresses({"resource", "data"}))
                root(one.substr(0, one.find('.')), "");
            return;
        }
        const std::string& first = site_.words[0];
        if (first == "run") return runs();
        if (first == "var") return variables();
        if (!is_checked || !tested_) return;
        if ((first == "output" || first == "local") && site_.words.size() == 1)
            return site_.add_symbols(*tested_, first, Kind::Member);
        member(first);
    }

    void runs() {
        each_block("run", [&](const bind::UnitSlot& slot, const bind::BoundBlock& run) {
            if (run.labels.empty()) return;
            const std::string& name = run.labels[0].value;
            // The others have no results yet.
            if (run.span.end + slot.base > site_.cursor.offset) {
                if (site_.words.size() == 1)
                    site_.add({.kind = Kind::Member, .label = name, .is_hidden = true});
                return;
            }
            if (site_.words.size() == 1)
                return site_.add({.kind = Kind::Member, .label = name, .detail = "run", .is_expected = true});
            if (site_.words.size() != 2 || site_.words[1] != name) return;
            if (const bind::ModulePtr tested = tested_by(input_, slot, run))
                site_.add_symbols(*tested, "output", Kind::Member);
        });
    }

    void variables() {
        if (site_.words.size() == 1) {
            if (tested_) site_.add_symbols(*tested_, "variable", Kind::Member);
            each_block("variables", [&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
                for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
                    site_.add(
                        {.kind = Kind::Member, .label = slot.unit->attributes[i].name, .is_expected = true});
            });
            return;
        }
        const bind::SymbolList found =
            tested_ ? tested_->symbols().by_kind_and_name("variable", site_.words[1]) : bind::SymbolList();
        if (site_.words.size() == 2 && !found.empty())
            site_.add_members(tested_->value_of(*found.begin()).unmarked().type());
    }

    // Behind the words of an address, and attributes of what has it.
    void member(const std::string& first) {
        const std::size_t length = first == "data" || first == "ephemeral" ? 3 : 2;
        if (site_.words.size() < length) {
            for (const bind::Symbol symbol : tested_->symbols().by_prefix(site_.words)) {
                const bind::Declaration& declaration = tested_->declaration(symbol);
                if (declaration.address.size() <= site_.words.size()) continue;
                const bool is_whole = declaration.address.size() == site_.words.size() + 1;
                const std::string type =
                    is_whole ? shown_type(tested_->value_of(symbol).unmarked().type()) : std::string();
                site_.add({.kind = Kind::Member,
                           .label = declaration.address[site_.words.size()],
                           .detail = type.empty() ? declaration.def->kind : type,
                           .is_expected = true});
            }
            return;
        }
        if (site_.words.size() > length) return;
        for (const bind::Symbol symbol : tested_->symbols().by_address(site_.words))
            site_.add_members(tested_->value_of(symbol).unmarked().type());
    }

    std::vector<std::string> addresses(std::initializer_list<std::string_view> kinds) const {
        std::vector<std::string> out;
        if (!tested_) return out;
        for (const std::string_view kind : kinds)
            for (const bind::Symbol symbol : tested_->symbols().by_kind(kind))
                if (symbol.is_declaration())
                    out.push_back(bind::address_text(tested_->declaration(symbol).address));
        return out;
    }

    void expected() {
        if (!tested_) return;
        for (const std::string_view kind : {"variable", "output", "resource", "data"})
            for (const bind::Symbol symbol : tested_->symbols().by_kind(kind)) {
                if (!symbol.is_declaration()) continue;
                const bind::Declaration& declaration = tested_->declaration(symbol);
                if (has_conditions(tested_->unit_of(symbol), declaration))
                    site_.add_address(bind::address_text(declaration.address), std::string(kind), true);
            }
        TestNames names;
        for (const std::string& name : names.declared(tested_, "check"))
            site_.add_address("check." + name, "check", true);
    }

    void targets() {
        if (site_.path.ends_with("override_module")) {
            for (const std::string& one : addresses({"module"})) site_.add_address(one, "module", true);
        } else if (site_.path.ends_with("override_data")) {
            for (const std::string& one : addresses({"data"})) site_.add_address(one, "data", true);
        } else {
            for (const std::string& one : addresses({"resource"})) site_.add_address(one, "resource", true);
            if (site_.path.ends_with("plan_options") && site_.argument == "target")
                for (const std::string& one : addresses({"module"})) site_.add_address(one, "module", true);
        }
    }

    // Keys are configurations that the module has, values those of the file.
    void providers() {
        if (site_.is_key) {
            if (!tested_) return;
            const std::set<std::string> there = site_.keys();
            auto offer = [&](const std::string& name) {
                if (!there.contains(name))
                    site_.add({.kind = Kind::Argument, .label = name, .is_expected = true});
            };
            for (const RequiredProvider& one : shape_of(*tested_).required) {
                offer(one.name);
                for (const RequiredProvider::Alias& alias : one.aliases) offer(alias.name);
            }
            for (const ProviderBlock& one : shape_of(*tested_).providers) offer(one.name);
            return;
        }
        for (const std::string_view type : {"provider", "mock_provider"})
            each_block(type, [&](const bind::UnitSlot& slot, const bind::BoundBlock& block) {
                if (block.labels.empty()) return;
                const bind::BoundAttribute* alias = attribute_of(*slot.unit, block.body, "alias");
                const std::string name = alias && alias->expr ? bind::literal_text(alias->expr) : "";
                site_.add_address(block.labels[0].value + (name.empty() ? "" : "." + name), std::string(type),
                                  true);
            });
    }

    CompletionSite& site_;
    const RuleInput& input_;
    bind::ModulePtr tested_{};
};

}  // namespace

void complete_in_test(CompletionSite& site) {
    const bind::ModuleFile* file = site.context.module->file(site.cursor.file);
    if (!file) return;
    Diagnostics unwanted;
    const RuleInput input{site.context, *site.context.module, *file, unwanted};
    TestCompleter(site, input).run();
}

// Mock files belong to no module: the types of all providers that are known.
void complete_in_mock(CompletionSite& site) {
    if (!site.context.schemas || (site.path != "mock_resource" && site.path != "mock_data")) return;
    const std::string_view family = site.path == "mock_data" ? "data" : "resource";
    if (site.cursor.at == check::ExtensionCursor::At::Label)
        return site.context.schemas->each_name(family, {},
                                               [&](std::string_view package, std::string_view name) {
                                                   site.add({.label = std::string(name),
                                                             .detail = std::string(package),
                                                             .is_string = true,
                                                             .is_expected = true});
                                               });
    const auto steps = site.keys_around();
    if (!site.is_value() || site.argument != "defaults" || !steps || !site.block.child(1)) return;
    const std::string wanted = word_of_key(site.block.child(1));
    std::string from;
    site.context.schemas->each_name(family, {}, [&](std::string_view package, std::string_view name) {
        if (name == wanted) from = package;
    });
    const auto found = site.context.schemas->find({from, family, wanted});
    if (found.body) site.add_keys(found.body->type(), *steps);
}

}  // namespace hcl::terraform
