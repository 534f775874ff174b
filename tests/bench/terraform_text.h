// The text of a Terraform module of about so many lines in one file: inputs of object types with validations,
// locals, resources, outputs and checks that read each other. Valid without any provider.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace hcl::bench {

// One group of five blocks, 26 lines that end with a blank one.
inline std::string terraform_group(std::size_t index) {
    const std::string n = std::to_string(index);
    const std::string size = std::to_string(index * 7 % 97);
    const std::string least = std::to_string(1 + index * 37 % 999);
    return "variable \"size_" + n + "\" {\n  description = \"input " + n +
           ", used by locals and resources below\"\n  type = object({\n    name = string\n    size = "
           "optional(number, " +
           size + ")\n    tags = optional(map(string), {})\n  })\n  default = { name = \"n" + n +
           "\" }\n  validation {\n    condition     = length(var.size_" + n + ".name) > 0 && var.size_" + n +
           ".size >= 0\n    error_message = \"The name of size_" + n +
           " must not be empty.\"\n  }\n}\n\n"
           "locals {\n  tags_" +
           n + " = { for k, v in var.size_" + n + ".tags : upper(k) => \"${v}-${var.size_" + n +
           ".name}\" if v != \"\" }\n  count_" + n + " = max(var.size_" + n + ".size, " + least +
           ") * 2 + length(local.tags_" + n + ")\n  names_" + n + " = [for i in range(local.count_" + n +
           ") : format(\"%03d-%s\", i, var.size_" + n +
           ".name)]\n}\n\n"
           "resource \"terraform_data\" \"item_" +
           n + "\" {\n  count = var.size_" + n +
           ".size > 10 ? 2 : 1\n  input = {\n    name  = \"${var.size_" + n +
           ".name}-${count.index}\"\n    sizes = [local.count_" + n +
           ", 0.5, null]\n    text  = <<-EOT\n      first line of " + n + "\n      %{if var.size_" + n +
           ".size > 3}big ${local.count_" + n +
           "}%{else}small%{endif}\n    EOT\n  }\n  triggers_replace = [local.names_" + n + ", var.size_" + n +
           ".tags[\"k" + n +
           "\"]]\n  lifecycle {\n    ignore_changes = [input]\n  }\n}\n\n"
           "output \"value_" +
           n + "\" {\n  description = \"value " + n + "\"\n  value       = { ids = terraform_data.item_" + n +
           "[*].id, first = try(terraform_data.item_" + n +
           "[0].output.name, \"none\") }\n}\n\n"
           "check \"list_" +
           n + "\" {\n  assert {\n    condition     = alltrue([for s in local.names_" + n +
           " : startswith(s, \"0\")])\n    error_message = \"The list of " + n +
           " has ${length(local.names_" + n + ")} entries.\"\n  }\n}\n\n";
}

inline std::string terraform_text(std::size_t lines) {
    std::string text;
    std::size_t groups = 0;
    for (std::size_t at = 0; at < lines; ++groups) {
        const std::string group = terraform_group(groups);
        at += static_cast<std::size_t>(std::ranges::count(group, '\n'));
        text += group;
    }
    return text;
}

}  // namespace hcl::bench
