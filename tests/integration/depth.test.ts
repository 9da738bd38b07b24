import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startMetered } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { answerNames, someEndpoints } from "#tests/support/push-service.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { isBulk } from "#workers/contract/call-limits.ts";
import { ask } from "./depth/ask.ts";
import { changing } from "./depth/changing.ts";
import { type Calls, type Input, notMeasured, reading } from "./depth/reading.ts";
import { makeWorld } from "./depth/world.ts";

/**
 * How many round trips to a database, a bucket, a queue or a Durable Object each endpoint waits for, one after the other:
 * what a person far from the database waits for. It must not grow. `UPDATE_DEPTH=1` writes the measured numbers.
 */
const GOLDEN = join(import.meta.dirname, "depth.golden.json");
const golden = JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, number>;

const harness = await startMetered();
afterAll(() => harness.stop());
const world = await makeWorld(harness);

interface Measured {
  status: number;
  text: string;
  waves: string[][];
}

async function measure(id: string, input: Input): Promise<Measured> {
  const response = await ask(world, id, input);
  const waves = JSON.parse(decodeURIComponent(response.headers.get("x-waves") ?? "[]")) as string[][];
  return { status: response.status, text: await response.text(), waves };
}

/** How often the trail says that somebody took something out. */
async function takenOut(): Promise<number> {
  const of = (database: D1Database, table: string) =>
    database
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE enterprise_id = ? AND action = 'export'`)
      .bind(world.owner.enterpriseId)
      .first<number>("n");
  const { TENANT_1, DIRECTORY } = harness.env;
  const counts = await Promise.all([of(TENANT_1, "audit_trail"), of(DIRECTORY, "directory_audit")]);
  return counts.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

const downloadsMuch = (id: string): boolean =>
  isBulk(allEndpoints.find((each) => each.id === id)?.endpoint.file);

/** Downloads that need no entry, with the reason. */
const NO_ENTRY: Record<string, string> = {
  chatAnalyticsCsv: "figures alone",
  ownTileCsv: "figures alone",
  usageCsv: "figures alone",
  invoiceCsv: "the enterprise's own bill",
  sampleCsv: "it has no data",
};

test("every endpoint of the contract is measured, or says why not", () => {
  const known = [...Object.keys(reading), ...Object.keys(changing), ...Object.keys(notMeasured)];
  expect(known.toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
});

test("no endpoint waits for more round trips than before", { timeout: 400_000 }, async () => {
  // The vendor of the channel that is tested.
  answerOutbound("https://graph.facebook.com/", () => Response.json({ id: "1", display_phone_number: "1" }));
  answerNames();
  answerOutbound(someEndpoints, () => new Response(null, { status: 201 }));
  const measured: Record<string, number> = {};
  const traces: string[] = [];
  const refused: string[] = [];
  const silent: string[] = [];
  const calls: Calls = { ...reading, ...changing };
  for (const [id, inputOf] of Object.entries(calls)) {
    const before = downloadsMuch(id) ? await takenOut() : 0;
    const { status, text, waves } = await (async () => measure(id, await inputOf(world)))().catch(
      (error: unknown) => ({
        status: 500,
        text: String(error),
        waves: [],
      }),
    );
    if (status >= 400) refused.push(`${id}: ${status} ${text.slice(0, 300)}`);
    if (downloadsMuch(id) && (await takenOut()) === before) silent.push(id);
    measured[id] = waves.length;
    traces.push(`${id} ${waves.length}\n${waves.map((wave) => `  ${wave.join(" | ")}`).join("\n")}`);
  }
  if (process.env.DEPTH_TRACE) writeFileSync(process.env.DEPTH_TRACE, traces.join("\n"));
  expect(refused).toEqual([]);
  expect(silent.toSorted(), "downloads without an entry in the trail").toEqual(
    Object.keys(NO_ENTRY).toSorted(),
  );
  if (process.env.UPDATE_DEPTH) {
    const sorted = Object.fromEntries(Object.entries(measured).toSorted(([a], [b]) => a.localeCompare(b)));
    writeFileSync(GOLDEN, `${JSON.stringify(sorted, null, 2)}\n`);
    return;
  }
  const grown = Object.entries(measured).filter(([id, depth]) => depth > (golden[id] ?? 0));
  expect(
    grown.map(
      ([id, depth]) =>
        `${id}: ${depth}, not ${golden[id]}\n${traces.find((each) => each.startsWith(`${id} `))}`,
    ),
  ).toEqual([]);
});
