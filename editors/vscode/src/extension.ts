// Starts hcl-ls and lets it talk with VS Code. There is no logic here that the server could have.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, TransportKind } from "vscode-languageclient/node";

const languages = [
  "hcl",
  "terraform",
  "terraform-vars",
  "opentofu",
  "packer",
  "nomad",
  "terragrunt",
  "dockerbake",
  "hcldec",
];

let client: LanguageClient | undefined;

function createClient(): LanguageClient {
  const settings = vscode.workspace.getConfiguration("hcl-ls");
  const server: ServerOptions = {
    command: settings.get<string>("server.path", "hcl-ls"),
    args: settings.get<string[]>("server.args", []),
    transport: TransportKind.stdio,
  };
  const options: LanguageClientOptions = {
    documentSelector: languages.map((language) => ({ language })),
    synchronize: { configurationSection: "hcl-ls" },
  };
  return new LanguageClient("hcl-ls", "HCL", server, options);
}

async function start(): Promise<void> {
  client = createClient();
  try {
    await client.start();
  } catch (error) {
    const command = vscode.workspace.getConfiguration("hcl-ls").get<string>("server.path", "hcl-ls");
    void vscode.window.showErrorMessage(
      `The language server "${command}" does not start (${String(error)}). ` +
        `Install hcl-ls, or set "hcl-ls.server.path" to its place.`,
    );
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // A client that never came up has nothing to stop.
  if (running?.needsStop()) await running.stop();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("hcl-ls.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("hcl-ls.server")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
