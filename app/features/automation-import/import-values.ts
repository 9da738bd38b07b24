import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { CheckedFile, ChosenPart, ImportPart } from "#workers/contract/endpoints/automation-files.ts";

/** Fields of the import's form, by the names under which the server refuses them. */
export type ImportValues = Record<string, string>;
export const NEW = "new";
export const SKIP = "skip";
/** A reference that is left as it is. */
export const LEFT = "";

const LISTS = ["automations", "forms"] as const;
export type PartList = (typeof LISTS)[number];

export const fieldOf = (
  list: PartList | "references",
  at: number,
  part: "existing" | "name" | "folder" | "to",
) => `${list}.${at}.${part}`;

/** The choices proposed for a checked file. */
export function proposedValues(checked: CheckedFile, folder: string): ImportValues {
  const values: ImportValues = {};
  for (const list of LISTS) {
    for (const [at, { existing, freeName }] of checked[list].entries()) {
      values[fieldOf(list, at, "existing")] = existing?.id ?? NEW;
      values[fieldOf(list, at, "name")] = freeName;
    }
  }
  for (const [at, automation] of checked.automations.entries()) {
    values[fieldOf("automations", at, "folder")] = automation.folder || folder;
  }
  for (const [at, { proposed }] of checked.references.entries()) {
    values[fieldOf("references", at, "to")] = proposed ?? LEFT;
  }
  return values;
}

/** Names of new ones that are missing. */
export function missingNames(checked: CheckedFile | undefined, values: ImportValues): ImportValues {
  const missing: ImportValues = {};
  for (const list of checked ? LISTS : []) {
    for (const at of checked?.[list].keys() ?? []) {
      const name = fieldOf(list, at, "name");
      if (values[fieldOf(list, at, "existing")] === NEW && values[name]?.trim() === "") {
        missing[name] = texts.nameEmpty;
      }
    }
  }
  return missing;
}

/** The choices as they are sent. */
export function choicesOf(checked: CheckedFile, values: ImportValues) {
  const partsOf = (list: PartList): ChosenPart[] =>
    checked[list].map(({ id }, at) => {
      const into = values[fieldOf(list, at, "existing")] ?? NEW;
      const [name, folder] = [
        values[fieldOf(list, at, "name")] ?? "",
        values[fieldOf(list, at, "folder")] ?? "",
      ];
      if (into === NEW || into === SKIP) return { id, into, name, folder };
      const revision = checked.existing[list].find((each) => each.id === into)?.revision ?? 1;
      return { id, into: "existing", name, folder, existing: { id: into, revision } };
    });
  return {
    automations: partsOf("automations"),
    forms: partsOf("forms"),
    references: checked.references.flatMap(({ kind, id, state }, at) =>
      state === "inFile" ? [] : [{ kind, id, to: values[fieldOf("references", at, "to")] || null }],
    ),
  };
}

/** A choice's effect on a part. */
export function fateOf({ existing, state }: ImportPart, into: string): ImportPart["state"] | "skip" {
  if (into === NEW || into === SKIP) return into;
  return into === existing?.id ? state : "changed";
}
