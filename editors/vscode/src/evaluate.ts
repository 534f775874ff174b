// "Evaluate the selection": the value as the server knows it.
import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";
import { Session } from "./session";

const scheme = "hcl-value";

export function registerEvaluate(session: Session): vscode.Disposable {
  const values = new Map<string, string>();
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => values.get(uri.path) ?? "",
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) values.delete(uri.path);
    }),
    vscode.commands.registerCommand("hcl.evaluate", async () => {
      const editor = vscode.window.activeTextEditor;
      const client = session.client;
      if (!editor || !client) return;
      const found = await client.sendRequest<{ range: Range; type: string; value: string } | null>("hcl-ls/evaluate", {
        textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
        range: client.code2ProtocolConverter.asRange(editor.selection),
      });
      if (!found) {
        void vscode.window.showInformationMessage("The selection is no expression that has a value.");
        return;
      }
      editor.selection = new vscode.Selection(
        client.protocol2CodeConverter.asPosition(found.range.start),
        client.protocol2CodeConverter.asPosition(found.range.end),
      );
      if (!found.value.includes("\n") && found.value.length < 200) {
        const copy = "Copy";
        const choice = await vscode.window.showInformationMessage(`${found.value}  (${found.type})`, copy);
        if (choice === copy) await vscode.env.clipboard.writeText(found.value);
        return;
      }
      const path = `/value ${values.size + 1}.hcl`;
      values.set(path, `# ${found.type}\nvalue = ${found.value}\n`);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }));
      await vscode.languages.setTextDocumentLanguage(document, "hcl");
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    }),
  );
}
