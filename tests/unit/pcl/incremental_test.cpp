// Incremental binding gives the same results as a fresh one, at the cost of the change.
#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/pcl/program.h"
#include "tests/harness/package_schemas.h"

namespace hcl::test {
namespace pcl_incremental {

using pcl::Program;
using pcl::ProgramPtr;

pcl::ProgramInput input_of(std::vector<syntax::FilePtr> files) {
    pcl::ProgramInput input;
    for (syntax::FilePtr& tree : files) {
        const auto number = static_cast<std::uint32_t>(input.files.size() + 1);
        input.files.push_back({FileId(number), "f" + std::to_string(number) + ".pp", std::move(tree)});
    }
    static const auto packages = mock_packages();
    input.packages = packages;
    return input;
}

// All results of a program.
std::string shown(const Program& program) {
    std::string out;
    auto add = [&](Span span) { out += " " + std::to_string(span.start) + "-" + std::to_string(span.end); };
    for (const pcl::PlacedNode& node : program.nodes()) {
        out += std::string(word_of(node->kind)) + " " + node->name + " " + node->logical_name + " " +
               node->type.to_string() + " " + node->value.to_string();
        add(node.span());
        add(node.name_span());
        for (std::uint32_t on : node->dependencies) out += " " + std::to_string(on);
        out += "\n";
    }
    for (const Diagnostic& d : program.findings()) {
        out += diag_id(d.code) + " " + std::to_string(d.file.value) + " " + d.title + " " + d.message;
        add(d.span);
        if (d.context) add(*d.context);
        for (const RelatedPlace& place : d.related) add(place.where.span);
        out += "\n";
    }
    for (std::uint32_t node : program.order()) out += std::to_string(node) + " ";
    return out;
}

constexpr std::string_view kPieces[] = {
    "a = 1\n",
    "b = a\n",
    "c = d\n",
    "d = c\n",
    "e = [for x in l : x + a]\n",
    "l = [1, \"two\", nope]\n",
    "word = \"two\"\n",
    "word = \"3\"\n",
    "config counted int { default = word }\n",
    "config a string {}\n",
    "config size int { default = 3 }\n",
    "output a { value = r.name }\n",
    "output late string { value = late2 }\n",
    "late2 = \"${a}-${b}\"\n",
    "resource r \"mock:index:Bucket\" { name = a }\n",
    "resource r \"mock:index:Bucket\" {\n  name = l\n  size = size\n  options { range = size }\n}\n",
    "resource s \"mock:index:Bucket\" {\n  options { hooks = { afterCreate = [h] } }\n}\n",
    "hook resource h { command = [\"a\"] }\n",
    "hook error h { command = [\"b\"] }\n",
    "component x \"./x\" { y = z.o }\ncomponent z \"./z\" { y = x.o }\n",
    "package { baseProviderName = \"mock\" }\n",
    "package { baseProviderName = \"mock\"\n baseProviderVersion = \"9.9.9\" }\n",
    "pulumi { requiredVersionRange = a }\n",
    "# comment\n",
    "locals {}\n",
    "f = call(s, \"describe\", { prefix = a })\n",
    "g = invoke(\"mock:index:getBucket\", { name = a }).arn\n",
    "i = stcak()\n",
    "stack = stack()\n",
};

TEST_CASE("pcl incremental: random edits, compared with fresh programs") {
    std::mt19937 random(7);
    auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    for (int round = 0; round < 12; ++round) {
        std::vector<syntax::FilePtr> files;
        for (int f = 0; f < 2; ++f) {
            std::string text;
            for (int i = 0; i < 8; ++i) text += kPieces[below(std::size(kPieces))];
            files.push_back(syntax::File::parse(text));
        }
        ProgramPtr program = Program::bind(input_of(files), {});
        for (int step = 0; step < 60; ++step) {
            syntax::FilePtr& tree = files[below(files.size())];
            const std::string text = tree->text();
            // At the start of a line, inserts a piece or deletes a line; elsewhere a character.
            auto at = static_cast<std::uint32_t>(below(text.size() + 1));
            Edit edit{{at, at}, {}};
            if (below(2) == 0) {
                while (at > 0 && text[at - 1] != '\n') --at;
                edit = {{at, at}, std::string(kPieces[below(std::size(kPieces))])};
                if (below(2) == 0 && at < text.size()) {
                    const std::size_t end = text.find('\n', at);
                    edit = {{at, end == text.npos ? static_cast<std::uint32_t>(text.size())
                                                  : static_cast<std::uint32_t>(end + 1)},
                            {}};
                }
            } else if (at < text.size() && below(2) == 0) {
                edit = {{at, at + 1}, {}};
            } else {
                edit.replacement = std::string(1, "abcdr \n={}\"1."[below(13)]);
            }
            tree = tree->edited(std::span(&edit, 1));
            pcl::ProgramInput input = input_of(files);
            input.previous = program;
            program = Program::bind(std::move(input), {});
            const ProgramPtr fresh = Program::bind(input_of(files), {});
            INFO(round << " " << step << "\n" << files[0]->text() << "\n----\n" << files[1]->text());
            REQUIRE(shown(*program) == shown(*fresh));
        }
    }
}

// "resource rN" of `count`, each of which names the one before, a local, and a config.
std::string long_program(int count) {
    std::string text = "config region string {}\nprefix = \"p\"\n";
    for (int i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        text += "resource r" + n + " \"mock:index:Bucket\" {\n  name = \"${prefix}-${region}-" + n +
                "\"\n  tags = { of = \"x\" }\n";
        if (i > 0) text += "  zones = [r" + std::to_string(i - 1) + ".arn]\n";
        text += "}\n";
    }
    return text;
}

TEST_CASE("pcl incremental: an edit binds the changed items, and their users if the meaning changed") {
    syntax::FilePtr tree = syntax::File::parse(long_program(200));
    ProgramPtr program = Program::bind(input_of({tree}), {});
    CHECK(program->bound_count() == 202);
    auto edited = [&](std::string_view what, std::string with) {
        const auto at = static_cast<std::uint32_t>(tree->text().find(what));
        const Edit edit{{at, at + static_cast<std::uint32_t>(what.size())}, std::move(with)};
        tree = tree->edited(std::span(&edit, 1));
        pcl::ProgramInput input = input_of({tree});
        input.previous = program;
        program = Program::bind(std::move(input), {});
        CHECK(shown(*program) == shown(*Program::bind(input_of({tree}), {})));
        return program->bound_count();
    };
    CHECK(edited("-100\"", "-101\"") == 1);
    // A resource does not depend on its own name.
    CHECK(edited("prefix = \"p\"", "prefix = 1") == 201);
    CHECK(edited("prefix = 1", "prefix = 2") == 201);
    // Items next to an edit may be parsed again.
    CHECK(edited("prefix = 2", "\n\nprefix = 2") <= 1);
    // A new name affects the nodes that use it.
    CHECK(edited("config region", "other = 1\nconfig region") <= 2);
    CHECK(edited("resource r100 ", "resource rx ") == 2);
}

TEST_CASE("pcl incremental: the types of one node's expressions") {
    const ProgramPtr program =
        Program::bind(input_of({syntax::File::parse("a = 1 + b\nb = 2\nc = [b]\n")}), {});
    std::string seen;
    auto visit = [&](syntax::Node expr, const pcl::Type& type) {
        seen += std::string(expr.text()) + ": " + type.to_string() + "\n";
    };
    program->each_type(0, visit, {});
    CHECK(seen == "1: 1\nb: 2\n1 + b: number\n");
}

}  // namespace pcl_incremental
}  // namespace hcl::test
