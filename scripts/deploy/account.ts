import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildStale } from "../build.ts";
import type { Bindings } from "../lib/bindings.ts";
import { run, toolEnv } from "../lib/run.ts";
import { generateSecrets } from "../lib/secrets.ts";
import { DATABASES, ROOT, WORKERS } from "../lib/topology.ts";
import { copyDir, databaseIdOf, forAccount, missingSecrets, SECRETS_DIR } from "./configs.ts";
import { auditOf } from "./packages.ts";
import { optionsOf, type Place, placesOf, refuseBucket, refuseDatabase, withPlaces } from "./places.ts";
import type { Step } from "./plan.ts";
import {
  mailSecrets,
  refuseSettings,
  sellerMissing,
  sellerSecret,
  turnSecret,
  withSettings,
  withWorkersAi,
} from "./settings.ts";

/** Carries out one step on the account that wrangler is signed in to. Every step may be repeated. */
export async function carryOut(step: Step): Promise<void> {
  switch (step.kind) {
    case "build":
      await buildStale();
      return;
    case "packages":
      checkPackages();
      return;
    case "database":
      makeDatabase(step);
      return;
    case "bucket":
      makeBucket(step);
      return;
    case "queue":
      createUnlessThere(["queues", "create", step.name]);
      return;
    case "configs":
      writeConfigs();
      return;
    case "secrets":
      prepareSecrets();
      return;
    case "migrate":
      await run("wrangler", [
        "d1",
        "migrations",
        "apply",
        step.database,
        "--remote",
        "-c",
        configOf("workers/api"),
      ]);
      return;
    case "file":
      await run("wrangler", [
        ...["r2", "object", "put", `${step.bucket}/${step.key}`],
        ...["--file", join(ROOT, step.file), "--remote"],
        ...optionsOf({ ...step.place, location: undefined }),
      ]);
      return;
    case "placeholder":
      if (isThere(step.name)) return;
      await run("wrangler", ["deploy", "-c", writePlaceholder(step)]);
      return;
    case "worker":
      await run("wrangler", ["deploy", "-c", configOf(step.dir), ...secretsFileOf(step.name)]);
      return;
    case "project":
      createUnlessThere(["pages", "project", "create", step.name, "--production-branch", "main"]);
      return;
    case "pages":
      await deployPages(step.name);
      return;
    default:
      step satisfies never;
  }
}

/** Writes what is shipped, and refuses packages of it with a known hole that is high or critical. */
function checkPackages(): void {
  const npm = (...args: string[]) => spawnSync("npm", args, { cwd: ROOT, env: toolEnv(), encoding: "utf8" });
  const { status, stdout, stderr } = npm("run", "--silent", "sbom");
  if (status !== 0) throw new Error(stderr);
  console.log(stdout.trim());
  // Without a network it is said at once: nobody waits for tries of a registry that isn't there.
  const asked = npm("audit", "--json", "--package-lock-only", "--omit", "dev", "--fetch-retries", "0");
  console.log(auditOf(asked.stdout, process.env.AUDIT_ACCEPTED));
}

/** Deployments whose files open consoles may still ask for: those before the last few are of days ago. */
const EARLIER = 5;

/** Deploys the screens, which say where the deployments before them are: consoles that are open go on with their files. */
async function deployPages(project: string): Promise<void> {
  const asked = ["pages", "deployment", "list", "--project-name", project, "--environment", "production"];
  const { status, output } = wrangler([...asked, "--json"]);
  if (status !== 0) throw new Error(output);
  const found = JSON.parse(output.slice(output.indexOf("["))) as { Deployment: string }[];
  const earlier = join(ROOT, "build/client/earlier.json");
  writeFileSync(earlier, JSON.stringify(found.slice(0, EARLIER).map(({ Deployment: url }) => url)));
  const redirect = writePagesConfig();
  try {
    // The function is bundled once more here, so this build too must be a production build.
    await run("wrangler", ["pages", "deploy", "--branch", "main"], { env: { NODE_ENV: "production" } });
  } finally {
    // They are of this account alone, and the build is not.
    rmSync(earlier);
    rmSync(redirect);
  }
}

/** Writes the project's configuration with this deployment's settings, and where wrangler finds it; answers that file. */
function writePagesConfig(): string {
  const committed = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const toml = withSettings(committed, process.env).replace(
    /^pages_build_output_dir = "(.+)"$/m,
    'pages_build_output_dir = "../../../$1"',
  );
  write(configOf("pages"), toml);
  // Pages takes no configuration by its path. This is how build tools hand theirs over.
  const redirect = ".wrangler/deploy/config.json";
  write(redirect, JSON.stringify({ configPath: `../../${configOf("pages")}` }));
  return join(ROOT, redirect);
}

const configOf = (dir: string) => `${copyDir(dir)}/wrangler.toml`;

function configFor(worker: string): string {
  const found = WORKERS.find(({ name }) => name === worker);
  if (found === undefined) throw new Error(`There is no Worker ${worker}.`);
  return configOf(found.dir);
}

function createUnlessThere(args: string[]): void {
  const { status, output } = wrangler(args);
  if (status === 0 || /already (exists|taken|been taken|have)|is already/i.test(output)) return;
  throw new Error(output);
}

interface Database {
  name: string;
  uuid: string;
  jurisdiction?: string | null;
}

function databasesOf(): Database[] {
  const { status, output } = wrangler(["d1", "list", "--json"]);
  if (status !== 0) throw new Error(output);
  return JSON.parse(output.slice(output.indexOf("["))) as Database[];
}

/** Makes it, and asks where it is, whoever made it: what a console says of it is to be true. */
function makeDatabase({ name, place }: { name: string; place?: Place | undefined }): void {
  createUnlessThere(["d1", "create", name, ...optionsOf(place)]);
  if (place === undefined) return;
  const found = databasesOf().find((each) => each.name === name);
  refuseDatabase(name, place, found?.jurisdiction ?? undefined);
}

/** Makes it unless one is there; looks for it elsewhere first, as each jurisdiction has names of its own. */
function makeBucket({ name, place }: { name: string; place?: Place | undefined }): void {
  const found: (string | undefined)[] = isBucketIn(name) ? [undefined] : [];
  // Only before one is made: an account's later deploys find it at once. FedRAMP's list is refused to most accounts.
  if (found.length === 0 && place?.jurisdiction === undefined)
    found.push(...["eu", "us"].filter((jurisdiction) => isBucketIn(name, jurisdiction)));
  refuseBucket(name, place, found);
  createUnlessThere(["r2", "bucket", "create", name, ...optionsOf(place)]);
}

function isBucketIn(name: string, jurisdiction?: string): boolean {
  const { status, output } = wrangler(["r2", "bucket", "list", ...optionsOf({ jurisdiction })]);
  if (status !== 0) throw new Error(output);
  return new RegExp(`^name:\\s+${name}\\s*$`, "m").test(output);
}

function writeConfigs(): void {
  const databases = databasesOf();
  const wanted: readonly string[] = DATABASES.map(({ name }) => name);
  const ids = Object.fromEntries(
    databases.filter(({ name }) => wanted.includes(name)).map(({ name, uuid }) => [name, uuid]),
  );
  const places = placesOf(process.env);
  for (const { dir } of WORKERS) {
    const committed = readFileSync(join(ROOT, dir, "wrangler.toml"), "utf8");
    const toml = withWorkersAi(withPlaces(withSettings(committed, process.env), places), process.env);
    write(configOf(dir), forAccount(toml, dir, ids));
  }
  refuseSettings(apiConfig());
}

const apiConfig = () => readFileSync(join(ROOT, configOf("workers/api")), "utf8");

function prepareSecrets(): void {
  const bindings = JSON.parse(readFileSync(join(ROOT, "dist/bindings.json"), "utf8")) as Bindings;
  const required = Object.fromEntries(WORKERS.map(({ name }) => [name, bindings[name]?.secrets as string[]]));
  const present = Object.fromEntries(WORKERS.map(({ name }) => [name, secretsOf(name)]));
  const toml = apiConfig();
  const mail = mailSecrets(toml, present, process.env.MAILCHIMP_KEY);
  const sellers = sellerSecret(process.env.BILLING_SELLER);
  const relays = turnSecret(toml, present, process.env.TURN_SECRET);
  const word = sellerMissing(present, process.env.BILLING_SELLER);
  if (word !== undefined) console.log(word);
  // Kept until a person moves it to a vault: an account never shows a secret again, and without DATA_KEY a restored
  // database cannot be read. Of one account, which its directory names: what was made for another is not its.
  const file = `${SECRETS_DIR}/${databaseIdOf(toml, DATABASES[0].name)}/secrets.json`;
  const kept = keptValues(file);
  const missing = missingSecrets(required, present, kept, { ...generateSecrets() });
  // Before any Worker has them: a deploy that stops between two Workers goes on with the same values.
  write(file, JSON.stringify(Object.assign(kept, ...Object.values(missing)), null, 2), 0o600);
  for (const [name, values] of Object.entries(missing)) {
    const given = { ...mail[name], ...sellers[name], ...relays[name] };
    write(secretsPath(name), JSON.stringify({ ...values, ...given }), 0o600);
  }
}

function keptValues(file: string): Record<string, string> {
  const path = join(ROOT, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
}

/** A Worker that does not exist yet has no secrets, and asking for them is an error. */
function secretsOf(worker: string): string[] {
  const output = secretsListed(worker);
  if (output === undefined) return [];
  return (JSON.parse(output.slice(output.indexOf("["))) as { name: string }[]).map(({ name }) => name);
}

function secretsListed(worker: string): string | undefined {
  // By its own configuration: beside that of the Pages project wrangler refuses to speak of Workers.
  const args = ["secret", "list", "--name", worker, "--format", "json", "-c", configFor(worker)];
  const { status, output } = wrangler(args);
  if (status === 0) return output;
  // Exactly so: whatever else were taken for a Worker that is not there, it would be given new keys.
  if (output.includes(`Worker "${worker}" not found`)) return undefined;
  throw new Error(output);
}

const isThere = (worker: string): boolean => secretsListed(worker) !== undefined;

/** A Worker with nothing but the entrypoint that others bind, until its own code is deployed; answers its configuration. */
function writePlaceholder({ name, entrypoint }: { name: string; entrypoint: string }): string {
  const dir = copyDir(`workers/empty-${name}`);
  const { compatibilityDate } = (
    JSON.parse(readFileSync(join(ROOT, "dist/bindings.json"), "utf8")) as Bindings
  )[name] as { compatibilityDate: string };
  write(
    `${dir}/index.mjs`,
    `import { WorkerEntrypoint } from "cloudflare:workers";
export class ${entrypoint} extends WorkerEntrypoint {}
export default { fetch: () => new Response(null, { status: 503 }) };
`,
  );
  const settings = { name, main: "index.mjs", compatibility_date: compatibilityDate };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = "${value}"`);
  write(`${dir}/wrangler.toml`, [...lines, "workers_dev = false", ""].join("\n"));
  return `${dir}/wrangler.toml`;
}

const secretsPath = (worker: string) => `${SECRETS_DIR}/${worker}.json`;

function secretsFileOf(worker: string): string[] {
  const values = JSON.parse(readFileSync(join(ROOT, secretsPath(worker)), "utf8")) as Record<string, string>;
  return Object.keys(values).length > 0 ? ["--secrets-file", secretsPath(worker)] : [];
}

function write(path: string, text: string, mode?: number): void {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text, { mode });
}

function wrangler(args: string[]): { status: number; output: string } {
  const { status, stdout, stderr } = spawnSync("wrangler", args, {
    cwd: ROOT,
    // No questions: a deploy runs unattended.
    env: toolEnv({ CI: "true" }),
    encoding: "utf8",
  });
  return { status: status ?? 1, output: status === 0 ? stdout : `${stdout}${stderr}` };
}
