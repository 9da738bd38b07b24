import { and, asc, eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { directoryAudit } from "#db/directory/audit.ts";
import { mails } from "#db/directory/mails.ts";
import { broadcastRecipients } from "#db/tenant/broadcasts.ts";
import { identities, reach } from "#db/tenant/identities.ts";
import { inboundEvents } from "#db/tenant/inbound-events.ts";
import { messages } from "#db/tenant/messages.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { forgetInNextFile, isMoving } from "../archives/erase.ts";
import type { ArchiveFiles } from "../archives/files.ts";
import type { Ctx } from "../ctx.ts";
import { guard, guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { droppingJobs } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { fill } from "../live-events/keep.ts";
import { hashedVendorId, isHashed, NOBODY, wipingMessages, wipingRecipients } from "../bare/bare.ts";
import { mergeWords } from "../bare/merge-words.ts";
import { forgetIn } from "../simulator/forget.ts";
import { isIdentityOf } from "../customers/identities-of.ts";

/** Longer than any call of a vendor: after it, a claim belongs to a sender that died. */
const MOST_WAIT_MS = 2 * 60_000;
const LOOK_AGAIN_MS = 1_000;
/** Calls that a file of the archive takes. */
const FILE_CALLS = 8;
/** Messages whose ids are hashed at once. */
const PAGE = 200;
/** Pages of the indexes of words; what more there is goes by night. */
const MERGES = 20;

export interface ErasureDeps {
  directory: DirectoryDb;
  hub: HubCalls;
  simulatorOf: (channelId: string) => Pick<SimulatorCalls, "forget">;
  files: ArchiveFiles;
}

/**
 * Ends the erasure of customers whose identities are closed: waits for the calls that are open, then wipes what those
 * left, what lies beside the enterprise's database, and the identities themselves. Each step may be done twice.
 */
export async function finishErasure(
  ctx: Ctx,
  held: HeldJob,
  { customers, channels, phones }: JobPayload<"customers.erase">,
  { directory, hub, simulatorOf, files }: ErasureDeps,
): Promise<PageEnd> {
  const { db, enterpriseId, now } = ctx;
  const numbers = sql`SELECT value FROM json_each(${JSON.stringify(customers)})`;
  const theirs = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(isIdentityOf(ctx, numbers), isNotNull(identities.closedAt)));
  const ids = theirs.map(({ id }) => id);
  const areTheirs = and(eq(messages.enterpriseId, enterpriseId), inArray(messages.identityId, listed(ids)));
  const recipients = and(
    eq(broadcastRecipients.enterpriseId, enterpriseId),
    inArray(broadcastRecipients.identityId, listed(ids)),
  );
  const [[message], [recipient]] = await db.batch([
    db
      .select({ id: messages.id })
      .from(messages)
      .where(and(areTheirs, isNotNull(messages.claimedBy)))
      .limit(1),
    db
      .select({ id: broadcastRecipients.id })
      .from(broadcastRecipients)
      .where(and(recipients, isNotNull(broadcastRecipients.claimedBy)))
      .limit(1),
  ]);
  const called = message ?? recipient;
  if ((called && now() - held.job.createdAt < MOST_WAIT_MS) || (await isMoving(ctx, ids))) {
    // Waiting is no failed try.
    held.gotOn();
    await held.beat();
    return { laterMs: LOOK_AGAIN_MS };
  }
  if (await forgetInNextFile(ctx, files, ids)) {
    held.gotOn();
    await held.beat();
    held.did(FILE_CALLS);
    return "next";
  }
  await hub.forget(ids);
  await fill(ctx, hub, await hub.newest());
  // The sign keeps the index by chats away, in which each message of the enterprise would be looked at.
  const chats = await db
    .select({ id: messages.chatId })
    .from(messages)
    .where(areTheirs)
    .groupBy(sql`+${messages.chatId}`);
  await forgetInDirectory(
    ctx,
    directory,
    chats.map(({ id }) => id),
  );
  while (await hashedPage(ctx, areTheirs)) await held.beat();
  await forgetRecipients(ctx, recipients);
  const wiping = db.batch([
    // A file may have taken some of their rows since: it is wiped first, as nobody finds it without them.
    guard(
      ctx,
      sql`NOT EXISTS (SELECT 1 FROM identities WHERE enterprise_id = ${enterpriseId} AND id IN ${listed(ids)} AND archives IS NOT NULL)`,
    ),
    wipingMessages(ctx, areTheirs),
    db
      .update(messages)
      .set({
        identityId: NOBODY,
        vendorId: sql`CASE WHEN ${isHashed} THEN ${messages.vendorId} END`,
      })
      .where(areTheirs),
    wipingRecipients(ctx, recipients),
    db.update(broadcastRecipients).set({ identityId: null }).where(recipients),
    // A call that ended since has begun it anew.
    db.delete(reach).where(and(eq(reach.enterpriseId, enterpriseId), inArray(reach.identityId, listed(ids)))),
    db
      .delete(identities)
      .where(and(eq(identities.enterpriseId, enterpriseId), inArray(identities.id, listed(ids)))),
  ]);
  try {
    await wiping;
  } catch (error) {
    if (!guardFailed(error)) throw error;
    return "next";
  }
  await forgetIn(ctx, held, { channels, phones }, simulatorOf);
  await mergeWords(db, MERGES);
  await droppingJobs(ctx, held.job.subject);
  return "done";
}

const listed = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Deletes what the directory has of chats: the mails of what was said in them, and whose they were. */
export async function forgetInDirectory(
  { enterpriseId }: Pick<Ctx, "enterpriseId">,
  directory: DirectoryDb,
  chats: readonly string[],
): Promise<void> {
  const about = and(
    eq(directoryAudit.enterpriseId, enterpriseId),
    inArray(directoryAudit.objectId, listed(chats)),
  );
  await directory.batch([
    directory
      .delete(mails)
      .where(
        inArray(
          mails.id,
          sql`(SELECT ${directoryAudit.after} ->> '$.mailId' FROM ${directoryAudit} WHERE ${about})`,
        ),
      ),
    directory.update(directoryAudit).set({ objectName: "", before: null, after: null }).where(about),
  ]);
}

/** Puts hashes in the place of the vendor's ids of recipients, of whom a person has few: a status that is late is theirs still. */
async function forgetRecipients({ db }: Ctx, which: SQL | undefined): Promise<void> {
  const rows = await db
    .select({ id: broadcastRecipients.id, vendorId: broadcastRecipients.vendorId })
    .from(broadcastRecipients)
    .where(and(which, isNotNull(broadcastRecipients.vendorId)));
  const hashed = rows.map(({ id, vendorId }) => [id, hashedVendorId(vendorId ?? "")]);
  await db
    .update(broadcastRecipients)
    .set({
      vendorId: sql`(SELECT e.value->>1 FROM json_each(${JSON.stringify(hashed)}) e WHERE e.value->>0 = ${broadcastRecipients.id})`,
    })
    .where(
      inArray(broadcastRecipients.id, sql`(SELECT e.value->>0 FROM json_each(${JSON.stringify(hashed)}) e)`),
    );
}

/** An event's key is the vendor's id, or has it behind one of these. */
const KEYS = ["", "message:", "echo:", "status:"];

/**
 * Puts hashes in the place of the vendor's ids of some messages, and deletes the keys of their events: one that comes again
 * is known by its message. Answers whether there may be more.
 */
async function hashedPage({ db, enterpriseId }: Ctx, which: SQL | undefined): Promise<boolean> {
  const page = await db
    .select({ id: messages.id, channelId: messages.channelId, vendorId: messages.vendorId })
    .from(messages)
    .where(and(which, isNotNull(messages.vendorId), sql`NOT ${isHashed}`))
    .orderBy(asc(messages.id))
    .limit(PAGE);
  if (page.length === 0) return false;
  const rows = JSON.stringify(
    page.map(({ id, channelId, vendorId }) => [
      id,
      channelId,
      vendorId ?? "",
      hashedVendorId(vendorId ?? ""),
    ]),
  );
  await db.batch([
    db.delete(inboundEvents).where(
      sql`${inboundEvents.n} IN (SELECT i.n FROM json_each(${rows}) e CROSS JOIN json_each(${JSON.stringify(KEYS)}) k
        CROSS JOIN inbound_events i ON i.enterprise_id = ${enterpriseId} AND i.channel_id = e.value->>1
          AND i.event_key >= k.value || (e.value->>2) AND i.event_key < k.value || (e.value->>2) || char(1114111))`,
    ),
    db
      .update(messages)
      .set({
        vendorId: sql`(SELECT e.value->>3 FROM json_each(${rows}) e WHERE e.value->>0 = ${messages.id})`,
      })
      .where(inArray(messages.id, sql`(SELECT e.value->>0 FROM json_each(${rows}) e)`)),
  ]);
  return true;
}
