//! Starts hcl-ls for HCL. Grammars and file types come from Zed's extension "Terraform", which names the languages.
use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct HclLs;

impl zed::Extension for HclLs {
    fn new() -> Self {
        HclLs
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &zed::Worktree) -> Result<zed::Command> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?;
        let binary = settings.binary;
        let command = binary
            .as_ref()
            .and_then(|b| b.path.clone())
            .or_else(|| worktree.which("hcl-ls"))
            .ok_or("hcl-ls is not in PATH; install it, or set lsp.hcl-ls.binary.path")?;
        let args = binary.and_then(|b| b.arguments).unwrap_or_else(|| vec!["--stdio".into()]);
        Ok(zed::Command { command, args, env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?.settings;
        Ok(settings.map(|hcl| zed::serde_json::json!({ "hcl": hcl })))
    }
}

zed::register_extension!(HclLs);
