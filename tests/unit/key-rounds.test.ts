import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refuseManyRounds } from "#tests/support/metered/rounds.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

/** S-13: the platform derives no key in more than 100,000 rounds, and the measured Worker derives none either. */
test("a key of more than 100,000 rounds is refused where calls are measured, as the platform does", async () => {
  const undo = refuseManyRounds(crypto.subtle);
  try {
    const base = await crypto.subtle.importKey("raw", new Uint8Array(16), "PBKDF2", false, [
      "deriveBits",
      "deriveKey",
    ]);
    const of = (iterations: number) => ({
      ...{ name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(16), iterations },
    });
    const aes = { name: "AES-GCM", length: 256 };
    await expect(crypto.subtle.deriveBits(of(100_001), base, 256)).rejects.toThrow("not supported");
    await expect(crypto.subtle.deriveKey(of(100_001), base, aes, false, ["encrypt"])).rejects.toThrow(
      "not supported",
    );
    expect((await crypto.subtle.deriveBits(of(1_000), base, 256)).byteLength).toBe(32);
    expect((await crypto.subtle.deriveKey(of(1_000), base, aes, false, ["encrypt"])).type).toBe("secret");
  } finally {
    undo();
  }
  expect(Object.hasOwn(crypto.subtle, "deriveBits")).toBe(false);
});

test("no Worker derives a key by Node's own function, which nothing bounds here", () => {
  const folder = join(ROOT, "workers");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(
    files.filter((file) => /\bpbkdf2(?:Sync)?\b/.test(readFileSync(join(folder, file), "utf8"))),
  ).toEqual([]);
});
