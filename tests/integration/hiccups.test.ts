import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { foundIn } from "#tests/support/found-in.ts";
import { POSSIBLE_LEAK } from "#tests/support/leaks.ts";
import { startMetered } from "#tests/support/harness.ts";
import type { Fails } from "#tests/support/metered/failing.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { answerNames, someEndpoints } from "#tests/support/push-service.ts";
import type { CheckKind } from "#workers/contract/data-checks.ts";
import { ask } from "./depth/ask.ts";
import { changing } from "./depth/changing.ts";
import { type Calls, reading } from "./depth/reading.ts";
import { makeWorld } from "./depth/world.ts";

/** two of a hundred calls to a database fail, before or after they took effect. SEED and SHARE try others. */
const SEED = Number(process.env["SEED"] ?? 11);
const SHARE = Number(process.env["SHARE"] ?? 0.02);

const harness = await startMetered();
afterAll(() => harness.stop());
const world = await makeWorld(harness);
const wrong = () => foundIn(harness, world.owner.enterpriseId, Date.now());
/** The world has one of everything, also of what lies about; some inputs write a message without its chat. */
const before = await wrong();
const OF_INPUTS: typeof before = { messagesOfChats: 2, messagesOfPeople: 1 };

beforeAll(() => {
  answerOutbound("https://graph.facebook.com/", () => Response.json({ id: "1", display_phone_number: "1" }));
  answerNames();
  answerOutbound(someEndpoints, () => new Response(null, { status: 201 }));
});

interface Told {
  id: string;
  status: number;
  failed: Fails[];
  /** The answer, where it is a failure's. */
  text: string;
}

let number = SEED * 10_000;
async function on(calls: Calls, told: (one: Told, again: () => Promise<Told>) => void | Promise<void>) {
  for (const [id, inputOf] of Object.entries(calls)) {
    // Another call may have failed that this one follows upon.
    const input = await (async () => inputOf(world))().catch(() => undefined);
    if (!input) continue;
    const once = async (): Promise<Told> => {
      const faults = { "x-faults": `${SHARE} ${++number}` };
      const response = await ask(world, id, input, faults);
      const text = await response.text();
      const failed = JSON.parse(response.headers.get("x-failed") ?? "[]") as Fails[];
      return { id, status: response.status, failed, text: response.status >= 500 ? text : "" };
    };
    await told(await once(), once);
  }
}
const share = (of: number, all: number) => `${of} of ${all} (${((100 * of) / all).toFixed(2)} %)`;

test(
  `calls that change something leave nothing half or wrong (R-11, seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const all: Told[] = [];
    await on(changing, (one) => void all.push(one));
    const failed = all.filter((each) => each.failed.length > 0);
    const seen = failed.filter(({ status }) => status >= 500);
    console.log(
      `changing: ${share(failed.length, all.length)} had a failing call, ${share(seen.length, all.length)} answered 5xx`,
    );
    console.log(seen.map((each) => JSON.stringify(each)).join("\n"));
    expect(failed.length).toBeGreaterThan(0);
    // Whatever failed below, the answer has a sentence and an id, and nothing of the failure (S-58).
    expect(seen.filter(({ text }) => POSSIBLE_LEAK.test(text) || !text.includes("requestId"))).toEqual([]);
    expect(all.filter((each) => each.status >= 500 && each.failed.length === 0)).toEqual([]);
    // A write is made once: so many calls lose the answer of one, and those who made them are told.
    expect(seen.length).toBeLessThanOrEqual(all.length * SHARE);
    // One read that fails is made again, and nobody sees it.
    const ofOneRead = seen.filter((each) => each.failed.length === 1 && each.failed[0]?.writes === false);
    expect(ofOneRead).toEqual([]);
    const more = Object.entries(await wrong()).filter(
      ([kind, count]) => count > (before[kind as CheckKind] ?? 0) + (OF_INPUTS[kind as CheckKind] ?? 0),
    );
    expect(more).toEqual([]);
  },
);

test(
  `calls that read are made once more by the console, and are seen to fail next to never (R-11, seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const gets: Calls = Object.fromEntries(
      Object.entries(reading).filter(([id]) =>
        allEndpoints.some((each) => each.id === id && each.endpoint.method === "GET" && !each.endpoint.file),
      ),
    );
    let [asked, failing, first, second] = [0, 0, 0, 0];
    for (let round = 0; round < 2; round++)
      await on(gets, async (one, again) => {
        asked++;
        if (one.failed.length > 0) failing++;
        if (one.status < 500) return;
        first++;
        // As the console does.
        if ((await again()).status >= 500) second++;
      });
    console.log(
      `reading: ${share(failing, asked)} had a failing call, ${share(first, asked)} answered 5xx, ${share(second, asked)} twice`,
    );
    expect(failing).toBeGreaterThan(0);
    // Only both tries of one call can be lost: four in ten thousand of each.
    expect(first).toBeLessThanOrEqual(asked / 200);
    expect(second).toBe(0);
  },
);
