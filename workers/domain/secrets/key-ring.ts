/** Keys by version that encrypt the secrets other systems trust us with. The newest one seals, any of them opens. */
export interface KeyRing {
  readonly newest: number;
  readonly versions: readonly number[];
  /** The key of a version; undefined when the ring does not have it (any more). */
  key(version: number): Promise<CryptoKey> | undefined;
}

const NO_KEY = "DATA_KEY is not a key of 32 bytes in base64, nor a list of such";

/** Importing a key costs more than using it, and an isolate sees one ring all its life. */
const rings = new Map<string, KeyRing>();

/**
 * Reads the secret DATA_KEY: one key of 32 bytes in base64, or several separated by commas. A key may name its version
 * (`v2:base64,v1:base64`); the version of one that does not is its position counted from the end, so a bare key is 1.
 * Only a named version stays the same when older keys are taken out. Throws without revealing DATA_KEY.
 */
export function keyRing(dataKey: string): KeyRing {
  const known = rings.get(dataKey);
  if (known) return known;
  const parts = dataKey.split(",").map((part) => part.trim());
  const keys = new Map<number, Uint8Array<ArrayBuffer>>();
  parts.forEach((part, place) => {
    const [, named, base64] = /^(?:v(\d{1,6}):)?([\w+/-]{43}=?)$/.exec(part) ?? [];
    const bytes = Uint8Array.from(Buffer.from(base64 ?? "", "base64"));
    const version = named === undefined ? parts.length - place : Number(named);
    if (bytes.length !== 32) throw new Error(NO_KEY);
    if (keys.has(version)) throw new Error(`DATA_KEY has two keys of version ${version}`);
    keys.set(version, bytes);
  });
  const imported = new Map<number, Promise<CryptoKey>>();
  const ring: KeyRing = {
    newest: Math.max(...keys.keys()),
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
