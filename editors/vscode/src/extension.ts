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

const session = new Session();
// JSON wakes the extension, but only some of it is written in a language of HCL.
let selector = documentSelector();

function startFor(document: vscode.TextDocument): void {
  if (!session.client && session.state !== "failed" && vscode.languages.match(selector, document) > 0)
    void session.start();
}

// The editor takes a while from here to activate(): a server that is needed is started meanwhile.
setImmediate(() => vscode.workspace.textDocuments.forEach(startFor));

export function activate(context: vscode.ExtensionContext): void {
  void vscode.commands.executeCommand("setContext", "hcl.languages", languages.map(({ id }) => id));
  context.subscriptions.push(
    session,
    new Status(session),
    watchNeighbours(context),
    registerReferences(session),
    registerEvaluate(session),
    registerSyntaxTree(session),
    registerGraph(session),
    registerSchemas(session),
    registerChooseLanguage(session),
    registerTasks(session),
    vscode.commands.registerCommand("hcl.restart", () => session.restart()),
    vscode.commands.registerCommand("hcl.showLog", () => session.log.show()),
    vscode.commands.registerCommand("hcl.openSettings", () =>
      vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${context.extension.id}`),
    ),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.workspace.textDocuments.forEach(startFor)),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!needsRestart(change)) return;
      selector = documentSelector();
      await session.stop();
      vscode.workspace.textDocuments.forEach(startFor);
    }),
  );
  vscode.workspace.textDocuments.forEach(startFor);
}

export const deactivate = (): Promise<void> => session.stop();
