import fc from "fast-check";
import { expect, test } from "vitest";
import { endingFits, endingOf, safeName, withEnding } from "#workers/domain/drive/file-name.ts";

test.each([
  ["../../x", "x"],
  ["/etc/passwd", "passwd"],
  ["a\r\nSet-Cookie: x", "aSet-Cookie x"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["nul", "_nul"],
  ["COM1.txt", "_COM1.txt"],
  [".htaccess", "htaccess"],
  ["  two   words .pdf", "two words.pdf"],
  ["नमस्ते 🙏.pdf", "नमस्ते 🙏.pdf"],
  ["", ""],
])("%j is kept as %j", (given, name) => {
  expect(safeName(given)).toBe(name.normalize("NFC"));
});

test("no name has a path, a control sign or more than 200 characters, whatever is given", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (given) => {
      const name = safeName(given);
      expect(name).not.toMatch(/[/\\"<>:|?*\p{Cc}\p{Cf}]/u);
      expect([...name].length).toBeLessThanOrEqual(201);
      expect(safeName(name)).toBe(name);
      expect(() => encodeURIComponent(name)).not.toThrow();
    }),
  );
});

test("an ending must be of the type that the bytes are of", () => {
  expect(endingOf("Photo.JPEG")).toBe("jpeg");
  expect(endingFits("Photo.JPEG", "image/jpeg")).toBe(true);
  expect(endingFits("photo.png", "image/jpeg")).toBe(false);
  expect(endingFits("photo", "image/jpeg")).toBe(true);
  expect(withEnding("photo", "image/jpeg")).toBe("photo.jpg");
  expect(withEnding("", "text/csv")).toBe("file.csv");
});
