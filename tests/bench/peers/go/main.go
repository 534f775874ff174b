// The Go HCL library on the same inputs as our own benchmarks, one thread.
//
//	hclpeer parse SECONDS FILE...    bytes parsed per second
//	hclpeer format SECONDS FILE...   bytes formatted per second
//	hclpeer eval SECONDS CASES...    expressions of recorded cases evaluated per second
//
// Prints one number.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: hclpeer parse|format|eval SECONDS FILE...")
		os.Exit(2)
	}
	runtime.GOMAXPROCS(1)
	seconds, err := strconv.ParseFloat(os.Args[2], 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var work func() int
	switch os.Args[1] {
	case "parse":
		files := read(os.Args[3:])
		work = func() int {
			n := 0
			for _, src := range files {
				hclsyntax.ParseConfig(src, "input.hcl", hcl.InitialPos)
				n += len(src)
			}
			return n
		}
	case "format":
		files := read(os.Args[3:])
		work = func() int {
			n := 0
			for _, src := range files {
				hclwrite.Format(src)
				n += len(src)
			}
			return n
		}
	case "eval":
		exprs := expressions(os.Args[3:])
		ctx := context()
		work = func() int {
			for _, expr := range exprs {
				expr.Value(ctx)
			}
			return len(exprs)
		}
	default:
		fmt.Fprintln(os.Stderr, "unknown benchmark", os.Args[1])
		os.Exit(2)
	}
	work() // warm up
	start := time.Now()
	done := 0
	for time.Since(start).Seconds() < seconds {
		done += work()
	}
	fmt.Printf("%.0f\n", float64(done)/time.Since(start).Seconds())
}

func read(names []string) [][]byte {
	var files [][]byte
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		files = append(files, src)
	}
	return files
}

// The expressions of recorded cases that parse, from files of one JSON object a line.
func expressions(names []string) []hclsyntax.Expression {
	var exprs []hclsyntax.Expression
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var c struct {
				Input struct {
					Src string `json:"src"`
				} `json:"input"`
			}
			if json.Unmarshal(lines.Bytes(), &c) != nil || c.Input.Src == "" {
				continue
			}
			expr, diags := hclsyntax.ParseExpression([]byte(c.Input.Src), "input.hcl", hcl.InitialPos)
			if !diags.HasErrors() {
				exprs = append(exprs, expr)
			}
		}
		file.Close()
	}
	return exprs
}
