import { and, eq } from "drizzle-orm";
import { mails } from "#db/directory/mails.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import type { Language } from "#workers/contract/language.ts";
import type { DirectoryDb } from "#db/client.ts";
import type { Letter } from "../mail/compose.ts";
import { writingMail } from "../mail/write.ts";
import { directoryCtxOf, type DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { CODE_MS, issuingCode, type CodePurpose } from "./one-time-code.ts";
import type { Visit } from "./session.ts";

/** Encryption of the mails and base of their links; the address is the configured one, never the request's. */
export interface MailDeps {
  ring: KeyRing;
  link: (path: string, query?: Record<string, string>) => string;
}

export interface Reader {
  id: string;
  name: string;
  email: string;
  /** Empty where they have chosen none: their letters are in that of the page on which they asked. */
  language?: "" | Language;
}

export const hoursOf = (purpose: CodePurpose): string => String(CODE_MS[purpose] / 3_600_000);

/** A new code for somebody and the letter that carries it, as statements for one batch. */
export async function codeLetter(
  directoryCtx: DirectoryCtx,
  { ring, link }: MailDeps,
  { id, name, email, language }: Reader,
  kind: { purpose: "activate"; template: "activate" } | { purpose: "reset"; template: "resetPassword" },
) {
  const { code, statements } = issuingCode(directoryCtx, kind.purpose, id);
  const letter = await writingMail(directoryCtx, ring, {
    template: kind.template,
    to: { address: email, name, language: language || undefined },
    facts: [hoursOf(kind.purpose)],
    link:
      kind.purpose === "activate"
        ? link(`/signup-verify/${code}`)
        : link("/reset-password", { uId: id, eId: directoryCtx.enterpriseId, resetCode: code }),
  });
  return [...statements, letter.statement] as const;
}

/** Mail that tells an address that it has an account already, instead of an answer that would reveal it to anybody. */
export const knownLetter = (
  directoryCtx: DirectoryCtx,
  { ring, link }: MailDeps,
  { name, email, language }: Reader,
) =>
  writingMail(directoryCtx, ring, {
    template: "alreadyRegistered",
    to: { address: email, name, language: language || undefined },
    link: link("/login"),
  } satisfies Letter);

const NOBODY = enterpriseId.parse("nobody");

/**
 * Does the same work for an address that gets no mail: as many writes of the same kinds, of a mail that is deleted
 * before it could be sent. The time of a call must not reveal who has an account.
 */
export async function decoyLetter(
  db: DirectoryDb,
  mailDeps: MailDeps,
  visit: Visit,
  kind: Parameters<typeof codeLetter>[3],
): Promise<void> {
  const at = Date.now();
  const directoryCtx = directoryCtxOf(db, NOBODY, { ...visit, userId: "", name: "" }, { now: () => at });
  await db.batch([
    ...(await codeLetter(directoryCtx, mailDeps, { id: "nobody", name: "", email: "" }, kind)),
    db.delete(mails).where(and(eq(mails.createdAt, at), eq(mails.enterpriseId, NOBODY))),
  ]);
}
