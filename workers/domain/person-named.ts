import { sql, type SQL } from "drizzle-orm";
import { users } from "#db/directory/users.ts";

/** Name or address has the text in it. The database folds the case of Latin letters only, hence also as it was typed. */
export function named(text: string): SQL | undefined {
  if (text === "") return undefined;
  const key = text.toLowerCase();
  return sql`(instr(lower(${users.name}), ${key}) > 0 OR instr(${users.name}, ${text}) > 0 OR instr(${users.emailKey}, ${key}) > 0)`;
}
