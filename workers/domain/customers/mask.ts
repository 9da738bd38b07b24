import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { masked } from "#workers/contract/mask.ts";

/** A customer as people see them who may not see customers. */
export const maskedCustomer = (customer: Customer): Customer => ({
  ...customer,
  phoneNumber: masked(customer.phoneNumber),
  phoneTyped: masked(customer.phoneTyped),
  whatsAppNumber: masked(customer.whatsAppNumber),
  data: customer.data.map(({ id, value }) => ({ id, value: masked(value) })),
});
