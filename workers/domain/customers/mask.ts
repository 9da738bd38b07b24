import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { MASK } from "#workers/contract/mask.ts";

const MAIL = /([^\s@<>"',;:])[^\s@<>"',;:]*@(?=[^\s@<>"',;:]+\.)/g;
/** At least seven digits, as people separate them; not a part of an id. */
const PHONE = /(?<![\w-])\+?\d(?:[ ().-]*\d){6,}(?![\w-])/g;

/** Hides the phone numbers and mail addresses in a text, but for what tells them apart. */
export const masked = (text: string): string =>
  text
    .replace(MAIL, `$1${MASK.repeat(3)}@`)
    .replace(PHONE, (number) => number.replace(/\d(?=(?:\D*\d){3})/g, MASK));

/** A customer as people see them who may not see customers. */
export const maskedCustomer = (customer: Customer): Customer => ({
  ...customer,
  phoneNumber: masked(customer.phoneNumber),
  phoneTyped: masked(customer.phoneTyped),
  whatsAppNumber: masked(customer.whatsAppNumber),
  data: customer.data.map(({ id, value }) => ({ id, value: masked(value) })),
});
