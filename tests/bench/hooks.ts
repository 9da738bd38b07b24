// Webhooks out: customers write at a set pace, and each message is told to 20 receivers on loopback: one is dead, one takes 30 s,
// one fails 30 % of its calls. First without a kill: how soon the healthy ones hear. Then the whole process group is killed at
// random instants: each delivery has come at least once, or waits for its next try. `--events 500 --rate 10 --kills 20 --seed S`
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { channelWithoutBot, deliver, inDatabase, messagePower } from "#tests/support/message-power.ts";
import { createHook } from "#workers/contract/endpoints/webhooks-out.ts";
import { buildStale } from "../../scripts/build.ts";
import { option, percentile } from "./options.ts";

/** In each of the two parts. */
const EVENTS = option("events", 500);
const RATE = option("rate", 10);
const KILLS = option("kills", 20);
const SEED = option("seed", Date.now() % 1_000_000);
const RECEIVERS = 20;
const [DEAD, SLOW, FAILING] = [0, 1, 2];
const SETTLED_MS = 120_000;

await buildStale();
const random = randomOf(SEED);
/** When each delivery was taken first, by receiver and id. */
const taken = new Map<string, number>();
let calls = 0;
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const receiver = Number((request.url ?? "").slice(1));
  request.resume().on("end", () => {
    calls++;
    const isRefused = receiver === FAILING && random() < 0.3;
    const answer = () => {
      response.statusCode = isRefused ? 500 : 200;
      response.end();
    };
    const key = `${receiver} ${String(request.headers["webhook-id"])}`;
    if (!isRefused && !taken.has(key)) taken.set(key, at);
    if (receiver === SLOW) setTimeout(answer, 30_000).unref();
    else answer();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const power = await messagePower({ env: { CHATBIRD_ALLOW_PRIVATE: "yes" } });
try {
  const channel = await channelWithoutBot(power);
  const hookIds: string[] = [];
  for (let receiver = 0; receiver < RECEIVERS; receiver++) {
    const { hook } = await power.client.call(createHook, {
      body: {
        // Nobody listens on the port for discarding.
        url: receiver === DEAD ? "http://127.0.0.1:9/" : `${origin}/${receiver}`,
        events: ["message.received"],
      },
    });
    hookIds.push(hook.id);
  }
  console.log(`${EVENTS} events at ${RATE}/s to ${RECEIVERS} receivers, twice, ${KILLS} kills, seed ${SEED}`);
  const said = async (prefix: string, pace: number) => {
    const began = performance.now();
    const all: Promise<unknown>[] = [];
    for (let n = 0; n < EVENTS; n++) {
      await pause(Math.max(0, began + (n * 1_000) / pace - performance.now()));
      const phone = `+9198765${String(10_000 + (n % 200))}`;
      all.push(deliver(power, channel, { phone, text: `${prefix} ${n}`, vendorId: `${prefix}:${n}` }));
    }
    await Promise.all(all);
  };
  const deliveries = () =>
    inDatabase<{ id: string; hookId: string; state: string; at: number }>(
      power.state,
      "SELECT id, hook_id AS hookId, state, at FROM hook_deliveries WHERE type = ?",
      "message.received",
    );
  const rested = async (count: number) => {
    const until = Date.now() + SETTLED_MS;
    for (;;) {
      const rows = await deliveries();
      const open = rows.filter(
        ({ hookId, state }) => state === "waiting" && hookIds.indexOf(hookId) > FAILING,
      );
      if ((rows.length >= count && open.length === 0) || Date.now() > until) return rows;
      await pause(500);
    }
  };

  await said("calm", RATE);
  const calm = await rested(EVENTS * RECEIVERS);
  const waits = calm.flatMap(({ id, hookId, at }) => {
    const receiver = hookIds.indexOf(hookId);
    const came = taken.get(`${receiver} ${id}`);
    return receiver > FAILING && came !== undefined ? [came - at] : [];
  });
  const p95 = Math.round(percentile(waits, 0.95));
  console.log(
    `without a kill: ${calm.length} deliveries, ${calls} calls; the healthy heard after a median of ${Math.round(percentile(waits, 0.5))} ms, p95 ${p95} ms`,
  );
  check("the healthy ones' p95 is at most 2 s", p95 <= 2_000);

  let kills = 0;
  const progress = { isOver: false };
  const writing = said("kill", RATE).then(() => (progress.isOver = true));
  for (; kills < KILLS && !progress.isOver; kills++) {
    await pause(random() * 3_000);
    await power.cut();
  }
  await writing;
  const rows = await rested(2 * EVENTS * RECEIVERS);
  const lost = rows.filter(({ id, hookId, state }) => {
    const receiver = hookIds.indexOf(hookId);
    return receiver !== DEAD && state === "delivered" && !taken.has(`${receiver} ${id}`);
  });
  const open = rows.filter(({ hookId, state }) => state === "waiting" && hookIds.indexOf(hookId) > FAILING);
  const states = Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, of]) => [state, of.length]),
  );
  console.log(`after ${kills} kills: ${rows.length} deliveries`, states, `${calls} calls`);
  check("every event has its delivery for every receiver", rows.length === 2 * EVENTS * RECEIVERS);
  check("nothing counts as delivered that did not come", lost.length === 0);
  check("the healthy ones have got everything", open.length === 0);
} finally {
  await power.end();
  server.close();
  server.closeAllConnections();
}
