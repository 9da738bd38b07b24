import { describe, expect, test } from "vitest";
import { drawDigits } from "#workers/domain/identity/captcha-picture.ts";
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
  const source = (picture: string) => Buffer.from(picture.split(",")[1] ?? "", "base64").toString();

  test("does not spell the digits, and is another one each time", () => {
    const [one, two] = [drawDigits("31415"), drawDigits("31415")];
    expect(source(one)).not.toMatch(/<text|31415/);
    expect(one).not.toBe(two);
  });
});
