import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textOn } from "#app/widget/colours.ts";
import { contrast } from "#workers/contract/accent.ts";
import { isOpen, isOrigin, originsOf, readHours, widgetConfigOf } from "#workers/contract/widget.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { readVisitor, signVisitor } from "#workers/domain/widget/token.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { bundleWidget } from "../../scripts/lib/widget.ts";

test("the script is at most 30 kB compressed, and holds nothing that a strict policy forbids", async () => {
  const script = await bundleWidget();
  expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThan(30_000);
  expect(script).not.toMatch(/\beval\(|new Function\(|setAttribute\("style"/);
});

describe("an origin", () => {
  test.each([
    "https://shop.example.com",
    "https://shop.example.com:8443",
    "http://localhost:3000",
    "http://127.0.0.1",
  ])("such as %s may be named", (text) => expect(isOrigin(text)).toBe(true));
  test.each([
    "http://shop.example.com",
    "https://shop.example.com/",
    "https://shop.example.com/path",
    "https://*.example.com",
    "https://a@b.example.com",
    "shop.example.com",
    "ftp://shop.example.com",
    "javascript:alert(1)",
    "http://localhost.evil.example",
    "null",
    "",
  ])("such as %j may not", (text) => {
    expect(isOrigin(text)).toBe(false);
  });
  test("is one of several, a line each", () => {
    expect(originsOf({ origins: "https://a.example\n https://b.example \n" })).toEqual([
      "https://a.example",
      "https://b.example",
    ]);
  });
});

describe("working hours", () => {
  const at = (text: string) => Date.parse(text);
  const hours = "Mon-Fri 09:00-18:00, Sat 10:00-14:00";

  test.each([
    ["2026-11-20T08:59:00Z", "UTC", false],
    ["2026-11-20T09:00:00Z", "UTC", true],
    ["2026-11-20T18:00:00Z", "UTC", false],
    ["2026-11-21T10:30:00Z", "UTC", true],
    ["2026-11-22T12:00:00Z", "UTC", false],
    ["2026-11-20T04:00:00Z", "Asia/Kolkata", true],
    ["2026-11-20T13:00:00Z", "Asia/Kolkata", false],
    ["2026-11-20T09:30:00Z", "Nowhere/Land", true],
  ])("at %s in %s: %j", (time, zone, open) => expect(isOpen(hours, zone, at(time))).toBe(open));

  test("that are not set, or cannot be read, are always", () => {
    expect(isOpen("", "", 0)).toBe(true);
    expect(isOpen("whenever", "", 0)).toBe(true);
  });

  test("may go over the end of the week", () => {
    expect(readHours("Fri-Mon 10:00-12:00")?.[0]?.days).toEqual([4, 5, 6, 0]);
  });

  test.each(["Mon", "Mon 9-18", "Mon 18:00-09:00", "Xyz 09:00-10:00", "Mon 09:00-25:00", "Mon 09:61-10:00"])(
    "such as %j are refused",
    (text) => expect(readHours(text)).toBeUndefined(),
  );
});

test("the settings of a channel that are missing or wrong are the usual ones", () => {
  const wrong = { colour: "red", position: "top", language: "xx", formMail: "maybe" };
  for (const settings of [{}, wrong]) {
    expect(widgetConfigOf(settings, 0)).toEqual({
      title: "",
      welcome: "",
      colour: "#0b6b83",
      position: "right",
      language: "en",
      form: { name: "no", mail: "no", phone: "no" },
      hoursText: "",
      open: true,
    });
  }
});

test("text on any colour is readable", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const colour = `#${value.toString(16).padStart(6, "0")}`;
      expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

describe("a visitor's token", () => {
  const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64");
  const claims = { enterpriseId: enterpriseId.parse("e1"), channelId: "c1", visitorId: "v1" };
  const [old, ring] = [keyRing(bytes(1)), keyRing(`v2:${bytes(2)},v1:${bytes(1)}`)];

  test("outlives a rotation of the key, and not the key", async () => {
    const token = await signVisitor(claims, old, Date.now());
    expect(await readVisitor(token, ring, Date.now())).toEqual(claims);
    expect(await readVisitor(token, keyRing(`v2:${bytes(2)}`), Date.now())).toBeNull();
    expect(await readVisitor(token, keyRing(bytes(3)), Date.now())).toBeNull();
  });

  test("ends half a year after it was signed", async () => {
    const token = await signVisitor(claims, ring, Date.now() - 181 * 24 * 3_600_000);
    expect(await readVisitor(token, ring, Date.now())).toBeNull();
  });
});
