/** Keys by version that encrypt the secrets other systems trust us with. The newest one seals, any of them opens. */
export interface KeyRing {
  readonly newest: number;
  readonly versions: readonly number[];
  /** The key of a version; undefined when the ring does not have it (any more). */
  key(version: number): Promise<CryptoKey> | undefined;
  /** A key of that version for signatures (HMAC-SHA256) of one purpose; undefined as above. */
  signing(version: number, purpose: string): Promise<CryptoKey> | undefined;
}

const NO_KEY = "DATA_KEY is not a key of 32 bytes in base64, nor a list of such";

/** Importing a key costs more than using it, and an isolate sees one ring all its life. */
const rings = new Map<string, KeyRing>();

/**
 * Reads DATA_KEY: keys of 32 bytes in base64, comma-separated, with versions (`v2:base64,v1:base64`) or else their
 * positions from the end; only a named version outlives the removal of older keys. Throws without revealing DATA_KEY.
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
  const signingKeys = new Map<string, Promise<CryptoKey>>();
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
    signing(version, purpose) {
      const bytes = keys.get(version);
      if (!bytes) return undefined;
      const name = `${version} ${purpose}`;
      const key = signingKeys.get(name) ?? derived(bytes, purpose);
      signingKeys.set(name, key);
      return key;
    },
  };
  rings.set(dataKey, ring);
  return ring;
}

/** HKDF: whoever learns a key of one purpose learns nothing of the others, nor of what it was made from. */
async function derived(bytes: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode(purpose);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    base,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}
