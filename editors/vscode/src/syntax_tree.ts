// "Show the syntax tree": what the parser makes of a file, beside it, and anew after each edit.
import { basename } from "node:path";
import * as vscode from "vscode";
import { run } from "./program";
import { Session } from "./session";

const scheme = "hcl-tree";
const delay = 300;

const treeOf = (source: vscode.Uri): vscode.Uri =>
  vscode.Uri.from({ scheme, path: `${source.path}.tree`, query: source.toString() });
const sourceOf = (tree: vscode.Uri): vscode.Uri => vscode.Uri.parse(tree.query, true);

export function registerSyntaxTree(session: Session): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let timer: NodeJS.Timeout | undefined;
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const document = await vscode.workspace.openTextDocument(sourceOf(uri));
        const name = basename(document.uri.path);
        try {
          return await run(session.program, ["dump", "tree", "-", `--stdin-name=${name}`], document.getText());
        } catch (error) {
          return String(error);
        }
      },
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const tree = treeOf(document.uri);
      if (!vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === tree.toString())) return;
      clearTimeout(timer);
      timer = setTimeout(() => changed.fire(tree), delay);
    }),
    vscode.commands.registerCommand("hcl.showSyntaxTree", async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor || editor.document.uri.scheme === scheme) return;
      const document = await vscode.workspace.openTextDocument(treeOf(editor.document.uri));
      await vscode.languages.setTextDocumentLanguage(document, "hcl-tree");
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    }),
  );
}
