// A program: all files of a folder, bound together. Its blocks and locals are nodes; names are found wherever
// they are declared, and each node has the type that its name stands for.
//
// A program is immutable, and bound as a whole when one of its files changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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
    // Called with every expression and its type.
    std::function<void(FileId, syntax::Node, const Type&)> on_type;
};

struct ProgramNode {
    enum class Kind : std::uint8_t { Resource, Read, Component, Config, Output, Local, Hook, Pulumi };
    Kind kind = Kind::Local;
    bool is_in_cycle = false;     // it has no type
    bool may_be_missing = false;  // config: a component need not set it
    bool has_value = false;       // output
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
};
// "resource", "local"
std::string_view word_of(ProgramNode::Kind kind);

class Program {
  public:
    static ProgramPtr bind(ProgramInput input, const Cancel& cancel);
    ~Program();

    // In the order of declaration: of each file resources first.
    const std::vector<ProgramNode>& nodes() const { return nodes_; }
    const ProgramNode* find(std::string_view name) const;  // resources, locals, ...
    // The nodes so that each comes after those that it depends on.
    std::vector<std::uint32_t> order() const;
    const Diagnostics& findings() const { return findings_; }  // each names its file
    const std::vector<ProgramFile>& files() const { return input_.files; }
    // The version of a package that a block asks for; empty where none does.
    std::string version_of(std::string_view package) const;

  private:
    friend class ProgramBinder;
    Program();
    struct Tables;

    ProgramInput input_;
    std::vector<ProgramNode> nodes_;
    Diagnostics findings_;
    std::unique_ptr<Tables> tables_;
};

}  // namespace hcl::pcl
