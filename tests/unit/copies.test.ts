import { expect, test } from "vitest";
import { MemoryBucket } from "#tests/support/memory-bucket.ts";
import { copyAt, FILES, filesPlan } from "#workers/domain/backups/copies.ts";
import { COPIES, dropOldNights, exportPrefix, GONE, nightOf } from "#workers/domain/backups/nights.ts";
import type { Cell } from "#workers/domain/backups/page.ts";
import { writePart } from "#workers/domain/backups/parts.ts";
import { openExport } from "../../scripts/lib/restore/files.ts";
import { restoreObjects } from "../../scripts/lib/restore/objects.ts";

/** O-15, O-16: what is stored is copied once, is kept as long as an export names it, and comes back. */
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 10, 1, 0, 5);
const NIGHTS = 3;

/** A night's export of the files, as its job makes it; answers what it has read. */
async function night(files: MemoryBucket, copies: MemoryBucket, n: number) {
  const at = FIRST + n * DAY_MS;
  const payload = { prefix: exportPrefix(nightOf(at), FILES), begunAt: at } as never;
  const { prefix, sources, finish } = filesPlan(
    { now: () => at },
    payload,
    files as never,
    copies as never,
    NIGHTS,
  );
  for (const source of sources) {
    let [after, more]: [readonly Cell[], boolean] = [[], true];
    for (let part = 0; more; part++) {
      const written = await writePart(copies as never, prefix, source, { n: part, after });
      [after, more] = [written?.to ?? [], written?.more ?? false];
    }
  }
  await finish();
  await dropOldNights(copies as never, NIGHTS, at);
  return openExport(copies, nightOf(at), FILES);
}
const keysIn = ({ kept }: MemoryBucket, prefix = "") =>
  [...kept.keys()].filter((key) => key.startsWith(prefix)).toSorted();
const filled = async (count: number) => {
  const files = new MemoryBucket();
  for (let n = 0; n < count; n++)
    await files.put(`bank/drive/${String(n).padStart(4, "0")}`, `file ${n}`, {
      customMetadata: { name: `फ़ाइल ${n}` },
    });
  return files;
};

test("files are copied once, in bounded pages, and come back with their checksums", async () => {
  const [files, copies] = [await filled(95), new MemoryBucket()];
  for (const key of ["bank/exports/1/a.gz", "simulator/bank/c/x"]) await files.put(key, "left out", {});
  const found = await night(files, copies, 0);
  const [objects] = found.manifest.tables;
  expect([objects?.rows, objects?.parts.length]).toEqual([95, 3]);
  const made = [...copies.kept].filter(([key]) => key.startsWith(COPIES)).map(([, each]) => each);
  expect(made.length).toBe(95);
  await files.put("bank/drive/0007", "another one", {});
  await night(files, copies, 1);
  const now = [...copies.kept].filter(([key]) => key.startsWith(COPIES)).map(([, each]) => each);
  expect(now.length, "the one that changed, and the one that it was").toBe(96);
  expect(
    made.every((each) => now.includes(each)),
    "none was copied twice",
  ).toBe(true);

  const into = new MemoryBucket();
  expect(await restoreObjects(found, copies, into)).toMatchObject({ files: 95, deleted: 0, wrong: [] });
  expect(keysIn(into)).toEqual(keysIn(files, "bank/drive/"));
  expect(Buffer.from(into.kept.get("bank/drive/0007")?.bytes ?? []).toString()).toBe("file 7");
  expect(into.kept.get("bank/drive/0008")?.customMetadata).toEqual({ name: "फ़ाइल 8" });
  // Again it writes over nothing.
  await into.put("bank/drive/0001", "written since", {});
  expect(await restoreObjects(found, copies, into)).toMatchObject({ wrong: ["bank/drive/0001"] });
  expect(Buffer.from(into.kept.get("bank/drive/0001")?.bytes ?? []).toString()).toBe("written since");
});

/** Counts what is asked of a bucket. */
function counted(bucket: MemoryBucket) {
  const calls = { list: 0, head: 0, get: 0, put: 0, delete: 0 };
  const asked = new Proxy(bucket, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      if (name in calls) calls[name as keyof typeof calls]++;
      return value.bind(target) as unknown;
    },
  });
  return { asked, calls };
}

test("what has not changed costs a thousandth of a few calls, and each change its own", async () => {
  const MANY = 4_000;
  const [files, copies] = [await filled(MANY), new MemoryBucket()];
  await night(files, copies, 0);
  for (let n = 0; n < 3; n++) await files.put(`bank/drive/${n}00x`, "new", {});
  files.kept.delete("bank/drive/2000");
  const [read, written] = [counted(files), counted(copies)];
  const found = await night(read.asked, written.asked, 1);
  expect(found.manifest.tables.map(({ rows }) => rows)).toEqual([MANY + 2, 1]);
  expect(read.calls, "two reads for each new one, one look for the one that is gone").toMatchObject({
    head: 1,
    get: 2 * 3,
  });
  const asked = [read.calls, written.calls].map((each) => each.list + each.head);
  expect(asked[0]! + asked[1]!, "not once an object").toBeLessThan(60);
});

test("keys that are ordered otherwise than their copies are compared as well", async () => {
  const [files, copies] = [new MemoryBucket(), new MemoryBucket()];
  const keys = [
    "bank/a",
    "bank/a-b",
    "bank/a-b/c",
    "bank/a.png",
    "bank/a/b",
    "bank/a0",
    "bank/é",
    "bank/\u{1F600}",
  ];
  for (const key of keys) await files.put(key, key, {});
  for (let n = 0; n < 1_200; n++) await files.put(`bank/a-${n}`, "more", {});
  await night(files, copies, 0);
  const [again, read] = [counted(copies), counted(files)];
  const found = await night(read.asked, again.asked, 1);
  expect(found.manifest.tables.map(({ rows }) => rows)).toEqual([1_208, 0]);
  const made = [...copies.kept.keys()].filter((key) => key.startsWith(COPIES));
  expect([made.length, keysIn(copies, GONE)]).toEqual([1_208, []]);
  expect(read.calls.get, "none is read again").toBe(0);
  expect(again.calls.head, "only where one order leaves the other").toBeLessThan(20);
});

test("a copy stays as long as an export names it, also where its file came back in between", async () => {
  const [files, copies] = [await filled(3), new MemoryBucket()];
  const gone = "bank/drive/0001";
  await night(files, copies, 0);
  const before = files.kept.get(gone);
  files.kept.delete(gone);
  await night(files, copies, 1);
  expect(keysIn(copies, GONE).length).toBe(1);
  if (before) files.kept.set(gone, before);
  await night(files, copies, 2);
  expect(keysIn(copies, GONE)).toEqual([]);
  files.kept.delete(gone);
  for (let n = 3; n <= 3 + NIGHTS; n++) {
    await night(files, copies, n);
    expect(keysIn(copies, COPIES).length, `night ${n}`).toBe(3);
  }
  const into = new MemoryBucket();
  const last = await openExport(copies, nightOf(FIRST + 3 * DAY_MS), FILES);
  expect(await restoreObjects(last, copies, into)).toMatchObject({ files: 2, wrong: [] });
  await night(files, copies, 4 + NIGHTS);
  expect([keysIn(copies, COPIES).length, keysIn(copies, GONE)]).toEqual([2, []]);
  await dropOldNights(copies as never, 0, FIRST + 60 * DAY_MS);
  expect(keysIn(copies), "without exports there are no copies").toEqual([]);
});

test("a copy that is broken or missing is named, and files of a deleted enterprise do not come back", async () => {
  const [files, copies] = [await filled(4), new MemoryBucket()];
  await files.put("gone-bank/drive/1", "theirs", {});
  const found = await night(files, copies, 0);
  const copyOf = async (key: string) => copyAt(key, (await files.head(key))?.etag ?? "");
  await copies.put(await copyOf("bank/drive/0001"), "broken", {});
  await copies.delete(await copyOf("bank/drive/0002"));
  const into = new MemoryBucket();
  const restored = await restoreObjects(found, copies, into, [{ enterpriseId: "gone-bank" } as never]);
  expect(restored).toMatchObject({ files: 2, deleted: 1, wrong: ["bank/drive/0001", "bank/drive/0002"] });
  expect(keysIn(into)).toEqual(["bank/drive/0000", "bank/drive/0003"]);
});

test("a file that changes or goes while it is copied is left to the next night", async () => {
  const [files, copies] = [await filled(3), new MemoryBucket()];
  const changing = {
    list: (options: object) => files.list(options),
    head: (key: string) => files.head(key),
    async get(key: string, options: { onlyIf: { etagMatches: string } }) {
      if (key === "bank/drive/0001") await files.put(key, "changed meanwhile", {});
      if (key === "bank/drive/0002") files.kept.delete(key);
      return files.get(key, options);
    },
  };
  const found = await night(changing as never, copies, 0);
  expect(found.manifest.tables[0]?.rows).toBe(1);
  expect((await night(files, copies, 1)).manifest.tables[0]?.rows).toBe(2);
});
