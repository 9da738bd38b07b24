import { brotliCompressSync, gzipSync } from "node:zlib";
import { Zip, ZipDeflate, ZipPassThrough, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { importsTexts as texts } from "#texts/imports.ts";
import { ctxIn } from "#tests/support/customer-fields.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { sendFile } from "#db/seed/send-file.ts";
import type { Files } from "#workers/domain/imports/files.ts";
import { inspectFile } from "#workers/domain/imports/inspect.ts";

/**
 * S-46: archives and workbooks where a CSV is asked for are refused by their first bytes, whatever their names: nothing
 * is unpacked, so no size, path or entity in them takes effect. Made here; yauzl's (K-14) are not at hand.
 */
const harness = await startHarness();
const text = (content: string) => new TextEncoder().encode(content);
const csv = text("Name,Phone\nAsha,+919876543210\n");
const MB = 1024 * 1024;

/** A ZIP as it is written piece by piece: entries that are larger than what should be in memory. */
function zipped(add: (zip: Zip) => void): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  add(zip);
  zip.end();
  return Buffer.concat(pieces);
}
const zerosBomb = (megabytes: number) =>
  zipped((zip) => {
    const entry = new ZipDeflate("customers.csv", { level: 1 });
    zip.add(entry);
    const zeros = new Uint8Array(16 * MB);
    for (let at = 16; at <= megabytes; at += 16) entry.push(zeros, at === megabytes);
  });
const manyEntries = (count: number) =>
  zipped((zip) => {
    for (let at = 0; at < count; at++) {
      const entry = new ZipPassThrough(`${at}.csv`);
      zip.add(entry);
      entry.push(csv, true);
    }
  });
const laughs = text(
  `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("")}]><workbook>&j;</workbook>`,
);
const workbook = (content: Uint8Array) =>
  zipSync({ "[Content_Types].xml": text("<Types/>"), "xl/workbook.xml": content });
const symlink = zipSync({ "customers.csv": [text("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }] });

const archives: [what: string, name: string, bytes: Uint8Array, refusal: string][] = [
  ["a ZIP of a CSV", "customers.zip", zipSync({ "customers.csv": csv }), texts.zip],
  ["a ZIP that is named .csv", "customers.csv", zipSync({ "customers.csv": csv }), texts.zip],
  ["a stored ZIP", "customers.csv", zipSync({ "customers.csv": csv }, { level: 0 }), texts.zip],
  ["an empty ZIP", "customers.csv", zipSync({}), texts.zip],
  [
    "a ZIP in a ZIP in a ZIP",
    "a.csv",
    zipSync({ "a.zip": zipSync({ "b.zip": zipSync({ c: csv }) }) }),
    texts.zip,
  ],
  ["10,000 entries", "customers.csv", manyEntries(10_000), texts.zip],
  ["1 GB of zeros", "customers.csv", zerosBomb(1_024), texts.zip],
  [
    "paths that lead out",
    "../../customers.csv",
    zipSync({ "../../../etc/passwd": csv, "/etc/passwd": csv, "C:\\a.csv": csv }),
    texts.zip,
  ],
  ["a symbolic link", "customers.csv", symlink, texts.zip],
  ["a workbook", "customers.xlsx", workbook(text("<workbook/>")), texts.zip],
  ["a workbook with an entity bomb", "customers.csv", workbook(laughs), texts.zip],
  [
    "a ZIP behind a header row",
    "customers.csv",
    Buffer.concat([text("Name,Phone\n"), zipSync({ a: csv })]),
    texts.binary,
  ],
  ["a gzip of a CSV", "customers.csv", gzipSync(csv), texts.binary],
  ["a gzip of zeros", "customers.csv.gz", gzipSync(new Uint8Array(16 * MB)), texts.binary],
  [
    "a brotli of a CSV",
    "customers.csv",
    brotliCompressSync(Buffer.alloc(100_000, "Name,Phone\n")),
    texts.binary,
  ],
];

describe("an archive where a CSV is asked for", () => {
  test.each(archives)(
    "%s is refused with a reason, and nothing comes of it",
    async (_, name, bytes, refusal) => {
      const person = await makePerson(harness);
      const path = await sendFile(harness.fetch, person, bytes, name);
      const master = "/api/chatbird/api/customer_master";
      for (const [call, body] of [
        ["upload/inspect", { path }],
        ["customers_csv", { file: { name, path } }],
        ["customers_csv", { file: { name, path }, mapping: ["name", "phoneNumber"], dryRun: true }],
      ] as const) {
        const response = await person.send("POST", `${master}/${call}`, body);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ message: refusal, errors: { file: refusal } });
      }
      const left = await harness.env.TENANT_1.prepare(
        `SELECT (SELECT count(*) FROM customer_imports WHERE enterprise_id = ?1) AS imports,
        (SELECT count(*) FROM customers WHERE enterprise_id = ?1) AS customers,
        (SELECT count(*) FROM import_errors WHERE enterprise_id = ?1) AS errors,
        (SELECT count(*) FROM jobs WHERE enterprise_id = ?1) AS jobs`,
      )
        .bind(person.enterpriseId)
        .first();
      expect(left).toEqual({ imports: 0, customers: 0, errors: 0, jobs: 0 });
      // Its parts lie under its id, not under any name, and go with the next day.
      const { objects } = await harness.env.FILES.list({ prefix: `${person.enterpriseId}/` });
      expect(objects.every(({ key }) => key.startsWith(`${person.enterpriseId}/uploads/${path}/`))).toBe(
        true,
      );
      await harness.env.TENANT_1.prepare("UPDATE import_files SET updated_at = 1 WHERE id = ?")
        .bind(path)
        .run();
      await harness.scheduled();
      expect((await harness.env.FILES.list({ prefix: `${person.enterpriseId}/` })).objects).toEqual([]);
    },
  );

  test("of any size is told by its first megabyte: no more of it is read", async () => {
    const person = await makePerson(harness);
    const stored = zipSync({ "noise.csv": crypto.getRandomValues(new Uint8Array(60_000)) }, { level: 0 });
    const bytes = Buffer.alloc(40 * MB, stored);
    const path = await sendFile(harness.fetch, person, bytes);
    const bucket = harness.env.FILES as unknown as Files;
    let read = 0;
    const files: Files = {
      put: (...all) => bucket.put(...all),
      list: (...all) => bucket.list(...all),
      delete: (...all) => bucket.delete(...all),
      get: (key, options) => {
        read += options?.range.length ?? Infinity;
        return bucket.get(key, options);
      },
    };
    await expect(inspectFile(ctxIn(harness, person), files, path)).rejects.toThrow(texts.zip);
    expect(read).toBe(MB);
  });
});
