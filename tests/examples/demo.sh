#!/bin/sh
# Shows what hcl-ls does on the example workspace: checks it, decodes it, evaluates, and talks to the server as an
# editor would.
set -eu
hcl_ls=$(realpath "$1")
cd "$(dirname "$0")"

run() {
    printf '\n$ hcl-ls %s\n' "$*"
    "$hcl_ls" "$@" || true
}

cd workspace
run check broken.hcl
run check gateway.hcl
run fmt --diff gateway.hcl
run decode --spec gateway.hcldec gateway.hcl
run eval '[for n in range(3) : "host-${n}"]'
cd ..

printf '\nAs an editor would, over the Language Server Protocol:\n'
python3 lsp_session.py "$hcl_ls" workspace

cat <<END

To use it in your editor (editors/README.md has the details):
  VS Code   build editors/vscode once with "npm ci && npm run package", then install the .vsix
  Neovim    copy editors/neovim into a folder of your runtimepath and call vim.lsp.enable("hcl_ls")
  Emacs     (require 'hcl-ls) from editors/emacs, then M-x eglot
The program is $hcl_ls; "./dev install" puts it on the PATH.
END
