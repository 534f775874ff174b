#!/bin/sh
# Installs the packages in bare roots of Debian and uses the program there: packaging/test.sh FOLDER [SUITE]...
# A root has the base system alone, and nothing is installed beside the package. Needs root and mmdebstrap, which it installs.
set -u
packages=$(cd "$1" && pwd) || exit 2
shift
[ $# -gt 0 ] || set -- bookworm trixie
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

result() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok packages: $2"
    else
        failed=$((failed + 1))
        echo "FAIL packages: $2"
        sed 's/^/    /' "$work/log"
    fi
}

# Uses every linked library: digests, YAML, Unicode, encodings, regular expressions, line editing, the server.
cat >"$work/use.sh" <<'END'
set -eux
hcl-ls --version
printf 'a = \n' | hcl-ls check --stdin --filename=a.hcl --short | grep -q '^a.hcl:1:'
printf 'a=1\n' | hcl-ls fmt - | grep -qx 'a = 1'
test "$(hcl-ls eval 'upper("ä") == "Ä" && regex("b+", "abbc") == "bb"' | head -1)" = true
# Findings contain values: here the index that is too large.
cat >/tmp/values.tf <<'EOF'
locals {
  yaml   = { k = 1 }[yamldecode("k: b").k]
  digest = [1][length(sha256("a"))]
  text   = [1][length("e\u0301e\u0301")]
  bytes  = [1][length(textencodebase64("日本", "Shift_JIS"))]
}
EOF
hcl-ls check --short /tmp/values.tf >/tmp/found || true
for element in '"b"' 64 2 8; do grep -q "no element $element\." /tmp/found; done
printf '1 + 1\n' | hcl-ls eval | grep -q 2
body='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
printf 'Content-Length: %d\r\n\r\n%s' "${#body}" "$body" | hcl-ls --stdio | grep -q hoverProvider
END

in_root() {
    root=$1
    shift
    as_root chroot "$root" env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@" >"$work/log" 2>&1
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! command -v mmdebstrap >/dev/null 2>&1; then
    as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null
fi
if ! command -v mmdebstrap >/dev/null 2>&1; then
    echo "SKIP packages: mmdebstrap cannot be installed, so there are no roots to install them in"
    exit 0
fi
for package in "$packages"/*.*; do
    size=$(wc -c <"$package")
    echo "$(basename "$package"): $size bytes" >"$work/log"
    [ "$size" -lt 15000000 ]
    result $? "$(basename "$package") is under 15 MB ($size bytes)"
done
# The licences of what is linked in, in full.
for package in "$packages"/*.*; do
    case $package in
        *.deb) dpkg-deb --fsys-tarfile "$package" | tar -t ;;
        *.whl) python3 -m zipfile -l "$package" ;;
        *) tar -tzf "$package" ;;
    esac >"$work/log" 2>&1
    grep -q LICENSES.txt "$work/log"
    result $? "$(basename "$package") has the licences of what is linked in"
done
for suite in "$@"; do
    root=$work/$suite
    if ! as_root mmdebstrap --quiet --mode=root --variant=minbase "$suite" "$root" >"$work/log" 2>&1; then
        result 1 "a root of $suite is made"
        continue
    fi
    cp "$work/use.sh" "$root/tmp/use.sh"
    cp "$packages"/hcl-ls_*.deb "$packages"/hcl-ls-*.tar.gz "$root/tmp/"

    in_root "$root" sh -c 'dpkg -i /tmp/hcl-ls_*.deb && sh /tmp/use.sh'
    result $? "$suite: the .deb installs without other packages, and the program works"
    # dpkg of a minimal root is configured to leave manual pages out.
    in_root "$root" sh -c 'dpkg -L hcl-ls | grep -c "/man/man1/hcl-ls" && test -f /usr/share/bash-completion/completions/hcl-ls &&
        dpkg -r hcl-ls && ! test -e /usr/bin/hcl-ls'
    result $? "$suite: it has manual pages and completions, and is removed again"

    in_root "$root" sh -c 'tar -xzf /tmp/hcl-ls-*.tar.gz --strip-components=1 -C /usr/local && sh /tmp/use.sh'
    result $? "$suite: the .tar.gz unpacks over /usr/local, and the program works"
    as_root rm -rf "$root"
done
echo "packages: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
