#include "engine/bind/keys.h"

#include <algorithm>

#include "engine/bind/module.h"

namespace hcl::bind {

namespace {

std::uint64_t address_key(KeyKind kind, const std::vector<std::string>& address, std::size_t count) {
    KeyMaker maker(kind);
    for (std::size_t i = 0; i < count; ++i) maker.add(address[i]);
    return maker.key();
}

std::uint64_t named_key(std::string_view kind, std::string_view name) {
    return KeyMaker(KeyKind::Named).add(kind).add(name).key();
}

bool must_differ(const BoundBlock& block) {
    return block.parent == 0 && block.def && block.def->is_unique && has_no_address(block) &&
           !block.labels.empty() && block.labels.size() == block.def->labels.size();
}

}  // namespace

std::uint64_t labels_key(const BoundBlock& block) {
    KeyMaker maker(KeyKind::Labels);
    maker.add(block.type);
    for (const BoundLabel& label : block.labels) maker.add(label.value);
    return maker.key();
}

std::vector<UnitName> names_of(const BoundUnit& unit) {
    std::vector<UnitName> out;
    auto place = [](Symbol::Kind kind, std::size_t index) {
        return Symbol::of({}, 0, kind, static_cast<std::uint32_t>(index)).place;
    };
    for (std::size_t i = 0; i < unit.declarations.size(); ++i) {
        const Declaration& d = unit.declarations[i];
        std::uint32_t here = place(Symbol::Kind::Declaration, i);
        if (!d.def->is_name_only) {
            out.push_back({address_key(KeyKind::Address, d.address, d.address.size()), here});
            for (std::size_t n = 1; n < d.address.size(); ++n)
                out.push_back({address_key(KeyKind::Prefix, d.address, n), here});
            out.push_back({KeyMaker(KeyKind::Root).key(), here});
        } else if (d.address.size() > 1) {
            out.push_back({text_key(d.def->kind, d.address), here});
        }
        out.push_back({named_key(d.def->kind, d.address.back()), here});
        out.push_back({key_of(KeyKind::Kind, d.def->kind), here});
        if (d.def->warns_unused && d.def->is_name_only)
            out.push_back({key_of(KeyKind::Computed, d.def->kind), here});
        if (d.def->visibility == language::Visibility::Callers)
            out.push_back({KeyMaker(KeyKind::Exported).key(), here});
    }
    for (std::size_t i = 0; i < unit.callables.size(); ++i) {
        std::uint32_t here = place(Symbol::Kind::Callable, i);
        out.push_back({key_of(KeyKind::Function, unit.callables[i].name), here});
        out.push_back({KeyMaker(KeyKind::Function).key(), here});
    }
    for (std::uint32_t i : unit.bodies[0].blocks) {
        const BoundBlock& block = unit.blocks[i];
        std::uint32_t here = place(Symbol::Kind::Block, i);
        if (must_differ(block)) out.push_back({labels_key(block), here});
        const AttributeDef* twin = unit.bodies[0].attribute(block.type);
        bool counts = (block.def && (block.def->min_items > 0 || block.def->max_items > 0)) ||
                      (twin && twin->is_required);
        if (counts) out.push_back({key_of(KeyKind::Counted, block.type), here});
    }
    for (std::uint32_t i : unit.bodies[0].attributes) {
        const BoundAttribute& attribute = unit.attributes[i];
        bool counts = (attribute.def && attribute.def->is_required) ||
                      unit.bodies[0].block_def(attribute.name) != nullptr;
        if (counts)
            out.push_back({key_of(KeyKind::Counted, attribute.name), place(Symbol::Kind::Attribute, i)});
    }
    return out;
}

std::uint64_t text_key(std::string_view kind, std::span<const std::string> steps) {
    KeyMaker maker(KeyKind::Text);
    maker.add(kind);
    for (const std::string& step : steps) maker.add(step);
    return maker.key();
}

std::uint64_t same_key(const Declaration& d) {
    return address_key(KeyKind::Same, d.address, d.address.size());
}

void value_keys_of(const Declaration& d, std::vector<std::uint64_t>& out) {
    if (d.def->is_name_only) return;
    out.push_back(address_key(KeyKind::Address, d.address, d.address.size()));
    for (std::size_t n = 1; n < d.address.size(); ++n)
        out.push_back(address_key(KeyKind::Prefix, d.address, n));
}

void keys_of(const Declaration& d, std::vector<std::uint64_t>& out) {
    value_keys_of(d, out);
    out.push_back(named_key(d.def->kind, d.address.back()));
    out.push_back(same_key(d));
}

void each_key_of(const Reference& reference, const std::function<void(std::uint64_t)>& visit) {
    if (reference.is_text) {
        for (const std::string& kind : reference.rules->refers_to) {
            visit(named_key(kind, reference.steps[0].name));
            if (!reference.rules->is_doubtful) visit(text_key(kind, {&reference.steps[0].name, 1}));
        }
        return;
    }
    if (reference.is_address)
        for (const std::string& kind : reference.rules->refers_to) {
            KeyMaker text(KeyKind::Text);
            text.add(kind);
            for (std::size_t i = 0; i < reference.steps.size() && i < kLongestAddress; ++i) {
                visit(named_key(kind, reference.steps[i].name));
                const std::uint64_t read = text.add(reference.steps[i].name).key();
                if (!reference.rules->is_doubtful) visit(read);
            }
        }
    KeyMaker address(KeyKind::Address);
    KeyMaker prefix(KeyKind::Prefix);
    for (std::size_t i = 0; i < reference.steps.size() && i < kLongestAddress; ++i) {
        visit(address.add(reference.steps[i].name).key());
        prefix.add(reference.steps[i].name);
    }
    visit(prefix.key());
}

void each_opener(const language::Language& language, std::string_view root,
                 const std::function<void(const std::string& opener)>& visit) {
    for (const std::string& pattern : language.names.free)
        if (const std::size_t colon = pattern.find(':');
            colon != std::string::npos && std::string_view(pattern).substr(0, colon) == root)
            visit(pattern.substr(colon + 1));
}

std::vector<std::uint64_t> reads_of(const BoundUnit& unit, const language::Language& language) {
    std::vector<std::uint64_t> keys;
    for (const Reference& reference : unit.references)
        each_key_of(reference, [&](std::uint64_t key) { keys.push_back(key); });
    for (const Reference& reference : unit.references)
        each_opener(language, reference.steps[0].name, [&](const std::string& opener) {
            keys.push_back(KeyMaker(KeyKind::Prefix).add(opener).key());
        });
    for (const std::string& call : unit.calls) {
        keys.push_back(key_of(KeyKind::Function, call));
        // If the function is unknown, the finding suggests a similar name.
        if (!language.evaluation.functions->find(call)) keys.push_back(KeyMaker(KeyKind::Function).key());
    }
    // A check of the pack can ask whether any of the unit's values is the path of a file.
    if (language.evaluation.asks_for_files) keys.push_back(key_of(KeyKind::Function, "fileexists"));
    for (const std::string& kind : unit.computed_kinds) keys.push_back(key_of(KeyKind::Computed, kind));
    for (const Declaration& d : unit.declarations) keys.push_back(same_key(d));
    for (std::uint32_t i : unit.bodies[0].blocks)
        if (must_differ(unit.blocks[i])) keys.push_back(labels_key(unit.blocks[i]));
    for (const std::string& folder : unit.folders)
        keys.push_back(KeyMaker(KeyKind::Foreign).add(folder).add("").key());
    if (!language.modules.sets.language.empty())
        keys.push_back(KeyMaker(KeyKind::Foreign).add("").add(language.modules.sets.language).key());
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    keys.shrink_to_fit();
    return keys;
}

}  // namespace hcl::bind
