// "Fetch the schemas of providers": runs Terraform or OpenTofu once, because a person asks for it, and keeps what it prints
// for all workspaces. Nothing else of this extension starts programs of a workspace.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { schemaFolder } from "./configuration";
import { run } from "./program";
import { Session } from "./session";

const tools = [
  { label: "terraform", description: "terraform providers schema -json" },
  { label: "tofu", description: "tofu providers schema -json" },
];

/** A message without the colours and frames for a terminal. */
const plain = (text: string): string => text.replace(/\u001b\[[\d;]*m|[╷│╵]/g, "").replace(/\s*\n\s*/g, "\n").trim();

/** What a tool prints about the providers of a folder. */
function schemasOf(tool: string, folder: string, token: vscode.CancellationToken): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      tool,
      ["providers", "schema", "-json"],
      { cwd: folder, maxBuffer: 1 << 30 },
      (error, output, complaint) => (error ? reject(new Error(plain(complaint) || error.message)) : resolve(output)),
    );
    token.onCancellationRequested(() => child.kill());
  });
}

/** The folder where "init" ran: the file's, or the next one above it in the workspace, whose module calls the file's. */
function initialized(document: vscode.Uri): string | undefined {
  const root = vscode.workspace.getWorkspaceFolder(document)?.uri.fsPath;
  for (let folder = dirname(document.fsPath); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".terraform"))) return folder;
    if (!root || folder === root || folder === dirname(folder)) return undefined;
  }
}

export function registerSchemas(session: Session): vscode.Disposable {
  return vscode.commands.registerCommand("hcl.fetchSchemas", async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || document.uri.scheme !== "file" || !vscode.workspace.isTrusted) return;
    const ready = initialized(document.uri);
    const folder = ready ?? dirname(document.uri.fsPath);
    const choice = await vscode.window.showQuickPick(tools, {
      title: "Which program knows the providers?",
      placeHolder: `It runs in ${folder}, and starts the providers' programs to ask them`,
    });
    if (!choice) return;
    if (!ready)
      void vscode.window.showWarningMessage(`${folder} has no folder .terraform: run "${choice.label} init" there first.`);
    try {
      const kept = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: `${choice.description}`, cancellable: true },
        async (_, token) => {
          const printed = await schemasOf(choice.label, folder, token);
          // The versions are in the lock file of the folder in which it runs, if there is one.
          const own = schemaFolder();
          return run(session.program, ["schema", "add", "-", ...(own ? [`--folder=${own}`] : [])], printed, folder);
        },
      );
      session.log.appendLine(kept.trim());
      // The server reads the folder of schemas when it starts.
      await session.restart();
      void vscode.window.showInformationMessage(kept.trim() || "The schemas are kept.");
    } catch (error) {
      session.log.appendLine(String(error));
      void vscode.window.showErrorMessage(`No schemas: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
