import { expect, test } from "vitest";
import { loadVectors, predictVector, trainVectors, unit } from "#workers/nlu/vectors.ts";

/** Vectors near an axis each, so far apart from it as `noise` says. */
const around = (axis: number, noise: number, count: number): Float32Array[] =>
  Array.from({ length: count }, (_, at) => {
    const vector = new Float32Array(8).fill(0);
    vector[axis] = 1;
    vector[4 + (at % 4)] = noise;
    return unit(vector);
  });
const intents = (noise: number, count: number) =>
  ["card", "loan", "branch"].map((id, axis) => ({ id, vectors: around(axis, noise, count) }));

test("the threshold that is proposed to a provider's bot comes from the confidences that it will meet", () => {
  const { bytes, thresholds } = trainVectors({ intents: intents(0.3, 12), embeddingModel: "m" });
  expect(thresholds?.tested).toBe(36);
  const usual = thresholds?.curve.find(({ threshold }) => threshold === 0.5);
  expect(usual).toMatchObject({ right: 1, wrong: 0, refused: 0, strangers: 0 });
  // A text in the middle of all three is as unsure as the curve says of strangers.
  const [nearest] = predictVector(loadVectors(bytes), unit(Float32Array.from([0, 0, 0, 1, 1, 0, 0, 0])));
  expect(nearest?.confidence).toBeLessThan(0.5);
});

test("too few phrases propose no threshold", () => {
  expect(trainVectors({ intents: intents(0.3, 5), embeddingModel: "m" }).thresholds).toBeUndefined();
});
