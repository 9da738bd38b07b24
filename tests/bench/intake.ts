// Delivers customers' messages as a vendor does, at a steady rate, one a call, of which one in ten is answered by a bot:
// how soon the vendor is answered, a colleague's screen hears of it, and the bot's answer is with the vendor. Then the
// highest rate held, one and fifty a call, beside a bare Worker that makes the same one write in the same run.
// `--rate 240 --seconds 120`, and `--direct` for vendors that call the api Worker itself (WEBHOOK_URL).
import { setTimeout as pause } from "node:timers/promises";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import { channelWithoutBot, inDatabase, messagePower } from "#tests/support/message-power.ts";
import { saying } from "#tests/support/messaging.ts";
import { SIGNATURE } from "#workers/channels/simulator/wire.ts";
import { buildStale } from "../../scripts/build.ts";
import { runAlone } from "./alone.ts";
import { onScreen } from "./on-screen.ts";
import { option, percentile } from "./options.ts";

const isDirect = process.argv.includes("--direct");
const RATE = option("rate", 240);
const SECONDS = option("seconds", 120);
const MOST_SECONDS = 8;
const CUSTOMERS = 200;
const GOALS = { p50: 20, p99: 150, screen95: 500, answer50: 150, cpu: 3 };
/** CPU times in /proc are in hundredths of a second. */
const TICK_MS = 10;

const shown = (milliseconds: number): string => milliseconds.toFixed(1);

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const post = (url: string, body: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      },
    )
      .on("error", reject)
      .end(body);
  });

const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return readFileSync(`/proc/${each}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    });
/** CPU of a process and all below it, in milliseconds. */
const cpuBelow = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuBelow(child), own);
};

await buildStale();
const apiPort = isDirect ? await freePort() : undefined;
const power = await messagePower({ env: { ...(apiPort !== undefined && { API_PORT: String(apiPort) }) } });
const { served } = power;
const vendorsCall = apiPort === undefined ? served.url : `http://127.0.0.1:${apiPort}`;
const desk = await channelWithoutBot(power);
const bot = { id: power.channelId, token: power.token };
let made = 0;
let lost = 0;

interface Sent {
  at: number;
  isHeard: boolean;
}
const sent = new Map<string, Sent>();
const screens: number[] = [];

async function deliver(channel: { id: string; token: string }, count: number): Promise<number> {
  const events = Array.from({ length: count }, () => {
    const n = ++made;
    const phone = `+9196${channel === bot ? 1 : 2}00${String(10_000 + (n % CUSTOMERS))}`;
    return saying(phone, "what is my balance", { vendorId: `intake.${n}` });
  });
  const body = JSON.stringify({ events });
  const signature = `sha256=${createHmac("sha256", channel.token).update(body).digest("hex")}`;
  const began = performance.now();
  for (const { key } of events) sent.set(key, { at: began, isHeard: false });
  const status = await post(`${vendorsCall}/api/webhooks/simulator/${channel.id}`, body, {
    [SIGNATURE]: signature,
  });
  if (status !== 200) lost += count;
  return performance.now() - began;
}

/** A colleague's screen: notes when it first hears of each message. */
const watch = (): Promise<() => void> =>
  onScreen(power, (vendorId) => {
    const known = sent.get(vendorId);
    if (!known || known.isHeard) return;
    known.isHeard = true;
    screens.push(performance.now() - known.at);
  });

/** Calls that begin at their time, whatever became of the ones before. */
async function steadily(): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<unknown>[] = [];
  const began = performance.now();
  for (let n = 0; n < RATE * SECONDS; n++) {
    const due = began + (n * 1_000) / RATE;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    open.push(deliver(n % 10 === 0 ? bot : desk, 1).then((ms) => times.push(ms)));
  }
  await Promise.all(open);
  return times;
}

async function asFast(call: () => Promise<unknown>, each: number, connections = 16): Promise<number> {
  let calls = 0;
  const until = performance.now() + MOST_SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await call();
        calls++;
      }
    }),
  );
  return (calls * each) / MOST_SECONDS;
}

async function atRest(): Promise<void> {
  const open = async () => {
    const [row] = await inDatabase<{ n: number }>(
      served.state,
      "SELECT (SELECT count(*) FROM inbound_events WHERE state = 'pending') + (SELECT count(*) FROM message_turns WHERE state = 'waiting') AS n",
    );
    return row?.n ?? 0;
  };
  while ((await open()) > 0) await pause(250);
}

let right = true;
const goal = (name: string, value: number, most: number, unit: string): void => {
  if (value > most) right = false;
  console.log(`${name}: ${shown(value)} ${unit} (${value <= most ? "met" : "MISSED"}, at most ${most})`);
};
try {
  const close = await watch();
  // Chats are opened, isolates made and the bot's model loaded before anything is measured.
  for (let n = 0; n < 2 * CUSTOMERS; n++) await deliver(n % 2 === 0 ? bot : desk, 1);
  await atRest();
  await pause(2_000);
  screens.length = 0;
  const warm = made;
  console.log(`${RATE} messages a second for ${SECONDS} s, one in ten answered by a bot`);
  const times = await steadily();
  await atRest();
  await pause(1_000);
  close();
  goal("webhook answered, p50", percentile(times, 0.5), GOALS.p50, "ms");
  goal("webhook answered, p99", percentile(times, 0.99), GOALS.p99, "ms");
  goal("on the screen, p95", percentile(screens, 0.95), GOALS.screen95, "ms");
  const answers = await inDatabase<{ ms: number; queued: number }>(
    served.state,
    `SELECT json_extract(a.facts, '$.sent[0]') - m.at AS ms, a.at - m.at AS queued FROM messages a JOIN messages m ON a.cause = 'turn:' || m.id
     WHERE a.channel_id = ? AND CAST(substr(m.vendor_id, 8) AS INTEGER) > ${warm} AND json_extract(a.facts, '$.sent[0]') IS NOT NULL`,
    bot.id,
  );
  goal(
    "message in to the bot's answer at the vendor, p50",
    percentile(
      answers.map(({ ms }) => ms),
      0.5,
    ),
    GOALS.answer50,
    "ms",
  );
  console.log(
    `the same, p95: ${shown(
      percentile(
        answers.map(({ ms }) => ms),
        0.95,
      ),
    )} ms; until the answer is written, p50 ${shown(
      percentile(
        answers.map(({ queued }) => queued),
        0.5,
      ),
    )} ms`,
  );
  const [stored] = await inDatabase<{ n: number }>(
    served.state,
    "SELECT count(*) AS n FROM messages WHERE direction = 'in' AND vendor_id LIKE 'intake.%'",
  );
  console.log(
    `${made} messages, ${stored?.n} stored, ${screens.length} of ${made - warm} heard on the screen, ${lost} refused`,
  );
  if (stored?.n !== made || screens.length !== made - warm) right = false;

  const port = await freePort();
  const bare = await runAlone(
    { entryPoints: [join(import.meta.dirname, "intake-worker.ts")], external: ["node:crypto"] },
    port,
    { d1Databases: { DB: "bare" } },
  );
  await bare.ready;
  await fetch(`http://127.0.0.1:${port}/`, { method: "PUT" });
  const bareCall = (count: number) => async () => {
    const events = Array.from({ length: count }, () =>
      saying("+919600010000", "what is my balance", { vendorId: `bare.${++made}` }),
    );
    const body = JSON.stringify({ events });
    await post(`http://127.0.0.1:${port}/`, body, {
      "x-signature": createHmac("sha256", "secret").update(body).digest("hex"),
    });
  };
  const workerds = childrenOf(process.pid);
  const barePid =
    workerds.find(
      (pid) => pid !== served.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd"),
    ) ?? 0;
  for (const each of [1, 50]) {
    const cpuBefore = cpuBelow(served.pid);
    const ours = await asFast(() => deliver(desk, each), each);
    const oursCpu = (cpuBelow(served.pid) - cpuBefore) / (ours * MOST_SECONDS);
    await atRest();
    const whole = (cpuBelow(served.pid) - cpuBefore) / (ours * MOST_SECONDS);
    const bareBefore = cpuBelow(barePid);
    const theirs = await asFast(bareCall(each), each);
    const bareCpu = (cpuBelow(barePid) - bareBefore) / (theirs * MOST_SECONDS);
    console.log(
      `${each} a call: ${ours.toFixed(0)}/s taken (bare ${theirs.toFixed(0)}/s), CPU ${oursCpu.toFixed(2)} ms an event while it is taken and ${whole.toFixed(2)} until it is worked (bare ${bareCpu.toFixed(2)})`,
    );
    if (each === 1) goal("CPU an event beside the bare Worker", oursCpu / bareCpu, GOALS.cpu, "x");
  }
  await bare.dispose();
} finally {
  await served.stop();
  agent.destroy();
}
process.exitCode = right ? 0 : 1;
