import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** The order of every list of people. */
export const byName = [asc(sql`lower(${users.name})`), asc(users.id)];

/** Active people of an enterprise whom a picker finds by a text. */
export const active = (enterpriseId: EnterpriseId, text: string): SQL | undefined =>
  and(eq(users.enterpriseId, enterpriseId), eq(users.state, USER_STATE.active), named(text));

/** Name or address has the text in it. The database folds the case of Latin letters only, hence also as it was typed. */
export function named(text: string): SQL | undefined {
  if (text === "") return undefined;
  const key = text.toLowerCase();
  return sql`(instr(lower(${users.name}), ${key}) > 0 OR instr(${users.name}, ${text}) > 0 OR instr(${users.emailKey}, ${key}) > 0)`;
}
