// A program: all files of a folder, bound together. Its blocks and locals are nodes; names are found wherever
// they are declared, and each node has the type that its name stands for.
//
// A program is immutable. The next one is bound from the one before: a node is bound again when its text
// changed or something that it names means something else. What a program says never depends on what it was
// bound from.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/pcl/packages.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::pcl {

struct ProgramOptions {
    // To the letter what the reference does: it says less of the inputs of resources, and nothing of unknown
    // blocks.
    bool is_reference = false;
    // What would be an error is a warning.
    bool allows_missing_variables = false;
    bool allows_missing_properties = false;
    bool skips_resource_types = false;
    bool skips_invoke_types = false;
    bool skips_range_types = false;
    bool operator==(const ProgramOptions&) const = default;

    // What people ask for whose programs are not finished.
    static ProgramOptions lenient() { return {false, true, true, true, true, true}; }
};

struct ProgramFile {
    FileId id;
    std::string name;  // for the order of files
    syntax::FilePtr tree;
};

class Program;
using ProgramPtr = std::shared_ptr<const Program>;

struct ProgramInput {
    std::vector<ProgramFile> files;  // by name
    std::shared_ptr<const Packages> packages;
    ProgramOptions options;
    // The program in a folder, as a component names it.
    struct Component {
        enum class Found : std::uint8_t {
            Program,
            Nothing,  // the folder has no program
            Unknown,  // nobody knows what there is
            Own,      // it is this program, or one around it
        } found = Found::Unknown;
        ProgramPtr program;
        bool operator==(const Component&) const = default;
    };
    std::function<Component(std::string_view folder)> component;
    ProgramPtr previous;  // null: there is none
};

// What a block or local is. Places count from its start.
struct ProgramNode {
    enum class Kind : std::uint8_t { Resource, Read, Component, Config, Output, Local, Hook, Pulumi };
    Kind kind = Kind::Local;
    bool is_in_cycle = false;       // it has no type
    bool depends_on_order = false;  // it was bound before something that it uses
    bool may_be_missing = false;    // config: a component need not set it
    bool has_value = false;         // output
    FileId file;
    std::string name;
    std::string logical_name;               // what the outside calls it
    std::string detail;                     // a resource's canonical token, a component's folder
    const ResourceDef* resource = nullptr;  // what the schema says; it lives as long as the program
    Span span;                              // the block or attribute
    Span name_span;
    Type type;                                // what its name stands for
    Type value;                               // output: of its value; resource: of one instance
    std::vector<std::uint32_t> dependencies;  // nodes, in the order of the source
    std::optional<std::string> folder;        // of a component
    ProgramInput::Component component;        // what was found there
    Diagnostics findings;
};
using ProgramNodePtr = std::shared_ptr<const ProgramNode>;

// A node and where it stands.
struct PlacedNode {
    ProgramNodePtr node;
    std::uint32_t start = 0;
    std::uint32_t file = 0;  // among those of the program
    std::uint32_t item = 0;  // of the file
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

    // In the order of declaration: of each file resources first.
    const std::vector<PlacedNode>& nodes() const { return nodes_; }
    // The nodes so that each comes after those that it depends on.
    std::vector<std::uint32_t> order() const;
    const Diagnostics& findings() const { return findings_; }  // each names its file
    const std::vector<ProgramFile>& files() const { return input_.files; }
    // The block behind a node; not for locals.
    syntax::BlockView block_of(const PlacedNode& node) const;
    // The version of a package that a block asks for; empty where none does.
    std::string version_of(std::string_view package) const;
    // The package that the program means by a name; null when nothing is known of it.
    PackagePtr package(std::string_view name) const;
    // Calls visit(expression, type) for the expressions of some nodes.
    using Visit = std::function<void(syntax::Node, const Type&)>;
    void each_type(std::span<const std::uint32_t> nodes, const Visit& visit, const Cancel& cancel) const;
    void each_type(std::uint32_t node, const Visit& visit, const Cancel& cancel) const {
        each_type(std::span(&node, 1), visit, cancel);
    }
    // How many nodes were bound, and not taken from the program before.
    std::size_t bound_count() const { return bound_count_; }

  private:
    friend class ProgramBinder;
    Program();
    struct Tables;
    struct Item;

    ProgramInput input_;
    std::vector<PlacedNode> nodes_;
    Diagnostics findings_;
    std::vector<std::shared_ptr<const std::vector<Item>>> items_;  // of files
    std::shared_ptr<const Tables> tables_;
    std::size_t bound_count_ = 0;
};

}  // namespace hcl::pcl
