#include "engine/check/passed_values.h"

#include "engine/base/suggest.h"
#include "engine/eval/walk/access.h"
#include "engine/value/convert.h"

namespace hcl::check {

Diagnostic undeclared_name(const bind::Interface& there, std::string_view kind, std::string_view name,
                           std::string_view where, Span place) {
    const std::string near = there.names_of(kind).nearest(name);
    Diagnostic d = make_diagnostic(DiagCode::UndeclaredText, place,
                                   {kind, name, " " + std::string(where) + did_you_mean(near)});
    hcl::add_nearest(d, {}, place, name, near);
    return d;
}

std::string misfit(const bind::InterfaceItem& item, const Value& value, const Rules& rules) {
    const ValueResult converted =
        convert_value(item.defaults ? item.defaults->apply(value, rules) : value, item.type, rules);
    return converted ? std::string() : eval::explain(converted.error());
}

}  // namespace hcl::check
