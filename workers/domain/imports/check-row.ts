import { customersTexts as customerTexts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { type CheckValue, checkerOf, type FieldRule } from "#workers/contract/customer-values.ts";
import { NAME_LENGTH, PHONE_LENGTH } from "#workers/contract/endpoints/customers.ts";
import { type ColumnTarget, standardTargets } from "#workers/contract/endpoints/imports.ts";
import { collapse, nameKey } from "#workers/contract/fields.ts";
import type { FieldValues } from "#db/tenant/customers.ts";
import { unguarded } from "../formula.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { phoneOf, phoneProblem } from "../customers/phone.ts";
import type { ReadRow } from "./csv-text.ts";

const LONGEST_VALUE = 10_000;
const LONGEST_CUSTOMER = 250_000;
const LONGEST_ID = 200;
const LONGEST_MARK = 100;
const MOST_TAGGINGS = 50;
/** The built-in name, as the specification has it. */
const NAME: FieldRule = {
  fieldLabel: texts.targets.name,
  fieldType: "text",
  inputType: "",
  mandatory: false,
  defaultValue: "",
  minValue: NAME_LENGTH.min,
  maxValue: NAME_LENGTH.max,
  allowSpecialChars: false,
  allowedChars: [],
  commaIncluded: false,
};

export interface TaggingName {
  kind: "group" | "label";
  name: string;
  key: string;
}

/** A customer's values in a row. Empty cells are left out. */
export interface RowValues {
  phone: string;
  phoneTyped: string;
  name: string;
  whatsapp: string;
  facebookId: string;
  instaId: string;
  twitterId: string;
  data: FieldValues;
  taggings: readonly TaggingName[];
}

/** The reasons why a row cannot be imported, or its values. */
export type Checked = { errors: string[]; said?: undefined } | { errors?: undefined; said: RowValues };
export type CheckRow = (row: ReadRow) => Checked;

const NO_TAGGINGS: readonly TaggingName[] = [];

type Take = (said: RowValues, cell: string, errors: string[]) => void;

/**
 * Compiles a row checker from a mapping and the fields' rules, so that rules are read once per page and not per cell.
 */
export function rowChecker(
  { mapping, encoding }: { mapping: readonly ColumnTarget[]; encoding: string },
  fields: readonly FieldRow[],
): CheckRow {
  const columns = mapping.flatMap((target, column): [number, Take][] => {
    const take = takerOf(target, fields);
    return take ? [[column, take]] : [];
  });
  return (row) => {
    if (row.broken) return { errors: [texts.notText(encoding)] };
    if (row.unclosed) return { errors: [texts.unclosedQuote] };
    const errors: string[] = [];
    const { cells } = row;
    if (cells.slice(mapping.length).some((cell) => cell.trim() !== "")) {
      errors.push(texts.tooManyCells(cells.length, mapping.length));
    }
    // Thousands of rows are held at once, so what they have in common is one object.
    const said: RowValues = {
      phone: "",
      phoneTyped: "",
      name: "",
      whatsapp: "",
      facebookId: "",
      instaId: "",
      twitterId: "",
      data: {},
      taggings: NO_TAGGINGS,
    };
    for (const [column, take] of columns) take(said, textOf(cells[column] ?? ""), errors);
    // All of a customer's data is bound as one value in the database.
    let length = 0;
    for (const field in said.data) length += said.data[field]?.length ?? 0;
    if (length > LONGEST_CUSTOMER) errors.push(errorsTexts.tooLong(LONGEST_CUSTOMER));
    return errors.length > 0 ? { errors } : { said };
  };
}

/** Returns a cell's intended text: without the guard against formula injection, and well-formed. */
const textOf = (cell: string): string => unguarded(cell).toWellFormed();

function takerOf(target: ColumnTarget, fields: readonly FieldRow[]): Take | undefined {
  const standard = standardTargets.find((each) => each === target);
  switch (standard) {
    case "name":
      return takeName;
    case "phoneNumber":
      return takePhone;
    case "whatsAppNumber":
      return takeId("whatsapp", texts.targets.whatsAppNumber);
    case "facebookId":
      return takeId("facebookId", texts.targets.facebookId);
    case "instaId":
      return takeId("instaId", texts.targets.instaId);
    case "twitterId":
      return takeId("twitterId", texts.targets.twitterId);
    case "groups":
      return takeTaggings("group", texts.targets.groups);
    case "tags":
      return takeTaggings("label", texts.targets.tags);
    case undefined: {
      // A field that was deleted since takes no value: its values are in the trash. "" is a column that is left out.
      const field = fields.find(({ id }) => `field:${id}` === target);
      return field && takeField(field);
    }
    default:
      return standard satisfies never;
  }
}

/** Names the field of a problem when its sentence does not. */
const named = (label: string, problem: string): string =>
  problem.includes(label) ? problem : texts.ofField(label, problem);

const checkName = checkerOf(NAME);

const takeName: Take = (said, cell, errors) => {
  const name = collapse(cell);
  const problem = nulIn(cell) ?? checkName(cell.trim() === "" ? cell : name);
  if (problem) errors.push(named(NAME.fieldLabel, problem));
  said.name = name;
};

const takePhone: Take = (said, cell, errors) => {
  const typed = collapse(cell);
  if (typed === "") {
    errors.push(customerTexts.required(customerTexts.phoneNumber));
    return;
  }
  const phone = phoneOf(typed);
  if ((phone ?? typed).length < PHONE_LENGTH.min) errors.push(texts.phoneShort(PHONE_LENGTH.min));
  else if (phone === undefined) {
    errors.push(texts.ofField(customerTexts.phoneNumber, phoneProblem(typed)));
  }
  said.phone = phone ?? "";
  said.phoneTyped = typed;
};

const takeId =
  (key: "whatsapp" | "facebookId" | "instaId" | "twitterId", label: string): Take =>
  (said, cell, errors) => {
    const value = cell.trim();
    const problem = nulIn(value) ?? tooLong(value, LONGEST_ID);
    if (problem) errors.push(texts.ofField(label, problem));
    said[key] = value;
  };

/** Names of groups or labels, separated by `;`. */
const takeTaggings =
  (kind: TaggingName["kind"], label: string): Take =>
  (said, cell, errors) => {
    const names = cell
      .split(";")
      .map(collapse)
      .filter((name) => name !== "");
    const problem = nulIn(cell) ?? names.map((name) => tooLong(name, LONGEST_MARK)).find(Boolean);
    if (problem) errors.push(texts.ofField(label, problem));
    if (names.length > MOST_TAGGINGS) errors.push(texts.tooManyTaggings(label, MOST_TAGGINGS));
    said.taggings = [...said.taggings, ...names.map((name) => ({ kind, name, key: nameKey(name) }))];
  };

function takeField(field: FieldRow): Take {
  const check: CheckValue = checkerOf({ ...field.rules, fieldLabel: field.fieldLabel });
  return (said, cell, errors) => {
    // A missing mandatory value is judged per customer: an existing one may have it already.
    if (cell === "") return;
    const problem = nulIn(cell) ?? tooLong(cell, LONGEST_VALUE) ?? check(cell);
    if (problem) errors.push(named(field.fieldLabel, problem));
    else said.data[field.id] = cell.trim();
  };
}

const nulIn = (value: string): string | undefined => (value.includes("\0") ? errorsTexts.nul : undefined);
const tooLong = (value: string, most: number): string | undefined =>
  value.length > most ? errorsTexts.tooLong(most) : undefined;
