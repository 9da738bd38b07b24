import { FORM_PATH } from "#workers/contract/forms/form.ts";
import { tenantDatabases, type TenantDatabase } from "#db/client.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 131 bits: nobody finds another's link by trying. */
const LENGTH = 22;

/** A new token of a form's page; its first letter says in which database it is. */
export function newToken(database: TenantDatabase): string {
  let token = DIGITS[tenantDatabases.indexOf(database)] ?? "";
  while (token.length <= LENGTH) {
    // Bytes above 247 would make some letters likelier than others.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < 248 && token.length <= LENGTH) token += DIGITS[byte % DIGITS.length] ?? "";
  }
  return token;
}

/** The database of a token; undefined for what is none. */
export const databaseOf = (token: string): TenantDatabase | undefined =>
  /^[0-9A-Za-z]{23}$/.test(token) ? tenantDatabases[DIGITS.indexOf(token[0] ?? "")] : undefined;

/** A new address of a form's page at the console's own place. */
export function formLinkAt(database: TenantDatabase, origin: string): { token: string; url: string } {
  const token = newToken(database);
  return { token, url: new URL(`${FORM_PATH}${token}`, origin).href };
}
