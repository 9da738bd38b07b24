import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEnterprise } from "#db/seed/accounts.ts";
import type { TenantStatement } from "../../scripts/lib/local-cloud.ts";
import { toolEnv } from "../../scripts/lib/run.ts";
import { ROOT } from "../../scripts/lib/topology.ts";
import { freePort } from "./free-port.ts";

export interface ServeOptions {
  /** A free one when left out. */
  port?: number;
  /** A folder to keep; without one a fresh folder is made, and removed by `stop()`. */
  state?: string;
  /** Fill with the demo data before it counts as started. */
  seed?: boolean;
  /** Enterprises besides the demo's. */
  accounts?: readonly NewEnterprise[];
  /** Rows that the tenants' databases hold from the start and that no call writes. */
  rows?: readonly TenantStatement[];
  env?: Record<string, string>;
  /** How long a start may take, by default four minutes. */
  readyWithinMs?: number;
}

export interface Served {
  url: string;
  port: number;
  state: string;
  pid: number;
  /** Output printed so far. */
  output(): string;
  /** Ends the whole process group at once, by default as a power cut would. The state stays. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in an orderly way. */
  stop(): Promise<void>;
}

/** Serves what `npm run build` has built, as `npm run serve` does, in a process group of its own. */
export async function startServed(options: ServeOptions = {}): Promise<Served> {
  const port = options.port ?? (await freePort());
  const state = options.state ?? mkdtempSync(join(tmpdir(), "chatbird-"));
  const child = spawn(process.execPath, [join(ROOT, "scripts/serve.ts")], {
    cwd: ROOT,
    env: toolEnv({
      PORT: String(port),
      CHATBIRD_STATE: state,
      CHATBIRD_LOG: "all",
      CHATBIRD_ACCOUNTS: JSON.stringify(options.accounts ?? []),
      CHATBIRD_ROWS: JSON.stringify(options.rows ?? []),
      ...options.env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const { pid } = child;
  if (pid === undefined) throw new Error("The server could not be started.");

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    process.kill(-pid, signal);
    await gone;
  };
  const served: Served = {
    url: `http://127.0.0.1:${port}`,
    port,
    state,
    pid,
    output: () => output,
    kill: (signal = "SIGKILL") => end(signal),
    stop: async () => {
      await end("SIGTERM");
      if (options.state === undefined) rmSync(state, { recursive: true, force: true });
    },
  };
  try {
    await untilReady(child, () => output, options.readyWithinMs ?? 240_000);
    if (options.seed === true) {
      const { seed } = await import("#db/seed/index.ts");
      await seed(served.url, () => {});
    }
  } catch (error) {
    await served.stop();
    throw error;
  }
  return served;
}

/** Waits for the line that says so. Throws with all that was printed when the server ends before, or after that time. */
function untilReady(child: ChildProcess, output: () => string, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      clearTimeout(late);
      child.stdout?.off("data", look);
      child.off("close", fail);
      settled();
    };
    const fail = () => settle(() => reject(new Error(`The server did not start:\n${output()}`)));
    const look = () => /^ready /m.test(output()) && settle(resolve);
    const late = setTimeout(fail, withinMs);
    child.stdout?.on("data", look);
    child.on("close", fail);
  });
}
