import { join } from "node:path";
import { PAGES, ROOT, WORKERS } from "./topology.ts";

/** Bindings of each Worker for Miniflare, read from its wrangler.toml: the only place where they are named. */
export type Bindings = Record<string, Record<string, unknown>>;

export async function bindingsOf(): Promise<Bindings> {
  // Loading wrangler takes longer than everything else here, hence only while building.
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const bindings: Bindings = {};
  for (const { name, dir } of [...WORKERS, PAGES]) {
    const config = unstable_readConfig({ config: join(ROOT, dir, "wrangler.toml") }, { hideWarnings: true });
    // Their values are the local state's business; without this wrangler looks for .dev.vars files and warns.
    const { secrets, ...rest } = config;
    const { workerOptions } = unstable_getMiniflareWorkerOptions(rest as typeof config);
    const { rootPath, modulesRules, ...options } = workerOptions;
    bindings[name] = { ...withoutEmpty(options), secrets: secrets?.required ?? [] };
  }
  return bindings;
}

function withoutEmpty(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([, value]) => typeof value !== "object" || (value !== null && Object.keys(value).length > 0),
    ),
  );
}
