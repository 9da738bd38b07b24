import { expect, test } from "vitest";
import type { RecognitionClass } from "#app/routes/services/browser-speech.ts";
import { staysLocal } from "#app/routes/services/stays-local.ts";

/** A recogniser that can be asked to stay on the device, and answers so where it is asked whether it has a language. */
function recogniser(answer?: () => Promise<string>): RecognitionClass {
  const there = { prototype: { processLocally: false }, ...(answer && { available: answer }) };
  return there as unknown as RecognitionClass;
}

test("a browser is asked to stay on the device only where it has the language there", async () => {
  const asked: object[] = [];
  const having = recogniser((...all: object[]) => {
    asked.push(...all);
    return Promise.resolve("available");
  });
  expect(await staysLocal(having, "hi-IN")).toBe(true);
  expect(asked).toEqual([{ langs: ["hi-IN"], processLocally: true }]);
  for (const answer of ["downloadable", "downloading", "unavailable"])
    expect(
      await staysLocal(
        recogniser(() => Promise.resolve(answer)),
        "hi-IN",
      ),
      answer,
    ).toBe(false);
  expect(
    await staysLocal(
      recogniser(() => Promise.reject(new Error("no policy"))),
      "hi-IN",
    ),
  ).toBe(false);
  expect(await staysLocal(recogniser(), "hi-IN"), "it can't be asked").toBe(false);
  expect(await staysLocal({ prototype: {} } as unknown as RecognitionClass, "hi-IN")).toBe(false);
});
