import { jwtVerify, importJWK, type JWK } from "jose";
import { expect, test } from "vitest";
import {
  aes128gcm,
  areKeys,
  encrypted,
  fromBase64,
  LONGEST_PUSH,
  vapidOf,
} from "#workers/outbound/web-push.ts";
import { generateSecrets } from "../../scripts/lib/secrets.ts";
import { decrypted, makeBrowserKeys } from "#tests/support/push-service.ts";

type Given = NonNullable<Parameters<typeof encrypted>[2]>;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

test("encrypts the example of RFC 8188, 3.1", async () => {
  const sealed = await aes128gcm(
    new TextEncoder().encode("I am the walrus"),
    fromBase64("yqdlZ-tYemfogSmv7Ws5PQ"),
    { salt: fromBase64("I1BsxtFttlv3u_Oo94xnmw") },
  );
  expect(base64(sealed)).toBe("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
});

test("encrypts the example of RFC 8291, appendix A", async () => {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const ours = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  const point = fromBase64(ours);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: base64(point.subarray(1, 33)),
    y: base64(point.subarray(33)),
  };
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const secret = { ...jwk, d: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw" };
  const pair = {
    publicKey: await crypto.subtle.importKey("jwk", jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey("jwk", secret, curve, true, ["deriveBits"]),
  } as unknown as Given["pair"];
  const salt = fromBase64("DGv6ra1nlYgDCS1FRnbzlw");
  const sealed = await encrypted("When I grow up, I want to be a watermelon", keys, {
    pair,
    salt,
    padding: 0,
  });
  expect(base64(sealed)).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("only the browser that subscribed reads a push, and its length says little", async () => {
  const browser = await makeBrowserKeys();
  const [short, longer] = [
    await encrypted("one", browser.keys),
    await encrypted("some more words", browser.keys),
  ];
  expect(short.length).toBe(longer.length);
  expect(await decrypted(browser, short)).toBe("one");
  await expect(decrypted(await makeBrowserKeys(), short)).rejects.toThrow();
  const longest = "x".repeat(LONGEST_PUSH);
  const sealed = await encrypted(longest, browser.keys);
  expect(sealed.length).toBe(4_096);
  expect(await decrypted(browser, sealed)).toBe(longest);
});

test("keys that are no point of the curve are refused", async () => {
  const { keys } = await makeBrowserKeys();
  expect(await areKeys(keys)).toBe(true);
  expect(await areKeys({ ...keys, auth: "AAAA" })).toBe(false);
  expect(await areKeys({ ...keys, p256dh: base64(new Uint8Array(65).fill(4)) })).toBe(false);
});

test("a push service is told who calls, for its own address and for half a day", async () => {
  const { VAPID_KEY } = generateSecrets();
  const vapid = vapidOf(VAPID_KEY, "mailto:no-reply@company.com");
  const now = Date.now();
  const said = await vapid?.authorization("https://push.company.com/send/abc?d=1", now);
  const [, token = "", key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(said ?? "") ?? [];
  expect(key).toBe(vapid?.publicKey);
  expect(fromBase64(key ?? "")).toHaveLength(65);
  const { d: _, ...jwk } = JSON.parse(VAPID_KEY) as JWK;
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"));
  expect(payload).toEqual({
    aud: "https://push.company.com",
    sub: "mailto:no-reply@company.com",
    exp: Math.floor(now / 1_000) + 12 * 3_600,
  });
});

test("without a key nothing is pushed", () => {
  expect(vapidOf("", "mailto:a@company.com")).toBeUndefined();
  expect(vapidOf(undefined, "mailto:a@company.com")).toBeUndefined();
});
