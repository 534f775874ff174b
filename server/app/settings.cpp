#include "server/app/settings.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace hcl::server {

namespace {

using nlohmann::json;

// How one setting is read: true when the value has the right shape.
using Reader = std::function<bool(const json& value, ServerSettings& settings)>;

Reader boolean(bool ServerSettings::* member) {
    return [member](const json& value, ServerSettings& settings) {
        if (!value.is_boolean()) return false;
        settings.*member = value.get<bool>();
        return true;
    };
}

Reader megabytes(std::uint32_t ServerSettings::* member) {
    return [member](const json& value, ServerSettings& settings) {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 1'000'000) return false;
        settings.*member = value.get<std::uint32_t>();
        return true;
    };
}

Reader texts(std::vector<std::string> ServerSettings::* member) {
    return [member](const json& value, ServerSettings& settings) {
        if (!value.is_array()) return false;
        std::vector<std::string> list;
        for (const json& item : value) {
            if (!item.is_string()) return false;
            list.push_back(item.get<std::string>());
        }
        settings.*member = std::move(list);
        return true;
    };
}

struct Setting {
    Reader read;
    const char* wanted;
};

std::map<std::string, Setting> setting_table() {
    return {
        {"diagnostics.enable", {boolean(&ServerSettings::diagnostics), "true or false"}},
        {"diagnostics.workspace", {boolean(&ServerSettings::workspace_diagnostics), "true or false"}},
        {"index.exclude", {texts(&ServerSettings::exclude), "a list of strings"}},
        {"index.maxMegabytes", {megabytes(&ServerSettings::index_megabytes), "a number of megabytes"}},
        {"index.maxTreeMegabytes", {megabytes(&ServerSettings::tree_megabytes), "a number of megabytes"}},
    };
}

void read_into(const json& value, const std::string& prefix, const std::map<std::string, Setting>& table,
               ServerSettings& settings, std::vector<std::string>& complaints) {
    for (const auto& [key, member] : value.items()) {
        std::string name = prefix.empty() ? key : prefix + "." + key;
        if (auto setting = table.find(name); setting != table.end()) {
            // null is how clients say "not set".
            if (!member.is_null() && !setting->second.read(member, settings))
                complaints.push_back("setting hcl." + name + " must be " + setting->second.wanted);
            continue;
        }
        auto group = table.lower_bound(name + ".");
        bool is_group = group != table.end() && group->first.starts_with(name + ".");
        if (is_group && member.is_object())
            read_into(member, name, table, settings, complaints);
        else if (is_group && !member.is_null())
            complaints.push_back("setting hcl." + name + " must be an object");
        // Others are the client's own (paths, trace level): not for us to complain about.
    }
}

}  // namespace

ServerSettings read_settings(const json& value, std::vector<std::string>& complaints) {
    ServerSettings settings;
    if (!value.is_object()) return settings;
    // Some clients send the whole section, some what is below it.
    auto section = value.find("hcl");
    const json& own = section != value.end() && section->is_object() ? *section : value;
    read_into(own, "", setting_table(), settings, complaints);
    return settings;
}

std::vector<std::string> describe(const ServerSettings& settings) {
    std::string exclude;
    for (const std::string& glob : settings.exclude) exclude += (exclude.empty() ? "" : ", ") + glob;
    return {
        std::string("diagnostics.enable = ") + (settings.diagnostics ? "true" : "false"),
        std::string("diagnostics.workspace = ") + (settings.workspace_diagnostics ? "true" : "false"),
        "index.exclude = [" + exclude + "]",
        "index.maxMegabytes = " + std::to_string(settings.index_megabytes),
        "index.maxTreeMegabytes = " + std::to_string(settings.tree_megabytes),
    };
}

}  // namespace hcl::server
