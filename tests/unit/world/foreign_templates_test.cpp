// Templates of other programs have no findings; those of HCL are read as such, whatever their names end with.
#include <doctest/doctest.h>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/file_syntax.h"
#include "engine/world/world.h"

namespace hcl::test {
namespace foreign_template_tests {
namespace {

std::size_t errors_in(const std::string& path, const std::string& text) {
    world::World world;
    const FileId id{1};
    world.set_file({id, path, "", world::parse_options(path, "", text), false, 0},
                   std::make_shared<const std::string>(text));
    std::size_t errors = 0;
    for (const Diagnostic& d : ide::diagnostics_for(*world.snapshot(), id, {}))
        errors += d.severity == Severity::Error;
    return errors;
}

TEST_CASE("templates and files of other programs are left alone") {
    CHECK(errors_in("/w/main.tf",
                    "provider \"a\" {\n  {{if .X }}b = \"{{.X}}\"{{end}}\n}\nvariable \"a\" {\n") == 0);
    CHECK(errors_in("/w/job.nomad", "job \"x\" {\n  group \"a\" {\n    count = [[.count]]\n  }\n}\n") == 0);
    CHECK(errors_in("/w/main.tf", "{% for n in names %}\nlocals {}\n{% endfor %}\n") == 0);
    CHECK(errors_in("/w/x.boundary.hcl", "worker {\n  tags = ${jsonencode(tags)}\n}\n") == 0);
    CHECK(errors_in("/w/config.hcl", "worker {\n  addresses = [${join(\", \", all)}]\n}\n") == 0);
    CHECK(errors_in("/w/data.nomad", "id = \"a\"\nplugin_id = \"b\"\n") == 0);
    CHECK(errors_in("/w/volume.hcl", "client {\n  host_volume \"a\" {\n    path = \"/a\"\n  }\n}\n") == 0);
    // Rendered by Terraform, under the names that the results have.
    CHECK(errors_in("/w/consul.hcl",
                    "retry_join = [\n  %{~ for one in all ~}\n  \"${one}\",\n  %{~ endfor }\n]\n") == 0);
    CHECK(errors_in("/w/job.nomad", "job \"${name}\" {\n  %{ if x }\n  priority = 1\n  %{ endif }\n}\n") ==
          0);
    CHECK(errors_in("/w/job.nomad", "job \"${var.name}\" {\n}\n") > 0);
    CHECK(errors_in("/w/main.tf", "resource \"a\" \"${name}\" {\n}\n") > 0);
    // Common typing errors are not templates.
    CHECK(errors_in("/w/config.hcl", "worker {\n  name = [\n}\n") > 0);
    CHECK(errors_in("/w/main.tf", "output \"x\" {\n  value = {{ var.x }}\n}\n") > 0);
    CHECK(errors_in("/w/main.tf", "output \"x\" {\n  value = [[1, 2], [3]\n}\n") > 0);
}

TEST_CASE("templates of HCL make text of any kind") {
    CHECK(errors_in("/w/ks.pkrtpl.hcl", "text --a=[x]\n%{ for d in disks ~}\npart ${d}\n%{ endfor ~}\n") ==
          0);
    CHECK(errors_in("/w/ks.pkrtpl.hcl", "part ${d\n") > 0);
}

}  // namespace
}  // namespace foreign_template_tests
}  // namespace hcl::test
