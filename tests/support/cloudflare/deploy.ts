import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/topology.ts";
import type { Cloudflare } from "./server.ts";

export interface Deployed {
  code: number;
  output: string;
  /** Calls of the API that it made. */
  calls: string[];
}

const PLACE = "deploy-played";

/** Runs `npm run deploy` against a played account, in folders of its own. */
export async function deploy(cloudflare: Cloudflare, more: Record<string, string> = {}): Promise<Deployed> {
  const from = cloudflare.calls.length;
  const child = spawn(process.execPath, ["scripts/deploy.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...cloudflare.environment,
      NODE_ENV: "production",
      CHATBIRD_DEPLOY: PLACE,
      PUBLIC_URL: "https://console.example.com",
      // Nobody is asked for holes: what the registry knows today is no matter of this code.
      npm_config_registry: "http://127.0.0.1:9",
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  return { code, output, calls: cloudflare.calls.slice(from) };
}

/** Removes what the deploys of tests have left on this machine. */
export function forgetDeploys(): void {
  for (const place of [`dist/${PLACE}`, `.local/${PLACE}`])
    rmSync(join(ROOT, place), { recursive: true, force: true });
}
