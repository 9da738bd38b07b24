// 1,000 consoles that lose their sockets at once come back as the console does: a first try after 2 s, spread over 5 s, then
// every 3 s, each with a ticket of its own. First a proxy cuts them while the system runs; then the whole system is killed and
// started again, which is more than a deploy of realtime; beside them a server on `ws` that only counts them. An event is kept
// meanwhile: everybody is told it once, and nobody asks anew. `--clients 1000 --tabs 10 --spread 5000`
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { CuttingProxy } from "#tests/support/cutting-proxy.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startPower } from "#tests/support/power.ts";
import { processorOf, workerdOf } from "#tests/support/processes.ts";
import { writePeople } from "#tests/support/served-people.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import { buildStale } from "../../scripts/build.ts";
import { option, percentile } from "./options.ts";
import { ws } from "./ws-broadcast.ts";

const CLIENTS = option("clients", 1_000);
const TABS = option("tabs", 10);
/** As in app/realtime/socket.ts. */
const [FIRST_MS, RETRY_MS, SPREAD_MS] = [2_000, 3_000, option("spread", 5_000)];
const GOAL_MS = 10_000;
const PATIENCE_MS = 60_000;
const AT_ONCE = 20;

/** Asks for a ticket and answers the address at which it opens a socket. */
type Enter = () => Promise<string>;
const times = { ticket: [] as number[], upgrade: [] as number[] };

class Console {
  lastSeq: number | undefined;
  /** The numbers of the events told. */
  told: number[] = [];
  refetched = 0;
  tries = 0;
  backAt = 0;
  #isOver = false;
  #socket: InstanceType<typeof ws.WebSocket> | undefined;
  readonly #enter: Enter;

  constructor(enter: Enter) {
    this.#enter = enter;
  }

  /** Opens it; when it is cut off it comes back by itself. */
  async open(failures = 0): Promise<void> {
    this.tries++;
    const began = performance.now();
    try {
      const address = await this.#enter();
      times.ticket.push(performance.now() - began);
      const seen = this.lastSeq === undefined ? "" : `&lastSeq=${this.lastSeq}`;
      await this.#connect(address + seen, performance.now());
    } catch {
      if (!this.#isOver) await this.#later(failures);
    }
  }

  end(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  async #later(failures: number): Promise<void> {
    const [wait, spread] = failures === 0 ? [FIRST_MS, SPREAD_MS] : [RETRY_MS, RETRY_MS / 3];
    await pause(wait + Math.random() * spread);
    if (!this.#isOver) await this.open(failures + 1);
  }

  #connect(address: string, began: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new ws.WebSocket(address, { perMessageDeflate: false });
      this.#socket = socket;
      let isOpen = false;
      socket.on("message", (data: Buffer) => {
        const { action, seq } = JSON.parse(data.toString()) as { action: string; seq?: number };
        if (action === "refetch") this.refetched++;
        if (action === "onOpen") {
          isOpen = true;
          times.upgrade.push(performance.now() - began);
          this.backAt = performance.now();
          this.lastSeq ??= seq;
          resolve();
        } else if (seq !== undefined && seq > (this.lastSeq ?? 0)) {
          this.lastSeq = seq;
          this.told.push(seq);
        }
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (isOpen) void (this.#isOver || this.#later(0));
        else reject(new Error("not opened"));
      });
    });
  }
}

async function opened(enters: readonly Enter[]): Promise<Console[]> {
  const consoles = enters.map((enter) => new Console(enter));
  const waiting = [...consoles];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next.open();
    }),
  );
  return consoles;
}

/** Cuts all off and waits until the last is back; milliseconds since the cut. */
async function back(
  name: string,
  consoles: readonly Console[],
  cut: () => Promise<unknown>,
): Promise<number> {
  times.ticket = [];
  times.upgrade = [];
  for (const each of consoles) [each.backAt, each.tries] = [0, 0];
  const began = performance.now();
  await cut();
  const untilAll = performance.now() + PATIENCE_MS;
  while (consoles.some(({ backAt }) => backAt === 0) && performance.now() < untilAll) await pause(20);
  const after = consoles.map(({ backAt }) => (backAt === 0 ? Number.POSITIVE_INFINITY : backAt - began));
  const figures = (values: readonly number[]) =>
    [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${percentile(values, share).toFixed(0)}`).join(" ");
  const tries = consoles.reduce((sum, each) => sum + each.tries, 0);
  console.log(
    `${name.padEnd(22)} back: ${figures(after)}, the last after ${Math.max(...after).toFixed(0)} ms; ticket ${figures(times.ticket)}, upgrade ${figures(times.upgrade)} ms; ${tries} tries; ${loadavg()[0]?.toFixed(1)} programs at work`,
  );
  return Math.max(...after);
}

await buildStale();
console.log(`npm run bench comeback -- --clients ${CLIENTS} --tabs ${TABS} --spread ${SPREAD_MS}`);

/** The limit: as many calls and sockets, and nothing else. */
async function bare(): Promise<number> {
  const server = createServer((_, response) => response.end('{"ticket":"none"}'));
  const sockets = new ws.WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => socket.send('{"action":"onOpen","seq":1}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const enter = async () => {
    await (await fetch(`http://127.0.0.1:${port}/`, { method: "POST" })).json();
    return `ws://127.0.0.1:${port}/?ticket=none`;
  };
  const consoles = await opened(Array.from({ length: CLIENTS }, () => enter));
  const ms = await back("bare ws, cut", consoles, async () => {
    for (const socket of sockets.clients) socket.terminate();
  });
  for (const each of consoles) each.end();
  sockets.close();
  server.close();
  server.closeAllConnections();
  return ms;
}

const limit = await bare();
const power = await startPower({ port: await freePort() });
try {
  const client = await power.signIn();
  let people: Awaited<ReturnType<typeof writePeople>> = [];
  await power.cut(async () => {
    people = await writePeople(power, { count: Math.ceil(CLIENTS / TABS) });
  });
  const proxy = await CuttingProxy.before(power.served.url);
  const address = `${proxy.url.replace("http", "ws")}/api/actions?ticket=`;
  const consoles = await opened(
    Array.from({ length: CLIENTS }, (_, at) => async () => {
      const person = people[at % people.length];
      const { ticket } = (await person?.call(accountApi.socketTicket)) ?? {};
      return address + ticket;
    }),
  );
  let revision = 0;
  const tell = async () => {
    const permissions = { "USERS.VIEW": revision++ % 2 === 0 ? 1 : 0 } as const;
    await client.call(saveRole, { params: { role: 5 }, body: { permissions } });
  };
  const isTold = (count: number) => {
    const [first] = consoles;
    return consoles.every(
      ({ told, refetched }) => told.length === count && refetched === 0 && told.join() === first?.told.join(),
    );
  };
  const cpu = processorOf(workerdOf(power.served.pid));
  const cutMs = await back("cut off", consoles, async () => {
    proxy.cut();
    await tell();
  });
  const cpuEach = ((processorOf(workerdOf(power.served.pid)) - cpu) * 1_000) / CLIENTS;
  console.log(
    `workerd used ${cpuEach.toFixed(1)} ms of processor for each that came back; the last after ${(cutMs / limit).toFixed(2)} of the time of bare ws`,
  );
  check(`all are back within ${GOAL_MS / 1_000} s of a cut`, cutMs <= GOAL_MS);
  const heard = Date.now() + PATIENCE_MS;
  while (!isTold(1) && Date.now() < heard) await pause(50);
  check("everybody was told the event once, and nobody asks anew", isTold(1));

  const restarting = performance.now();
  let startedMs = 0;
  const restartMs = await back("killed, started again", consoles, async () => {
    await power.cut();
    startedMs = performance.now() - restarting;
    await tell();
  });
  console.log(
    `it answered again after ${startedMs.toFixed(0)} ms; the last was back ${(restartMs - startedMs).toFixed(0)} ms later`,
  );
  check(`all are back within ${GOAL_MS / 1_000} s of a restart of everything`, restartMs <= GOAL_MS);
  const again = Date.now() + PATIENCE_MS;
  while (!isTold(2) && Date.now() < again) await pause(50);
  check("everybody was told the second event once, and nobody asks anew", isTold(2));
  for (const each of consoles) each.end();
  await proxy.close();
} finally {
  await power.end();
}
process.exit();
