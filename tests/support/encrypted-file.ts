import { createCipheriv, createHash, createHmac } from "node:crypto";

/** A file as Meta writes that WhatsApp keeps it, by Node's own ciphers and no line of the product. */
export function encryptedFile(
  plain: Buffer,
  [key, hmacKey, iv]: readonly [Buffer, Buffer, Buffer],
): {
  whole: Buffer;
  metadata: Record<"encryption_key" | "hmac_key" | "iv" | "plaintext_hash" | "encrypted_hash", string>;
} {
  const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");
  const padding = 16 - (plain.length % 16);
  const padded = Buffer.concat([plain, Buffer.alloc(padding, padding)]);
  const cipher = createCipheriv("aes-256-cbc", key, iv).setAutoPadding(false);
  const encrypted = Buffer.concat([cipher.update(padded), cipher.final()]);
  const tag = createHmac("sha256", hmacKey).update(iv).update(encrypted).digest().subarray(0, 10);
  const whole = Buffer.concat([encrypted, tag]);
  return {
    whole,
    metadata: {
      encryption_key: key.toString("base64"),
      hmac_key: hmacKey.toString("base64"),
      iv: iv.toString("base64"),
      plaintext_hash: hashOf(plain),
      encrypted_hash: hashOf(whole),
    },
  };
}
