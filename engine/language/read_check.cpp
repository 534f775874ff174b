// The rules of a body: `check`.
#include <string>
#include <utility>

#include "engine/eval/analysis/traversal.h"
#include "engine/eval/prepared.h"
#include "engine/language/body_parts.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

RepeatedExpression::RepeatedExpression(Node expr)
    : expr_(expr), prepared_(expr ? std::make_shared<const Once<eval::Prepared>>() : nullptr) {}

const eval::Prepared& RepeatedExpression::prepared() const {
    return prepared_->get([&] { return eval::Prepared(expr_, Rules::reference()); });
}

void read_check(Reading& read, const BlockView& view, std::vector<CheckDef>& checks) {
    PackBlock block(view.body());
    CheckDef def;
    auto names = view.labels();
    def.id = names.empty() ? "" : names[0].value;
    def.condition = RepeatedExpression(block.find("condition"));
    def.message = RepeatedExpression(block.find("message"));
    def.type = RepeatedExpression(block.find("type"));
    def.turns = RepeatedExpression(block.find("names"));
    if (Node at = block.find("at")) {
        eval::Traversal path = eval::traversal_of(at);
        def.at = path.size() == 2 && path[0].name == "attr" ? path[1].name : read.word(at, "at");
    }
    if (Node each = block.find("each")) {
        const eval::Traversal path = eval::traversal_of(each);
        def.is_of_each_attribute = path.size() == 1 && path[0].name == "self";
        if (!def.is_of_each_attribute) def.each = read.member_of_self(each, "each");
    }
    def.only = read.pick<CheckDef::Only>(block.find("when"), "when",
                                         {{"root", CheckDef::Only::Root}, {"called", CheckDef::Only::Called}},
                                         CheckDef::Only::All);
    def.severity = read.pick<Severity>(block.find("severity"), "severity",
                                       {{"error", Severity::Error},
                                        {"warning", Severity::Warning},
                                        {"info", Severity::Info},
                                        {"hint", Severity::Hint}},
                                       Severity::Error);
    if ((def.condition && def.message) || (def.type && !def.at.empty())) checks.push_back(std::move(def));
}

}  // namespace hcl::language
