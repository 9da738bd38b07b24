import { createHash } from "node:crypto";

interface Kept {
  bytes: Uint8Array;
  customMetadata: Record<string, string>;
  uploaded: Date;
}
interface Listing {
  prefix?: string;
  delimiter?: string;
  limit?: number;
  startAfter?: string;
}

const etagOf = ({ bytes }: Kept): string => createHash("md5").update(bytes).digest("hex");

/** An R2 bucket in memory, as far as exports use it; lists in pages of ten. */
export class MemoryBucket {
  readonly kept = new Map<string, Kept>();

  async head(key: string) {
    const found = this.kept.get(key);
    if (!found) return null;
    return { customMetadata: found.customMetadata, size: found.bytes.length, etag: etagOf(found) };
  }

  async get(key: string, { onlyIf }: { onlyIf?: { etagMatches: string } } = {}) {
    const found = this.kept.get(key);
    if (!found) return null;
    const bytes = new Uint8Array(found.bytes);
    const isOther = onlyIf !== undefined && onlyIf.etagMatches !== etagOf(found);
    const { customMetadata } = found;
    const body = isOther ? {} : { body: new Blob([bytes]).stream() };
    return { arrayBuffer: async () => bytes.buffer, customMetadata, ...body };
  }

  async put(
    key: string,
    value: Uint8Array | string | ReadableStream<Uint8Array>,
    options: { onlyIf?: { etagDoesNotMatch: string }; customMetadata?: Record<string, string> } = {},
  ) {
    if (options.onlyIf && this.kept.has(key)) return null;
    const bytes =
      value instanceof Uint8Array ? value : new Uint8Array(await new Response(value).arrayBuffer());
    this.kept.set(key, { bytes, customMetadata: options.customMetadata ?? {}, uploaded: new Date(0) });
    return {};
  }

  async list({
    prefix = "",
    delimiter,
    limit = 10,
    startAfter = "",
    cursor = "",
  }: Listing & { cursor?: string }) {
    const keys = [...this.kept.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const folders = keys.map((key) => `${prefix}${key.slice(prefix.length).split("/")[0]}/`);
    const delimitedPrefixes = delimiter === undefined ? [] : [...new Set(folders)];
    const left = keys.filter((key) => key > startAfter && key > cursor);
    const objects = left.slice(0, limit).map((key) => {
      const found = this.kept.get(key) as Kept;
      const { bytes, customMetadata, uploaded } = found;
      return { key, size: bytes.length, etag: etagOf(found), uploaded, customMetadata };
    });
    const page = { objects: delimiter === undefined ? objects : [], delimitedPrefixes };
    return left.length > limit
      ? { ...page, truncated: true as const, cursor: objects.at(-1)?.key ?? "" }
      : { ...page, truncated: false as const };
  }

  async delete(keys: string | string[]) {
    for (const key of [keys].flat()) this.kept.delete(key);
  }
}
