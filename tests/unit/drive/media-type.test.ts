import { expect, test } from "vitest";
import { mediaTypeOf } from "#workers/domain/drive/media-type.ts";

/** The beginning of a file that browsers record: a film's container. */
const recorded = new Uint8Array([
  ...[0, 0, 0, 24],
  ...new TextEncoder().encode("ftypmp42"),
  ...[0, 0, 0, 0],
  ...new TextEncoder().encode("mp42isom"),
  ...Array.from({ length: 64 }, () => 0),
]);

test("a recording in a film's container is sound where its name says so", async () => {
  expect(await mediaTypeOf(recorded, "voice.m4a")).toBe("audio/mp4");
  expect(await mediaTypeOf(recorded, "film.mp4")).toBe("video/mp4");
  expect(await mediaTypeOf(recorded, "")).toBe("video/mp4");
});
