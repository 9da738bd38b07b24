import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { recover as contract } from "#workers/contract/endpoints/passwords.ts";
import { auditedInDirectory } from "../audit.ts";
import { countAttempt, recoverLimits } from "./attempts.ts";
import { useCaptcha } from "./captcha.ts";
import { ctxOfUser } from "./enter.ts";
import { codeLetter, decoyLetter, type MailDeps } from "./letters.ts";
import type { Visit } from "./session.ts";
import { hasPassword } from "./set-password.ts";

const RESET = { purpose: "reset", template: "resetPassword" } as const;

/**
 * Mails a link that sets a new password to an address that has an account with a password; every other address causes
 * the same work. A deactivated account gets none: a new password would not open it.
 */
export async function recover(
  db: DirectoryDb,
  { emailId, captcha, captchaId }: InputOf<typeof contract>["body"],
  visit: Visit,
  mailDeps: MailDeps,
): Promise<void> {
  await useCaptcha(db, { captchaId, answer: captcha, purpose: "forgetPassword" });
  const emailKey = emailId.toLowerCase();
  await countAttempt(db, recoverLimits(emailKey, visit.address));
  const [user] = await db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);
  if (!user || !hasPassword(user)) return decoyLetter(db, mailDeps, visit, RESET);
  const directoryCtx = ctxOfUser(db, user, visit);
  await db.batch([
    ...(await codeLetter(directoryCtx, mailDeps, user, RESET)),
    auditedInDirectory(directoryCtx, {
      action: "resetPassword",
      kind: "user",
      object: { id: user.id, name: user.name },
      after: { asked: "a link by mail" },
    }),
  ]);
}
