import { randomBytes, webcrypto } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyRing, type KeyRing } from "#workers/domain/secrets/key-ring.ts";
import { open, seal, SecretError, type Owner, type Sealed } from "#workers/domain/secrets/seal.ts";

const key = () => randomBytes(32).toString("base64");
const owner: Owner = { kind: "integration", id: "i1", field: "apikey" };
const sealFor = (ring: KeyRing, text: string) => seal(ring, "e1", owner, text);
const openFor = (ring: KeyRing, sealed: Sealed) => open(ring, "e1", owner, sealed);

describe("a sealed secret", () => {
  test("opens in its place with its text, whatever script that is in", async () => {
    const ring = keyRing(key());
    for (const text of ["sk-123", "", "गुप्त कुंजी 🔑", "x".repeat(10_000)]) {
      expect(await openFor(ring, await sealFor(ring, text))).toBe(text);
    }
  });

  test("is another text each time, with a nonce of its own", async () => {
    const ring = keyRing(key());
    const sealed = await Promise.all(Array.from({ length: 200 }, () => sealFor(ring, "same")));
    const nonces = sealed.map((each) =>
      Buffer.from(each.sealed, "base64url").subarray(0, 12).toString("hex"),
    );
    expect(new Set(nonces).size).toBe(200);
  });

  test("does not open under another enterprise, owner, kind of owner or field", async () => {
    const ring = keyRing(key());
    const sealed = await sealFor(ring, "sk-123");
    const others: [string, Owner][] = [
      ["e2", owner],
      ["e1", { ...owner, kind: "agent" }],
      ["e1", { ...owner, id: "i2" }],
      ["e1", { ...owner, field: "token" }],
      // Nor where the parts only run together into the same words.
      ['e1","integration', { ...owner, id: "" }],
    ];
    for (const [enterprise, other] of others) {
      await expect(open(ring, enterprise, other, sealed)).rejects.toThrow(SecretError);
    }
  });

  test("does not open when one bit of it was changed, or when it is cut short", async () => {
    const ring = keyRing(key());
    const { sealed, keyVersion } = await sealFor(ring, "sk-123");
    const bytes = Buffer.from(sealed, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const sealedBadly = { sealed: changed.toString("base64url"), keyVersion };
      await expect(openFor(ring, sealedBadly)).rejects.toThrow(SecretError);
    }
    for (const length of [0, 5, 12, 20]) {
      const cut = { sealed: bytes.subarray(0, length).toString("base64url"), keyVersion };
      await expect(openFor(ring, cut)).rejects.toThrow(SecretError);
    }
  });

  test("does not open when it claims another version of the key, even with the same key under it", async () => {
    const same = key();
    const ring = keyRing(`v2:${same},v1:${same}`);
    const { sealed } = await sealFor(ring, "sk-123");
    await expect(openFor(ring, { sealed, keyVersion: 1 })).rejects.toThrow(SecretError);
    await expect(openFor(ring, { sealed, keyVersion: 7 })).rejects.toThrow(SecretError);
  });

  test("says nothing of its content when it does not open", async () => {
    const sealed = await sealFor(keyRing(key()), "CANARY-1");
    await expect(openFor(keyRing(key()), sealed)).rejects.toThrow(/^The secret does not open/);
  });
});

describe("the ring of keys", () => {
  test("takes one bare key as version 1, and opens what it sealed when newer keys stand before it", async () => {
    const [old, newer] = [key(), key()];
    const sealed = await sealFor(keyRing(old), "sk-123");
    expect(sealed.keyVersion).toBe(1);
    for (const ring of [keyRing(`${newer},${old}`), keyRing(`v2:${newer},v1:${old}`)]) {
      expect(await openFor(ring, sealed)).toBe("sk-123");
      expect((await sealFor(ring, "sk-123")).keyVersion).toBe(2);
    }
  });

  test("keeps a named version when the older keys are taken out, so that a change of keys can be ended", async () => {
    const [old, newer] = [key(), key()];
    const sealed = await sealFor(keyRing(`${newer},${old}`), "sk-123");
    expect(await openFor(keyRing(`v2:${newer}`), sealed)).toBe("sk-123");
  });

  test("refuses what is no key of 32 bytes, without repeating it", () => {
    const short = randomBytes(16).toString("base64");
    for (const wrong of [
      "",
      "CANARY",
      short,
      `${key()},`,
      `v1:${key()},${short}`,
      `v1:${key()},v1:${key()}`,
    ]) {
      expect(() => keyRing(wrong)).toThrow(/^DATA_KEY (is not|has two)/);
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
