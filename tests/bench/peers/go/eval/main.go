// Measures the Go HCL library on the same work as eval_bench: every recorded expression that parses, evaluated in a
// loop in the recorded context. Usage: go run . CONTEXT_JSON EXPR_JSONL [SECONDS]
// Prints how many are evaluated in a second, over all cases: all in turn, and each many times in a row.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// Time that this program had, not time that went by: others may use the machine.
func used() time.Duration {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func decodeType(j any) cty.Type {
	if name, ok := j.(string); ok {
		return map[string]cty.Type{"string": cty.String, "number": cty.Number, "bool": cty.Bool, "dynamic": cty.DynamicPseudoType}[name]
	}
	parts := j.([]any)
	switch parts[0] {
	case "list":
		return cty.List(decodeType(parts[1]))
	case "set":
		return cty.Set(decodeType(parts[1]))
	case "map":
		return cty.Map(decodeType(parts[1]))
	case "tuple":
		types := []cty.Type{}
		for _, element := range parts[1].([]any) {
			types = append(types, decodeType(element))
		}
		return cty.Tuple(types)
	}
	types := map[string]cty.Type{}
	for name, attr := range parts[1].(map[string]any) {
		types[name] = decodeType(attr)
	}
	return cty.Object(types)
}

func decodeNumber(s string) cty.Value {
	switch s {
	case "Infinity":
		return cty.PositiveInfinity
	case "-Infinity":
		return cty.NegativeInfinity
	}
	return cty.MustParseNumberVal(s)
}

func decodeUnknown(ty cty.Type, m map[string]any) cty.Value {
	if len(m) == 1 {
		return cty.UnknownVal(ty)
	}
	b := cty.UnknownVal(ty).Refine()
	if m["not_null"] == true {
		b = b.NotNull()
	}
	if prefix, ok := m["prefix"].(string); ok {
		b = b.StringPrefixFull(prefix)
	}
	if bound, ok := m["min"].([]any); ok {
		b = b.NumberRangeLowerBound(decodeNumber(bound[0].(string)), bound[1].(bool))
	}
	if bound, ok := m["max"].([]any); ok {
		b = b.NumberRangeUpperBound(decodeNumber(bound[0].(string)), bound[1].(bool))
	}
	if n, ok := m["min_len"].(float64); ok {
		b = b.CollectionLengthLowerBound(int(n))
	}
	if n, ok := m["max_len"].(float64); ok {
		b = b.CollectionLengthUpperBound(int(n))
	}
	return b.NewValue()
}

func decodeValue(ty cty.Type, j any) cty.Value {
	m, isMap := j.(map[string]any)
	if isMap && m["null"] == true {
		return cty.NullVal(ty)
	}
	if isMap && m["unknown"] == true {
		return decodeUnknown(ty, m)
	}
	switch {
	case ty == cty.String:
		return cty.StringVal(j.(string))
	case ty == cty.Bool:
		return cty.BoolVal(j.(bool))
	case ty == cty.Number:
		return decodeNumber(j.(string))
	case ty.IsObjectType() || ty.IsMapType():
		values := map[string]cty.Value{}
		for name, v := range m["map"].(map[string]any) {
			if ty.IsMapType() {
				values[name] = decodeValue(ty.ElementType(), v)
			} else {
				values[name] = decodeValue(ty.AttributeType(name), v)
			}
		}
		if ty.IsObjectType() {
			return cty.ObjectVal(values)
		}
		if len(values) == 0 {
			return cty.MapValEmpty(ty.ElementType())
		}
		return cty.MapVal(values)
	}
	values := []cty.Value{}
	for i, v := range j.([]any) {
		if ty.IsTupleType() {
			values = append(values, decodeValue(ty.TupleElementType(i), v))
		} else {
			values = append(values, decodeValue(ty.ElementType(), v))
		}
	}
	switch {
	case ty.IsTupleType():
		return cty.TupleVal(values)
	case ty.IsSetType() && len(values) == 0:
		return cty.SetValEmpty(ty.ElementType())
	case ty.IsSetType():
		return cty.SetVal(values)
	case len(values) == 0:
		return cty.ListValEmpty(ty.ElementType())
	}
	return cty.ListVal(values)
}

var library = map[string]function.Function{
	"not": stdlib.NotFunc, "and": stdlib.AndFunc, "or": stdlib.OrFunc, "equal": stdlib.EqualFunc, "notequal": stdlib.NotEqualFunc,
	"add": stdlib.AddFunc, "subtract": stdlib.SubtractFunc, "multiply": stdlib.MultiplyFunc, "divide": stdlib.DivideFunc,
	"modulo": stdlib.ModuloFunc, "negate": stdlib.NegateFunc, "greaterthan": stdlib.GreaterThanFunc,
	"greaterthanorequalto": stdlib.GreaterThanOrEqualToFunc, "lessthan": stdlib.LessThanFunc, "lessthanorequalto": stdlib.LessThanOrEqualToFunc,
	"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc, "int": stdlib.IntFunc, "log": stdlib.LogFunc,
	"max": stdlib.MaxFunc, "min": stdlib.MinFunc, "parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc, "signum": stdlib.SignumFunc,
	"assertnotnull": stdlib.AssertNotNullFunc, "chunklist": stdlib.ChunklistFunc, "coalesce": stdlib.CoalesceFunc,
	"coalescelist": stdlib.CoalesceListFunc, "compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc,
	"distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc, "flatten": stdlib.FlattenFunc, "hasindex": stdlib.HasIndexFunc,
	"index": stdlib.IndexFunc, "keys": stdlib.KeysFunc, "length": stdlib.LengthFunc, "lookup": stdlib.LookupFunc, "merge": stdlib.MergeFunc,
	"range": stdlib.RangeFunc, "reverselist": stdlib.ReverseListFunc, "setproduct": stdlib.SetProductFunc, "slice": stdlib.SliceFunc,
	"values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc, "sethaselement": stdlib.SetHasElementFunc,
	"setintersection": stdlib.SetIntersectionFunc, "setsubtract": stdlib.SetSubtractFunc,
	"setsymmetricdifference": stdlib.SetSymmetricDifferenceFunc, "setunion": stdlib.SetUnionFunc,
	"csvdecode": stdlib.CSVDecodeFunc, "formatdate": stdlib.FormatDateFunc, "timeadd": stdlib.TimeAddFunc, "jsondecode": stdlib.JSONDecodeFunc,
	"jsonencode": stdlib.JSONEncodeFunc, "format": stdlib.FormatFunc, "formatlist": stdlib.FormatListFunc, "regex": stdlib.RegexFunc,
	"regexall": stdlib.RegexAllFunc, "regexreplace": stdlib.RegexReplaceFunc, "chomp": stdlib.ChompFunc, "indent": stdlib.IndentFunc,
	"join": stdlib.JoinFunc, "lower": stdlib.LowerFunc, "replace": stdlib.ReplaceFunc, "reverse": stdlib.ReverseFunc, "sort": stdlib.SortFunc,
	"split": stdlib.SplitFunc, "strlen": stdlib.StrlenFunc, "substr": stdlib.SubstrFunc, "title": stdlib.TitleFunc, "trim": stdlib.TrimFunc,
	"trimprefix": stdlib.TrimPrefixFunc, "trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc,
	"text::upper": stdlib.UpperFunc, "text::case::lower": stdlib.LowerFunc, "math::max": stdlib.MaxFunc,
	"tobool": stdlib.MakeToFunc(cty.Bool), "tonumber": stdlib.MakeToFunc(cty.Number), "tostring": stdlib.MakeToFunc(cty.String),
	"tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)), "tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"try":   tryfunc.TryFunc, "can": tryfunc.CanFunc, "convert": typeexpr.ConvertFunc,
}

func main() {
	if len(os.Args) < 3 {
		must(fmt.Errorf("usage: eval CONTEXT_JSON EXPR_JSONL [SECONDS]"))
	}
	text, err := os.ReadFile(os.Args[1])
	must(err)
	var context struct {
		Variables map[string]struct{ Type, Value any }
	}
	must(json.Unmarshal(text, &context))
	scope := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: library}
	for name, v := range context.Variables {
		scope.Variables[name] = decodeValue(decodeType(v.Type), v.Value)
	}

	// A fourth argument keeps only the cases whose text contains it.
	filter := ""
	if len(os.Args) > 4 {
		filter = os.Args[4]
	}
	file, err := os.Open(os.Args[2])
	must(err)
	var exprs []hclsyntax.Expression
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var c struct{ Input struct{ Src *string } }
		must(json.Unmarshal(lines.Bytes(), &c))
		if c.Input.Src == nil || !strings.Contains(*c.Input.Src, filter) {
			continue
		}
		expr, diags := hclsyntax.ParseExpression([]byte(*c.Input.Src), "test.hcl", hcl.InitialPos)
		if !diags.HasErrors() {
			exprs = append(exprs, expr)
		}
	}
	must(lines.Err())

	seconds := 3.0
	if len(os.Args) > 3 {
		seconds, err = strconv.ParseFloat(os.Args[3], 64)
		must(err)
	}
	// All in turn, and each many times in a row.
	for _, way := range []struct {
		name  string
		times int
	}{{"eval", 1}, {"repeat", 100}} {
		start := used()
		rounds := 0
		for (used() - start).Seconds() < seconds {
			for _, expr := range exprs {
				for i := 0; i < way.times; i++ {
					expr.Value(scope)
				}
			}
			rounds += way.times
		}
		each := float64((used() - start).Nanoseconds()) / float64(rounds) / float64(len(exprs))
		fmt.Printf("%s %.0f exprs/s (%.0f ns each, %d cases)\n", way.name, 1e9/each, each, len(exprs))
	}
}
