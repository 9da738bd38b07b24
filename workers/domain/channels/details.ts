import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type {
  ChannelActivity,
  channelDetails as contract,
  ChannelNews,
  UnusedEvent,
} from "#workers/contract/endpoints/channels.ts";
import { vendorOf, webhookPath } from "#workers/contract/vendors.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { channelOnWire, type ChannelRow, readingChannel } from "./channel.ts";
import { callsLately, countingUsed, usedIn } from "../channel-health/health.ts";

const HOUR_MS = 3_600_000;
const HOURS = `SELECT direction, fact, sum(count) AS count FROM message_hours
  WHERE enterprise_id = ?1 AND hour > ?2 AND channel_id = ?3 GROUP BY direction, fact`;
const WAITING = `SELECT count(*) AS count FROM messages WHERE channel_id = ?1 AND status = 'queued' AND claimed_by IS NULL AND held = 0`;
const NEWS = `SELECT id, what, text, at FROM channel_events WHERE enterprise_id = ?1 AND channel_id = ?2 ORDER BY at DESC LIMIT 10`;
const UNUSED = `SELECT n, state, failure, at FROM inbound_events WHERE channel_id = ?1
  AND state IN ('unreadable', 'unmatched', 'unsupported', 'failed') ORDER BY n DESC LIMIT 20`;

/**
 * A channel with its webhook, what went through it within a day, and what needs somebody's eye: two batches at once. `seesSecrets`
 * says whether the caller may see an address that holds a secret.
 */
export async function channelDetails(
  ctx: Ctx,
  id: string,
  { seesSecrets, webhookUrl }: { seesSecrets: boolean; webhookUrl: (path: string) => string },
): Promise<ReplyOf<typeof contract>> {
  const { $client } = ctx.db;
  const [reading, stored] = readingChannel(ctx, id);
  const since = Math.floor(ctx.now() / HOUR_MS) - 24;
  const [found, [hours, waiting, news, unused, reached]] = await Promise.all([
    ctx.db.batch([reading, stored]),
    $client.batch([
      $client.prepare(HOURS).bind(ctx.enterpriseId, since, id),
      $client.prepare(WAITING).bind(id),
      $client.prepare(NEWS).bind(ctx.enterpriseId, id),
      $client.prepare(UNUSED).bind(id),
      bindable(ctx, countingUsed(ctx, id)),
    ]),
  ]);
  const [[row], fields] = found;
  if (!row) throw new DomainError("notFound");
  const rows = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const counted = rows<{ direction: string; fact: string; count: number }>(hours);
  const of = (direction: string, fact: string) =>
    counted.find((each) => each.direction === direction && each.fact === fact)?.count ?? 0;
  const activity: ChannelActivity = {
    in: of("in", "made"),
    out: of("out", "made"),
    delivered: of("out", "delivered"),
    read: of("out", "read"),
    failed: of("out", "failed") + of("out", "expired"),
    waiting: rows<{ count: number }>(waiting)[0]?.count ?? 0,
  };
  return {
    channel: channelOnWire(
      row,
      fields.map(({ field }) => field),
    ),
    webhook: webhookOf(row.channel, seesSecrets, webhookUrl),
    activity,
    used: usedIn(reached?.results)[id] ?? null,
    lastMinute: callsLately(row.channel, ctx.now()),
    news: rows<Omit<ChannelNews, "at"> & { at: number }>(news).map((each) => ({ ...each, at: iso(each.at) })),
    unused: rows<Omit<UnusedEvent, "at"> & { at: number }>(unused).map((each) => ({
      ...each,
      at: iso(each.at),
    })),
  };
}

function webhookOf(row: ChannelRow, seesSecrets: boolean, webhookUrl: (path: string) => string) {
  const vendor = vendorOf(row.vendor);
  if (!vendor || vendor.webhook === "none")
    return { kind: "none", address: null, verifyToken: null } as const;
  if (vendor.webhook === "address" && !seesSecrets) {
    return { kind: "hidden", address: null, verifyToken: null } as const;
  }
  return {
    kind: "address",
    address: webhookUrl(`/api${webhookPath(vendor, row)}`),
    verifyToken: vendor.verifyToken && seesSecrets ? row.webhookToken : null,
  } as const;
}

const RETRY = `UPDATE inbound_events SET state = 'pending', attempts = 0, failure = NULL WHERE enterprise_id = ?1 AND channel_id = ?2
  AND state IN ('unmatched', 'unsupported', 'failed', 'unreadable') AND raw IS NOT NULL`;

const THERE = `SELECT 1 FROM channels WHERE enterprise_id = ?1 AND id = ?2`;

/** Has the events that could not be used tried again, by whoever wakes the lane. Answers how many there were. */
export async function retryUnused({ db, enterpriseId }: Ctx, id: string): Promise<number> {
  const { $client } = db;
  const bound = (text: string) => $client.prepare(text).bind(enterpriseId, id);
  const [retried, there] = await $client.batch([bound(RETRY), bound(THERE)]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  return retried?.meta.changes ?? 0;
}
