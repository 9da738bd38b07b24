import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { recoveryCodes } from "#db/directory/users.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { digest } from "./digest.ts";

const HOW_MANY = 10;
/** Without letters that look like digits. Sixteen characters are 80 bits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** Normalises a code as people type it: capitals, spaces and dashes do not matter, nor o for 0 and i or l for 1. */
const plain = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");

export const looksLikeRecoveryCode = (code: string): boolean => plain(code).length === LENGTH;

/** Eighty random bits need no slow hash. */
export const recoveryHash = (userId: string, code: string): string => digest("recovery", userId, plain(code));

/** Ten new codes, with the statements that replace the hashes of all earlier ones. */
export function makingRecoveryCodes({ db, now, newId }: DirectoryCtx, userId: string) {
  const codes = Array.from({ length: HOW_MANY }, () =>
    Array.from(
      randomBytes(LENGTH),
      (byte, at) => (at > 0 && at % 4 === 0 ? "-" : "") + ALPHABET[byte % 32],
    ).join(""),
  );
  const rows = codes.map((code) => ({
    id: newId(),
    userId,
    hash: recoveryHash(userId, code),
    createdAt: now(),
  }));
  return {
    codes,
    statements: [forgettingRecoveryCodes({ db }, userId), db.insert(recoveryCodes).values(rows)] as const,
  };
}

/** A statement that invalidates all codes of a person. */
export const forgettingRecoveryCodes = ({ db }: Pick<DirectoryCtx, "db">, userId: string) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** Condition that somebody has a set of codes, used or not. */
export const hasRecoveryCodes = (userId: string) =>
  sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${userId})`;

/** A statement that counts the unused codes of a person and the whole set. */
export const countingRecoveryCodes = ({ db }: Pick<DirectoryCtx, "db">, userId: string) =>
  db
    .select({
      left: sql<number>`count(*) FILTER (WHERE ${recoveryCodes.usedAt} IS NULL)`.as("unused"),
      total: sql<number>`count(*)`.as("total"),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));

/** The two numbers that it has counted. */
export const countedIn = ([counted]: readonly { left: number; total: number }[]) =>
  counted ?? { left: 0, total: 0 };
