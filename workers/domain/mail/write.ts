import { mails } from "#db/directory/mails.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { seal, type Owner } from "../secrets/seal.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { type Addressee, compose, type Letter } from "./compose.ts";

export const ownerOf = (mailId: string): Owner => ({ kind: "mail", id: mailId, field: "body" });

/** The language in which somebody is written to. */
const languageOf = ({ language }: Addressee, actor: DirectoryCtx["actor"]) =>
  (language ?? actor.language) || "en";

/**
 * The `statement` that stores a letter, for the batch that makes it necessary. The database writes the task that sends
 * it, which the ctx's giver runs after the commit. With an id of the caller's the same letter is stored once.
 */
export async function writingMail(
  { db, enterpriseId, actor, now, newId, after }: DirectoryCtx,
  ring: KeyRing,
  letter: Letter,
  id = newId(),
) {
  const at = now();
  after.tasks.add(id);
  const mail = compose(letter, languageOf(letter.to, actor));
  const { sealed, keyVersion } = await seal(ring, enterpriseId, ownerOf(id), JSON.stringify(mail));
  const statement = db.insert(mails).values({
    id,
    enterpriseId,
    toAddress: letter.to.address,
    toName: letter.to.name,
    template: letter.template,
    sealed,
    keyVersion,
    state: "waiting",
    attempts: 0,
    leaseUntil: 0,
    outcome: "",
    createdAt: at,
    updatedAt: at,
  });
  // In an object: a statement that a promise resolves to would be awaited too, and so run before its batch.
  return { statement };
}
