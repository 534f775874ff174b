// The schemas of a Packer plugin from its source code.
#include "server/app/plugin_source.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/harness/shell.h"

namespace hcl::server {
namespace plugin_source_test {

constexpr std::string_view kMain = R"(package main

import (
	"fmt"

	kilnoven "github.com/acme/packer-plugin-kiln/builder/oven"
	"github.com/acme/packer-plugin-kiln/glaze"
	"github.com/acme/packer-plugin-sdk/plugin"
)

func main() {
	pps := plugin.NewSet()
	pps.RegisterBuilder(plugin.DEFAULT_NAME, new(kilnoven.Builder))
	// pps.RegisterBuilder("old", new(kilnoven.Builder))
	pps.RegisterPostProcessor("glaze", &glaze.PostProcessor{})
	pps.RegisterProvisioner("lost", new(glaze.Provisioner))
}
)";

constexpr std::string_view kBuilder = R"(package oven

import (
	"github.com/acme/packer-plugin-kiln/common"
	"github.com/hashicorp/hcl/v2/hcldec"
)

type Builder struct {
	config Settings
	runner int
}

func (b *Builder) ConfigSpec() hcldec.ObjectSpec { return b.config.FlatMapstructure().HCL2Spec() }

type Settings struct {
	common.Heat `mapstructure:",squash"`
	Shape string `mapstructure:"shape"`
}
)";

constexpr std::string_view kSpec = R"(package oven

import (
	"github.com/acme/packer-plugin-kiln/common"
	"github.com/acme/packer-plugin-sdk/template/config"
)

func (*FlatSettings) HCL2Spec() map[string]hcldec.Spec {
	s := map[string]hcldec.Spec{
		"shape":   &hcldec.AttrSpec{Name: "shape", Type: cty.String, Required: true},
		"degrees": &hcldec.AttrSpec{Name: "degrees", Type: cty.Number, Required: false},
		"layers":  &hcldec.AttrSpec{Name: "layers", Type: cty.List(cty.Map(cty.String)), Required: false},
		"shelf":   &hcldec.BlockListSpec{TypeName: "shelf", Nested: hcldec.ObjectSpec((*common.FlatShelf)(nil).HCL2Spec())},
		"door":    &hcldec.BlockSpec{TypeName: "door", Nested: hcldec.ObjectSpec((*config.FlatDoor)(nil).HCL2Spec())},
	}
	return s
}
)";

constexpr std::string_view kCommon = R"(package common

func (*FlatShelf) HCL2Spec() map[string]hcldec.Spec {
	s := map[string]hcldec.Spec{
		"height": &hcldec.AttrSpec{Name: "height", Type: cty.Number, Required: false},
		"below":  &hcldec.BlockListSpec{TypeName: "below", Nested: hcldec.ObjectSpec((*FlatShelf)(nil).HCL2Spec())},
	}
	return s
}
)";

constexpr std::string_view kGlaze = R"(package glaze

type PostProcessor struct {
	config Config
}

func (p *PostProcessor) ConfigSpec() hcldec.ObjectSpec {
	return p.config.FlatMapstructure().HCL2Spec()
}

func (*FlatConfig) HCL2Spec() map[string]hcldec.Spec {
	s := map[string]hcldec.Spec{
		"colour": &hcldec.AttrSpec{Name: "colour", Type: cty.String, Required: false},
	}
	return s
}

type Provisioner struct{}

func (p *Provisioner) ConfigSpec() hcldec.ObjectSpec { return p.lost.FlatMapstructure().HCL2Spec() }
)";

struct Shell : test::Shell {
    Shell() {
        console.cache_folder = "/cache";
        files->write("/plugin/go.mod", "module github.com/acme/packer-plugin-kiln\n\ngo 1.22\n");
        files->write("/plugin/main.go", std::string(kMain));
        files->write("/plugin/version/version.go", "package version\n\nvar (\n\tVersion = \"1.4.0\"\n)\n");
        files->write("/plugin/builder/oven/builder.go", std::string(kBuilder));
        files->write("/plugin/builder/oven/builder.hcl2spec.go", std::string(kSpec));
        files->write("/plugin/common/common.hcl2spec.go", std::string(kCommon));
        files->write("/plugin/glaze/glaze.go", std::string(kGlaze));
        files->write("/plugin/docs-partials/common/Heat-not-required.mdx",
                     "<!-- generated -->\n\n- `degrees` (int) - Heat of the kiln.\n  In degrees.\n\n- "
                     "`other` (int) - No.\n");
    }
};

TEST_CASE("plugin source: components, their arguments and what these are for") {
    Shell shell;
    CHECK(shell.run({"schema", "add", "/plugin"}) == 0);
    CHECK(shell.out.find("github.com/acme/packer-plugin-kiln 1.4.0: 3 schemas") != std::string::npos);
    CHECK(shell.err.find("provisioner \"kiln-lost\" are not known") != std::string::npos);
    shell.files->write("/w/main.pkr.hcl", R"(source "kiln" "a" {
  degrees = "hot"
  degree  = 1
  layers  = [{ a = "b" }]
  shelf {
    heigth = 1
    below {
      anything = 1
    }
  }
  door {
    anything = 1
  }
}
build {
  sources = ["kiln.a"]
  provisioner "kiln-lost" {
    colour = 1
    color  = 1
  }
  post-processor "kiln-glaze" {
    color = 1
  }
}
)");
    CHECK(shell.run({"check", "--short", "main.pkr.hcl"}) == 1);
    CHECK(
        shell.out ==
        "main.pkr.hcl:2:13: error: Incorrect attribute value type: The argument \"degrees\" cannot have this "
        "value: a number is required. [HCL4040]\n"
        "main.pkr.hcl:3:3: error: Unsupported argument: No argument is named \"degree\" here. Did you mean "
        "\"degrees\"? [HCL4002]\n"
        "main.pkr.hcl:6:5: error: Unsupported argument: No argument is named \"heigth\" here. Did you mean "
        "\"height\"? [HCL4002]\n"
        "main.pkr.hcl:22:5: error: Unsupported argument: No argument is named \"color\" here. Did you mean "
        "\"colour\"? [HCL4002]\n");
}

TEST_CASE("plugin source: folders without a plugin are refused") {
    Shell shell;
    CHECK(shell.run({"schema", "add", "/plugin/glaze"}) == 2);
    CHECK(shell.err.find("this folder has no file go.mod") != std::string::npos);
    shell.files->write("/plugin/go.mod", "module github.com/acme/kiln\n");
    CHECK(shell.run({"schema", "add", "/plugin"}) == 2);
    CHECK(shell.err.find("\"github.com/acme/kiln\" is no plugin") != std::string::npos);
    shell.files->write("/plugin/go.mod", "module github.com/acme/packer-plugin-kiln/v2\n");
    CHECK(shell.run({"schema", "add", "/plugin"}) == 0);
    shell.files->write("/plugin/main.go", "package main\n");
    CHECK(shell.run({"schema", "add", "/plugin"}) == 2);
    CHECK(shell.err.find("register no component") != std::string::npos);
}

}  // namespace plugin_source_test
}  // namespace hcl::server
