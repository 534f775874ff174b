#!/bin/sh
# Installs what the browser test needs: Chromium from the system, code-server and playwright-core from npm.
#   install.sh FOLDER
# The packages' own install scripts fetch prebuilt programs from elsewhere, so they do not run; the native modules that
# the editor's server needs are built here, against the headers of the node that runs them.
set -eu
version=4.99.4
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -f "$folder/installed-$version" ] && exit 0

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

case $(node --version) in
    v20.*) ;;
    *) echo "code-server $version needs node 20, not $(node --version)" >&2; exit 1 ;;
esac

# Chromium, and what the native modules are built with.
packages="chromium fonts-dejavu-core libkrb5-dev g++ make python3 pkg-config"
if command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    if ! dpkg-query -W -f='${db:Status-Status}\n' $packages 2>/dev/null | grep -cx installed | grep -qx "$(echo $packages | wc -w)"; then
        as_root apt-get -o DPkg::Lock::Timeout=300 update -qq
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq \
            --no-install-recommends $packages
    fi
fi

headers=$(node -p 'process.config.variables.node_prefix || path.dirname(path.dirname(fs.realpathSync(process.execPath)))')
[ -f "$headers/include/node/node.h" ] || headers=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
gyp=$(dirname "$(readlink -f "$(command -v npm)")")/../node_modules/node-gyp/bin/node-gyp.js
npm_quiet() { npm --no-audit --no-fund --loglevel=error "$@"; }

cd "$folder"
[ -f package.json ] || echo '{ "private": true }' >package.json
npm_quiet install --ignore-scripts "code-server@$version" playwright-core@1.48.2
server=$folder/node_modules/code-server

build() {
    [ -d "$1" ] || return 0
    module=$1
    shift
    (cd "$module" && node "$gyp" rebuild --nodedir="$headers" --jobs=2 -- "$@") >"$folder/gyp.log" 2>&1 ||
        { tail -30 "$folder/gyp.log" >&2; echo "cannot build $module" >&2; exit 1; }
}

cd "$server/lib/vscode"
npm_quiet install --ignore-scripts --omit=dev
for module in node-pty @vscode/spdlog native-watchdog @parcel/watcher; do
    build "$server/lib/vscode/node_modules/$module"
done
ln -sfn node_modules node_modules.asar
cd extensions
npm_quiet install --ignore-scripts --omit=dev
argon2=$server/node_modules/argon2
[ -d "$argon2" ] || argon2=$folder/node_modules/argon2
build "$argon2" -Dmodule_name=argon2 -Dmodule_path=./lib/binding/napi-v3
touch "$folder/installed-$version"
