// Sends events to 1,000 sockets of one hub and, turn by turn, through a bare `ws` server in a process of its own; the
// clients are the same. Says the servers' CPU for each delivery and when the events arrive, and their ratios.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { SOCKETS_A_PERSON } from "#workers/contract/socket.ts";
import { ws } from "./ws-broadcast.ts";

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 1_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const EVENTS = 40;
const GOALS = { cpu: 2, p99: 1.5 };
/** CPU times in /proc are in hundredths of a second. */
const TICK_MS = 10;

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

const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

const workerd = (): number => {
  const children = readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" "),
  );
  const pid = children
    .map(Number)
    .find((each) => each > 0 && readFileSync(`/proc/${each}/comm`, "utf8").trim() === "workerd");
  if (pid === undefined) throw new Error("No workerd was found among this process's children.");
  return pid;
};

const harness = await startHarness();
const owner = await makePerson(harness);
const hub = hubOf(harness.env, owner.enterpriseId);
const hubCrowd = new Crowd();
for (let opened = 0; opened < SOCKETS; opened += SOCKETS_A_PERSON) {
  const person = await makeColleague(harness, owner, { roles: [3] });
  for (let tab = opened; tab < Math.min(SOCKETS, opened + SOCKETS_A_PERSON); tab++) {
    const { ticket } = await person.call(accountApi.socketTicket);
    await hubCrowd.open(`${harness.url.replace("http", "ws")}/api/actions?ticket=${ticket}`);
  }
}

const bare = spawn(process.execPath, [join(import.meta.dirname, "ws-broadcast.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const port = await new Promise<string>((resolve) =>
  bare.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim())),
);
const bareCrowd = new Crowd();
for (let opened = 0; opened < SOCKETS; opened++) await bareCrowd.open(`ws://127.0.0.1:${port}`);

let seq = await hub.newest();
const sides = [
  {
    name: "hub",
    crowd: hubCrowd,
    pid: workerd(),
    send: async (at: number) => {
      const before = seq++;
      const row = { seq, before, to: { permission: ["CHAT.HANDLE"] }, body: text(at), at: Date.now() };
      // One request, as the other side gets one: a call from here by the binding takes several.
      await harness.inside(`/?hub=${owner.enterpriseId}`, { method: "POST", body: JSON.stringify([row]) });
    },
    cpu: [] as number[],
  },
  {
    name: "ws",
    crowd: bareCrowd,
    pid: bare.pid ?? 0,
    send: (at: number) => fetch(`http://127.0.0.1:${port}`, { method: "POST", body: text(at) }),
    cpu: [] as number[],
  },
];
for (let round = 0; round <= ROUNDS; round++) {
  for (const { crowd, pid, send, cpu } of sides) {
    const before = cpuOf(pid);
    for (let event = 0; event < EVENTS; event++) await crowd.hear(() => send(event));
    cpu.push(((cpuOf(pid) - before) * 1_000) / (EVENTS * SOCKETS));
    // The first round warms both up.
    if (round === 0) {
      crowd.latencies.length = 0;
      cpu.length = 0;
    }
  }
}
bare.kill();
await harness.stop();

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const figures = sides.map(({ name, crowd, cpu }) => ({
  name,
  cpu: at(cpu, 0.5),
  p50: at(crowd.latencies, 0.5),
  p99: at(crowd.latencies, 0.99),
}));
console.log(`${SOCKETS} sockets, ${ROUNDS} rounds of ${EVENTS} events, the two in turn`);
for (const { name, cpu, p50, p99 } of figures) {
  console.log(
    `${name.padEnd(4)} ${cpu.toFixed(1).padStart(6)} µs of CPU a message   p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`,
  );
}
const [mine, reference] = figures;
if (mine && reference) {
  const ratio = {
    cpu: mine.cpu / reference.cpu,
    p50: mine.p50 / reference.p50,
    p99: mine.p99 / reference.p99,
  };
  console.log(
    `CPU ${ratio.cpu.toFixed(2)} x (goal ${GOALS.cpu})   p50 ${ratio.p50.toFixed(2)} x   p99 ${ratio.p99.toFixed(2)} x (goal ${GOALS.p99})`,
  );
  if (ratio.cpu > GOALS.cpu || ratio.p99 > GOALS.p99) process.exitCode = 1;
}
process.exit();
