// The Go HCL library on the same inputs as our own benchmarks, one thread.
//
//	hclpeer parse SECONDS FILE...    bytes parsed per second
//	hclpeer format SECONDS FILE...   bytes formatted per second
//
// Prints one number. (Evaluation is measured by the program in eval/, which has the recorded scope.)
package main

import (
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
		fmt.Fprintln(os.Stderr, "usage: hclpeer parse|format SECONDS FILE...")
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
