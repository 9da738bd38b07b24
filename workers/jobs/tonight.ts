import { asc, count } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";

const DAY_MS = 24 * 3_600_000;
/** With more of them it takes several nights. */
const ENTERPRISES_A_NIGHT = 500;

/** The enterprises whose turn it is: a different share of them each night, without those that are held still for a move. */
export async function tonight(env: JobsEnv, now: number) {
  const db = directory(env);
  const [all] = await db.select({ count: count() }).from(enterprises);
  const nights = Math.max(1, Math.ceil((all?.count ?? 0) / ENTERPRISES_A_NIGHT));
  const { id, database, stillSince } = enterprises;
  const share = await db
    .select({ id, database, stillSince })
    .from(enterprises)
    .orderBy(asc(id))
    .limit(ENTERPRISES_A_NIGHT)
    .offset((Math.floor(now / DAY_MS) % nights) * ENTERPRISES_A_NIGHT);
  // Writes for these are refused, which would end the night's work of all behind them.
  return share.filter((each) => each.stillSince === null);
}
