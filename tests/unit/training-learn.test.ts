import { expect, test } from "vitest";
import type { Embedder } from "#workers/domain/training/embedder.ts";
import { learn } from "#workers/domain/training/learn.ts";
import type { HeldJob } from "#workers/domain/jobs/held-job.ts";

const intents = ["card", "loan", "branch"].map((id) => ({
  id,
  // Words that tell our own model nothing.
  phrases: Array.from({ length: 12 }, (_, at) => `sentence ${id.length * at} of ${at}`),
}));
const held = { pulse: () => Promise.resolve() } as unknown as HeldJob;
/** A provider whose vectors say by themselves which intent a phrase is of. */
const embedder = {
  embeddingModel: "played",
  vectorsOf: (texts: readonly string[]) =>
    Promise.resolve(
      texts.map((_, at) =>
        Float32Array.from([0, 1, 2].map((axis) => (axis === Math.floor(at / 12) ? 1 : 0))),
      ),
    ),
} as unknown as Embedder;

test("the proposed threshold is that of the vectors where a provider's vectors decide", async () => {
  const own = await learn({ intents }, null, held);
  const theirs = await learn({ intents }, embedder, held);
  const at = (learnt: typeof own) =>
    learnt.report.thresholds?.curve.find(({ threshold }) => threshold === 0.5)?.right ?? 0;
  expect(at(theirs)).toBe(1);
  expect(at(own)).toBeLessThan(0.5);
  expect(theirs.report.accuracy).toBe(own.report.accuracy);
});
