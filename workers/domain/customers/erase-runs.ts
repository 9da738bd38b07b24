import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { runCalls, runInbox, runs, runSteps, runWaits } from "#db/tenant/automation-runs.ts";
import type { Ctx } from "../ctx.ts";
import { NOBODY } from "../bare/bare.ts";

/** A run without its person: what was heard is gone, and how far it came stays for the figures. */
const BARE = "{}";

/** Statements that end the runs of identities (a subquery) and wipe what was heard in them; reports count as before. */
export function erasingRuns(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  theirs: SQL,
) {
  const isTheirs = and(eq(runs.enterpriseId, enterpriseId), sql`${runs.identityId} IN (${theirs})`);
  const ids = db.select({ id: runs.id }).from(runs).where(isTheirs);
  const isWaiting = sql`${runs.state} = 'waiting'`;
  return [
    db.delete(runInbox).where(and(eq(runInbox.enterpriseId, enterpriseId), inArray(runInbox.runId, ids))),
    db
      .delete(runInbox)
      .where(and(eq(runInbox.enterpriseId, enterpriseId), sql`${runInbox.identityId} IN (${theirs})`)),
    db.delete(runCalls).where(and(eq(runCalls.enterpriseId, enterpriseId), inArray(runCalls.runId, ids))),
    db.delete(runWaits).where(and(eq(runWaits.enterpriseId, enterpriseId), inArray(runWaits.runId, ids))),
    db
      .update(runSteps)
      .set({ input: "null", output: "null" })
      .where(and(eq(runSteps.enterpriseId, enterpriseId), inArray(runSteps.runId, ids))),
    db
      .update(runs)
      .set({
        data: BARE,
        endedAt: sql`CASE WHEN ${isWaiting} THEN ${now()} ELSE ${runs.endedAt} END`,
        state: sql`CASE WHEN ${isWaiting} THEN 'cancelled' ELSE ${runs.state} END`,
        wakeAt: null,
        parentKey: "",
        identityId: NOBODY,
        // The key of an entry may be a message's id, which nothing else has any more.
        entryKey: sql`${runs.id}`,
      })
      .where(isTheirs),
  ] as const;
}
