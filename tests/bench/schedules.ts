// broadcasts to one person each. Those that are due while the system runs begin within 2 s; those that fell due while
// it was cut off begin within 10 s after it answers again; those that are over an hour late wait for a person, who sees why.
// Each begins once: the log of the vendor is kept outside. `--running 20 --down 10 --late 5 --off 20`
import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "#db/seed/client.ts";
import { numbersOf, outsideChannel } from "#tests/support/casting.ts";
import { check } from "#tests/support/check.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { startOutsideVendor } from "#tests/support/outside-vendor.ts";
import { startPower } from "#tests/support/power.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const RUNNING = option("running", 20);
const DOWN = option("down", 10);
const LATE = option("late", 5);
const OFF_S = option("off", 20);
const TWO_HOURS_MS = 2 * 3_600_000;

await buildStale();
const vendor = await startOutsideVendor({ latencyMs: 20 });
const power = await startPower();
const { state } = power;
/** When a number was called, by the clock of the wall; the vendor's log has another beginning. */
const beganAt = (number: string): number[] =>
  vendor.called
    .filter(({ to }) => number.endsWith(to.slice(-10)))
    .map(({ at }) => performance.timeOrigin + at);

try {
  const { channelId, templateUId } = await outsideChannel(power, vendor.url, 80);
  const schedule = async (client: ApiClient, number: string, at: number): Promise<string> => {
    const { id } = await client.call(broadcastSendingApi.sendBroadcast, {
      body: {
        channelId,
        phoneNumber: [number],
        message: { template: { templateUId } },
        columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
        startAt: new Date(at).toISOString(),
      },
    });
    return id;
  };
  const numbers = numbersOf(RUNNING + DOWN + LATE);
  const [running, down, late] = [
    numbers.slice(0, RUNNING),
    numbers.slice(RUNNING, RUNNING + DOWN),
    numbers.slice(RUNNING + DOWN),
  ];
  let client = await power.signIn();
  {
    const first = Date.now() + 10_000;
    const due = running.map((_, at) => first + at * 700);
    for (const [at, number] of running.entries()) await schedule(client, number, due[at] ?? 0);
    await pause((due.at(-1) ?? 0) - Date.now() + 10_000);
    const began = running.map(beganAt);
    const after = began.flatMap((times, at) => times.map((time) => time - (due[at] ?? 0)));
    const most = Math.round(Math.max(...after));
    console.log(
      `due while it runs: ${began.flat().length} calls, ${Math.round(Math.min(...after))}-${most} ms after`,
    );
    check(
      "each began once, not before its time",
      began.every(({ length }) => length === 1) && after.every((ms) => ms >= 0),
    );
    check("within 2 s", most <= 2_000);
  }
  {
    const soon = Date.now() + 5_000;
    for (const number of down) await schedule(client, number, soon);
    const ids: string[] = [];
    for (const number of late) ids.push(await schedule(client, number, soon + 3_600_000));
    await power.cut(async () => {
      await pause(OFF_S * 1_000);
      // As if it had been off for hours.
      const list = ids.map((id) => `'${id}'`).join(",");
      const back = String(TWO_HOURS_MS + 3_600_000);
      for (const set of [
        `UPDATE broadcasts SET start_at = start_at - CAST(? AS INTEGER) WHERE id IN (${list}) RETURNING 1`,
        // A timer counts only with the time that its broadcast has.
        `UPDATE timers SET seq = seq - CAST(?1 AS INTEGER), due_at = due_at - CAST(?1 AS INTEGER) WHERE subject IN (${list}) RETURNING 1`,
      ])
        await inDatabase(state, set, back);
    });
    client = await power.signIn();
    const ready = Date.now();
    await pause(20_000);
    const began = down.map(beganAt);
    const most = Math.round(Math.max(...began.flat().map((time) => time - ready)));
    console.log(
      `due while it was off for ${OFF_S} s: ${began.flat().length} calls, at most ${most} ms after it answered`,
    );
    check(
      "each began once",
      began.every(({ length }) => length === 1),
    );
    check("within 10 s", most <= 10_000);
    const states = await Promise.all(
      ids.map(async (id) => (await client.call(broadcastsApi.getBroadcast, { params: { id } })).data),
    );
    console.log(`over an hour late: ${states[0]?.status}, "${states[0]?.reason}"`);
    check(
      "those over an hour late wait for a person",
      late.every((number) => beganAt(number).length === 0),
    );
    check(
      "and say why",
      states.every(({ status, reason }) => status === "paused" && reason !== ""),
    );
  }
} finally {
  await power.end();
  await vendor.stop();
}
