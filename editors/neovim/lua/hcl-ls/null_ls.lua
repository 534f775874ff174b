-- hcl-ls for none-ls and null-ls: require('null-ls').setup({ sources = require('hcl-ls.null_ls') })
local null_ls = require('null-ls')
local files = require('hcl-ls.files')
local report = require('hcl-ls.report')

local filetypes = vim.list_extend({ 'json', 'jsonc' }, files.filetypes)
local function wants(params) return files.wants(params.bufnr) end

return {
  {
    name = 'hcl-ls check',
    method = null_ls.methods.DIAGNOSTICS,
    filetypes = filetypes,
    generator = null_ls.generator({
      command = 'hcl-ls',
      args = { 'check', '--stdin', '--format=json', '--filename=$FILENAME' },
      to_stdin = true,
      -- 1: there are findings.
      check_exit_code = { 0, 1 },
      runtime_condition = wants,
      on_output = function(params, done)
        local found = report.diagnostics(params.output or '', params.bufnr)
        for _, finding in ipairs(found) do
          -- Rows and columns of none-ls begin with one.
          finding.row, finding.col = finding.lnum + 1, finding.col + 1
          finding.end_row, finding.end_col = finding.end_lnum + 1, finding.end_col + 1
        end
        return done(found)
      end,
    }),
  },
  {
    name = 'hcl-ls fmt',
    method = null_ls.methods.FORMATTING,
    filetypes = filetypes,
    generator = null_ls.formatter({
      command = 'hcl-ls',
      args = { 'fmt', '--stdin', '--filename=$FILENAME' },
      to_stdin = true,
      runtime_condition = wants,
    }),
  },
}
