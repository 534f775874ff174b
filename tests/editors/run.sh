#!/bin/sh
# The editors' smoke tests: real Neovim and Emacs, headless, against the built server; the VS Code extension is compiled
# and packed. Installs what it needs below build/ (Emacs from the system). HCL_LS names the server.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
HCL_LS=${HCL_LS:-$root/build/release/hcl-ls}
export HCL_LS
work=$root/build/editors
mkdir -p "$work"

passed=0
failed=0

# tally LOG STATUS NAME: counts the "ok" and "FAIL" lines; a run that stops in the middle is a failure, too.
tally() {
    cat "$1"
    p=$(grep -c '^ok ' "$1")
    # An editor may print something of its own in front, on the same line.
    f=$(grep -c "FAIL $3: " "$1")
    if ! grep -q '^done$' "$1"; then
        echo "FAIL $3: it stopped before its end (exit code $2)"
        f=$((f + 1))
    fi
    passed=$((passed + p))
    failed=$((failed + f))
}

fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

# A fresh copy of the workspace, so that no test sees what another wrote.
workspace() {
    rm -rf "$work/$1"
    cp -r tests/editors/workspace "$work/$1"
    mkdir "$work/$1/.git"
    printf %s "$work/$1"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

smoke_neovim() {
    nvim=$work/venv/bin/nvim
    if ! [ -x "$nvim" ]; then
        python3 -m venv "$work/venv" &&
            "$work/venv/bin/pip" install -q --disable-pip-version-check -r tests/editors/requirements.txt ||
            { fail "neovim: cannot be installed"; return; }
    fi
    folder=$(workspace neovim)
    (cd "$folder" && XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data \
        HCL_EDITORS=$root/editors timeout 120 "$nvim" --clean --headless -l "$root/tests/editors/neovim_smoke.lua") \
        >"$work/neovim.log" 2>&1
    tally "$work/neovim.log" $? neovim
}

has_emacs() { command -v emacs >/dev/null 2>&1 && emacs -q --batch -f package-initialize -l eglot 2>/dev/null; }

smoke_emacs() {
    if ! has_emacs && command -v apt-get >/dev/null 2>&1; then
        as_root apt-get update -qq
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends emacs-nox elpa-eglot \
            >"$work/emacs-install.log" 2>&1
    fi
    has_emacs || { fail "emacs: needs Emacs with eglot (Debian: emacs-nox elpa-eglot)"; return; }
    folder=$(workspace emacs)
    (cd "$folder" && HCL_EDITORS=$root/editors timeout 120 emacs -q --batch -f package-initialize \
        -l "$root/tests/editors/emacs_smoke.el") >"$work/emacs.log" 2>&1
    tally "$work/emacs.log" $? emacs
}

build_vscode() {
    command -v npm >/dev/null 2>&1 || { fail "vscode: needs Node.js with npm"; return; }
    rm -rf "$work/vscode"
    cp -r editors/vscode "$work/vscode"
    rm -rf "$work/vscode/node_modules" "$work/vscode/out" "$work"/vscode/*.vsix
    {
        if grep -q '"resolved"' editors/vscode/package-lock.json; then
            echo "FAIL vscode: package-lock.json names hosts of a registry"
        else
            echo "ok vscode: package-lock.json names no registry"
        fi
        cd "$work/vscode" &&
            npm ci --ignore-scripts --no-audit --no-fund --loglevel=error &&
            npx tsc --noEmit -p . && echo "ok vscode: compiles" &&
            npm run --silent package >/dev/null && [ -s hcl-ls.vsix ] && echo "ok vscode: packs" && echo "done"
    } >"$work/vscode.log" 2>&1
    tally "$work/vscode.log" $? vscode
    cd "$root" || exit 1
}

[ -x "$HCL_LS" ] || { echo "$HCL_LS is not there: build it first, or name it in HCL_LS"; exit 1; }
for editor in ${*:-neovim emacs vscode}; do
    case $editor in
        neovim) smoke_neovim ;;
        emacs) smoke_emacs ;;
        vscode) build_vscode ;;
        *) fail "there is no test for $editor" ;;
    esac
done
echo "editors: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
