import { SignJWT } from "jose";
import { LINK_MINUTES } from "#workers/contract/endpoints/drive.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { signingKey, TOKEN_SPELLING, verified } from "../secrets/hmac-key.ts";

/** A session token never works as a link, nor a link as a token. */
const AUDIENCE = "drive";

/** Signs a link to one file of one enterprise, valid for minutes. */
export async function signLink(
  named: { enterpriseId: EnterpriseId; fileId: string },
  secret: string,
  now: number,
): Promise<{ link: string; expiresAt: number }> {
  const expires = Math.floor(now / 1_000) + LINK_MINUTES * 60;
  const link = await new SignJWT({ e: named.enterpriseId, f: named.fileId })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(AUDIENCE)
    .setExpirationTime(expires)
    .sign(await signingKey(secret));
  return { link, expiresAt: expires * 1_000 };
}

/** Returns the claims of a link, or null for one that is forged or expired. */
export async function readLink(
  link: string,
  secret: string,
  now: number,
): Promise<{ enterpriseId: EnterpriseId; fileId: string } | null> {
  if (!TOKEN_SPELLING.test(link)) return null;
  try {
    const { payload } = await verified(link, secret, {
      algorithms: ["HS256"],
      audience: AUDIENCE,
      currentDate: new Date(now),
      requiredClaims: ["exp"],
    });
    return typeof payload.e === "string" && typeof payload.f === "string"
      ? { enterpriseId: payload.e as EnterpriseId, fileId: payload.f }
      : null;
  } catch {
    return null;
  }
}
