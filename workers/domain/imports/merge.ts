import { customersTexts } from "#texts/customers.ts";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { CustomerBefore } from "#db/tenant/imports.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { ImportCounts } from "#workers/contract/endpoints/imports.ts";
import { searchTextOf } from "../customers/search-text.ts";
import type { CheckRow, TaggingName, RowValues } from "./check-row.ts";
import type { ReadRow } from "./csv-text.ts";
import { type FieldRow, searchedFields } from "../customers/live-fields.ts";

/** An existing customer, as a page of an import finds them. */
export interface Known extends CustomerBefore {
  number: number;
  phone: string;
  /** This import has touched this customer before, on an earlier page. */
  seen: boolean;
  /** Groups and labels that this import has given them so far. */
  given: string[];
  /** All groups and labels that they have. */
  taggings: Set<string>;
}

/** The result of a page for one customer. */
export interface Draft extends Omit<CustomerBefore, "revision"> {
  phone: string;
  nameKey: string;
  search: string;
  /** The customer before the import; undefined when the import creates them. */
  known?: Known | undefined;
  changed: boolean;
  /** The values set by the rows: only these are written, so that concurrent changes to others stay. */
  said: FieldValues;
  /** Names of groups and labels by `taggingKey`. */
  taggings: ReadonlyMap<string, TaggingName>;
}
/** Most rows name no group: a map of its own would be the largest part of a draft. */
const NO_TAGGINGS: Draft["taggings"] = new Map();

export interface WrongRow {
  line: number;
  raw: string;
  errors: string[];
}

/** The letter of a row by what it would become: new, updated, duplicate. Any other row is wrong. */
export const GROUP = { created: "n", updated: "u", duplicates: "d" } as const;
export const WRONG = "w";
export type Group = keyof typeof GROUP;

export interface Outcome {
  /** Of the rows that are taken, by their lines. */
  groups: ReadonlyMap<number, Group>;
  drafts: Draft[];
  wrong: WrongRow[];
  counts: Pick<ImportCounts, "total" | "accepted" | "rejected" | "created" | "updated" | "duplicates">;
}

export const taggingKey = ({ kind, key }: Pick<TaggingName, "kind" | "key">): string => `${kind} ${key}`;

const scalars = ["name", "whatsapp", "facebookId", "instaId", "twitterId"] as const;

export interface CheckedRow {
  row: ReadRow;
  said: RowValues;
}

/** Checks the rows by themselves first: a customer can be looked up only once the number is parsed. */
export function checkRows(
  rows: readonly ReadRow[],
  check: CheckRow,
): { good: CheckedRow[]; wrong: WrongRow[] } {
  const good: CheckedRow[] = [];
  const wrong: WrongRow[] = [];
  for (const row of rows) {
    const { errors, said } = check(row);
    if (errors) wrong.push({ line: row.line, raw: row.raw, errors });
    else good.push({ row, said });
  }
  return { good, wrong };
}

/**
 * Then applies the rows in their order to the existing customers: a repeated number changes the customer again, an
 * empty cell changes nothing. `met` are numbers that a dry run has seen on earlier pages.
 */
export function mergeRows(
  { good, wrong }: { good: readonly CheckedRow[]; wrong: WrongRow[] },
  known: ReadonlyMap<string, Known>,
  met: ReadonlySet<string>,
  fields: readonly FieldRow[],
): Outcome {
  const mandatory = fields.filter(({ rules }) => rules.mandatory);
  const searched = searchedFields(fields);
  const drafts = new Map<string, Draft>();
  const all = [...wrong];
  const counts = { created: 0, updated: 0, duplicates: 0 };
  const groups = new Map<number, Group>();
  for (const { row, said } of good) {
    const before = known.get(said.phone);
    const draft = drafts.get(said.phone);
    const isNew = !draft && !before && !met.has(said.phone);
    const missing = isNew ? missingIn(said, mandatory) : [];
    if (missing.length > 0) {
      all.push({ line: row.line, raw: row.raw, errors: missing });
      continue;
    }
    const group =
      draft || before?.seen || met.has(said.phone) ? "duplicates" : before ? "updated" : "created";
    counts[group]++;
    groups.set(row.line, group);
    const target = draft ?? (before ? draftOf(before) : newDraft(said));
    drafts.set(said.phone, target);
    apply(target, said);
  }
  const list = [...drafts.values()];
  for (const draft of list) {
    if (!draft.changed) continue;
    draft.nameKey = nameKey(draft.name);
    draft.search = searchTextOf(draft, searched);
  }
  const rejected = all.length;
  const total = good.length + wrong.length;
  return {
    groups,
    drafts: list,
    wrong: all.toSorted((a, b) => a.line - b.line),
    counts: { total, accepted: total - rejected, rejected, ...counts },
  };
}

/** Returns the mandatory fields of a new customer that this row lacks. */
function missingIn(said: RowValues, mandatory: readonly FieldRow[]): string[] {
  const errors: string[] = [];
  if (said.name === "") errors.push(customersTexts.required(customersTexts.name));
  for (const { id, fieldLabel } of mandatory) {
    if (said.data[id] === undefined) errors.push(customersTexts.required(fieldLabel));
  }
  return errors;
}

/** All that a new customer has is what their row says. */
const newDraft = ({
  phone,
  phoneTyped,
  name,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
}: RowValues): Draft => ({
  phone,
  phoneTyped,
  name,
  nameKey: "",
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  search: "",
  known: undefined,
  changed: true,
  said: data,
  taggings: NO_TAGGINGS,
});

const draftOf = (known: Known): Draft => ({
  phone: known.phone,
  phoneTyped: known.phoneTyped,
  name: known.name,
  nameKey: "",
  whatsapp: known.whatsapp,
  facebookId: known.facebookId,
  instaId: known.instaId,
  twitterId: known.twitterId,
  data: { ...known.data },
  search: "",
  known,
  changed: false,
  said: {},
  taggings: NO_TAGGINGS,
});

function apply(draft: Draft, said: RowValues): void {
  // A draft that was just made of this row has its values.
  if (draft.data !== said.data) applyValues(draft, said);
  if (said.taggings.length > 0)
    draft.taggings = new Map([
      ...draft.taggings,
      ...said.taggings.map((each) => [taggingKey(each), each] as const),
    ]);
}

function applyValues(draft: Draft, said: RowValues): void {
  for (const key of scalars) {
    if (said[key] === "" || said[key] === draft[key]) continue;
    draft[key] = said[key];
    draft.changed = true;
  }
  if (said.phoneTyped !== draft.phoneTyped) {
    draft.phoneTyped = said.phoneTyped;
    draft.changed = true;
  }
  for (const [field, value] of Object.entries(said.data)) {
    if (draft.data[field] === value) continue;
    draft.data[field] = value;
    draft.said[field] = value;
    draft.changed = true;
  }
}

export const beforeOf = ({
  name,
  phoneTyped,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  revision,
}: CustomerBefore): CustomerBefore => ({
  name,
  phoneTyped,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  revision,
});
