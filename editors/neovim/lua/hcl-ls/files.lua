-- The files of the HCL family: the one table of this plugin. Files that Neovim itself calls "hcl" or "terraform"
-- keep that type, so that syntax, indentation, tree-sitter parsers and settings of these types go on working; the
-- server tells the language by the file's name.
local M = {}

-- Types of buffers that the server is for. "json" only for the names below.
M.filetypes = {
  'hcl', 'terraform', 'terraform-vars', 'opentofu', 'opentofu-vars', 'hcldec', 'pcl',
}

-- Files at the top of a workspace, and those that mark one when there is none of them.
M.root_markers = {
  { '.hcl-ls.hcl' },
  { '.terraform.lock.hcl', '.terraform', 'root.hcl', '.tflint.hcl', '.git' },
  { 'terragrunt.hcl', 'docker-bake.hcl', 'docker-bake.json', 'Pulumi.yaml' },
}

-- Kinds of files that are also written as NAME.KIND.json.
local kinds = {
  'hcl', 'nomad', 'pkr', 'pkrvars', 'tf', 'tfcomponent', 'tfdeploy', 'tfmock', 'tfquery', 'tfstack', 'tftest', 'tfvars',
  'tofu', 'tofutest', 'bake', 'docker-bake', 'wpvars', 'boundary', 'consul', 'consul-acl', 'consul-entry', 'nomad-acl',
  'nomad-agent', 'vault', 'vault-policy',
}
-- Files of these names.
local names = {
  'bao', 'bao-agent', 'bao-proxy', 'boundary', 'consul', 'nomad', 'openbao', 'vault', 'vault-agent', 'vault-proxy',
}
local json = { '^docker%-bake%.json$', '^docker%-bake%.override%.json$', '^%.tflint%.json$', '^sentinel%.json$' }
for _, kind in ipairs(kinds) do
  table.insert(json, '%.' .. vim.pesc(kind) .. '%.json$')
end
for _, name in ipairs(names) do
  table.insert(json, '^' .. vim.pesc(name) .. '%.json$')
end

-- Whether a JSON file is written in one of the languages. vim.g.hcl_ls_json holds more Lua patterns of names.
function M.is_dialect_json(path)
  local name = path:match('[^/\\]*$')
  for _, patterns in ipairs({ json, vim.g.hcl_ls_json or {} }) do
    for _, pattern in ipairs(patterns) do
      if name:find(pattern) then
        return true
      end
    end
  end
  return false
end

-- Whether the server should look after a buffer.
function M.wants(buffer)
  local filetype = vim.bo[buffer].filetype
  if filetype == 'json' or filetype == 'jsonc' then
    return M.is_dialect_json(vim.api.nvim_buf_get_name(buffer))
  end
  return vim.tbl_contains(M.filetypes, filetype)
end

-- The folder that the server is started for.
function M.root(path)
  local start = vim.fs.dirname(path)
  for _, names in ipairs(M.root_markers) do
    local found = vim.fs.find(names, { path = start, upward = true })[1]
    if found then
      return vim.fs.dirname(found)
    end
  end
  return start
end

local function pulumi(path)
  -- Puppet has the same ending; PCL programs stand beside a Pulumi project.
  local project = vim.fs.find('Pulumi.yaml', { path = vim.fs.dirname(path), upward = true })
  return #project > 0 and 'pcl' or 'puppet'
end

-- The table for vim.filetype.add.
M.detection = {
  extension = {
    hcl = 'hcl',
    hcldec = 'hcldec',
    nomad = 'hcl',
    pp = pulumi,
    -- Neovim looks into a *.tf for the language of a game, and finds it in an empty file.
    tf = 'terraform',
    tfbackend = 'hcl',
    tfrc = 'hcl',
    tofu = 'opentofu',
    tofurc = 'hcl',
    tfvars = 'terraform-vars',
    wpvars = 'hcl',
    zcl = 'hcl',
  },
  filename = {
    ['.terraformrc'] = 'hcl',
    ['.tofurc'] = 'hcl',
    ['terraform.rc'] = 'hcl',
    ['tofu.rc'] = 'hcl',
  },
  pattern = {
    ['.*%.nomad%.vars'] = 'hcl',
    ['.*%.hcldec%.hcl'] = 'hcldec',
    ['.*%.pack%.hcl'] = 'hcldec',
  },
}

-- The language id that the server gets for an unnamed buffer.
M.language_ids = { tf = 'terraform' }

return M
