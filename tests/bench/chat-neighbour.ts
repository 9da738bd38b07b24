// Chats beside another tenant's broadcast in the same database: how long a customer's message takes to its agent's screen and
// an answer to the vendor, first in quiet, then while another enterprise sends a broadcast with three statuses a message, then in
// quiet again, in one run; the middle is compared with the mean of the other two.
// `--agents 20 --chats 400 --in 10 --out 5 --seconds 60 --broadcast 80 --each 1`
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { cast, numbersOf, outsideChannel } from "#tests/support/casting.ts";
import { check } from "#tests/support/check.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startOutsideVendor } from "#tests/support/outside-vendor.ts";
import type { Person } from "#tests/support/people.ts";
import { startPower } from "#tests/support/power.ts";
import { processorOf, workerdOf } from "#tests/support/processes.ts";
import { inDatabase } from "#tests/support/message-power.ts";
import { openDesk, phoneOf, wamidOf } from "#tests/support/served-desk.ts";
import { moveBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { buildStale } from "../../scripts/build.ts";
import { option, percentile } from "./options.ts";
import { ws } from "./ws-broadcast.ts";

const AGENTS = option("agents", 20);
const CHATS = option("chats", 400);
const IN = option("in", 10);
const OUT = option("out", 5);
const SECONDS = option("seconds", 60);
const BROADCAST = option("broadcast", 80);
/** Statuses in one call of the vendor's. */
const EACH = option("each", 1);
const STATUSES = ["sent", "delivered", "read"];
/** Calls of the vendor's that are open together. */
const TOLD_AT_ONCE = 8;
/** The broadcast is at its pace by then. */
const UNDER_WAY_S = 5;
const PATIENCE_MS = 20_000;
const GOAL_RATIO = 1.5;
const GOAL_MS = 250;

const neighbour = { ...ENTERPRISES.house, database: "TENANT_1" as const };
await buildStale();
const vendor = await startOutsideVendor({ latencyMs: 20 });
const theirs = await startOutsideVendor({ latencyMs: 50 });
const power = await startPower({ port: await freePort(), accounts: [neighbour] });
console.log(
  `npm run bench chat-neighbour -- --agents ${AGENTS} --chats ${CHATS} --in ${IN} --out ${OUT} --seconds ${SECONDS} --broadcast ${BROADCAST} --each ${EACH}`,
);

/** When each message was sent, by the vendor's id or ours, until it has come. */
const under = { in: new Map<string, number>(), out: new Map<string, number>() };
const took = { in: [] as number[], out: [] as number[] };
const came = (way: "in" | "out", name: string, at = performance.now()) => {
  const since = under[way].get(name);
  if (since === undefined) return;
  under[way].delete(name);
  took[way].push(at - since);
};

try {
  const broadcasting = await outsideChannel(power, theirs.url, BROADCAST, neighbour);
  const desk = await openDesk(power, vendor, { agents: AGENTS, chats: CHATS, rate: 200 });
  for (const agent of desk.agents) {
    const { ticket } = await agent.call(accountApi.socketTicket);
    const address = `${power.served.url.replace("http", "ws")}/api/actions?ticket=${ticket}`;
    const socket = new ws.WebSocket(address, { perMessageDeflate: false });
    socket.on("message", (data: Buffer) => {
      for (const [, id = ""] of data.toString().matchAll(/"vendorId":"(wamid\.[^"]+)"/g)) came("in", id);
    });
    await new Promise<void>((resolve, reject) => {
      socket.on("open", resolve);
      socket.on("error", reject);
    });
  }
  const byId = new Map(desk.agents.map((agent) => [agent.userId, agent]));
  const chats = await inDatabase<{ id: string; handler: string }>(
    power.state,
    "SELECT id, handler FROM chats WHERE channel_id = ?",
    desk.channelId,
  );
  const said = new Map<string, number>();
  let refused = 0;
  const write = async () => {
    const phone = phoneOf(Math.floor(Math.random() * CHATS));
    const n = (said.get(phone) ?? 1) + 1;
    said.set(phone, n);
    const id = wamidOf(phone, n);
    under.in.set(id, performance.now());
    if (!(await desk.deliver([{ from: phone, id, text: `word ${n}` }])).ok) refused++;
  };
  const answer = async () => {
    const chat = chats[Math.floor(Math.random() * chats.length)];
    const id = randomUUID();
    under.out.set(id, performance.now());
    const { ok } = await desk.act(byId.get(chat?.handler ?? "") as Person, `${chat?.id}/actions`, {
      action: "agentReplyChat",
      id,
      text: "An answer of usual length, which says what is to be done next.",
    });
    if (!ok) refused++;
  };
  /** Calls so often, whether or not the former ones are done: a slow system gets no rest. */
  const calling = (work: () => Promise<void>, perSecond: number): Promise<void>[] => {
    const calls: Promise<void>[] = [];
    const began = performance.now();
    const ticking = setInterval(() => {
      const due = Math.min(((performance.now() - began) / 1_000) * perSecond, SECONDS * perSecond);
      while (calls.length < due) calls.push(work());
    }, 5);
    setTimeout(() => clearInterval(ticking), SECONDS * 1_000 + 50);
    return calls;
  };
  interface Measured {
    in: number;
    out: number;
  }
  async function measured(name: string): Promise<Measured> {
    took.in = [];
    took.out = [];
    const workerd = workerdOf(power.served.pid);
    const [cpu, node] = [processorOf(workerd), process.cpuUsage()];
    const all = [calling(write, IN), calling(answer, OUT)];
    await pause(SECONDS * 1_000 + 100);
    await Promise.all(all.flat());
    for (const until = Date.now() + PATIENCE_MS; under.in.size + under.out.size > 0 && Date.now() < until;) {
      for (const { ownId, at } of vendor.accepted.splice(0)) came("out", ownId, at);
      await pause(20);
    }
    const busy = (processorOf(workerd) - cpu) / SECONDS;
    const ours = process.cpuUsage(node);
    const lost = under.in.size + under.out.size;
    const figures = (times: readonly number[]) =>
      [0.5, 0.95, 0.99]
        .map((share) => `p${share * 100} ${percentile(times, share).toFixed(0)} ms`)
        .join("  ");
    console.log(
      `${name.padEnd(8)} in: ${figures(took.in)}   out: ${figures(took.out)}   lost ${lost}   workerd ${(busy * 100).toFixed(0)} %, this process ${((ours.user + ours.system) / SECONDS / 10_000).toFixed(0)} % of a core, ${loadavg()[0]?.toFixed(1)} programs at work`,
    );
    check(`nothing is lost, nothing refused (${name})`, lost + refused === 0);
    return { in: percentile(took.in, 0.95), out: percentile(took.out, 0.95) };
  }

  const before = await measured("quiet");
  const recipients = BROADCAST * (SECONDS + 2 * UNDER_WAY_S);
  const telling = theirs.tell(
    `${power.served.url}/api/webhooks/whatsapp-cloud/${broadcasting.channelId}`,
    STATUSES,
    EACH,
    TOLD_AT_ONCE,
  );
  const sender = await power.signIn(neighbour);
  const ids = await cast(sender, broadcasting, numbersOf(recipients));
  while (theirs.accepted.length < BROADCAST * UNDER_WAY_S) await pause(50);
  const [accepted, told, since] = [theirs.accepted.length, telling.told(), performance.now()];
  const beside = await measured("beside");
  const seconds = (performance.now() - since) / 1_000;
  const pace = (theirs.accepted.length - accepted) / seconds;
  console.log(
    `the broadcast meanwhile: ${pace.toFixed(1)} messages/s, ${((telling.told() - told) / seconds).toFixed(0)} statuses/s`,
  );
  // A machine that does not keep its pace would go on with it for long: the rest is not sent, and not told.
  for (const id of ids)
    await sender.call(moveBroadcast, { params: { id, action: "stop" } }).catch(() => undefined);
  theirs.accepted.length = 0;
  await telling.stop();
  const left = async () =>
    (
      await inDatabase<{ n: number }>(
        power.state,
        "SELECT count(*) AS n FROM inbound_events WHERE channel_id = ? AND state IN ('pending', 'waiting')",
        broadcasting.channelId,
      )
    )[0]?.n ?? 0;
  while ((await left()) > 0) await pause(200);
  const after = await measured("quiet");
  // Below it the machine, not the neighbour, is what is measured.
  check(`the broadcast kept nine tenths of its pace`, pace >= 0.9 * BROADCAST);
  for (const way of ["in", "out"] as const) {
    const ratio = (2 * beside[way]) / (before[way] + after[way]);
    check(
      `${way}: p95 beside the broadcast ${ratio.toFixed(2)} of that in quiet (goal ${GOAL_RATIO})`,
      ratio <= GOAL_RATIO,
    );
  }
  check(`an answer's p95 beside it is at most ${GOAL_MS} ms`, beside.out <= GOAL_MS);
} finally {
  await power.end();
  await Promise.all([vendor.stop(), theirs.stop()]);
}
process.exit();
