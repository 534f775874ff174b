-- What `hcl-ls check --format=json` prints, as diagnostics of Neovim. For linters without a language client.
local M = {}

local severities = {
  error = vim.diagnostic.severity.ERROR,
  warning = vim.diagnostic.severity.WARN,
  info = vim.diagnostic.severity.INFO,
  hint = vim.diagnostic.severity.HINT,
}

function M.diagnostics(output, buffer)
  -- The report has characters in lines and bytes in the file.
  local function column(place)
    local start = vim.api.nvim_buf_get_offset(buffer, place.line - 1)
    return start >= 0 and place.byte - start or place.column - 1
  end
  local ok, report = pcall(vim.json.decode, output)
  local found = {}
  for _, finding in ipairs(ok and report.findings or {}) do
    table.insert(found, {
      lnum = finding.start.line - 1,
      col = column(finding.start),
      end_lnum = finding['end'].line - 1,
      end_col = column(finding['end']),
      severity = severities[finding.severity],
      code = finding.code,
      source = 'hcl-ls',
      message = finding.title .. ': ' .. finding.message,
    })
  end
  return found
end

return M
