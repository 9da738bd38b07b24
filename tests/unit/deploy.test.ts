import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { forAccount, missingSecrets } from "../../scripts/deploy/configs.ts";
import { sellerIn } from "#workers/jobs/billing.ts";
import { auditOf } from "../../scripts/deploy/packages.ts";
import { describe, plan } from "../../scripts/deploy/plan.ts";
import {
  mailSecrets,
  refuseSettings,
  sellerMissing,
  settingNames,
  sellerSecret,
  turnSecret,
  withSettings,
  withWorkersAi,
} from "../../scripts/deploy/settings.ts";
import { DATABASES, ROOT, WORKERS } from "../../scripts/lib/topology.ts";

const steps = plan();
const texts = steps.map(describe);
const at = (text: string) => texts.findIndex((each) => each.includes(text));

/** The part of a configuration that names what must exist; wrangler's own type is not exported whole. */
interface Config {
  name: string;
  logpush?: boolean;
  services?: { service: string }[];
  durable_objects: { bindings: { class_name: string; script_name?: string }[] };
  migrations: { new_sqlite_classes?: string[] }[];
  d1_databases: { database_name: string }[];
  r2_buckets: { bucket_name: string }[];
  queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
}
const read = (dir: string) =>
  unstable_readConfig(
    { config: join(ROOT, dir, "wrangler.toml") },
    { hideWarnings: true },
  ) as unknown as Config;
const configs = WORKERS.map(({ dir }) => read(dir));
/** Folders with a configuration of their own are Workers. */
const workersOfTree = () =>
  readdirSync(join(ROOT, "workers"))
    .map((name) => `workers/${name}`)
    .filter((dir) => existsSync(join(ROOT, dir, "wrangler.toml")))
    .toSorted();

test("every Worker is deployed after what it binds", () => {
  for (const config of configs) {
    for (const { script_name: script } of config.durable_objects.bindings) {
      if (script !== undefined)
        expect(at(`Deploy the Worker ${script} `)).toBeLessThan(at(`Deploy the Worker ${config.name} `));
    }
    // One that is bound by what it binds is an empty one at first.
    for (const { service } of config.services ?? [])
      expect(at(`Worker ${service} `)).toBeLessThan(at(`Deploy the Worker ${config.name} `));
  }
  for (const { service } of read(".").services ?? []) {
    expect(at(`Worker ${service} `)).toBeLessThan(at("screens to Pages"));
  }
});

test("everything that a Worker binds is created first", () => {
  const firstWorker = at("Deploy the Worker");
  const names = configs.flatMap((config) => [
    ...config.d1_databases.map((database) => `database ${database.database_name}`),
    ...config.r2_buckets.map((bucket) => `bucket ${bucket.bucket_name}`),
    ...(config.queues.producers ?? []).map((producer) => `queue ${producer.queue}`),
    ...(config.queues.consumers ?? []).flatMap((consumer) => [
      `queue ${consumer.queue}`,
      ...(consumer.dead_letter_queue === undefined ? [] : [`queue ${consumer.dead_letter_queue}`]),
    ]),
  ]);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(at(`${name} if there is none`), name).toBeGreaterThan(0);
    expect(at(`${name} if there is none`), name).toBeLessThan(firstWorker);
  }
});

test("the plan makes what the configurations name and nothing else", () => {
  const made = steps.flatMap((step) =>
    step.kind === "database" || step.kind === "bucket" || step.kind === "queue"
      ? [`${step.kind} ${step.name}`]
      : [],
  );
  const bound = configs.flatMap(({ d1_databases: databases, r2_buckets: buckets, queues }) => [
    ...databases.map(({ database_name: name }) => `database ${name}`),
    ...buckets.map(({ bucket_name: name }) => `bucket ${name}`),
    ...(queues.producers ?? []).map(({ queue }) => `queue ${queue}`),
    ...(queues.consumers ?? []).map(({ queue }) => `queue ${queue}`),
  ]);
  expect(made.toSorted()).toEqual([...new Set(bound)].toSorted());
  expect(WORKERS.map(({ dir }) => dir).toSorted()).toEqual(workersOfTree());
});

test("every Durable Object that is bound is made by the Worker that has it", () => {
  for (const config of configs) {
    for (const { class_name: name, script_name: script = config.name } of config.durable_objects.bindings) {
      const owner = configs.find((each) => each.name === script);
      const made = owner?.migrations.flatMap(({ new_sqlite_classes: classes = [] }) => classes);
      expect(made, `${config.name} binds ${name} of ${script}`).toContain(name);
    }
  }
});

test("a dry run prints every step and asks nobody", () => {
  const nowhere = { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9", CLOUDFLARE_API_TOKEN: "none" };
  const env = { ...process.env, ...nowhere };
  const printed = execFileSync(process.execPath, ["scripts/deploy.ts", "--dry-run"], {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });
  for (const text of texts) expect(printed).toContain(text);
  expect(printed).toContain("Nothing was touched.");
});

test("databases are migrated, and secrets known, before any code that needs them", () => {
  const firstWorker = at("Deploy the Worker");
  for (const { name } of DATABASES) expect(at(`migrations to ${name}`)).toBeLessThan(firstWorker);
  expect(at("Generate the secrets")).toBeLessThan(firstWorker);
  expect(at("configurations")).toBeLessThan(at("Apply missing migrations"));
});

test("a Worker's configuration for an account differs in ids and paths only", () => {
  const ids = Object.fromEntries(DATABASES.map(({ name }, index) => [name, `id-${index}`]));
  for (const { dir } of WORKERS) {
    const original = readFileSync(join(ROOT, dir, "wrangler.toml"), "utf8");
    const copy = forAccount(original, dir, ids);
    expect(copy).toContain(`main = "../../../${dir}/index.ts"`);
    expect(copy).not.toMatch(/"\.\.\/\.\.\/migrations/);
    for (const { name } of DATABASES) expect(copy).not.toContain(`database_id = "${name}"`);
    expect(copy.split("\n").length).toBe(original.split("\n").length);
  }
});

test("a database that the account lacks stops the deploy", () => {
  expect(() => forAccount('database_id = "chatbird-directory"', "workers/api", {})).toThrow(
    "chatbird-directory",
  );
});

test("a secret is generated only where nobody has one, and is the same for all", () => {
  const required = { jobs: ["DATA_KEY"], api: ["TOKEN_SECRET", "DATA_KEY"] };
  const generated = { DATA_KEY: "d", TOKEN_SECRET: "t" };
  expect(missingSecrets(required, {}, {}, generated)).toEqual({
    jobs: { DATA_KEY: "d" },
    api: { TOKEN_SECRET: "t", DATA_KEY: "d" },
  });
  const all = { jobs: ["DATA_KEY"], api: ["TOKEN_SECRET", "DATA_KEY"] };
  expect(missingSecrets(required, all, {}, generated)).toEqual({ jobs: {}, api: {} });
  expect(() => missingSecrets(required, { api: ["DATA_KEY"] }, {}, generated)).toThrow("jobs lacks DATA_KEY");
});

test("a deploy that stopped between two Workers goes on with the secret that it made for the first", () => {
  const required = { jobs: ["DATA_KEY"], api: ["TOKEN_SECRET", "DATA_KEY"] };
  const present = { jobs: ["DATA_KEY"] };
  expect(
    missingSecrets(required, present, { DATA_KEY: "kept" }, { DATA_KEY: "another", TOKEN_SECRET: "t" }),
  ).toEqual({ jobs: {}, api: { TOKEN_SECRET: "t", DATA_KEY: "kept" } });
});

test("a deployment's own settings replace the local ones, and one that links to this machine is refused", () => {
  const committed = readFileSync(join(ROOT, "workers/api/wrangler.toml"), "utf8");
  expect(() => refuseSettings(committed)).toThrow("PUBLIC_URL=https://");
  const set = withSettings(committed, { PUBLIC_URL: "https://console.example.com", MAIL: "mailchimp" });
  expect(set).toContain('PUBLIC_URL = "https://console.example.com"');
  expect(set, "an address is believed from the edge").toContain('ADDRESS_HEADER = "cf-connecting-ip"');
  expect(committed, "and from nobody without one").toContain('ADDRESS_HEADER = ""');
  expect(() => refuseSettings(set)).not.toThrow();
  expect(() => withSettings(committed, { MAIL_FROM_NAME: 'a"\nMAIL = "x' })).toThrow("MAIL_FROM_NAME");
});

test("a deployment that means to send mail and has no key for it is stopped with a sentence", () => {
  const committed = readFileSync(join(ROOT, "workers/api/wrangler.toml"), "utf8");
  const sending = withSettings(committed, { MAIL: "mailchimp", MAIL_FROM: "hello@example.com" });
  expect(() => mailSecrets(sending, { "chatbird-api": ["MAILCHIMP_KEY"] }, undefined)).toThrow(
    'chatbird-jobs: MAIL is "mailchimp", but there is no secret MAILCHIMP_KEY.',
  );
  const both = { "chatbird-api": ["MAILCHIMP_KEY"], "chatbird-jobs": ["MAILCHIMP_KEY"] };
  expect(mailSecrets(sending, both, undefined)).toEqual({});
  expect(mailSecrets(sending, {}, "md-key")).toEqual({
    "chatbird-api": { MAILCHIMP_KEY: "md-key" },
    "chatbird-jobs": { MAILCHIMP_KEY: "md-key" },
  });
  expect(mailSecrets(committed, {}, undefined), "mail that is kept needs no key").toEqual({});
  expect(() => mailSecrets(withSettings(committed, { MAIL: "smtp" }), {}, "x")).toThrow('MAIL is "smtp"');
});

test("each setting of a deployment has its line in a configuration, of a Worker or of the Pages project", () => {
  const tomls = [".", ...WORKERS.map(({ dir }) => dir)].map((dir) =>
    readFileSync(join(ROOT, dir, "wrangler.toml"), "utf8"),
  );
  for (const name of settingNames) {
    const given = name === "BACKUP_NIGHTS" ? "30" : "given";
    const set = tomls.map((toml) => withSettings(toml, { [name]: given }));
    expect(
      set.some((toml) => toml.includes(`\n${name} = "${given}"\n`)),
      name,
    ).toBe(true);
  }
  // Both ends of a frame know its host, or the page's policy would refuse it.
  const [pages = "", ...workers] = tomls;
  for (const name of ["ANALYTICS_URL", "DESIGNER_URL"]) {
    expect(pages, name).toContain(`\n${name} = `);
    expect(workers.join(), name).toContain(`\n${name} = `);
  }
});

test.each(["", "90d", "-1", "1e3", "10000"])("%o nights stop the deploy: exports would go", (nights) => {
  const jobs = readFileSync(join(ROOT, "workers/jobs/wrangler.toml"), "utf8");
  expect(() => withSettings(jobs, { BACKUP_NIGHTS: nights })).toThrow("BACKUP_NIGHTS");
  expect(withSettings(jobs, { BACKUP_NIGHTS: "0" })).toContain('BACKUP_NIGHTS = "0"');
});

test("relays that nobody could use stop the deploy with a sentence", () => {
  const committed = readFileSync(join(ROOT, "workers/api/wrangler.toml"), "utf8");
  const relays = withSettings(committed, { TURN_URLS: "turn:relay.example.com" });
  expect(() => turnSecret(relays, {}, undefined)).toThrow("TURN_SECRET");
  expect(turnSecret(relays, {}, "s")).toEqual({ "chatbird-api": { TURN_SECRET: "s" } });
  expect(turnSecret(relays, { "chatbird-api": ["TURN_SECRET"] }, undefined)).toEqual({});
  expect(turnSecret(committed, {}, undefined)).toEqual({});
});

test("the lines of every Worker leave for where they are kept, and exports are kept for 90 nights", () => {
  for (const { logpush, name } of configs) expect(logpush, name).toBe(true);
  const jobs = readFileSync(join(ROOT, "workers/jobs/wrangler.toml"), "utf8");
  expect(jobs).toContain('BACKUP_NIGHTS = "90"');
});

test("a seller that the jobs Worker could not read stops the deploy, and one that it can is its secret", () => {
  expect(sellerSecret(undefined)).toEqual({});
  const text = JSON.stringify({ name: "Chatbird Ltd", state: "27", taxRate: 1_800 });
  expect(sellerSecret(text)).toEqual({ "chatbird-jobs": { BILLING_SELLER: text } });
  for (const [wrong, why] of [
    [`${text.slice(0, -1)},`, "BILLING_SELLER cannot be read"],
    ['{"name":""}', "name: "],
    ['{"name":"Chatbird Ltd","taxRate":18.5}', "taxRate: "],
  ] as const)
    expect(() => sellerSecret(wrong), wrong).toThrow(why);
});

test("without a seller nobody is billed, and the deploy says so", () => {
  const text = JSON.stringify({ name: "Chatbird Ltd" });
  expect(sellerMissing({ "chatbird-jobs": ["DATA_KEY"] }, undefined)).toContain("No BILLING_SELLER is set");
  expect(sellerMissing({ "chatbird-jobs": ["BILLING_SELLER"] }, undefined)).toBeUndefined();
  expect(sellerMissing({}, text)).toBeUndefined();
  for (const BILLING_SELLER of [undefined, ""])
    expect(() => sellerIn({ BILLING_SELLER })).toThrow("BILLING_SELLER is not set");
  expect(sellerIn({ BILLING_SELLER: text }).name).toBe("Chatbird Ltd");
});

test("what is shipped is written down and asked after before anything is made, and a hole that is high stops the deploy", () => {
  expect(at("dist/sbom.json")).toBeLessThan(at("Create the D1 database"));
  const hole = (name: string, severity: string) => ({ [name]: { name, severity, range: "<2.0.0" } });
  const report = (...holes: object[]) => JSON.stringify({ vulnerabilities: Object.assign({}, ...holes) });
  expect(auditOf(report())).toContain("none");
  expect(auditOf(report(hole("one", "moderate")))).toContain("none");
  expect(() => auditOf(report(hole("one", "high"), hole("two", "critical")))).toThrow(
    "one <2.0.0 (high), two <2.0.0 (critical)",
  );
  expect(() => auditOf(report(hole("one", "high"), hole("two", "critical")), "one")).toThrow("two");
  expect(auditOf(report(hole("one", "high"), hole("two", "critical")), "one, two")).toContain("none");
  for (const silent of ["", "not JSON", '{"message":"405 Method Not Allowed"}'])
    expect(auditOf(silent), silent).toContain("could not be asked");
});

test("Cloudflare's models are bound where the deployment asks for them, and nowhere else", () => {
  for (const { dir } of WORKERS) {
    const original = readFileSync(join(ROOT, dir, "wrangler.toml"), "utf8");
    expect(withWorkersAi(original, {})).toBe(original);
    const asked = withWorkersAi(original, { WORKERS_AI: "yes" });
    expect(asked.includes('[ai]\nbinding = "AI"'), dir).toBe(dir !== "workers/realtime");
  }
});
