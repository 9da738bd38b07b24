// Writes each Worker's Env from its wrangler.toml, under a name of its own so that one tsc run can hold them all.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "./lib/fingerprint.ts";
import { run } from "./lib/run.ts";
import { PAGES, ROOT, WORKERS } from "./lib/topology.ts";

const configOf = (dir: string) => (dir === "." ? "wrangler.toml" : `${dir}/wrangler.toml`);
const all = [...WORKERS, PAGES];
const inputs = [...all.map(({ dir }) => configOf(dir)), "scripts/types.ts", "package-lock.json"];
const stamp = `// ${fingerprint(ROOT, inputs)}`;

for (const { dir, envInterface } of all) {
  const target = join(ROOT, dir, "worker-configuration.d.ts");
  if (existsSync(target) && readFileSync(target, "utf8").includes(stamp)) continue;
  // Imported only when needed: it takes longer than all the rest.
  const { experimental_generateTypes } = await import("wrangler");
  // The other Workers' configs let it name the class behind a Durable Object binding of another script.
  const others = WORKERS.filter((worker) => worker.dir !== dir && dir !== ".");
  const { env } = await experimental_generateTypes({
    config: [dir, ...others.map((worker) => worker.dir)].map((each) => join(ROOT, configOf(each))),
    path: target,
    envInterface,
    includeRuntime: false,
  } as Parameters<typeof experimental_generateTypes>[0]);
  // The rest of the output (Cloudflare.Env, process.env) is global, and would merge all Workers into one.
  const body = /interface __BaseEnv_\w+ (\{[\s\S]*?\n\})/.exec(env ?? "")?.[1];
  if (body === undefined) throw new Error(`wrangler has changed the shape of its types; see ${target}`);
  writeFileSync(target, `// Made by \`npm run types\`.\n${stamp}\ninterface ${envInterface} ${body}\n`);
}
await run("react-router", ["typegen"], { quiet: true, env: { NODE_ENV: "development" } });
