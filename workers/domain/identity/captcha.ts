import { and, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { authTexts } from "#texts/auth.ts";
import type { DirectoryDb } from "#db/client.ts";
import { captchas } from "#db/directory/guards.ts";
import type { CaptchaPurpose } from "#workers/contract/endpoints/account.ts";
import { DomainError } from "../error.ts";
import { pictureTask, questionTask } from "./captcha-tasks.ts";
import { digest, sameDigest } from "./digest.ts";

/** A captcha is valid once, for one purpose, for five minutes. */
export const CAPTCHA_MS = 5 * 60_000;

export interface Captcha {
  captchaId: string;
  /** A data URI; empty for a question. */
  picture: string;
  question: string | undefined;
  expiresAt: number;
}

/** Creates a captcha: an image of digits or, for people who cannot read an image, a question about words. */
export async function makeCaptcha(
  db: DirectoryDb,
  { purpose, kind }: { purpose: CaptchaPurpose; kind: "image" | "question" },
  now = Date.now(),
): Promise<Captcha> {
  const captchaId = uuidv7();
  const { answer, picture, question } = kind === "image" ? pictureTask() : questionTask();
  const expiresAt = now + CAPTCHA_MS;
  await db.batch([
    db.insert(captchas).values({ id: captchaId, purpose, answerHash: digest(captchaId, answer), expiresAt }),
    db.delete(captchas).where(lt(captchas.expiresAt, now - CAPTCHA_MS)),
  ]);
  return { captchaId, picture, question, expiresAt };
}

interface Answered {
  captchaId: string;
  answer: string;
  purpose: CaptchaPurpose;
}

/**
 * Consumes a captcha, whether answered correctly or not; wrongCaptcha unless the answer is right and it was still
 * valid.
 */
export async function useCaptcha(db: DirectoryDb, answered: Answered, now = Date.now()): Promise<void> {
  refuseWrongCaptcha(await usingCaptcha(db, answered, now), answered);
}

/** The statement that consumes a captcha, for a batch; only if `condition` holds. */
export const usingCaptcha = (
  db: DirectoryDb,
  { captchaId, purpose }: Answered,
  now: number,
  condition?: SQL,
) =>
  db
    .update(captchas)
    .set({ usedAt: now })
    .where(
      and(
        eq(captchas.id, captchaId),
        eq(captchas.purpose, purpose),
        isNull(captchas.usedAt),
        gt(captchas.expiresAt, now),
        condition,
      ),
    )
    .returning();

/** Judges the answer by what that statement returned. */
export function refuseWrongCaptcha(
  [used]: readonly (typeof captchas.$inferSelect)[],
  { captchaId, answer }: Answered,
): void {
  if (!used || !sameDigest(used.answerHash, digest(captchaId, answer.trim().toLowerCase()))) {
    throw new DomainError("wrongCaptcha", { errors: { captcha: authTexts.wrongCaptcha } });
  }
}
