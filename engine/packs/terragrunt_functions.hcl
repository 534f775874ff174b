# Terragrunt's functions besides those of Terraform.
function "find_in_parent_folders" {
  doc            = "The path of a file in the nearest folder above that has one; `name` is `root.hcl` or `terragrunt.hcl`. A second argument is the answer when there is none."
  params         = []
  variadic_param = names
  variadic_max   = 2
  returns        = string
}
function "path_relative_to_include" {
  doc            = "The path from the included file to this one."
  params         = []
  variadic_param = name
  variadic_max   = 1
  returns        = string
}
function "path_relative_from_include" {
  doc            = "The path from this file to the included one."
  params         = []
  variadic_param = name
  variadic_max   = 1
  returns        = string
}
function "get_env" {
  doc            = "An environment variable, or the second argument when it is not set."
  params         = [name]
  variadic_param = default
  variadic_max   = 1
  returns        = string
}
function "run_cmd" {
  doc            = "What a program prints. It is not run here."
  params         = [command]
  variadic_param = arguments
  returns        = string
}
function "read_terragrunt_config" {
  doc            = "All of another configuration. A second argument is the answer when there is none."
  params         = [path]
  variadic_param = default
  variadic_max   = 1
  returns        = any
}
function "get_platform" {
  doc     = "The operating system."
  params  = []
  returns = string
}
function "get_repo_root" {
  doc     = "The folder of the repository."
  params  = []
  returns = string
}
function "get_path_from_repo_root" {
  doc     = "The path from the folder of the repository to this one."
  params  = []
  returns = string
}
function "get_path_to_repo_root" {
  doc     = "The path from this folder to that of the repository."
  params  = []
  returns = string
}
function "get_terragrunt_dir" {
  doc     = "The folder of this configuration."
  params  = []
  returns = string
}
function "get_original_terragrunt_dir" {
  doc     = "The folder of the configuration that reads this one."
  params  = []
  returns = string
}
function "get_working_dir" {
  doc     = "The folder that the program runs in."
  params  = []
  returns = string
}
function "get_parent_terragrunt_dir" {
  doc            = "The folder of the included configuration."
  params         = []
  variadic_param = name
  variadic_max   = 1
  returns        = string
}
function "get_terraform_command" {
  doc     = "The command that is run."
  params  = []
  returns = string
}
function "get_terraform_cli_args" {
  doc     = "The arguments of that command."
  params  = []
  returns = list(string)
}
function "get_terraform_commands_that_need_vars" {
  doc     = "Commands that take values of variables."
  params  = []
  returns = list(string)
}
function "get_terraform_commands_that_need_locking" {
  doc     = "Commands that lock the state."
  params  = []
  returns = list(string)
}
function "get_terraform_commands_that_need_input" {
  doc     = "Commands that ask."
  params  = []
  returns = list(string)
}
function "get_terraform_commands_that_need_parallelism" {
  doc     = "Commands that do several things at a time."
  params  = []
  returns = list(string)
}
function "get_default_retryable_errors" {
  doc     = "Patterns of messages after which trying again may help."
  params  = []
  returns = list(string)
}
function "get_aws_account_alias" {
  doc     = "The alias of the AWS account."
  params  = []
  returns = string
}
function "get_aws_account_id" {
  doc     = "The AWS account."
  params  = []
  returns = string
}
function "get_aws_caller_identity_arn" {
  doc     = "Who one is in AWS, as an ARN."
  params  = []
  returns = string
}
function "get_aws_caller_identity_user_id" {
  doc     = "Who one is in AWS."
  params  = []
  returns = string
}
function "get_terragrunt_source_cli_flag" {
  doc     = "The source that the command line names."
  params  = []
  returns = string
}
function "sops_decrypt_file" {
  doc     = "The text of a file that SOPS encrypted."
  params  = [path]
  returns = string
}
function "read_tfvars_file" {
  doc     = "The values of a file, as JSON."
  params  = [path]
  returns = string
}
function "mark_as_read" {
  doc     = "The path, which counts as read by this unit."
  params  = [path]
  returns = string
}
function "mark_glob_as_read" {
  doc     = "The paths of a pattern, which count as read by this unit."
  params  = [pattern]
  returns = list(string)
}
function "constraint_check" {
  doc    = "Whether a version meets a constraint."
  params = [version, constraint]
  types  = { version = string, constraint = string }
  result = can(regex("^v?[0-9]+([.][0-9]+)*(-?[0-9A-Za-z.~-]+)?([+][0-9A-Za-z.~-]+)?$", version)) ? unknown(bool) : fail("\"${version}\" is no version, such as 1.2.3")
}
function "deep_merge" {
  doc            = "Maps merged with all that is inside of them."
  params         = []
  variadic_param = maps
  returns        = any
}
