-- Shared by the tests in Neovim: the plugin on the runtime path, and a line for each test.
local editors = assert(os.getenv('HCL_EDITORS'))
vim.opt.runtimepath:prepend(editors .. '/neovim')
vim.cmd('filetype plugin indent on')
vim.cmd('syntax on')
vim.cmd.source(editors .. '/neovim/plugin/hcl_ls.lua')
vim.o.swapfile = false
vim.o.hidden = true

local M = { patience = 20000 }

function M.test(name, body)
  local ok, why = xpcall(body, function(problem) return tostring(problem) end)
  -- The editor may have left something of its own on the line.
  print((ok and '\nok neovim: ' or '\nFAIL neovim: ') .. name .. (ok and '' or ': ' .. why))
  io.stdout:flush()
end

function M.expect(condition, what)
  if not condition then
    error(what, 2)
  end
end

function M.eventually(condition, what)
  M.expect(vim.wait(M.patience, condition, 20), 'waited in vain for ' .. what)
end

-- Types keys as a person does, with everything that happens in insert mode, which they leave at the end.
function M.type(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'tx', false)
end

-- Another Neovim for what happens while keys are waited for. Returns a function that evaluates Lua there.
function M.child()
  local job = vim.fn.jobstart({ vim.v.progpath, '--clean', '--headless', '--embed', '-n' }, { rpc = true })
  local function lua(code, ...)
    return vim.rpcrequest(job, 'nvim_exec_lua', code, { ... })
  end
  local function input(keys)
    vim.rpcrequest(job, 'nvim_input', keys)
  end
  lua([[
    vim.opt.runtimepath:prepend(... .. '/neovim')
    vim.cmd('filetype plugin indent on')
    vim.cmd.source(... .. '/neovim/plugin/hcl_ls.lua')
  ]], editors)
  return lua, input, function() vim.fn.jobstop(job) end
end

function M.finish()
  print('\ndone')
  io.stdout:write('\n')
  vim.cmd('qall!')
end

return M
