import { createHash, createHmac } from "node:crypto";
import type { ExchangedFile } from "#workers/contract/wa-flows/files.ts";
import { sameSecret } from "#workers/channels/digest.ts";

/**
 * Files of Meta's flows as they lie with WhatsApp: AES-256-CBC with PKCS7, then the first ten bytes of an HMAC-SHA256 over
 * the initialization vector and the encrypted bytes.
 */

const TAG = 10;
const BLOCK = 16;
/** The most bytes that encryption adds to a file. */
export const MOST_ADDED = BLOCK + TAG;

type Bytes = Uint8Array<ArrayBuffer>;
type Metadata = ExchangedFile["encryption_metadata"];

const bytesOf = (base64: string): Bytes => Uint8Array.from(Buffer.from(base64, "base64"));
const base64Of = (bytes: Bytes): string => Buffer.from(bytes).toString("base64");
// Node's take bytes as they are; a file has many, and each copy of them is memory.
const sha256 = (bytes: Bytes): string => createHash("sha256").update(bytes).digest("base64");
const tagOf = (key: Bytes, iv: Bytes, cipher: Bytes): string =>
  createHmac("sha256", key).update(iv).update(cipher).digest().subarray(0, TAG).toString("base64");
const aesKey = (key: Bytes, use: "encrypt" | "decrypt") =>
  crypto.subtle.importKey("raw", key, "AES-CBC", false, [use]);

/** The file, where each of Meta's checks holds; undefined for one that was changed on its way, or that other keys are for. */
export async function openFile(whole: Bytes, metadata: Metadata): Promise<Bytes | undefined> {
  const [key, iv] = [bytesOf(metadata.encryption_key), bytesOf(metadata.iv)];
  const hmacKey = bytesOf(metadata.hmac_key);
  const [cipher, tag] = [whole.subarray(0, -TAG), whole.subarray(-TAG)];
  if (key.length !== 32 || iv.length !== BLOCK || hmacKey.length === 0) return undefined;
  if (cipher.length === 0 || cipher.length % BLOCK !== 0) return undefined;
  if (!sameSecret(sha256(whole), metadata.encrypted_hash)) return undefined;
  if (!sameSecret(base64Of(tag), tagOf(hmacKey, iv, cipher))) return undefined;
  try {
    const plain = new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-CBC", iv }, await aesKey(key, "decrypt"), cipher),
    );
    return sameSecret(sha256(plain), metadata.plaintext_hash) ? plain : undefined;
  } catch {
    // Its padding is none.
    return undefined;
  }
}

/** The phone's half: a file as WhatsApp keeps it, and what opens it. */
export async function sealFile(plain: Bytes): Promise<{ whole: Bytes; metadata: Metadata }> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const [key, hmacKey, iv] = [random(32), random(32), random(BLOCK)];
  const sealed = await crypto.subtle.encrypt({ name: "AES-CBC", iv }, await aesKey(key, "encrypt"), plain);
  const cipher = new Uint8Array(sealed);
  const whole = new Uint8Array(cipher.length + TAG);
  whole.set(cipher);
  whole.set(bytesOf(tagOf(hmacKey, iv, cipher)), cipher.length);
  return {
    whole,
    metadata: {
      encryption_key: base64Of(key),
      hmac_key: base64Of(hmacKey),
      iv: base64Of(iv),
      plaintext_hash: sha256(plain),
      encrypted_hash: sha256(whole),
    },
  };
}
