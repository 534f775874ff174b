#include "engine/bind/fixed_scope.h"

#include <string>
#include <utility>

#include "engine/eval/evaluate.h"

namespace hcl::bind {

namespace {

struct FixedScope {
    std::shared_ptr<const eval::MapScope> names;  // null: they are not known
};

std::shared_ptr<const eval::MapScope> make_fixed_scope(const language::Language& language,
                                                       const language::ScopeDef& def) {
    eval::MapScope pack;
    pack.set_functions(language.own_functions());
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = language.pack;
    const eval::EvalResult result = eval::evaluate(def.names, &pack, options);
    const Value& object = result.value.unmarked();
    if (has_errors(result.diagnostics) || !object.has_content() || !object.type().is_object()) return nullptr;
    auto names = std::make_shared<eval::MapScope>();
    names->allow_variables();
    for (std::size_t i = 0; i < object.size(); ++i)
        names->set(std::string(object.key_at(i).as_string()), object.value_at(i));
    if (def.functions) names->set_functions(def.functions);
    return names;
}

}  // namespace

std::shared_ptr<const eval::MapScope> fixed_scope(const language::Language& language,
                                                  const language::BlockDef& def) {
    if (def.callable || def.scopes.size() != 1 || !def.scopes.front().is_fixed) return nullptr;
    const language::ScopeDef& scope = def.scopes.front();
    return scope.memo->get<FixedScope>([&] { return FixedScope{make_fixed_scope(language, scope)}; }).names;
}

}  // namespace hcl::bind
