// The server's program: where it is, and short runs of it as a command.
import { ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { serverPath } from "./configuration";

export interface Program {
  path: string;
  /** For people: where the path is from. */
  origin: string;
}

/** The one that is set, else the one in the package, else the one in PATH. */
export function findProgram(): Program {
  const set = serverPath();
  if (set) return { path: set.replace(/^~(?=\/)/, process.env.HOME ?? "~"), origin: "the setting hcl.server.path" };
  const carried = join(__dirname, "server", process.platform === "win32" ? "hcl-ls.exe" : "hcl-ls");
  if (existsSync(carried)) return { path: carried, origin: "this extension" };
  return { path: "hcl-ls", origin: "PATH" };
}

/** A running server that talks on its standard streams; rejected when there is no such program. */
export function startServer(program: Program, args: string[]): Promise<ChildProcess> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  const child = spawn(program.path, [...args, "--stdio"], { cwd: folder?.uri.fsPath });
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.on("error", reject);
  });
}

/** What the program prints, run in `folder`. Never in a workspace that is not trusted. */
export function run(program: Program, args: string[], input = "", folder?: string): Promise<string> {
  if (!vscode.workspace.isTrusted) return Promise.reject(new Error("The workspace is not trusted."));
  return new Promise((resolve, reject) => {
    const child = execFile(
      program.path,
      args,
      { cwd: folder, maxBuffer: 64 << 20, timeout: 20_000 },
      (error, output, complaint) => (error ? reject(new Error(complaint.trim() || error.message)) : resolve(output)),
    );
    // It may end before it has read everything.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}
