import { expect, test } from "vitest";
import { newTally, tallied, tallying } from "#db/tally.ts";

const meta = { rows_read: 7, rows_written: 2 };
const statement = {
  bind: () => statement,
  all: async () => ({ results: [], meta }),
  run: async () => ({ results: [], meta }),
  raw: async () => [[1], [2], [3]],
  first: async () => null,
};
const database = tallied({
  prepare: () => statement,
  batch: async (all: unknown[]) => all.map(() => ({ results: [], meta })),
} as unknown as D1Database);
const asked = () => database.prepare("SELECT 1");

test("calls and rows are counted for the work that makes them, though other work goes on beside it", async () => {
  const [one, other] = [newTally(), newTally()];
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  const first = tallying(one, async () => {
    await asked().all();
    await held;
    // Long after the other has begun, and ended.
    await database.batch([asked(), asked()]);
  });
  await tallying(other, async () => {
    await asked().raw();
    await asked().first();
  });
  go();
  await first;
  expect(one).toEqual({ calls: 2, rows: 21, written: 6 });
  // Rows as they are, and an answer without one.
  expect(other).toEqual({ calls: 2, rows: 3, written: 0 });
});

test("work that nobody tallies is done as ever", async () => {
  expect(await asked().raw()).toHaveLength(3);
});
