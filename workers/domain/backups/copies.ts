import { createHash } from "node:crypto";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { type Ctx, iso } from "../ctx.ts";
import { goneObjects } from "./gone.ts";
import { LISTED_AT_ONCE, listedBetween } from "./listed.ts";
import { ROOT as PLAYED } from "../simulator/media.ts";
import type { ExportPlan } from "./export-pages.ts";
import { writeManifest } from "./manifest.ts";
import { COPIES, nightOf, oldestNight } from "./nights.ts";
import type { Cell, Source } from "./page.ts";
import type { CopiedBucket, CopiesBucket } from "./copied-buckets.ts";
import type { ExportBucket } from "./parts.ts";

/** Whose export has the files of R2 beside those of the databases. */
export const FILES = "FILES";

/** Calls of the buckets behind which a page ends, and new bytes behind which none is copied any more. */
const MOST_CALLS = 160;
const MOST_BYTES = 50_000_000;
/** Behind every copy of a key. */
const END = "\u{10FFFF}";

/** Leaves out files of played phones, and enterprises' exports, which go within a week and can be made anew. */
const isLeftOut = (key: string): boolean => key.startsWith(PLAYED) || /^[^/]+\/exports\//.test(key);

/** Where the copy of an object lies: its key and its bytes have one name, so that it is copied once. */
export const copyAt = (key: string, etag: string): string => `${COPIES}${key}/${etag}`;

/**
 * The stored objects, each with its checksum; those new since the last export are copied. The copies are listed beside
 * the objects, a thousand a call, so that an unchanged object is not asked for by itself.
 */
export function copiedObjects(files: CopiedBucket, copies: CopiesBucket): Source {
  let calls = 0;
  const copiesOf = (keys: readonly string[]) => {
    const list = (startAfter: string) =>
      copies.list({ prefix: COPIES, startAfter, limit: LISTED_AT_ONCE, include: ["customMetadata"] });
    return listedBetween(list, `${COPIES}${keys[0] ?? ""}`, `${COPIES}${keys.at(-1) ?? ""}/${END}`);
  };
  return {
    name: "objects",
    columns: ["key", "size", "etag", "sha256", "contentType", "metadata"],
    blobs: [],
    calls: () => calls,
    async page([after]) {
      const startAfter = after === undefined ? {} : { startAfter: String(after) };
      const { objects } = await files.list({ limit: LISTED_AT_ONCE, ...startAfter });
      if (objects.length === 0) return { rows: [], last: after === undefined ? [] : [after], more: false };
      const kept = await copiesOf(objects.map(({ key }) => key));
      calls = 1 + kept.calls;
      const noted = async (name: string) => {
        if (kept.of.has(name) || kept.covers(name)) return notedIn(kept.of.get(name)?.customMetadata);
        calls++;
        return notedIn((await copies.head(name))?.customMetadata);
      };
      const rows: Cell[][] = [];
      let [last, bytes]: [Cell[], number] = [after === undefined ? [] : [after], 0];
      for (const object of objects) {
        if (bytes >= MOST_BYTES || calls >= MOST_CALLS) break;
        const { key, size, etag } = object;
        last = [key];
        if (isLeftOut(key)) continue;
        let copied = await noted(copyAt(key, etag));
        if (!copied) {
          copied = await copyOf(files, copies, object);
          calls += CALLS_OF_COPYING;
        }
        if (!copied) continue;
        rows.push([key, size, etag, copied.sha256, copied.contentType, copied.metadata]);
        bytes += copied.bytes;
      }
      return { rows, last, more: true };
    },
  };
}

/** To read it twice, once for its hash, and to write it. */
const CALLS_OF_COPYING = 3;

interface Copied {
  sha256: string;
  contentType: string;
  /** The object's own metadata, as JSON. */
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

/** Reads what an existing copy notes of its object. */
function notedIn({ sha256, type = "", noted = "" }: Record<string, string> = {}): Copied | undefined {
  if (sha256 === undefined) return undefined;
  return {
    sha256,
    contentType: decodeURIComponent(type),
    metadata: decodeURIComponent(noted),
    bytes: 0,
  };
}

/** The plan of the files' export: what it reads, and how it ends. */
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
