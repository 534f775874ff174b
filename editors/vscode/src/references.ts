// The command of a code lens: shows the references of its place.
import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";
import { Session } from "./session";

export function registerReferences(session: Session): vscode.Disposable {
  return vscode.commands.registerCommand(
    "hcl.showReferences",
    async (uri: string, position: Position, locations: Location[]) => {
      const convert = session.client?.protocol2CodeConverter;
      if (!convert) return;
      await vscode.commands.executeCommand(
        "editor.action.showReferences",
        convert.asUri(uri),
        convert.asPosition(position),
        locations.map((location) => convert.asLocation(location)),
      );
    },
  );
}
