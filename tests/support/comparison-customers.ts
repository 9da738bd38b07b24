import * as customersApi from "#workers/contract/endpoints/customers.ts";
import type { Person } from "./people.ts";

/** A customer with nothing but a number. */
export const saveCustomer = (owner: Person, phoneNumber: string) =>
  owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber, data: [], groups: [], tags: [] },
  });
