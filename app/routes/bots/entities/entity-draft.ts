import { entityFields, type Entity, type EntityValue } from "#workers/contract/endpoints/entities.ts";
import { problemsOf } from "../problems.ts";

export interface Row {
  /** Tells rows apart while they move; never leaves the form. */
  key: number;
  value: string;
  type: EntityValue["type"] | "";
  /** Synonyms or patterns, by the row's type. */
  words: string[];
}

export interface EntityDraft {
  name: string;
  rows: Row[];
}

let lastKey = 0;
export const newRow = (value = "", words: string[] = []): Row => ({
  key: ++lastKey,
  value,
  type: "synonymns",
  words,
});

export const draftOf = (entity: Entity | undefined): EntityDraft => ({
  name: entity?.name ?? "",
  rows: entity
    ? entity.values.map(({ value, type, synonyms, pattern }) => ({
        key: ++lastKey,
        value,
        type,
        words: type === "pattern" ? pattern : synonyms,
      }))
    : [newRow()],
});

/** What is sent; a row that was never begun is left out. */
export const bodyOf = ({ name, rows }: EntityDraft) => ({
  name,
  values: rows
    .filter(({ value, words }) => value.trim() !== "" || words.length > 0)
    .map(({ value, type, words }) => ({
      value,
      type: type as EntityValue["type"],
      synonyms: type === "pattern" ? [] : words,
      pattern: type === "pattern" ? words : [],
    })),
});

/** What the contract finds wrong, by the form's own places: `name`, `values`, and `rows.<key>`. */
export function problemsIn(draft: EntityDraft): Record<string, string> {
  const begun = draft.rows.filter(({ value, words }) => value.trim() !== "" || words.length > 0);
  return atRows(problemsOf(entityFields, bodyOf(draft)), begun);
}

/** The contract counts rows that are sent; the form knows them by key. */
export function atRows(problems: Record<string, string>, begun: readonly Row[]): Record<string, string> {
  const placed: Record<string, string> = {};
  for (const [path, problem] of Object.entries(problems)) {
    const [, index] = /^values\.(\d+)/.exec(path) ?? [];
    const row = index === undefined ? undefined : begun[Number(index)];
    placed[row ? `rows.${row.key}` : path] ??= problem;
  }
  return placed;
}

export const begunRows = ({ rows }: EntityDraft): Row[] =>
  rows.filter(({ value, words }) => value.trim() !== "" || words.length > 0);

/** Two drafts are the same when they would be sent as the same. */
export const digestOf = (draft: EntityDraft): string => JSON.stringify(bodyOf(draft));

/** Lines of "value, synonym, synonym" as rows. */
export const rowsOf = (text: string): Row[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((part) => part.trim()))
    .filter(([value]) => value)
    .map(([value, ...words]) =>
      newRow(
        value,
        words.filter((word) => word !== ""),
      ),
    );
