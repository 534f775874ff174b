// Binds programs. Private to this room.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/once.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/known_values.h"
#include "engine/pcl/program.h"
#include "engine/pcl/typer.h"

namespace hcl::pcl {

using NodeKind = ProgramNode::Kind;

inline constexpr std::string_view kLogicalName = "__logicalName";
inline constexpr std::string_view kOptions = "options";
// Options that accept only lists of input names.
inline constexpr std::string_view kInputLists[] = {"ignoreChanges", "hideDiffs", "replaceOnChanges",
                                                   "additionalSecretOutputs"};

std::string in_quotes(std::string_view text);
// The type of a resource option; empty when it is no option or accepts input names.
std::optional<Type> option_type(std::string_view name);
// All options of resources and components.
std::vector<Property> option_properties();
// The type of "hooks": lists of hooks by when they run.
Type hooks_type();
inline bool is_one_of(std::string_view name, std::span<const std::string_view> list) {
    return std::ranges::find(list, name) != list.end();
}
// The nearest name of an input; empty when none is near.
std::string nearest_input(std::string_view name, const InputDefs& defs);
bool is_semantic_version(std::string_view text);
bool is_absolute_url(std::string_view text);
// The name that a key of an object writes out, bare or in quotes; nothing for other keys.
std::optional<std::string> key_name(syntax::Node key);

// Required arguments that a block lacks.
std::vector<MissingArgument> missing_inputs(const InputDefs& inputs, std::span<const std::string_view> given);

// A "package" block. Places count from its start.
struct PackageBlock {
    std::string name;  // its name in the program
    std::string base_name;
    std::string base_version;
    std::string url;
    std::string version;  // of the parameterization
    std::string value;
    bool is_parameterized = false;
    bool is_refused = false;  // contains an error
    bool says_the_same(const PackageBlock& other) const {
        return base_name == other.base_name && base_version == other.base_version && url == other.url &&
               version == other.version && value == other.value && is_parameterized == other.is_parameterized;
    }
};

// The declaration in a top-level item, from its text alone. Positions are relative to its start.
struct Declaration {
    std::optional<NodeKind> kind;  // kind of the node, if it is one
    std::string name;
    std::string detail;  // the kind of a hook
    Span span;
    Span name_span;
    std::shared_ptr<const PackageBlock> package;  // null: it is none
    Diagnostics findings;
    std::vector<std::string> reads;  // names of used variables and functions, loop variables included; sorted

    // Whether both add the same entry to the tables of a program.
    bool declares_same(const Declaration& other) const {
        return kind == other.kind && name == other.name && detail == other.detail && !package &&
               !other.package;
    }
};

// A top-level item of a file. Two items are the same when they share their memory: unchanged
// parts of a file keep their objects.
struct Program::Item {
    const void* object = nullptr;
    std::uint32_t id = 0;  // index in the object
    std::uint32_t start = 0;
    std::uint32_t node = kNoNode;
    std::shared_ptr<const Declaration> declared;

    static constexpr std::uint32_t kNoNode = UINT32_MAX;
    bool is_same(const Item& other) const { return object == other.object && id == other.id; }
};

struct Program::Tables {
    struct Package {
        PackageBlock block;
        std::uint32_t file;
        Span span;
    };
    std::map<std::string, std::uint32_t, std::less<>> names;  // of all nodes except outputs
    std::map<std::string, std::uint32_t, std::less<>> outputs;
    std::map<std::string, Package, std::less<>> packages;
    Diagnostics findings;  // conflicts between declarations
    Once<SimilarNames> similar{};

    // Looks up a name that an expression uses: an output is found only if nothing else has that name.
    std::optional<std::uint32_t> find(std::string_view name) const {
        for (const auto* table : {&names, &outputs})
            if (auto found = table->find(name); found != table->end()) return found->second;
        return std::nullopt;
    }
};

// Names in scope of only some expressions, such as `range`.
struct LocalNames {
    std::vector<std::pair<std::string_view, Type>> types;
    const Type* find(std::string_view name) const {
        for (const auto& [known, type] : types)
            if (known == name) return &type;
        return nullptr;
    }
};

class ProgramBinder {
  public:
    ProgramBinder(Program& made, const Cancel& cancelled)
        : program(made),
          input(made.input_),
          nodes(made.nodes_),
          tables(made.tables_.get()),
          cancel(cancelled) {}
    void run();
    // Types the expressions of a node again, after the program is bound.
    using Visit = std::function<void(syntax::Node, const Type&)>;
    void look(std::uint32_t node, const Visit& visit);

    // ---- For expressions

    // The definition of a name in the program; empty when there is none.
    std::optional<Definition> definition(std::string_view name) const;
    void offer_names(Suggester& suggester) const;
    std::optional<Value> known(std::string_view name) const;
    PackagePtr package(std::string_view name) const { return program.package(name); }
    std::string damage(std::string_view name) const {
        return input.packages->damage(name, program.version_of(name));
    }
    const ProgramOptions& options() const { return input.options; }

  private:
    using Item = Program::Item;
    using Tables = Program::Tables;
    enum class State : std::uint8_t { New, Begun, Done };

    // ---- program_items.cpp
    void read_items();
    std::vector<Item> items_of(std::uint32_t file);
    std::shared_ptr<const Declaration> read_item(std::uint32_t file, const syntax::BodyItem& item);
    void read_block(Declaration& made, const syntax::BlockView& block);
    bool keeps_tables() const;
    void keep_tables();
    void make_tables();
    void declare(std::uint32_t file, std::uint32_t item);
    void declare_package(std::uint32_t file, const Item& item);
    void find_dependencies(std::uint32_t node, std::vector<std::uint32_t>& out) const;
    ProgramNode draft(const PlacedNode& placed) const;
    const Item& previous_item(std::uint32_t file, std::uint32_t item) const;
    const Declaration& declaration(const PlacedNode& placed) const;

    // ---- program.cpp
    void bind_all();
    void report_cycle(std::span<const std::uint32_t> way);
    void finish(std::uint32_t index);
    bool may_keep(std::uint32_t index);
    bool means_same(std::string_view name) const;
    void bind_node(std::uint32_t index);
    void bind_as(ProgramNode& node, const syntax::BodyItem& item);
    void finish_findings();
    const syntax::BodyItem& body_item(const PlacedNode& placed);
    std::string logical_name(const syntax::BodyView& body, const std::string& name);

    void bind_local(ProgramNode& node, const syntax::BodyItem& item);
    void bind_config(ProgramNode& node, const syntax::BlockView& block);
    void bind_output(ProgramNode& node, const syntax::BlockView& block);
    void bind_pulumi(const syntax::BlockView& block);
    void bind_hook(const syntax::BlockView& block);
    // Types all expressions of a body whose names have no known type.
    void bind_rest(const syntax::BodyView& body, std::span<const std::string_view> but,
                   const LocalNames& locals = {});
    // Reports what is none of these arguments or blocks: the reference ignores it.
    void report_others(const syntax::BodyView& body, std::span<const std::string_view> known,
                       std::string_view block = {});
    // Types the expression. True when it has no errors, and always in reference mode.
    bool is_clean_type(syntax::Node expr);

    // ---- resource.cpp
    void bind_resource(ProgramNode& node, const syntax::BlockView& block);
    void bind_component(ProgramNode& node, const syntax::BlockView& block);
    struct FoundResource {
        const ResourceDef* def = nullptr;
        bool is_open = true;  // unknown: it accepts any input
    };
    FoundResource find_resource(ProgramNode& node, const syntax::LabelView& label,
                                const syntax::BlockView& block);
    struct Range {
        Type given;                 // type of the option's value
        std::optional<Type> range;  // type of `range`; empty for a bool (zero or one instance)
        Type wrapped;               // type of the variable
        bool is_reported = false;   // an error in the option was reported
    };
    Range bind_range(syntax::Node expr, const Type& one, bool is_component);
    // The instances that a body declares: its options, the type of its name, and `range`.
    struct Instances {
        std::optional<syntax::BlockView> options;
        Type type;
        LocalNames names;
        Range range;
    };
    Instances find_instances(const syntax::BodyView& body, const Type& one, bool is_component);
    void require(const syntax::BlockView& block, std::span<const MissingArgument> missing);
    void report_misfit(const syntax::AttributeView& attribute, const Type& to, const Type& shown,
                       const Type& from, std::string_view reason = {});
    void report_unsupported(const syntax::AttributeView& attribute, const std::string& meant);
    // The source of a component: a resource type, or the program of a folder.
    struct ComponentSource {
        const ResourceDef* schema = nullptr;
        ProgramPtr program;     // null when it has errors
        bool is_known = false;  // the schema or the program exists
    };
    ComponentSource find_component(ProgramNode& node, const syntax::BlockView& block);
    void check_config(const ProgramNode& config, const syntax::AttributeView& attribute, const Type& type,
                      const LocalNames& names);
    void bind_component_inputs(const syntax::BlockView& block, const ComponentSource& source,
                               const Instances& instances);
    void bind_resource_body(ProgramNode& node, const syntax::BlockView& block, const ResourceDef* def,
                            bool is_open);
    void bind_id(const syntax::AttributeView& attribute, const LocalNames& names);
    void check_input(const ResourceDef& resource, const InputDef& def, const syntax::AttributeView& attribute,
                     const Type& type, const LocalNames& names);

    // ---- options.cpp
    // The names that lists of inputs can contain.
    struct InputNames {
        const InputDefs* defs;  // null when unknown
        bool has_id;
    };
    void bind_options(const Instances& instances, const InputNames& inputs);
    void bind_input_list(const syntax::AttributeView& attribute, const InputNames& inputs);
    void bind_hook_list(const std::string& hook, syntax::Node list);
    void bind_hooks_option(syntax::Node expr);
    void check_option(const syntax::AttributeView& attribute, const Type& type);
    void check_form(const std::string& name, syntax::Node expr, std::string_view form,
                    bool (*has_form)(std::string_view), Severity severity = Severity::Error);

    // ---- package_block.cpp
    void read_package(Declaration& made, const syntax::BlockView& block);
    void read_provider(PackageBlock& made, const syntax::BodyView& body);
    void read_parameterization(PackageBlock& made, const syntax::BodyView& body);
    std::optional<std::string> package_string(PackageBlock& block, const syntax::AttributeView& attribute);
    void refuse_package(PackageBlock& block, Span span, const std::string& title, const std::string& message);

    // ---- Findings
    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args);

    // ---- Expressions
    // The type of what no schema describes.
    Type undescribed() const { return input.options.is_reference ? Type::dynamic() : Type::unknown(); }
    Type type_of(syntax::Node expr, const LocalNames& locals = {});
    // Types the expression, and reports when its value does not convert to `wanted`. `name`: what it is for.
    Type expect(syntax::Node expr, const Type& wanted, const LocalNames& locals = {},
                std::string_view name = {});
    // The values of names that are known in the scope of an expression.
    KnownNames known_names(const LocalNames& locals) const;
    void take(Diagnostics found);
    // The string of a literal; reports anything else.
    std::optional<std::string> literal_text(const syntax::AttributeView& attribute);
    std::optional<bool> literal_flag(const syntax::AttributeView& attribute);
    std::optional<Type> type_label(const syntax::LabelView& label);

    Program& program;
    ProgramInput& input;
    std::vector<PlacedNode>& nodes;
    const Tables* tables;  // null while they are built
    const Cancel& cancel;

    Diagnostics* sink_ = &program.findings_;  // receives the findings
    std::size_t missing_ = 0;                 // arguments that were found missing
    std::uint32_t file_ = 0;                  // being bound
    std::uint32_t node_ = Item::kNoNode;      // being bound
    const Visit* visit_ = nullptr;

    std::shared_ptr<Tables> made_;
    std::shared_ptr<std::vector<Item>> fresh_items_;     // of the file whose names are being declared
    std::vector<std::vector<syntax::BodyItem>> bodies_;  // per file, filled on demand
    std::vector<State> states_;                          // per node; empty when all are done
    const Program* previous_ = nullptr;                  // null when nothing can be reused
    bool has_same_tables_ = false;                       // as the previous program
    std::vector<std::vector<std::uint32_t>>
        matches_;                   // by file and item: index of the same item in the previous program
    std::vector<bool> is_kept_;     // by node: it may be reused
    std::vector<bool> is_changed_;  // by node: its meaning differs from before
    std::vector<bool> is_in_cycle_, depends_on_order_;  // by node
};

// Shifts the positions of the finding that are in its own file.
void move_places(Diagnostic& finding, std::uint32_t by);

// The attribute of a body with this name.
std::optional<syntax::AttributeView> attribute_of(const syntax::BodyView& body, std::string_view name);

}  // namespace hcl::pcl
