// Builds what is older than its sources: screens (build/), the Pages function and the Workers (dist/).
import { execFile } from "node:child_process";
import { rmSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build as esbuild, type Plugin } from "esbuild";
import { bindingsOf } from "./lib/bindings.ts";
import { fingerprint } from "./lib/fingerprint.ts";
import { readMigrations } from "./lib/migrations.ts";
import { run } from "./lib/run.ts";
import { PLAYER, ROOT, WORKERS } from "./lib/topology.ts";
import { releaseIn, slimManifest } from "./lib/slim-manifest.ts";
import { serverInLanguages } from "./lib/texts-in-languages.ts";
import { bundleWidget } from "./lib/widget.ts";

interface Part {
  name: string;
  inputs: readonly string[];
  build: () => Promise<void>;
}

const SHARED = ["package.json", "package-lock.json", "tsconfig.json"];

/** Overrides the shell's or a test runner's value: React's development build is ten times slower on the server. */
const PRODUCTION = { NODE_ENV: "production" };

const PARTS: Part[] = [
  {
    name: "screens",
    inputs: [
      ...SHARED,
      "app",
      "public",
      "texts",
      "functions",
      "workers/contract",
      "vite.config.ts",
      "scripts/lib/contract-in-parts.ts",
      "scripts/lib/declarations.ts",
      "scripts/lib/slim-manifest.ts",
      "scripts/lib/texts-in-languages.ts",
      "scripts/lib/widget.ts",
      "react-router.config.ts",
      "wrangler.toml",
    ],
    build: async () => {
      await run("react-router", ["build"], { quiet: true, env: PRODUCTION });
      slimManifest(join(ROOT, "build/client/assets"));
      writeFileSync(join(ROOT, "build/client/widget.js"), await bundleWidget());
      // An open console compares this with its own build, to know that there is a newer one.
      writeJson("build/client/release.json", { release: releaseIn(join(ROOT, "build/client/assets")) });
      await serverInLanguages(join(ROOT, "build/server"));
      const functions = ["pages", "functions", "build", "--outdir", "dist/pages", "--sourcemap"];
      await run("wrangler", functions, { quiet: true, env: PRODUCTION });
    },
  },
  {
    name: "workers",
    inputs: [...SHARED, "workers", "db", "texts", "migrations"],
    build: bundleWorkers,
  },
  {
    name: "bindings",
    inputs: [...SHARED, "wrangler.toml", ...WORKERS.map(({ dir }) => `${dir}/wrangler.toml`), "scripts/lib"],
    build: async () => writeJson("dist/bindings.json", await bindingsOf()),
  },
  {
    name: "migrations",
    inputs: ["migrations"],
    build: async () =>
      writeJson("dist/migrations.json", {
        directory: readMigrations(join(ROOT, "migrations/directory")),
        tenant: readMigrations(join(ROOT, "migrations/tenant")),
      }),
  },
];

/** CommonJS packages load Node's modules with `require`, which a module Worker lacks: an import replaces it. */
const nodeByImport: Plugin = {
  name: "node-by-import",
  setup({ onLoad, onResolve }) {
    const namespace = "node-required";
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace } : { path, external: true },
    );
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `import builtin from "${path}"; module.exports = builtin;`,
    }));
  },
};

/** Commit and time of the build, for the about box. A copy without git history has no commit. */
async function buildOf(): Promise<{ commit: string; built: string }> {
  const { stdout } = await promisify(execFile)("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: ROOT,
  }).catch(() => ({ stdout: "" }));
  return { commit: stdout.trim(), built: new Date().toISOString() };
}

async function bundleWorkers(): Promise<void> {
  await esbuild({
    absWorkingDir: ROOT,
    entryPoints: [
      ...WORKERS.map(({ name, dir }) => ({ in: `${dir}/index.ts`, out: name })),
      { in: PLAYER.entry, out: PLAYER.name },
    ],
    outdir: "dist/workers",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*", "node:*"],
    plugins: [nodeByImport],
    // A Worker may not compile WebAssembly: it is a module beside it.
    loader: { ".txt": "text", ".html": "text", ".sql": "text", ".bin": "binary", ".wasm": "copy" },
    assetNames: "[name]",
    define: { "process.env.NODE_ENV": '"production"', BUILD: JSON.stringify(await buildOf()) },
    sourcemap: "linked",
    keepNames: true,
    logLevel: "warning",
  });
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  writeFileSync(join(ROOT, path), JSON.stringify(value, null, 2));
}

interface Options {
  force?: boolean;
  /** Builds only these parts; all when omitted. */
  only?: readonly string[];
}

/** Builds the parts whose inputs have changed; returns their names. */
export async function buildStale({ force = false, only }: Options = {}): Promise<string[]> {
  const stampFile = join(ROOT, "dist/stamps.json");
  let stamps: Record<string, string> = {};
  if (!force) {
    try {
      stamps = JSON.parse(readFileSync(stampFile, "utf8")) as Record<string, string>;
    } catch {
      // No stamps: nothing has been built here.
    }
  }
  const parts = PARTS.filter(({ name }) => only?.includes(name) ?? true);
  const now = Object.fromEntries(parts.map((part) => [part.name, fingerprint(ROOT, part.inputs)]));
  const stale = parts.filter((part) => stamps[part.name] !== now[part.name]);
  if (stale.length === 0) return [];
  // A build that fails or is killed must not leave a stamp that vouches for it.
  for (const part of stale) delete stamps[part.name];
  rmSync(stampFile, { force: true });
  await Promise.all(stale.map((part) => part.build()));
  for (const part of stale) stamps[part.name] = now[part.name] ?? "";
  writeJson("dist/stamps.json", stamps);
  return stale.map((part) => part.name);
}

if (import.meta.main) {
  const started = performance.now();
  const built = await buildStale({ force: process.argv.includes("--force") });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built.length === 0 ? "Nothing to build." : `Built ${built.join(", ")} in ${seconds} s.`);
}
