// Completion in stacks and their deployments: inputs and outputs of components.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engine/bind/address.h"
#include "engine/bind/interface.h"
#include "engine/terraform/completion_site.h"
#include "engine/terraform/stack_modules.h"

namespace hcl::terraform {

namespace {

using syntax::Node;
using syntax::NodeKind;

// Arguments and blocks inside of the `config` of a provider, by its schema.
void complete_configuration(CompletionSite& site) {
    constexpr std::string_view kPath = "provider/config";
    const bind::Module& module = *site.context.module;
    const std::string name = word_of_key(site.outer.child(1));
    const bind::Packages& packages = module.packages();
    const std::string address = packages.address_of(name, module.language());
    if (!site.context.schemas || address.empty()) return;
    const std::string version = packages.version_of(address, module.language());
    const auto found = site.context.schemas->find({address, "provider", name, version});
    if (!found.body) return;
    const language::BodyDef whole = found.body->compile(module.language());
    const language::BodyDef* body = &whole;
    std::string_view rest = std::string_view(site.path).substr(kPath.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const language::BlockDef* inner = body->block(rest.substr(0, rest.find('/')));
        if (!inner || !inner->body) return;
        rest.remove_prefix(std::min(rest.find('/'), rest.size()));
        body = &inner->body->get();
    }
    std::set<std::string> there;
    for (const Node part : site.block.children())
        if (part.is(NodeKind::Body))
            for (const Node one : part.children())
                if (one.is(NodeKind::Attribute)) there.insert(word_of_key(one.child(0)));
    for (const language::BlockDef& def : body->blocks)
        if (def.notes.is_available) site.add({.label = def.type, .documentation = def.notes.doc});
    for (const language::AttributeDef& def : body->attributes)
        if (def.notes.is_available && !there.contains(def.name))
            site.add({.kind = CompletionSite::Kind::Argument,
                      .label = def.name,
                      .detail = shown_type(def.type),
                      .documentation = def.notes.doc,
                      .is_expected = def.is_required,
                      .is_deprecated = def.notes.is_deprecated});
}

// Groups of deployments and the rules of groups take references to one kind of block.
bool complete_rules(CompletionSite& site) {
    const bool is_group = site.path == "deployment" && site.argument == "deployment_group";
    const bool is_rule = site.path == "deployment_group" && site.argument == "auto_approve_checks";
    if (!is_group && !is_rule) return false;
    const std::string_view wanted = is_group ? "deployment_group" : "deployment_auto_approve";
    const bind::Module& module = *site.context.module;
    for (const bind::Symbol symbol : module.symbols().by_kind(wanted))
        if (symbol.is_declaration())
            site.add_address(bind::address_text(module.declaration(symbol).address), "", true);
    if (site.words.empty())
        for (const std::string& root : module.symbols().root_names())
            if (root != wanted)
                site.add({.kind = CompletionSite::Kind::Value, .label = root, .is_hidden = true});
    return true;
}

}  // namespace

void complete_in_stack(CompletionSite& site) {
    if (site.path.starts_with("provider/config") && !site.attribute &&
        site.cursor.at == check::ExtensionCursor::At::Name)
        complete_configuration(site);
    if (!site.is_value()) return;
    if (site.argument == "inputs" && !site.is_key) {
        const auto steps = site.keys_around();
        const CompletionSite::Around around = site.around();
        const bind::ModulePtr module = steps && !steps->empty() && around.block
                                           ? module_of_part(site.context, around.slot, *around.block)
                                           : nullptr;
        if (module)
            for (const bind::Symbol symbol : module->symbols().by_kind_and_name("variable", steps->front()))
                site.add_keys(bind::interface_item(*module, module->slot_of(symbol), symbol.index()).type,
                              std::span(*steps).subspan(1));
        if (steps) return;
    }
    if (site.argument == "inputs" && site.is_key) {
        const CompletionSite::Around around = site.around();
        const bind::ModulePtr module =
            around.block ? module_of_part(site.context, around.slot, *around.block) : nullptr;
        if (module) site.add_symbols(*module, "variable", CompletionSite::Kind::Argument, site.keys());
        return;
    }
    if (site.argument == "providers" && site.is_key) {
        const CompletionSite::Around around = site.around();
        const bind::ModulePtr module =
            around.block ? module_of_part(site.context, around.slot, *around.block) : nullptr;
        const std::set<std::string> there = site.keys();
        if (module)
            for (const RequiredProvider& one : shape_of(*module).required)
                if (!there.contains(one.name))
                    site.add({.kind = CompletionSite::Kind::Argument,
                              .label = one.name,
                              .detail = one.source,
                              .is_expected = true});
        return;
    }
    if (complete_rules(site) || site.words.size() != 2) return;
    if (const bind::ModulePtr module = module_of_part(site.context, site.words[0], site.words[1]))
        site.add_symbols(*module, "output", CompletionSite::Kind::Member);
}

}  // namespace hcl::terraform
