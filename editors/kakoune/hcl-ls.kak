# For Kakoune with kak-lsp (kakoune-lsp) 17 or later: source it from kakrc, behind the line that starts kak-lsp.
declare-option -hidden str hcl_ls_root %{[".hcl-ls.hcl", ".terraform.lock.hcl", "docker-bake.hcl", "terragrunt.hcl", ".git", ".hg"]}

# Names that have no type of their own.
hook global BufCreate .*\.(hcl|tf|tfvars|tofu|nomad|nomad\.vars|hcldec|tfbackend|tfrc|tofurc|wpvars|zcl) %{
    set-option buffer filetype hcl
}
hook global BufCreate (.*/)?(\.terraformrc|\.tofurc|terraform\.rc|tofu\.rc) %{
    set-option buffer filetype hcl
}

hook global BufSetOption filetype=(hcl|terraform) %{
    set-option buffer comment_line '#'
    set-option buffer comment_block_begin '/*'
    set-option buffer comment_block_end '*/'
    set-option buffer indentwidth 2
    set-option buffer formatcmd 'hcl-ls fmt -'
    set-option buffer lintcmd 'hcl-ls check --short'
    set-option buffer lsp_servers %sh{
        printf '[hcl-ls]\nroot_globs = %s\nargs = ["--stdio"]\n' "$kak_opt_hcl_ls_root"
    }
}

# JSON files of the languages.
hook global BufCreate .*(\.(hcl|tf|tfvars|tofu|tftest|tofutest|tfquery|tfmock|tfdeploy|tfcomponent|tfstack|nomad|pkr|pkrvars|bake|docker-bake|tflint|wpvars)|docker-bake(\.override)?|sentinel)\.json %{
    set-option buffer lsp_servers %sh{
        printf '[hcl-ls]\nroot_globs = %s\nargs = ["--stdio"]\n' "$kak_opt_hcl_ls_root"
    }
}
