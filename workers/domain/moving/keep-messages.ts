import type { Ctx } from "../ctx.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { type Before, causeOf, type Keeping } from "../public-sending/read.ts";
import { type IntakeBucket, keepCall, namedBefore, nameOnce } from "./intake.ts";

type Named = Pick<Before, "id" | "hash">;

type Naming = (cause: string, own: Named) => Promise<Named>;

const underTheirKeys = (fresh: readonly Keeping[], naming: Naming): Promise<Before[]> =>
  Promise.all(
    fresh.map(async ({ id, asked, hash }) => {
      const cause = causeOf(asked.idempotencyKey);
      return { ...(await naming(cause, { id, hash })), cause };
    }),
  );

/** The messages kept under these messages' keys; where none was kept, the one that would be stored. */
export const messagesNamed = (
  files: Pick<IntakeBucket, "get">,
  enterpriseId: string,
  fresh: readonly Keeping[],
): Promise<Before[]> =>
  underTheirKeys(fresh, async (cause, own) => (await namedBefore<Named>(files, enterpriseId, cause)) ?? own);

/**
 * Keeps messages until their enterprise has moved, and answers what stands under their keys: the first request under a key
 * says its id, and what it asks for. One that comes again is kept again, as whoever named it may have died before they kept it;
 * the message's key makes one of both.
 */
export async function keepMessages(
  files: Pick<IntakeBucket, "put" | "get">,
  { enterpriseId, actor, now }: Ctx,
  { origin, origins }: LinkPlace,
  fresh: readonly Keeping[],
): Promise<Before[]> {
  const named = await underTheirKeys(fresh, (cause, own) => nameOnce(files, enterpriseId, cause, own));
  const messages = named.flatMap(({ id, hash }, at) => {
    const each = fresh[at];
    return each?.hash === hash ? [{ id, asked: each.asked }] : [];
  });
  const links = { origin, ...(origins && { origins }) };
  if (messages.length > 0)
    await keepCall(files, enterpriseId, { kind: "messages", at: now(), by: actor.userId, messages, links });
  return named;
}
