// A module whose inputs are unknown is refused only for what every value of these inputs is refused for. The
// recorded modules get random values of the declared types; with HCL_CORPUS those of that folder do, too.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "engine/bind/instance.h"
#include "engine/check/check.h"
#include "engine/terraform/extension.h"
#include "engine/world/file_syntax.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "tests/harness/paths.h"

namespace hcl::test {
namespace terraform_values {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kDraws = 4;

class RandomValues {
  public:
    explicit RandomValues(std::uint32_t seed) : dice_(seed) {}

    Value of(const Type& type) {
        switch (type.kind()) {
            case TypeKind::Bool:
                return Value::boolean(below(2) == 1);
            case TypeKind::Number:
                return Value::integer(static_cast<std::int64_t>(below(7)) - 1);
            case TypeKind::String:
                return Value::string(text());
            case TypeKind::List:
            case TypeKind::Set: {
                std::vector<Value> elements;
                for (std::uint32_t i = below(3); i > 0; --i) elements.push_back(of(type.element()));
                return Value::tuple(std::move(elements));  // as it is written, of which a list is made
            }
            case TypeKind::Map: {
                std::map<std::string, Value> entries;
                for (std::uint32_t i = below(3); i > 0; --i)
                    entries.insert_or_assign(text(), of(type.element()));
                return Value::object({entries.begin(), entries.end()});
            }
            case TypeKind::Tuple: {
                std::vector<Value> elements;
                for (const Type& element : type.elements()) elements.push_back(of(element));
                return Value::tuple(std::move(elements));
            }
            case TypeKind::Object: {
                std::vector<std::pair<std::string, Value>> attributes;
                for (const ObjectAttribute& attribute : type.attributes())
                    if (!attribute.optional || below(2) == 1)
                        attributes.emplace_back(attribute.name, of(attribute.type));
                return Value::object(std::move(attributes));
            }
            default:
                return Value::dynamic();
        }
    }

  private:
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(dice_() % end); }
    std::string text() {
        constexpr const char* kTexts[] = {"a", "b", "x-1", "10.0.0.0/16", "1", "true", "a,b", "Ab c"};
        return kTexts[below(std::size(kTexts))];
    }

    std::mt19937 dice_;
};

// The values for a module, for each input of a known type.
std::map<std::string, Value> values_for(const bind::Module& module, RandomValues& random) {
    std::map<std::string, Value> values;
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i)
                if (const bind::Declaration& d = slot.unit->declarations[i];
                    d.def->kind == "variable" && slot.state)
                    values.emplace(d.address.back(), random.of(slot.state->facts_of(i).type));
        });
    return values;
}

struct Found {
    std::string path;
    Span span;
    std::string message;
    auto operator<=>(const Found& other) const {
        return std::tie(path, span.start, span.end) <=>
               std::tie(other.path, other.span.start, other.span.end);
    }
};

std::vector<Found> errors_of(const bind::Module& module) {
    std::vector<Found> errors;
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (const Diagnostic& d :
                 check::unit_findings(module, slot, Severity::Error, check::RuleSteps::Usual, {}))
                if (d.severity == Severity::Error)
                    errors.push_back({file.input.path, d.span.shifted(slot.base), d.message});
        });
    return errors;
}

bool overlaps(const Found& a, const Found& b) {
    return a.path == b.path && a.span.start <= b.span.end && b.span.start <= a.span.end;
}

struct Totals {
    int modules = 0;
    int errors = 0;                    // with unknown inputs
    int more = 0;                      // that only values cause
    std::vector<std::string> accused;  // what values are not refused for
};

void compare(const bind::Module& module, const std::string& name, Totals& totals) {
    ++totals.modules;
    const std::vector<Found> unknown = errors_of(module);
    totals.errors += static_cast<int>(unknown.size());
    for (int draw = 0; draw < kDraws; ++draw) {
        RandomValues random(static_cast<std::uint32_t>(draw));
        const bind::Instance made = bind::instantiate(
            module, bind::inputs_with(module, "variable", values_for(module, random)), {}, {});
        if (!made.module) continue;
        const std::vector<Found> known = errors_of(*made.module);
        totals.more += static_cast<int>(std::ranges::count_if(known, [&](const Found& one) {
            return std::ranges::none_of(unknown, [&](const Found& other) { return overlaps(one, other); });
        }));
        for (const Found& one : unknown)
            if (std::ranges::none_of(known, [&](const Found& other) { return overlaps(one, other); }))
                totals.accused.push_back(name + " " + one.path + ": " + one.message);
    }
}

// The modules of files by path.
void compare_modules(const std::map<std::string, std::string>& files, const std::string& name,
                     Totals& totals) {
    world::World world;
    world.set_extensions({terraform::make_extension()});
    std::map<std::string, FileId> folders;
    std::uint32_t next = 0;
    for (const auto& [path, text] : files) {
        const FileId id(next++);
        world.set_file({id, "/w/" + path, "", world::parse_options(path, ""), true, 0},
                       std::make_shared<const std::string>(text));
        if (path.ends_with(".tf") || path.ends_with(".tf.json"))
            folders.emplace(fs::path(path).parent_path().string(), id);
    }
    const world::SnapshotPtr snapshot = world.snapshot();
    for (const auto& [folder, id] : folders)
        if (const bind::ModulePtr module = world::module_of(*snapshot, id, {}))
            compare(*module, name, totals);
}

void report(const Totals& totals) {
    MESSAGE(totals.modules << " modules, " << totals.errors << " errors with unknown inputs, " << totals.more
                           << " more with values");
    const std::set<std::string> accused(totals.accused.begin(), totals.accused.end());
    for (const std::string& one : accused) FAIL_CHECK(one);
}

TEST_CASE(
    "terraform: recorded modules are not accused of what some values of their inputs are accepted for") {
    Totals totals;
    for (const char* name : {"tfvalidate.jsonl", "tfvalidate2.jsonl"}) {
        std::istringstream lines(read_whole_file(source_root() / "tests/conformance/terraform" / name));
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line[0] == '#') continue;
            const json one = json::parse(line);
            if (one.value("mode", "") == "tfvalidate")
                compare_modules(one["files"].get<std::map<std::string, std::string>>(), one["id"], totals);
        }
    }
    CHECK(totals.errors > 0);
    CHECK(totals.more > 0);
    report(totals);
}

TEST_CASE("terraform: modules of the corpus are not accused of what some values are accepted for") {
    const char* corpus = std::getenv("HCL_CORPUS");
    if (!corpus) {
        MESSAGE("HCL_CORPUS names no folder of real modules: nothing to compare");
        return;
    }
    std::map<fs::path, std::map<std::string, std::string>> folders;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpus))
        if (entry.is_regular_file() && entry.path().extension() == ".tf")
            folders[entry.path().parent_path()][entry.path().filename().string()] =
                read_whole_file(entry.path());
    Totals totals;
    for (const auto& [folder, files] : folders) compare_modules(files, folder.string(), totals);
    report(totals);
}

}  // namespace terraform_values
}  // namespace hcl::test
