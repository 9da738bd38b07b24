import { expect, test } from "vitest";
import { databaseSize } from "#workers/domain/database-size.ts";

test("a database is said to be filling from 6 of its 10 GB on", async () => {
  const of = (bytes: number) =>
    databaseSize({
      $client: { prepare: () => ({ run: async () => ({ meta: { size_after: bytes } }) }) } as never,
    });
  expect(await of(5_999_999_999)).toEqual({ bytes: 5_999_999_999, isFilling: false });
  expect(await of(6_000_000_000)).toEqual({ bytes: 6_000_000_000, isFilling: true });
});
