import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { oneTimeCodes } from "#db/directory/codes.ts";
import type { DirectoryScope } from "../scope.ts";
import { digest, randomCode } from "./digest.ts";

export type CodePurpose = typeof oneTimeCodes.$inferSelect.purpose;

/** How long a code of each purpose is good. */
export const CODE_MS: Record<CodePurpose, number> = {
  activate: 3_600_000,
  reset: 3_600_000,
  chatagent: 60_000,
  designer: 60_000,
};

const hashOf = (purpose: CodePurpose, code: string): string => digest(purpose, code);

/** A new code with the statements that keep it: the newest is the only one of its purpose that still works. */
export function issuingCode({ db, enterpriseId, now }: DirectoryScope, purpose: CodePurpose, userId: string) {
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

/** Uses a code up and answers whose it was, or undefined when it was not good. Two who try at once: one gets it. */
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
