import { expect, test } from "vitest";
import { ApiError } from "#app/data/api.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";

const refusal = (errors: Record<string, string>) => () =>
  Promise.reject(new ApiError("Changed meanwhile", { status: 409, errors }));

test("the refusal of a slower save waits for the version of who was faster", async () => {
  const theirs = Promise.withResolvers<string>();
  const order: string[] = [];
  const saving = orTheirs(
    refusal({ revision: "2" }),
    () => theirs.promise,
    (found) => order.push(`found ${found}`),
  ).catch(() => order.push("refused"));
  theirs.resolve("their version");
  await saving;
  expect(order).toEqual(["found their version", "refused"]);
});

test("without their version, and for any other refusal, the refusal itself comes through", async () => {
  const found: unknown[] = [];
  const gone = () => Promise.reject(new Error("the network is not there"));
  const keep = (theirs: unknown) => found.push(theirs);
  await expect(orTheirs(refusal({ revision: "2" }), gone, keep)).rejects.toThrow("Changed meanwhile");
  await expect(orTheirs(refusal({ name: "no" }), gone, keep)).rejects.toThrow("Changed meanwhile");
  expect(found).toEqual([undefined]);
});
