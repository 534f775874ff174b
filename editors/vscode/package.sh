#!/bin/sh
# Builds the platform's package with a server inside: package.sh BINARY [OUT.vsix]
# Without a server (package.sh none), the package runs on every platform and needs hcl-ls in PATH.
set -eu
[ $# -ge 1 ] || { sed -n 2,3p "$0" >&2; exit 2; }
server=$1
[ "$server" = none ] || server=$(cd "$(dirname "$server")" && pwd)/$(basename "$server")
out=${2:-}
case $out in "" | /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")"
# node_modules follows the lock file.
if ! cmp -s package-lock.json node_modules/.from-lock; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.from-lock
fi
node_modules/.bin/tsc --noEmit -p .
set --
[ "$server" = none ] || set -- --server "$server"
[ -z "$out" ] || set -- "$@" --out "$out"
exec node scripts/package.mjs "$@"
