// Starts hcl-ls when a file needs it. What needs understanding of HCL is the server's work.
import * as vscode from "vscode";
import { registerChooseLanguage } from "./choose_language";
import { documentSelector, languages, needsRestart } from "./configuration";
import { registerEvaluate } from "./evaluate";
import { registerGraph } from "./graph";
import { watchNeighbours } from "./neighbours";
import { registerReferences } from "./references";
import { registerSchemas } from "./schemas";
import { Session } from "./session";
import { Status } from "./status";
import { registerSyntaxTree } from "./syntax_tree";
import { registerTasks } from "./tasks";

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const own = new Session(context);
  session = own;
  // JSON wakes the extension, but only some of it is written in a language of HCL.
  let selector = documentSelector();
  const concerns = (document: vscode.TextDocument): boolean => vscode.languages.match(selector, document) > 0;
  const startFor = (document: vscode.TextDocument): void => {
    if (!own.client && own.state !== "failed" && concerns(document)) void own.start();
  };
  void vscode.commands.executeCommand("setContext", "hcl.languages", languages.map(({ id }) => id));
  context.subscriptions.push(
    own,
    new Status(own),
    watchNeighbours(context),
    registerReferences(own),
    registerEvaluate(own),
    registerSyntaxTree(own),
    registerGraph(own),
    registerSchemas(own),
    registerChooseLanguage(own),
    registerTasks(own),
    vscode.commands.registerCommand("hcl.restart", () => own.restart()),
    vscode.commands.registerCommand("hcl.showLog", () => own.log.show()),
    vscode.commands.registerCommand("hcl.openSettings", () =>
      vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${context.extension.id}`),
    ),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.workspace.textDocuments.forEach(startFor)),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!needsRestart(change)) return;
      selector = documentSelector();
      await own.stop();
      vscode.workspace.textDocuments.forEach(startFor);
    }),
  );
  vscode.workspace.textDocuments.forEach(startFor);
}

export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}
