// The evaluator: one walk over the tree of an expression, implemented by the .cpp files of this folder.
// Private to this room; use eval/evaluate.h.
//
// All diagnostics go into one list. Where errors of a part do not count (the branch not taken, the operand
// not needed), its section of the list is removed again.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/small_vector.h"
#include "engine/eval/decoder.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"
#include "engine/eval/walk/access.h"
#include "engine/eval/walk/program.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/convert.h"
#include "engine/value/value.h"

namespace hcl::eval {

// The value of a simple number literal; empty when it may need a diagnostic.
std::optional<Value> plain_number(std::string_view text);

// The scope for an evaluation: null in literal-only mode.
// Reports a scope in literal-only mode.
const Scope* scope_in_mode(const Scope* scope, const EvalOptions& options, Span place,
                           Diagnostics& diagnostics);

class Evaluator final : private AccessFindings {
  public:
    // All arguments must outlive the evaluator.
    Evaluator(const Scope* scope, const Rules& rules, Budget& budget,
              const std::shared_ptr<const void>& source, Diagnostics& diagnostics,
              bool checks_everything = false, bool warn_about_numbers = false);
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    Value run(syntax::Node expr);
    Value run(Code expr);  // of a program that was built before

  private:
    using TemplateItem = syntax::TemplateItem;

    // The variables of a for expression; they live on the stack during its evaluation.
    struct Locals {
        SourceText key_name;  // empty: not bound
        SourceText value_name;
        const Value* key = nullptr;
        const Value* value = nullptr;
        const Locals* outer = nullptr;
    };
    class CapturingContext;
    class Nesting;

    // ---- evaluate.cpp
    Value read_and_eval(syntax::Node expr);
    Value finished(Value value, std::size_t mark);
    Value eval(Code node);
    // The same without a copy when the value is stored elsewhere: in the scope, in a loop, among the
    // constants. `held` receives any other value; it must be the dynamic value before.
    [[gnu::always_inline]] const Value& look(Code node, Value& held) {
        if (node.is_constant()) return spend(node, 1) ? node.op().constant : held;
        return look_further(node, held);
    }
    const Value& look_further(Code node, Value& held);
    Value number_literal(Code node);
    Value unknown_variable(Code node);
    Value traversal(Code node);
    bool take_step(syntax::Node step, const Value& from, const Value& key, Value& out);
    Value index(Code node);
    Value tuple(Code node);
    Value object(Code node);
    bool object_key(Code key, Value& out);

    // ---- operators.cpp
    Value unary(Code node);
    Value binary(Code node);
    Value apply_binary(Code node, const Value& left, std::size_t mark);
    Value apply_slowly(Code node, const Value& left, const Value& right, std::size_t mark,
                       std::size_t middle);
    Value apply_converting(Code node, Value left, Value right, std::size_t mark, std::size_t middle);
    Value apply_converted(Code node, const Value& left, const Value& right, std::size_t mark,
                          std::size_t middle);
    Value logic(Code node, const Value& left, const Value& right, std::size_t mark, std::size_t middle);
    Value conditional(Code node);
    Value if_directive(const TemplateItem& item, const Program& program);
    struct Branch {
        Code code;
        Value value;
        std::size_t begin = 0;  // its diagnostics
        std::size_t end = 0;
    };
    bool agree(Code whole, const Branch& yes, const Branch& no, Type& type, bool& convert_yes,
               bool& convert_no);
    Value choose(Code whole, Code condition, Branch& yes, Branch& no);
    struct Condition {
        Code whole;  // the conditional
        Code code;
        const Value& value;
        std::size_t begin;  // its diagnostics
    };
    // The type of both branches.
    struct Agreement {
        Type type;
        bool converts_yes;
        bool converts_no;
    };
    Value choose_with_findings(const Condition& condition, const Agreement& agreed, Branch& yes, Branch& no);
    Value unknown_choice(const Type& type, const Value& yes, const Value& no) const;

    // ---- findings.cpp
    class Rounds;
    bool is_shown(DiagCode code, Span span) override;
    bool may_compare(std::size_t names) override;
    // How many names may still be compared for a suggestion, and what one took.
    std::size_t names_left() const;
    void spend_names(std::size_t names);
    void add(Diagnostic diagnostic) override;
    void end_round(std::size_t begin);
    // Turns errors of a part that may never be evaluated into warnings; `when`: a sentence about when they
    // are errors.
    void soften(std::size_t begin, std::size_t end, std::string_view when);
    static constexpr std::string_view kFailsWithElement = "This fails as soon as there is an element.";
    static constexpr std::string_view kFailsIfIncluded = "This fails if the condition of the loop is true.";
    static constexpr std::string_view kFailsIfTrue = "This fails if the condition is true.";
    static constexpr std::string_view kFailsIfFalse = "This fails if the condition is false.";
    static constexpr std::string_view kFailsIfLeftTrue = "This fails if the left operand is true.";
    static constexpr std::string_view kFailsIfLeftFalse = "This fails if the left operand is false.";

    // ---- for_expr.cpp
    struct ForParts;
    Value for_expr(Code node, const std::vector<TemplateItem>* body = nullptr);
    Value for_tuple(const ForParts& parts, const Value& collection, Marks marks);
    Value for_object(const ForParts& parts, const Value& collection, Marks marks);
    void check_unknown(const ForParts& parts, const Value& collection);
    void check_round(const ForParts& parts, const Value& key, const Value& value, bool happens);
    void check_result(const ForParts& parts);
    bool includes(const ForParts& parts, bool& known, Marks& marks);
    bool for_key(const ForParts& parts, bool known, Marks& marks, Value& key);
    enum class Include : std::uint8_t { Yes, No, Unknown };
    Include include(const ForParts& parts, bool known, Marks& marks);
    bool check_condition(const ForParts& parts, Marks& marks, bool& failed);
    Value for_directive(const TemplateItem& item, const Program& program);

    // ---- splat.cpp
    Value splat(Code node);
    Type splat_type(Code each, const Type& source);
    Value splat_item(Code each, const Value& item);

    // ---- template.cpp
    Value template_expr(Code node);
    class TextBuilder;
    Value simple_template(Code node);
    // `whole`: the template, or the directive whose body contains the items.
    Value template_part(const TemplateItem& item, const Program& program);
    Value template_text(const std::vector<TemplateItem>& items, Code whole);

    // ---- call.cpp
    Value call(Code node);
    const Function* find_function(std::string_view name) const;
    Value unknown_function(Code node, std::string_view name);
    // An expression, or an element of an expanded argument.
    struct Argument {
        Code node;
        const Value* value = nullptr;
        Span span{};
        Span start_span() const;
    };
    using Arguments = SmallVector<Argument, 8>;
    bool expand(Code node, Arguments& arguments, std::vector<Value>& elements, Value& result);
    void check_arguments(Code node, const Function& function, std::string_view name,
                         std::span<const Argument> arguments);
    Value call_with(Code node, const Function& function, std::string_view name,
                    std::span<const Argument> arguments);
    void find_file(Value& value, const Argument& given) const;
    Value argument(Code call, std::string_view name, const Parameter& parameter, const Argument& expression);
    void stop_call(Code node);
    void call_failed(Code node, const Function& function, std::string_view name,
                     std::span<const Argument> arguments, const FunctionError& error);

    // ---- json_expr.cpp
    Value json_string(Code node);
    Value json_array(Code node);
    Value json_object(Code node);

    // ---- shared
    const Value* find_variable(const SourceText& name) const;
    bool has_variables() const;
    bool has_functions() const;
    bool is_literal_only() const { return !scope_ && !locals_; }
    // Whether an unknown value is an error where no value of its type fits.
    bool checks_unknown_types() const { return checks_everything_ || rules_.unknown_types_are_checked; }

    bool errors_since(std::size_t mark) const;
    void cut(std::size_t begin, std::size_t end);
    // Moves the diagnostics reported since `from` to index `to`, before those there.
    void move_before(std::size_t from, std::size_t to);
    bool may_report(Span span);
    void reported();
    void repeat(DiagCode code, Span span);
    void report(DiagCode code, Span span, std::initializer_list<std::string_view> args);
    void report(Diagnostic diagnostic);
    void report(DiagCode code, Span span, Span context, std::initializer_list<std::string_view> args);
    // The budget is exhausted: reports it once; from then on, everything is unknown and nothing is reported.
    Value stop(Span span);
    Value stop(Code node) { return stop(node.span()); }
    Value stop(syntax::Node node) { return stop(node.span()); }
    template <typename Place>
    [[gnu::always_inline]] bool spend(const Place& place, std::uint64_t steps, std::uint64_t bytes = 0) {
        if (budget_.spend(steps, bytes)) [[likely]]
            return !stopped_;
        stop(place);
        return false;
    }
    // A container that exceeds the limits of nesting or weight is the
    // dynamic value, which ends the evaluation.
    Value made(Code node, Value container) {
        if (container.is_known()) [[likely]]
            return container;
        return stop_too_large(node);
    }
    Value stop_too_large(Code node);
    // False when the conversion fails; `problem` has the reason. Charges the weight of the value.
    bool convert(Value& value, const Type& type, std::string& problem) const;
    bool convert(Value& value, TypeKind primitive, std::string& problem) const {
        if (value.kind() == primitive) [[likely]]
            return true;
        return convert(value, Type::primitive(primitive), problem);
    }

    const Scope* scope_;
    const Rules& rules_;
    Budget& budget_;
    const std::shared_ptr<const void>* source_;
    Diagnostics& diagnostics_;
    const Locals* locals_ = nullptr;
    const Value* splat_item_ = nullptr;
    Program* own_ = nullptr;         // null inside a loop, which has folded its constants already
    SmallVector<char, 256> text_;    // stack of templates under construction
    SmallVector<Value, 16> values_;  // stack of arguments and elements under construction
    DiagCode stop_code_{};           // why and where the evaluation stopped
    Span stop_span_;
    // Index of the first finding of the outermost loop, while inside of it.
    std::size_t loop_begin_ = kNoLoop;   // of the outermost loop
    std::size_t inner_begin_ = kNoLoop;  // of the innermost loop
    std::size_t names_to_compare_ = kMostNamesCompared;
    bool stopped_ = false;
    bool checks_everything_;
    bool warn_about_numbers_;

    static constexpr std::size_t kNoLoop = ~std::size_t{0};
    // The total number of names compared for suggestions in one evaluation.
    static constexpr std::size_t kMostNamesCompared = 20'000;
};

// While it lives, findings that repeat a finding of an earlier iteration of the same loop are counted, not
// stored. Disabled when every iteration reports its own.
class Evaluator::Rounds {
  public:
    explicit Rounds(Evaluator& evaluator)
        : evaluator_(evaluator), outermost_(evaluator.loop_begin_), outer_(evaluator.inner_begin_) {
        if (!evaluator.checks_everything_) return;
        evaluator.inner_begin_ = evaluator.diagnostics_.size();
        if (outermost_ == kNoLoop) evaluator.loop_begin_ = evaluator.inner_begin_;
    }
    ~Rounds() {
        evaluator_.loop_begin_ = outermost_;
        evaluator_.inner_begin_ = outer_;
    }
    Rounds(const Rounds&) = delete;

  private:
    Evaluator& evaluator_;
    std::size_t outermost_;
    std::size_t outer_;
};

// Tracks the nesting of the evaluation; false when it is too deep.
class Evaluator::Nesting {
  public:
    explicit Nesting(Budget& budget) : budget_(budget), ok_(budget.enter()) {}
    ~Nesting() { budget_.leave(); }
    Nesting(const Nesting&) = delete;
    explicit operator bool() const { return ok_; }

  private:
    Budget& budget_;
    bool ok_;
};

}  // namespace hcl::eval
