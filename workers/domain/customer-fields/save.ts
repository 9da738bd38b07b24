import { sql } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import {
  fieldRules,
  hasOptions,
  type Validations,
  type CustomerField,
  inputsOf,
  MOST_FIELDS,
  optionsOf,
  reservedNames,
  type saveField as contract,
  takesSpecialChars,
} from "#workers/contract/endpoints/customer-fields.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { describe, DomainError } from "../error.ts";
import { openingJob } from "../jobs/open.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { boundsOf, fieldRow, hasData, refuseBuiltIn, thisField } from "./field.ts";
import { getField } from "./list.ts";

type Rules = FieldRow["rules"];

export interface SavedField {
  inputFieldDefinition: CustomerField;
  created: boolean;
  /** The job that updates the customers, if any is needed. */
  jobId: string | undefined;
}

/**
 * Creates a definition at the end, or changes the one that `_id` names. Throws invalid, fieldNameTaken or
 * fieldLabelTaken with the reasons by field, notFound, or changedMeanwhile.
 */
export async function saveField(
  ctx: Ctx,
  { _id, revision, validations, ...body }: InputOf<typeof contract>["body"],
): Promise<SavedField> {
  const { fieldName, fieldLabel, ...sent } = validations ? withValidations(body, validations) : body;
  const { db, enterpriseId, now, newId } = ctx;
  if (_id !== undefined) refuseBuiltIn(_id);
  const before = _id === undefined ? null : await fieldRow(ctx, _id);
  if (before) refuseStale(before, revision);
  const names = { fieldName, nameKey: nameKey(fieldName), fieldLabel, labelKey: nameKey(fieldLabel) };
  await refuseNames(ctx, names, before);
  const id = before?.id ?? newId();
  const rules = tidied(sent);
  const jobId = before && before.rules.search !== rules.search ? newId() : undefined;
  const edit = nextRevision(ctx, before);
  const work = db.batch([
    guardRevision(ctx, customerFields, id, before?.revision ?? 0),
    before
      ? db
          .update(customerFields)
          .set({ ...names, rules, ...edit })
          .where(thisField(ctx, id))
      : db.insert(customerFields).values({
          ...names,
          ...edit,
          id,
          enterpriseId,
          rules,
          position: sql`(SELECT coalesce(max(position) + 1, 0) FROM customer_fields
            WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL)`,
          createdAt: now(),
        }),
    audited(ctx, {
      action: before ? "update" : "create",
      kind: "customerField",
      object: { id, name: fieldLabel },
      before: before && { fieldName: before.fieldName, fieldLabel: before.fieldLabel, ...before.rules },
      after: { fieldName, fieldLabel, ...rules },
    }),
    ...(jobId === undefined
      ? []
      : [openingJob(ctx, { kind: "customers.fields", subject: jobId, payload: START }, jobId)]),
  ]);
  try {
    await unlessStale(work, () => fieldRow(ctx, id));
  } catch (error) {
    // Somebody took the name between the check and the write.
    if (describe(error).includes("customer_fields.name_key")) throw nameTaken("fieldName");
    if (describe(error).includes("customer_fields.label_key")) throw nameTaken("fieldLabel");
    throw error;
  }
  return { ...(await getField(ctx, id)), created: before === null, jobId };
}

/** The rules with those of the list in place of the properties of their names; throws invalid with the reasons by field. */
function withValidations(
  rules: Omit<InputOf<typeof contract>["body"], "_id" | "revision" | "validations">,
  validations: Validations,
) {
  const { data, error } = fieldRules.safeParse({ ...rules, ...boundsOf(validations) });
  if (data) return data;
  const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
  throw new DomainError("invalid", { message: texts.saveFailed, errors });
}

const START = { fieldId: null, cursor: 0 };

/** Returns the error for a name or a label that another field has. */
export function nameTaken(field: "fieldName" | "fieldLabel"): DomainError {
  return field === "fieldName"
    ? new DomainError("fieldNameTaken", { errors: { fieldName: texts.nameTaken } })
    : new DomainError("fieldLabelTaken", { errors: { fieldLabel: texts.labelTaken } });
}

/**
 * A name or a label belongs to one field only, across both: a CSV header may be either. A name cannot change once
 * customers have values of it.
 */
export async function refuseNames(
  ctx: Ctx,
  names: Pick<FieldRow, "fieldName" | "nameKey" | "labelKey">,
  before: FieldRow | null,
): Promise<void> {
  const fixed: Record<string, string> = {};
  if (reservedNames.has(names.nameKey)) fixed["fieldName"] = texts.nameReserved;
  if (reservedNames.has(names.labelKey)) fixed["fieldLabel"] = texts.nameReserved;
  if (before && before.fieldName !== names.fieldName && (await hasData(ctx, before.id))) {
    fixed["fieldName"] = texts.fieldNameFixed;
  }
  const [first] = Object.values(fixed);
  if (first !== undefined) throw new DomainError("invalid", { message: first, errors: fixed });

  const others = (await liveFields(ctx)).filter(({ id }) => id !== before?.id);
  const isTaken = (key: string) => others.some((other) => other.nameKey === key || other.labelKey === key);
  if (isTaken(names.nameKey)) throw nameTaken("fieldName");
  if (isTaken(names.labelKey)) throw nameTaken("fieldLabel");
  if (!before && others.length >= MOST_FIELDS) {
    throw new DomainError("invalid", { message: texts.tooMany(MOST_FIELDS) });
  }
}

/** Removes the rules that belong to another type or input. */
function tidied(sent: Rules): Rules {
  const dropdown = hasOptions(sent.fieldType);
  const inputType = inputsOf[sent.fieldType].length === 0 ? "" : sent.inputType;
  const special = sent.allowSpecialChars && takesSpecialChars(inputType);
  const signs = [...new Set(sent.allowedChars.flatMap((signsOfOne) => [...signsOfOne.trim()]))];
  return {
    ...sent,
    inputType,
    defaultValue: dropdown ? optionsOf(sent.defaultValue).join(",") : "",
    minValue: dropdown ? null : sent.minValue,
    maxValue: dropdown ? null : sent.maxValue,
    allowSpecialChars: special,
    allowedChars: special ? signs.filter((sign) => sign !== ",") : [],
    commaIncluded: special && (sent.commaIncluded || signs.includes(",")),
  };
}
