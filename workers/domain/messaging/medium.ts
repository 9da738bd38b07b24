import type { Adapter, AdapterDeps, ChannelAccount, FoundMedium } from "#workers/channels/adapter.ts";
import type { MediumState } from "#workers/contract/media.ts";
import type { MediaKind, Medium } from "#workers/contract/message-body.ts";
import { describe } from "../error.ts";
import type { DriveBucket } from "../drive/store.ts";
import { guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { keepMedium, NotKept } from "./keep-medium.ts";

/** A file that waits to be fetched. */
export interface WaitingMedium {
  id: string;
  messageId: string;
  kind: MediaKind;
  medium: Medium;
  /** Which of its message's files; empty for the only one. */
  part: string;
  attempts: number;
  until: number;
}

/** A try ends within this time, so that the next one begins no earlier. */
export const FETCH_MS = 100_000;
const LEASE_MS = 120_000;
/** Vendors count failed calls for one file: the waits grow fast, up to six hours. */
const FIRST_WAIT_MS = 1_000;
const MOST_WAIT_MS = 6 * 3_600_000;

const TAKE = `UPDATE message_media SET attempts = attempts + 1, not_before = ?2 + ${LEASE_MS} WHERE id IN (
    SELECT id FROM message_media WHERE channel_id = ?1 AND state = 'waiting' AND not_before <= ?2 ORDER BY not_before LIMIT ?3)
  RETURNING id, message_id, kind, medium, part, attempts, until`;
const NEXT = `SELECT min(not_before) AS at FROM message_media WHERE channel_id = ?1 AND state = 'waiting'`;

interface Row extends Omit<WaitingMedium, "medium" | "messageId"> {
  message_id: string;
  medium: string;
}

/**
 * Takes files of a channel whose time has come, at most so many: nobody else tries them before this try must have ended.
 * Answers also when the next one may be tried.
 */
export async function takeMedia(
  { db, now }: Pick<Ctx, "db" | "now">,
  channelId: string,
  most: number,
): Promise<{ taken: WaitingMedium[]; nextAt: number | null }> {
  const { $client } = db;
  const [taken, next] = await $client.batch([
    $client.prepare(TAKE).bind(channelId, now(), most),
    $client.prepare(NEXT).bind(channelId),
  ]);
  return {
    taken: ((taken?.results ?? []) as unknown as Row[]).map(({ message_id: messageId, medium, ...row }) => ({
      ...row,
      messageId,
      medium: JSON.parse(medium) as Medium,
    })),
    nextAt: (next?.results[0] as { at: number | null } | undefined)?.at ?? null,
  };
}

/** The channel as fetching needs it. */
export interface MediaChannel {
  type: number;
  account: ChannelAccount;
}

export interface MediaDeps extends Pick<AdapterDeps, "fetch"> {
  /** Bytes that came within the event itself. */
  held: (id: string) => Promise<Response | undefined>;
  bucket: DriveBucket;
  /** Asks an address that somebody gave, if it may be asked at all. Never throws. */
  ask: (url: string) => Promise<FoundMedium>;
}

type Failed = Extract<FoundMedium, { ok: false }>;

/**
 * Fetches and keeps a file: its bytes, its row and the message that shows it become one thing or nothing. Answers when to
 * try again one that its vendor does not have now, for as long as the vendor keeps files; null for never.
 */
export async function fetchMedium(
  ctx: Ctx,
  channel: MediaChannel,
  adapter: Pick<Adapter, "capabilities" | "media">,
  waiting: WaitingMedium,
  deps: MediaDeps,
): Promise<{ againAt: number | null }> {
  try {
    const found = await foundBy(adapter, channel, waiting, deps);
    if (!found.ok) return await fail(ctx, waiting, found);
    await keepMedium(ctx, waiting, found, adapter.capabilities(channel.type), deps.bucket);
    return { againAt: null };
  } catch (error) {
    // Somebody else has kept it, which this leaves as it is, or the message is gone.
    if (guardFailed(error)) return fail(ctx, waiting, { ok: false, final: true, failure: "gone" });
    if (error instanceof NotKept) return fail(ctx, waiting, error.failed);
    const line = { level: "warn", source: "media", medium: waiting.id, failure: describe(error) };
    console.log(JSON.stringify(line));
    return fail(ctx, waiting, { ok: false, final: false, failure: "noAnswer" });
  }
}

function foundBy(
  { media }: Pick<Adapter, "media">,
  { account }: MediaChannel,
  { medium }: WaitingMedium,
  deps: MediaDeps,
): Promise<FoundMedium> {
  if (media && medium.vendorId !== undefined) return media.find(medium, account, deps);
  if (medium.url !== undefined) return deps.ask(medium.url);
  return Promise.resolve({ ok: false, final: true, failure: "gone" });
}

const END = `UPDATE message_media SET state = ?2, failure = ?3, not_before = ?4 WHERE id = ?1 AND state = 'waiting'`;

/** Writes that a try failed: the next one has its time, or there is none any more. */
async function fail(
  { db, now }: Ctx,
  { id, attempts, until }: WaitingMedium,
  { final, failure }: Failed,
): Promise<{ againAt: number | null }> {
  const at = now();
  const wait = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 4 ** (attempts - 1)) * (0.75 + Math.random() / 2);
  const againAt = Math.round(at + wait);
  const over = final || againAt > until;
  const ended: MediumState = final && failure !== "gone" ? "refused" : "expired";
  await db.$client
    .prepare(END)
    .bind(id, over ? ended : ("waiting" satisfies MediumState), failure, over ? at : againAt)
    .run();
  return { againAt: over ? null : againAt };
}
