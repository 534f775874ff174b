// Tasks that run `hcl-ls check`. Its lines are read by the problem matcher "$hcl-ls". Its markers have the owner of the
// server's, so that a finding is not listed twice.
import * as vscode from "vscode";
import { Session } from "./session";

const type = "hcl-ls";

interface Definition extends vscode.TaskDefinition {
  paths?: string[];
  arguments?: string[];
}

function taskOf(session: Session, definition: Definition, folder: vscode.WorkspaceFolder, name: string): vscode.Task {
  const args = ["check", "--format=short", ...(definition.arguments ?? []), ...(definition.paths ?? ["."])];
  const task = new vscode.Task(
    definition,
    folder,
    name,
    "hcl-ls",
    new vscode.ProcessExecution(session.program.path, args, { cwd: folder.uri.fsPath }),
    "$hcl-ls",
  );
  task.group = vscode.TaskGroup.Test;
  task.presentationOptions = { clear: true };
  return task;
}

export function registerTasks(session: Session): vscode.Disposable {
  // A task that ends takes away all markers of the owner that it did not print: those of unsaved texts, too. It does so
  // a moment after its process has ended.
  const ended = vscode.tasks.onDidEndTaskProcess(({ execution }) => {
    if (execution.task.problemMatchers.some((matcher) => matcher === "$hcl-ls"))
      setTimeout(() => session.showFindingsAgain(), 500);
  });
  const provider = vscode.tasks.registerTaskProvider(type, {
    provideTasks: () =>
      (vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : []).map((folder) =>
        taskOf(session, { type }, folder, "check"),
      ),
    resolveTask(task) {
      const scope = task.scope;
      const folder = scope && typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
      // The definition must be the one that is asked about.
      return folder && vscode.workspace.isTrusted
        ? taskOf(session, task.definition as Definition, folder, task.name)
        : undefined;
    },
  });  return vscode.Disposable.from(provider, ended);
}
