#!/bin/sh
# Proves that the committed protocol types are what the generator writes today; --write writes them.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^lsprotocol = "\(.*\)"$/\1/p' protocol/model/model.toml)
venv=build/venv-generate
[ -x $venv/bin/python ] || python3 -m venv $venv
$venv/bin/python -c "from importlib.metadata import version as v; assert v('lsprotocol') == '$version'" 2>/dev/null ||
    $venv/bin/pip install -q --disable-pip-version-check "lsprotocol==$version"
case ${1:-} in
    --write) exec $venv/bin/python protocol/model/generate.py ;;
    *) exec $venv/bin/python protocol/model/generate.py --check ;;
esac
