import { driveFiles } from "#db/tenant/drive.ts";
import { and, eq } from "drizzle-orm";
import type { Adapter, AdapterDeps, ChannelAccount, FoundMedium } from "#workers/channels/adapter.ts";
import { INBOUND } from "#workers/contract/endpoints/drive.ts";
import type { MediumFailure, MediumState } from "#workers/contract/media.ts";
import type { MediaKind, Medium } from "#workers/contract/message-body.ts";
import { describe } from "../error.ts";
import { hasTooManyPixels, sizeOf } from "../drive/image-rules.ts";
import { arriving, atMost, holdBytes, readHead } from "../drive/hold.ts";
import type { DriveBucket } from "../drive/store.ts";
import { bindable, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { mostBytesOf, receivedName, receivedType } from "./received-type.ts";

/** A file that waits to be fetched. */
export interface WaitingMedium {
  id: string;
  messageId: string;
  kind: MediaKind;
  medium: Medium;
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
  RETURNING id, message_id, kind, medium, attempts, until`;
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

/** What fetching needs of the channel. */
export interface MediaChannel {
  type: number;
  account: ChannelAccount;
}

export interface MediaDeps extends Pick<AdapterDeps, "fetch"> {
  bucket: DriveBucket;
  /** Asks an address that somebody gave, if it may be asked at all. Never throws. */
  ask: (url: string) => Promise<FoundMedium>;
}

type Failed = Extract<FoundMedium, { ok: false }>;

/** A file that is not taken, or not yet. */
class NotKept extends Error {
  override readonly name = "NotKept";
  readonly failed: Failed;

  constructor(failure: MediumFailure, final = true) {
    super(failure);
    this.failed = { ok: false, final, failure };
  }
}

/**
 * Fetches a file that was taken and keeps it: its bytes, its row and the message that shows it become one thing or nothing.
 * What its vendor does not have now is tried again for as long as the vendor keeps files. Answers when, or null for never.
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
    await keep(ctx, waiting, found, adapter.capabilities(channel.type), deps.bucket);
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

const SHOWN = `UPDATE messages SET body = json_set(body, ?3 || '.fileId', ?4, ?3 || '.mime', ?5, ?3 || '.name', ?6, ?3 || '.bytes', ?7)
  WHERE id = ?1 AND enterprise_id = ?2`;
const KEPT = `UPDATE message_media SET state = 'kept', failure = NULL, file_id = ?2, mime = ?3, name = ?4, bytes = ?5 WHERE id = ?1`;
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM message_media WHERE id = ?1 AND state = 'waiting')
    AND EXISTS (SELECT 1 FROM messages WHERE id = ?2)
  THEN 1 ELSE json('refused') END AS guarding`;
/** An echo holds what was written elsewhere. */
const PLACE = `SELECT CASE kind WHEN 'echo' THEN '$.body.medium' ELSE '$.medium' END AS place FROM messages WHERE id = ?1`;

async function keep(
  ctx: Ctx,
  { id, messageId, kind, medium }: WaitingMedium,
  { response, mime, bytes: announced }: Extract<FoundMedium, { ok: true }>,
  can: ReturnType<Adapter["capabilities"]>,
  bucket: DriveBucket,
): Promise<void> {
  const { $client } = ctx.db;
  const most = mostBytesOf(kind, can);
  const { body } = response;
  const told = announced ?? lengthOf(response);
  if (!body) throw new NotKept("empty");
  if (told !== undefined && told > most) {
    await body.cancel();
    throw new NotKept("tooLarge");
  }
  const head = await readHead(body);
  if (head.bytes.byteLength === 0) throw new NotKept("empty");
  const said = (mime ?? medium.mime ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const type = await receivedType(head.bytes, { kind, name: medium.name ?? "", mime: said }, can);
  if (type === undefined) {
    await head.cancel();
    throw new NotKept("wrongType");
  }
  const size = type.startsWith("image/") ? sizeOf(head.bytes) : undefined;
  if (type.startsWith("image/") && (!size || hasTooManyPixels(size))) {
    await head.cancel();
    throw new NotKept(size ? "tooLarge" : "wrongType");
  }
  const name = receivedName(medium.name ?? "", kind, type);
  const row = arriving(ctx, { use: INBOUND, name });
  const counted = { bytes: 0 };
  const bytes = atMost(head.all(), most, counted, () => new NotKept("tooLarge"));
  const place = await $client.prepare(PLACE).bind(messageId).first<string>("place");
  const commit = async (): Promise<void> => {
    // A transfer that broke off is not a file.
    if (told !== undefined && counted.bytes < told) throw new NotKept("noAnswer", false);
    const ready = ctx.db
      .update(driveFiles)
      .set({ state: "ready", mediaType: type, bytes: counted.bytes, ...size })
      .where(and(eq(driveFiles.enterpriseId, ctx.enterpriseId), eq(driveFiles.id, row.id)));
    await $client.batch([
      $client.prepare(GUARD).bind(id, messageId),
      bindable(ctx, ready),
      $client.prepare(KEPT).bind(id, row.id, type, name, counted.bytes),
      $client
        .prepare(SHOWN)
        .bind(messageId, ctx.enterpriseId, place ?? "$.medium", row.id, type, name, counted.bytes),
    ]);
  };
  try {
    await holdBytes(ctx, bucket, row, bytes, commit);
  } catch (error) {
    await head.cancel().catch(() => undefined);
    throw error;
  }
}

function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get("content-length");
  // The length of something packed is not that of its contents.
  if (length === null || headers.has("content-encoding")) return undefined;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
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
