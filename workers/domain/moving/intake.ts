import { createHash } from "node:crypto";
import type { TenantDb } from "#db/client.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";
import type { KeptCall } from "#workers/contract/moving.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { accepting } from "../messaging/accept.ts";

/** Everything from outside for an enterprise that moves, in the order in which it came. */
export const INTAKE = "moving/";
const DIGITS = 15;

/** The methods of an R2 bucket that the intake needs. */
export interface IntakeBucket {
  put(
    key: string,
    value: Uint8Array,
    options?: { onlyIf: { etagDoesNotMatch: string } },
  ): Promise<object | null>;
  list(options: { prefix: string; limit: number }): Promise<{ objects: { key: string }[] }>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(key: string | string[]): Promise<unknown>;
}

export const intakeOf = (enterpriseId: string, what = ""): string => `${INTAKE}${enterpriseId}/${what}`;
const EVENTS = "events/";
export const CALLS = "calls/";
const NAMES = "names/";

/** Bodies of one process in the same millisecond stay in their order, too. */
let counted = 0;

/** A key behind all that were given before. */
function placeAt(now: number): string {
  counted = (counted + 1) % 1_000_000;
  return `${String(now).padStart(DIGITS, "0")}-${String(counted).padStart(6, "0")}-${crypto.randomUUID()}`;
}

/** Keeps a verified body in R2 until its enterprise has moved. */
export async function keepForLater(
  files: Pick<IntakeBucket, "put">,
  { enterpriseId, channelId }: { enterpriseId: string; channelId: string },
  body: Uint8Array,
  now: number,
): Promise<void> {
  await files.put(`${intakeOf(enterpriseId, EVENTS)}${placeAt(now)}/${channelId}`, body);
}

/** The same for a call of somebody who has no session: a click, a refusal of offers, another system's news. */
export async function keepCall(
  files: Pick<IntakeBucket, "put">,
  enterpriseId: string,
  call: KeptCall,
): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(call));
  await files.put(`${intakeOf(enterpriseId, CALLS)}${placeAt(call.at)}`, body);
}

/**
 * Keeps this under a name that a caller gave, or answers the value that was there first, so that a call that comes
 * twice is answered the same. A name stays until the move's end.
 */
export async function nameOnce<Named>(
  files: Pick<IntakeBucket, "put" | "get">,
  enterpriseId: string,
  name: string,
  named: Named,
): Promise<Named> {
  const key = placeOf(enterpriseId, name);
  const bytes = new TextEncoder().encode(JSON.stringify(named));
  if (await files.put(key, bytes, { onlyIf: { etagDoesNotMatch: "*" } })) return named;
  // It may have gone with a move that has just ended.
  return (await namedBefore<Named>(files, enterpriseId, name)) ?? named;
}

/** Reads the value kept under a name that a caller gave. */
export async function namedBefore<Named>(
  files: Pick<IntakeBucket, "get">,
  enterpriseId: string,
  name: string,
): Promise<Named | undefined> {
  const found = await files.get(placeOf(enterpriseId, name));
  return found ? (JSON.parse(new TextDecoder().decode(await found.arrayBuffer())) as Named) : undefined;
}

const placeOf = (enterpriseId: string, name: string): string =>
  `${intakeOf(enterpriseId, NAMES)}${createHash("sha256").update(name).digest("hex")}`;

/** So long after a move, something kept under a name may still wait to be played. */
const NAMED_MS = 3_600_000;

/** Whether what came in under a name may have been kept under it, so that the name says the id. */
export const isOnItsWay = (
  { stillSince, movedAt }: { stillSince: number | null; movedAt: number | null },
  now: number,
): boolean => stillSince !== null || (movedAt !== null && now - movedAt < NAMED_MS);

/** Forgets a page of the names; answers whether there were any. */
export async function forgetNames(files: IntakeBucket, enterpriseId: string): Promise<boolean> {
  const { objects } = await files.list({ prefix: intakeOf(enterpriseId, NAMES), limit: 1_000 });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return objects.length > 0;
}

export interface PlayDeps {
  files: IntakeBucket;
  /** The events of a body; undefined for a channel that is gone, which hears nothing any more. */
  eventsOf(channelId: string, body: Uint8Array): Promise<readonly RawEvent[] | undefined>;
}

/** Bodies of one look. */
export const PAGE = 100;

/**
 * Plays what was kept, the oldest first. Events first, the file's end after them: whoever dies in between finds events that
 * are there already, by their keys. Answers how many bodies it has played; fewer than a page says that none is left.
 */
export async function playIntake(
  { files, eventsOf }: PlayDeps,
  enterpriseId: EnterpriseId,
  db: TenantDb,
  now: () => number,
  write: (statement: D1PreparedStatement) => Promise<unknown> = (statement) => statement.run(),
): Promise<{ played: number; channels: Set<string>; more: boolean }> {
  const { objects } = await files.list({ prefix: intakeOf(enterpriseId, EVENTS), limit: PAGE });
  const channels = new Set<string>();
  for (const { key } of objects) {
    const channelId = key.slice(key.lastIndexOf("/") + 1);
    const object = await files.get(key);
    if (!object) continue;
    const events = await eventsOf(channelId, new Uint8Array(await object.arrayBuffer()));
    if (events && events.length > 0) {
      await write(accepting({ db, enterpriseId, now }, channelId, events));
      channels.add(channelId);
    }
    await files.delete(key);
  }
  return { played: objects.length, channels, more: objects.length === PAGE };
}
