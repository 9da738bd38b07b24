import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields, customers } from "#db/tenant/customers.ts";
import * as messages from "#app/messages.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { NAME_LENGTH, PHONE_LENGTH } from "#workers/contract/endpoints/customers.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";

/** What every customer has: shown first, never changed, moved or deleted. Their places are before all others'. */
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
  defaultValue: "",
  search: true,
  commaIncluded: false,
  fixed: true,
  hasData: true,
  revision: 1,
});

export const builtInFields: readonly CustomerField[] = [
  builtIn("phoneNumber", -2, messages.customers.phoneNumber, {
    inputType: "number",
    minValue: PHONE_LENGTH.min,
    maxValue: PHONE_LENGTH.max,
    allowSpecialChars: true,
    allowedChars: ["+"],
  }),
  builtIn("name", -1, messages.customers.name, {
    inputType: "",
    minValue: NAME_LENGTH.min,
    maxValue: NAME_LENGTH.max,
    allowSpecialChars: false,
    allowedChars: [],
  }),
];

/** invalid when somebody wants to change what every customer has. */
export function refuseBuiltIn(id: string): void {
  if (builtInFields.some(({ _id }) => _id === id)) {
    throw new DomainError("invalid", { message: messages.customerFields.builtInFixed });
  }
}

/** Where-clause for one definition of this enterprise that is not in the trash. */
export const thisField = ({ enterpriseId }: Scope, id: string) =>
  and(
    eq(customerFields.enterpriseId, enterpriseId),
    eq(customerFields.id, id),
    isNull(customerFields.deletedAt),
  );

/** The definition's row; notFound when it is not there, deleted, or another enterprise's. */
export async function fieldRow(scope: Scope, id: string): Promise<FieldRow> {
  const [row] = await scope.db.select().from(customerFields).where(thisField(scope, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

export const fieldOnWire = (row: FieldRow, used: boolean): CustomerField => ({
  ...row.rules,
  _id: row.id,
  index: row.position,
  fieldName: row.fieldName,
  fieldLabel: row.fieldLabel,
  fixed: false,
  hasData: used,
  revision: row.revision,
});

/** Where in a customer's values those of a field are, as JSON of SQLite names it. */
export const valuePath = (fieldId: string): string => `$."${fieldId}"`;

/** Customers who are there. The literal is what lets SQLite use the indexes of those. */
export const present = ({ enterpriseId }: Scope) =>
  and(eq(customers.enterpriseId, enterpriseId), sql`deleted_at IS NULL`);

/** Whether any customer has a value of the field: found at once where many have, else all of them are looked at. */
export async function hasData(scope: Scope, fieldId: string): Promise<boolean> {
  const [found] = await scope.db
    .select({ number: customers.number })
    .from(customers)
    .where(and(present(scope), sql`json_extract(${customers.data}, ${valuePath(fieldId)}) IS NOT NULL`))
    .limit(1);
  return found !== undefined;
}
