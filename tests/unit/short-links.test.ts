import { expect, test } from "vitest";
import { isLinkAddress, isOpenedByPerson } from "#workers/contract/short-links.ts";
import { codeOf, isGenuine, readCode } from "#workers/domain/links/codes.ts";

const key = "a link's own key";

test("a code names its database, link and recipient, and stays short", async () => {
  for (const [n, recipient] of [
    [1, 1],
    [300, 127],
    [128, 128],
    [2_000_000, 4_294_967_295],
  ] as const) {
    const code = await codeOf("TENANT_2", { n, key }, recipient);
    expect(code).toMatch(/^[0-9A-Za-z]{10,22}$/);
    const named = readCode(code);
    expect(named).toMatchObject({ database: "TENANT_2", n, recipient });
    expect(named && (await isGenuine(named, key))).toBe(true);
    expect(named && (await isGenuine(named, "another link's"))).toBe(false);
  }
});

test("a code of a message that belongs to no broadcast names its id", async () => {
  const id = "01935f3c-9b1a-7c4d-8e2f-0123456789ab";
  const code = await codeOf("TENANT_1", { n: 90_000, key }, id);
  expect(code).toMatch(/^[0-9A-Za-z]{30,40}$/);
  const named = readCode(code);
  expect(named).toMatchObject({ database: "TENANT_1", n: 90_000, recipient: id });
  expect(named && (await isGenuine(named, key))).toBe(true);
});

test("whoever changes a sign of a code gets nobody's", async () => {
  const code = await codeOf("TENANT_1", { n: 7, key }, 41);
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] === "b" ? "c" : "b";
    const named = readCode(code.slice(0, at) + sign + code.slice(at + 1));
    expect(named !== undefined && (await isGenuine(named, key))).toBe(false);
  }
  for (const wrong of ["", "0", "__________", "9".repeat(40), "-".repeat(12)])
    expect(readCode(wrong)).toBeUndefined();
});

test("only an approved address that ends in one variable behind our own links is one", () => {
  const origin = "https://chat.example";
  expect(isLinkAddress("https://chat.example/l/{{1}}", origin)).toBe(true);
  for (const other of [
    "https://chat.example/l/",
    "https://chat.example/x/{{1}}",
    "https://chat.example.evil.test/l/{{1}}",
    "https://chat.example/l/{{1}}/{{2}}",
    "{{1}}",
  ])
    expect(isLinkAddress(other, origin), other).toBe(false);
});

const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";

test("a person's click counts, and no preview, guess ahead or look at the head", () => {
  const opened = (headers: Record<string, string>, method = "GET") =>
    isOpenedByPerson(method, new Headers(headers));
  expect(opened({ "user-agent": phone })).toBe(true);
  expect(opened({ "user-agent": phone }, "HEAD")).toBe(false);
  expect(opened({})).toBe(false);
  for (const ahead of [
    ["purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["x-moz", "prefetch"],
  ] as const)
    expect(opened({ "user-agent": phone, [ahead[0]]: ahead[1] })).toBe(false);
  for (const agent of [
    "WhatsApp/2.23.20.0 A",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  ])
    expect(opened({ "user-agent": agent }), agent).toBe(false);
});
