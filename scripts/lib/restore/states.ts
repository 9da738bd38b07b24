import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LocalCloud } from "../local-cloud.ts";
import { migrationsStamp } from "../migrations.ts";
import { keptSecrets } from "../secrets.ts";
import { ROOT } from "../topology.ts";

const SECRETS = "secrets.json";

/** A local state whose system is not running. */
export function localState(folder: string): LocalCloud {
  const state = resolve(ROOT, folder);
  const secrets = keptSecrets(join(state, SECRETS));
  return new LocalCloud({ state, secrets, host: "127.0.0.1", port: 0, log: () => undefined });
}

/**
 * Makes a fresh local state; beside another one, with its secrets: without them nothing opens that is sealed. Started, it finds its
 * databases made, and adds no demo.
 */
export async function freshState(folder: string, from?: string): Promise<void> {
  const state = resolve(ROOT, folder);
  mkdirSync(state, { recursive: true });
  const old = from === undefined ? undefined : resolve(ROOT, from);
  if (old !== undefined && !existsSync(join(state, SECRETS)))
    cpSync(join(old, SECRETS), join(state, SECRETS));
  await localState(state).migrate([]);
  writeFileSync(join(state, "migrated"), migrationsStamp());
}
