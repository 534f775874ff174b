#!/bin/sh
# The VS Code extension: grammar, documents, package, and that package in the real editor. HCL_LS names the server that
# is packed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
extension=$root/editors/vscode
work=$root/build/editors/vscode
HCL_LS=${HCL_LS:-$root/build/release/hcl-ls}
mkdir -p "$work"
status=0

ok() { echo "ok vscode: $*"; }
fail() {
    echo "FAIL vscode: $*"
    status=1
}

if grep -q '"resolved"' "$extension/package-lock.json"; then
    fail "package-lock.json names hosts of a registry"
else
    ok "package-lock.json names no registry"
fi

vsix=$work/hcl-ls.vsix
rm -f "$vsix"
"$extension/package.sh" "$HCL_LS" "$vsix" >"$work/package.log" 2>&1
if [ -s "$vsix" ]; then
    ok "compiles and packs"
else
    cat "$work/package.log"
    fail "compiles and packs"
    exit 1
fi
size=$(wc -c <"$vsix")
if [ "$size" -lt 15000000 ]; then ok "the package is small ($size bytes)"; else fail "the package has $size bytes"; fi

node "$extension/scripts/test_grammar.mjs" || status=1
node "$extension/scripts/test_manifest.mjs" "$HCL_LS" || status=1

installed=${CODE_SERVER:-$root/build/code-server}
if "$here/install.sh" "$installed" >"$work/install.log" 2>&1; then
    timeout 1800 node "$here/browser_test.mjs" "$installed" "$vsix" "$work" || status=1
else
    tail -20 "$work/install.log"
    fail "the editor cannot be installed"
fi
exit $status
