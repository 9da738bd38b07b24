import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Deployed, deploy, forgetDeploys } from "#tests/support/cloudflare/deploy.ts";
import { Cloudflare } from "#tests/support/cloudflare/server.ts";
import { ENCODER, encoderKey } from "#workers/nlu/encoder/current.ts";
import { LARGEST_WORKER } from "../../scripts/lib/limits-page.ts";
import {
  BUCKETS,
  DATABASES,
  ENCODER_FILE,
  PAGES,
  QUEUES,
  ROOT,
  WORKERS,
} from "../../scripts/lib/topology.ts";

/**
 * `npm run deploy`, whole, with the real wrangler, against an API of Cloudflare's on this machine: each run goes on where
 * the one before it has left the account. `UPDATE_SIZES=1` writes the Workers' sizes.
 */
const cloudflare = await Cloudflare.start();
const { storage, scripts, pages } = cloudflare;
afterAll(async () => {
  await cloudflare.stop();
  forgetDeploys();
});

const encoderBytes = readFileSync(join(ROOT, ENCODER_FILE));
const MINUTES = 10 * 60_000;
const secretsOf = (worker: string) =>
  Object.fromEntries(
    (scripts.all.get(worker)?.bindings ?? [])
      .filter(({ type }) => type === "secret_text")
      .map(({ name, text }) => [name, text]),
  );
const names = (stores: readonly { name: string }[]) => stores.map(({ name }) => name);
const endedWell = ({ code, output }: Deployed) => expect(code, output.slice(-2000)).toBe(0);

test("a deploy that fails between two Workers stops with a sentence", { timeout: MINUTES }, async () => {
  cloudflare.fault = (call) => (call === "PUT /workers/scripts/chatbird-jobs" ? "lost" : undefined);
  const { code, output } = await deploy(cloudflare);
  cloudflare.fault = () => undefined;
  expect(code, output.slice(-2000)).toBe(1);
  expect(output).toContain("Steps that are done stay done");
  expect(pages.projects.size, "nothing after the step that failed").toBe(0);
  expect(secretsOf("chatbird-jobs"), "though the upload arrived").toHaveProperty("DATA_KEY");
  expect(secretsOf("chatbird-api")).toEqual({});
});

test("run again, it makes all that the configurations name", { timeout: MINUTES }, async () => {
  endedWell(
    await deploy(cloudflare, { TITLE: "Asha Desk", TURN_URLS: "turn:r.example.com", TURN_SECRET: "relay" }),
  );
  expect(cloudflare.unknown).toEqual([]);
  expect([...storage.databases.keys()].toSorted()).toEqual(DATABASES.map(({ name }) => name).toSorted());
  expect([...storage.buckets]).toEqual(names(BUCKETS));
  const [encoder] = [...storage.objects].map(([key, bytes]) => [key, Buffer.compare(bytes, encoderBytes)]);
  expect([encoder, storage.objects.size]).toEqual([[`chatbird-files/${encoderKey(ENCODER)}`, 0], 1]);
  expect([...storage.queues.keys()].toSorted()).toEqual([...QUEUES].toSorted());
  expect([...scripts.all.keys()].toSorted()).toEqual(WORKERS.map(({ name }) => name).toSorted());
  for (const { name, migrations } of DATABASES) {
    const files = readdirSync(join(ROOT, "migrations", migrations)).filter((file) => file.endsWith(".sql"));
    expect(appliedTo(name), name).toEqual(files.toSorted());
  }
  const consumers = [...storage.queues.values()].map(({ consumers: each }) =>
    each.map(({ script }) => script),
  );
  expect(consumers).toEqual(QUEUES.map(() => ["chatbird-jobs"]));
  expect(scripts.all.get("chatbird-jobs")?.crons).toEqual(["* * * * *"]);
  const [first, ...more] = pages.projects.get(PAGES.name) ?? [];
  expect([first?.hasWorker, more]).toEqual([true, []]);
  expect(Object.keys(first?.manifest ?? {})).toContain("/widget.js");
  // The screens' own settings: the committed configuration has them empty.
  expect(first?.worker).toContain('"text":"Asha Desk"');
  expect(existsSync(join(ROOT, ".wrangler/deploy/config.json")), "it is of this deploy alone").toBe(false);
});

test("the Workers that seal and open the same data have the same key", () => {
  const jobs = secretsOf("chatbird-jobs");
  const api = secretsOf("chatbird-api");
  expect(Object.keys(api).toSorted()).toEqual([
    "DATA_KEY",
    "SEAL_KEY",
    "TOKEN_SECRET",
    "TURN_SECRET",
    "VAPID_KEY",
  ]);
  expect(jobs).toEqual({ DATA_KEY: api.DATA_KEY, VAPID_KEY: api.VAPID_KEY });
});

test("with everything there, nothing is made twice and nothing is lost", { timeout: MINUTES }, async () => {
  const directory = storage.databases.get("chatbird-directory")?.file;
  directory?.exec("INSERT INTO switches VALUES ('sending', 'kept', 1)");
  const before = { ids: idsOf(), secrets: WORKERS.map(({ name }) => secretsOf(name)) };
  const again = await deploy(cloudflare);
  endedWell(again);
  expect({ ids: idsOf(), secrets: WORKERS.map(({ name }) => secretsOf(name)) }).toEqual(before);
  expect(directory?.prepare("SELECT count(*) AS count FROM switches").get()).toEqual({ count: 1 });
  expect(again.calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
  expect(again.output).not.toContain("About to apply");
  expect(again.output, "no secret is ever printed").not.toContain(String(secretsOf("chatbird-api").DATA_KEY));
  const [before_, after] = pages.projects.get(PAGES.name) ?? [];
  // Consoles that were opened before a deploy find their files where they were.
  expect(after?.manifest["/earlier.json"], "the first has none before it").not.toBe(
    before_?.manifest["/earlier.json"],
  );
  expect(pages.projects.get(PAGES.name)).toHaveLength(2);
  expect(cloudflare.unknown).toEqual([]);
});

test("what was made in no region stops a deploy that promises one", { timeout: MINUTES }, async () => {
  const before = idsOf();
  for (const [promised, store] of [
    ["TENANT_1=eu", "The database chatbird-tenant-1 is there in no jurisdiction"],
    ["FILES=eu", "The bucket chatbird-files is there in no jurisdiction"],
  ] as const) {
    const refused = await deploy(cloudflare, { DATA_REGIONS: promised });
    expect(refused.code, promised).toBe(1);
    expect(refused.output).toContain(store);
    expect(refused.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
  }
  expect(idsOf()).toEqual(before);
  expect([...storage.buckets], "no second bucket that hides the first").toEqual(names(BUCKETS));
});

test(
  "a deploy makes each store where it says that it is, and looks for it there",
  { timeout: MINUTES },
  async () => {
    const placed = await Cloudflare.start();
    try {
      const regions = { DATA_REGIONS: "TENANT_1=eu,TENANT_2=in,FILES=us" };
      endedWell(await deploy(placed, regions));
      const made = [...placed.storage.databases].map(([name, { jurisdiction, hint }]) => [
        name,
        jurisdiction,
        hint,
      ]);
      expect(made).toEqual([
        ["chatbird-directory", null, undefined],
        ["chatbird-tenant-1", "eu", undefined],
        ["chatbird-tenant-2", null, "apac"],
      ]);
      expect([...placed.storage.buckets].toSorted()).toEqual(["chatbird-backups", "chatbird-files (us)"]);
      expect([...placed.storage.objects.keys()]).toEqual([`chatbird-files (us)/${encoderKey(ENCODER)}`]);
      for (const worker of ["chatbird-api", "chatbird-jobs"]) {
        const files = placed.scripts.all.get(worker)?.bindings.find(({ name }) => name === "FILES");
        expect(files?.jurisdiction, worker).toBe("us");
      }
      expect(placed.unknown).toEqual([]);
      const forgotten = await deploy(placed);
      expect(forgotten.code, "the bucket isn't made anew where nothing is said of it").toBe(1);
      expect(forgotten.output).toContain("is there in the jurisdiction us");
    } finally {
      await placed.stop();
    }
  },
);

test("no Worker is near the platform's limit, and the page of limits says how large each is", () => {
  const sizes = Object.fromEntries(
    WORKERS.map(({ name }) => [
      name,
      Math.round((scripts.all.get(name)?.uploads.at(-1)?.compressed ?? 0) / 1000),
    ]),
  );
  const file = join(import.meta.dirname, "sizes.golden.json");
  if (process.env.UPDATE_SIZES) writeFileSync(file, `${JSON.stringify(sizes, null, 2)}\n`);
  const golden = JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
  for (const [name, size] of Object.entries(sizes)) {
    expect(size, `${name}, kB compressed`).toBeLessThan(0.8 * LARGEST_WORKER);
    expect(
      Math.abs(size - (golden[name] ?? 0)) / size,
      `${name}: run again with UPDATE_SIZES=1`,
    ).toBeLessThan(0.1);
  }
});

function appliedTo(name: string): string[] {
  const rows = storage.databases
    .get(name)
    ?.file.prepare("SELECT name FROM d1_migrations ORDER BY name")
    .all();
  return (rows ?? []).map((row) => String(row.name));
}

/** Ids of all that a deploy makes once. */
const idsOf = () => [
  ...[...storage.databases.values()].map(({ uuid }) => uuid),
  ...[...storage.queues.values()].map(({ queue_id: id }) => id),
  ...[...storage.queues.values()].flatMap(({ consumers }) =>
    consumers.map(({ consumer_id: id }) => String(id)),
  ),
  ...[...scripts.all.values()].map(({ tag }) => tag),
];
