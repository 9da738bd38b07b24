// Measures the product's overhead on a request: the signed-in agents list straight at the api Worker and through Pages,
// beside the ideal (tests/bench/ideal-worker.ts: token, session and query in raw SQL on the same databases) and a bare
// Hono route with the same bytes, each in a process of its own. Ratios, as wall times vary by machine.
import { Agent, request } from "node:http";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { startServed } from "#tests/support/served.ts";
import { freePort } from "#tests/support/free-port.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { buildStale } from "../../scripts/build.ts";
import { keptSecrets } from "../../scripts/lib/secrets.ts";
import { runAlone } from "./alone.ts";

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const PATH = "/api/chatbird/api/nlp/v2/agent";
const AGENTS = 15;
const ROUNDS = 3;
const MOST_RATIO = 1.2;

interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
}

/** Keeps CONNECTIONS busy for SECONDS; a status other than 200 ends the run. */
async function load(url: string, headers: Record<string, string>): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request(url, { agent, headers }, (response) => {
        response
          .resume()
          .on("end", () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
          );
      })
        .on("error", reject)
        .end();
    });
  for (let index = 0; index < 200; index++) await once();
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await once();
        times.push(performance.now() - started);
      }
    }),
  );
  agent.destroy();
  const sorted = Float64Array.from(times).toSorted();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: times.length / SECONDS, p50: at(0.5), p95: at(0.95) };
}

async function bareHono(body: string, port: number): Promise<Miniflare> {
  const source = `import { Hono } from "hono";
    const body = ${body};
    const app = new Hono();
    app.get(${JSON.stringify(PATH)}, (c) => c.json(body));
    export default app;`;
  const miniflare = await runAlone(
    { stdin: { contents: source, resolveDir: join(import.meta.dirname, "../..") } },
    port,
  );
  await miniflare.ready;
  return miniflare;
}

await buildStale();
const apiPort = await freePort();
const served = await startServed({ env: { API_PORT: String(apiPort) } });
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  for (let index = 0; index < AGENTS; index++) {
    await client.call(botsApi.saveAgent, { body: { name: `Agent ${index}`, description: "An agent" } });
  }
  const headers = { "authentication-token": client.token };
  const body = await (await fetch(served.url + PATH, { headers })).text();
  const barePort = await freePort();
  const bare = await bareHono(body, barePort);
  const idealPort = await freePort();
  const idealWorker = await runAlone(
    { entryPoints: [join(import.meta.dirname, "ideal-worker.ts")] },
    idealPort,
    {
      state: served.state,
      bindings: { TOKEN_SECRET: keptSecrets(join(served.state, "secrets.json")).TOKEN_SECRET },
      d1Databases: {
        DIRECTORY: "chatbird-directory",
        TENANT_1: "chatbird-tenant-1",
        TENANT_2: "chatbird-tenant-2",
      },
    },
  );
  await idealWorker.ready;
  try {
    const reference = await load(`http://127.0.0.1:${barePort}${PATH}`, headers);
    const found = await (await fetch(`http://127.0.0.1:${idealPort}${PATH}`, { headers })).text();
    if (found !== body) throw new Error(`the ideal answers otherwise: ${found.slice(0, 300)}`);
    // In turns, since a shared machine is not equally fast for half a minute.
    const rounds: { ideal: Figures; straight: Figures }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        ideal: await load(`http://127.0.0.1:${idealPort}${PATH}`, headers),
        straight: await load(`http://127.0.0.1:${apiPort}${PATH}`, headers),
      });
    }
    const median = (name: "ideal" | "straight"): Figures =>
      rounds.map((each) => each[name]).toSorted((a, b) => a.perSecond - b.perSecond)[ROUNDS >> 1] ??
      reference;
    const [ideal, straight] = [median("ideal"), median("straight")];
    const pages = await load(`${served.url}${PATH}`, headers);
    console.log(
      `GET ${PATH}: ${AGENTS} agents, ${body.length} bytes, ${CONNECTIONS} connections, ${SECONDS} s each`,
    );
    const row = (name: string, { perSecond, p50, p95 }: Figures): string =>
      [
        name.padEnd(30),
        `${perSecond.toFixed(0).padStart(6)} /s`,
        `p50 ${p50.toFixed(1).padStart(5)} ms`,
        `p95 ${p95.toFixed(1).padStart(5)} ms`,
        `${(ideal.perSecond / perSecond).toFixed(2)} x ideal`,
        `${(reference.perSecond / perSecond).toFixed(1)} x bare`,
      ].join("  ");
    console.log(row("bare Hono, the same answer", reference));
    console.log(row("ideal: token, session, query", ideal));
    console.log(row("api Worker, straight", straight));
    console.log(row("through Pages", pages));
    const ratio = ideal.perSecond / straight.perSecond;
    const met = ratio <= MOST_RATIO;
    console.log(`${met ? "met" : "MISSED"}: ${ratio.toFixed(2)} x ideal, at most ${MOST_RATIO}`);
    if (!met) process.exitCode = 1;
  } finally {
    await bare.dispose();
    await idealWorker.dispose();
  }
} finally {
  await served.stop();
}
