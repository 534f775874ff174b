#include "server/app/settings.h"

#include <functional>
#include <map>

#include "server/host/walk.h"

namespace hcl::server {

namespace {

using lsp::JsonIterator;
using lsp::JsonView;

// Reads one setting: true when the value has the right type.
using Reader = std::function<bool(JsonView value, ServerSettings& settings)>;

Reader boolean(bool ServerSettings::* member) {
    return [member](JsonView value, ServerSettings& settings) {
        auto flag = value.as_bool();
        if (flag) settings.*member = *flag;
        return flag.has_value();
    };
}

Reader megabytes(std::uint32_t ServerSettings::* member) {
    return [member](JsonView value, ServerSettings& settings) {
        auto number = value.as_int();
        if (!number || *number < 0 || *number > 1'000'000) return false;
        settings.*member = static_cast<std::uint32_t>(*number);
        return true;
    };
}

Reader path(std::string ServerSettings::* member) {
    return [member](JsonView value, ServerSettings& settings) {
        bool is_path = value.is_string() && (value.as_string().empty() || value.as_string().starts_with('/'));
        if (is_path) settings.*member = value.as_string();
        return is_path;
    };
}

Reader texts(std::vector<std::string> ServerSettings::* member) {
    return [member](JsonView value, ServerSettings& settings) {
        if (!value.is_array()) return false;
        std::vector<std::string> list;
        for (JsonView item : value) {
            if (!item.is_string()) return false;
            list.emplace_back(item.as_string());
        }
        settings.*member = std::move(list);
        return true;
    };
}

// An object from names to levels.
Reader levels(check::RuleSettings ServerSettings::* member) {
    return [member](JsonView value, ServerSettings& settings) {
        if (!value.is_object()) return false;
        check::RuleSettings rules;
        const JsonIterator end = value.end();
        for (JsonIterator it = value.begin(); it != end; ++it) {
            auto level = check::level_of_word((*it).as_string());
            if (!level) return false;
            rules.levels.emplace(std::string(it.key()), *level);
        }
        settings.*member = std::move(rules);
        return true;
    };
}

Reader limit(const LimitInfo& info) {
    return [&info](JsonView value, ServerSettings& settings) {
        auto number = value.as_int();
        if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > info.most) return false;
        settings.limits.*info.member = static_cast<std::uint64_t>(*number) * info.factor;
        return true;
    };
}

struct Setting {
    Reader read;
    std::string wanted;
};

std::map<std::string, Setting> setting_table() {
    std::map<std::string, Setting> table{
        {"codeLens.references", {boolean(&ServerSettings::reference_lenses), "true or false"}},
        {"diagnostics.enable", {boolean(&ServerSettings::diagnostics), "true or false"}},
        {"diagnostics.workspace", {boolean(&ServerSettings::workspace_diagnostics), "true or false"}},
        {"rules",
         {levels(&ServerSettings::rules),
          "an object of findings and how they count: off, hint, info, warning or error"}},
        {"index.exclude", {texts(&ServerSettings::exclude), "a list of strings"}},
        {"index.maxMegabytes", {megabytes(&ServerSettings::index_megabytes), "a number of megabytes"}},
        {"index.maxTreeMegabytes", {megabytes(&ServerSettings::tree_megabytes), "a number of megabytes"}},
        {"inlayHints.parameters", {boolean(&ServerSettings::parameter_hints), "true or false"}},
        {"inlayHints.types", {boolean(&ServerSettings::type_hints), "true or false"}},
        {"inlayHints.values", {boolean(&ServerSettings::value_hints), "true or false"}},
        {"pcl.lenient", {boolean(&ServerSettings::pcl_lenient), "true or false"}},
        {"terraform.beyond_validate", {boolean(&ServerSettings::beyond_validate), "true or false"}},
        {"schemas.folder", {path(&ServerSettings::schema_folder), "the whole path of a folder"}},
        {"schemas.update", {boolean(&ServerSettings::update_schemas), "true or false"}},
    };
    for (const LimitInfo& info : all_limits())
        if (!info.setting.empty())
            table.insert({"limits." + std::string(info.setting),
                          {limit(info), "a number from 1 to " + std::to_string(info.most)}});
    return table;
}

void read_into(JsonView value, const std::string& prefix, const std::map<std::string, Setting>& table,
               ServerSettings& settings, std::vector<std::string>& complaints) {
    const JsonIterator end = value.end();
    for (JsonIterator it = value.begin(); it != end; ++it) {
        std::string key(it.key());
        JsonView member = *it;
        std::string name = prefix.empty() ? key : prefix + "." + key;
        if (auto setting = table.find(name); setting != table.end()) {
            // null is how clients represent "not set".
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
        // Others belong to the client (paths, trace level) and are not reported.
    }
}

}  // namespace

const SettingsTable::Root* SettingsTable::root_of(std::string_view path) const {
    const Root* deepest = nullptr;
    for (const Root& root : roots)
        if (is_below(path, root.path) && (!deepest || root.path.size() > deepest->path.size()))
            deepest = &root;
    return deepest;
}

const ServerSettings& SettingsTable::of(std::string_view path) const {
    const Root* root = root_of(path);
    return root ? root->settings : global;
}

ServerSettings read_settings(JsonView value, std::vector<std::string>& complaints) {
    ServerSettings settings;
    if (!value.is_object()) return settings;
    // Some clients send the whole section, some its content; some use the program's name.
    JsonView own = value;
    for (std::string_view name : {"hcl", "hcl-ls"})
        if (JsonView section = value[name]; section.is_object()) own = section;
    read_into(own, "", setting_table(), settings, complaints);
    return settings;
}

std::vector<std::string> describe(const ServerSettings& settings) {
    std::string exclude;
    for (const std::string& glob : settings.exclude) exclude += (exclude.empty() ? "" : ", ") + glob;
    std::string rules;
    for (const auto& [name, level] : settings.rules.levels)
        rules += (rules.empty() ? "" : ", ") + name + " = " + std::string(check::word_of(level));
    auto boolean = [](const char* name, bool value) {
        return std::string(name) + " = " + (value ? "true" : "false");
    };
    std::vector<std::string> lines{
        "rules = {" + rules + "}",
        boolean("codeLens.references", settings.reference_lenses),
        boolean("diagnostics.enable", settings.diagnostics),
        boolean("diagnostics.workspace", settings.workspace_diagnostics),
        "index.exclude = [" + exclude + "]",
        "index.maxMegabytes = " + std::to_string(settings.index_megabytes),
        "index.maxTreeMegabytes = " + std::to_string(settings.tree_megabytes),
        boolean("inlayHints.parameters", settings.parameter_hints),
        boolean("inlayHints.types", settings.type_hints),
        boolean("inlayHints.values", settings.value_hints),
        boolean("pcl.lenient", settings.pcl_lenient),
        "schemas.folder = \"" + settings.schema_folder + "\"",
        boolean("schemas.update", settings.update_schemas),
        boolean("terraform.beyond_validate", settings.beyond_validate),
    };
    for (const LimitInfo& info : all_limits())
        if (!info.setting.empty())
            lines.push_back("limits." + std::string(info.setting) + " = " +
                            std::to_string(settings.limits.*info.member / info.factor));
    return lines;
}

}  // namespace hcl::server
