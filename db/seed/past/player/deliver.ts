import type { TenantDb } from "#db/client.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { REFUSALS } from "#workers/channels/simulator/trouble.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { noteRecipients } from "#workers/domain/broadcasts/outcomes.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import type { AddressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { Numbers } from "../numbers.ts";
import type { PastChat } from "../past-chat.ts";
import type { Fate } from "../past-sending.ts";
import { SENDER } from "./sending-aside.ts";

const MINUTE_MS = 60_000;
/** Messages of one block, as a sender's. */
const BLOCK = 50;
const BLOCK_MS = 2_000;
/** A broadcast of the demo has some hundred people: what takes more blocks than that stands still. */
const MOST_BLOCKS = 100;
const SENT_MS = 350;
/** Events that one call of a vendor tells. */
const EVENTS = 100;
/** Somebody who has no such app on their phone. */
const LOST = "131026";

const GOES_ON = `SELECT 1 AS n FROM broadcasts WHERE enterprise_id = ?1 AND channel_id = ?2 AND created_at < ?3 AND state = 'processing' LIMIT 1`;
const CALLED = `SELECT r.id, r.address, r.claimed_at AS at, coalesce(c.name, i.name, '') AS name FROM json_each(?2) e
  CROSS JOIN broadcast_recipients r ON r.id > e.value AND r.id < substr(e.value, 1, 28) || 'ffffffff' LEFT JOIN identities i ON i.id = r.identity_id
  LEFT JOIN customers c ON c.number = i.customer WHERE r.enterprise_id = ?1 AND r.vendor_id IS NOT NULL ORDER BY r.id`;

interface Told {
  id: string;
  address: string;
  at: number;
  name: string;
}

/** Things that delivering works with; `wait` moves the clock of the past. */
interface Delivering {
  db: TenantDb;
  ctx: Ctx;
  channel: LaneChannel;
  adapter: Adapter;
  hash: AddressHash;
  before: number;
  wait: (ms: number) => void;
}

/** Calls everybody of the channel's broadcasts of the past, block by block, until they are over. */
export async function sendAll({ db, ctx, channel, adapter, before, wait }: Delivering): Promise<void> {
  const { id, type } = channel;
  const { pair } = adapter.capabilities(type);
  const goesOn = () => db.$client.prepare(GOES_ON).bind(ctx.enterpriseId, id, before).first("n");
  for (let block = 0; (await goesOn()) !== null; block++) {
    if (block === MOST_BLOCKS) throw new Error("a broadcast of the past does not end");
    const claimed = await claimRecipients(ctx, { id, type, pair }, SENDER, BLOCK, undefined);
    const ended = claimed.block.map((each) => ({
      id: each.id,
      result: { outcome: "sent" as const, vendorId: `sim.${each.id}` },
      attempts: each.attempts,
      at: ctx.now() + SENT_MS,
    }));
    await noteRecipients(ctx, { id, pairMs: pair?.refillMs ?? 0, idempotent: true }, SENDER, ended);
    wait(BLOCK_MS);
  }
}

/**
 * Has the vendor tell what became of everybody who was called: the same each time, so that what was told before is known.
 * Answers how many there are, and the chats of those who answer.
 */
export async function deliverAll(
  { db, ctx, channel, adapter, hash, wait }: Delivering,
  broadcastIds: readonly string[],
  fate: Fate,
): Promise<{ sent: number; chats: PastChat[] }> {
  const called = db.$client.prepare(CALLED).bind(ctx.enterpriseId, JSON.stringify(broadcastIds));
  const { results } = await called.all<Told>();
  const numbers = new Numbers(results.length);
  const chats: PastChat[] = [];
  const events = results.flatMap((told, place) => {
    const isLost = fate.lostOf !== undefined && place % fate.lostOf === fate.lostOf - 1;
    const isRead = !isLost && numbers.isOneOf(fate.read);
    const deliveredAt = told.at + numbers.between(1_500, 20_000);
    const readAt = deliveredAt + numbers.between(MINUTE_MS / 2, 80 * MINUTE_MS);
    const answer = isRead ? fate.answers?.[chats.length] : undefined;
    if (answer !== undefined) chats.push(answering(channel, told, readAt + MINUTE_MS, answer));
    return statusesOf(channel.type, told, { isLost, deliveredAt, ...(isRead && { readAt }) });
  });
  for (let at = 0; at < events.length; at += EVENTS) {
    const told = events.slice(at, at + EVENTS);
    wait(SENT_MS);
    await acceptEvents(
      ctx,
      channel.id,
      told.map(({ key, event }) => ({ key, raw: { key, event } })),
    );
    const tools = { hash, tellRuns, fileUrl: String, messageUrl: String };
    while ((await workPage(ctx, channel, adapter, tools)).again);
  }
  return { sent: results.length, chats };
}

function statusesOf(
  type: number,
  { id }: Told,
  { isLost, deliveredAt, readAt }: { isLost: boolean; deliveredAt: number; readAt?: number },
): { key: string; event: InboundEvent }[] {
  const of = { type: "status", ownId: id, vendorId: `sim.${id}` } as const;
  if (isLost) {
    const { reason } = REFUSALS[LOST];
    return [{ key: `${id}:failed`, event: { ...of, status: "failed", at: deliveredAt, code: LOST, reason } }];
  }
  // WhatsApp says with each message what it charges for.
  const billed = type === channelTypes.whatsApp ? { billable: true } : {};
  return [
    { key: `${id}:delivered`, event: { ...of, ...billed, status: "delivered", at: deliveredAt } },
    ...(readAt === undefined
      ? []
      : [{ key: `${id}:read`, event: { ...of, ...billed, status: "read" as const, at: readAt } }]),
  ];
}

const answering = (
  { id, type }: LaneChannel,
  { address, name }: Told,
  at: number,
  says: string,
): PastChat => ({
  channel: { id, type },
  person: { address: { kind: "number", scope: "", value: address }, name },
  steps: [{ at, says }],
});
