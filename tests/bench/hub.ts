// Sends events to 1,000 sockets of one hub and, turn by turn, of a bare Durable Object in the same workerd
// (hub-worker.ts: what the platform takes by itself) and of a bare `ws` server in a process of its own; the clients are the
// same. Says the servers' CPU for each delivery and when the events arrive, and their ratios.
// Sockets and calls go straight to workerd. Those of the tests' harness go through its proxy, a second workerd that reads
// and sends each message once more on the same cores: the counterpart has none, and neither has production.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import { processorOf, workerdOf } from "#tests/support/processes.ts";
import { SOCKETS_A_PERSON } from "#workers/contract/socket.ts";
import { runAlone } from "./alone.ts";
import { ws } from "./ws-broadcast.ts";

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 1_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const EVENTS = 40;
const GOALS = { cpu: 2, p99: 1.5 };
/** How much more than the bare object the hub may take where the platform by itself misses a goal. */
const FLOOR = 1.1;

const text = (at: number) =>
  JSON.stringify({
    action: "rightsChanged",
    data: { roles: [1, 2, 3], uId: `0190a0c2-0000-7000-8000-00000000${String(at).padStart(4, "0")}` },
  });

/** Clients of one server; they note when each event has come to all of them. */
class Crowd {
  readonly latencies: number[] = [];
  #sent = 0;
  #left = 0;
  #all: () => void = () => {};

  async open(url: string): Promise<void> {
    const socket = new ws.WebSocket(url, { perMessageDeflate: false });
    socket.on("message", (data) => {
      if (!data.includes("rightsChanged")) return;
      this.latencies.push(performance.now() - this.#sent);
      if (--this.#left === 0) this.#all();
    });
    await new Promise<void>((resolve, reject) => {
      socket.on("open", resolve);
      socket.on("error", reject);
    });
  }

  async hear(send: () => Promise<unknown>): Promise<void> {
    this.#left = SOCKETS;
    this.#sent = performance.now();
    const all = new Promise<void>((resolve) => (this.#all = resolve));
    await Promise.all([send(), all]);
  }
}

const port = await freePort();
const alone = await runAlone(
  {
    entryPoints: [join(import.meta.dirname, "hub-worker.ts")],
    external: ["cloudflare:workers"],
  },
  port,
  {
    durableObjects: {
      HUB: { className: "Hub", useSQLite: true },
      BARE: { className: "Bare", useSQLite: true },
    },
  },
);
await alone.ready;
const workerd = workerdOf(process.pid);
const hubCrowd = new Crowd();
const bareCrowd = new Crowd();
for (let opened = 0; opened < SOCKETS; opened++) {
  await hubCrowd.open(`ws://127.0.0.1:${port}/hub?person=${Math.floor(opened / SOCKETS_A_PERSON)}`);
  await bareCrowd.open(`ws://127.0.0.1:${port}/bare`);
}

const broadcast = spawn(process.execPath, [join(import.meta.dirname, "ws-broadcast.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const wsPort = await new Promise<string>((resolve) =>
  broadcast.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim())),
);
const wsCrowd = new Crowd();
for (let opened = 0; opened < SOCKETS; opened++) await wsCrowd.open(`ws://127.0.0.1:${wsPort}`);

const post = (url: string, body: string) => fetch(url, { method: "POST", body });
let seq = 0;
const sides = [
  {
    name: "hub",
    crowd: hubCrowd,
    pid: workerd,
    send: (at: number) => {
      const before = seq++;
      const row = { seq, before, to: { permission: ["CHAT.HANDLE"] }, body: text(at), at: Date.now() };
      return post(`http://127.0.0.1:${port}/hub`, JSON.stringify([row]));
    },
    cpu: [] as number[],
  },
  {
    name: "bare",
    crowd: bareCrowd,
    pid: workerd,
    send: (at: number) => post(`http://127.0.0.1:${port}/bare`, text(at)),
    cpu: [] as number[],
  },
  {
    name: "ws",
    crowd: wsCrowd,
    pid: broadcast.pid ?? 0,
    send: (at: number) => post(`http://127.0.0.1:${wsPort}`, text(at)),
    cpu: [] as number[],
  },
];
for (let round = 0; round <= ROUNDS; round++) {
  for (const { crowd, pid, send, cpu } of sides) {
    const before = processorOf(pid);
    for (let event = 0; event < EVENTS; event++) await crowd.hear(() => send(event));
    cpu.push(((processorOf(pid) - before) * 1_000_000) / (EVENTS * SOCKETS));
    // The first round warms both up.
    if (round === 0) {
      crowd.latencies.length = 0;
      cpu.length = 0;
    }
  }
}
broadcast.kill();
await alone.dispose();

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const figures = sides.map(({ name, crowd, cpu }) => ({
  name,
  cpu: at(cpu, 0.5),
  p50: at(crowd.latencies, 0.5),
  p99: at(crowd.latencies, 0.99),
}));
console.log(`${SOCKETS} sockets, ${ROUNDS} rounds of ${EVENTS} events, the three in turn`);
for (const { name, cpu, p50, p99 } of figures) {
  console.log(
    `${name.padEnd(4)} ${cpu.toFixed(1).padStart(6)} µs of CPU a message   p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`,
  );
}
const [hub, bare, reference] = figures;
if (!hub || !bare || !reference) throw new Error("A side has no figures.");
const beside = (one: typeof hub, other: typeof hub) => ({
  cpu: one.cpu / other.cpu,
  p50: one.p50 / other.p50,
  p99: one.p99 / other.p99,
});
const said = ({ cpu, p50, p99 }: ReturnType<typeof beside>): string =>
  `CPU ${cpu.toFixed(2)} x   p50 ${p50.toFixed(2)} x   p99 ${p99.toFixed(2)} x`;
const toWs = beside(hub, reference);
const toBare = beside(hub, bare);
console.log(`the hub beside ws: ${said(toWs)} (goals: CPU ${GOALS.cpu}, p99 ${GOALS.p99})`);
console.log(`the bare object beside ws: ${said(beside(bare, reference))}`);
console.log(`the hub beside the bare object: ${said(toBare)} (at most ${FLOOR} where a goal is missed)`);
for (const what of ["cpu", "p99"] as const)
  if (toWs[what] > GOALS[what] && toBare[what] > FLOOR) process.exitCode = 1;
process.exit();
