import type { Ctx } from "../ctx.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { type Before, causeOf, type Keeping } from "../public-sending/read.ts";
import { type IntakeBucket, keepCall, namedBefore, nameOnce } from "./intake.ts";

type Named = Pick<Before, "id" | "hash">;

/** What stands under messages' keys where one was kept under it; else what would be stored. */
export const messagesNamed = (
  files: Pick<IntakeBucket, "get">,
  enterpriseId: string,
  fresh: readonly Keeping[],
): Promise<Before[]> =>
  Promise.all(
    fresh.map(async ({ id, asked, hash }) => {
      const cause = causeOf(asked.idempotencyKey);
      return { id, hash, ...(await namedBefore<Named>(files, enterpriseId, cause)), cause };
    }),
  );

/** The same, said by the first request under a key: its id, and what it asks for. */
const namingMessages = (
  files: Pick<IntakeBucket, "put" | "get">,
  enterpriseId: string,
  fresh: readonly Keeping[],
): Promise<Before[]> =>
  Promise.all(
    fresh.map(async ({ id, asked, hash }) => {
      const cause = causeOf(asked.idempotencyKey);
      return { ...(await nameOnce<Named>(files, enterpriseId, cause, { id, hash })), cause };
    }),
  );

/**
 * Keeps messages until their enterprise has moved, and answers what stands under their keys. One that comes again is kept again, as whoever named it may have died before they kept it;
 * the message's key makes one of both.
 */
export async function keepMessages(
  files: Pick<IntakeBucket, "put" | "get">,
  { enterpriseId, actor, now }: Ctx,
  { origin, origins }: LinkPlace,
  fresh: readonly Keeping[],
): Promise<Before[]> {
  const named = await namingMessages(files, enterpriseId, fresh);
  const messages = named.flatMap(({ id, hash }, at) => {
    const each = fresh[at];
    return each?.hash === hash ? [{ id, asked: each.asked }] : [];
  });
  const links = { origin, ...(origins && { origins }) };
  if (messages.length > 0)
    await keepCall(files, enterpriseId, { kind: "messages", at: now(), by: actor.userId, messages, links });
  return named;
}
