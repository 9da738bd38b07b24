import type { Source } from "./page.ts";

/** The methods of an R2 bucket that listing its objects needs. */
export interface ObjectsBucket {
  list(options: {
    startAfter?: string;
  }): Promise<{ objects: { key: string; size: number; etag: string; uploaded: Date }[]; truncated: boolean }>;
}

/** The objects of the bucket, which are noted and not copied (docs/decisions/backups.md). */
export const objectsSource = (bucket: ObjectsBucket): Source => ({
  name: "~objects",
  columns: ["key", "size", "etag", "uploaded"],
  blobs: [],
  async page([key]) {
    const { objects, truncated } = await bucket.list(typeof key === "string" ? { startAfter: key } : {});
    const last = objects.at(-1);
    return {
      rows: objects.map((each) => [each.key, each.size, each.etag, each.uploaded.getTime()]),
      last: last ? [last.key] : [],
      more: truncated,
    };
  },
});
