import { CompactEncrypt, importJWK, type JWK } from "jose";
import { expect, test } from "vitest";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { readLink, signLink } from "#workers/domain/drive/link.ts";
import { openSealed, publicKeyOf } from "#workers/domain/identity/seal.ts";
import { claimsOf, tokenOf } from "#workers/domain/identity/session.ts";
import { secretsIn } from "#workers/domain/secrets/hmac-key.ts";
import { generateSecrets } from "../../../scripts/lib/secrets.ts";

// O-14: two keys are valid at once while one follows the other.
const [first, second] = [generateSecrets(), generateSecrets()];
const now = Date.now();
const claims = { sessionId: "s", userId: "u", enterpriseId: "e" as EnterpriseId, database: "TENANT_1" };
const times = { now, expiresAt: now + 60_000 };
const both = `v2:${second.TOKEN_SECRET}, v1:${first.TOKEN_SECRET}`;

test("a secret alone is one, whatever is in it, and named ones are the newest first", () => {
  expect(secretsIn("a,b:c")).toEqual(["a,b:c"]);
  expect(secretsIn("v1:a,v12:b,v2:c")).toEqual(["b", "c", "a"]);
});

test("changing the secret of sessions signs nobody out, and taking the old one away does", async () => {
  const before = await tokenOf(claims, first.TOKEN_SECRET, times);
  expect(await claimsOf(before, both)).toEqual(claims);
  const after = await tokenOf(claims, both, times);
  expect(await claimsOf(after, second.TOKEN_SECRET)).toEqual(claims);
  expect(await claimsOf(after, first.TOKEN_SECRET)).toBeNull();
  expect(await claimsOf(before, `v2:${second.TOKEN_SECRET}`)).toBeNull();
  expect(await claimsOf(before, both, now + 120_000), "as long as it lives").toBeNull();
  const { link } = await signLink(
    { enterpriseId: claims.enterpriseId, fileId: "f" },
    first.TOKEN_SECRET,
    now,
  );
  expect(await readLink(link, both, now)).toEqual({ enterpriseId: "e", fileId: "f" });
  expect(await claimsOf(link, both), "a link is no token").toBeNull();
});

test("a login page that was open before the change can still sign in by it", async () => {
  const sealed = async (setting: string) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ password: "secret", captchaId: "c" })))
      .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
      .encrypt(await importJWK(publicKeyOf(setting).jwk as JWK, "RSA-OAEP-256"));
  const changing = `[${second.SEAL_KEY},${first.SEAL_KEY}]`;
  expect(await openSealed(await sealed(first.SEAL_KEY), changing, "c")).toBe("secret");
  expect(await openSealed(await sealed(changing), second.SEAL_KEY, "c"), "the newer one seals").toBe(
    "secret",
  );
  await expect(openSealed(await sealed(first.SEAL_KEY), second.SEAL_KEY, "c")).rejects.toThrow();
  await expect(openSealed(await sealed(changing), changing, "another")).rejects.toThrow();
});
