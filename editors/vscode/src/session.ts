// One running server and its client.
import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import type {
  DocumentDiagnosticRequest,
  LanguageClient,
  StaticFeature,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageclient/node";
import { documentSelector, section, serverArguments, settings } from "./configuration";
import { findProgram, startServer } from "./program";

export type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export type State = "untrusted" | "idle" | "starting" | "running" | "failed";

/** What the client says of itself, and what it makes of the server's answer. */
class OwnFeature implements StaticFeature {
  fillClientCapabilities(capabilities: { experimental?: object }): void {
    capabilities.experimental = { ...capabilities.experimental, showReferencesCommand: "hcl.showReferences" };
  }
  preInitialize(capabilities: { semanticTokensProvider?: { legend: { tokenTypes: string[] } } }): void {
    // Strings keep the colours of the grammar, which knows the language of a heredoc: the editor ignores token
    // types that are not registered.
    const types = capabilities.semanticTokensProvider?.legend.tokenTypes;
    const at = types?.indexOf("string") ?? -1;
    if (types && at >= 0) types[at] = "hclText";
  }
  initialize(): void {}
  getState(): { kind: "static" } {
    return { kind: "static" };
  }
  clear(): void {}
}

export class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel("HCL");
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly progressed = new vscode.EventEmitter<Progress>();
  /** The state changed. */
  readonly onDidChange = this.changed.event;
  /** The server works on something long. */
  readonly onProgress = this.progressed.event;

  client: LanguageClient | undefined;
  state: State = "idle";
  program = findProgram();
  private process: ChildProcess | undefined;
  private queue: Promise<void> = Promise.resolve();
  /** Files whose findings were asked for since they had to be shown again; undefined when they never had to. */
  private shownAgain: Set<string> | undefined;

  get version(): string | undefined {
    return this.client?.initializeResult?.serverInfo?.version;
  }

  /** Starts when the workspace is trusted and nothing runs. Each of these waits for the one before. */
  start(): Promise<void> {
    return this.then(async () => {
      if (!this.client) await this.launch();
    });
  }

  stop(): Promise<void> {
    return this.then(() => this.end());
  }

  restart(): Promise<void> {
    return this.then(async () => {
      await this.end();
      await this.launch();
    });
  }

  dispose(): void {
    void this.stop();
    this.log.dispose();
  }

  private then(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step, step);
    return this.queue;
  }

  private set(state: State): void {
    this.state = state;
    // Refused while the editor closes.
    vscode.commands.executeCommand("setContext", "hcl.running", state === "running").then(undefined, () => undefined);
    this.changed.fire();
  }

  private async launch(): Promise<void> {
    if (!vscode.workspace.isTrusted) return this.set("untrusted");
    this.program = findProgram();
    this.set("starting");
    // The server starts while the client is loaded. That happens here because it is most of the program, and
    // activation does not wait for it.
    let first: Promise<ChildProcess> | undefined = this.spawn();
    const { LanguageClient, RevealOutputChannelOn } = await import("vscode-languageclient/node");
    const client = new LanguageClient(
      section,
      "HCL",
      // Called again when a server has crashed.
      () => {
        const server = first ?? this.spawn();
        first = undefined;
        return server;
      },
      {
        documentSelector: documentSelector(),
        // The server asks for them again, but need not wait: the editor is busy while it starts.
        initializationOptions: settings,
        outputChannel: this.log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        middleware: {
          handleWorkDoneProgress: (token, params, next) => {
            this.progressed.fire(params);
            next(token, params);
          },
          provideDiagnostics: (document, before, token, next) =>
            next(document, this.isShown(document instanceof vscode.Uri ? document : document.uri) ? before : undefined, token),
          provideWorkspaceDiagnostics: (before, token, report, next) =>
            next(before.filter(({ uri }) => this.isShown(uri)), token, report),
        },
      },
    );
    client.registerFeature(new OwnFeature());
    this.client = client;
    try {
      await client.start();
      this.log.appendLine(`hcl-ls ${this.version ?? ""} from ${this.program.origin}: ${this.program.path}`);
      this.set("running");
    } catch (error) {
      this.client = undefined;
      this.set("failed");
      this.log.appendLine(`${this.program.path} does not start: ${String(error)}`);
      void this.offerHelp();
    }
  }

  private spawn(): Promise<ChildProcess> {
    const server = startServer(this.program, serverArguments());
    // Who waits for it reports that; nobody may do so yet.
    server.then(
      (process) => (this.process = process),
      () => undefined,
    );
    return server;
  }

  /** Asks for all findings again: something else has taken markers away, so "unchanged" is no answer. */
  showFindingsAgain(): void {
    if (this.state !== "running") return;
    this.shownAgain = new Set();
    const method: typeof DocumentDiagnosticRequest.method = "textDocument/diagnostic";
    const pulls = this.client?.getFeature(method);
    const document = vscode.workspace.textDocuments.find((one) => pulls?.getProvider(one));
    if (document) pulls?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }

  /** Whether the findings of a file that were received are still shown. True from the next answer on. */
  private isShown(uri: vscode.Uri): boolean {
    if (!this.shownAgain || this.shownAgain.has(uri.toString())) return true;
    this.shownAgain.add(uri.toString());
    return false;
  }

  private async end(): Promise<void> {
    const { client, process } = this;
    this.client = this.process = undefined;
    this.set("idle");
    // A client that never came up has nothing to stop.
    if (client?.needsStop()) await client.stop().catch(() => undefined);
    // One that does not end when it is told to.
    if (process && process.exitCode === null) setTimeout(() => process.kill(), 2000).unref();
  }

  private async offerHelp(): Promise<void> {
    const settings = "Open the settings";
    const log = "Show the log";
    const choice = await vscode.window.showErrorMessage(
      `The language server "${this.program.path}" (from ${this.program.origin}) does not start. ` +
        `Install hcl-ls, or say where it is in the setting hcl.server.path.`,
      settings,
      log,
    );
    if (choice === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "hcl.server.path");
    if (choice === log) this.log.show();
  }
}
