import { and, eq, isNull, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { customerFields, customers } from "#db/tenant/customers.ts";
import { formLinks } from "#db/tenant/forms.ts";
import { judge, mapped } from "#workers/contract/forms/answers.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import { type FieldRule, problemOfValue } from "#workers/contract/customer-values.ts";
import type { Ctx } from "../ctx.ts";
import { type Json, toJson } from "../flow/json.ts";
import { CustomerChanges } from "../customer-changes/customer-changes.ts";
import { fieldRules } from "../customer-changes/field-rules.ts";
import { someOf } from "../some-rows.ts";

type Customer = typeof customers.$inferSelect;
type Field = typeof customerFields.$inferSelect;

/** The customer whom a link was given to, with the fields that the enterprise has. */
export interface LinkCustomer {
  customer: Customer | undefined;
  fields: readonly Field[];
}

/** The statement that reads the customer whom a link was given to. */
export const customerOfLink = (db: TenantDb, token: string) =>
  db
    .select()
    .from(customers)
    .where(
      and(
        eq(
          sql`(${customers.enterpriseId}, ${customers.number})`,
          sql`(SELECT l.enterprise_id, l.customer FROM ${formLinks} l WHERE l.token = ${token})`,
        ),
        isNull(customers.deletedAt),
      ),
    )
    .limit(1);

/** The statement that reads the fields of the enterprise that a link belongs to. */
export const fieldsOfLink = (db: TenantDb, token: string) =>
  db
    .select()
    .from(customerFields)
    .where(
      and(
        eq(
          customerFields.enterpriseId,
          sql`(SELECT l.enterprise_id FROM ${formLinks} l WHERE l.token = ${token})`,
        ),
        isNull(customerFields.deletedAt),
      ),
    );

/** Details known of the customer, as far as they are answers. */
export function knownOf(content: FormContent, { customer, fields }: LinkCustomer): Record<string, unknown> {
  if (!customer) return {};
  const idOf = new Map(fields.map(({ id, fieldName }) => [fieldName, id]));
  const filled = content.fields.flatMap(({ id, saveTo }) => {
    const value = saveTo === undefined ? "" : (customer.data[idOf.get(saveTo) ?? ""] ?? "");
    return value === "" ? [] : [[id, value] as const];
  });
  // A rule of before may not take it any more; then it is asked.
  return judge(content, Object.fromEntries(filled), { now: 0 }).answers;
}

/**
 * The statements that put answers into the fields that they fill, with the customer's revision for the guard; none where
 * nothing changes. An answer that a field's own rule does not take stays only an answer.
 */
export function filling(
  ctx: Ctx,
  { customer, fields }: LinkCustomer,
  content: FormContent,
  answers: Readonly<Record<string, unknown>>,
): { statements: D1PreparedStatement[]; customers: [number: number, revision: number | null][] } {
  if (!customer) return { statements: [], customers: [] };
  const rules = fieldRules(fields);
  const changes = mapped(content, answers)
    .map(({ field, value }) => ({ kind: "field" as const, field, value: toJson(value) }))
    .filter(({ field, value }) => isTaken(rules[field], value));
  const written = new CustomerChanges(ctx, { fields, channels: new Map() });
  if (changes.length > 0)
    written.change(
      {
        identityId: "",
        channelId: "",
        customer: customer.number,
        customerId: customer.id,
        customerRevision: customer.revision,
        name: customer.name,
        phone: customer.phone,
        whatsapp: customer.whatsapp,
        facebookId: customer.facebookId,
        instaId: customer.instaId,
        twitterId: customer.twitterId,
        data: customer.data,
      },
      changes,
      "",
    );
  return { statements: written.statements(someOf(ctx)), customers: written.customers };
}

const isTaken = (rule: FieldRule | undefined, value: Json): boolean =>
  rule !== undefined &&
  problemOfValue(rule, typeof value === "object" ? JSON.stringify(value) : String(value)) === undefined;
