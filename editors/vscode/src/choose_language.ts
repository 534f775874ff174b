// "Choose the language of this file": writes the comment that the server reads in the first line.
import * as vscode from "vscode";
import { run } from "./program";
import { Session } from "./session";

const comment = /^\s*(?:#|\/\/)\s*hcl-ls:language\s+\S+.*$/;

export function registerChooseLanguage(session: Session): vscode.Disposable {
  return vscode.commands.registerCommand("hcl.chooseLanguage", async () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    // Each line: the id, the title, and after ": " the patterns of names.
    const list = (await run(session.program, ["pack", "list"])).split("\n").flatMap((line) => {
      const found = /^(\S+)\s+(.*?): (.*)$/.exec(line);
      return found ? [{ label: found[2], description: found[1], detail: found[3] }] : [];
    });
    const choice = await vscode.window.showQuickPick(list, {
      title: "The language of this file",
      placeHolder: "Writes a comment into the first line; .hcl-ls.hcl decides for many files at once",
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!choice) return;
    const line = `# hcl-ls:language ${choice.description}`;
    const first = editor.document.lineAt(0);
    await editor.edit((edit) => {
      if (comment.test(first.text)) edit.replace(first.range, line);
      else edit.insert(first.range.start, `${line}\n`);
    });
  });
}
