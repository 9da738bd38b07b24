// the whole process group is killed at random instants while broadcasts go out. (a) A vendor outside that honours our key:
// each recipient is accepted exactly once, by its own log, and nobody stays unconfirmed. (b) A vendor outside that honours none, whose log is kept
// outside: nobody is sent it twice, nobody is forgotten, and at most six a kill and sender are not confirmed.
// `--recipients 20000 --kills 100 --rate 200 --seed S`
import { setTimeout as pause } from "node:timers/promises";
import {
  cast,
  type CastingChannel,
  idempotentChannel,
  numbersOf,
  outsideChannel,
} from "#tests/support/casting.ts";
import { check } from "#tests/support/check.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startIdempotentVendor } from "#tests/support/idempotent-vendor.ts";
import { startOutsideVendor } from "#tests/support/outside-vendor.ts";
import { startPower } from "#tests/support/power.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const RECIPIENTS = option("recipients", 20_000);
const KILLS = option("kills", 100);
const RATE = option("rate", 200);
const SEED = option("seed", Date.now() % 1_000_000);
/** Without anything that moves for so long it is at rest. */
const RECOVERY_MS = 180_000;
/** From one start to the next kill, at most. */
const WITHIN_MS = 2_000;
/** Senders that the rate needs: each makes six calls at once, of a tenth of a second as long as none was measured. */
const SENDERS = Math.max(1, Math.ceil((RATE * 0.1) / CALLS_AT_ONCE));

await buildStale();
const vendor = await startOutsideVendor({ latencyMs: 20 });
const idempotent = await startIdempotentVendor({ latencyMs: 20 });
const power = await startPower();
const { state } = power;
const random = randomOf(SEED);
console.log(`${RECIPIENTS} recipients, ${KILLS} kills each, rate ${RATE}/s, seed ${SEED}`);

interface Ends {
  statuses: Record<string, number>;
  doubled: number;
  open: number;
}
async function endsOf({ channelId }: CastingChannel): Promise<Ends> {
  const mine = `broadcasts b JOIN broadcast_recipients r ON substr(r.id, 1, 28) = substr(b.id, 1, 28) WHERE b.channel_id = ?`;
  const rows = await inDatabase<{ status: string; n: number }>(
    state,
    `SELECT r.status, count(*) AS n FROM ${mine} GROUP BY 1`,
    channelId,
  );
  const [open] = await inDatabase<{ n: number }>(
    state,
    `SELECT count(*) AS n FROM broadcasts WHERE channel_id = ? AND ended_at IS NULL`,
    channelId,
  );
  const [doubled] = await inDatabase<{ n: number }>(
    state,
    `SELECT count(*) - count(DISTINCT r.address) AS n FROM ${mine}`,
    channelId,
  );
  return {
    statuses: Object.fromEntries(rows.map(({ status, n }) => [status, n])),
    doubled: doubled?.n ?? Number.NaN,
    open: open?.n ?? Number.NaN,
  };
}

async function underKills(channel: CastingChannel): Promise<{ ends: Ends; kills: number; restMs: number }> {
  await cast(await power.signIn(), channel, numbersOf(RECIPIENTS));
  let kills = 0;
  for (; kills < KILLS && (await endsOf(channel)).open > 0; kills++) {
    await pause(random() * WITHIN_MS);
    await power.cut();
  }
  const since = Date.now();
  let ends = await endsOf(channel);
  // However slow the machine is, it goes on.
  let movedAt = since;
  while ((ends.open > 0 || (ends.statuses["queued"] ?? 0) > 0) && Date.now() - movedAt < RECOVERY_MS) {
    await pause(500);
    const next = await endsOf(channel);
    if (JSON.stringify(next) !== JSON.stringify(ends)) movedAt = Date.now();
    ends = next;
  }
  return { ends, kills, restMs: Date.now() - since };
}

try {
  {
    const channel = await idempotentChannel(power, idempotent.url, RATE);
    const { ends, kills, restMs } = await underKills(channel);
    const { called, accepted } = idempotent;
    const times = Map.groupBy(accepted.values(), (to) => to);
    const twice = [...times.values()].filter(({ length }) => length > 1).length;
    const met =
      times.size === RECIPIENTS &&
      twice === 0 &&
      ends.statuses["sent"] === RECIPIENTS &&
      ends.open === 0 &&
      ends.doubled === 0;
    console.log(
      `(a) honours our key: ${kills} kills, at rest ${restMs} ms after the last: called ${called.length}, accepted ${times.size}, twice ${twice}:`,
      ends,
    );
    check("each recipient is accepted once by the vendor's own log, and nobody stays unconfirmed", met);
  }
  {
    const { ends, kills, restMs } = await underKills(await outsideChannel(power, vendor.url, RATE));
    const times = Map.groupBy(vendor.accepted, ({ to }) => to);
    const twice = [...times.values()].filter(({ length }) => length > 1).length;
    const unknown = ends.statuses["unknown"] ?? 0;
    const sent = ends.statuses["sent"] ?? 0;
    const most = kills * CALLS_AT_ONCE * SENDERS;
    const met =
      twice === 0 &&
      ends.open === 0 &&
      sent + unknown === RECIPIENTS &&
      times.size >= sent &&
      times.size <= RECIPIENTS &&
      unknown <= most;
    console.log(
      `(b) honours none: ${kills} kills, at rest ${restMs} ms after the last: accepted ${times.size}, twice ${twice}, not confirmed ${unknown} of at most ${most}:`,
      ends,
    );
    check("nobody twice, nobody forgotten, and no more unconfirmed than calls were open", met);
  }
} finally {
  await power.end();
  await vendor.stop();
  await idempotent.stop();
}
