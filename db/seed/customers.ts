import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import type { ApiClient } from "./client.ts";

const GROUPS = ["Branch Mumbai", "Branch Pune", "Priority banking"] as const;
const LABELS = ["VIP", "Follow up", "हिंदी"] as const;

/** Name, number, city, account, groups and labels (by their place above). */
const PEOPLE: [
  name: string,
  phone: string,
  city: string,
  account: string,
  groups: number[],
  labels: number[],
][] = [
  ["Asha Verma", "+91 98200 11001", "Mumbai", "Savings", [0, 2], [0]],
  ["रवि शर्मा", "+91 98200 11002", "पुणे", "Current", [1], [2]],
  ["Priya Nair", "+91 98200 11003", "Kochi", "Savings", [], []],
  ["Arjun Mehta", "+91 98200 11004", "Mumbai", "Salary", [0], [1]],
  ["Meera Iyer", "+91 98200 11005", "Chennai", "Savings", [2], [0]],
  ["सुनीता गुप्ता", "+91 98200 11006", "मुंबई", "Savings", [0], [2]],
  ["Vikram Rao", "+91 98200 11007", "Pune", "Current", [1, 2], [0, 1]],
  ["Anita Das", "+91 98200 11008", "Kolkata", "Salary", [], [1]],
  ["Rahul Kapoor", "+91 98200 11009", "Delhi", "Savings", [], []],
  ["Neha Joshi", "+91 98200 11010", "Pune", "Savings", [1], []],
  ["Amit Patel", "+91 98200 11011", "Surat", "Current", [2], [0]],
  ["पूजा सिंह", "+91 98200 11012", "दिल्ली", "Salary", [], [2]],
  ["Sanjay Menon", "+91 98200 11013", "Kochi", "Savings", [], [1]],
  ["Divya Reddy", "+91 98200 11014", "Hyderabad", "Salary", [], []],
  ["Lars Andersen", "+45 20 12 34 56", "Copenhagen", "Current", [2], [0]],
  ["María García", "+34 612 34 56 78", "Madrid", "Savings", [], []],
];

/** Fills the demo's customer master through the public API; does nothing where customers exist. */
export async function seedCustomers(client: ApiClient, log: (line: string) => void): Promise<void> {
  const { count } = await client.call(customersApi.countCustomers, { query: {} });
  if (count >= PEOPLE.length) return;
  log(`Adding ${PEOPLE.length} customers`);
  const city = await field(client, "city", "City", "Where the customer lives", {
    fieldType: "text",
    inputType: "alphabets",
    search: true,
  });
  const account = await field(client, "account_type", "Account type", "The first account that was opened", {
    fieldType: "selectbox-singlevalue",
    defaultValue: "Savings,Current,Salary",
  });
  const groups = await taggings(
    client,
    customerTaggingsApi.listGroups,
    customerTaggingsApi.saveGroup,
    GROUPS,
  );
  const labels = await taggings(
    client,
    customerTaggingsApi.listLabels,
    customerTaggingsApi.saveLabel,
    LABELS,
  );
  for (const [name, phoneNumber, town, kind, inGroups, withLabels] of PEOPLE.toReversed()) {
    const { customers: found } = await client.call(customersApi.listCustomers, { query: { search: name } });
    if (found.customers.length > 0) continue;
    await client.call(customersApi.saveCustomer, {
      body: {
        name,
        phoneNumber,
        data: [
          { id: city, value: town },
          { id: account, value: kind },
        ],
        groups: inGroups.map((at) => groups[at] ?? ""),
        tags: withLabels.map((at) => labels[at] ?? ""),
      },
    });
  }
}

async function field(
  client: ApiClient,
  fieldName: string,
  fieldLabel: string,
  fieldHelptext: string,
  rules: {
    fieldType: "text" | "selectbox-singlevalue";
    inputType?: "alphabets";
    defaultValue?: string;
    search?: boolean;
  },
): Promise<string> {
  const { inputFieldDefinitions } = await client.call(customerFieldsApi.listFields, {});
  const known = inputFieldDefinitions.find((each) => each.fieldName === fieldName);
  if (known) return known._id;
  const { inputFieldDefinition } = await client.call(customerFieldsApi.saveField, {
    body: { fieldName, fieldLabel, fieldHelptext, mandatory: false, ...rules },
  });
  return inputFieldDefinition._id;
}

async function taggings(
  client: ApiClient,
  list: typeof customerTaggingsApi.listGroups | typeof customerTaggingsApi.listLabels,
  save: typeof customerTaggingsApi.saveGroup | typeof customerTaggingsApi.saveLabel,
  names: readonly string[],
): Promise<string[]> {
  const answer = await client.call(list, {});
  const known = "groups" in answer ? answer.groups : answer.tags;
  const ids: string[] = [];
  for (const name of names) {
    const found = known.find((tagging) => tagging.name === name);
    ids.push((found ?? (await client.call(save, { body: { name } }))).id);
  }
  return ids;
}
