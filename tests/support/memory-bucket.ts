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

/** An R2 bucket in memory, as far as exports use it; lists in pages of ten. */
export class MemoryBucket {
  readonly kept = new Map<string, Kept>();

  async head(key: string) {
    const found = this.kept.get(key);
    return found ? { customMetadata: found.customMetadata } : null;
  }

  async get(key: string) {
    const found = this.kept.get(key);
    return found ? { arrayBuffer: async () => new Uint8Array(found.bytes).buffer } : null;
  }

  async put(
    key: string,
    value: Uint8Array | string,
    options: { onlyIf?: { etagDoesNotMatch: string }; customMetadata?: Record<string, string> },
  ) {
    if (options.onlyIf && this.kept.has(key)) return null;
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
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
      const { bytes, customMetadata, uploaded } = this.kept.get(key) as Kept;
      return { key, size: bytes.length, etag: key, uploaded, customMetadata };
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
