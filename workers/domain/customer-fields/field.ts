import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields, customers } from "#db/tenant/customers.ts";
import { customerFieldsTexts } from "#texts/customer-fields.ts";
import { customersTexts } from "#texts/customers.ts";
import type { CustomerField, Validations } from "#workers/contract/endpoints/customer-fields.ts";
import { NAME_LENGTH, PHONE_LENGTH } from "#workers/contract/endpoints/customers.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

/** Fields that every customer has: shown first, never changed, moved or deleted. Their positions precede all others. */
const builtIn = (
  _id: string,
  index: number,
  fieldLabel: string,
  rules: Pick<CustomerField, "inputType" | "minValue" | "maxValue" | "allowSpecialChars" | "allowedChars">,
): CustomerField => ({
  ...rules,
  _id,
  index,
  fieldName: _id,
  fieldLabel,
  fieldHelptext: "",
  mandatory: true,
  fieldType: "text",
  category: "",
  defaultValue: "",
  search: true,
  commaIncluded: false,
  validations: validationsOf(rules),
  fixed: true,
  hasData: true,
  revision: 1,
});

type Bounds = Pick<CustomerField, "minValue" | "maxValue" | "allowSpecialChars" | "allowedChars">;

function validationsOf({ minValue, maxValue, allowSpecialChars, allowedChars }: Bounds): Validations {
  return [
    ...(minValue === null ? [] : [{ id: "minValue" as const, value: minValue }]),
    ...(maxValue === null ? [] : [{ id: "maxValue" as const, value: maxValue }]),
    { id: "allowSpecialChars", value: allowSpecialChars },
    { id: "allowedChars", value: allowedChars.join(",") },
  ];
}

/** The properties that a list of validations stands for. */
export function boundsOf(validations: Validations): Partial<Bounds> {
  const bounds: Partial<Bounds> = {};
  for (const { id, value } of validations) {
    if (id === "allowSpecialChars") bounds[id] = /^(?:true|yes)$/i.test(String(value));
    else if (id === "allowedChars") {
      bounds[id] = String(value ?? "")
        .split(",")
        .map((sign) => sign.trim())
        .filter((sign) => sign !== "");
    } else bounds[id] = value === null || value === "" ? null : Number(value);
  }
  return bounds;
}

export const builtInFields: readonly CustomerField[] = [
  builtIn("phoneNumber", -2, customersTexts.phoneNumber, {
    inputType: "number",
    minValue: PHONE_LENGTH.min,
    maxValue: PHONE_LENGTH.max,
    allowSpecialChars: true,
    allowedChars: ["+"],
  }),
  builtIn("name", -1, customersTexts.name, {
    inputType: "",
    minValue: NAME_LENGTH.min,
    maxValue: NAME_LENGTH.max,
    allowSpecialChars: false,
    allowedChars: [],
  }),
];

/** Throws invalid for an attempt to change a built-in field. */
export function refuseBuiltIn(id: string): void {
  if (builtInFields.some(({ _id }) => _id === id)) {
    throw new DomainError("invalid", { message: customerFieldsTexts.builtInFixed });
  }
}

/** Where-clause for one definition of this enterprise that is not in the trash. */
export const thisField = ({ enterpriseId }: Ctx, id: string) =>
  and(
    eq(customerFields.enterpriseId, enterpriseId),
    eq(customerFields.id, id),
    isNull(customerFields.deletedAt),
  );

/** Returns the definition's row; notFound when it does not exist, is deleted, or belongs to another enterprise. */
export async function fieldRow(ctx: Ctx, id: string): Promise<FieldRow> {
  const [row] = await ctx.db.select().from(customerFields).where(thisField(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

export const fieldOnWire = (row: FieldRow, used: boolean): CustomerField => ({
  ...row.rules,
  // Definitions from before there were categories have none.
  category: row.rules.category ?? "",
  validations: validationsOf(row.rules),
  _id: row.id,
  index: row.position,
  fieldName: row.fieldName,
  fieldLabel: row.fieldLabel,
  fixed: false,
  hasData: used,
  revision: row.revision,
});

/** Path of a field in a customer's values, in SQLite's JSON notation. */
export const valuePath = (fieldId: string): string => `$."${fieldId}"`;

/**
 * Where-clause for customers who are not in the trash. The literal is needed for SQLite to use their partial indexes.
 */
export const present = ({ enterpriseId }: Ctx) =>
  and(eq(customers.enterpriseId, enterpriseId), sql`deleted_at IS NULL`);

/** Tells whether any customer has a value of the field: found at once when many have, else all of them are read. */
export async function hasData(ctx: Ctx, fieldId: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ number: customers.number })
    .from(customers)
    .where(and(present(ctx), sql`json_extract(${customers.data}, ${valuePath(fieldId)}) IS NOT NULL`))
    .limit(1);
  return found !== undefined;
}
