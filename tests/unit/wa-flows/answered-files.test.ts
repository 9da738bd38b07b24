import { expect, test } from "vitest";
import { filesOfAnswer } from "#workers/domain/messaging/flow-files.ts";

let ids = 0;
const deps = { newId: () => `new-${++ids}`, fileUrl: (id: string) => `https://console/${id}` };
const file = (id: string) => ({ id, mime_type: "image/jpeg", sha256: "x", file_name: `${id}.jpg` });

test("files of an answer become ours: their name, type and address, and each is to be fetched", () => {
  const { values, media, claimed } = filesOfAnswer(
    { city: "Pune", photos: [file("101"), file("102")], tags: ["a"], none: [] },
    deps,
  );
  expect(values).toEqual({
    city: "Pune",
    photos: [
      { file: "new-1", name: "101.jpg", type: "image/jpeg", url: "https://console/new-1" },
      { file: "new-2", name: "102.jpg", type: "image/jpeg", url: "https://console/new-2" },
    ],
    tags: ["a"],
    none: [],
  });
  expect(media).toEqual(
    ["101", "102"].map((id, at) => ({
      id: `new-${at + 1}`,
      kind: "document",
      medium: { vendorId: id, mime: "image/jpeg", name: `${id}.jpg` },
      part: `photos/${at}`,
    })),
  );
  expect(claimed).toEqual([]);
});

test("files that the endpoint has kept are claimed, and their address is ours whatever the answer says", () => {
  const kept = { file: "k1", name: "a.pdf", type: "application/pdf", url: "https://evil.example/" };
  const { values, media, claimed } = filesOfAnswer({ papers: [kept] }, deps);
  expect(values).toEqual({ papers: [{ ...kept, url: "https://console/k1" }] });
  expect([media, claimed]).toEqual([[], ["k1"]]);
});

test("no more than ten files of an answer are fetched", () => {
  const many = Array.from({ length: 14 }, (_, at) => file(String(at)));
  expect(filesOfAnswer({ photos: many.slice(0, 7), others: many.slice(7) }, deps).media).toHaveLength(10);
});
