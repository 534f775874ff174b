#!/bin/sh
# Prints the figures, each beside its peers where their tools are present. Run by `./dev bench [NAME...]`.
#   parse   bytes a second: ours, the Go library, tree-sitter, hcl-edit       (needs go, python3, cargo for the peers)
#   format  bytes a second: ours and the Go library; fmt --check of a million lines
#   edit    an edit by size of the file; memory by part; texts that invite quadratic work
#   eval    expressions a second: ours and the Go library
#   decode  a generated 10 MB input: ours and hcldec; a small one from spawn to exit
#   check   an edit to all findings of a file, by its size; workspaces of 2000 files, of modules, of units of Terragrunt; packs
#   pcl     a program of Pulumi of 10,000 lines with 50 packages: open, edit, what editors ask for
#   schemas provider schemas: made into caches, opened, used by ten resource types
#   server  start-up, memory, an edit with a request; a Terraform module of 39,000 lines opened and edited
#   ide     what editors wait for, on 40,000 lines and in a workspace of a million
#   editors VS Code on a workspace of 300 files: from its start to the first squiggle
#   hostile a megabyte of text that asks for much, beside the budget and an ordinary module
#   build   clean build, one changed file, size of the program
# Names may be given to print only those. HCL_BENCH_FILES: files to parse instead of the generated ones.
set -eu
cd "$(dirname "$0")/../.."
bin=build/release
work=build/bench
mkdir -p "$work"
hcl_ls=$bin/hcl-ls
wanted=${*:-parse format edit eval decode check pcl schemas server ide editors hostile build}

wants() { case " $wanted " in *" $1 "*) true ;; *) false ;; esac; }
has() { command -v "$1" >/dev/null 2>&1; }
title() { printf '\n== %s\n' "$1"; }

# A file of ordinary shape: blocks with labels, nested blocks, templates, lists, comments.
generate() {
    awk -v blocks="$1" 'BEGIN {
        for (i = 0; i < blocks; i++) {
            printf "# Service %d\nresource \"service\" \"s%d\" {\n", i, i
            printf "  name     = \"svc-${var.region}-%d\"\n  port     = %d\n  enabled  = var.enabled && %d > 3\n", i, 8000 + i % 1000, i
            printf "  tags     = { team = \"core\", index = %d, owner = upper(\"ops\") }\n  replicas = [for z in var.zones : \"${z}-%d\" if z != \"\"]\n", i, i
            printf "  check \"http\" {\n    path    = \"/health\"\n    timeout = %d * 1000\n    codes   = [200, 204, 301]\n  }\n}\n\n", i % 30
        }
    }' >"$2"
}

[ -f "$work/medium.hcl" ] || generate 3000 "$work/medium.hcl"
files=${HCL_BENCH_FILES:-$work/medium.hcl}

go_peer() {
    has go || return 1
    [ -x "$work/hclpeer" ] || (cd tests/bench/peers/go && go build -o "../../../../$work/hclpeer" . 2>/dev/null) || return 1
}
go_eval_peer() {
    has go || return 1
    [ -x "$work/evalpeer" ] || (cd tests/bench/peers/go/eval && go build -o "../../../../../$work/evalpeer" . 2>/dev/null) || return 1
}
rust_peer() {
    has cargo || return 1
    [ -x "$work/rust/release/hcledit-peer" ] ||
        (cd tests/bench/peers/rust && cargo build -q --release --target-dir "../../../../$work/rust" 2>/dev/null) || return 1
}
python_peer() {
    has python3 || return 1
    [ -x "$work/venv/bin/python" ] ||
        { python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q --disable-pip-version-check -r tests/bench/peers/python/requirements.txt; } >/dev/null 2>&1 || return 1
}

# ratio OURS THEIRS NAME UNIT
ratio() { awk -v a="$1" -v b="$2" -v n="$3" -v u="$4" 'BEGIN { printf "  %-24s %14.2f %s   ours is %.1f times that\n", n, b, u, a / b }'; }
megabytes() { awk -v a="$1" 'BEGIN { printf "%.2f", a / 1e6 }'; }

peer() { # peer NAME OURS COMMAND...: its bytes a second beside ours, or that it is absent
    name=$1 ours=$2
    shift 2
    if theirs=$("$@" 2>/dev/null); then ratio "$ours" "$(megabytes "$theirs")" "$name" "MB/s"; else echo "  $name: NOT MEASURED, its tools are not installed"; fi
}

# Each file by itself: ratios differ with its shape.
if wants parse && [ -x "$bin/tests/syntax-bench" ]; then
    title "Parse (full tree and diagnostics, one thread)"
    [ -n "${HCL_BENCH_FILES:-}" ] || echo "(HCL_BENCH_FILES=FILE... measures real files instead of a generated one)"
    for file in $files; do
        "$bin/tests/syntax-bench" --only=parse "$file" | tee "$work/parse.txt"
        ours=$(awk '/^parse / { print $2; exit }' "$work/parse.txt")
        go_peer || :
        rust_peer || :
        python_peer || :
        peer "Go hclsyntax" "$ours" "$work/hclpeer" parse 3 "$file"
        peer "hcl-edit (Rust)" "$ours" "$work/rust/release/hcledit-peer" 3 "$file"
        peer "tree-sitter-hcl" "$ours" "$work/venv/bin/python" tests/bench/peers/python/treesitter.py 3 "$file"
    done
fi

if wants format && [ -x "$bin/tests/syntax-bench" ]; then
    title "Format (bytes in, bytes out, one thread)"
    for file in $files; do
        "$bin/tests/syntax-bench" --only=format "$file" | tee "$work/format.txt"
        ours=$(awk '/^format / { print $2; exit }' "$work/format.txt")
        go_peer || :
        peer "Go hclwrite" "$ours" "$work/hclpeer" format 3 "$file"
    done
fi

if wants format; then
    title "fmt --check of a million lines"
    [ -f "$work/million.hcl" ] || generate 72000 "$work/million.hcl"
    for _ in 1 2 3; do
        start=$(date +%s%N)
        "$hcl_ls" fmt --check "$work/million.hcl" >/dev/null || :
        end=$(date +%s%N)
        echo "$start $end"
    done | awk -v lines="$(wc -l <"$work/million.hcl")" '
        { t = ($2 - $1) / 1e9; if (NR == 1 || t < best) best = t }
        END { printf "%d lines: %.2f s, budget 0.45 (a fortieth of terraform fmt)\n", lines, best }'
fi

if wants edit && [ -x "$bin/tests/syntax-bench" ]; then
    title "Edits, memory, odd texts"
    for part in edit memory odd; do
        # shellcheck disable=SC2086
        "$bin/tests/syntax-bench" --only=$part ${HCL_BENCH_FILES:-}
    done
fi

if wants eval && [ -x "$bin/tests/eval-bench" ]; then
    title "Evaluate (the recorded expressions, parsed once, in a loop; one thread; best of three runs in turn)"
    cases="tests/conformance/hcl/context.json tests/conformance/hcl/expr.jsonl"
    rm -f "$work/eval.ours.new" "$work/eval.theirs.new"
    # shellcheck disable=SC2086
    for _ in 1 2 3; do
        "$bin/tests/eval-bench" $cases 2 | tee "$work/eval.one" >>"$work/eval.ours.new"
        if go_eval_peer; then "$work/evalpeer" $cases 2 >>"$work/eval.theirs.new"; fi
    done
    cat "$work/eval.one"
    best() { awk -v way="$1" '$1 == way && $2 > most { most = $2 } END { print most }' "$2"; }
    if [ -f "$work/eval.theirs.new" ]; then
        for way in eval repeat; do
            ratio "$(best "$way" "$work/eval.ours.new")" "$(best "$way" "$work/eval.theirs.new")" "Go hclsyntax: $way" "exprs/s"
        done
    else
        echo "(no peer: needs go)"
    fi
fi

if wants decode; then
    title "Decode by a spec (10 MB, nested)"
    [ -f "$work/big.hcl" ] || awk 'BEGIN {
        for (i = 0; i < 54500; i++)
            printf "service \"s%d\" {\n  port = %d\n  tags = [\"a\", \"b%d\"]\n  check {\n    path    = \"/health/%d\"\n    timeout = \"%ds\"\n  }\n  check {\n    path    = \"/ready/%d\"\n    timeout = \"5s\"\n  }\n}\n", i, 8000 + i % 1000, i, i, i % 60, i
    }' >"$work/big.hcl"
    cat >"$work/big.hcldec" <<'SPEC'
block_map {
  block_type = "service"
  labels     = ["name"]
  object {
    attr "port" {
      type = number
    }
    attr "tags" {
      type = list(string)
    }
    block_list "check" {
      object {
        attr "path" {
          type     = string
          required = true
        }
        attr "timeout" {
          type = string
        }
      }
    }
  }
}
SPEC
    measure() { # prints seconds and megabytes of the best of three
        for _ in 1 2 3; do
            /usr/bin/time -f '%e %M' "$@" --spec="$work/big.hcldec" "$work/big.hcl" 2>&1 >"$work/out.json" | tail -1
        done | sort -n | awk 'NR == 1 { printf "%.3f %.1f", $1, $2 / 1024 }'
    }
    if [ -x /usr/bin/time ]; then
        ours=$(measure "$hcl_ls" decode)
        echo "hcl-ls decode: $ours (seconds, MB)"
        if has hcldec; then
            theirs=$(measure hcldec)
            echo "hcldec:        $theirs (seconds, MB)"
            echo "$ours $theirs" | awk '{ printf "  %.1f times as fast, %.2f of the memory\n", $3 / $1, $2 / $4 }'
        fi
    else
        echo "(needs /usr/bin/time: package \"time\")"
    fi
    head -n 24 "$work/big.hcl" >"$work/small.hcl"
    start=$(date +%s%N)
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        "$hcl_ls" decode --spec="$work/big.hcldec" "$work/small.hcl" >/dev/null
    done
    end=$(date +%s%N)
    echo "$start $end" | awk '{ printf "24 lines, from spawn to exit: %.1f ms, budget 5\n", ($2 - $1) / 20 / 1e6 }'
fi

if wants check && [ -x "$bin/tests/check-bench" ]; then
    title "Check (an edit to all findings of the file; a workspace)"
    "$bin/tests/check-bench"
fi

if wants pcl && [ -x "$bin/tests/pcl-bench" ]; then
    title "Pulumi"
    "$bin/tests/pcl-bench"
fi

if wants schemas && [ -x "$bin/tests/schema-bench" ]; then
    title "schemas"
    # HCL_BENCH_SCHEMAS: files of real providers, one word each.
    # shellcheck disable=SC2086
    "$bin/tests/schema-bench" ${HCL_BENCH_SCHEMAS:-}
fi

if wants server && [ -x "$bin/tests/server-bench" ]; then
    title "Server"
    # Peers that are installed start beside ours.
    set -- "--program=$hcl_ls --stdio"
    has terraform-ls && set -- "$@" "--program=terraform-ls serve"
    has tofu-ls && set -- "$@" "--program=tofu-ls serve"
    has nomad-ls && set -- "$@" "--program=nomad-ls"
    "$bin/tests/server-bench" "$@"
fi

if wants ide && [ -x "$bin/tests/ide-bench" ]; then
    title "What editors wait for"
    "$bin/tests/ide-bench" || echo "  (not all of it: see the lines that say so)"
fi

if wants editors; then
    title "Opening VS Code on 300 files (the best of three; a browser shows it on this machine)"
    # The editors' tests install the editor.
    editor=${CODE_SERVER:-build/code-server}
    if [ -d "$editor/node_modules/code-server" ] && has npm; then
        mkdir -p build/editors/vscode
        editors/vscode/package.sh "$hcl_ls" build/editors/vscode/hcl-ls.vsix >/dev/null
        node tests/editors/vscode/browser_test.mjs "$editor" build/editors/vscode/hcl-ls.vsix "$PWD/build/editors/vscode" large |
            sed -n 's/^ok vscode: 300 files (\(.*\))$/  \1; budget 500 ms after the host, 50 ms of activation/p; /^FAIL/p'
    else
        echo "  NOT MEASURED: ./dev test --editors installs the editor"
    fi
fi

if wants hostile; then
    title "A megabyte that asks for much (processor time of check)"
    python3 tests/bench/hostile.py "$hcl_ls"
fi

# changed_file BUILD: the seconds from one changed file of the engine to a program that runs.
changed_file() {
    start=$(date +%s.%N)
    touch engine/format/format.cpp
    CCACHE_DISABLE=1 cmake --build "$1" --target hcl-ls >/dev/null
    "$1/hcl-ls" --version >/dev/null
    date +%s.%N | awk -v a="$start" '{ printf "%.1f", $1 - a }'
}

if wants build; then
    title "Build"
    strip -o "$work/stripped" "$hcl_ls"
    printf 'program, stripped: %s MB, budget 12\n' "$(megabytes "$(wc -c <"$work/stripped")")"
    # Measured with the dev preset; the release preset optimises the whole program again.
    if [ -f build/dev/build.ninja ]; then
        cmake --build build/dev --target hcl-ls >/dev/null
        printf 'one changed engine file to a program (dev): %s s, budget 15\n' "$(changed_file build/dev)"
    else
        echo '(./dev build dev first, and the time of one changed file in that preset is printed, too)'
    fi
    printf 'one changed engine file to a program (release, optimised across files): %s s\n' "$(changed_file "$bin")"
    if [ -n "${HCL_BENCH_CLEAN_BUILD:-}" ]; then
        rm -rf "$work/clean"
        start=$(date +%s)
        CCACHE_DISABLE=1 cmake --preset release -B "$work/clean" >/dev/null
        CCACHE_DISABLE=1 cmake --build "$work/clean" >/dev/null
        printf 'clean release build with tests: %s s, budget 480\n' "$(($(date +%s) - start))"
    else
        echo '(HCL_BENCH_CLEAN_BUILD=1 also times a clean build)'
    fi
fi
