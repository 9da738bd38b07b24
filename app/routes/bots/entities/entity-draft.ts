import { nameKey } from "#workers/contract/fields.ts";
import { entityFields, type Entity, type EntityValue } from "#workers/contract/endpoints/entities.ts";
import { problemsOf } from "#app/problems.ts";

export type WordKind = EntityValue["type"];

export interface Row {
  /** Tells rows apart while they move; never leaves the form. */
  key: number;
  value: string;
  type: WordKind;
  /** Both are kept while one edits, so that changing the type and back loses nothing; the type's own is sent. */
  synonyms: string[];
  pattern: string[];
}

export interface EntityDraft {
  name: string;
  rows: Row[];
}

let lastKey = 0;
export const newRow = (value = "", synonyms: string[] = []): Row => ({
  key: ++lastKey,
  value,
  type: "synonymns",
  synonyms,
  pattern: [],
});

/** The words of the row's own type. */
export const wordsOf = ({ type, synonyms, pattern }: Row): string[] =>
  type === "pattern" ? pattern : synonyms;

export const withWords = (row: Row, words: string[]): Partial<Row> =>
  row.type === "pattern" ? { pattern: words } : { synonyms: words };

export const draftOf = (entity: Entity | undefined): EntityDraft => ({
  name: entity?.name ?? "",
  rows: entity ? entity.values.map((value) => ({ ...value, key: ++lastKey })) : [newRow()],
});

/** Rows of an earlier page get new keys: the old ones could meet ours. */
export const rekeyed = ({ name, rows }: EntityDraft): EntityDraft => ({
  name,
  rows: rows.map((row) => ({ ...row, key: ++lastKey })),
});

/** A row that was never begun is not sent. */
const begunRows = ({ rows }: EntityDraft): Row[] =>
  rows.filter((row) => row.value.trim() !== "" || wordsOf(row).length > 0);

/** What is sent. */
export const bodyOf = (draft: EntityDraft) => ({
  name: draft.name,
  values: begunRows(draft).map(({ value, type, synonyms, pattern }) => ({
    value,
    type,
    synonyms: type === "pattern" ? [] : synonyms,
    pattern: type === "pattern" ? pattern : [],
  })),
});

/** What the contract finds wrong, by the form's own places: `name`, `values`, `rows.<key>.value`, `rows.<key>.words`. */
export const problemsIn = (draft: EntityDraft): Record<string, string> =>
  placed(draft, problemsOf(entityFields, bodyOf(draft)));

/** The contract counts the rows that are sent; the form knows them by key. */
export function placed(draft: EntityDraft, problems: Record<string, string>): Record<string, string> {
  const begun = begunRows(draft);
  const found: Record<string, string> = {};
  for (const [path, problem] of Object.entries(problems)) {
    const [, index, field] = /^values\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
    const row = index === undefined ? undefined : begun[Number(index)];
    const words = field === "synonyms" || field === "pattern";
    found[row ? `rows.${row.key}.${words ? "words" : "value"}` : path] ??= problem;
  }
  return found;
}

/** Two drafts are the same when they would be sent as the same. */
export const digestOf = (draft: EntityDraft): string => JSON.stringify(bodyOf(draft));

const CELL = /"((?:[^"]|"")*)"|([^,;\t]+)/g;

/** Lines of "value, synonym, synonym" (or of a CSV file, quotes and all) as rows; empty lines are none. */
export const rowsOf = (text: string): Row[] =>
  text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [value, ...synonyms] = [...line.matchAll(CELL)]
      .map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim())
      .filter((cell) => cell !== "");
    return value === undefined ? [] : [newRow(value, synonyms)];
  });

/** Pasted rows join those that are there: a value that is there already takes the synonyms that it lacks. */
export function withPasted(rows: Row[], pasted: Row[]): { rows: Row[]; added: Row[]; merged: number } {
  const next = [...rows];
  const places = new Map(next.map((row, at) => [nameKey(row.value), at]));
  const added: Row[] = [];
  let merged = 0;
  for (const row of pasted) {
    const key = nameKey(row.value);
    const at = places.get(key);
    const there = at === undefined ? undefined : next[at];
    if (at === undefined || there === undefined) {
      places.set(key, next.push(row) - 1);
      added.push(row);
    } else {
      next[at] = { ...there, synonyms: distinct([...there.synonyms, ...row.synonyms]) };
      merged++;
    }
  }
  return { rows: next, added, merged };
}

/** The first of every spelling, whatever its case. */
export function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => !seen.has(nameKey(word)) && seen.add(nameKey(word)));
}
