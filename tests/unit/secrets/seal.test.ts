import { randomBytes, webcrypto } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { open, seal, SecretError, type Place } from "#workers/domain/secrets/seal.ts";

const key = () => randomBytes(32).toString("base64");
const place: Place = { enterpriseId: "e1", ownerKind: "integration", ownerId: "i1", field: "apikey" };

describe("a sealed secret", () => {
  test("opens in its place with its text, whatever script that is in", async () => {
    const ring = keyRing(key());
    for (const text of ["sk-123", "", "गुप्त कुंजी 🔑", "x".repeat(10_000)]) {
      expect(await open(ring, place, await seal(ring, place, text))).toBe(text);
    }
  });

  test("is another text each time, with a nonce of its own", async () => {
    const ring = keyRing(key());
    const sealed = await Promise.all(Array.from({ length: 200 }, () => seal(ring, place, "same")));
    const nonces = sealed.map((each) =>
      Buffer.from(each.sealed, "base64url").subarray(0, 12).toString("hex"),
    );
    expect(new Set(nonces).size).toBe(200);
  });

  test("does not open under another enterprise, owner, kind of owner or field", async () => {
    const ring = keyRing(key());
    const sealed = await seal(ring, place, "sk-123");
    const others: Place[] = [
      { ...place, enterpriseId: "e2" },
      { ...place, ownerKind: "agent" },
      { ...place, ownerId: "i2" },
      { ...place, field: "token" },
      // Nor where the parts only run together into the same words.
      { ...place, enterpriseId: 'e1","integration', ownerId: "" },
    ];
    for (const other of others) await expect(open(ring, other, sealed)).rejects.toThrow(SecretError);
  });

  test("does not open when one bit of it was changed, or when it is cut short", async () => {
    const ring = keyRing(key());
    const { sealed, keyVersion } = await seal(ring, place, "sk-123");
    const bytes = Buffer.from(sealed, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const sealedBadly = { sealed: changed.toString("base64url"), keyVersion };
      await expect(open(ring, place, sealedBadly)).rejects.toThrow(SecretError);
    }
    for (const length of [0, 5, 12, 20]) {
      const cut = { sealed: bytes.subarray(0, length).toString("base64url"), keyVersion };
      await expect(open(ring, place, cut)).rejects.toThrow(SecretError);
    }
  });

  test("does not open when it claims another version of the key, even with the same key under it", async () => {
    const same = key();
    const ring = keyRing(`v2:${same},v1:${same}`);
    const { sealed } = await seal(ring, place, "sk-123");
    await expect(open(ring, place, { sealed, keyVersion: 1 })).rejects.toThrow(SecretError);
    await expect(open(ring, place, { sealed, keyVersion: 7 })).rejects.toThrow(SecretError);
  });

  test("says nothing of its content when it does not open", async () => {
    const sealed = await seal(keyRing(key()), place, "CANARY-1");
    await expect(open(keyRing(key()), place, sealed)).rejects.toThrow(/^The secret does not open/);
  });
});

describe("the ring of keys", () => {
  test("takes one bare key as version 1, and opens with it what it sealed once versions are named", async () => {
    const old = key();
    const sealed = await seal(keyRing(old), place, "sk-123");
    expect(sealed.keyVersion).toBe(1);
    const ring = keyRing(`v2:${key()},v1:${old}`);
    expect(await open(ring, place, sealed)).toBe("sk-123");
    expect((await seal(ring, place, "sk-123")).keyVersion).toBe(2);
  });

  test("refuses what is no key of 32 bytes, without repeating it", () => {
    for (const wrong of [
      "",
      "CANARY",
      randomBytes(16).toString("base64"),
      `v1:${key()},`,
      `v1:${key()},v1:${key()}`,
    ]) {
      expect(() => keyRing(wrong)).toThrow(/^DATA_KEY (is not|names version 1 twice)/);
      expect(() => keyRing(wrong)).not.toThrow(/CANARY/);
    }
  });
});

/** NIST's AES-256-GCM vectors (the GCM specification, cases 13 to 16): the platform's cipher is the one we mean. */
describe("AES-256-GCM", () => {
  const key256 = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";
  const text4 =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
  const vectors = [
    { key: "0".repeat(64), iv: "0".repeat(24), text: "", data: "", out: "530f8afbc74536b9a963b4f1c4cb738b" },
    {
      key: "0".repeat(64),
      iv: "0".repeat(24),
      text: "0".repeat(32),
      data: "",
      out: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
    },
    {
      key: key256,
      iv: "cafebabefacedbaddecaf888",
      text: `${text4}1aafd255`,
      data: "",
      out: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c",
    },
    {
      key: key256,
      iv: "cafebabefacedbaddecaf888",
      text: text4,
      data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      out: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
    },
  ];
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

  test.each(vectors)("encrypts $text as NIST has it", async ({ key: raw, iv, text, data, out }) => {
    const imported = await webcrypto.subtle.importKey("raw", hex(raw), "AES-GCM", false, ["encrypt"]);
    const algorithm = { name: "AES-GCM", iv: hex(iv), additionalData: hex(data) };
    const cipher = await webcrypto.subtle.encrypt(algorithm, imported, hex(text));
    expect(Buffer.from(cipher).toString("hex")).toBe(out);
  });
});
