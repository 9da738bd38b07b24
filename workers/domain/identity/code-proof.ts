import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import { DomainError } from "../error.ts";
import { digest } from "./digest.ts";
import type { CodePurpose } from "./one-time-code.ts";

/** A code that still works, its owner, and the statements that consume it together with the change that it allows. */
export interface CodeProof {
  userId: string;
  /** For the front of the batch (`only`): still true when the batch runs. */
  condition: SQL;
}

/** Looks a code up without using it. Throws linkOver when it does not work (any more). */
export async function provenByCode(
  db: DirectoryDb,
  purpose: CodePurpose,
  code: string,
  now = Date.now(),
): Promise<CodeProof> {
  const hash = digest(purpose, code);
  const works = and(
    eq(oneTimeCodes.hash, hash),
    isNull(oneTimeCodes.usedAt),
    gt(oneTimeCodes.expiresAt, now),
  );
  const [row] = await db.select().from(oneTimeCodes).where(works).limit(1);
  if (!row) throw new DomainError("linkOver");
  return {
    userId: row.userId,
    condition: sql`EXISTS (SELECT 1 FROM ${oneTimeCodes} WHERE ${works})`,
  };
}

/** A statement after which no code of this purpose works for this person any more. */
export const endingCodes = (db: DirectoryDb, userId: string, purpose: CodePurpose, at: number) =>
  db
    .update(oneTimeCodes)
    .set({ usedAt: at })
    .where(
      and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), isNull(oneTimeCodes.usedAt)),
    );
