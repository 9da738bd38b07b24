import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { LocalCloud } from "../local-cloud.ts";
import { keptSecrets } from "../secrets.ts";
import { ROOT } from "../topology.ts";

const SECRETS = "secrets.json";

/** A local state whose system is not running. */
export function localState(folder: string): LocalCloud {
  const state = resolve(ROOT, folder);
  const secrets = keptSecrets(join(state, SECRETS));
  return new LocalCloud({ state, secrets, host: "127.0.0.1", port: 0, log: () => undefined });
}

/** Makes a fresh local state beside another one, with its secrets: without them nothing opens that is sealed. */
export async function freshState(folder: string, from: string): Promise<void> {
  const [state, old] = [resolve(ROOT, folder), resolve(ROOT, from)];
  mkdirSync(state, { recursive: true });
  if (!existsSync(join(state, SECRETS))) cpSync(join(old, SECRETS), join(state, SECRETS));
  await localState(state).migrate([]);
  // Started, it finds its databases made, and adds no demo.
  if (existsSync(join(old, "migrated"))) cpSync(join(old, "migrated"), join(state, "migrated"));
}
