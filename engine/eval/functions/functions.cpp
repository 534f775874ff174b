#include "engine/eval/functions/functions.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/eval/functions/common.h"
#include "engine/eval/functions/support.h"

namespace hcl::eval {

namespace {

FunctionTable make_library() {
    FunctionTable table;
    functions::add_operator_functions(table);
    functions::add_general_functions(table);
    functions::add_conversion_functions(table);
    functions::add_number_functions(table);
    functions::add_string_functions(table);
    functions::add_regexp_functions(table);
    functions::add_format_functions(table);
    functions::add_datetime_functions(table);
    functions::add_json_functions(table);
    functions::add_csv_functions(table);
    functions::add_collection_functions(table);
    functions::add_sequence_functions(table);
    functions::add_mapping_functions(table);
    functions::add_set_functions(table);
    functions::add_bytes_functions(table);
    return table;
}

FunctionTable make_standard() {
    struct Renamed {
        std::string_view library;
        std::string_view name;  // empty: not public
    };
    static constexpr std::array<Renamed, 10> kRenamed{{{"absolute", "abs"},
                                                       {"to_string", "tostring"},
                                                       {"to_number", "tonumber"},
                                                       {"to_bool", "tobool"},
                                                       {"to_list", "tolist"},
                                                       {"to_set", "toset"},
                                                       {"to_map", "tomap"},
                                                       {"to_list_of_string", ""},
                                                       {"byteslen", ""},
                                                       {"bytesslice", ""}}};
    static constexpr std::array<Renamed, 3> kAliases{
        {{"upper", "text::upper"}, {"lower", "text::case::lower"}, {"max", "math::max"}}};

    const FunctionTable& library = library_functions();
    FunctionTable table;
    for (const auto& [library_name, function] : library.all()) {
        std::string_view name = library_name;
        for (const Renamed& renamed : kRenamed)
            if (renamed.library == library_name) name = renamed.name;
        if (!name.empty()) table.add(std::string(name), function);
    }
    for (const Renamed& alias : kAliases) {
        FunctionPtr function = library.find_shared(alias.library);
        HCL_CHECK(function);
        table.add(std::string(alias.name), std::move(function));
    }
    return table;
}

}  // namespace

const FunctionTable& library_functions() {
    static const FunctionTable& table = *new FunctionTable(make_library());
    return table;
}

const FunctionTable& standard_functions() {
    static const FunctionTable& table = *new FunctionTable(make_standard());
    return table;
}

namespace {

struct NativeLibrary {
    std::string_view name;
    FunctionTable table;
};

const std::vector<NativeLibrary>& native_libraries() {
    static const std::vector<NativeLibrary>& libraries = *new std::vector<NativeLibrary>([] {
        using Add = void (*)(FunctionTable&);
        static constexpr std::array<std::pair<std::string_view, Add>, 10> kFamilies{
            {{"encoding", functions::add_encoding_functions},
             {"network", functions::add_network_functions},
             {"extended", functions::add_extended_functions},
             {"search", functions::add_search_functions},
             {"digests", functions::add_digest_functions},
             {"yaml", functions::add_yaml_functions},
             {"marks", functions::add_mark_functions},
             {"files", functions::add_file_functions},
             {"templates", functions::add_template_functions},
             {"definitions", functions::add_definition_functions}}};
        std::vector<NativeLibrary> out;
        out.reserve(kFamilies.size());
        for (const auto& [name, add] : kFamilies) add(out.emplace_back(NativeLibrary{name, {}}).table);
        return out;
    }());
    return libraries;
}

}  // namespace

const FunctionTable* native_library(std::string_view name) {
    for (const NativeLibrary& library : native_libraries())
        if (library.name == name) return &library.table;
    return nullptr;
}

FunctionPtr native_function(std::string_view name) {
    for (const NativeLibrary& library : native_libraries())
        if (FunctionPtr found = library.table.find_shared(name)) return found;
    return nullptr;
}

const FunctionTable& common_functions() {
    static const FunctionTable& table = *new FunctionTable([] {
        static constexpr std::array<std::string_view, 8> kNotCommon{
            "assertnotnull", "hasindex",    "int",           "setsymmetricdifference",
            "regexreplace",  "reverselist", "sethaselement", "strlen"};
        FunctionTable operators;
        functions::add_operator_functions(operators);
        FunctionTable common;
        for (const auto& [name, function] : standard_functions().all())
            if (!operators.find(name) && name.find("::") == std::string::npos &&
                std::ranges::find(kNotCommon, name) == kNotCommon.end())
                common.add(name, function);
        return common;
    }());
    return table;
}

std::shared_ptr<const FunctionTable> shared_standard_functions() {
    // Never destroyed, so the pointer owns nothing.
    return {std::shared_ptr<const void>(), &standard_functions()};
}

}  // namespace hcl::eval
