// How a fuzz target is written: HCL_FUZZ_TARGET(syntax) { ... `input` is a std::string_view ... }
// In the fuzz build each file becomes a program of its own; in the test binary all targets are functions that
// the unit tests run on the seeds of tests/fuzz/seeds/<name>/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hcl::fuzz {

using Target = void (*)(std::string_view input);

// Registers a target under a name; static objects do so before main.
struct Registration {
    Registration(const char* name, Target target);
};

// `hcl-tests fuzz TARGET [SECONDS] [SEED] [LENGTH] [FOLDER]`: random bytes, of at most that length, half of
// them behind a changed file of the folder (the committed seeds); the same seed gives the same inputs. A
// target that fails ends the program.
int run_random(int argc, char** argv);

}  // namespace hcl::fuzz

#ifdef HCL_FUZZER
#define HCL_FUZZ_ENTRY(name)                                                                 \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {      \
        hcl::fuzz::fuzz_##name(std::string_view(reinterpret_cast<const char*>(data), size)); \
        return 0;                                                                            \
    }
#else
#define HCL_FUZZ_ENTRY(name) \
    static const hcl::fuzz::Registration fuzz_registration_##name(#name, &hcl::fuzz::fuzz_##name);
#endif

#define HCL_FUZZ_TARGET(name)                 \
    namespace hcl::fuzz {                     \
    void fuzz_##name(std::string_view input); \
    }                                         \
    HCL_FUZZ_ENTRY(name)                      \
    void hcl::fuzz::fuzz_##name(std::string_view input)
