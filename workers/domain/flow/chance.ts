import { digest } from "#workers/domain/identity/digest.ts";

/** A number from 0 to below 1 that is always the same for the same parts: chance that a replay meets again. */
export const chanceOf = (...parts: string[]): number =>
  Buffer.from(digest(...parts).slice(0, 8), "base64url").readUIntBE(0, 6) / 2 ** 48;

/** An opaque key of 20 characters for the tokens of one step's buttons; nobody without the salt can make one up. */
export const tokenKey = (salt: string, runId: string, seq: number): string =>
  digest(salt, "token", runId, String(seq)).slice(0, 20);
