import { expect, test } from "vitest";
import { keptForAWhile } from "#workers/channels/kept.ts";

test("a token is asked for once, by all who need it at once, and again when it is about to end", async () => {
  let now = 0;
  let made = 0;
  const kept = keptForAWhile(() => now);
  const make = async () => ({ value: `token ${++made}`, endsAt: now + 600_000 });
  expect(await Promise.all([kept("a", make), kept("a", make)])).toEqual(["token 1", "token 1"]);
  now = 539_000;
  expect(await kept("a", make)).toBe("token 1");
  expect(await kept("b", make)).toBe("token 2");
  now = 541_000;
  expect(await kept("a", make)).toBe("token 3");
});

test("a token that could not be had is asked for anew by the next", async () => {
  const kept = keptForAWhile(() => 0);
  await expect(kept("a", () => Promise.reject(new Error("wrong password")))).rejects.toThrow(
    "wrong password",
  );
  expect(await kept("a", async () => ({ value: "there", endsAt: 600_000 }))).toBe("there");
});
