// Serves what has been built. Prints "ready <url>" once requests are answered; SIGINT or SIGTERM ends everything.
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { accountStatements, type NewEnterprise } from "#db/seed/accounts.ts";
import { DEMO } from "#db/seed/demo.ts";
import { LocalCloud, type TenantStatement } from "./lib/local-cloud.ts";
import { stopWithParent } from "./lib/parent.mjs";
import { guardChildren, requireFreePort } from "./lib/process.ts";
import { keptSecrets } from "./lib/secrets.ts";
import { migrationsStamp } from "./lib/migrations.ts";
import { ROOT } from "./lib/topology.ts";

// The heap of a Worker in production; without it a memory bug shows only there.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--max-heap-size=128";

export interface Served {
  url: string;
  migrateSeconds: number;
  /** Where it keeps what it knows. */
  state: string;
  cloud: LocalCloud;
  stop: () => Promise<void>;
}

/** Where a local system listens, and keeps what it knows. */
export const placeOf = ({ PORT, CHATBIRD_STATE }: NodeJS.ProcessEnv) => ({
  port: Number(PORT ?? 8787),
  state: resolve(ROOT, CHATBIRD_STATE ?? ".local/state"),
});

export async function serve({ withPlayer = false } = {}): Promise<Served> {
  const host = process.env.HOST ?? "127.0.0.1";
  const { port, state } = placeOf(process.env);
  await requireFreePort(host, port);
  mkdirSync(state, { recursive: true });

  const cloud = new LocalCloud({
    state,
    secrets: keptSecrets(join(state, "secrets.json")),
    host,
    port,
    apiPort: process.env.API_PORT === undefined ? undefined : Number(process.env.API_PORT),
    withPlayer,
    log: logTo(join(state, "server.log")),
  });

  const migrateStarted = performance.now();
  await migrateOnce(cloud, state);
  const migrateSeconds = (performance.now() - migrateStarted) / 1000;

  await cloud.start();
  const callOffGuard = guardChildren();
  const stopCron = everyMinute(() => cloud.fireCron());
  const stop = async () => {
    stopCron();
    await cloud.stop();
    callOffGuard();
  };
  return { url: `http://${host}:${port}`, migrateSeconds, state, cloud, stop };
}

/** Writes the Workers' log to a file, and warnings and errors to the terminal too (all of it with CHATBIRD_LOG=all). */
function logTo(file: string): (level: string, message: string) => void {
  const stream = createWriteStream(file, { flags: "a" });
  return (level, message) => {
    stream.write(`[${level}] ${message}\n`);
    const worth = level === "error" || level === "warn" || process.env.CHATBIRD_LOG === "all";
    if (worth) console.error(`[${level}] ${message}`);
  };
}

/** Starting a workerd only to learn that nothing is missing costs a second, so the state remembers what it has seen. */
async function migrateOnce(cloud: LocalCloud, state: string): Promise<void> {
  const stampFile = join(state, "migrated");
  const stamp = migrationsStamp();
  if (readStamp(stampFile) === stamp) return;
  // Tests add enterprises of their own, created like the demo's, and rows that no call writes yet.
  const rows = JSON.parse(process.env.CHATBIRD_ROWS ?? "[]") as TenantStatement[];
  const others = JSON.parse(process.env.CHATBIRD_ACCOUNTS ?? "[]") as NewEnterprise[];
  const accounts = await Promise.all([DEMO, ...others].map((each) => accountStatements(each)));
  await cloud.migrate(accounts.flat(), rows);
  writeFileSync(stampFile, stamp);
}

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function everyMinute(action: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(
      () => {
        schedule();
        action().catch((error: unknown) => console.error("[cron]", error));
      },
      60_000 - (Date.now() % 60_000),
    );
  };
  schedule();
  return () => clearTimeout(timer);
}

/** Runs `stop` once, at the first signal, or when the parent that was to stop us is gone. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // A runtime that does not stop by itself is ended by its guard once we are gone.
    setTimeout(() => process.exit(1), 5000).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  stopWithParent(end);
}

if (import.meta.main) {
  try {
    const { url, stop } = await serve();
    stopOnSignal(stop);
    console.log(`ready ${url}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
