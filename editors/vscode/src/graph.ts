// "Show the dependency graph": the references in the module of a file, as an image that follows edits. The server
// draws it; here it gets the editor's colours, and a click leads to the place.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";
import { Session } from "./session";

interface Place {
  uri?: string;
  range?: Range;
}

interface Graph {
  /** The name of the block or symbol at the position; only what that is connected to is in the graph. */
  around?: string;
  nodes: (Place & { name: string })[];
  edges: Place[];
  mermaid: string;
  svg: string;
}

type Message = { kind: "node" | "edge"; index: number } | { kind: "svg" | "mermaid" | "all" };

const delay = 400;

const page = (nonce: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
  body { padding: 0; margin: 0; height: 100vh; display: flex; flex-direction: column }
  header { display: flex; flex-wrap: wrap; gap: 8px; padding: 8px 12px; align-items: center }
  header span { flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  button { border: 0; padding: 4px 10px; cursor: pointer; color: var(--vscode-button-secondaryForeground);
    background: var(--vscode-button-secondaryBackground) }
  button:hover { background: var(--vscode-button-secondaryHoverBackground) }
  main { flex: 1; overflow: auto; padding: 0 12px }
  body main svg { background: transparent; transform-origin: 0 0 }
  body main svg text { fill: var(--vscode-editor-foreground); font-family: var(--vscode-editor-font-family) }
  body.vscode-light main svg rect { fill: var(--fill) }
  body.vscode-dark main svg rect { fill: var(--dark) }
  body.vscode-high-contrast main svg rect { fill: var(--vscode-editor-background); stroke: var(--vscode-contrastBorder) }
  main svg g, main svg > path { cursor: pointer }
  body main svg g:is(:hover, :focus) rect { stroke: var(--vscode-focusBorder); stroke-width: 2.5; outline: none }
  body main svg > path:hover { stroke: var(--vscode-focusBorder); stroke-width: 2.5 }
</style>
</head>
<body>
<header><span id="title"></span><button id="all">Whole module</button><button id="svg">Export as SVG</button><button id="mermaid">Copy as Mermaid</button></header>
<main></main>
<script nonce="${nonce}">
  const editor = acquireVsCodeApi();
  const main = document.querySelector("main");
  for (const kind of ["all", "svg", "mermaid"])
    document.getElementById(kind).addEventListener("click", () => editor.postMessage({ kind }));
  let scale = 1;
  const zoom = () => main.firstElementChild && (main.firstElementChild.style.transform = "scale(" + scale + ")");
  // The wheel with Ctrl, as everywhere.
  main.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scale = Math.min(4, Math.max(0.2, scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
    zoom();
  }, { passive: false });
  window.addEventListener("message", ({ data }) => {
    main.innerHTML = data.svg;
    document.getElementById("title").textContent = data.title;
    document.getElementById("all").hidden = !data.part;
    const lead = (elements, kind) => elements.forEach((element, index) => {
      const go = () => editor.postMessage({ kind, index });
      element.addEventListener("click", go);
      element.addEventListener("keydown", (event) => event.key === "Enter" && go());
      if (kind === "node") element.tabIndex = 0;
    });
    lead(main.querySelectorAll("svg > g"), "node");
    lead(main.querySelectorAll("svg > path"), "edge");
    zoom();
  });
  editor.postMessage({ kind: "ready" });
</script>
</body>
</html>`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

class GraphView {
  private readonly panel: vscode.WebviewPanel;
  private readonly subscriptions: vscode.Disposable[] = [];
  private graph: Graph | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Where the graph begins; none for the whole module. */
  private position: vscode.Position | undefined;

  constructor(
    private readonly session: Session,
    private document: vscode.TextDocument,
    private readonly closed: () => void,
  ) {
    this.panel = vscode.window.createWebviewPanel(
      "hcl.graph",
      "Dependency graph",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
    );
    this.subscriptions.push(
      this.panel,
      this.panel.webview.onDidReceiveMessage((message: Message | { kind: "ready" }) => this.receive(message)),
      this.panel.onDidDispose(() => this.dispose()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId !== this.document.languageId) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.refresh(), delay);
      }),
    );
    this.panel.webview.html = page(randomBytes(16).toString("base64url"));
  }

  show(document: vscode.TextDocument, position: vscode.Position | undefined): void {
    this.document = document;
    this.position = position;
    this.panel.reveal(undefined, true);
    void this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.closed();
    for (const item of this.subscriptions.splice(0)) item.dispose();
  }

  private async refresh(): Promise<void> {
    const { session, document } = this;
    if (!session.client || document.isClosed) return;
    // Behind the last line is in no block.
    const position = this.position ?? document.lineAt(document.lineCount - 1).range.end;
    const { client } = session;
    const parameters = {
      textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
      position: client.code2ProtocolConverter.asPosition(position),
    };
    let graph: Graph | null;
    try {
      graph = await client.sendRequest<Graph | null>("hcl-ls/graph", parameters);
    } catch (error) {
      // Such as a server from PATH that is older than the extension.
      const title = `No graph: ${error instanceof Error ? error.message : String(error)}`;
      return void this.panel.webview.postMessage({ svg: this.graph?.svg ?? "", title, part: false });
    }
    this.graph = graph ?? undefined;
    if (!graph) return;
    const count = `${counted(graph.nodes.length, "name")}, ${counted(graph.edges.length, "reference")}`;
    this.panel.title = graph.around ? `Graph of ${graph.around}` : "Dependency graph";
    await this.panel.webview.postMessage({ svg: graph.svg, title: count, part: graph.around !== undefined });
  }

  private async receive(message: Message | { kind: "ready" }): Promise<void> {
    switch (message.kind) {
      case "ready":
        return this.refresh();
      case "all":
        this.position = undefined;
        return this.refresh();
      case "mermaid":
        await vscode.env.clipboard.writeText(this.graph?.mermaid ?? "");
        return void vscode.window.setStatusBarMessage("The graph is in the clipboard.", 3000);
      case "svg":
        return this.save();
      default:
        return this.lead((message.kind === "node" ? this.graph?.nodes : this.graph?.edges)?.[message.index]);
    }
  }

  private async save(): Promise<void> {
    const folder = vscode.Uri.joinPath(this.document.uri, "..");
    const file = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folder, "graph.svg"),
      filters: { SVG: ["svg"] },
    });
    if (file) await vscode.workspace.fs.writeFile(file, Buffer.from(this.graph?.svg ?? ""));
  }

  private async lead(place: Place | undefined): Promise<void> {
    const convert = this.session.client?.protocol2CodeConverter;
    if (!convert || !place?.uri || !place.range) return;
    // In the group where the files are, not on top of the picture.
    const uri = convert.asUri(place.uri);
    const viewColumn =
      vscode.window.tabGroups.all.find(({ tabs }) =>
        tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
      )?.viewColumn ?? vscode.ViewColumn.One;
    const options = { viewColumn, selection: convert.asRange(place.range) };
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
  }
}

export function registerGraph(session: Session): vscode.Disposable {
  let view: GraphView | undefined;
  const show = (around: boolean): void => {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !session.client) return;
    view ??= new GraphView(session, editor.document, () => (view = undefined));
    view.show(editor.document, around ? editor.selection.active : undefined);
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => view?.dispose()),
    vscode.commands.registerCommand("hcl.showGraph", () => show(false)),
    vscode.commands.registerCommand("hcl.showGraphAround", () => show(true)),
  );
}
