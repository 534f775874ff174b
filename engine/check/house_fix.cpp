#include "engine/check/house_fix.h"

#include <algorithm>

#include "engine/base/json_string.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/text/print.h"

namespace hcl::check {

namespace {

class FixWriter {
  public:
    FixWriter(std::string_view changed, const BodySource& source, const eval::Scope& names, RuleWork& work)
        : changed_(changed), is_relevant_(changed.empty()), source_(source), names_(names), work_(work) {}

    std::optional<Fix> write(syntax::Node fix) {
        const auto arguments = eval::static_map(eval::Expression(fix));
        if (!arguments) return std::nullopt;
        for (const auto& [key, value] : *arguments)
            if (!add(key, value)) return std::nullopt;
        if (!removed_.empty() && !remove_properties()) return std::nullopt;
        for (Edit& edit : add_arguments(source_, std::move(added_))) add_edit(std::move(edit));
        if (out_.edits.empty() || !is_relevant_) return std::nullopt;
        std::ranges::sort(out_.edits, {}, [](const FileEdit& edit) { return edit.edit.range; });
        out_.preferred = true;
        return std::move(out_);
    }

  private:
    // False when the name or the value is unknown.
    bool add(const eval::Expression& key, const eval::Expression& value) {
        const std::optional<std::string> name = name_of(key);
        if (!name) return false;
        const bind::BoundAttribute* there = nullptr;
        for (std::uint32_t i : source_.body.attributes)
            if (source_.unit.attributes[i].name == *name) there = &source_.unit.attributes[i];
        if (eval::static_keyword(value) == "null") {
            if (there) remove(*there);
            return true;
        }
        std::optional<std::string> text = text_of(value.node());
        if (!text) return false;
        const bool is_same = there && there->expr && source_.text(there->expr.span()) == *text;
        if (is_same) return true;
        note_change("Set", *name);
        if (there && there->expr)
            add_edit({there->expr.span(), std::move(*text)});
        else
            added_.push_back({*name, std::move(*text)});
        return true;
    }

    std::optional<std::string> name_of(const eval::Expression& key) {
        if (std::string word = eval::static_keyword(key); !word.empty()) return word;
        const Value name = evaluate(key.node());
        if (!name.is_known_string()) return std::nullopt;
        return std::string(name.as_string());
    }

    std::optional<std::string> text_of(syntax::Node expr) {
        bool is_of_rule = false;  // refers to names that only the rule has
        bool is_of_file = false;
        eval::each_reference(expr, [&](syntax::Node, std::string_view root) {
            (names_.find_variable(root) ? is_of_rule : is_of_file) = true;
        });
        if (is_of_rule && is_of_file) return std::nullopt;
        if (!is_of_rule && !source_.is_json()) return std::string(expr.text());
        if (is_of_file) return json_string("${" + std::string(expr.text()) + "}");
        const Value value = evaluate(expr);
        if (!value.is_wholly_known() || value.contains_marks()) return std::nullopt;
        return source_.is_json() ? eval::value_to_json(value).value : eval::print_value(value);
    }

    Value evaluate(syntax::Node expr) {
        eval::EvalResult result = work_.evaluate(expr, &names_, eval::eval_options(Rules::reference()));
        return has_errors(result.diagnostics) ? Value::dynamic() : std::move(result.value);
    }

    void remove(const bind::BoundAttribute& attribute) {
        if (source_.is_json()) {
            note_change("Remove", attribute.name);
            removed_.push_back(attribute.span.shifted(source_.base));
            return;
        }
        const Span place = removed_place(source_.tree, attribute.span.shifted(source_.base));
        note_change("Remove", attribute.name);
        add_edit(in_unit({place, ""}));
    }

    // In JSON. New arguments take the place of one, so that nothing is inserted behind what goes.
    bool remove_properties() {
        std::ranges::sort(removed_, {}, &Span::start);
        if (!added_.empty()) {
            std::string text;
            for (const NewArgument& argument : added_)
                text += (text.empty() ? "" : ", ") + json_string(argument.name) + ": " + argument.value;
            added_.clear();
            add_edit(in_unit({removed_.front(), std::move(text)}));
            removed_.erase(removed_.begin());
        }
        std::optional<std::vector<Edit>> edits = removed_properties(source_.tree, removed_);
        if (!edits) return false;
        for (Edit& edit : *edits) add_edit(in_unit(std::move(edit)));
        return true;
    }

    Edit in_unit(Edit edit) const {
        edit.range = {edit.range.start - source_.base, edit.range.end - source_.base};
        return edit;
    }

    void note_change(std::string_view verb, const std::string& name) {
        is_relevant_ = is_relevant_ || name == changed_;
        std::string word(verb);
        if (!out_.title.empty()) {
            out_.title += ", ";
            word[0] = static_cast<char>(word[0] - 'A' + 'a');
        }
        out_.title.append(word).append(" \"").append(name).append("\"");
    }
    void add_edit(Edit edit) { out_.edits.push_back({{}, std::move(edit)}); }

    std::string_view changed_;
    bool is_relevant_;
    const BodySource& source_;
    const eval::Scope& names_;
    RuleWork& work_;
    std::vector<NewArgument> added_;
    std::vector<Span> removed_;  // properties of JSON, in the file
    Fix out_;
};

}  // namespace

std::optional<Fix> house_fix(syntax::Node fix, std::string_view changed, const BodySource& source,
                             const eval::Scope& names, RuleWork& work) {
    return FixWriter(changed, source, names, work).write(fix);
}

}  // namespace hcl::check
