import { expect, test } from "vitest";
import { Rounds } from "#workers/jobs/rounds.ts";

const NOTHING = async () => {};

test("who asks during a round has another one, and the rest is written once", async () => {
  const rounds = new Rounds();
  let worked = 0;
  const rests: (number | null)[] = [];
  await rounds.run(
    async () => {
      worked += 1;
      if (worked === 1) rounds.ask();
      return worked;
    },
    async (nextAt) => void rests.push(nextAt),
    NOTHING,
  );
  expect(worked).toBe(2);
  expect(rests).toEqual([2]);
});

test("who asks while the end is written has another round, behind a new net", async () => {
  const rounds = new Rounds();
  const done: string[] = [];
  await rounds.run(
    async () => {
      done.push("work");
      return null;
    },
    async () => {
      done.push("rest");
      // An answer of the storage comes later: a call is let in before it.
      await Promise.resolve();
      if (done.filter((each) => each === "rest").length === 1) rounds.ask();
    },
    async () => void done.push("net"),
  );
  expect(done).toEqual(["work", "rest", "net", "work", "rest"]);
});

test("a round hears of the next who asks, and at once of one who asked meanwhile", async () => {
  const rounds = new Rounds();
  const asks = rounds.asks;
  const next = rounds.askedAfter(asks).then(() => "asked");
  rounds.ask();
  expect(await next).toBe("asked");
  expect(
    await Promise.race([
      rounds.askedAfter(asks).then(() => "at once"),
      Promise.resolve("later").then((it) => it),
    ]),
  ).toBe("at once");
  expect(await Promise.race([rounds.askedAfter(rounds.asks), Promise.resolve("nobody")])).toBe("nobody");
});
