/** The keys that credentials are encrypted with, by version. The newest one seals, every one of them opens. */
export interface KeyRing {
  readonly current: number;
  readonly versions: readonly number[];
  /** The key of a version; undefined when the ring does not have it (any more). */
  key(version: number): Promise<CryptoKey> | undefined;
}

/** Importing a key costs more than using it, and an isolate sees one ring all its life. */
const rings = new Map<string, KeyRing>();

/**
 * Reads the secret DATA_KEY: one key of 32 bytes in base64 (which is version 1), or several as
 * `v2:base64,v1:base64`. Throws when it is neither, without saying what it was.
 */
export function keyRing(dataKey: string): KeyRing {
  const known = rings.get(dataKey);
  if (known) return known;
  const keys = new Map<number, Uint8Array<ArrayBuffer>>();
  for (const part of dataKey.split(",")) {
    const [, version = "1", base64 = ""] =
      /^\s*(?:v(\d{1,6}):)?([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(part) ?? [];
    const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
    if (bytes.length !== 32)
      throw new Error("DATA_KEY is not a key of 32 bytes in base64, nor a list of such");
    if (keys.has(Number(version))) throw new Error(`DATA_KEY names version ${version} twice`);
    keys.set(Number(version), bytes);
  }
  const imported = new Map<number, Promise<CryptoKey>>();
  const ring: KeyRing = {
    current: Math.max(...keys.keys()),
    versions: [...keys.keys()],
    key(version) {
      const bytes = keys.get(version);
      if (!bytes) return undefined;
      const key =
        imported.get(version) ??
        crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
      imported.set(version, key);
      return key;
    },
  };
  rings.set(dataKey, ring);
  return ring;
}
