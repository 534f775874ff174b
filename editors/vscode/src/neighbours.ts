// Other extensions that answer for the same files: everything would appear twice, so the person chooses.
import * as vscode from "vscode";
import { excludedLanguages, languages, section } from "./configuration";

interface Neighbour {
  extension: string;
  name: string;
  languages: string[];
}

const neighbours: Neighbour[] = [
  {
    extension: "hashicorp.terraform",
    name: "HashiCorp Terraform",
    languages: [
      "terraform", "terraform-vars", "terraform-test", "terraform-mock", "terraform-stack", "terraform-deploy",
      "terraform-search", "terraform-policy", "terraform-policytest",
    ],
  },
  {
    extension: "opentofu.vscode-opentofu",
    name: "OpenTofu",
    languages: ["opentofu", "opentofu-vars", "opentofu-test", "opentofu-mock"],
  },
  { extension: "gamunu.opentofu", name: "OpenTofu", languages: ["terraform", "terraform-vars"] },
  { extension: "gruntwork.terragrunt-ls", name: "Terragrunt", languages: ["terragrunt"] },
  { extension: "docker.docker", name: "Docker DX", languages: ["dockerbake"] },
];

const remembered = (extension: string): string => `neighbour.${extension}`;

/** Asks once for each extension, when a file that both answer for is opened. */
export function watchNeighbours(context: vscode.ExtensionContext): vscode.Disposable {
  const asked = new Set<string>();
  const look = async (document: vscode.TextDocument): Promise<void> => {
    const excluded = excludedLanguages();
    const found = neighbours.find(
      ({ extension, languages: theirs }) =>
        theirs.includes(document.languageId) &&
        !excluded.includes(document.languageId) &&
        !asked.has(extension) &&
        vscode.extensions.getExtension(extension) &&
        !context.globalState.get<boolean>(remembered(extension)),
    );
    if (!found) return;
    asked.add(found.extension);
    const names = languages.filter(({ id }) => found.languages.includes(id)).map(({ name }) => name);
    // Longer words do not fit on the buttons.
    const leave = `Use ${found.name}`;
    const show = "Disable It...";
    const both = "Keep Both";
    const choice = await vscode.window.showInformationMessage(
      `The extensions HCL and ${found.name} both answer for ${names.join(", ")} files, so that suggestions and ` +
        `findings appear twice. Use ${found.name} for these files (HCL keeps their colours), or disable it.`,
      leave,
      show,
      both,
    );
    if (choice === leave)
      await vscode.workspace
        .getConfiguration(section)
        .update("languages.exclude", [...new Set([...excluded, ...found.languages])], vscode.ConfigurationTarget.Global);
    if (choice === show) await vscode.commands.executeCommand("workbench.extensions.search", `@id:${found.extension}`);
    if (choice === both) await context.globalState.update(remembered(found.extension), true);
  };
  for (const document of vscode.workspace.textDocuments) void look(document);
  return vscode.workspace.onDidOpenTextDocument(look);
}
