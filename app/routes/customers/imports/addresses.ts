import { customersTexts } from "#texts/customers.ts";

export const UPLOADS = "/customer-master/uploads";
export const UPLOAD_FILE = "/customer-master/uploadfile";
export const CUSTOMERS = "/customer-master/customers";
/** The address of an import that was begun. */
export const importAddress = (id: string): string => `${UPLOAD_FILE}?import=${encodeURIComponent(id)}`;
/** The address of an import's rejected rows. */
export const errorsAddress = (id: string): string => `/customer-master/error/${encodeURIComponent(id)}`;
/** The way back from the uploads. */
export const toCustomers = { label: customersTexts.title, to: CUSTOMERS };
