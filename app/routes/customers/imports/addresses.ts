export const UPLOADS = "/customer-master/uploads";
export const UPLOAD_FILE = "/customer-master/uploadfile";
export const CUSTOMERS = "/customer-master/customers";
/** The rows of an import that were not taken. */
export const errorsAddress = (id: string): string => `/customer-master/error/${encodeURIComponent(id)}`;
/** An import on the screen that has begun it. */
export const importAddress = (id: string): string =>
  `${UPLOAD_FILE}?${new URLSearchParams({ import: id }).toString()}`;
