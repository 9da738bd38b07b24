import { createHash } from "node:crypto";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { type Ctx, iso } from "../ctx.ts";
import { ROOT as PLAYED } from "../simulator/media.ts";
import type { ExportPlan } from "./export-pages.ts";
import { writeManifest } from "./manifest.ts";
import { COPIES, GONE, nightOf, oldestNight } from "./nights.ts";
import type { Cell, Source } from "./page.ts";
import type { ExportBucket } from "./parts.ts";

/** Whose export has the files of R2 beside those of the databases. */
export const FILES = "FILES";

/** The methods of the bucket that is copied. */
export interface CopiedBucket {
  list(options: {
    startAfter?: string;
    limit: number;
  }): Promise<{ objects: { key: string; size: number; etag: string }[] }>;
  head(key: string): Promise<{ etag: string } | null>;
  /** Without a body where the object is another one by now. */
  get(
    key: string,
    options: { onlyIf: { etagMatches: string } },
  ): Promise<{
    body?: ReadableStream<Uint8Array>;
    httpMetadata?: { contentType?: string };
    customMetadata?: Record<string, string>;
  } | null>;
}
/** The methods of the bucket that has the copies. */
export interface CopiesBucket extends Omit<ExportBucket, "list" | "put"> {
  put(key: string, value: ReadableStream<Uint8Array> | string, options: object): Promise<object | null>;
  list(options: {
    prefix: string;
    startAfter: string;
    limit: number;
  }): Promise<{ objects: { key: string }[] }>;
  delete(key: string | string[]): Promise<unknown>;
}

/** Objects of one page, and new bytes behind which none is copied any more. */
const MOST_OBJECTS = 40;
const MOST_BYTES = 50_000_000;

/** What is not copied: files of played phones, and enterprises' exports, which go within a week and can be made anew. */
const isLeftOut = (key: string): boolean => key.startsWith(PLAYED) || /^[^/]+\/exports\//.test(key);

/** Where the copy of an object lies: its key and its bytes have one name, so that it is copied once. */
export const copyAt = (key: string, etag: string): string => `${COPIES}${key}/${etag}`;

/** What is stored, each with its checksum; what is new since the last export is copied. */
export const copiedObjects = (files: CopiedBucket, copies: CopiesBucket): Source => ({
  name: "objects",
  columns: ["key", "size", "etag", "sha256", "contentType", "metadata"],
  blobs: [],
  calls: 4 * MOST_OBJECTS,
  async page([after]) {
    const { objects } = await files.list({
      limit: MOST_OBJECTS,
      ...(after !== undefined && { startAfter: String(after) }),
    });
    const heads = await Promise.all(
      objects.map(async ({ key, etag }) => (isLeftOut(key) ? null : copies.head(copyAt(key, etag)))),
    );
    const rows: Cell[][] = [];
    let [last, bytes]: [Cell[], number] = [after === undefined ? [] : [after], 0];
    for (const [n, object] of objects.entries()) {
      if (bytes >= MOST_BYTES) break;
      const { key, size, etag } = object;
      last = [key];
      if (isLeftOut(key)) continue;
      const copied = notedIn(heads[n]?.customMetadata) ?? (await copyOf(files, copies, object));
      if (!copied) continue;
      rows.push([key, size, etag, copied.sha256, copied.contentType, copied.metadata]);
      bytes += copied.bytes;
    }
    return { rows, last, more: objects.length > 0 };
  },
});

interface Copied {
  sha256: string;
  contentType: string;
  /** What is noted with the object, as JSON. */
  metadata: string;
  /** That were copied just now. */
  bytes: number;
}

/** Copies an object; undefined for one that went, or became another, since it was listed. */
async function copyOf(
  files: CopiedBucket,
  copies: CopiesBucket,
  { key, size, etag }: { key: string; size: number; etag: string },
): Promise<Copied | undefined> {
  const onlyIf = { etagMatches: etag };
  const read = await files.get(key, { onlyIf });
  if (!read?.body) return undefined;
  const hash = createHash("sha256");
  for await (const chunk of read.body) hash.update(chunk);
  const sha256 = hash.digest("hex");
  const contentType = read.httpMetadata?.contentType ?? "";
  const metadata = JSON.stringify(read.customMetadata ?? {});
  const again = await files.get(key, { onlyIf });
  if (!again?.body) return undefined;
  await copies.put(copyAt(key, etag), again.body, {
    sha256,
    httpMetadata: { contentType: "application/octet-stream" },
    // Headers carry letters of ASCII alone.
    customMetadata: { sha256, type: encodeURIComponent(contentType), noted: encodeURIComponent(metadata) },
  });
  return { sha256, contentType, metadata, bytes: size };
}

/** What a copy that is there says of its object. */
function notedIn({ sha256, type = "", noted = "" }: Record<string, string> = {}): Copied | undefined {
  if (sha256 === undefined) return undefined;
  return {
    sha256,
    contentType: decodeURIComponent(type),
    metadata: decodeURIComponent(noted),
    bytes: 0,
  };
}

/**
 * Copies whose object is gone, with the night in which that was first seen. They stay for as long as an export names them: that
 * night's is the last that may.
 */
export const goneObjects = (
  files: CopiedBucket,
  copies: CopiesBucket,
  { night, oldest }: { night: string; oldest: string },
): Source => ({
  name: "gone",
  columns: ["copy", "since"],
  blobs: [],
  calls: 3 * MOST_OBJECTS,
  async page([after]) {
    const place = after === undefined ? "" : String(after);
    const listed = async (prefix: string, limit: number) =>
      (await copies.list({ prefix, startAfter: `${prefix}${place}`, limit })).objects.map(({ key }) =>
        key.slice(prefix.length),
      );
    const all = await listed(COPIES, MOST_OBJECTS);
    const marks = new Map(
      (await listed(GONE, 2 * MOST_OBJECTS)).map((mark) => {
        const at = mark.lastIndexOf("/");
        return [mark.slice(0, at), mark.slice(at + 1)];
      }),
    );
    const heads = await Promise.all(all.map((copy) => files.head(copy.slice(0, copy.lastIndexOf("/")))));
    const rows: Cell[][] = [];
    for (const [n, copy] of all.entries()) {
      const isThere = heads[n]?.etag === copy.slice(copy.lastIndexOf("/") + 1);
      const since = marks.get(copy);
      const mark = `${GONE}${copy}/${since ?? night}`;
      if (!isThere && since === undefined) await copies.put(mark, "", {});
      if (isThere && since !== undefined) await copies.delete(mark);
      if (isThere) continue;
      if (since !== undefined && since < oldest) await copies.delete([`${COPIES}${copy}`, mark]);
      else rows.push([copy, since ?? night]);
    }
    return { rows, last: all.length > 0 ? all.slice(-1) : [place], more: all.length > 0 };
  },
});

/** What the export of the files reads, and how it ends. */
export function filesPlan(
  ctx: Pick<Ctx, "now">,
  { prefix, begunAt }: JobPayload<"database.export">,
  files: CopiedBucket,
  copies: ExportBucket & CopiesBucket,
  nights: number,
): ExportPlan {
  const sources = [
    copiedObjects(files, copies),
    goneObjects(files, copies, { night: nightOf(begunAt), oldest: oldestNight(nights, begunAt) }),
  ];
  return {
    prefix,
    sources,
    async finish() {
      await writeManifest(copies, prefix, sources, {
        database: FILES,
        schema: "",
        begunAt: iso(begunAt),
        endedAt: iso(ctx.now()),
        triggers: [],
        sequences: {},
      });
    },
  };
}
