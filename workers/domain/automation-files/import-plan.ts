import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import type { FileReference, ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type {
  ChosenPart,
  ImportChoices,
  ImportState,
  NeededReference,
} from "#workers/contract/endpoints/automation-files.ts";
import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import {
  type FoundReference,
  mapFormReferences,
  mapReferences,
  referencesIn,
  referencesInForm,
  type Rename,
} from "../automations/graph-references.ts";
import type { ReadFile } from "./read-file.ts";
import type { Here, HereRow } from "./import-here.ts";

/** The plan for a journey, an encap or a form of a file. */
export interface Planned<Content> {
  /** In the file. */
  id: string;
  /** Here; of a new one, the id that it gets. */
  to: string;
  name: string;
  folder: string;
  /** The row that is here already, and is replaced; null for a new one. */
  existing: HereRow<Content> | null;
  /** The row that an earlier import has made of it, whatever is chosen now. */
  known: HereRow<Content> | undefined;
  freeName: string;
  skipped: boolean;
  state: ImportState;
  content: Content;
}
export interface Plan {
  automations: Planned<Graph>[];
  forms: Planned<FormContent>[];
  references: NeededReference[];
}

const NO_CHOICES: ImportChoices = { automations: [], forms: [], references: [] };

/** Weighs a file against what is here: pure, for the dry run as for the import. */
export function planImport(
  kind: AutomationKind,
  { file }: ReadFile,
  here: Here,
  choices: ImportChoices = NO_CHOICES,
  newId: (id: string) => string = (id) => id,
): Plan {
  const forms = partsOf(file.forms, here.forms, choices.forms, newId).map(
    ({ given, ...part }): Planned<FormContent> => ({ ...part, folder: "", content: given.content }),
  );
  const automations = partsOf(file.automations, here.automations, choices.automations, newId).map(
    ({ given, ...part }): Planned<Graph> => ({ ...part, content: given.graph }),
  );
  const inFile = {
    form: idsOf(forms),
    // An encap is none that a journey's step could name.
    journey: kind === "journey" ? idsOf(automations) : new Map<string, string>(),
  };
  const held = (of: ReferenceKind, id: string) =>
    of === "form" || of === "journey" ? inFile[of].get(id) : undefined;

  const found = [
    ...automations.filter(notSkipped).flatMap((each) => foundIn(each, referencesIn)),
    ...forms.filter(notSkipped).flatMap((each) => foundIn(each, referencesInForm)),
  ];
  const references = neededOf(found, file, here, held);
  const chosen = new Map(choices.references.map(({ kind: of, id, to }) => [`${of} ${id}`, to]));
  const proposed = new Map(references.map(({ kind: of, id, proposed: to }) => [`${of} ${id}`, to]));
  const rename: Rename = (of, id) => {
    const key = `${of} ${id}`;
    return held(of, id) ?? (chosen.has(key) ? chosen.get(key) : proposed.get(key)) ?? id;
  };
  return {
    forms: forms.map((each) => weighed(each, mapFormReferences(each.content, rename))),
    automations: automations.map((each) => weighed(each, mapReferences(each.content, rename))),
    references,
  };
}

const notSkipped = ({ skipped }: { skipped: boolean }): boolean => !skipped;
const idsOf = (parts: readonly Planned<unknown>[]): Map<string, string> =>
  new Map(parts.filter(notSkipped).map(({ id, to }) => [id, to]));

interface Given {
  id: string;
  name: string;
  folder?: string;
}

/** Pairs the things of a file with those that are here, by id and by an earlier import. */
function partsOf<Thing extends Given, Content>(
  given: readonly Thing[],
  here: readonly HereRow<Content>[],
  choices: readonly ChosenPart[],
  newId: (id: string) => string,
) {
  const chosen = new Map(choices.map((each) => [each.id, each]));
  const taken = new Set(here.map((each) => nameKey(each.name)));
  return given.map((each) => {
    const known = here.find(({ id }) => id === each.id) ?? here.find(({ sourceId }) => sourceId === each.id);
    const choice = chosen.get(each.id);
    const into = choice?.into ?? (known ? "existing" : "new");
    const other = choice?.existing && here.find(({ id }) => id === choice.existing?.id);
    const existing = into === "existing" ? (choice?.existing ? (other ?? null) : (known ?? null)) : null;
    const freeName = numbered(each.name, taken);
    taken.add(nameKey(freeName));
    return {
      given: each,
      id: each.id,
      to: existing?.id ?? newId(each.id),
      // The name of what is replaced stays.
      name: existing?.name ?? (choice?.name || freeName),
      folder: existing ? "" : (choice?.folder ?? (each.folder ?? "").slice(0, AUTOMATION.folder)),
      existing,
      known,
      freeName,
      skipped: into === "skip",
      state: "new" as ImportState,
    };
  });
}

/** A name that nobody has; the end of a long one makes room for its number. */
export function numbered(wanted: string, taken: ReadonlySet<string>): string {
  const plain = wanted.trim() || texts.unnamed;
  for (let number = 1; ; number++) {
    const behind = number === 1 ? "" : texts.numbered("", number);
    const name = `${plain.slice(0, AUTOMATION.name - behind.length).trimEnd()}${behind}`;
    if (!taken.has(nameKey(name))) return name;
  }
}

function weighed<Content>(part: Planned<Content>, content: Content): Planned<Content> {
  if (!part.existing) return { ...part, content };
  const isSame = sorted(part.existing.content) === sorted(content);
  return { ...part, content, state: isSame ? "same" : "changed" };
}

/** JSON whose names are in order, so that two ways to write the same are the same. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** A place in the file, with what the draft that is replaced names there. */
interface Place extends Pick<FoundReference, "kind" | "id"> {
  there: string | undefined;
}

function foundIn<Content>(
  { content, existing }: Planned<Content>,
  read: (content: Content) => FoundReference[],
): Place[] {
  const before = existing?.content ? read(existing.content) : [];
  const there = new Map(before.map(({ kind, place, id }) => [`${kind} ${place}`, id]));
  return read(content).map(({ kind, id, place }) => ({ kind, id, there: there.get(`${kind} ${place}`) }));
}

function neededOf(
  found: readonly Place[],
  { references, templates }: ReadFile["file"],
  here: Here,
  held: (kind: ReferenceKind, id: string) => string | undefined,
): NeededReference[] {
  const named = new Map<string, string>([
    ...templates.map(({ id, name, language }) => [`template ${id}`, `${name} (${language})`] as const),
    ...references.map(({ kind, id, name }: FileReference) => [`${kind} ${id}`, name] as const),
  ]);
  return [...Map.groupBy(found, ({ kind, id }) => `${kind} ${id}`)].flatMap(
    ([key, places]): NeededReference[] => {
      const [first] = places;
      if (!first) return [];
      const { kind, id } = first;
      const name = named.get(key) ?? id;
      if (held(kind, id) !== undefined) {
        return [{ kind, id, name, state: "inFile", proposed: null, uses: places.length }];
      }
      const choices = here.references.get(kind) ?? [];
      const there = places.flatMap((each) => each.there ?? []);
      const match =
        choices.find((each) => there.includes(each.id)) ??
        choices.find((each) => each.id === id) ??
        choices.find((each) => nameKey(each.key) === nameKey(name));
      return [
        {
          kind,
          id,
          name,
          state: match ? "found" : "missing",
          proposed: match?.id ?? null,
          uses: places.length,
        },
      ];
    },
  );
}
