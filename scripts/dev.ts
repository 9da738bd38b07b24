// Second half of `npm run dev`: databases up to date, then Vite with screens and Workers in one workerd, then the seed.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accountStatements } from "#db/seed/accounts.ts";
import { DEMO } from "#db/seed/demo.ts";
import { buildStale } from "./build.ts";
import { LocalCloud } from "./lib/local-cloud.ts";
import { stopWithParent } from "./lib/parent.mjs";
import { requireFreePort } from "./lib/process.ts";
import { toolEnv } from "./lib/run.ts";
import { keptSecrets } from "./lib/secrets.ts";
import { ROOT } from "./lib/topology.ts";

const host = "127.0.0.1";
const port = Number(process.env.PORT ?? 8787);
const url = `http://${host}:${port}`;
// Separate from the state of `npm start`: data is thrown away more often during development.
const state = resolve(ROOT, process.env.CHATBIRD_STATE ?? ".local/dev");

try {
  await requireFreePort(host, port);
  // The Vite plugin keeps its storage one level down.
  const storage = join(state, "v3");
  mkdirSync(storage, { recursive: true });
  const secrets = keptSecrets(join(state, "secrets.json"));
  await buildStale({ only: ["bindings", "migrations"] });
  await new LocalCloud({ state: storage, secrets, host, port, log: console.error }).migrate(
    await accountStatements(DEMO),
  );

  // The secrets' names are in wrangler.toml, and their values are taken from the environment.
  const env = toolEnv({ ...secrets, NODE_ENV: "development", PORT: String(port), CHATBIRD_STATE: state });
  const vite = spawn("react-router", ["dev"], { cwd: ROOT, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => signal !== "SIGINT" && vite.kill(signal));
  }
  stopWithParent(() => vite.kill("SIGTERM"));
  vite.on("exit", (code) => process.exit(code ?? 0));

  await untilAnswered(`${url}/api/healthz`);
  const { seed } = await import("#db/seed/index.ts");
  await seed(url, (line) => console.log(line));
  console.log(
    `\n  Chatbird   ${url}\n  Sign in    ${DEMO.email}\n  Password   ${DEMO.password}\n\nready ${url}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function untilAnswered(address: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    try {
      if ((await fetch(address)).ok) return;
    } catch {
      // Not listening yet.
    }
    await sleep(250);
  }
  throw new Error(`${address} did not answer within a minute.`);
}
