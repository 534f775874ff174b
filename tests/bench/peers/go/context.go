package main

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// A scope of plain values and the library's functions. Names that a case uses beyond these give an error on both
// sides alike, which is cheaper for the peer than evaluating.
func context() *hcl.EvalContext {
	num := func(s string) cty.Value { return cty.MustParseNumberVal(s) }
	list := func(words ...string) cty.Value {
		var values []cty.Value
		for _, word := range words {
			values = append(values, cty.StringVal(word))
		}
		return cty.ListVal(values)
	}
	return &hcl.EvalContext{
		Variables: map[string]cty.Value{
			"str_hello":  cty.StringVal("hello"),
			"str_empty":  cty.StringVal(""),
			"str_int":    cty.StringVal("42"),
			"num_five":   num("5"),
			"num_zero":   num("0"),
			"num_neg":    num("-3"),
			"num_half":   num("2.5"),
			"bool_true":  cty.True,
			"bool_false": cty.False,
			"list_str":   list("alpha", "beta", "gamma"),
			"list_num":   cty.ListVal([]cty.Value{num("1"), num("2"), num("3")}),
			"map_str":    cty.MapVal(map[string]cty.Value{"alpha": cty.StringVal("first"), "beta": cty.StringVal("second")}),
			"unk_str":    cty.UnknownVal(cty.String),
			"unk_num":    cty.UnknownVal(cty.Number),
			"unk_dyn":    cty.DynamicVal,
			"null_str":   cty.NullVal(cty.String),
		},
		Functions: map[string]function.Function{
			"upper": stdlib.UpperFunc, "lower": stdlib.LowerFunc, "length": stdlib.LengthFunc,
			"concat": stdlib.ConcatFunc, "max": stdlib.MaxFunc, "min": stdlib.MinFunc, "join": stdlib.JoinFunc,
			"split": stdlib.SplitFunc, "keys": stdlib.KeysFunc, "values": stdlib.ValuesFunc,
			"merge": stdlib.MergeFunc, "lookup": stdlib.LookupFunc, "coalesce": stdlib.CoalesceFunc,
			"jsonencode": stdlib.JSONEncodeFunc, "jsondecode": stdlib.JSONDecodeFunc, "strlen": stdlib.StrlenFunc,
		},
	}
}
