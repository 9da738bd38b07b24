import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { digest, randomCode } from "./digest.ts";

export type CodePurpose = typeof oneTimeCodes.$inferSelect.purpose;

/** Validity of a code by purpose. */
export const CODE_MS: Record<CodePurpose, number> = {
  activate: 3_600_000,
  reset: 3_600_000,
  chatagent: 60_000,
  designer: 60_000,
};

const hashOf = (purpose: CodePurpose, code: string): string => digest(purpose, code);

/** Issues a code, with the statements that store it: only the newest one of a purpose still works. */
export function issuingCode({ db, enterpriseId, now }: DirectoryCtx, purpose: CodePurpose, userId: string) {
  const code = randomCode();
  const at = now();
  return {
    code,
    statements: [
      db
        .update(oneTimeCodes)
        .set({ usedAt: at })
        .where(
          and(
            eq(oneTimeCodes.userId, userId),
            eq(oneTimeCodes.purpose, purpose),
            isNull(oneTimeCodes.usedAt),
            ne(oneTimeCodes.hash, hashOf(purpose, code)),
          ),
        ),
      db.insert(oneTimeCodes).values({
        hash: hashOf(purpose, code),
        enterpriseId,
        purpose,
        userId,
        expiresAt: at + CODE_MS[purpose],
        createdAt: at,
      }),
    ] as const,
  };
}

/**
 * Redeems a code and returns its owner, or undefined when it was not valid. Of two concurrent calls only one succeeds.
 */
export async function redeemCode(db: DirectoryDb, purpose: CodePurpose, code: string, now = Date.now()) {
  const [row] = await db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeCodes.hash, hashOf(purpose, code)),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, now),
      ),
    )
    .returning({ userId: oneTimeCodes.userId, enterpriseId: oneTimeCodes.enterpriseId });
  return row;
}
