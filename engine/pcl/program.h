// A program: all files of a folder, bound together. Its blocks and locals are nodes; names resolve regardless
// of declaration order, and each node has the type of its name.
//
// A program is immutable. The next one is bound incrementally: a node is bound again only when its text or
// the meaning of a name that it uses changes. The result never depends on the previous program that it was
// bound from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/base/once.h"
#include "engine/base/suggest.h"
#include "engine/pcl/packages.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::pcl {

struct ProgramOptions {
    // Reproduces the reference implementation exactly: fewer checks of resource
    // inputs, and no reports of unknown blocks.
    bool is_reference = false;
    // Lenient binding: each turns off a check, or turns its errors into warnings.
    bool allows_missing_variables = false;
    bool allows_missing_properties = false;
    bool skips_resource_types = false;
    bool skips_invoke_types = false;
    bool skips_range_types = false;
    bool operator==(const ProgramOptions&) const = default;

    // For programs that are not finished.
    static ProgramOptions lenient() { return {false, true, true, true, true, true}; }
};

struct ProgramFile {
    FileId id;
    std::string name;  // files are ordered by it
    syntax::FilePtr tree;
};

class Program;
using ProgramPtr = std::shared_ptr<const Program>;

struct ProgramInput {
    std::vector<ProgramFile> files;  // by name
    std::shared_ptr<const Packages> packages;
    ProgramOptions options;
    // The program in a folder that a component names.
    struct Component {
        enum class Found : std::uint8_t {
            Program,
            Nothing,  // the folder has no program
            Unknown,  // it is not known whether there is one
            Own,      // it is this program, or one that contains it
        } found = Found::Unknown;
        ProgramPtr program;
        bool operator==(const Component&) const = default;
    };
    std::function<Component(std::string_view folder)> component;
    ProgramPtr previous;  // null when there is none
};

// A bound block or local. Positions are relative to its start.
struct ProgramNode {
    enum class Kind : std::uint8_t { Resource, Read, Component, Config, Output, Local, Hook, Pulumi };
    Kind kind = Kind::Local;
    bool is_in_cycle = false;       // then it has no type
    bool depends_on_order = false;  // it was bound before one of its dependencies
    bool may_be_missing = false;    // config: a component may omit it
    bool has_value = false;         // output
    FileId file;
    std::string name;
    std::string logical_name;               // its name outside the program
    std::string detail;                     // a resource's canonical token, a component's folder
    const ResourceDef* resource = nullptr;  // its schema; lives as long as the program
    Span span;                              // of the block or attribute
    Span name_span;
    Type type;                                // the type of its name
    Type value;                               // output: type of its value; resource: type of one instance
    std::optional<Value> known;               // local: its value, when it is a short constant
    std::vector<std::uint32_t> dependencies;  // node indices, in source order
    std::optional<std::string> folder;        // component only
    ProgramInput::Component component;        // the program found in `folder`
    Diagnostics findings;
};
using ProgramNodePtr = std::shared_ptr<const ProgramNode>;

// A node and its position.
struct PlacedNode {
    ProgramNodePtr node;
    std::uint32_t start = 0;
    std::uint32_t file = 0;  // index in the program's files
    std::uint32_t item = 0;  // index in the file's items
    const ProgramNode* operator->() const { return node.get(); }
    const ProgramNode& operator*() const { return *node; }
    Span span() const { return node->span.shifted(start); }
    Span name_span() const { return node->name_span.shifted(start); }
};
// "resource", "local"
std::string_view word_of(ProgramNode::Kind kind);

class Program {
  public:
    static ProgramPtr bind(ProgramInput input, const Cancel& cancel);
    ~Program();

    // In declaration order; in each file, resources come first.
    const std::vector<PlacedNode>& nodes() const { return nodes_; }
    // Nodes in topological order: each comes after its dependencies.
    std::vector<std::uint32_t> order() const;
    // Sorted; each has its file set. Collected at each call from the parts of the program that hold them.
    Diagnostics findings() const;
    Diagnostics findings_in(FileId file) const;
    const std::vector<ProgramFile>& files() const { return input_.files; }
    // The block of a node; not for locals.
    syntax::BlockView block_of(const PlacedNode& node) const;
    // The version of a package that a block requests; empty when none does.
    std::string version_of(std::string_view package) const;
    // The package with this name in the program; null when it is unknown.
    PackagePtr package(std::string_view name) const;
    // Calls visit(expression, type) for the expressions of some nodes.
    using Visit = std::function<void(syntax::Node, const Type&)>;
    void each_type(std::span<const std::uint32_t> nodes, const Visit& visit, const Cancel& cancel) const;
    void each_type(std::uint32_t node, const Visit& visit, const Cancel& cancel) const {
        each_type(std::span(&node, 1), visit, cancel);
    }
    // The inputs, outputs and errors of the program as a component of others.
    struct Interface {
        Type outputs;  // of one instance; types of values are more precise than those of labels
        std::map<std::string_view, const ProgramNode*> configs;  // by external name
        std::vector<const ProgramNode*> required;                // those that may not be missing, by name
        SimilarNames similar;                                    // names of configs
        std::size_t errors = 0;
        std::shared_ptr<const Diagnostic> first_error{};
    };
    const Interface& interface() const;
    // How many nodes were bound, and not taken from the program before.
    std::size_t bound_count() const { return bound_count_; }

  private:
    friend class ProgramBinder;
    Program();
    struct Tables;
    struct Item;

    ProgramInput input_;
    std::vector<PlacedNode> nodes_;
    // Calls visit(finding, start of what its places count from) for those in a file.
    template <typename Use>
    void each_finding(std::size_t file, const Use& visit) const;
    Diagnostics collected(std::size_t begin, std::size_t end) const;

    Diagnostics findings_;  // of no item or node; by file
    std::map<std::string, Location>
        damaged_;  // the first findings about schemas that cannot be read, by title
    std::vector<std::shared_ptr<const std::vector<Item>>> items_;  // per file
    std::shared_ptr<const Tables> tables_;
    std::size_t bound_count_ = 0;
    Once<Interface> interface_;
};

}  // namespace hcl::pcl
