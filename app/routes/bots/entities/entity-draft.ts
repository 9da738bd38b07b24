import { nameKey } from "#workers/contract/fields.ts";
import { entityFields, type Entity, type EntityValue } from "#workers/contract/endpoints/entities.ts";
import { problemsOf } from "#app/data/problems.ts";

export type WordKind = EntityValue["type"];

export interface Row {
  /** Identifies the row as rows move; never sent. */
  key: number;
  value: string;
  type: WordKind;
  /** Both lists are kept so that switching the type back loses nothing; only the current type's is sent. */
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

/** Returns the synonyms or patterns, by the row's type. */
export const wordsOf = ({ type, synonyms, pattern }: Row): string[] =>
  type === "pattern" ? pattern : synonyms;

export const withWords = (row: Row, words: string[]): Partial<Row> =>
  row.type === "pattern" ? { pattern: words } : { synonyms: words };

export const draftOf = (entity: Entity | undefined): EntityDraft => ({
  name: entity?.name ?? "",
  rows: entity ? entity.values.map((value) => ({ ...value, key: ++lastKey })) : [newRow()],
});

/** Gives restored rows new keys, as keys from an earlier page load could collide with new ones. */
export const rekeyed = ({ name, rows }: EntityDraft): EntityDraft => ({
  name,
  rows: rows.map((row) => ({ ...row, key: ++lastKey })),
});

/** Returns the rows that are not empty; the others are not sent. */
const begunRows = ({ rows }: EntityDraft): Row[] =>
  rows.filter((row) => row.value.trim() !== "" || wordsOf(row).length > 0);

/** Returns the request body. */
export const bodyOf = (draft: EntityDraft) => ({
  name: draft.name,
  values: begunRows(draft).map(({ value, type, synonyms, pattern }) => ({
    value,
    type,
    synonyms: type === "pattern" ? [] : synonyms,
    pattern: type === "pattern" ? pattern : [],
  })),
});

/** Validation errors by form field: `name`, `values`, `rows.<key>.value`, `rows.<key>.words`. */
export const problemsIn = (draft: EntityDraft): Record<string, string> =>
  placed(draft, problemsOf(entityFields, bodyOf(draft)));

/** Maps error paths from indexes of the sent rows to the form's row keys. */
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

/** Serializes the request body, to compare drafts by the data they would send. */
export const digestOf = (draft: EntityDraft): string => JSON.stringify(bodyOf(draft));

const CELL = /"((?:[^"]|"")*)"|([^,;\t]+)/g;

/** Parses lines of "value, synonym, synonym" (or CSV with quotes) into rows; skips empty lines. */
export const rowsOf = (text: string): Row[] =>
  text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [value, ...synonyms] = [...line.matchAll(CELL)]
      .map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim())
      .filter((cell) => cell !== "");
    return value === undefined ? [] : [newRow(value, synonyms)];
  });

/** Merges pasted rows into the existing ones: a value that exists already gains its missing synonyms. */
export function withPasted(rows: Row[], pasted: Row[]): { rows: Row[]; added: Row[]; merged: number } {
  const next = [...rows];
  const indexes = new Map(next.map((row, at) => [nameKey(row.value), at]));
  const added: Row[] = [];
  let merged = 0;
  for (const row of pasted) {
    const key = nameKey(row.value);
    const at = indexes.get(key);
    const there = at === undefined ? undefined : next[at];
    if (at === undefined || there === undefined) {
      indexes.set(key, next.push(row) - 1);
      added.push(row);
    } else {
      next[at] = { ...there, synonyms: distinct([...there.synonyms, ...row.synonyms]) };
      merged++;
    }
  }
  return { rows: next, added, merged };
}

/** Removes duplicates regardless of case, keeping the first spelling. */
export function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => !seen.has(nameKey(word)) && seen.add(nameKey(word)));
}
