// The status item: the language of the file with the pack it is from, and the server with what it does.
import * as vscode from "vscode";
import { documentSelector } from "./configuration";
import { Session } from "./session";

interface FileLanguage {
  id: string;
  title: string;
  version?: string;
  /** The URI of the pack; none for one that the program carries. */
  pack?: string;
}

export class Status implements vscode.Disposable {
  private readonly language: vscode.LanguageStatusItem;
  private readonly server: vscode.LanguageStatusItem;
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(private readonly session: Session) {
    this.language = vscode.languages.createLanguageStatusItem("hcl.language", []);
    this.language.name = "Language of the file";
    this.server = vscode.languages.createLanguageStatusItem("hcl.server", []);
    this.server.name = "HCL language server";
    this.subscriptions.push(
      this.language,
      this.server,
      session.onDidChange(() => this.showServer()),
      session.onProgress((progress) => {
        this.server.busy = progress.kind !== "end";
        const percent = progress.kind === "report" ? progress.percentage : undefined;
        this.server.detail =
          progress.kind === "end" ? this.where() : `reading files${percent === undefined ? "" : `: ${percent} %`}`;
        if (progress.kind === "end") void this.showLanguage();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.showLanguage()),
      // A pack or a configuration decides the language of other files.
      vscode.workspace.onDidSaveTextDocument(() => this.showLanguage()),
    );
    this.showServer();
  }

  dispose(): void {
    for (const item of this.subscriptions) item.dispose();
  }

  private where(): string {
    return `from ${this.session.program.origin}`;
  }

  private showServer(): void {
    const { server, session } = this;
    server.selector = documentSelector();
    server.busy = session.state === "starting";
    server.severity = vscode.LanguageStatusSeverity.Information;
    server.command = { command: "hcl.showLog", title: "Log" };
    server.detail = this.where();
    switch (session.state) {
      case "untrusted":
        server.text = "Restricted Mode";
        server.detail = "the server does not run";
        server.severity = vscode.LanguageStatusSeverity.Warning;
        server.command = { command: "workbench.trust.manage", title: "Manage trust" };
        break;
      case "failed":
        server.text = "hcl-ls does not start";
        server.severity = vscode.LanguageStatusSeverity.Error;
        break;
      case "running":
        server.text = `hcl-ls ${session.version ?? ""}`;
        break;
      default:
        server.text = "hcl-ls";
    }
    void this.showLanguage();
  }

  private async showLanguage(): Promise<void> {
    const { language, session } = this;
    const document = vscode.window.activeTextEditor?.document;
    const selector = documentSelector();
    if (!document || session.state !== "running" || vscode.languages.match(selector, document) === 0) {
      // An item without a selector is never shown.
      language.selector = [];
      return;
    }
    try {
      const found = await session.client?.sendRequest<FileLanguage | null>("hcl-ls/language", {
        textDocument: { uri: session.client.code2ProtocolConverter.asUri(document.uri) },
      });
      language.selector = selector;
      language.text = found ? found.title + (found.version ? ` ${found.version}` : "") : "no language";
      language.detail = found?.pack
        ? `pack ${vscode.workspace.asRelativePath(vscode.Uri.parse(found.pack))}`
        : found ? "built-in pack" : "";
      language.command = found?.pack
        ? { command: "vscode.open", title: "Open the pack", arguments: [vscode.Uri.parse(found.pack)] }
        : { command: "hcl.chooseLanguage", title: "Choose" };
    } catch {
      // Another version of the server may not answer this.
      language.selector = [];
    }
  }
}
