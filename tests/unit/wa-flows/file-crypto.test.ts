import { createHash, createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { encryptedFile } from "#tests/support/encrypted-file.ts";
import { openFile, sealFile } from "#workers/domain/wa-flows/file-crypto.ts";

/** Files of flows are opened as Meta's page says, each of its checks on its own. */

const keysOf = (seed: string) =>
  [32, 32, 16].map((length, at) =>
    createHash("sha512").update(`${seed} ${at}`).digest().subarray(0, length),
  ) as [Buffer, Buffer, Buffer];
const bytes = (from: Buffer) => Uint8Array.from(from);
const hashOf = (from: Buffer) => createHash("sha256").update(from).digest("base64");

test("a file that another library has encrypted opens, of any length", async () => {
  for (const length of [1, 15, 16, 17, 31, 4_096, 100_001]) {
    const plain = randomBytes(length);
    const { whole, metadata } = encryptedFile(plain, keysOf(`length ${length}`));
    const opened = await openFile(bytes(whole), metadata);
    expect(Buffer.compare(Buffer.from(opened ?? []), plain)).toBe(0);
  }
});

test("what was changed on its way is not opened: its hash, its tag, its keys, its padding and what comes out are each looked at", async () => {
  const keys = keysOf("changed");
  const plain = Buffer.from("%PDF-1.7 a paper");
  const { whole, metadata } = encryptedFile(plain, keys);
  const open = (file: Buffer, more: Partial<typeof metadata> = {}) =>
    openFile(bytes(file), { ...metadata, ...more });
  expect(await open(whole)).toBeDefined();

  expect(await open(whole, { encrypted_hash: hashOf(plain) })).toBeUndefined();
  const changed = Buffer.from(whole);
  changed[0] = (changed[0] ?? 0) ^ 1;
  // Whoever changes a file can give its new hash, and not its tag.
  expect(await open(changed, { encrypted_hash: hashOf(changed), plaintext_hash: "" })).toBeUndefined();
  const untagged = Buffer.concat([whole.subarray(0, -10), Buffer.alloc(10)]);
  expect(await open(untagged, { encrypted_hash: hashOf(untagged) })).toBeUndefined();
  expect(await open(whole, { hmac_key: randomBytes(32).toString("base64") })).toBeUndefined();
  expect(await open(whole, { encryption_key: randomBytes(32).toString("base64") })).toBeUndefined();
  expect(await open(whole, { encryption_key: randomBytes(16).toString("base64") })).toBeUndefined();
  expect(await open(whole, { iv: randomBytes(16).toString("base64") })).toBeUndefined();
  expect(await open(whole, { plaintext_hash: hashOf(Buffer.from("another")) })).toBeUndefined();
  for (const nothing of [Buffer.alloc(0), Buffer.alloc(10), whole.subarray(0, -1)])
    expect(await open(nothing, { encrypted_hash: hashOf(nothing) })).toBeUndefined();
  expect(await open(whole, { iv: "no base64", encryption_key: "" })).toBeUndefined();
  expect(await open(whole, { hmac_key: "" })).toBeUndefined();
});

test("a phone's file is sealed as another library reads it", async () => {
  const plain = Buffer.from("a picture of a card");
  const { whole, metadata } = await sealFile(bytes(plain));
  const [key, hmacKey, iv] = [metadata.encryption_key, metadata.hmac_key, metadata.iv].map((each) =>
    Buffer.from(each, "base64"),
  ) as [Buffer, Buffer, Buffer];
  const again = encryptedFile(plain, [key, hmacKey, iv]);
  expect(Buffer.from(whole).toString("hex")).toBe(again.whole.toString("hex"));
  expect(metadata).toEqual(again.metadata);
  const tag = createHmac("sha256", hmacKey).update(iv).update(whole.subarray(0, -10)).digest();
  expect(Buffer.from(whole.subarray(-10)).equals(tag.subarray(0, 10))).toBe(true);
});
