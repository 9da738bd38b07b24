import type { ApiClient } from "#db/seed/client.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import type { saveField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer, saveCustomer } from "#workers/contract/endpoints/customers.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { Harness } from "./harness.ts";

type FieldBody = NonNullable<CallOf<typeof saveField>["body"]>;
type CustomerBody = NonNullable<CallOf<typeof saveCustomer>["body"]>;
let made = 0;
/** Three digits that no other process of this run has: Playwright counts its workers, and pids may repeat in them. */
const OWN = String(Number(process.env["TEST_WORKER_INDEX"] ?? process.pid) % 1_000).padStart(3, "0");

/** A number that no other customer of this run has. */
export const freePhone = (): string => `+91 9${OWN}${String(++made).padStart(6, "0")}`;

/** A name that no other test uses. All are of one length, so that none is the beginning of another. */
export const unique = (name: string): string => `${name} ${OWN}${String(++made).padStart(4, "0")}`;

export const makeGroup = async (client: ApiClient, name = unique("Group")): Promise<string> =>
  (await client.call(customerTaggingsApi.saveGroup, { body: { name } })).id;

/** A customer, with an unused phone number unless one is given. */
export async function makeCustomer(client: ApiClient, body: Partial<CustomerBody> = {}): Promise<Customer> {
  const whole = { name: "Somebody", phoneNumber: freePhone(), ...body };
  return (await client.call(customersApi.saveCustomer, { body: whole })).customer;
}

/** So many customers in a group, the first one made first. */
export async function makeMany(client: ApiClient, group: string, names: readonly string[]): Promise<void> {
  for (const name of names) await makeCustomer(client, { name, groups: [group] });
}

const FIELDS: FieldBody[] = [
  {
    fieldName: "city",
    fieldLabel: "City",
    fieldHelptext: "Where the customer lives",
    mandatory: false,
    fieldType: "text",
    inputType: "alphabets",
    minValue: 2,
    maxValue: 20,
    search: true,
  },
  {
    fieldName: "plan",
    fieldLabel: "Plan",
    fieldHelptext: "What was bought",
    mandatory: false,
    fieldType: "selectbox-singlevalue",
    defaultValue: "gold, silver",
  },
  {
    fieldName: "remark",
    fieldLabel: "Remark",
    fieldHelptext: "Anything else",
    mandatory: false,
    fieldType: "textarea",
    inputType: "alphanumeric",
  },
];

/** The fields of these tests' customers; every worker may ask for them. Returns their ids by name. */
export async function ownFields(client: ApiClient): Promise<Record<string, string>> {
  // Another worker creates them too: an existing field is refused, and then read.
  for (const body of FIELDS) await client.call(customerFieldsApi.saveField, { body }).catch(() => undefined);
  const { inputFieldDefinitions } = await client.call(customerFieldsApi.listFields);
  return Object.fromEntries(inputFieldDefinitions.map(({ fieldName, _id }) => [fieldName, _id]));
}

/** Makes a customer somebody with whom messages were exchanged, as their first message does. */
export async function meet(
  { env }: Pick<Harness, "env">,
  enterpriseId: string,
  phone: string,
): Promise<void> {
  await env.TENANT_1.prepare(
    `INSERT INTO identities (id, enterprise_id, channel_type, name, customer, created_at, updated_at)
     SELECT ?1, enterprise_id, 2, name, number, 1, 1 FROM customers WHERE enterprise_id = ?2 AND phone = ?3`,
  )
    .bind(crypto.randomUUID(), enterpriseId, phone)
    .run();
}
