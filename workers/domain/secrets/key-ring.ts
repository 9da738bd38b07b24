/**
 * Keys that encrypt what other systems trust us with. The secret DATA_KEY holds them in base64, the newest first,
 * parted by commas: a new key is put in front, and the version of a key is its place counted from the end, so that a
 * key keeps its version when newer ones come.
 */
export interface KeyRing {
  readonly newest: number;
  readonly key: (version: number) => Promise<CryptoKey>;
}

export function keyRing(dataKey: string): KeyRing {
  const keys = dataKey
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  return {
    newest: keys.length,
    key(version) {
      const encoded = keys[keys.length - version];
      if (encoded === undefined) throw new Error(`there is no data key of version ${version}`);
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    },
  };
}
