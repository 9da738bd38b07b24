import { unzlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import { answerTo } from "#db/seed/client.ts";
import { drawDigits } from "#workers/domain/identity/captcha-picture.ts";
import { questionTask } from "#workers/domain/identity/captcha-tasks.ts";
import { hashPassword, verifyPassword } from "#workers/domain/identity/password.ts";

describe("a password", () => {
  test.each(["12345678", "  spaces stay  ", "पासवर्ड🔑", "x".repeat(128)])(
    "%j is verified by its stored form",
    async (password) => {
      const stored = await hashPassword(password);
      expect(await verifyPassword(password, stored)).toBe(true);
      expect(await verifyPassword(`${password} `, stored)).toBe(false);
    },
  );

  test("has another stored form each time", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  test("is stored with its salt and with what it costs to guess: 16 MiB, five times (S-13)", async () => {
    expect(await hashPassword("same")).toMatch(/^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  });

  test.each([undefined, null, "", "plain", "scrypt$14$8$5$salt"])(
    "is never right against %j",
    async (stored) => {
      expect(await verifyPassword("", stored)).toBe(false);
    },
  );
});

describe("a captcha's picture", () => {
  const bytesOf = (picture: string) => Buffer.from(picture.split(",")[1] ?? "", "base64");
  /** The picture's pixels, each two in a byte, without the first byte of every row. */
  const pixelsOf = (picture: string) => {
    const bytes = bytesOf(picture);
    const length = bytes.readUInt32BE(33);
    expect(bytes.subarray(37, 41).toString()).toBe("IDAT");
    return unzlibSync(bytes.subarray(41, 41 + length));
  };

  test("is a picture of points and nothing else: no shape, no text, no name of a digit", () => {
    const picture = drawDigits("31415");
    const bytes = bytesOf(picture);
    expect(picture).toMatch(/^data:image\/png;base64,/);
    const chunks = ["IHDR", "IDAT", "IEND"].map((name) => bytes.indexOf(name));
    expect(chunks[0]).toBe(12);
    // Three parts fill the file: 8 bytes of signature, 25 of header, the points, 12 of end.
    expect(bytes.length).toBe(8 + 25 + 12 + bytes.readUInt32BE(33) + 12);
    expect(bytes.toString("latin1")).not.toContain("31415");
    expect(pixelsOf(picture)).toHaveLength(80 * (1 + 120));
  });

  test("has a question that names its answer, in a space that no table covers", () => {
    const tasks = Array.from({ length: 1_000 }, questionTask);
    expect(new Set(tasks.map(({ question }) => question)).size).toBe(1_000);
    for (const { question = "", answer } of tasks) expect(answerTo(question)).toBe(answer);
  });

  test("differs in most points from another of the same digits", () => {
    const [one, two] = [pixelsOf(drawDigits("88888")), pixelsOf(drawDigits("88888"))];
    const same = one.filter((byte, at) => byte === two[at]).length;
    expect(same / one.length).toBeLessThan(0.5);
  });
});
