import { and, eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { ssoConnections } from "#db/directory/codes.ts";
import { mails } from "#db/directory/mails.ts";
import { users } from "#db/directory/users.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { findSso as contract } from "#workers/contract/endpoints/single-sign-on.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { countAttempt, findSsoLimits } from "../identity/attempts.ts";
import { useCaptcha } from "../identity/captcha.ts";
import type { MailDeps } from "../identity/letters.ts";
import type { Visit } from "../identity/session.ts";
import { writingMail } from "../mail/write.ts";
import { directoryCtxOf } from "../ctx.ts";

const NOBODY = {
  id: "nobody",
  name: "",
  email: "",
  language: "" as const,
  enterpriseId: enterpriseId.parse("nobody"),
};

/**
 * Mails people the address at which their enterprise signs in. Nobody else learns it: the answer is the same for every
 * address, and so is the work, with a letter that is deleted again before it could be sent.
 */
export async function findSso(
  db: DirectoryDb,
  { emailId, captcha, captchaId }: InputOf<typeof contract>["body"],
  visit: Visit,
  { ring, link }: MailDeps,
): Promise<void> {
  await useCaptcha(db, { captchaId, answer: captcha, purpose: "login" });
  const emailKey = emailId.toLowerCase();
  await countAttempt(db, findSsoLimits(emailKey, visit.address));
  const [known] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      enterpriseId: users.enterpriseId,
    })
    .from(users)
    .innerJoin(ssoConnections, eq(ssoConnections.id, users.enterpriseId))
    .where(
      and(eq(users.emailKey, emailKey), eq(users.state, USER_STATE.active), eq(ssoConnections.enabled, true)),
    )
    .limit(1);
  const { id, name, email, language, enterpriseId: theirs } = known ?? NOBODY;
  const at = Date.now();
  const directoryCtx = directoryCtxOf(db, theirs, { ...visit, userId: id, name }, { now: () => at });
  const { statement } = await writingMail(directoryCtx, ring, {
    template: "ssoAddress",
    to: { address: email, name, language: language || undefined },
    link: link(`/${theirs}/redirect`),
  });
  const gone = and(eq(mails.createdAt, at), eq(mails.enterpriseId, NOBODY.enterpriseId));
  await db.batch([statement, db.delete(mails).where(gone)]);
}
