// How fast broadcasts leave through a vendor on loopback, beside a bare loop with as many open fetches in the same run, at
// 0 ms (where the channel's rate of `--fast` bounds nothing) and at 100 ms of latency; then the whole way round at a set rate: each
// message followed by three signed statuses; and at a higher set rate with a vendor that stays silent afterwards. Goals: half of the bare
// loop at 0 ms, 0.8 of it at 100 ms with 17 senders; the set rate's mean within 1 %, no second above 105 % of it, and all statuses worked
// within 10 s of the last message; the silent one's mean within 3 %.
// `--recipients 10000 --fast 20000 --rate 1000 --set 80 --seconds 300 --each 1 --silent 1000 --silent-seconds 60`
import { setTimeout as pause } from "node:timers/promises";
import { cast, type CastingChannel, numbersOf, outsideChannel } from "#tests/support/casting.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startOutsideVendor } from "#tests/support/outside-vendor.ts";
import { startPower } from "#tests/support/power.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const RECIPIENTS = option("recipients", 10_000);
const FAST = option("fast", 20_000);
const RATE = option("rate", 1_000);
const RUNS = [
  { latencyMs: 0, rate: FAST, least: 0.5 },
  { latencyMs: 100, rate: RATE, least: 0.8 },
];
const MOST_BEHIND_MS = 10_000;
const SET = option("set", 80);
const SECONDS = option("seconds", 300);
const SILENT = option("silent", 1_000);
const SILENT_SECONDS = option("silent-seconds", 60);
/** The rate that listmonk, the best free sender, publishes. */
const LISTMONK = 830;
/** Calls by which a vendor tells of statuses at once: one after the other they would be as slow as an answer, and hold back no backlog. */
const TELLERS = 8;
const EACH = option("each", 1);
/** As the sender counts: what the rate needs at that latency, twenty at most. */
const sendersAt = (rate: number, latencyMs: number) =>
  Math.min(20, Math.max(1, Math.ceil((rate * latencyMs) / 1_000 / CALLS_AT_ONCE)));
let isMet = true;
function floor(sentence: string, met: boolean): void {
  console.log(`${met ? "met" : "MISSED"}: ${sentence}`);
  isMet &&= met;
}

await buildStale();
const vendor = await startOutsideVendor();
const power = await startPower();
const { state } = power;

const openIn = async ({ channelId }: CastingChannel): Promise<number> => {
  const sql = "SELECT count(*) AS n FROM broadcasts WHERE channel_id = ? AND ended_at IS NULL";
  return (await inDatabase<{ n: number }>(state, sql, channelId))[0]?.n ?? Number.NaN;
};
const setRate = (channel: CastingChannel, rate: number) =>
  power.cut(() =>
    inDatabase(
      state,
      "UPDATE channels SET rate = ? WHERE id = ? RETURNING id",
      String(rate),
      channel.channelId,
    ),
  );

/** Sends and waits until all is over; recipients a second between the first call and the last. */
async function sent(
  channel: CastingChannel,
  recipients: number,
): Promise<{ perSecond: number; mostOpen: number }> {
  vendor.accepted.length = 0;
  vendor.mostOpen = 0;
  await cast(await power.signIn(), channel, numbersOf(recipients), `${vendor.latencyMs}-${Date.now()}`);
  while (vendor.accepted.length < recipients) await pause(50);
  return { perSecond: perSecondOf(), mostOpen: vendor.mostOpen };
}
function perSecondOf(): number {
  const times = vendor.accepted.map(({ at }) => at);
  return (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000);
}

/** The limit: as many fetches open, one begun when another ends, and nothing else. */
async function bare(recipients: number, open: number): Promise<number> {
  vendor.accepted.length = 0;
  let left = recipients;
  const one = async () => {
    while (left-- > 0) {
      const response = await fetch(`${vendor.url}/v23.0/1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer x" },
        body: JSON.stringify({
          messaging_product: "whatsapp",
          to: "919810000000",
          type: "template",
          template: { name: "hello", language: { code: "en" }, components: [] },
          biz_opaque_callback_data: "x",
        }),
      });
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: open }, one));
  return perSecondOf();
}

try {
  const channel = await outsideChannel(power, vendor.url, FAST);
  for (const { latencyMs, rate, least } of RUNS) {
    vendor.latencyMs = latencyMs;
    await setRate(channel, rate);
    const { perSecond, mostOpen } = await sent(channel, RECIPIENTS);
    while ((await openIn(channel)) > 0) await pause(100);
    const senders = sendersAt(rate, Math.max(latencyMs, 1));
    const limit = await bare(RECIPIENTS, CALLS_AT_ONCE * senders);
    console.log(
      `${latencyMs} ms: ${perSecond.toFixed(0)}/s (most open ${mostOpen}), a bare loop with ${CALLS_AT_ONCE * senders} open ${limit.toFixed(0)}/s; listmonk says ${LISTMONK}/s of itself`,
    );
    floor(
      `${(perSecond / limit).toFixed(2)} of the bare loop at ${latencyMs} ms, at least ${least}`,
      perSecond >= limit * least,
    );
  }
  vendor.latencyMs = 50;
  await setRate(channel, SET);
  const address = `${power.served.url}/api/webhooks/whatsapp-cloud/${channel.channelId}`;
  const telling = vendor.tell(address, ["sent", "delivered", "read"], EACH, TELLERS);
  const { perSecond } = await sent(channel, SET * SECONDS);
  const seconds = new Map<number, number>();
  for (const { at } of vendor.accepted)
    seconds.set(Math.floor(at / 1_000), (seconds.get(Math.floor(at / 1_000)) ?? 0) + 1);
  const most = Math.max(...seconds.values());
  // The last message has left: what is behind from here on is the vendor's telling and our own work.
  const since = Date.now();
  await telling.stop();
  let behind = Number.NaN;
  do {
    await pause(100);
    const sql =
      "SELECT count(*) AS n FROM inbound_events WHERE channel_id = ? AND state IN ('pending', 'waiting')";
    behind = (await inDatabase<{ n: number }>(state, sql, channel.channelId))[0]?.n ?? Number.NaN;
  } while (behind > 0 && Date.now() - since < 120_000);
  const behindMs = Date.now() - since;
  const rows = await inDatabase<{ status: string; n: number }>(
    state,
    `SELECT r.status, count(*) AS n FROM broadcasts b JOIN broadcast_recipients r ON substr(r.id, 1, 28) = substr(b.id, 1, 28)
     WHERE b.channel_id = ? AND b.created_at > ? GROUP BY 1`,
    channel.channelId,
    String(since - SECONDS * 1_000 - 60_000),
  );
  console.log(
    `a set rate of ${SET}/s for ${SECONDS} s: ${telling.told()} statuses, ${EACH} a call:`,
    Object.fromEntries(rows.map(({ status, n }) => [status, n])),
  );
  const off = perSecond / SET - 1;
  floor(
    `mean ${perSecond.toFixed(1)}/s (${(off * 100).toFixed(1)} %), at most 1 % off`,
    Math.abs(off) <= 0.01,
  );
  floor(`busiest second ${most} (${((most / SET) * 100).toFixed(0)} %), at most 105 %`, most <= SET * 1.05);
  floor(
    `all statuses worked ${behindMs} ms after the last message, at most ${MOST_BEHIND_MS}`,
    behind === 0 && behindMs <= MOST_BEHIND_MS,
  );
  await setRate(channel, SILENT);
  const silent = await sent(channel, SILENT * SILENT_SECONDS);
  const silentOff = silent.perSecond / SILENT - 1;
  floor(
    `${SILENT}/s for ${SILENT_SECONDS} s with a silent vendor: mean ${silent.perSecond.toFixed(1)}/s (${(silentOff * 100).toFixed(1)} %), at most 3 % off; listmonk says ${LISTMONK}/s of itself`,
    Math.abs(silentOff) <= 0.03,
  );
} finally {
  await power.end();
  await vendor.stop();
}
process.exitCode = isMet ? 0 : 1;
