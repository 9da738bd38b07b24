/** Encryption of Meta's flows: a key of AES-128 under our RSA key, and GCM with a nonce of 16 bytes. */

const RSA = { name: "RSA-OAEP", hash: "SHA-256" } as const;
const TAG_BITS = 128;

/** A call as Meta writes it, all in base64. */
export interface EncryptedCall {
  encrypted_flow_data: string;
  encrypted_aes_key: string;
  initial_vector: string;
}

export interface OpenedCall {
  body: unknown;
  /** Of this call; its answer is encrypted with it, too. */
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
}

/** A new pair of 2048 bits, as PEM. */
export async function newKeyPair(): Promise<{ privateKey: string; publicKey: string }> {
  const pair = (await crypto.subtle.generateKey(
    { ...RSA, modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["encrypt", "decrypt"],
  )) as CryptoKeyPair;
  const [priv, pub] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
    crypto.subtle.exportKey("spki", pair.publicKey),
  ]);
  return {
    privateKey: pem("PRIVATE KEY", priv as ArrayBuffer),
    publicKey: pem("PUBLIC KEY", pub as ArrayBuffer),
  };
}

const pem = (label: string, bytes: ArrayBuffer): string => {
  const lines = Buffer.from(bytes)
    .toString("base64")
    .replace(/(.{64})/g, "$1\n")
    .trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
};
const bytesOfPem = (text: string) => bytes(text.replace(/-----[^-]+-----|\s/g, ""));
const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, "base64"));

export const importPrivateKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("pkcs8", bytesOfPem(text), RSA, false, ["decrypt"]);

/** Opens a call with the first of the keys that fits; undefined where none does, or the call was changed on its way. */
export async function openCall(
  call: EncryptedCall,
  keys: readonly CryptoKey[],
): Promise<OpenedCall | undefined> {
  const iv = bytes(call.initial_vector);
  for (const privateKey of keys) {
    try {
      const raw = await crypto.subtle.decrypt(RSA, privateKey, bytes(call.encrypted_aes_key));
      const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv, tagLength: TAG_BITS },
        key,
        bytes(call.encrypted_flow_data),
      );
      return { body: JSON.parse(new TextDecoder().decode(plain)), key, iv };
    } catch {
      // Another key may fit: Meta uses the one before for a while.
    }
  }
  return undefined;
}

const inverted = (iv: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(iv, (byte) => byte ^ 0xff);

/** The answer in base64: the call's key, and its nonce with every bit turned. */
export async function sealReply(
  { key, iv }: Pick<OpenedCall, "key" | "iv">,
  reply: unknown,
): Promise<string> {
  const cipher = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: inverted(iv), tagLength: TAG_BITS },
    key,
    new TextEncoder().encode(JSON.stringify(reply)),
  );
  return Buffer.from(cipher).toString("base64");
}

/** The phone's half: writes a call for a public key, and reads its answer. */
export async function writeCall(
  publicKey: string,
  body: unknown,
): Promise<{ call: EncryptedCall; read: (reply: string) => Promise<unknown> }> {
  const rsa = await crypto.subtle.importKey("spki", bytesOfPem(publicKey), RSA, false, ["encrypt"]);
  const raw = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
  const [sealedKey, data] = await Promise.all([
    crypto.subtle.encrypt(RSA, rsa, raw),
    crypto.subtle.encrypt(
      { name: "AES-GCM", iv, tagLength: TAG_BITS },
      key,
      new TextEncoder().encode(JSON.stringify(body)),
    ),
  ]);
  const base64 = (from: ArrayBuffer | Uint8Array) => Buffer.from(from as Uint8Array).toString("base64");
  return {
    call: {
      encrypted_flow_data: base64(data),
      encrypted_aes_key: base64(sealedKey),
      initial_vector: base64(iv),
    },
    read: async (reply) => {
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: inverted(iv), tagLength: TAG_BITS },
        key,
        bytes(reply),
      );
      return JSON.parse(new TextDecoder().decode(plain)) as unknown;
    },
  };
}
