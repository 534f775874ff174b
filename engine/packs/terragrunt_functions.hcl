# Functions that Terragrunt adds to those of Terraform.
function "find_in_parent_folders" {
  doc            = "Path of a file in the nearest parent folder that contains it; `name` is `root.hcl` or `terragrunt.hcl`. The second argument is the fallback if no file is found."
  params         = []
  variadic_param = { names = string }
  max_items      = 2
  type           = string
}
function "path_relative_to_include" {
  doc            = "Relative path from the included file to this one."
  params         = []
  variadic_param = { name = string }
  refers_to      = { name = include }
  type           = string
}
function "path_relative_from_include" {
  doc            = "Relative path from this file to the included one."
  params         = []
  variadic_param = { name = string }
  refers_to      = { name = include }
  type           = string
}
function "get_env" {
  doc            = "Value of an environment variable, or the second argument if it is not set."
  params         = { name = string }
  variadic_param = { default = string }
  max_items      = 1
  result         = name == "" ? fail("the name of the variable is empty") : unknown(string)
}
function "run_cmd" {
  doc            = "Output of a command. The language server does not run it."
  params         = { command = string }
  variadic_param = { arguments = string }
  type           = string
}
function "read_terragrunt_config" {
  doc            = "Parsed content of another configuration. The second argument is the fallback if the file does not exist."
  params         = { path = module }
  variadic_param = default
  max_items      = 1
  type           = any
  # Included blocks are merged with those of the file, except for locals. Stacks have only locals.
  result = {
    locals                        = path.local
    inputs                        = can(path.unit_part.inputs) && !can(path.unit_part.included) ? path.unit_part.inputs : unknown(any)
    dependency                    = can(keys(path.dependency)) ? (length(keys(path.dependency)) > 0 && !can(path.unit_part.included) ? { for name, value in path.dependency : name => { name = name, config_path = unknown(any), enabled = unknown(any), skip_outputs = unknown(any), mock_outputs = unknown(any), mock_outputs_allowed_terraform_commands = unknown(any), mock_outputs_merge_strategy_with_state = unknown(any), mock_outputs_merge_with_state = unknown(any), inputs = unknown(any), outputs = value.outputs } } : unknown(any)) : unknown(any)
    catalog                       = unknown(any)
    dependencies                  = unknown(any)
    download_dir                  = unknown(any)
    engine                        = unknown(any)
    errors                        = unknown(any)
    exclude                       = unknown(any)
    feature                       = unknown(any)
    generate                      = unknown(any)
    iam_assume_role_duration      = unknown(any)
    iam_assume_role_session_name  = unknown(any)
    iam_role                      = unknown(any)
    iam_web_identity_token        = unknown(any)
    include                       = unknown(any)
    prevent_destroy               = unknown(any)
    remote_state                  = unknown(any)
    retry_max_attempts            = unknown(any)
    retry_sleep_interval_sec      = unknown(any)
    retryable_errors              = unknown(any)
    skip                          = unknown(any)
    terraform                     = unknown(any)
    terraform_binary              = unknown(any)
    terraform_version_constraint  = unknown(any)
    terragrunt_version_constraint = unknown(any)
  }
}
function "get_platform" {
  doc    = "Name of the operating system."
  params = []
  type   = string
}
function "get_repo_root" {
  doc    = "Root folder of the Git repository."
  params = []
  type   = string
}
function "get_path_from_repo_root" {
  doc    = "Relative path from the repository root to this folder."
  params = []
  type   = string
}
function "get_path_to_repo_root" {
  doc    = "Relative path from this folder to the repository root."
  params = []
  type   = string
}
function "get_terragrunt_dir" {
  doc    = "Folder of this configuration."
  params = []
  type   = string
}
function "get_original_terragrunt_dir" {
  doc    = "Folder of the configuration that reads this one."
  params = []
  type   = string
}
function "get_working_dir" {
  doc    = "Working directory of the run."
  params = []
  type   = string
}
function "get_parent_terragrunt_dir" {
  doc            = "Folder of the included configuration."
  params         = []
  variadic_param = { name = string }
  refers_to      = { name = include }
  type           = string
}
function "get_terraform_command" {
  doc    = "OpenTofu or Terraform command of the run."
  params = []
  type   = string
}
function "get_terraform_cli_args" {
  doc    = "Command-line arguments of the run."
  params = []
  type   = list(string)
}
function "get_terraform_commands_that_need_vars" {
  doc    = "Commands that accept variable values."
  params = []
  type   = list(string)
}
function "get_terraform_commands_that_need_locking" {
  doc    = "Commands that lock the state."
  params = []
  type   = list(string)
}
function "get_terraform_commands_that_need_input" {
  doc    = "Commands that accept interactive input."
  params = []
  type   = list(string)
}
function "get_terraform_commands_that_need_parallelism" {
  doc    = "Commands that accept a `-parallelism` argument."
  params = []
  type   = list(string)
}
function "get_default_retryable_errors" {
  doc    = "Default patterns of retryable error messages."
  params = []
  type   = list(string)
}
function "get_aws_account_alias" {
  doc    = "Alias of the AWS account."
  params = []
  type   = string
}
function "get_aws_account_id" {
  doc    = "ID of the AWS account."
  params = []
  type   = string
}
function "get_aws_caller_identity_arn" {
  doc    = "ARN of the current AWS identity."
  params = []
  type   = string
}
function "get_aws_caller_identity_user_id" {
  doc    = "User ID of the current AWS identity."
  params = []
  type   = string
}
function "get_terragrunt_source_cli_flag" {
  doc    = "Module source that is set on the command line."
  params = []
  type   = string
}
function "sops_decrypt_file" {
  doc    = "Decrypted content of a file that is encrypted with SOPS."
  params = { path = string }
  result = fileexists(path) ? unknown(string) : fail("there is no file \"${path}\"", "missing-file")
}
function "read_tfvars_file" {
  doc    = "Values of a variable file, as JSON."
  params = { path = string }
  result = fileexists(path) ? unknown(string) : fail("there is no file \"${path}\"", "missing-file")
}
function "mark_as_read" {
  doc    = "Marks a file as read by this unit, and returns its path."
  params = { path = string }
  type   = string
}
function "mark_glob_as_read" {
  doc            = "Marks files that match a pattern as read by this unit, and returns their paths. Options stand before the pattern."
  params         = []
  variadic_param = { pattern = string }
  type           = list(string)
}
function "constraint_check" {
  doc    = "Whether a version satisfies a constraint."
  params = { version = string, constraint = string }
  result = (
    !can(regex("^v?[0-9]+([.][0-9]+)*(-?[0-9A-Za-z.~-]+)?([+][0-9A-Za-z.~-]+)?$", version)) ? fail("\"${version}\" is not a version, such as 1.2.3") :
    !can(regex("^\\s*(=|!=|>|<|>=|<=|~>)?\\s*v?[0-9]+([.][0-9]+)*(-?[0-9A-Za-z.~-]+)?([+][0-9A-Za-z.~-]+)?\\s*(,\\s*(=|!=|>|<|>=|<=|~>)?\\s*v?[0-9]+([.][0-9]+)*(-?[0-9A-Za-z.~-]+)?([+][0-9A-Za-z.~-]+)?\\s*)*$", constraint)) ? fail("\"${constraint}\" is not a constraint, such as \">= 1.2, < 2.0\"") :
    unknown(bool)
  )
}
function "deep_merge" {
  doc            = "Recursive merge of maps."
  params         = []
  variadic_param = maps
  type           = any
}
