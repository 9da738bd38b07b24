import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { type TenantDatabase, tenantDatabases } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { TICKET_MS, type VideoSide, videoSides } from "#workers/contract/video.ts";
import { TOKEN_SPELLING } from "../secrets/hmac-key.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

/** A room, and where its rows are. */
interface Named {
  database: TenantDatabase;
  enterpriseId: EnterpriseId;
  roomId: string;
}
/** A link: good while its number is the room's. */
export interface Invitation extends Named {
  number: number;
}
/** The right to open one end's socket now: `holder` is the agent's id, or the hash of the customer's seat. */
export interface Ticket extends Named {
  side: VideoSide;
  holder: string;
}

/** A key and an audience for each: neither token works as the other, nor any other token as one of these. */
const INVITATION = { purpose: "video invitation", audience: "video-invitation" };
const TICKET = { purpose: "video ticket", audience: "video-ticket" };

const sign = async (
  { purpose, audience }: typeof TICKET,
  ring: KeyRing,
  claims: JWTPayload,
  until: number,
): Promise<string> => {
  const key = await ring.signing(ring.newest, purpose);
  if (!key) throw new Error("the key ring has no newest key");
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid: String(ring.newest) })
    .setAudience(audience)
    .setExpirationTime(Math.ceil(until / 1_000))
    .sign(key);
};

async function read(
  { purpose, audience }: typeof TICKET,
  ring: KeyRing,
  token: string,
  now: number,
): Promise<JWTPayload | null> {
  if (!TOKEN_SPELLING.test(token)) return null;
  try {
    const key = await ring.signing(Number(decodeProtectedHeader(token).kid), purpose);
    if (!key) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      audience,
      currentDate: new Date(now),
      requiredClaims: ["exp"],
    });
    return payload;
  } catch {
    return null;
  }
}

const claimsOf = ({ database, enterpriseId, roomId }: Named) => ({
  d: tenantDatabases.indexOf(database),
  e: enterpriseId,
  r: roomId,
});

function namedIn({ d, e, r }: JWTPayload): Named | null {
  const database = typeof d === "number" ? tenantDatabases[d] : undefined;
  return database !== undefined && typeof e === "string" && typeof r === "string"
    ? { database, enterpriseId: e as EnterpriseId, roomId: r }
    : null;
}

/** Signs a link's token, good until the call can have ended in any case. */
export const signInvitation = (ring: KeyRing, invitation: Invitation, until: number): Promise<string> =>
  sign(INVITATION, ring, { ...claimsOf(invitation), n: invitation.number }, until);

/** The invitation of a link; null for a token that is forged, too old or another's. */
export async function readInvitation(ring: KeyRing, token: string, now: number): Promise<Invitation | null> {
  const payload = await read(INVITATION, ring, token, now);
  const named = payload && namedIn(payload);
  const number = payload?.["n"];
  return named && typeof number === "number" ? { ...named, number } : null;
}

export const signTicket = (ring: KeyRing, ticket: Ticket, now: number): Promise<string> =>
  sign(TICKET, ring, { ...claimsOf(ticket), s: ticket.side, h: ticket.holder }, now + TICKET_MS);

/** Reads the rights of a ticket; null for one that is forged, too old or another token. */
export async function readTicket(ring: KeyRing, token: string, now: number): Promise<Ticket | null> {
  const payload = await read(TICKET, ring, token, now);
  const named = payload && namedIn(payload);
  const side = videoSides.find((each) => each === payload?.["s"]);
  const holder = payload?.["h"];
  return named && side && typeof holder === "string" ? { ...named, side, holder } : null;
}

/** How a room's row remembers the seat of a browser: who reads the row cannot sit down. */
export async function seatHash(seat: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seat));
  return Buffer.from(digest).toString("hex");
}
