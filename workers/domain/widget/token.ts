import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { TOKEN_SPELLING } from "../secrets/hmac-key.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

/** A visitor of one channel: all that a token says. */
export interface VisitorClaims {
  enterpriseId: EnterpriseId;
  channelId: string;
  visitorId: string;
}

/** No other token of the product works as a visitor's, nor the other way round. */
const AUDIENCE = "widget";
const PURPOSE = "widget visitor";
/** Signed anew whenever the visitor comes back. */
const LIFE_S = 180 * 24 * 3_600;

export async function signVisitor(claims: VisitorClaims, ring: KeyRing, now: number): Promise<string> {
  const key = await ring.signing(ring.newest, PURPOSE);
  if (!key) throw new Error("the key ring has no newest key");
  return new SignJWT({ e: claims.enterpriseId, c: claims.channelId, v: claims.visitorId })
    .setProtectedHeader({ alg: "HS256", kid: String(ring.newest) })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(now / 1_000) + LIFE_S)
    .sign(key);
}

/** The visitor that a token names; null for one that is forged, expired, or signed with a key that is gone. */
export async function readVisitor(token: string, ring: KeyRing, now: number): Promise<VisitorClaims | null> {
  if (!TOKEN_SPELLING.test(token)) return null;
  try {
    const key = await ring.signing(Number(decodeProtectedHeader(token).kid), PURPOSE);
    if (!key) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      audience: AUDIENCE,
      currentDate: new Date(now),
      requiredClaims: ["exp"],
    });
    const { e, c, v } = payload;
    return typeof e === "string" && typeof c === "string" && typeof v === "string"
      ? { enterpriseId: e as EnterpriseId, channelId: c, visitorId: v }
      : null;
  } catch {
    return null;
  }
}
