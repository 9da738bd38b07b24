import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import type { CustomerField, saveField } from "#workers/contract/endpoints/customer-fields.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { ApiClient } from "#db/seed/client.ts";
import { tenantDatabase } from "#db/client.ts";
import { searchTextOf } from "#workers/domain/customers/search-text.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";

export const definitions = "/api/chatbird/api/customer_master/definitions";
export type FieldBody = NonNullable<CallOf<typeof saveField>["body"]>;

/** A definition that is fine, but for what a test changes. */
export const fieldBody = (fieldName: string, rest: Partial<FieldBody> = {}): FieldBody => ({
  fieldName,
  fieldLabel: `Label of ${fieldName}`,
  fieldHelptext: "What it is for",
  mandatory: false,
  fieldType: "text",
  inputType: "alphanumeric",
  ...rest,
});
export const saveDefinition = async (person: Person, fieldName: string, rest: Partial<FieldBody> = {}) =>
  (await person.call(customerFieldsApi.saveField, { body: fieldBody(fieldName, rest) })).inputFieldDefinition;
export const listOf = async (person: Person) =>
  (await person.call(customerFieldsApi.listFields)).inputFieldDefinitions;
/** Without the built-in ones. */
export const ownFields = async (person: Person) => (await listOf(person)).filter(({ fixed }) => !fixed);
export const ctxIn = (harness: Harness, { enterpriseId }: Person) =>
  ctxOf(tenantDatabase(harness.env, "TENANT_1"), enterpriseId as EnterpriseId, {
    userId: "system",
    name: "",
    address: "",
    requestId: "",
  });
export const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; errors?: Record<string, string> }),
  status: response.status,
});

/** Customers as an import writes them: `valuesOf` says what the one at a place has. */
export async function addCustomers(
  harness: Harness,
  { enterpriseId }: Person,
  count: number,
  valuesOf: (at: number) => Record<string, string>,
  searched: string[] = [],
) {
  const rows = Array.from({ length: count }, (_, at) => {
    const person = { name: `Customer ${at}`, phone: `+9198${String(at).padStart(8, "0")}` };
    const ids = { whatsapp: "", facebookId: "", instaId: "", twitterId: "" };
    const data = valuesOf(at);
    const search = searchTextOf({ ...person, ...ids, data }, searched);
    return [crypto.randomUUID(), person.name, person.phone, JSON.stringify(data), search];
  });
  await harness.env.TENANT_1.prepare(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
     SELECT value->>0, ?2, value->>1, lower(value->>1), value->>2, value->>2, value->>3, value->>4, 0, 0 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(rows), enterpriseId)
    .run();
}
/** Customer rows of a person's enterprise, oldest first. */
export const customersOf = async (harness: Harness, { enterpriseId }: Person) => {
  const { results } = await harness.env.TENANT_1.prepare(
    "SELECT number, data, archive, search, revision FROM customers WHERE enterprise_id = ? ORDER BY number",
  )
    .bind(enterpriseId)
    .all<{ number: number; data: string; archive: string | null; search: string; revision: number }>();
  return results.map((row) => ({
    ...row,
    data: JSON.parse(row.data) as Record<string, string>,
    archive: row.archive === null ? null : (JSON.parse(row.archive) as Record<string, string>),
  }));
};
/** Number of customers that the search finds. */
export const findable = async (harness: Harness, { enterpriseId }: Person, text: string) => {
  const { results } = await harness.env.TENANT_1.prepare(
    `SELECT count(*) AS found FROM customers_fts f JOIN customers c ON c.number = f.rowid
     WHERE customers_fts MATCH ? AND c.enterprise_id = ?`,
  )
    .bind(`"${text}"`, enterpriseId)
    .all<{ found: number }>();
  return results[0]?.found;
};

/** Returns the field with this label; the first test that needs it creates it. */
export async function haveField(client: ApiClient, name: string): Promise<CustomerField> {
  const find = async () =>
    (await client.call(customerFieldsApi.listFields)).inputFieldDefinitions.find(
      ({ fieldLabel }) => fieldLabel === name,
    );
  const there = await find();
  if (there) return there;
  try {
    const body = { ...fieldBody(name), fieldLabel: name };
    return (await client.call(customerFieldsApi.saveField, { body })).inputFieldDefinition;
  } catch (error) {
    const theirs = await find();
    if (theirs) return theirs;
    throw error;
  }
}
