import { forget, invalidate, patch, put } from "#app/data/query.ts";
import { listGroups, listLabels } from "#workers/contract/endpoints/customer-taggings.ts";
import {
  countCustomers,
  type Customer,
  customerDuplicates,
  customerHistory,
  getCustomer,
  getDeletedCustomer,
  listCustomers,
} from "#workers/contract/endpoints/customers.ts";
import { customerChannels, customerConsents } from "#workers/contract/endpoints/customer-reach.ts";

/** After a change of customers, groups or labels: asks anew for everything that lists or counts them. */
export async function customersChanged(): Promise<void> {
  await Promise.all(
    [listCustomers, countCustomers, listGroups, listLabels].map((endpoint) => invalidate(endpoint)),
  );
}

/** Shows a saved customer where it is open and in its row; whether it is still found there is asked anew. */
export function showCustomer(customer: Customer): void {
  const { id, name, data } = customer;
  put(getCustomer, { params: { id } }, { customer });
  forget(getDeletedCustomer, { params: { id } });
  patch(listCustomers, undefined, ({ customers: list }) => {
    const details = list.headers.map((header) => data.find((each) => each.id === header.id)?.value ?? "");
    const customers = list.customers.map((row) => (row.id === id ? { ...row, name, details } : row));
    return { customers: { ...list, customers } };
  });
  void customersChanged();
  void invalidate(customerHistory, { params: { id } });
  void invalidate(customerChannels);
  void invalidate(customerConsents);
  void invalidate(customerDuplicates);
}

/** After an erasure, nothing about the customer is kept here either. */
export function forgetCustomer(id: string): void {
  for (const endpoint of [
    getCustomer,
    getDeletedCustomer,
    customerChannels,
    customerConsents,
    customerHistory,
  ]) {
    forget(endpoint, { params: { id } });
  }
  patch(listCustomers, undefined, ({ customers: list }) => ({
    customers: { ...list, customers: list.customers.filter((row) => row.id !== id) },
  }));
  void customersChanged();
  void invalidate(customerDuplicates);
}
