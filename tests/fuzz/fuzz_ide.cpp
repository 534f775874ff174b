// A workspace of a built-in language from any bytes, edits of its files, and everything that an editor asks:
// nothing crashes or hangs, no range lies outside of its file, and each answer after an edit is that of a
// fresh start. The first byte chooses the language; then, separated by NUL: the files, and what chooses edits
// and places.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"
#include "tests/harness/replay.h"

namespace {

constexpr std::size_t kMostFiles = 4;

// The files of one workspace.
constexpr const char* kShapes[][kMostFiles] = {
    {"/w/main.tf", "/w/m/child.tf", "/w/more.tf.json", "/w/terraform.tfvars"},
    {"/w/main.tf", "/w/main_override.tf", "/w/main.tftest.hcl", "/w/a.tfmock.hcl"},
    {"/w/main.tofu", "/w/main.tf", "/w/main.tofutest.hcl", "/w/.terraform.lock.hcl"},
    {"/w/a.pkr.hcl", "/w/b.pkr.json", "/w/a.auto.pkrvars.hcl", nullptr},
    {"/w/docker-bake.hcl", "/w/docker-bake.json", "/w/docker-bake.override.hcl", nullptr},
    {"/w/job.nomad.hcl", "/w/vars.nomad", "/w/job.nomad.json", "/w/x.volume.hcl"},
    {"/w/root.hcl", "/w/app/terragrunt.hcl", "/w/db/terragrunt.hcl", "/w/terragrunt.stack.hcl"},
    {"/w/main.pp", "/w/part/main.pp", nullptr, nullptr},
    {"/w/atlas.hcl", "/w/schema.my.hcl", "/w/more.pg.hcl", nullptr},
    {"/w/a.tfcomponent.hcl", "/w/a.tfdeploy.hcl", "/w/m/main.tf", "/w/a.tfquery.hcl"},
    {"/w/vault.hcl", "/w/a.vault-policy.hcl", "/w/consul.hcl", "/w/nomad.hcl"},
    {"/w/.tflint.hcl", "/w/waypoint.hcl", "/w/enos.hcl", "/w/sentinel.hcl"},
    {"/w/plain.hcl", "/w/plain.hcl.json", "/w/.hcl-ls.hcl", "/w/a.pack.hcl"},
};

}  // namespace

HCL_FUZZ_TARGET(ide) {
    if (input.empty()) return;
    const auto& shape = kShapes[static_cast<unsigned char>(input[0]) % std::size(kShapes)];
    input.remove_prefix(1);
    std::vector<hcl::test::ReplayFile> files;
    for (const char* path : shape) {
        if (!path) break;
        std::size_t end = std::min(input.find('\0'), input.size());
        files.push_back({path, std::string(input.substr(0, end))});
        input.remove_prefix(std::min(end + 1, input.size()));
    }
    std::uint32_t state = 1;
    auto pick = [&](std::uint32_t n) -> std::uint32_t {
        if (n < 2) return 0;
        if (!input.empty()) {
            state = state * 31 + static_cast<unsigned char>(input[0]);
            input.remove_prefix(1);
        }
        state = state * 1664525u + 1013904223u;
        return (state >> 8) % n;
    };
    std::string difference =
        hcl::test::replay(std::move(files), 3, pick, hcl::test::ReplayCompares::AllAnswers);
    if (difference.empty()) return;
    std::fputs(difference.c_str(), stderr);
    std::abort();
}
