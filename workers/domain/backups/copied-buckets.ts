import type { ExportBucket } from "./parts.ts";

interface Listing {
  startAfter?: string;
  limit: number;
}

/** The methods of the bucket that is copied. */
export interface CopiedBucket {
  list(options: Listing): Promise<{
    objects: { key: string; size: number; etag: string }[];
    truncated: boolean;
  }>;
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
  list(options: Listing & { prefix: string; include?: ["customMetadata"] }): Promise<{
    objects: { key: string; customMetadata?: Record<string, string> }[];
    truncated: boolean;
  }>;
  delete(key: string | string[]): Promise<unknown>;
}
