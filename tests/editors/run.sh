#!/bin/sh
# The editors' tests: the real Neovim, Emacs and VS Code, headless, against the built server. Installs what it needs below
# build/ (Emacs and Chromium from the system). HCL_LS names the server, COC_NVIM the folder of coc.nvim and NONE_LS that of
# none-ls.nvim and plenary.nvim, where they are there.
# usage: run.sh [EDITOR]...
set -u
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
HCL_LS=${HCL_LS:-$root/build/release/hcl-ls}
export HCL_LS
work=$root/build/editors
mkdir -p "$work"

passed=0
failed=0
skipped=0

# tally LOG STATUS NAME: counts the "ok" and "FAIL" lines; a run that stops in the middle is a failure, too.
tally() {
    cat "$1"
    p=$(grep -c '^ok ' "$1")
    skipped=$((skipped + $(grep -c '^SKIP ' "$1")))
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

# Where a program cannot be had, that is no fault of ours; but nobody shall believe that it was tested.
skip() {
    echo "SKIP $*"
    skipped=$((skipped + 1))
}

# A fresh copy of the workspace, so that no test sees what another wrote.
workspace() {
    rm -rf "${work:?}/$1"
    cp -r tests/editors/workspace "$work/$1"
    mkdir "$work/$1/.git"
    printf %s "$work/$1"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# needs_packages NAME...: installs packages of Debian and its kin; false where that is impossible.
needs_packages() {
    command -v apt-get >/dev/null 2>&1 || return 1
    dpkg-query -W -f='${db:Status-Status}\n' "$@" 2>/dev/null | grep -cx installed | grep -qx $# && return 0
    as_root apt-get -o DPkg::Lock::Timeout=300 update -qq >>"$work/install.log" 2>&1
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq \
        --no-install-recommends "$@" >>"$work/install.log" 2>&1
}

# run_in NAME LOG COMMAND...: runs a test in a fresh copy of the workspace, and counts what it prints.
run_in() {
    name=$1
    log=$work/$2.log
    shift 2
    folder=$(workspace "$name")
    (cd "$folder" && XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data \
        HCL_EDITORS=$root/editors HCL_TESTS=$root/tests/editors timeout 120 "$@") >"$log" 2>&1
    tally "$log" $? "$name"
}

# Neovim from PyPI; false where it cannot be had.
has_neovim() {
    nvim=$work/venv/bin/nvim
    cmp -s tests/editors/requirements.txt "$work/venv/requirements.txt" && return 0
    python3 -m venv "$work/venv" &&
        "$work/venv/bin/pip" install -q --disable-pip-version-check -r tests/editors/requirements.txt &&
        "$nvim" --version >/dev/null &&
        cp tests/editors/requirements.txt "$work/venv/requirements.txt"
}

test_neovim() {
    has_neovim || { skip "neovim: cannot be installed from PyPI"; return; }
    run_in neovim neovim-files "$nvim" --clean --headless -l "$root/tests/editors/neovim/files.lua"
    run_in neovim neovim-server "$nvim" --clean --headless -l "$root/tests/editors/neovim/server.lua"
}

has_emacs() { command -v emacs >/dev/null 2>&1 && emacs -q --batch -f package-initialize -l eglot 2>/dev/null; }

test_emacs() {
    has_emacs || needs_packages emacs-nox elpa-eglot
    has_emacs || { skip "emacs: needs Emacs with eglot (Debian: emacs-nox elpa-eglot)"; return; }
    needs_packages elpa-package-lint || echo "emacs: no package-lint here, its test is left out"
    run_in emacs emacs-files emacs -q --batch -f package-initialize -l "$root/tests/editors/emacs/files.el"
    run_in emacs emacs-server emacs -q --batch -f package-initialize -l "$root/tests/editors/emacs/server.el"
}

# Linting without a language client, and what packages and shells carry. Programs that cannot be had are left out.
test_linters() {
    needs_packages vim vim-ale emacs-nox elpa-eglot elpa-flycheck git || echo "linters: not all packages can be had"
    tools linters || return
    go_program efm-langserver github.com/mattn/efm-langserver@v0.0.57
    go_program reviewdog github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0
    timeout 600 "$work/tools/bin/python" tests/editors/linters/linters.py "$root" "$work/linters" >"$work/linters.log" 2>&1
    tally "$work/linters.log" $? linters
}

# Packages of the system, ready files, sessions of clients that cannot be installed, and editors in a terminal.
test_others() {
    needs_packages zsh fish mandoc kakoune || echo "others: not all packages can be had"
    tools others || return
    cargo_program kak-lsp 18.1.3
    helix_tree
    test_coc
    for suite in others clients terminals; do
        PATH=$work/bin:$PATH timeout 600 "$work/tools/bin/python" "tests/editors/others/$suite.py" "$root" "$work/others" \
            >"$work/$suite.log" 2>&1
        tally "$work/$suite.log" $? others
    done
}

# The real coc.nvim is in no registry: its package on npm holds types alone.
test_coc() {
    if [ -e "${COC_NVIM:-}/build/index.js" ] && has_neovim; then
        run_in neovim neovim-coc "$nvim" --clean --headless -l "$root/tests/editors/neovim/coc.lua"
    else
        skip "coc.nvim: COC_NVIM names no folder with its branch \"release\""
    fi
}

# Helix is in Debian since version 13. Elsewhere its packages are unpacked below build/, and run from there.
helix_tree() {
    HELIX_TREE=$work/helix
    export HELIX_TREE
    ! command -v hx >/dev/null 2>&1 || return 0
    [ -e "$HELIX_TREE/usr/lib/hx/hx" ] || needs_packages hx || {
        needs_packages mmdebstrap && rm -rf "$HELIX_TREE" &&
            as_root mmdebstrap --quiet --mode=root --variant=extract --include=hx trixie "$HELIX_TREE" >>"$work/install.log" 2>&1
    } || true
}

# cargo_program NAME VERSION: below build/, where Rust is installed.
cargo_program() {
    if ! [ -x "$work/bin/$1" ] && command -v cargo >/dev/null 2>&1; then
        cargo install --quiet --locked --root "$work" --version "$2" "$1" >>"$work/install.log" 2>&1 || true
    fi
}

# go_program NAME PACKAGE: below build/, where Go is installed.
go_program() {
    if ! [ -x "$work/bin/$1" ] && command -v go >/dev/null 2>&1; then
        GOBIN=$work/bin go install "$2" >>"$work/install.log" 2>&1
    fi
}

# The Python programs that the tests of linters and others use; false where they cannot be had.
tools() {
    cmp -s tests/editors/linters/requirements.txt "$work/tools/requirements.txt" && return 0
    python3 -m venv "$work/tools" &&
        "$work/tools/bin/pip" install -q --disable-pip-version-check -r tests/editors/linters/requirements.txt &&
        cp tests/editors/linters/requirements.txt "$work/tools/requirements.txt" && return 0
    skip "$1: needs packages of PyPI that cannot be had"
    return 1
}

# The extension: its grammar, its documents, its package, and that package in the real editor (tests/editors/vscode).
test_vscode() {
    command -v npm >/dev/null 2>&1 || { skip "vscode: needs Node.js with npm"; return; }
    tests/editors/vscode/run.sh >"$work/vscode.log" 2>&1
    tally "$work/vscode.log" $? vscode
}

[ -x "$HCL_LS" ] || { echo "$HCL_LS is not there: build it first, or name it in HCL_LS"; exit 1; }
[ $# -gt 0 ] || set -- neovim emacs linters others vscode
for editor in "$@"; do
    case $editor in
        neovim) test_neovim ;;
        emacs) test_emacs ;;
        linters) test_linters ;;
        others) test_others ;;
        vscode) test_vscode ;;
        *) fail "there is no test for $editor" ;;
    esac
done
echo "editors: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
